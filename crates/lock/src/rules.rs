//! Rules about the lock itself, beside those of drift.

use std::borrow::Cow;

use warden_core::{Confidence, RuleId, RuleMeta, Severity, Status};

struct Rule {
    id: &'static str,
    title: &'static str,
    severity: Severity,
    advisory: bool,
    doc: &'static str,
    cases: [&'static str; 2],
}

const RULES: &[Rule] = &[
    Rule {
        id: "WRD-LOCK-UNSTABLE",
        title: "It does not say the same when it is asked again",
        severity: Severity::High,
        advisory: false,
        doc: "Its list of tools differs within one capture, or one list names a tool twice, so that \
              there is no one state to pin or to compare; or a list that was read when it was \
              pinned cannot be read any more. Ask its author, or do not use it.",
        cases: ["the second tools/list has another description", "tools come in another order"],
    },
    Rule {
        id: "WRD-LOCK-UNAPPROVED",
        title: "Nobody has approved what the lock holds",
        severity: Severity::High,
        advisory: false,
        doc: "`--require-approval` asks for a lock that a person has approved. Read what it holds \
              (`warden lock verify`, the file itself) and approve it: `warden lock rotate \
              --approver YOU`.",
        cases: ["check --require-approval, pinned without --approve", "pinned with --approve"],
    },
    Rule {
        id: "WRD-LOCK-SECRET",
        title: "A credential would be written into the lock",
        severity: Severity::High,
        advisory: false,
        doc: "A lock is committed. Give credentials to the server by `--env` or `--header`, whose \
              values are never written; a credential inside a definition is the server's leak. \
              `--force --reason` records it all the same.",
        cases: ["npx server --token abc…", "a variable given with --env"],
    },
    Rule {
        id: "WRD-LOCK-APPROVED",
        title: "An approval would be lost",
        severity: Severity::High,
        advisory: false,
        doc: "The lock holds what a person approved, and the server says something else now. Read \
              the changes; `--approve --approver YOU` replaces the approval.",
        cases: ["pin over an approved lock", "pin over a lock that nobody approved"],
    },
    Rule {
        id: "WRD-LOCK-ENTRY",
        title: "A server is in one of two locks only",
        severity: Severity::High,
        advisory: false,
        doc: "Reported by `warden diff` for files of several servers.",
        cases: ["files is new in the newer file", "files has changed"],
    },
    Rule {
        id: "WRD-LOCK-MISSING",
        title: "The lock has no entry for this server",
        severity: Severity::High,
        advisory: false,
        doc: "`warden scan --lock` found a server that nobody has pinned. Read what it says, then \
              add it with `--update-lock`.",
        cases: ["a server was added to .mcp.json", "the server has an entry of another state"],
    },
    Rule {
        id: "WRD-LOCK-STALE",
        title: "The lock has an entry for a server that is not there",
        severity: Severity::Low,
        advisory: true,
        doc: "Advisory. No config that was scanned names the server any more. `--update-lock` \
              removes the entry; a server that is merely skipped keeps it.",
        cases: ["a server was removed from .mcp.json", "a server was skipped"],
    },
    Rule {
        id: "WRD-LOCK-REFUSED",
        title: "It was not recorded, since it is blocked",
        severity: Severity::Info,
        advisory: true,
        doc: "Advisory. `--update-lock` records no server that the engine blocks: its entry stays as \
              it was. `--force --reason` records it all the same.",
        cases: ["--update-lock, and a tool holds an order", "a server that is allowed"],
    },
];

/// The rule of that id; of the first one for an id that there is not.
pub fn lock_rule(id: &str) -> RuleMeta {
    meta(RULES.iter().find(|r| r.id == id).unwrap_or(&RULES[0]))
}

/// Every rule of this crate.
pub fn catalogue() -> Vec<RuleMeta> {
    let mut all = crate::drift::catalogue();
    all.extend(RULES.iter().map(meta));
    all
}

fn meta(r: &Rule) -> RuleMeta {
    RuleMeta {
        id: RuleId::new(r.id),
        title: Cow::Borrowed(r.title),
        severity: r.severity,
        confidence: Confidence::High,
        advisory: r.advisory,
        status: Status::Stable,
        aka: Vec::new(),
        doc: Cow::Borrowed(r.doc),
        examples: vec![Cow::Borrowed(r.cases[0])],
        counter_examples: vec![Cow::Borrowed(r.cases[1])],
    }
}
