//! Strict reading of members: every name is known, every kind is right.
//!
//! mcp-warden's reader takes `"4"` for 4 and passes over names that it does not
//! know, so that a lock can hold what nobody sees. This one takes neither.

use warden_core::json::{Kind, Val, push_token};

use crate::error::{LockError, shown};

/// An object whose members are taken one by one.
pub(crate) struct Fields<'d> {
    v: Val<'d>,
    at: String,
}

impl<'d> Fields<'d> {
    /// `allowed` are the names that it may have.
    pub(crate) fn new(v: Val<'d>, at: String, allowed: &[&str]) -> Result<Self, LockError> {
        let this = Self { v, at };
        if !v.is_obj() {
            return Err(invalid(&this.at, "expected an object"));
        }
        for (name, _) in v.members() {
            if !allowed.iter().any(|a| name.key_is(a)) {
                let name = name.text().unwrap_or_default();
                return Err(invalid(&this.below(&name), "unknown member"));
            }
        }
        Ok(this)
    }

    pub(crate) fn below(&self, name: &str) -> String {
        below(&self.at, name)
    }

    /// The member, `null` included.
    pub(crate) fn get(&self, name: &str) -> Option<Val<'d>> {
        self.v.get(name)
    }

    /// The member, unless it is absent or `null`.
    pub(crate) fn some(&self, name: &str) -> Option<Val<'d>> {
        self.get(name).filter(|v| v.kind() != Kind::Null)
    }

    pub(crate) fn need(&self, name: &str) -> Result<Val<'d>, LockError> {
        self.get(name).ok_or_else(|| invalid(&self.below(name), "missing"))
    }

    pub(crate) fn string(&self, name: &str) -> Result<String, LockError> {
        let v = self.need(name)?;
        text_at(v, || self.below(name))
    }

    pub(crate) fn maybe_string(&self, name: &str) -> Result<Option<String>, LockError> {
        self.some(name).map(|v| text_at(v, || self.below(name))).transpose()
    }

    /// A digest, as it is written.
    pub(crate) fn digest(&self, name: &str) -> Result<String, LockError> {
        let text = self.string(name)?;
        let hex = text.strip_prefix("sha256:").unwrap_or_default();
        let fine = hex.len() == 64 && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if fine {
            Ok(text)
        } else {
            Err(invalid(&self.below(name), "expected sha256: and 64 hexadecimal digits"))
        }
    }

    pub(crate) fn number(&self, name: &str) -> Result<u64, LockError> {
        let v = self.need(name)?;
        let number = v.num().and_then(|n| n.lexeme().parse().ok());
        number.ok_or_else(|| invalid(&self.below(name), "expected a whole number"))
    }

    pub(crate) fn truth(&self, name: &str) -> Result<bool, LockError> {
        self.need(name)?.bool().ok_or_else(|| invalid(&self.below(name), "expected true or false"))
    }

    /// The elements of an array, each with its pointer.
    pub(crate) fn list<T>(
        &self,
        name: &str,
        mut each: impl FnMut(Val<'d>, String) -> Result<T, LockError>,
    ) -> Result<Vec<T>, LockError> {
        let v = self.need(name)?;
        let at = self.below(name);
        if !v.is_arr() {
            return Err(invalid(&at, "expected an array"));
        }
        v.items().enumerate().map(|(n, item)| each(item, below(&at, &n.to_string()))).collect()
    }

    pub(crate) fn strings(&self, name: &str) -> Result<Vec<String>, LockError> {
        let v = self.need(name)?;
        if !v.is_arr() {
            return Err(invalid(&self.below(name), "expected an array"));
        }
        let one = |(n, v)| text_at(v, || below(&self.below(name), &usize::to_string(&n)));
        v.items().enumerate().map(one).collect()
    }
}

pub(crate) fn below(at: &str, name: &str) -> String {
    let mut out = at.to_owned();
    push_token(&mut out, name);
    out
}

pub(crate) fn text(v: Val<'_>, at: &str) -> Result<String, LockError> {
    text_at(v, || at.to_owned())
}

/// A large lock has a hundred thousand of them: where each stands is told only
/// when it is wrong.
fn text_at(v: Val<'_>, at: impl Fn() -> String) -> Result<String, LockError> {
    v.text().map(|t| t.into_owned()).ok_or_else(|| invalid(&at(), "expected a string"))
}

pub(crate) fn invalid(at: &str, why: &str) -> LockError {
    let at = if at.is_empty() { "the whole file".into() } else { shown(at) };
    LockError::Invalid { at, why: why.into() }
}
