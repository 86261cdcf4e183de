//! The frames as part of the static scan: one item at a time, its texts
//! together, findings with their place.

use std::borrow::Cow;
use std::ops::Range;

use warden_core::finding::{Confidence, Finding, Gate, Severity};
use warden_core::rule::{RuleId, RuleMeta, Status};
use warden_core::surface::{Item, ItemKind, Part, Role, Surface, TextUnit};

use super::look::Seen;
use super::rules::{FrameRule, RULES};
use super::select::{Opened, select, settle};
use super::sentence::sentences;
use super::view::Read;
use super::{Context, Field, FieldKind, FrameHit, Siblings, analyse_fields};
use crate::engine::cause::Placed;
use crate::evidence;
use crate::fold::{Reading, ReadingKind, Readings, is_invisible};
use crate::score::texts::Text;
use crate::words::Words;

/// What the scan of one server keeps between its items.
pub(crate) struct Frames<'a> {
    surface: &'a Surface,
    siblings: Option<Siblings>,
    /// What was seen of each text of the item at hand that is prose.
    looks: Vec<Look>,
    /// Whether the item at hand is a tool that takes no input.
    bare: bool,
    /// Memory of the gate.
    seen: Vec<(Range<usize>, Seen)>,
}

/// What a first look at a text says.
#[derive(Default)]
struct Look {
    /// The sentences that may hold a frame.
    open: Vec<Opened>,
    /// What the text reads like where it is disguised.
    readings: Vec<Reading<'static>>,
}

impl Look {
    fn is_quiet(&self) -> bool {
        self.open.is_empty() && self.readings.is_empty()
    }
}

impl<'a> Frames<'a> {
    pub(crate) fn new(surface: &'a Surface) -> Self {
        Self { surface, siblings: None, looks: Vec::new(), bare: false, seen: Vec::new() }
    }

    /// Begins an item.
    pub(crate) fn begin(&mut self, item: &Item) {
        self.looks.clear();
        let schema = item.val().get("inputSchema");
        let takes = schema
            .is_some_and(|s| s.members().any(|(_, v)| v.is_obj() && v.members().next().is_some()));
        self.bare = item.kind == ItemKind::Tool && !takes;
    }

    /// Whether the item at hand is a tool that takes no input.
    pub(crate) fn is_bare(&self) -> bool {
        self.bare
    }

    /// Looks at one text of the item at hand, cheaply; `true` if it is to be
    /// read.
    pub(crate) fn look(
        &mut self,
        unit: &TextUnit<'_>,
        words: &Words,
        readings: &Readings<'_>,
    ) -> bool {
        if kind_of(unit).is_none() {
            return false;
        }
        let hidden = readings.classes.hidden;
        let revealing = readings.list.iter().filter(|r| reveals(unit, r, hidden));
        let readings = revealing.map(Reading::owned).collect();
        let open = select(&unit.text, &[], words, self.bare, &mut self.seen);
        let look = Look { open, readings };
        let quiet = look.is_quiet();
        self.looks.push(look);
        !quiet
    }

    /// What the text that was looked at last reads like where it is disguised.
    pub(crate) fn revealed(&self) -> &[Reading<'static>] {
        self.looks.last().map_or(&[], |l| &l.readings)
    }

