//! The catalogue entries of the rules that have results.

use warden_core::finding::{Confidence, Severity};
use warden_core::{Finding, RuleMeta, Untrusted};

use super::model::{Configuration, Descriptor, Help, RuleProperties, Text};

/// How a severity is called in SARIF.
pub(super) fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "note",
    }
}

/// GitHub sorts by this number, in the bands of CVSS.
fn security_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "9.5",
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "3.0",
        Severity::Info => "1.0",
    }
}

fn precision(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    }
}

/// Plain text of several lines without characters that deceive.
fn lines(text: &str) -> String {
    let shown: Vec<String> = text.lines().map(|l| Untrusted::from(l).term()).collect();
    shown.join("\n")
}

/// A sentence ends with a full stop (a rule's title has none).
fn sentence(text: &str) -> String {
    let text = lines(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// `WRD-EXF-SEND-SECRET` as `ExfSendSecret`, the form that SARIF 3.49.7 asks of
/// a name that people read.
fn name(id: &str) -> String {
    let words = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let words = words.skip_while(|w| *w == "WRD");
    let name: String = words
        .map(|w| {
            let (first, rest) = w.split_at(1);
            format!("{}{}", first.to_ascii_uppercase(), rest.to_ascii_lowercase())
        })
        .collect();
    if name.is_empty() { "Rule".into() } else { name }
}

/// The entry of one rule; a rule that is not in the catalogue gets one made
/// from its finding.
pub(super) fn descriptor(finding: &Finding, catalogue: &[RuleMeta]) -> Descriptor {
    let meta = catalogue.iter().find(|m| m.id == finding.rule);
    let id = Untrusted::from(finding.rule.as_str()).term();
    let severity = meta.map_or(finding.severity, |m| m.severity);
    let confidence = meta.map_or(finding.confidence, |m| m.confidence);
    let title = sentence(meta.map_or(id.as_str(), |m| m.title.as_ref()));
    let doc = meta.map(|m| lines(m.doc.trim())).filter(|d| !d.is_empty());
    let doc = doc.unwrap_or_else(|| title.clone());
    Descriptor {
        name: name(&id),
        short_description: Text { text: title },
        full_description: Text { text: sentence(first_paragraph(&doc)) },
        help: Help { text: doc.clone(), markdown: doc },
        default_configuration: Configuration { level: level(severity) },
        properties: RuleProperties {
            tags: vec!["security", "mcp", "prompt-injection"],
            precision: precision(confidence),
            security_severity: security_severity(severity),
        },
        id,
    }
}

/// The first paragraph that is no heading.
fn first_paragraph(doc: &str) -> &str {
    let paragraphs = doc.split("\n\n").map(str::trim);
    paragraphs.clone().find(|p| !p.is_empty() && !p.starts_with('#')).unwrap_or(doc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_pascal_case() {
        assert_eq!(name("WRD-EXF-SEND-SECRET"), "ExfSendSecret");
        assert_eq!(name("ü"), "Rule");
    }
}
