//! A file that a client reads, and what a client is.

use std::path::{Path, PathBuf};

use crate::adjust::Adjust;
use crate::entry::Dialect;
use crate::format::Format;
use crate::shape::Shape;
use crate::tree::Node;
use crate::{Env, Scope, fs};

/// Names and what they stand for.
pub(crate) type Own = Vec<(String, String)>;

/// One client: its files, its notation, its switches.
pub(crate) struct Client {
    /// The id on the command line and in reports.
    pub(crate) id: &'static str,
    /// How it reads entries.
    pub(crate) dialect: Dialect,
    /// The files it reads, in order, whether they exist or not.
    pub(crate) spots: fn(&Env) -> Vec<Spot>,
    /// Ends of paths (or, with a slash at the end, parts) that tell its files.
    pub(crate) hints: &'static [&'static str],
    /// Names that only some of its files know, such as `CLAUDE_PLUGIN_ROOT`.
    pub(crate) own: Option<fn(&Env, &Spot, &Node) -> Own>,
    /// Switches that stand elsewhere than in the entry.
    pub(crate) adjust: Option<fn(&mut Adjust<'_>)>,
}

impl Client {
    /// A client that keeps everything about an entry in the entry.
    pub(crate) const fn new(
        id: &'static str,
        dialect: Dialect,
        spots: fn(&Env) -> Vec<Spot>,
        hints: &'static [&'static str],
    ) -> Self {
        Self { id, dialect, spots, hints, own: None, adjust: None }
    }
}

/// One file that a client reads.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) path: PathBuf,
    pub(crate) scope: Scope,
    pub(crate) format: Format,
    /// Where its servers stand; none for mere settings.
    pub(crate) shapes: &'static [Shape],
    /// Where the plugin or extension lies that the file belongs to.
    pub(crate) plugin: Option<PathBuf>,
    /// What the file holds, where it is no file (a variable).
    pub(crate) inline: Option<String>,
    /// A script that the client runs: noted, never read.
    pub(crate) script: bool,
    /// A directory that was searched, for the record.
    pub(crate) directory: bool,
}

impl Spot {
    pub(crate) fn new(path: impl Into<PathBuf>, scope: Scope, shapes: &'static [Shape]) -> Self {
        let path = path.into();
        let format = Format::of(&path);
        Self {
            path,
            scope,
            format,
            shapes,
            plugin: None,
            inline: None,
            script: false,
            directory: false,
        }
    }

    /// A person's own file.
    pub(crate) fn user(path: impl Into<PathBuf>, shapes: &'static [Shape]) -> Self {
        Self::new(path, Scope::User, shapes)
    }

    /// A file of an administrator.
    pub(crate) fn managed(path: impl Into<PathBuf>, shapes: &'static [Shape]) -> Self {
        Self::new(path, Scope::Managed, shapes)
    }

    /// A file of a plugin or extension that lies in `root`.
    pub(crate) fn plugin(path: &Path, root: &Path, shapes: &'static [Shape]) -> Self {
        Self { plugin: Some(root.to_owned()), ..Self::new(path, Scope::Plugin, shapes) }
    }

    /// Files that were found in a directory, and the directory itself.
    pub(crate) fn listed(
        dir: PathBuf,
        found: Vec<PathBuf>,
        scope: Scope,
        shapes: &'static [Shape],
    ) -> Vec<Self> {
        let files = found.into_iter().map(|p| Self::new(p, scope, shapes));
        std::iter::once(Self::directory(dir, scope)).chain(files).collect()
    }

    /// Files of one name anywhere below a directory of plugins; the place of
    /// each is its plugin.
    pub(crate) fn plugins(
        dir: PathBuf,
        name: &str,
        depth: usize,
        shapes: &'static [Shape],
    ) -> Vec<Self> {
        let found = fs::find(&dir, &[name], depth);
        let plugin = |p: PathBuf| Self::plugin(&p, p.parent().unwrap_or(&p), shapes);
        let files = found.into_iter().map(plugin);
        std::iter::once(Self::directory(dir, Scope::Plugin)).chain(files).collect()
    }

    /// The same file in every project directory.
    pub(crate) fn project(env: &Env, relative: &str, shapes: &'static [Shape]) -> Vec<Self> {
        Self::projects(env.in_project(relative), shapes)
    }

    /// Files that the project brings along.
    pub(crate) fn projects(paths: Vec<PathBuf>, shapes: &'static [Shape]) -> Vec<Self> {
        paths.into_iter().map(|p| Self::new(p, Scope::Project, shapes)).collect()
    }

    /// A directory in which files were looked for.
    pub(crate) fn directory(path: impl Into<PathBuf>, scope: Scope) -> Self {
        Self { directory: true, ..Self::new(path, scope, &[]) }
    }

    /// A script that the client runs.
    pub(crate) fn into_script(self) -> Self {
        Self { script: true, ..self }
    }
}
