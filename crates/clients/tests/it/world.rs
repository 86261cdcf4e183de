//! A home, a project and a system directory of our own.

use std::path::{Path, PathBuf};

use warden_clients::{DiscoverOptions, Discovery, Entry, Env, Os, discover};
use warden_core::{Endpoint, HttpKind};

pub(crate) struct World {
    dir: tempfile::TempDir,
    pub(crate) env: Env,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::on(Os::Linux)
    }

    pub(crate) fn on(os: Os) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let base = dir.path().canonicalize().expect("it exists");
        let env = Env {
            os,
            home: base.join("home"),
            cwd: base.join("proj"),
            vars: [("TOKEN".to_owned(), "tok-value".to_owned())].into(),
            root: base.join("root"),
        };
        std::fs::create_dir_all(&env.cwd).expect("writable");
        std::fs::create_dir_all(&env.home).expect("writable");
        Self { dir, env }
    }

    pub(crate) fn var(mut self, name: &str, value: &str) -> Self {
        self.env.vars.insert(name.into(), value.into());
        self
    }

    /// `~/x` is below the home, `/x` below the root, the rest in the project.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        match (name.strip_prefix("~/"), name.strip_prefix('/')) {
            (Some(rest), _) => self.env.home.join(rest),
            (None, Some(rest)) => self.env.root.join(rest),
            _ => self.env.cwd.join(name),
        }
    }

    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("below something")).expect("writable");
        std::fs::write(path, content).expect("writable");
        self
    }

    pub(crate) fn find(&self) -> Discovery {
        discover(&self.env, &DiscoverOptions::default())
    }

    pub(crate) fn named(&self, name: &str) -> Discovery {
        let files = vec![self.path(name)];
        discover(&self.env, &DiscoverOptions { files, ..DiscoverOptions::default() })
    }

    pub(crate) fn base(&self) -> &Path {
        self.dir.path()
    }
}

/// The entry of this name; there must be exactly one.
pub(crate) fn entry<'a>(found: &'a Discovery, name: &str) -> &'a Entry {
    let all: Vec<_> = found.entries.iter().filter(|e| e.name.expose() == name).collect();
    assert_eq!(all.len(), 1, "{name}: {:?}", found.sources);
    all[0]
}

/// An entry in one line: `command args {ENV=value}`, `kind url {header=value}`, or
/// `! reason`.
pub(crate) fn line(entry: &Entry) -> String {
    let pairs = |list: &[(String, warden_core::Secret)]| {
        let all: Vec<_> = list.iter().map(|(k, v)| format!("{k}={}", v.expose())).collect();
        if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join(",")) }
    };
    match &entry.endpoint {
        Err(reason) => format!("! {reason}"),
        Ok(Endpoint::Stdio(l)) => {
            let words = std::iter::once(&l.command).chain(&l.args).cloned().collect::<Vec<_>>();
            format!("{}{}", words.join(" "), pairs(&l.env))
        }
        Ok(Endpoint::Http(r)) => {
            let kind = match r.kind {
                HttpKind::Auto => "auto",
                HttpKind::Streamable => "streamable",
                HttpKind::Sse => "sse",
            };
            format!("{kind} {}{}", r.url, pairs(&r.headers))
        }
    }
}

/// Every entry as `client/scope name: line`.
pub(crate) fn lines(found: &Discovery) -> Vec<String> {
    found
        .entries
        .iter()
        .map(|e| format!("{}/{} {}: {}", e.client, e.scope.name(), e.name.expose(), line(e)))
        .collect()
}

/// The ids of all findings, about entries and files.
pub(crate) fn rules(found: &Discovery) -> Vec<String> {
    let about_entries = found.entries.iter().flat_map(|e| &e.findings);
    about_entries.chain(&found.findings).map(|f| f.rule.to_string()).collect()
}
