//! Frames without the secrets in them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warden_core::digest::sha256_hex;
use warden_core::json::{Kind, Limits, Mode, Val, read, write_string};
use warden_engine::{Action, Actions, Class, Engine, Inspection, RuntimeText};

/// A secret that was taken out.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Redaction {
    /// Where what stands in its place begins, in bytes of the frame.
    pub(crate) start: usize,
    /// How long that is.
    pub(crate) len: usize,
    /// The rule that knew it.
    pub(crate) rule: String,
    /// The SHA-256 of what stood there.
    pub(crate) digest: String,
}

/// Shorter texts hold no secret that is known by its form.
const SHORTEST: usize = 8;

/// The frame with every known form of secret replaced by its kind; in a string
/// of JSON, the string is written anew. Whatever is no JSON is read as text.
pub(crate) fn redact(engine: &Engine, frame: &[u8]) -> (Vec<u8>, Vec<Redaction>) {
    let limits = Limits { bytes: frame.len(), depth: 512, nodes: u32::MAX };
    let mut out = Writer { out: Vec::new(), at: 0, frame, found: Vec::new() };
    match read(Arc::from(frame), Mode::AsClientsRead, &limits) {
        Ok(doc) => strings(engine, doc.root(), &mut out),
        Err(_) => {
            let text = String::from_utf8_lossy(frame);
            let found = secrets(engine, &text);
            if !found.edits.is_empty() {
                out.replace(0..frame.len(), &text, &found, &|t, o| o.extend(t.as_bytes()));
            }
        }
    }
    out.finish()
}

fn only_secrets() -> Actions {
    let pass = |all: Actions, class: &Class| all.with(*class, Action::Pass);
    Class::ALL.iter().fold(Actions::default(), pass).with(Class::Secret, Action::Edit)
}

fn secrets(engine: &Engine, text: &str) -> Inspection {
    engine.inspect(&RuntimeText::from(text), &only_secrets())
}

fn strings(engine: &Engine, v: Val<'_>, out: &mut Writer<'_>) {
    for (key, value) in v.members() {
        one(engine, key, out);
        strings(engine, value, out);
    }
    v.items().for_each(|x| strings(engine, x, out));
    if v.kind() == Kind::Str {
        one(engine, v, out);
    }
}

fn one(engine: &Engine, v: Val<'_>, out: &mut Writer<'_>) {
    let Some(text) = v.text().filter(|t| t.len() >= SHORTEST) else { return };
    let found = secrets(engine, &text);
    if !found.edits.is_empty() {
        let range = v.span().start as usize..v.span().end as usize;
        let escaped = |text: &str, out: &mut Vec<u8>| {
            let mut quoted = Vec::new();
            write_string(text, &mut quoted);
            out.extend_from_slice(&quoted[1..quoted.len() - 1]);
        };
        out.quote(range, &text, &found, &escaped);
    }
}

struct Writer<'a> {
    out: Vec<u8>,
    at: usize,
    frame: &'a [u8],
    found: Vec<Redaction>,
}

type Escape<'a> = &'a dyn Fn(&str, &mut Vec<u8>);

impl Writer<'_> {
    fn quote(
        &mut self,
        range: std::ops::Range<usize>,
        text: &str,
        found: &Inspection,
        e: Escape<'_>,
    ) {
        self.copy_to(range.start);
        self.out.push(b'"');
        self.text(text, found, e);
        self.out.push(b'"');
        self.at = range.end;
    }

    fn replace(
        &mut self,
        range: std::ops::Range<usize>,
        text: &str,
        found: &Inspection,
        e: Escape<'_>,
    ) {
        self.copy_to(range.start);
        self.text(text, found, e);
        self.at = range.end;
    }

    fn text(&mut self, text: &str, found: &Inspection, escape: Escape<'_>) {
        let mut at = 0;
        for (n, edit) in found.edits.iter().enumerate() {
            escape(text.get(at..edit.range.start).unwrap_or_default(), &mut self.out);
            let start = self.out.len();
            escape(&edit.replacement, &mut self.out);
            let rule = found.findings.get(n).or(found.findings.first());
            self.found.push(Redaction {
                start,
                len: self.out.len() - start,
                rule: rule.map(|f| f.rule.to_string()).unwrap_or_default(),
                digest: sha256_hex(text.get(edit.range.clone()).unwrap_or_default().as_bytes()),
            });
            at = edit.range.end;
        }
        escape(text.get(at..).unwrap_or_default(), &mut self.out);
    }

    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(self.frame.get(self.at..end).unwrap_or_default());
        self.at = end;
    }

    fn finish(mut self) -> (Vec<u8>, Vec<Redaction>) {
        self.copy_to(self.frame.len());
        (self.out, self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warden_core::Severity;
    use warden_engine::EngineOptions;

    /// A made-up token of a form with a right checksum is not needed: this one
    /// is known by its prefix.
    const TOKEN: &str = "AKIAQ3EGR7PZ4WNTYXKD";

    fn engine() -> Engine {
        Engine::new(EngineOptions {
            fail_on: Severity::High,
            require_approval: false,
            ignores: Vec::new(),
            today: "2026-01-01".into(),
            user_rules: Vec::new(),
        })
        .expect("the rules are right")
    }

    #[test]
    fn secrets_leave_strings_names_and_broken_frames() {
        let engine = engine();
        for frame in [
            format!(r#"{{"a":"x \u00e9 {TOKEN} y","uri":"https://a.test/?k={TOKEN}"}}"#),
            format!(r#"{{"{TOKEN}":1, "n": 1.50}}"#),
            format!("no JSON {TOKEN}"),
        ] {
            let (out, found) = redact(&engine, frame.as_bytes());
            let text = String::from_utf8(out).expect("UTF-8");
            assert!(!text.contains(TOKEN) && !found.is_empty(), "{text}");
            for r in &found {
                assert!(text.get(r.start..r.start + r.len).is_some(), "{r:?}");
                assert_eq!(r.digest, sha256_hex(TOKEN.as_bytes()));
            }
        }
        let plain = br#"{"a" : "nothing \u00e9 here","b":[1.50,null]}"#;
        assert_eq!(redact(&engine, plain), (plain.to_vec(), Vec::new()));
    }
}
