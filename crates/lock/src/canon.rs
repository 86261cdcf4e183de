//! Canonical JSON texts, as digests are made of them.

use sha2::{Digest, Sha256};
use warden_core::json::{self, NumberPolicy, Val, utf16_order};

/// A JSON value in its canonical text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canon(String);

impl Canon {
    /// The RFC 8785 form of a value. A value that has none (a lone surrogate, a
    /// number that is not finite) gets its lossless form: mcp-warden cannot
    /// read such a server at all, so there is no digest to be equal to.
    pub fn of(v: Val<'_>) -> Self {
        Self(text(json::jcs(v, NumberPolicy::AsDouble).unwrap_or_else(|_| json::lossless(v))))
    }

    /// As [`Canon::of`], but always JSON: what has no RFC 8785 form becomes a
    /// string that holds its lossless form.
    pub(crate) fn json(v: Val<'_>) -> Self {
        match json::jcs(v, NumberPolicy::AsDouble) {
            Ok(bytes) => Self(text(bytes)),
            Err(_) => Self::string(&text(json::lossless(v))),
        }
    }

    /// `null`.
    pub fn null() -> Self {
        Self("null".into())
    }

    /// `true`.
    pub(crate) fn truth() -> Self {
        Self("true".into())
    }

    /// A text that is known to be canonical.
    pub(crate) fn of_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A string.
    pub fn string(s: &str) -> Self {
        let mut out = Vec::with_capacity(s.len() + 2);
        json::write_string(s, &mut out);
        Self(text(out))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `sha256:` and the hexadecimal digest.
    pub fn digest(&self) -> String {
        digest(self.0.as_bytes())
    }
}

/// A canonical form as text, which it is.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// `sha256:` and the hexadecimal digest of the bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(71);
    out.push_str("sha256:");
    out.push_str(&warden_core::digest::hex(&Sha256::digest(bytes)));
    out
}

/// Writes canonical JSON piece by piece. Members must come in their order.
#[derive(Default)]
pub(crate) struct Writer {
    out: Vec<u8>,
}

impl Writer {
    pub(crate) fn raw(&mut self, text: &str) -> &mut Self {
        self.out.extend_from_slice(text.as_bytes());
        self
    }

    pub(crate) fn string(&mut self, s: &str) -> &mut Self {
        json::write_string(s, &mut self.out);
        self
    }

    /// A string, or `null`.
    pub(crate) fn maybe(&mut self, s: Option<&str>) -> &mut Self {
        match s {
            Some(s) => self.string(s),
            None => self.raw("null"),
        }
    }

    /// An array; `each` writes one element.
    pub(crate) fn array<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.raw("[");
        for (n, item) in items.into_iter().enumerate() {
            if n > 0 {
                self.raw(",");
            }
            each(self, item);
        }
        self.raw("]")
    }

    /// An object with names that have to be put in order.
    pub(crate) fn object<'k, T>(
        &mut self,
        members: impl IntoIterator<Item = (&'k str, T)>,
        mut each: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        let mut members: Vec<(&str, T)> = members.into_iter().collect();
        members.sort_by(|a, b| utf16_order(a.0, b.0));
        self.raw("{");
        for (n, (name, value)) in members.into_iter().enumerate() {
            if n > 0 {
                self.raw(",");
            }
            self.string(name).raw(":");
            each(self, value);
        }
        self.raw("}")
    }

    pub(crate) fn digest(&self) -> String {
        digest(&self.out)
    }

    pub(crate) fn finish(self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }
}
