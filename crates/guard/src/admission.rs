//! Which tools of a list are shown.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use warden_core::capture::SessionId;
use warden_core::json::{Doc, NodeId};
use warden_core::surface::{ItemKind, ListKind, Seen, SurfaceBuilder};
use warden_core::views::{NoFeed, NoPins};
use warden_core::{Finding, Surface, Untrusted, Verdict};
use warden_engine::{Engine, VetInput};

use crate::pins::{Definition, PinSet, Pins, PinsError, Standing};
use crate::refusal::{Refusal, code};
use crate::settings::Settings;

/// One page of a list.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) doc: Arc<Doc>,
    pub(crate) result: NodeId,
}

/// A list that was judged.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// Name and digest of every tool, and whether it is admitted.
    tools: HashMap<(String, String), bool>,
    /// Names whose every definition is admitted, with one of them as JSON.
    callable: HashMap<String, String>,
    /// The list as a whole is refused.
    pub(crate) refusal: Option<Refusal>,
    /// What was found.
    pub(crate) findings: Vec<Finding>,
    /// What went wrong with the pins.
    pub(crate) pins_failed: Option<String>,
}

impl Judged {
    /// Whether that very definition was judged, and how.
    pub(crate) fn admits(&self, name: &str, digest: &str) -> Option<bool> {
        self.tools.get(&(name.to_owned(), digest.to_owned())).copied()
    }

    /// The definition under which a tool may be called.
    pub(crate) fn callable(&self, name: &str) -> Option<&str> {
        self.callable.get(name).map(String::as_str)
    }
}

/// Everything a server says in its lists, for the engine.
pub(crate) fn vet(engine: &Engine, server: &Untrusted, surface: &Surface) -> Verdict {
    engine.vet(&VetInput {
        server,
        surface,
        endpoint: None,
        facts: None,
        peers: &[],
        earlier: &[],
        pins: &NoPins,
        feed: &NoFeed,
    })
}

/// Where everything is seen: a session of the client's own.
pub(crate) fn seen() -> Seen {
    Seen::at(SessionId::A, 1)
}

pub(crate) fn surface(settings: &Settings, hello: Option<&Page>, pages: &[Page]) -> Surface {
    let mut builder = SurfaceBuilder::new(settings.server.clone());
    if let Some(hello) = hello {
        builder.add_server(&hello.doc, hello.result, seen());
    }
    for page in pages {
        builder.add_page(ListKind::Tools, &page.doc, page.result, seen());
    }
    builder.finish()
}

/// Judges a whole list of tools.
pub(crate) fn judge(
    settings: &Settings,
    surface: &Surface,
    verdict: &Verdict,
    pins: &mut dyn Pins,
) -> Judged {
    let definitions: Vec<Definition> = surface
        .items
        .iter()
        .filter(|i| i.kind == ItemKind::Tool)
        .map(|i| Definition {
            name: i.name.expose().to_owned(),
            digest: i.digest(),
            json: String::from_utf8_lossy(i.val().raw()).into_owned(),
        })
        .collect();
    let mut judged = Judged { findings: verdict.findings.clone(), ..Judged::default() };
    let known = match pins.load() {
        Ok(known) => known,
        Err(PinsError(why)) => return unknown(settings, judged, why),
    };
    if let Err(PinsError(why)) = pins.observe(&definitions) {
        judged.pins_failed = Some(why);
    }
    let mut refused = Refused::of(settings, verdict, &known, &definitions);
    let stands = refused.whole.is_none() && (settings.partial || refused.names.is_empty());
    let wanted: Vec<Definition> = definitions
        .iter()
        .filter(|d| !refused.names.contains_key(&d.name) && !known.tools.contains_key(&d.name))
        .cloned()
        .collect();
    if stands && !settings.require_approval && !settings.audit_only && !wanted.is_empty() {
        match pins.adopt(&wanted) {
            // Another process may have pinned something else in between.
            Ok(now) => refused = Refused::of(settings, verdict, &now, &definitions),
            Err(PinsError(why)) => judged.pins_failed = Some(why),
        }
    }
    refused.conclude(settings, &definitions, &mut judged);
    judged
}

/// Nothing is known about what was approved, so nothing is a first contact.
fn unknown(settings: &Settings, mut judged: Judged, why: String) -> Judged {
    let mut refusal = Refusal::new(
        code::REFUSED,
        "list",
        "the tools of this server are withheld: what was approved for it cannot be read",
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

/// What is refused, and why.
#[derive(Debug, Default)]
struct Refused {
    /// Every definition of these tools.
    names: HashMap<String, &'static str>,
    /// The list as such.
    whole: Option<&'static str>,
    rules: BTreeSet<String>,
}

const DRIFT: &str = "WRD-PIN-DRIFT";
const APPROVAL: &str = "WRD-PIN-APPROVAL-REQUIRED";

impl Refused {
    fn of(settings: &Settings, verdict: &Verdict, known: &PinSet, tools: &[Definition]) -> Self {
        let mut out = Self::default();
        for f in verdict.findings.iter().filter(|f| f.blocks_at(settings.fail_on)) {
            out.rules.insert(f.rule.as_str().to_owned());
            match f.tool() {
                Some(name) => drop(out.names.insert(name.expose().to_owned(), "hostile text")),
                None => out.whole = Some("hostile text"),
            }
        }
        if known.revoked {
            out.whole = Some("its approval was taken back");
            out.rules.insert(APPROVAL.to_owned());
        }
        for d in tools {
            let (rule, why) = match known.standing(&d.name, &d.digest, settings.require_approval) {
                Standing::Changed => (DRIFT, "changed since it was approved"),
                Standing::New if settings.require_approval => (APPROVAL, "nobody approved it"),
                Standing::New | Standing::Approved => continue,
            };
            out.names.entry(d.name.clone()).or_insert(why);
            out.rules.insert(rule.to_owned());
        }
        out
    }

    fn conclude(self, settings: &Settings, tools: &[Definition], judged: &mut Judged) {
        let approvable = self.rules.iter().all(|r| r.starts_with("WRD-PIN-"));
        let single = self.whole.is_none() && settings.partial;
        if self.whole.is_some() || (!self.names.is_empty() && !settings.partial) {
            judged.refusal = Some(self.refusal(settings, approvable));
        }
        for d in tools {
            let admitted =
                judged.refusal.is_none() && !(single && self.names.contains_key(&d.name));
            judged.tools.insert((d.name.clone(), d.digest.clone()), admitted);
            if admitted {
                judged.callable.insert(d.name.clone(), d.json.clone());
            }
        }
    }

    fn refusal(&self, settings: &Settings, approvable: bool) -> Refusal {
        let mut whys: BTreeSet<&str> = self.names.values().copied().collect();
        whys.extend(self.whole);
        let whys: Vec<&str> = whys.into_iter().collect();
        let message = format!(
            "the tools of this server are withheld ({}); a person can look at them with the \
             command in `data`",
            whys.join(", ")
        );
        let mut names: Vec<&String> = self.names.keys().collect();
        names.sort();
        Refusal {
            rules: self.rules.iter().cloned().collect(),
            tools: names
                .into_iter()
                .take(20)
                .map(|n| Untrusted::from(n.as_str()).term_limited(64))
                .collect(),
            review: Some(review(settings, if approvable { "approve" } else { "status" })),
            ..Refusal::new(code::REFUSED, "list", message)
        }
    }
}
