//! The lines of a trace.

use serde::{Deserialize, Serialize};
use warden_core::digest::sha256_hex;
use warden_guard::Side;

use super::Redaction;

/// The name of the format.
pub(crate) const FORMAT: &str = "warden.trace/1";

/// The first line: how the session was set up, as far as a replay needs it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Header {
    /// [`FORMAT`].
    pub(crate) trace: String,
    /// The id of the server.
    pub(crate) id: String,
    /// Its name in policies.
    pub(crate) server: String,
    /// Version and digest of the rules that judged.
    pub(crate) ruleset: String,
    pub(crate) session: Session,
    /// What was approved when it began.
    pub(crate) pins: Vec<HeaderPin>,
    /// The server's approval was taken back.
    #[serde(default)]
    pub(crate) revoked: bool,
}

/// Settings of a session.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    pub(crate) fail_on: String,
    /// Class and action, for every class.
    pub(crate) results: Vec<(String, String)>,
    pub(crate) results_off: bool,
    pub(crate) partial: bool,
    pub(crate) require_approval: bool,
    pub(crate) relist_always: bool,
    pub(crate) ask_refuse: bool,
    pub(crate) audit_only: bool,
    pub(crate) strict: bool,
    /// A policy judged the calls.
    pub(crate) policy: bool,
    pub(crate) own_ids: String,
    pub(crate) ask_ids: String,
}

/// One approved definition.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HeaderPin {
    pub(crate) kind: crate::cmd::pins::Kind,
    pub(crate) name: String,
    pub(crate) digest: String,
    pub(crate) by_person: bool,
}

/// Any other line: a frame, the end of a side, or what was decided.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct Line {
    /// `c>s` or `s>c`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dir: Option<String>,
    /// The frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) raw: Option<String>,
    /// The frame, where it is no UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) b64: Option<String>,
    /// Only the two ends of it are there, since it was too long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) oversize: bool,
    /// Nothing more came from that side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) end: bool,
    /// What was taken out of the frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) redactions: Vec<Redaction>,
    /// What the guard noted upon the frame above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<serde_json::Value>,
}

/// The name of a direction.
pub(crate) fn direction(from: Side) -> &'static str {
    match from {
        Side::Client => "c>s",
        Side::Server => "s>c",
    }
}

impl Line {
    /// A line about that side.
    pub(crate) fn from_side(from: Side) -> Self {
        Self { dir: Some(direction(from).to_owned()), ..Self::default() }
    }

    /// The side that it came from.
    pub(crate) fn side(&self) -> Option<Side> {
        [Side::Client, Side::Server]
            .into_iter()
            .find(|s| self.dir.as_deref() == Some(direction(*s)))
    }
}

/// A line with its place in the chain.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Sealed<T> {
    /// Its number.
    pub(crate) n: u64,
    /// When.
    pub(crate) t: String,
    #[serde(flatten)]
    pub(crate) line: T,
    /// The hash of the line before.
    pub(crate) prev: String,
}

/// Where the hash begins in a line.
const HASH: &str = ",\"hash\":\"";

impl<T: Serialize> Sealed<T> {
    /// The line's text with its hash, and the hash. The hash is the SHA-256 of
    /// the line without the member `hash`.
    pub(crate) fn seal(&self) -> serde_json::Result<(Vec<u8>, String)> {
        let mut text = serde_json::to_vec(self)?;
        let hash = sha256_hex(&text);
        text.pop();
        text.extend_from_slice(HASH.as_bytes());
        text.extend_from_slice(hash.as_bytes());
        text.extend_from_slice(b"\"}\n");
        Ok((text, hash))
    }
}

/// The hash that a line bears, if it is that of the line.
pub(crate) fn checked_hash(text: &str) -> Option<&str> {
    let (head, rest) = text.rsplit_once(HASH)?;
    let hash = rest.strip_suffix("\"}")?;
    let mut whole = String::with_capacity(head.len() + 1);
    whole.push_str(head);
    whole.push('}');
    (sha256_hex(whole.as_bytes()) == hash).then_some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_bears_the_hash_of_itself() {
        let line = Line { raw: Some("{\"a\":1}".into()), ..Line::from_side(Side::Client) };
        let sealed = Sealed { n: 7, t: "now".into(), line, prev: "p".into() };
        let (text, hash) = sealed.seal().expect("JSON");
        let text = String::from_utf8(text).expect("UTF-8");
        assert_eq!(checked_hash(text.trim_end()), Some(hash.as_str()));
        assert_eq!(checked_hash(&text.trim_end().replace("now", "new")), None);
        let back: Sealed<Line> = serde_json::from_str(&text).expect("a line");
        assert_eq!((back.n, back.line.side()), (7, Some(Side::Client)));
    }
}
