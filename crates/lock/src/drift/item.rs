//! Two definitions of one name, whole.

use std::collections::{BTreeMap, BTreeSet};

use warden_core::Severity;
use warden_core::json::{Kind as Json, Val};
use warden_core::surface::{Item, ItemKind, Part, Role};
use warden_core::views::TextJudge;

use super::change::{Change, Class, Words};
use super::texts::{self, Changed, hosts, texts};
use super::{judged, schema, words};
use crate::canon::Canon;
use crate::skeleton::{Depth, skeleton};
use warden_core::capability::capabilities;

/// Collects the changes of one definition.
pub(super) struct Pair<'a> {
    pub(super) old: &'a Item,
    pub(super) new: &'a Item,
    pub(super) out: Vec<Change>,
}

impl Pair<'_> {
    /// Every change between the two.
    pub(super) fn compare(mut self, judge: &dyn TextJudge) -> Vec<Change> {
        let (old_texts, new_texts) = (texts(self.old), texts(self.new));
        let changed = texts::changed(&old_texts, &new_texts);
        match self.new.kind {
            ItemKind::Tool => self.tool(&changed),
            ItemKind::Server => self.server(),
            _ => {}
        }
        self.words(&changed);
        self.members();
        let values = |t: &BTreeMap<String, texts::At>| hosts(t.values().map(|a| a.text.as_str()));
        let (known, now) = (values(&old_texts), values(&new_texts));
        for host in now.difference(&known) {
            let shown = warden_core::Untrusted::from(host.as_str()).term_limited(100);
            let mut c = self.change(
                "sink-added",
                format!("It names a host that it did not name before: {shown}"),
            );
            c.severity = Severity::Medium;
            c.words = Some(Words { before: "".into(), after: host.as_str().into() });
            self.out.push(c);
        }
        judge_new(judge, Some(self.old), self.new, &mut self.out);
        if self.out.is_empty() {
            let name = fallback(self.new.kind);
            let c =
                self.change(name, "It has changed in a member that bounds and says nothing".into());
            self.out.push(c);
        }
        self.out
    }

    fn change(&self, kind: &str, message: String) -> Change {
        Change::new(kind, self.new.subject(), message)
    }

    fn push(&mut self, kind: &str, path: &str, message: String) {
        let mut c = self.change(kind, message);
        c.path = Some(path.into());
        self.out.push(c);
    }

    fn tool(&mut self, changed: &[Changed]) {
        self.schemas("inputSchema", "schema-", Part::Input, changed);
        self.schemas("outputSchema", "schema-out-", Part::Output, changed);
        self.annotations();
        self.capabilities();
    }

    fn schemas(&mut self, member: &str, prefix: &str, part: Part, changed: &[Changed]) {
        let of = |item| present(item, member);
        let (a, b) = (of(self.old.val()), of(self.new.val()));
        let path = format!("/{member}");
        match (a, b) {
            (Some(a), Some(b)) => {
                if Canon::of(a) == Canon::of(b) && a.raw() == b.raw() {
                    return;
                }
                self.facts(a, b, prefix, &path);
                let worded = changed.iter().any(|c| c.part == part);
                let silent = !self
                    .out
                    .iter()
                    .any(|c| c.path.as_deref().is_some_and(|p| p.starts_with(&path)));
                if silent && !worded {
                    let kind = format!("{prefix}cosmetic-modified");
                    self.push(
                        &kind,
                        &path,
                        "The schema has changed, and takes what it took".into(),
                    );
                }
            }
            (None, Some(_)) if prefix == "schema-out-" => {
                self.push(
                    "schema-out-added",
                    &path,
                    "It declares an output schema, and did not".into(),
                );
            }
            (Some(_), None) if prefix == "schema-out-" => {
                self.push(
                    "schema-out-removed",
                    &path,
                    "It declares no output schema any more".into(),
                );
            }
            (None, Some(_)) | (Some(_), None) => {
                self.push("schema-modified", &path, "The input schema came or went".into());
            }
            (None, None) => {}
        }
    }

    fn facts(&mut self, a: Val<'_>, b: Val<'_>, prefix: &str, path: &str) {
        let (a, b) = (skeleton(Some(a), Depth::Whole), skeleton(Some(b), Depth::Whole));
        for fact in schema::facts(&a, &b) {
            let c = schema_change(&fact, prefix, self.new.subject(), path);
            let asks = fact.kind.ends_with("-added") && asks_secret(&fact.path);
            self.out.push(c);
            if asks {
                let place = shown(&fact.path);
                let mut c = self.change("sink-added", format!("It asks for a secret: {place}"));
                c.path = Some(path.to_owned());
                self.out.push(c);
            }
        }
    }

    fn annotations(&mut self) {
        let of = |item| present(item, "annotations");
        let (a, b) = (of(self.old.val()), of(self.new.val()));
        let members = |v: Option<Val<'_>>| -> BTreeMap<String, Canon> {
            let pair = |(k, v): (Val<'_>, Val<'_>)| {
                (k.text().unwrap_or_default().into_owned(), Canon::of(v))
            };
            v.into_iter().flat_map(Val::members).map(pair).collect()
        };
        let (was, is) = (members(a), members(b));
        let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
        let differs =
            |n: &&&String| n.as_str() != "title" && was.get(n.as_str()) != is.get(n.as_str());
        let show = |v: Option<&Canon>| v.map_or("absent".into(), schema::shown);
        let told: Vec<String> = names
            .iter()
            .filter(differs)
            .take(5)
            .map(|n| {
                format!("{} {}→{}", shown(n), show(was.get(n.as_str())), show(is.get(n.as_str())))
            })
            .collect();
        if !told.is_empty() || a.is_some() != b.is_some() {
            let what = if told.is_empty() { "they came or went".into() } else { told.join(", ") };
            self.push(
                "tool-annotations-modified",
                "/annotations",
                format!("Its annotations have changed: {what}"),
            );
        }
    }

    fn capabilities(&mut self) {
        let of = |item: &Item| -> BTreeSet<String> {
            let schema = item.val().get("inputSchema").filter(|s| s.is_obj());
            capabilities(item.name.expose(), schema).into_iter().collect()
        };
        let (was, is) = (of(self.old), of(self.new));
        let gained: Vec<_> = is.difference(&was).cloned().collect();
        let lost: Vec<_> = was.difference(&is).cloned().collect();
        self.out.extend(flags(&self.new.subject(), &gained, &lost));
    }

    fn server(&mut self) {
        let info = |item: &Item, key: &str| {
            let v = item.val();
            let meta = || v.get("_meta")?.get("io.modelcontextprotocol/serverInfo");
            let info = v.get("serverInfo").or_else(meta)?;
            Some(info.get_text(key)?.into_owned())
        };
        let kinds = [("name", "server-name-modified"), ("version", "server-version-modified")];
        for (key, kind) in kinds {
            let (was, is) = (info(self.old, key), info(self.new, key));
            if was != is {
                let mut c = self.change(kind, format!("Its {key} has changed"));
                c.path = Some(format!("/serverInfo/{key}"));
                c.words = Some(Words {
                    before: was.unwrap_or_default().into(),
                    after: is.unwrap_or_default().into(),
                });
                self.out.push(c);
            }
        }
    }

    /// One change for each text that is another.
    fn words(&mut self, changed: &[Changed]) {
        for c in changed {
            let came_or_went = c.before.is_empty() || c.after.is_empty();
            let schema = matches!(c.part, Part::Input | Part::Output);
            let by_fact = schema
                && (came_or_went || c.role == Role::Literal)
                && self.out.iter().any(|o| o.rule.as_str().starts_with("WRD-DRIFT-SCHEMA-"));
            let told = c.part == Part::Annotations && c.role != Role::Title
                || c.pointer.starts_with("/serverInfo/version");
            if by_fact || told {
                continue;
            }
            let kind = text_kind(self.new.kind, c);
            let change = text_change(kind, self.new.subject(), c);
            self.out.push(change);
        }
    }

    /// Members beside those that are compared one by one.
    fn members(&mut self) {
        let told: &[&str] = match self.new.kind {
            ItemKind::Tool => {
                &["name", "description", "inputSchema", "outputSchema", "annotations"]
            }
            ItemKind::Server => &["serverInfo"],
            _ => &[],
        };
        let (a, b) = (self.old.val(), self.new.val());
        let names: BTreeSet<String> = a
            .members()
            .chain(b.members())
            .map(|(k, _)| k.text().unwrap_or_default().into_owned())
            .collect();
        for name in names.iter().filter(|n| !told.contains(&n.as_str())) {
            let path = crate::read::below("", name);
            let is = |v: Option<Val<'_>>| v.map(Canon::of);
            let known = |c: &Change| c.path.as_deref().is_some_and(|p| p.starts_with(&path));
            if is(a.get(name)) != is(b.get(name)) && !self.out.iter().any(known) {
                let message = format!("Its {} has changed", shown(name));
                self.push(fallback(self.new.kind), &path, message);
            }
        }
    }
}