    /// The same for each prose text of the item at hand, handed out once.
    pub(crate) fn readings(&mut self) -> Vec<Vec<Reading<'static>>> {
        self.looks.iter_mut().map(|l| std::mem::take(&mut l.readings)).collect()
    }

    /// Passes over a text that is known not to be worth reading.
    pub(crate) fn pass(&mut self, unit: &TextUnit<'_>) {
        if kind_of(unit).is_some() {
            self.looks.push(Look::default());
        }
    }

    /// Reads the item at hand, whose texts these are, if any of them asked for
    /// it.
    pub(crate) fn item(&mut self, item: &Item, units: &[TextUnit<'_>]) -> Vec<Placed> {
        if self.looks.iter().all(Look::is_quiet) {
            return Vec::new();
        }
        let surface = self.surface;
        let siblings = self.siblings.get_or_insert_with(|| siblings(surface));
        let cx = context(item, siblings, units);
        // The gate knew only the schema when it looked.
        let settled = cx.is_bare() == self.bare;
        let prose = units.iter().filter(|u| kind_of(u).is_some());
        let open = |(l, u): (&Look, &TextUnit<'_>)| settle(&u.text, &l.open, &cx);
        let open: Vec<Vec<Range<usize>>> = self.looks.iter().zip(prose).map(open).collect();
        if open.iter().all(Vec::is_empty) && self.looks.iter().all(|l| l.readings.is_empty()) {
            return Vec::new();
        }
        let pieces = pieces(units, &self.looks, &open);
        let fields: Vec<Field<'_>> = pieces
            .iter()
            .map(|p| Field {
                text: p.text(),
                kind: p.kind,
                selected: p.selected.filter(|s| settled || s.is_empty()),
                param: p.param,
                breaks: p.breaks(),
            })
            .collect();
        let hits = analyse_fields(&fields, cx);
        hits.iter().map(|h| finding(h, &pieces[h.field])).collect()
    }
}

impl Frames<'_> {
    /// Reads every sentence of these texts of an item, for the scorer.
    pub(crate) fn read_whole<T>(
        &mut self,
        item: &Item,
        units: &[TextUnit<'_>],
        texts: &[Text<'_>],
        then: impl FnOnce(&Read<'_>) -> T,
    ) -> T {
        let surface = self.surface;
        let siblings = self.siblings.get_or_insert_with(|| siblings(surface));
        let cx = context(item, siblings, units);
        fn breaks<'u>(t: &Text<'u>) -> &'u [u32] {
            t.reading.map_or(&[], |r| &r.breaks)
        }
        let breaks: Vec<&[u32]> = texts.iter().map(breaks).collect();
        let spans: Vec<Vec<Range<usize>>> =
            texts.iter().zip(&breaks).map(|(t, b)| sentences(t.text, b)).collect();
        let fields: Vec<Field<'_>> = texts
            .iter()
            .zip(&spans)
            .zip(&breaks)
            .map(|((t, selected), breaks)| Field {
                text: t.text,
                kind: t.kind,
                selected: Some(selected),
                param: None,
                breaks,
            })
            .collect();
        let is_param = |u: &&TextUnit<'_>| (u.part, u.role) == (Part::Input, Role::Key);
        let params = units.iter().filter(is_param).map(|u| &*u.text).collect();
        then(&Read::new(&fields, params, cx))
    }
}

fn siblings(surface: &Surface) -> Siblings {
    let named =
        surface.items.iter().filter(|i| matches!(i.kind, ItemKind::Tool | ItemKind::Prompt));
    Siblings::new(named.map(|i| i.name.expose()))
}

fn context(item: &Item, siblings: &Siblings, units: &[TextUnit<'_>]) -> Context {
    let mut cx = match item.kind {
        ItemKind::Tool => Context::tool(item.name.expose()),
        _ => Context::default(),
    };
    cx.siblings(siblings);
    for u in units {
        match (u.part, u.role) {
            (Part::Input, Role::Key | Role::Name) => cx.param(&u.text),
            (Part::Output, Role::Key) | (_, Role::Literal) => cx.known(&u.text),
            _ => {}
        }
    }
    cx
}

/// A text that is read: as it stands, or as it reads once folded or decoded.
struct Piece<'u> {
    unit: &'u TextUnit<'u>,
    reading: Option<&'u Reading<'static>>,
    kind: FieldKind,
    selected: Option<&'u [Range<usize>]>,
    param: Option<&'u str>,
}

impl Piece<'_> {
    fn text(&self) -> &str {
        match &self.reading {
            Some(reading) => &reading.text,
            None => &self.unit.text,
        }
    }

    fn breaks(&self) -> &[u32] {
        self.reading.as_ref().map_or(&[], |r| &r.breaks)
    }
}

