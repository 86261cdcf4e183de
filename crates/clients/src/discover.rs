//! Going through the clients and their files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use warden_core::SourceRef;
use warden_core::report::SourceReport;

use crate::adjust::{Adjust, BY_PROJECT, Loaded};
use crate::file::{self, Contents};
use crate::rules::Rule;
use crate::shape::project_key;
use crate::spot::{Client, Spot};
use crate::text::decode;
use crate::{Discovery, Env, Place, Scope, format, fs};

/// One run over the machine.
pub(crate) struct Run<'a> {
    env: &'a Env,
    project_keys: Vec<String>,
    /// Files that were read already: several clients share some.
    read: BTreeSet<PathBuf>,
    out: Discovery,
}

impl<'a> Run<'a> {
    pub(crate) fn new(env: &'a Env) -> Self {
        let mut project_keys = Vec::new();
        for dir in env.project_dirs() {
            project_keys.push(project_key(&dir.to_string_lossy()));
            if let Ok(real) = dir.canonicalize() {
                project_keys.push(project_key(&real.to_string_lossy()));
            }
        }
        Self { env, project_keys, read: BTreeSet::new(), out: Discovery::default() }
    }

    pub(crate) fn finish(self) -> Discovery {
        self.out
    }

    /// Everything of one client.
    pub(crate) fn client(&mut self, client: &Client, project_only: bool) {
        let before = std::mem::take(&mut self.out);
        let mut files = Vec::new();
        for spot in (client.spots)(self.env) {
            self.spot(client, spot, &mut files);
        }
        if let Some(adjust) = client.adjust {
            self.adjust(adjust, &files);
        }
        // A person's own settings say what of a project is disabled, so they
        // were read although only the project was asked for.
        if project_only {
            keep_project(&mut self.out);
        }
        let found = std::mem::replace(&mut self.out, before);
        append(&mut self.out, found);
    }

    /// Applies switches. Where a project turned off its own server for one
    /// client, the file is read again for another that does not know the
    /// switch, so that nothing hides behind it.
    fn adjust(&mut self, adjust: fn(&mut Adjust<'_>), files: &[Loaded]) {
        let entries = &mut self.out.entries;
        adjust(&mut Adjust { env: self.env, files, entries });
        for entry in &self.out.entries {
            if entry.endpoint.as_ref().err().is_some_and(|e| e == BY_PROJECT) {
                self.read.remove(&entry.source.file);
            }
        }
    }

    fn spot(&mut self, client: &Client, spot: Spot, files: &mut Vec<Loaded>) {
        let exists = spot.inline.is_some() || fs::exists(&spot.path);
        let (path, scope) = (spot.path.clone(), spot.scope);
        self.out.places.push(Place { path, client: client.id, scope, exists });
        if exists && !spot.directory && self.read.insert(spot.path.clone()) {
            for more in self.file(client, spot, files) {
                self.spot(client, more, files);
            }
        }
    }

    /// A file that was named on the command line.
    pub(crate) fn named(&mut self, client: &Client, spot: Spot) {
        let exists = fs::exists(&spot.path);
        let place = Place { path: spot.path.clone(), client: client.id, scope: spot.scope, exists };
        self.out.places.push(place);
        if self.read.insert(spot.path.clone()) {
            self.file(client, spot, &mut Vec::new());
        }
    }

    /// Reads a file. Gives the files that it names itself.
    fn file(&mut self, client: &Client, spot: Spot, files: &mut Vec<Loaded>) -> Vec<Spot> {
        let mut report = SourceReport {
            path: spot.path.clone(),
            client: client.id.into(),
            scope: spot.scope.name().into(),
            servers: 0,
            error: None,
        };
        let contents = if spot.script {
            self.out.findings.push(about_script(&spot.path));
            Ok(Contents::default())
        } else {
            self.contents(client, &spot, files)
        };
        let more = match contents {
            Ok(mut contents) => {
                report.servers = contents.entries.len();
                report.error = contents.note.map(|n| located(&spot.path, &n));
                self.out.entries.append(&mut contents.entries);
                self.out.findings.append(&mut contents.findings);
                contents.more
            }
            Err(e) => {
                report.error = Some(located(&spot.path, &e));
                Vec::new()
            }
        };
        self.out.sources.push(report);
        more
    }

    fn contents(
        &self,
        client: &Client,
        spot: &Spot,
        files: &mut Vec<Loaded>,
    ) -> Result<Contents, String> {
        let text = match &spot.inline {
            Some(text) => text.clone(),
            None => decode(&fs::read(&spot.path)?.ok_or("does not exist")?)?,
        };
        let node = format::read(&text, spot.format)?;
        let reader = file::Reader {
            env: self.env,
            client,
            spot,
            text: &text,
            projects: &self.project_keys,
            disk: true,
        };
        let contents = reader.read(&node)?;
        files.push(Loaded { spot: spot.clone(), node });
        Ok(contents)
    }
}

fn about_script(path: &Path) -> warden_core::Finding {
    let mut finding = Rule::RunsCode.finding(
        "",
        "This config is a shell script, which the client runs. It was not read: servers that it \
         adds are not known here.",
    );
    finding.source = Some(SourceRef { file: path.to_owned(), line: 1, column: Some(1) });
    finding
}

/// `file:line:col: message` where the message begins with a place, else
/// `file: message`.
fn located(path: &Path, message: &str) -> String {
    let file = warden_core::Untrusted::from(path.to_string_lossy()).term();
    let placed = message.starts_with(|c: char| c.is_ascii_digit());
    format!("{file}:{}{message}", if placed { "" } else { " " })
}

fn keep_project(found: &mut Discovery) {
    let dropped: BTreeSet<PathBuf> =
        found.places.iter().filter(|p| p.scope != Scope::Project).map(|p| p.path.clone()).collect();
    found.places.retain(|p| p.scope == Scope::Project);
    found.entries.retain(|e| e.scope == Scope::Project);
    found.sources.retain(|s| !dropped.contains(&s.path));
    found.findings.retain(|f| f.source.as_ref().is_none_or(|s| !dropped.contains(&s.file)));
}

fn append(all: &mut Discovery, mut more: Discovery) {
    all.places.append(&mut more.places);
    all.sources.append(&mut more.sources);
    all.entries.append(&mut more.entries);
    all.findings.append(&mut more.findings);
}
