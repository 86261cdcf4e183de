//! Captures of `warden-evil`, and questions to what they gave.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;
use warden_core::report::ServerError;
use warden_core::{
    Endpoint, HttpKind, Item, ItemKind, Launch, Remote, Secret, ServerSpec, Surface,
};
use warden_testkit::{HttpServer, still_running};
use warden_wire::{Budgets, CaptureOptions, Captured, Outcome, capture};

pub(crate) fn evil() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_warden-evil"))
}

/// Generous: a loaded machine must not fail a test that is not about time.
pub(crate) fn options() -> CaptureOptions {
    CaptureOptions {
        budgets: Budgets {
            start: Duration::from_secs(20),
            answer: Duration::from_secs(20),
            total: Duration::from_secs(50),
        },
        quick: false,
        public_only: false,
        inherit_env: false,
        ca_file: None,
        version: "0.0.0-test",
    }
}

pub(crate) fn quick() -> CaptureOptions {
    CaptureOptions { quick: true, ..options() }
}

/// A program that ends when the test does, and where its process ids are.
pub(crate) struct Program {
    _dir: TempDir,
    pub(crate) pids: PathBuf,
    pub(crate) spec: ServerSpec,
}

impl Program {
    pub(crate) fn new(mode: &str) -> Self {
        Self::with(mode, &[], &[])
    }

    pub(crate) fn with(mode: &str, more: &[&str], env: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let pids = dir.path().join("pids");
        let mut args = vec!["--mode".to_owned(), mode.into(), "--pid-file".into()];
        args.push(pids.to_string_lossy().into_owned());
        args.extend(more.iter().map(|s| (*s).to_owned()));
        let env = env.iter().map(|(k, v)| ((*k).to_owned(), Secret::from(*v))).collect();
        let command = evil().to_string_lossy().into_owned();
        let endpoint = Endpoint::Stdio(Launch { command, args, env, cwd: None });
        Self { _dir: dir, pids, spec: ServerSpec { name: "evil".into(), endpoint } }
    }

    /// Captures it and sees that no process is left.
    pub(crate) async fn capture(&self, options: &CaptureOptions) -> Captured {
        let captured = capture(&self.spec, options).await;
        self.nothing_left();
        captured
    }

    pub(crate) fn nothing_left(&self) {
        let left = still_running(&self.pids, Duration::from_secs(5));
        assert!(left.is_empty(), "still running: {left:?}");
    }

    /// How many processes there were.
    pub(crate) fn started(&self) -> usize {
        std::fs::read_to_string(&self.pids).expect("it was started").lines().count()
    }
}

/// Captures one mode over stdio.
pub(crate) async fn stdio(mode: &str) -> Captured {
    Program::new(mode).capture(&options()).await
}

pub(crate) fn remote(url: &str, kind: HttpKind, headers: &[(&str, &str)]) -> ServerSpec {
    let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), Secret::from(*v))).collect();
    ServerSpec {
        name: "evil".into(),
        endpoint: Endpoint::Http(Remote { url: url.into(), headers, kind }),
    }
}

/// Captures one mode over HTTP, and what it was asked.
pub(crate) async fn http(mode: &str) -> (Captured, String) {
    let server = HttpServer::start(evil(), mode).expect("it listens");
    let captured = capture(&remote(&server.url(), HttpKind::Auto, &[]), &options()).await;
    let requests = server.requests().expect("it still answers");
    (captured, requests)
}

pub(crate) fn surface(captured: &Captured) -> &Surface {
    match &captured.outcome {
        Outcome::Surface(surface) => surface,
        Outcome::NotChecked(e) => panic!("not checked: {e:?}"),
    }
}

pub(crate) fn error(captured: &Captured) -> &ServerError {
    match &captured.outcome {
        Outcome::Surface(s) => panic!("a surface of {} items", s.items.len()),
        Outcome::NotChecked(e) => e,
    }
}

pub(crate) fn tools(captured: &Captured) -> Vec<String> {
    let names = surface(captured).tool_names();
    names.iter().map(|n| n.expose().to_owned()).collect()
}

pub(crate) fn items(captured: &Captured, kind: ItemKind) -> Vec<&Item> {
    surface(captured).items.iter().filter(|i| i.kind == kind).collect()
}

/// The description of the first tool of that name.
pub(crate) fn description(captured: &Captured, name: &str) -> String {
    let tool = surface(captured).tools().find(|t| t.name.expose() == name).expect("the tool");
    tool.val().get_text("description").expect("a description").into_owned()
}

pub(crate) fn unreachable(captured: &Captured) -> Vec<(String, String)> {
    let parts = captured.facts.unreachable.iter();
    parts.map(|u| (u.what.expose().to_owned(), u.why.clone())).collect()
}