fn pieces<'u>(
    units: &'u [TextUnit<'u>],
    looks: &'u [Look],
    open: &'u [Vec<Range<usize>>],
) -> Vec<Piece<'u>> {
    let mut out = Vec::new();
    let mut param: Option<&'u str> = None;
    let mut looks = looks.iter().zip(open);
    for unit in units {
        if matches!((unit.part, unit.role), (Part::Input, Role::Key)) {
            param = Some(&unit.text);
        }
        let Some(kind) = kind_of(unit) else { continue };
        let param = param.filter(|_| unit.part == Part::Input);
        // A text at which the first look failed is read whole.
        let look = looks.next();
        let selected = look.map(|(_, open)| open.as_slice());
        // What the item says of itself documents its arguments.
        if kind == FieldKind::Own || selected.is_none_or(|s| !s.is_empty()) {
            out.push(Piece { unit, reading: None, kind, selected, param });
        }
        for reading in look.map_or(&[][..], |(l, _)| &l.readings) {
            out.push(Piece { unit, reading: Some(reading), kind, selected: None, param });
        }
    }
    out
}

/// What a text is to frames, if it is anything.
pub(crate) fn kind_of(unit: &TextUnit<'_>) -> Option<FieldKind> {
    match unit.role {
        Role::Message => Some(FieldKind::Message),
        r if r.is_prose() && unit.part == Part::Own => Some(FieldKind::Own),
        r if r.is_prose() => Some(FieldKind::Param),
        Role::Literal | Role::Key if unit.text.contains(' ') => Some(FieldKind::Literal),
        _ => None,
    }
}

/// Whether a reading says what the text as written does not. Folding alone
/// only does where letters were disguised.
fn reveals(unit: &TextUnit<'_>, reading: &Reading<'_>, hidden: bool) -> bool {
    match reading.kind {
        ReadingKind::Decoded | ReadingKind::Spaced => true,
        ReadingKind::Folded => {
            hidden && unit.text.chars().any(is_invisible)
                || letters(&reading.text) > letters(&unit.text)
        }
        // Digits for letters: honest texts read so by chance, and a whole
        // sentence in it is for the rules on phrases.
        ReadingKind::Plain | ReadingKind::Words | ReadingKind::Leet => false,
    }
}

/// The letters of ASCII in a text.
pub(crate) fn letters(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_alphabetic).count()
}

fn finding(hit: &FrameHit, piece: &Piece<'_>) -> Placed {
    let unit = piece.unit;
    let (range, reads_as) = match &piece.reading {
        Some(reading) => (reading.original(hit.span.clone()), reading.text.get(hit.span.clone())),
        None => (hit.span.clone(), None),
    };
    let finding = Finding {
        rule: RuleId::new(hit.rule),
        gate: Gate::Static,
        severity: hit.severity,
        confidence: if hit.severity >= Severity::High { Confidence::High } else { Confidence::Low },
        advisory: hit.severity < Severity::Medium,
        subject: unit.item.subject(),
        path: Some(unit.pointer()),
        message: hit.message.to_owned(),
        evidence: Some(evidence::quote(&unit.text, range.clone(), reads_as)),
        fix: None,
        text_digest: Some(evidence::text_digest(&unit.text)),
        source: None,
        class: None,
    };
    Placed { finding, range }
}

/// The entries of the catalogue.
pub(crate) fn catalogue() -> impl Iterator<Item = RuleMeta> {
    RULES.iter().map(|r| meta(r))
}

fn meta(r: &FrameRule) -> RuleMeta {
    let texts = |list: &'static [&'static str]| list.iter().map(|t| Cow::Borrowed(*t)).collect();
    RuleMeta {
        id: RuleId::new(r.id),
        title: Cow::Borrowed(r.title),
        severity: Severity::High,
        confidence: Confidence::High,
        advisory: false,
        status: Status::Stable,
        aka: r.aka.iter().map(|a| Cow::Borrowed(*a)).collect(),
        doc: Cow::Borrowed(r.doc),
        examples: texts(r.examples),
        counter_examples: texts(r.counter_examples),
    }
}
