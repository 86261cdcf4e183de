//! The output lines of `vet --jsonl`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use warden_core::finding::{Finding, Gate};
use warden_core::report::{Completeness, Ignored, Ruleset};
use warden_core::{Untrusted, Verdict};

use super::format::{Safe, write_escaped};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VerdictLine<'a> {
    id: Option<Box<RawValue>>,
    allow: bool,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<Gate>,
    ruleset: &'a Ruleset,
    completeness: &'a Completeness,
    findings: &'a [Finding],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    ignored: &'a [Ignored],
    allowed_tools: &'a [Untrusted],
    blocked_tools: &'a [Untrusted],
}

#[derive(Serialize)]
struct ActionLine<'a> {
    id: Option<Box<RawValue>>,
    action: &'a str,
    findings: &'a [Finding],
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    line: u64,
    error: &'a str,
}

/// One line of `vet --jsonl`: a verdict. `id` is the record's id as written;
/// a record without one has the id `null`.
pub fn jsonl_verdict(
    id: Option<&[u8]>,
    verdict: &Verdict,
    ruleset: &Ruleset,
    out: &mut dyn Write,
) -> io::Result<()> {
    let line = VerdictLine {
        id: id.map(own_id).transpose()?,
        allow: verdict.allow,
        score: verdict.score,
        decided_by: verdict.decided_by,
        ruleset,
        completeness: &verdict.completeness,
        findings: &verdict.findings,
        ignored: &verdict.ignored,
        allowed_tools: &verdict.allowed_tools,
        blocked_tools: &verdict.blocked_tools,
    };
    write_line(&line, out)
}

/// One line of `inspect --jsonl`: what is to be done with a text, and why.
pub fn jsonl_action(
    id: Option<&[u8]>,
    action: &str,
    findings: &[Finding],
    out: &mut dyn Write,
) -> io::Result<()> {
    write_line(&ActionLine { id: id.map(own_id).transpose()?, action, findings }, out)
}

/// One line of `vet --jsonl` or `inspect --jsonl`: a record that could not be read.
pub fn jsonl_error(
    id: Option<&[u8]>,
    line: u64,
    error: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_line(&ErrorLine { id: id.map(own_id).transpose()?, line, error }, out)
}

/// The line is put together first and handed out in one write: `out` need not
/// be buffered, and no half line is left behind when a value cannot be written.
fn write_line<T: Serialize>(line: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(1024);
    let mut ser = serde_json::Serializer::with_formatter(&mut buffer, Safe::compact());
    line.serialize(&mut ser)?;
    buffer.push(b'\n');
    out.write_all(&buffer)
}

/// The id as it was written, on one line and printable. What is no JSON (the
/// reader of records is more tolerant than RFC 8259) becomes a string.
fn own_id(raw: &[u8]) -> io::Result<Box<RawValue>> {
    let text = String::from_utf8_lossy(raw);
    let valid = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
    let written = if valid {
        let one_line = text.trim().replace(['\r', '\n', '\t'], " ");
        let mut bytes = Vec::with_capacity(one_line.len());
        write_escaped(&mut bytes, &one_line)?;
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        Untrusted::from(text).json()
    };
    Ok(RawValue::from_string(written)?)
}
