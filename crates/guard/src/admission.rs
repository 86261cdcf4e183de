//! Which definitions are shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use warden_core::{Finding, ItemKind, Subject, Untrusted, Verdict};

use crate::pins::{Definition, PinSet, Pins, PinsError, Standing};
use crate::refusal::{Refusal, code};
use crate::settings::Settings;

/// A list that was judged.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// Name and digest of every item, and whether it is admitted.
    items: HashMap<(String, String), bool>,
    /// Names whose every definition is admitted, with one of them.
    open: HashMap<String, Definition>,
    /// The list as a whole is refused.
    pub(crate) refusal: Option<Refusal>,
    /// What was found.
    pub(crate) findings: Vec<Finding>,
    /// What went wrong with the pins.
    pub(crate) pins_failed: Option<String>,
}

impl Judged {
    /// Whether that very definition was judged, and how.
    pub(crate) fn admits(&self, d: &Definition) -> Option<bool> {
        self.items.get(&(d.name.clone(), d.digest.clone())).copied()
    }

    /// The definition under which something may be called.
    pub(crate) fn callable(&self, name: &str) -> Option<&Definition> {
        self.open.get(name)
    }

    /// Whether it was listed and is not shown.
    pub(crate) fn withholds(&self, name: &str) -> bool {
        self.items.keys().any(|(n, _)| n == name) && !self.open.contains_key(name)
    }
}

/// Judges everything of one kind that a server lists. `whole` is what is wrong
/// with the server as such.
pub(crate) fn judge(
    settings: &Settings,
    kind: ItemKind,
    definitions: &[Definition],
    verdict: &Verdict,
    whole: Option<Whole>,
    pins: &mut dyn Pins,
) -> Judged {
    let mut judged = Judged { findings: verdict.findings.clone(), ..Judged::default() };
    let known = match pins.load() {
        Ok(known) => known,
        Err(PinsError(why)) => return unknown(settings, judged, why),
    };
    if let Err(PinsError(why)) = pins.observe(kind, definitions) {
        judged.pins_failed = Some(why);
    }
    let mut refused = Refused::of(settings, kind, verdict, whole, &known, definitions);
    let stands = refused.whole.is_none() && (settings.partial || refused.names.is_empty());
    let wanted: Vec<Definition> = definitions
        .iter()
        .filter(|d| !refused.names.contains_key(&d.name) && !known.knows(d))
        .cloned()
        .collect();
    if stands && !settings.require_approval && !settings.audit_only && !wanted.is_empty() {
        match pins.adopt(&wanted) {
            // Another process may have pinned something else in between.
            Ok(now) => {
                refused = Refused::of(settings, kind, verdict, whole, &now, definitions);
            }
            Err(PinsError(why)) => judged.pins_failed = Some(why),
        }
    }
    refused.conclude(settings, definitions, &mut judged);
    judged
}

/// Nothing is known about what was approved, so nothing is a first contact.
fn unknown(settings: &Settings, mut judged: Judged, why: String) -> Judged {
    let mut refusal = Refusal::new(
        code::REFUSED,
        "list",
        "what this server lists is withheld: what was approved for it cannot be read",
    );
    refusal.review = Some(review(settings, "status"));
    judged.refusal = Some(refusal);
    judged.pins_failed = Some(why);
    judged
}

/// The command with which a person looks at a server.
pub(crate) fn review(settings: &Settings, action: &str) -> String {
    match &settings.lock {
        Some(file) => format!("warden check --lock {file} -- COMMAND"),
        None => format!("warden pins {action} --id {}", settings.id),
    }
}

/// Why everything that a server lists is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) rule: &'static str,
    pub(crate) why: &'static str,
}

/// Something changed since it was approved.
pub(crate) const DRIFT: &str = "WRD-PIN-DRIFT";
/// Nobody approved it.
pub(crate) const APPROVAL: &str = "WRD-PIN-APPROVAL-REQUIRED";

