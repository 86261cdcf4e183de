//! Everything that can go wrong with us (what goes wrong with a server is
//! data), each with its exit code.

use std::path::{Path, PathBuf};

use warden_core::Exit;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line asks for something that cannot be.
    #[error("{0}")]
    Usage(String),
    /// A file of the user's could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    /// An output could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    /// A file of the user's is wrong; the text shows where.
    #[error("{0}")]
    Config(String),
    /// The input could not be evaluated.
    #[error("{0}")]
    NotEvaluated(String),
    /// Standard output takes no more; in `warden … | head` it went away.
    #[error("cannot write to standard output: {0}")]
    Stdout(#[source] std::io::Error),
    /// The async runtime did not start.
    #[error("cannot start: {0}")]
    Runtime(#[source] std::io::Error),
}

impl Failure {
    /// A file that could not be read.
    pub(crate) fn file(path: &Path, why: warden_files::ReadError) -> Self {
        match why {
            warden_files::ReadError::Io(source) => Self::Read { path: path.into(), source },
            why => Self::Config(format!("{}: {why}", path.display())),
        }
    }

    /// The exit code; exhaustive, so that no new failure lacks one.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Read { .. } | Self::Write { .. } | Self::Config(_) => Exit::Config,
            Self::NotEvaluated(_) | Self::Runtime(_) => Exit::NotEvaluated,
            // Nobody reads on; that is the reader's decision, not a failure.
            Self::Stdout(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Exit::Clean,
            Self::Stdout(_) => Exit::Config,
        }
    }

    /// The exit code where the work was done and only its output failed: a
    /// reader who went away does not turn a verdict into another.
    pub(crate) fn after(self, exit: Exit) -> Result<Exit, Self> {
        if self.is_silent() { Ok(exit) } else { Err(self) }
    }

    /// Whether there is anything to say about it.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Stdout(e) if e.kind() == std::io::ErrorKind::BrokenPipe)
    }
}
