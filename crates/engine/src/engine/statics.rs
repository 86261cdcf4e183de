//! The static scan: every text, item and the surface as a whole.

use std::panic::{AssertUnwindSafe, catch_unwind};

use warden_core::Subject;
use warden_core::finding::{Finding, Gate, Severity};
use warden_core::report::Completeness;
use warden_core::surface::{Item, Part, Role, TextUnit};

use super::calls::{failure, guarded};
use super::cause::{self, Placed};
use super::memo::Memo;
use crate::fold::{ReadingKind, Readings};
use crate::frames::plug::{Frames, kind_of};
use crate::lex::{LexMatch, Lexicon, Scratch};
use crate::registry::RULES;
use crate::rule::{Cx, Rule, Sink, Text};
use crate::score::texts::says_more;
use crate::score::{self, Glance};
use crate::words::Words;

/// What is run.
pub(super) struct Rules<'a> {
    pub(super) lexicon: &'a Lexicon,
    pub(super) memo: &'a Memo,
    /// Whether several rules may say the same of the same words.
    pub(super) every_voice: bool,
}

/// Runs everything and counts what was looked at.
pub(super) fn run(rules: Rules<'_>, cx: &Cx<'_>, findings: &mut Vec<Finding>) -> Completeness {
    let mut scan = Scan {
        lexicon: rules.lexicon,
        memo: rules.memo,
        every_voice: rules.every_voice,
        cx,
        text_rules: RULES.iter().copied().filter(|r| r.reads_texts()).collect(),
        item_rules: RULES.iter().copied().filter(|r| r.reads_items()).collect(),
        scratch: Scratch::default(),
        frames: Frames::new(cx.surface),
        words: Words::default(),
        glance: Glance::default(),
        units: Vec::new(),
        placed: Vec::new(),
        sink: Sink::default(),
        completeness: Completeness::default(),
    };
    for rule in RULES {
        guarded(*rule, &mut scan.sink, &Subject::Server, |s| rule.server(cx.surface, cx, s));
        if !cx.peers.is_empty() {
            guarded(*rule, &mut scan.sink, &Subject::Server, |s| {
                rule.fleet(cx.surface, cx.peers, cx, s);
            });
        }
    }
    for item in &cx.surface.items {
        scan.item(item);
    }
    findings.append(&mut scan.sink.findings);
    scan.completeness
}

struct Scan<'a> {
    lexicon: &'a Lexicon,
    memo: &'a Memo,
    every_voice: bool,
    cx: &'a Cx<'a>,
    text_rules: Vec<&'static dyn Rule>,
    item_rules: Vec<&'static dyn Rule>,
    scratch: Scratch,
    frames: Frames<'a>,
    words: Words,
    /// What the words of the item at hand add up to.
    glance: Glance,
    /// The texts of the item at hand.
    units: Vec<TextUnit<'a>>,
    /// What rules on words found in them.
    placed: Vec<Placed>,
    sink: Sink,
    completeness: Completeness,
}

impl<'a> Scan<'a> {
    fn item(&mut self, item: &'a Item) {
        let cx = self.cx;
        for rule in &self.item_rules {
            let subject = Subject::Server;
            guarded(*rule, &mut self.sink, &subject, |s| rule.item(item, cx, s));
        }
        let found_before = self.sink.findings.len();
        self.frames.begin(item);
        self.glance = Glance::default();
        let mut units = std::mem::take(&mut self.units);
        units.clear();
        item.visit_texts(&mut |unit| units.push(unit));
        units.iter().for_each(|unit| self.text(unit));
        let (frames, glance) = (&mut self.frames, self.glance);
        let found = catch_unwind(AssertUnwindSafe(|| frames.item(item, &units)));
        let scored =
            catch_unwind(AssertUnwindSafe(|| score::plug::item(frames, item, &units, glance)));
        self.units = units;
        match found {
            Ok(found) => self.placed.extend(found),
            Err(_) => self.sink.push(failure("frames", item.subject())),
        }
        let placed = std::mem::take(&mut self.placed);
        if self.every_voice {
            self.sink.findings.extend(placed.into_iter().map(|p| p.finding));
        } else {
            self.sink.findings.extend(cause::settle(placed));
        }
        match scored {
            // What a rule found in this text already needs no second voice.
            Ok(found) => {
                let new = found.filter(|f| {
                    !self.sink.findings[found_before..].iter().any(|g| blocks_too(g, f))
                });
                new.into_iter().for_each(|f| self.sink.push(f));
            }
            Err(_) => self.sink.push(failure(score::RULE, item.subject())),
        }
    }

    fn text(&mut self, unit: &TextUnit<'_>) {
        self.completeness.texts += 1;
        if unit.role == Role::Blob {
            self.completeness.binary += 1;
            return;
        }
        if is_type_name(unit) {
            self.completeness.inspected += 1;
            return;
        }
        // A reference is judged by where it stands, which the memo does not know.
        let hash = if unit.role == Role::Keyword && !is_schema_word(unit) {
            None
        } else {
            self.memo.hash(unit, self.frames.is_bare())
        };
        if let Some(glance) = hash.and_then(|h| self.memo.knows(h)) {
            self.completeness.inspected += 1;
            self.frames.pass(unit);
            self.glance.add(glance);
            return;
        }
        let found_before = self.found();
        let mut words = std::mem::take(&mut self.words);
        words.read(&unit.text);
        let quiet = self.read(unit, &words);
        let glance = self.glance(unit, &words);
        self.words = words;
        self.glance.add(glance);
        if let Some(hash) = hash.filter(|_| quiet && self.found() == found_before) {
            self.memo.keep(hash, glance);
        }
    }

