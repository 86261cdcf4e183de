//! The file of one server: what was approved, and what it listed last.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use warden_core::digest::sha256_hex;
use warden_core::{Endpoint, ItemKind, Untrusted};
use warden_engine::{launch_identity, redact_launch};

use crate::failure::Failure;
use crate::state;
use crate::target::Target;

/// A list is at most 64 MiB, and two may be kept of it.
const MAX_BYTES: u64 = 256 << 20;

/// Everything that is known of one server.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PinFile {
    /// 1.
    pub(crate) format: u32,
    /// The id, since the name of the file is its digest.
    pub(crate) id: String,
    /// How it was launched when it was approved.
    pub(crate) launch: Option<LaunchPart>,
    /// A person took the approval back.
    pub(crate) revoked: bool,
    /// What is approved.
    pub(crate) tools: Vec<PinnedItem>,
    /// What it listed last.
    pub(crate) seen: Vec<SeenItem>,
    /// When that was.
    pub(crate) seen_at: Option<String>,
    /// How it was launched then.
    pub(crate) seen_launch: Option<LaunchPart>,
}

/// A launch.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchPart {
    /// See `warden_engine::launch_identity`.
    pub(crate) identity: String,
    /// The launch line without secrets.
    pub(crate) line: String,
}

impl LaunchPart {
    pub(crate) fn of(endpoint: &Endpoint) -> Self {
        Self {
            identity: launch_identity(endpoint),
            line: redact_launch(endpoint).expose().to_owned(),
        }
    }
}

/// What a definition is of.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    #[default]
    Tool,
    Prompt,
    Resource,
    Template,
    /// What the server says of itself to the model.
    Instructions,
}

impl Kind {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
    fn is_tool(&self) -> bool {
        *self == Self::Tool
    }

    /// In a line for a person.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Template => "resource template",
            Self::Instructions => "server",
        }
    }

    /// As the core has it.
    pub(crate) fn item(self) -> ItemKind {
        match self {
            Self::Tool => ItemKind::Tool,
            Self::Prompt => ItemKind::Prompt,
            Self::Resource => ItemKind::Resource,
            Self::Template => ItemKind::Template,
            Self::Instructions => ItemKind::Server,
        }
    }
}

impl From<ItemKind> for Kind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Tool => Self::Tool,
            ItemKind::Prompt | ItemKind::PromptBody => Self::Prompt,
            ItemKind::Resource => Self::Resource,
            ItemKind::Template => Self::Template,
            ItemKind::Server | ItemKind::Envelope => Self::Instructions,
        }
    }
}

/// Who approved a definition.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum By {
    /// Nobody: it was there at first contact.
    FirstContact,
    /// A person, on a terminal.
    Person,
}

/// A definition that is approved.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PinnedItem {
    #[serde(default, skip_serializing_if = "Kind::is_tool")]
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) digest: String,
    pub(crate) by: By,
    /// When.
    pub(crate) at: String,
    /// Its JSON, as the server wrote it.
    pub(crate) definition: String,
}

/// A definition that was listed.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeenItem {
    #[serde(default, skip_serializing_if = "Kind::is_tool")]
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) digest: String,
    pub(crate) definition: String,
}

/// Where the pins of all servers are.
pub(crate) fn directory(state_dir: Option<&Path>) -> Result<PathBuf, Failure> {
    Ok(state::directory(state_dir)?.join("v1").join("pins"))
}

/// The id of a server that was given none: its program, and the beginning of
/// the digest of its launch.
pub(crate) fn default_id(endpoint: &Endpoint) -> String {
    let command = match endpoint {
        Endpoint::Stdio(launch) => launch.command.as_str(),
        Endpoint::Http(remote) => remote.url.as_str(),
    };
    let base = Path::new(command).file_stem().and_then(|n| n.to_str()).unwrap_or_default();
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let base: String = base.chars().filter(plain).take(32).collect();
    let base = base.trim_start_matches(['_', '-']);
    let digest = &launch_identity(endpoint)[..12];
    if base.is_empty() { format!("server-{digest}") } else { format!("{base}-{digest}") }
}

/// One server's file, with the way to change it.
#[derive(Clone, Debug)]
pub(crate) struct PinStore {
    path: PathBuf,
    id: String,
}

impl PinStore {
    pub(crate) fn new(dir: &Path, id: &str) -> Self {
        let path = dir.join(format!("{}.json", sha256_hex(id.as_bytes())));
        Self { path, id: id.to_owned() }
    }

    /// What is known; nothing at first contact.
    ///
    /// # Errors
    /// When the file is there and cannot be read: that is no first contact.
    pub(crate) fn read(&self) -> Result<PinFile, Failure> {
        Ok(self.read_bytes()?.map_or_else(|| self.empty(), |(file, _)| file))
    }

    fn empty(&self) -> PinFile {
        PinFile { format: 1, id: self.id.clone(), ..PinFile::default() }
    }

    fn read_bytes(&self) -> Result<Option<(PinFile, Vec<u8>)>, Failure> {
        read(&self.path).and_then(|read| match read {
            Some((file, _)) if file.id != self.id => Err(self.wrong("it is of another server")),
            other => Ok(other),
        })
    }

    fn wrong(&self, why: &str) -> Failure {
        Failure::Config(format!("{}: {why}", self.path.display()))
    }

    /// Changes the file while nobody else does; nothing is written if the
    /// change leaves it as it is.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&mut PinFile) -> Result<(), Failure>,
    ) -> Result<PinFile, Failure> {
        let fail = |source| Failure::Write { path: self.path.clone(), source };
        let dir = self.path.parent().unwrap_or(Path::new("."));
        state::make_private(dir).map_err(fail)?;
        let held = state::hold(&self.path.with_extension("lock")).map_err(fail)?;
        let before = self.read()?;
        let mut after = before.clone();
        change(&mut after)?;
        if after != before {
            let text =
                serde_json::to_vec_pretty(&after).map_err(|e| fail(std::io::Error::other(e)))?;
            Target::open_private(&self.path)?.write(|out| out.write_all(&text))?;
        }
        drop(held);
        Ok(after)
    }
}

/// Every file of a directory.
pub(crate) fn all(dir: &Path) -> Result<Vec<PinFile>, Failure> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(Failure::Read { path: dir.into(), source }),
    };
    let paths = entries.flatten().map(|e| e.path());
    let mut out = Vec::new();
    for path in paths.filter(|p| p.extension().is_some_and(|e| e == "json")) {
        out.extend(read(&path)?.map(|(file, _)| file));
    }
    out.sort_by(|a: &PinFile, b| a.id.cmp(&b.id));
    Ok(out)
}

fn read(path: &Path) -> Result<Option<(PinFile, Vec<u8>)>, Failure> {
    let bytes = match warden_files::read(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(e) if e.is_absent() => return Ok(None),
        Err(e) => return Err(Failure::file(path, e)),
    };
    let wrong = |why: String| {
        let why = Untrusted::from(why).term_limited(200);
        Failure::Config(format!("{}: {why}", path.display()))
    };
    let parsed: PinFile = serde_json::from_slice(&bytes).map_err(|e| wrong(e.to_string()))?;
    if parsed.format != 1 {
        return Err(wrong("written by a newer Warden".into()));
    }
    Ok(Some((parsed, bytes)))
}