/// What is refused, and why.
#[derive(Debug)]
struct Refused {
    kind: ItemKind,
    /// Every definition of these names.
    names: BTreeMap<String, &'static str>,
    /// The list as such.
    whole: Option<&'static str>,
    rules: BTreeSet<String>,
}

impl Refused {
    fn of(
        settings: &Settings,
        kind: ItemKind,
        verdict: &Verdict,
        whole: Option<Whole>,
        known: &PinSet,
        definitions: &[Definition],
    ) -> Self {
        let (names, rules) = (BTreeMap::new(), BTreeSet::new());
        let mut out = Self { kind, names, whole: None, rules };
        for f in verdict.findings.iter().filter(|f| f.blocks_at(settings.fail_on)) {
            out.rules.insert(f.rule.as_str().to_owned());
            match named(kind, &f.subject) {
                Some(name) => drop(out.names.insert(name.expose().to_owned(), "hostile text")),
                None => out.whole = Some("hostile text"),
            }
        }
        if known.revoked {
            out.whole = Some("its approval was taken back");
            out.rules.insert(APPROVAL.to_owned());
        }
        if let Some(Whole { rule, why }) = whole.filter(|_| !settings.partial) {
            out.whole = Some(why);
            out.rules.insert(rule.to_owned());
        }
        for d in definitions {
            let (rule, why) = match known.standing(d, settings.require_approval) {
                Standing::Changed => (DRIFT, "changed since it was approved"),
                Standing::New if settings.require_approval => (APPROVAL, "nobody approved it"),
                Standing::New | Standing::Approved => continue,
            };
            out.names.entry(d.name.clone()).or_insert(why);
            out.rules.insert(rule.to_owned());
        }
        out
    }

    fn conclude(self, settings: &Settings, definitions: &[Definition], judged: &mut Judged) {
        let approvable = self.rules.iter().all(|r| r.starts_with("WRD-PIN-"));
        if self.whole.is_some() || (!self.names.is_empty() && !settings.partial) {
            judged.refusal = Some(self.refusal(settings, approvable));
        }
        for d in definitions {
            let admitted = judged.refusal.is_none() && !self.names.contains_key(&d.name);
            judged.items.insert((d.name.clone(), d.digest.clone()), admitted);
            if admitted {
                judged.open.insert(d.name.clone(), d.clone());
            }
        }
    }

    fn refusal(&self, settings: &Settings, approvable: bool) -> Refusal {
        let mut whys: BTreeSet<&str> = self.names.values().copied().collect();
        whys.extend(self.whole);
        let whys: Vec<&str> = whys.into_iter().collect();
        let message = format!(
            "the {} of this server are withheld ({}); a person can look at them with the \
             command in `data`",
            plural(self.kind),
            whys.join(", ")
        );
        Refusal {
            rules: self.rules.iter().cloned().collect(),
            kind: member(self.kind),
            items: self
                .names
                .keys()
                .take(20)
                .map(|n| Untrusted::from(n.as_str()).term_limited(64))
                .collect(),
            review: Some(review(settings, if approvable { "approve" } else { "status" })),
            ..Refusal::new(code::REFUSED, "list", message)
        }
    }
}

/// The name of the item of that kind that a finding is about.
fn named(kind: ItemKind, subject: &Subject) -> Option<&Untrusted> {
    match (kind, subject) {
        (ItemKind::Tool, Subject::Tool(name))
        | (ItemKind::Prompt, Subject::Prompt(name))
        | (ItemKind::Resource, Subject::Resource(name))
        | (ItemKind::Template, Subject::Template(name)) => Some(name),
        _ => None,
    }
}

/// The member of a refusal that names items of that kind.
fn member(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Prompt => "prompts",
        ItemKind::Resource => "resources",
        ItemKind::Template => "resourceTemplates",
        _ => "tools",
    }
}

/// Several of a kind, in words.
pub(crate) fn plural(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Tool => "tools",
        ItemKind::Prompt | ItemKind::PromptBody => "prompts",
        ItemKind::Resource => "resources",
        ItemKind::Template => "resource templates",
        ItemKind::Server | ItemKind::Envelope => "instructions",
    }
}