    fn found(&self) -> usize {
        self.sink.findings.len() + self.placed.len()
    }

    /// What the words of a text that was just read add up to.
    fn glance(&mut self, unit: &TextUnit<'_>, words: &Words) -> Glance {
        if kind_of(unit).is_none() {
            return Glance::default();
        }
        let mut glance = Glance::of(&unit.text, words);
        let revealed = self.frames.revealed().iter();
        for reading in revealed.filter(|r| says_more(&unit.text, r)) {
            let mut words = Words::default();
            words.read(&reading.text);
            glance.add(Glance::of(&reading.text, &words));
        }
        glance
    }

    /// Reads one text; `true` if it was read whole and asks for nothing more.
    fn read(&mut self, unit: &TextUnit<'_>, words: &Words) -> bool {
        let identifier = matches!(unit.role, Role::Name | Role::Key);
        // Most names are read in one way, in which no rule can hold, and most
        // texts as they stand hold nothing.
        let quiet = if identifier {
            words.classes.is_plain() && !self.lexicon.may_hold(&unit.text)
        } else {
            !self.lexicon.may_hold_in(&unit.text, words)
        };
        let readings = if quiet {
            Readings::beyond_plain(&unit.text, words)
        } else {
            Readings::read(&unit.text, identifier, words)
        };
        let text = Text { unit, readings: &readings };
        let cut = self.lexical(&text, words) || readings.cut;
        if cut {
            self.completeness.truncated += 1;
        } else {
            self.completeness.inspected += 1;
        }
        let quiet = !self.frames.look(unit, words, &readings) && !cut;
        // Schema keywords hold `string`, `object` and patterns, no prose.
        if is_schema_word(unit) && !readings.classes.non_ascii {
            return quiet;
        }
        for rule in &self.text_rules {
            let sink = &mut self.sink;
            let cx = self.cx;
            if catch_unwind(AssertUnwindSafe(|| rule.text(&text, cx, sink))).is_err() {
                sink.push(failure(rule.meta().id, unit.item.subject()));
            }
        }
        quiet
    }

    /// Runs the lexical rules; `true` if they could not read to the end.
    fn lexical(&mut self, text: &Text<'_>, words: &Words) -> bool {
        let mut cut = false;
        let (lexicon, scratch) = (self.lexicon, &mut self.scratch);
        let matches = catch_unwind(AssertUnwindSafe(|| {
            lexicon.matches(text.unit, text.readings, words, scratch, &mut cut)
        }));
        match matches {
            Ok(matches) => {
                for m in matches {
                    let finding = lexical_finding(lexicon, text, &m);
                    self.placed.push(Placed { finding, range: m.original });
                }
            }
            Err(_) => {
                self.scratch = Scratch::default();
                self.sink.push(failure("lexical", text.unit.item.subject()));
            }
        }
        cut
    }
}

/// Whether a finding blocks for what another says of the same text.
fn blocks_too(known: &Finding, new: &Finding) -> bool {
    known.path == new.path && known.blocks_at(Severity::High)
}

fn lexical_finding(lexicon: &Lexicon, text: &Text<'_>, m: &LexMatch) -> Finding {
    let rule = &lexicon.rules()[m.rule];
    let subject = text.unit.item.subject();
    let message = format!("{} ({})", rule.meta.title, place(text.unit));
    let mut f = Finding::new(&rule.meta, Gate::Static, subject, message);
    f.fix.clone_from(&rule.fix);
    let reading = &text.readings.list[m.reading];
    let reads_as = (reading.kind != ReadingKind::Plain).then(|| &reading.text[m.range.clone()]);
    text.place(&mut f, m.original.clone(), reads_as);
    f
}

/// The commonest strings of every schema, which say nothing else.
fn is_type_name(unit: &TextUnit<'_>) -> bool {
    const NAMES: [&str; 7] = ["string", "object", "number", "boolean", "array", "integer", "null"];
    unit.role == Role::Keyword && NAMES.contains(&&*unit.text)
}

/// A short value of a schema keyword such as `type` or `format`.
fn is_schema_word(unit: &TextUnit<'_>) -> bool {
    unit.role == Role::Keyword && unit.part != Part::Own && unit.text.len() < 12
}

/// In which part of the item, in words.
fn place(unit: &TextUnit<'_>) -> &'static str {
    match (unit.part, unit.role) {
        (_, Role::Name) => "in a name",
        (Part::Own, Role::Title) => "in the title",
        (Part::Own, Role::Description) => "in the description",
        (_, Role::Instructions) => "in the server instructions",
        (Part::Input, Role::Key) => "in a parameter name",
        (Part::Input, Role::Literal) => "in a parameter value",
        (Part::Input, _) => "in a parameter text",
        (Part::Output, _) => "in the output schema",
        (Part::Annotations, _) => "in the annotations",
        (Part::Meta, _) => "in the metadata",
        (Part::Icons, _) => "in an icon",
        (Part::Body, _) => "in a prompt message",
        _ => "in an unknown member",
    }
}
