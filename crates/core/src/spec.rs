//! How to write down a server: one form for every client's notation.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::digest::sha256_parts;
use crate::text::Untrusted;

/// A value that must never reach a log, a report, an error or `Debug`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Secret {
    value: String,
    referenced: bool,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(s: T) -> Self {
        Self { value: s.into(), referenced: false }
    }
}

impl Secret {
    /// A value that does not stand in the config itself: it was taken from a
    /// variable or a keyring that the config only names.
    pub fn referenced(value: impl Into<String>) -> Self {
        Self { value: value.into(), referenced: true }
    }

    /// Whether the value stands in the config (or on the command line) itself.
    pub fn is_written_out(&self) -> bool {
        !self.referenced
    }

    /// The value, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.value
    }
}

/// A place in a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SourceRef {
    /// The file as it was found.
    #[serde(serialize_with = "lossy_path")]
    pub file: PathBuf,
    /// Line of the entry.
    pub line: u32,
    /// Column of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// A file name need not be Unicode; one that is not must not cost the report.
pub(crate) fn lossy_path<S: serde::Serializer>(path: &Path, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(&path.display())
}

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Program: a path, or a name to be found on `PATH`.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables that the config sets; values are secrets until shown otherwise.
    pub env: Vec<(String, Secret)>,
    /// Where it is started; the current directory if absent.
    pub cwd: Option<PathBuf>,
}

/// How a remote server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HttpKind {
    /// Streamable HTTP; falls back to SSE when the server knows only that.
    Auto,
    /// Streamable HTTP only.
    Streamable,
    /// The two-endpoint transport of revision 2024-11-05.
    Sse,
}

/// A server to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// `http` or `https` URL.
    pub url: String,
    /// Headers to send; values are secrets.
    pub headers: Vec<(String, Secret)>,
    /// Which transport.
    pub kind: HttpKind,
}

/// Start it or reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Endpoint {
    Stdio(Launch),
    Http(Remote),
}

/// The transport's name in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Transport {
    Stdio,
    Http,
    Sse,
}

impl Endpoint {
    /// Which transport it uses.
    pub fn transport(&self) -> Transport {
        match self {
            Self::Stdio(_) => Transport::Stdio,
            Self::Http(r) if r.kind == HttpKind::Sse => Transport::Sse,
            Self::Http(_) => Transport::Http,
        }
    }

    /// Equal for two entries that would start or reach exactly the same thing:
    /// one capture serves all of them.
    pub fn capture_key(&self) -> String {
        let mut parts: Vec<&[u8]> = Vec::new();
        let cwd;
        match self {
            Self::Stdio(l) => {
                parts.extend([b"stdio".as_slice(), l.command.as_bytes()]);
                parts.extend(l.args.iter().map(String::as_bytes));
                parts.push(b"\0env");
                for (k, v) in &l.env {
                    parts.extend([k.as_bytes(), v.expose().as_bytes()]);
                }
                cwd = l.cwd.as_ref().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
                parts.extend([b"\0cwd".as_slice(), cwd.as_bytes()]);
            }
            Self::Http(r) => {
                let kind: &[u8] = match r.kind {
                    HttpKind::Auto => b"auto",
                    HttpKind::Streamable => b"streamable",
                    HttpKind::Sse => b"sse",
                };
                parts.extend([b"http".as_slice(), kind, r.url.as_bytes()]);
                for (k, v) in &r.headers {
                    parts.extend([k.as_bytes(), v.expose().as_bytes()]);
                }
            }
        }
        sha256_parts(parts)
    }
}

/// One server, whoever wrote it down and in whichever notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSpec {
    /// The key in the config, or a name made from the command line.
    pub name: Untrusted,
    /// How to start or reach it.
    pub endpoint: Endpoint,
}