/// The change that a fact about a schema is.
pub(super) fn schema_change(
    fact: &schema::Fact,
    prefix: &str,
    subject: warden_core::Subject,
    path: &str,
) -> Change {
    let place = if fact.path == "$root" { "the top".into() } else { shown(&fact.path) };
    let message = format!("{}: {}", place, fact.detail);
    let mut c = Change::new(&format!("{prefix}{}", fact.kind), subject, message);
    c.path = Some(path.to_owned());
    c
}

/// Changes of the derived capabilities.
pub(super) fn flags(
    subject: &warden_core::Subject,
    gained: &[String],
    lost: &[String],
) -> Vec<Change> {
    let mut out = Vec::new();
    for flag in gained {
        let message = format!("It gains the capability {}", shown(flag));
        let mut c = Change::new("capability-added", subject.clone(), message);
        if flag == "http-request" {
            c.class = Class::NewSink;
        }
        out.push(c);
    }
    for flag in lost {
        let message = format!("It loses the capability {}", shown(flag));
        out.push(Change::new("capability-removed", subject.clone(), message));
    }
    out
}

/// The change that a text is.
fn text_change(kind: &str, subject: warden_core::Subject, c: &Changed) -> Change {
    let meaning = words::meaning(&c.before, &c.after);
    let mut message = match (c.before.is_empty(), c.after.is_empty()) {
        (true, _) => "A text is new".to_owned(),
        (_, true) => "A text is gone".to_owned(),
        _ => format!("A text has changed: {}", meaning.remark()),
    };
    if let Some(numbers) = words::numbers(&c.before, &c.after).filter(|_| !c.before.is_empty()) {
        message.push_str(&format!("; numbers {numbers}"));
    }
    let mut change = Change::new(kind, subject, message);
    change.class = meaning.class();
    change.severity = match change.class {
        Class::Wider => change.severity.max(Severity::Medium),
        _ => Severity::Low,
    };
    change.path = Some(c.pointer.clone());
    change.words = Some(Words { before: c.before.as_str().into(), after: c.after.as_str().into() });
    change
}

