//! The file: one server or many.

use std::sync::Arc;

use crate::error::{ChoiceError, LockError};
use crate::model::Document;

/// How a file holds its servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The document of one server, as mcp-warden reads it.
    One,
    /// `{"lockfile": "warden.lock/1", "servers": {NAME: document}}`.
    Many,
}

/// A lock file, read and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockFile {
    /// One or many.
    pub shape: Shape,
    /// The servers, by name; one without a name in a file of one.
    pub servers: Vec<(String, Document)>,
}

/// Which entry of a file is meant.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The name given with `--id`.
    pub id: Option<&'a str>,
    /// The launch identity of the server at hand.
    pub identity: Option<&'a str>,
}

impl LockFile {
    /// Reads a file and verifies every digest in it.
    ///
    /// # Errors
    /// When it is no lock, or one whose content and digests do not agree.
    pub fn parse(bytes: Arc<[u8]>) -> Result<Self, LockError> {
        crate::read::file(bytes)
    }

    /// The file as bytes: UTF-8, two blanks of indent, one final newline.
    pub fn to_bytes(&self) -> Vec<u8> {
        crate::write::file(self)
    }

    /// The entry that is meant: by name, else the only one of that launch.
    ///
    /// # Errors
    /// When there is none, or several.
    pub fn choose(&self, choice: Choice<'_>) -> Result<&Document, ChoiceError> {
        let known = |of: &dyn Fn(&Document) -> bool| {
            let names = self.servers.iter().filter(|(_, d)| of(d));
            let shown: Vec<String> = names.take(20).map(|(n, _)| crate::error::shown(n)).collect();
            if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
        };
        if self.shape == Shape::One {
            return match (choice.id, self.servers.first()) {
                (None, Some((_, document))) => Ok(document),
                _ => Err(ChoiceError::Nameless),
            };
        }
        if let Some(id) = choice.id {
            let found = self.servers.iter().find(|(name, _)| name == id);
            return found.map(|(_, d)| d).ok_or_else(|| ChoiceError::Unknown {
                id: crate::error::shown(id),
                known: known(&|_| true),
            });
        }
        let same = |d: &Document| match (&d.own, choice.identity) {
            (Some(own), Some(identity)) => own.identity == identity,
            _ => false,
        };
        let mut matching = self.servers.iter().filter(|(_, d)| same(d));
        match (matching.next(), matching.next()) {
            (Some((_, document)), None) => Ok(document),
            (None, _) => Err(ChoiceError::NoMatch { known: known(&|_| true) }),
            (Some(_), Some(_)) => Err(ChoiceError::Ambiguous { known: known(&same) }),
        }
    }
}
