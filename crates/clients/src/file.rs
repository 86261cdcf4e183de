//! From the tree of one file to its entries. Pure, but for the question
//! whether a command with spaces is a program.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use warden_core::{Finding, SourceRef, Transport, Untrusted};

use crate::checks::{self, Remark};
use crate::entry::{self, Context};
use crate::rules::Rule;
use crate::shape::{Finds, Found, Shape};
use crate::spot::{Client, Spot};
use crate::text::Positions;
use crate::tree::{Node, Value};
use crate::{Entry, Env, Scope};

/// Servers that are taken from one file, at most.
const MAX_SERVERS: usize = 1_000;
/// Longest name of a server that is kept.
const MAX_NAME: usize = 256;

/// What one file holds.
#[derive(Default)]
pub(crate) struct Contents {
    pub(crate) entries: Vec<Entry>,
    pub(crate) findings: Vec<Finding>,
    /// Files that it names itself.
    pub(crate) more: Vec<Spot>,
    /// What was left out.
    pub(crate) note: Option<String>,
}

/// Reads one file for one client.
pub(crate) struct Reader<'a> {
    pub(crate) env: &'a Env,
    pub(crate) client: &'a Client,
    pub(crate) spot: &'a Spot,
    pub(crate) text: &'a str,
    /// Spellings of the project directory.
    pub(crate) projects: &'a [String],
    pub(crate) disk: bool,
}

impl Reader<'_> {
    pub(crate) fn read(&self, root: &Node) -> Result<Contents, String> {
        let list = matches!(root.value, Value::List(_)) && self.spot.scope == Scope::Named;
        if !root.is_map() && !list {
            return Err("the top level is not an object".into());
        }
        let places = Positions::new(self.text);
        let finds = Finds::of(root, self.spot.shapes, self.projects);
        let mut contents = Contents { more: self.more(&finds.files), ..Contents::default() };
        contents.findings = self.about_file(root, &finds, &places);
        if finds.servers.len() > MAX_SERVERS {
            let rest = finds.servers.len() - MAX_SERVERS;
            contents.note = Some(format!("names too many servers; {rest} were left out"));
        }
        self.entries(root, &finds, &places, &mut contents.entries);
        self.packed(&finds.files, &mut contents.entries);
        Ok(contents)
    }

    fn source(&self, places: &Positions, at: usize) -> SourceRef {
        let (line, column) = places.at(self.text, at);
        SourceRef { file: self.spot.path.clone(), line, column: Some(column) }
    }

    fn about_file(&self, root: &Node, finds: &Finds<'_>, places: &Positions) -> Vec<Finding> {
        // `settings.local.json` is where Claude Code keeps a person's answers.
        let local = self.spot.path.file_name().is_some_and(|n| n == "settings.local.json");
        let mut remarks = checks::file(root, self.spot.scope != Scope::Project || local);
        remarks.extend(finds.repeated.iter().map(|(_, at)| {
            Remark {
                rule: Rule::DuplicateKey,
                path: String::new(),
                message:
                    "The key that holds the servers stands here twice; clients differ in which \
                      one counts. The servers of both are listed."
                        .into(),
                at: Some(*at),
            }
        }));
        remarks.into_iter().map(|r| self.finding(r, root.at, places)).collect()
    }

    fn finding(&self, remark: Remark, at: usize, places: &Positions) -> Finding {
        let mut finding = remark.rule.finding(&remark.path, remark.message);
        finding.source = Some(self.source(places, remark.at.unwrap_or(at)));
        finding
    }

    fn entries(&self, root: &Node, finds: &Finds<'_>, places: &Positions, out: &mut Vec<Entry>) {
        let own = self.client.own.map(|f| f(self.env, self.spot, root)).unwrap_or_default();
        let workspace = self.workspace();
        let cx = Context {
            env: self.env,
            dialect: self.client.dialect,
            workspace: &workspace,
            own: &own,
            untrusted: matches!(self.spot.scope, Scope::Project | Scope::Named),
            disk: self.disk,
        };
        let mut seen = BTreeSet::new();
        for (n, found) in finds.servers.iter().take(MAX_SERVERS).enumerate() {
            let mut entry = self.entry(found, n, &cx, places);
            if !seen.insert((found.group, entry.name.expose().to_owned())) {
                let message = "A server of the same name stands further up; clients differ in \
                               which one counts. Both are listed.";
                let mut finding = Rule::DuplicateKey.finding("", message);
                finding.source = Some(entry.source.clone());
                entry.findings.push(finding);
            }
            out.push(entry);
        }
    }

    fn entry(&self, found: &Found<'_>, n: usize, cx: &Context<'_>, places: &Positions) -> Entry {
        let name = match found.name {
            Some(name) => name.chars().take(MAX_NAME).collect(),
            None => format!("#{}", n + 1),
        };
        let meaning = entry::read(found.node, cx);
        let mut remarks = checks::entry(found.node, cx.dialect);
        if self.spot.scope == Scope::Plugin {
            // Gemini ignores what an extension says about trusting itself.
            remarks.retain(|r| r.path != "/trust");
        }
        Entry {
            name: name.into(),
            client: self.client.id,
            scope: if found.local && self.spot.scope == Scope::User {
                Scope::Local
            } else {
                self.spot.scope
            },
            source: self.source(places, found.at),
            endpoint: meaning.endpoint,
            transport: meaning.transport,
            from_project: self.spot.scope == Scope::Project,
            wrapped: meaning.wrapped,
            findings: remarks.into_iter().map(|r| self.finding(r, found.at, places)).collect(),
        }
    }

    /// The project directory that the file belongs to.
    fn workspace(&self) -> PathBuf {
        let holds = |d: &PathBuf| self.spot.path.starts_with(d);
        let dirs = match self.spot.scope {
            Scope::Project => self.env.project_dirs(),
            _ => Vec::new(),
        };
        dirs.into_iter().find(holds).unwrap_or_else(|| self.env.cwd.clone())
    }

    /// Files inside a plugin that its manifest names; nothing outside of it.
    fn more(&self, files: &[&str]) -> Vec<Spot> {
        const SHAPES: &[Shape] = &[Shape::Bare("mcpServers")];
        let Some(root) = &self.spot.plugin else { return Vec::new() };
        let inside = |f: &&&str| {
            let parts = |c| matches!(c, Component::Normal(_) | Component::CurDir);
            Path::new(f).components().all(parts) && !is_packed(f)
        };
        files
            .iter()
            .filter(inside)
            .map(|f| root.components().chain(Path::new(f).components()).collect::<PathBuf>())
            .map(|path| Spot::plugin(&path, root, SHAPES))
            .collect()
    }

    /// Bundles are named for the record; they are not opened.
    fn packed(&self, files: &[&str], out: &mut Vec<Entry>) {
        for file in files.iter().filter(|f| is_packed(f)) {
            out.push(Entry {
                name: Untrusted::from(*file),
                client: self.client.id,
                scope: self.spot.scope,
                source: SourceRef { file: self.spot.path.clone(), line: 1, column: None },
                endpoint: Err("is in a packed bundle, which is not opened".into()),
                transport: Transport::Stdio,
                from_project: false,
                wrapped: false,
                findings: Vec::new(),
            });
        }
    }
}

fn is_packed(file: &str) -> bool {
    file.ends_with(".mcpb") || file.ends_with(".dxt")
}