fn text_kind(item: ItemKind, c: &Changed) -> &'static str {
    match (item, c.part, c.role) {
        (ItemKind::Tool, Part::Input, _) => "schema-cosmetic-modified",
        (ItemKind::Tool, Part::Output, _) => "schema-out-cosmetic-modified",
        (ItemKind::Tool, Part::Own, Role::Description) => "description-modified",
        (_, _, Role::Title) => "title-modified",
        (ItemKind::Server, _, Role::Instructions) => "instructions-modified",
        _ => fallback(item),
    }
}

pub(super) fn fallback(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Server => "server-modified",
        ItemKind::Tool => "tool-meta-modified",
        ItemKind::Prompt => "prompt-modified",
        ItemKind::PromptBody => "prompt-body-modified",
        ItemKind::Resource => "resource-modified",
        ItemKind::Template => "template-modified",
        ItemKind::Envelope => "list-modified",
    }
}

/// Adds what the engine says of the new text only, and raises the changes that
/// brought it.
pub(super) fn judge_new(
    judge: &dyn TextJudge,
    old: Option<&Item>,
    new: &Item,
    out: &mut Vec<Change>,
) {
    for finding in judged::added(judge, old, new) {
        let class = judged::class(&finding);
        let severity = finding.severity.max(Severity::High);
        for change in out.iter_mut().filter(|c| c.words.is_some() && c.path == finding.path) {
            change.class = change.class.max(class);
            change.severity = change.severity.max(severity);
        }
        let kind = if class == Class::NewSink { "sink-added" } else { "instruction-added" };
        let message = format!("New in its text: {}", finding.message);
        let mut c = Change::new(kind, new.subject(), message);
        c.severity = severity;
        c.path.clone_from(&finding.path);
        c.judged = vec![finding];
        out.push(c);
    }
}

fn present<'d>(v: Val<'d>, member: &str) -> Option<Val<'d>> {
    v.get(member).filter(|x| x.kind() != Json::Null)
}

fn shown(text: &str) -> String {
    warden_core::Untrusted::from(text).term_limited(80)
}

/// Whether the name of a parameter says that a secret is wanted.
fn asks_secret(path: &str) -> bool {
    let name = path.rsplit(['.', '|', '/']).next().unwrap_or(path).to_ascii_lowercase();
    let bare: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    const NAMES: &[&str] = &[
        "password",
        "passwd",
        "secret",
        "apikey",
        "accesstoken",
        "authtoken",
        "bearer",
        "privatekey",
        "credential",
        "sshkey",
        "passphrase",
        "cookie",
        "mnemonic",
        "seedphrase",
    ];
    NAMES.iter().any(|n| bare.contains(n)) || bare == "token"
}
