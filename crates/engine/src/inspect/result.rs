//! A message of a server: every text in it, wherever it stands.

use warden_core::Finding;
use warden_core::finding::{Gate, Subject};
use warden_core::json::{NodeId, Val};
use warden_core::report::Completeness;

use super::walk::{self, Unit};
use super::{Action, Actions, Class, Edit, RuntimeText, rules, text};

/// The edits of one string of a message, in the text that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeEdits {
    /// The string, or the member name.
    pub node: NodeId,
    /// Its edits.
    pub edits: Vec<Edit>,
}

/// What was found in a message and what is to be done.
#[derive(Clone, Debug, Default)]
pub struct ResultInspection {
    /// The strongest action of all findings.
    pub action: Action,
    /// The findings, each with the pointer of its text.
    pub findings: Vec<Finding>,
    /// What to change, string by string.
    pub edits: Vec<NodeEdits>,
    /// What was looked at.
    pub completeness: Completeness,
}

/// Inspects a message.
pub(super) fn inspect(message: Val<'_>, tool: Option<&str>, actions: &Actions) -> ResultInspection {
    let mut out = ResultInspection::default();
    anomalies(message, tool, actions, &mut out);
    walk::texts(message, &mut |unit| one(message, &unit, tool, actions, &mut out));
    out
}

fn one(
    message: Val<'_>,
    unit: &Unit<'_>,
    tool: Option<&str>,
    actions: &Actions,
    out: &mut ResultInspection,
) {
    out.completeness.texts += 1;
    let Some(words) = &unit.text else {
        out.completeness.binary += 1;
        return;
    };
    let path = message.doc().pointer(message.id(), unit.node);
    let inspection = text::inspect(&RuntimeText { text: words, tool, path: &path }, actions);
    let cut = inspection.findings.iter().any(|f| f.rule.as_str() == rules::CUT.id);
    if cut {
        out.completeness.truncated += 1;
    } else {
        out.completeness.inspected += 1;
    }
    // A name, an address or a file cannot be edited without breaking what it is
    // for; the finding is all that can be given.
    let fixed = unit.fixed && inspection.action == Action::Edit;
    let action = if fixed { Action::Warn } else { inspection.action };
    out.action = out.action.max(action);
    out.findings.extend(inspection.findings);
    if !inspection.edits.is_empty() && !unit.fixed {
        out.edits.push(NodeEdits { node: unit.node, edits: inspection.edits });
    }
}

/// Oddities of the JSON inside of the message, one finding a kind.
fn anomalies(message: Val<'_>, tool: Option<&str>, actions: &Actions, out: &mut ResultInspection) {
    let span = message.span();
    let mut seen = std::collections::BTreeMap::new();
    for a in message.doc().anomalies() {
        if a.span.start >= span.start && a.span.end <= span.end && rules::ambiguous(a.kind) {
            *seen.entry(a.kind).or_insert(0usize) += 1;
        }
    }
    for (kind, count) in seen {
        let subject = tool.map_or(Subject::Server, |t| Subject::Tool(t.into()));
        let words = format!(
            "The message is JSON that clients read in different ways: {} ({count} times)",
            kind.name()
        );
        out.findings.push(rules::AMBIGUOUS_JSON.finding(Gate::Static, subject, words));
        out.action = out.action.max(actions.action(Class::Incomplete));
    }
}
