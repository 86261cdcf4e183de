//! `warden clients`: where configs were looked for, and what was found.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use warden_clients::{DiscoverOptions, Discovery, Entry, Env, Scope};
use warden_core::report::SourceReport;
use warden_core::{Exit, Finding, SourceRef, Transport, Untrusted};
use warden_engine::redact_launch;

use crate::args::ClientsArgs;
use crate::failure::Failure;
use crate::plan::known_clients;

/// Runs the command.
pub(crate) fn run(args: &ClientsArgs) -> Result<Exit, Failure> {
    let known = warden_clients::client_ids();
    if args.list {
        super::print(&(known.join("\n") + "\n"))?;
        return Ok(Exit::Clean);
    }
    known_clients(&args.client)?;
    let mut env = Env::from_system();
    if let Some(dir) = &args.cwd {
        env.cwd =
            dir.canonicalize().map_err(|source| Failure::Read { path: dir.clone(), source })?;
    }
    let options = DiscoverOptions {
        clients: args.client.clone(),
        project_only: false,
        files: args.configs.clone(),
    };
    let found = warden_clients::discover(&env, &options);
    let text = if args.json { json(&found) } else { human(&found, args.all, &env.home) };
    super::print(&text)?;
    let broken = found.sources.iter().any(|s| s.error.is_some());
    Ok(if broken { Exit::NotEvaluated } else { Exit::Clean })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ClientsV1<'a> {
    schema: &'static str,
    places: Vec<PlaceV1<'a>>,
    sources: &'a [SourceReport],
    entries: Vec<EntryV1<'a>>,
    findings: &'a [Finding],
}

#[derive(Serialize)]
struct PlaceV1<'a> {
    path: &'a PathBuf,
    client: &'a str,
    scope: String,
    exists: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryV1<'a> {
    name: &'a Untrusted,
    client: &'a str,
    scope: String,
    source: &'a SourceRef,
    transport: Transport,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch: Option<Untrusted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'a str>,
    from_project: bool,
    wrapped: bool,
    findings: &'a [Finding],
}

fn scope(scope: Scope) -> String {
    format!("{scope:?}").to_ascii_lowercase()
}

fn json(found: &Discovery) -> String {
    let doc = ClientsV1 {
        schema: "warden.clients/1",
        places: found
            .places
            .iter()
            .map(|p| PlaceV1 {
                path: &p.path,
                client: p.client,
                scope: scope(p.scope),
                exists: p.exists,
            })
            .collect(),
        sources: &found.sources,
        entries: found.entries.iter().map(entry_json).collect(),
        findings: &found.findings,
    };
    let mut out = Vec::new();
    // Writing into memory does not fail.
    let _ = warden_report::to_safe_json(&doc, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn entry_json(e: &Entry) -> EntryV1<'_> {
    EntryV1 {
        name: &e.name,
        client: e.client,
        scope: scope(e.scope),
        source: &e.source,
        transport: e.transport,
        launch: e.endpoint.as_ref().ok().map(redact_launch),
        skipped: e.endpoint.as_ref().err().map(String::as_str),
        from_project: e.from_project,
        wrapped: e.wrapped,
        findings: &e.findings,
    }
}

/// A path as a person would write it.
fn short(path: &Path, home: &Path) -> String {
    let text = match path.strip_prefix(home) {
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => path.display().to_string(),
    };
    Untrusted::from(text).term()
}

fn human(found: &Discovery, all: bool, home: &Path) -> String {
    let mut out = String::new();
    for source in &found.sources {
        let what = match &source.error {
            Some(_) => "cannot be read".to_string(),
            None if source.servers == 1 => "1 server".to_string(),
            None => format!("{} servers", source.servers),
        };
        let _ = writeln!(
            out,
            "{}  ({}, {}): {what}",
            short(&source.path, home),
            source.client,
            source.scope
        );
        if let Some(error) = &source.error {
            for line in error.lines() {
                let _ = writeln!(out, "    {}", Untrusted::from(line).term());
            }
        }
        for e in found.entries.iter().filter(|e| belongs(e, source)) {
            entry(&mut out, e);
        }
    }
    if found.sources.is_empty() {
        let _ = writeln!(out, "No client config was found.");
    }
    if all {
        let _ = writeln!(out, "\nLooked for and not found:");
        for p in found.places.iter().filter(|p| !p.exists) {
            let _ = writeln!(out, "    {}  ({})", short(&p.path, home), p.client);
        }
    } else {
        let missing = found.places.iter().filter(|p| !p.exists).count();
        let _ = writeln!(out, "\n{missing} more places were looked at; --all names them.");
    }
    if found.entries.iter().any(|e| e.endpoint.is_ok()) {
        let _ = writeln!(out, "To vet what was found: warden scan");
    }
    out
}

fn belongs(entry: &Entry, source: &SourceReport) -> bool {
    entry.source.file == source.path && entry.client == source.client
}

fn entry(out: &mut String, e: &Entry) {
    let what = match &e.endpoint {
        Ok(endpoint) => redact_launch(endpoint).term_limited(100),
        Err(reason) => format!("skipped: {}", Untrusted::from(reason.as_str()).term()),
    };
    let wrapped = if e.wrapped { " (behind warden wrap)" } else { "" };
    let name = e.name.term_limited(40);
    let _ = writeln!(out, "    line {:4}  {name}{wrapped}: {what}", e.source.line);
    for f in &e.findings {
        let _ = writeln!(out, "        {} {}: {}", f.severity.name(), f.rule, f.message);
    }
}
