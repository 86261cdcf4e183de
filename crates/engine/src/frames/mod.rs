//! Sentence frames: who is told to do what, to which object, under which
//! condition, how strongly, and whether that is the tool's own business.
//!
//! The attacks that matter carry no marker; they are polite sentences that act
//! on something that is not the tool's to act on. So a text is split into
//! sentences, a sentence into tokens with classes of meaning, the tokens into
//! predicates and conditions, and the rules in [`rules`] are written over
//! these. Everything is linear in the text.

pub(crate) mod class;
mod doc;
mod gate;
mod hit;
mod ident;
mod lead;
mod lexicon;
mod look;
pub(crate) mod names;
mod parse;
pub(crate) mod plug;
mod refs;
pub mod rules;
mod select;
mod sentence;
mod shape;
mod token;
pub(crate) mod view;

pub use doc::{Field, FieldKind};
pub use hit::{Frame, FrameHit};
pub use ident::{Context, Siblings};
pub use parse::Force;

use doc::Doc;

/// Builds the tables of words, which otherwise happens at their first use.
pub(crate) fn prepare() {
    std::sync::LazyLock::force(&lexicon::LEXICON);
}

/// Analyses one text on its own.
pub fn analyse(text: &str, cx: &Context) -> Vec<FrameHit> {
    analyse_fields(&[Field::of(text)], cx.clone())
}

/// Analyses the texts of one item together, so that what is split over fields
/// is read as one.
pub fn analyse_fields(fields: &[Field<'_>], cx: Context) -> Vec<FrameHit> {
    let doc = Doc::read(fields, cx);
    if doc.sents.is_empty() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for rule in rules::RULES {
        for at in 0..doc.sents.len() {
            if let Some(hit) = (rule.find)(&doc, at) {
                hits.push(FrameHit::new(rule, &doc, hit));
            }
        }
    }
    hits
}

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("frames/class.rs", include_bytes!("class.rs")),
    ("frames/doc.rs", include_bytes!("doc.rs")),
    ("frames/gate.rs", include_bytes!("gate.rs")),
    ("frames/hit.rs", include_bytes!("hit.rs")),
    ("frames/ident.rs", include_bytes!("ident.rs")),
    ("frames/lead.rs", include_bytes!("lead.rs")),
    ("frames/lexicon/abroad.rs", include_bytes!("lexicon/abroad.rs")),
    ("frames/lexicon/cjk.rs", include_bytes!("lexicon/cjk.rs")),
    ("frames/lexicon/en.rs", include_bytes!("lexicon/en.rs")),
    ("frames/lexicon/mod.rs", include_bytes!("lexicon/mod.rs")),
    ("frames/lexicon/stems.rs", include_bytes!("lexicon/stems.rs")),
    ("frames/look.rs", include_bytes!("look.rs")),
    ("frames/mod.rs", include_bytes!("mod.rs")),
    ("frames/names.rs", include_bytes!("names.rs")),
    ("frames/parse.rs", include_bytes!("parse.rs")),
    ("frames/plug.rs", include_bytes!("plug.rs")),
    ("frames/refs.rs", include_bytes!("refs.rs")),
    ("frames/rules/abroad.rs", include_bytes!("rules/abroad.rs")),
    ("frames/rules/arguments.rs", include_bytes!("rules/arguments.rs")),
    ("frames/rules/bind.rs", include_bytes!("rules/bind.rs")),
    ("frames/rules/command.rs", include_bytes!("rules/command.rs")),
    ("frames/rules/exfil.rs", include_bytes!("rules/exfil.rs")),
    ("frames/rules/hide.rs", include_bytes!("rules/hide.rs")),
    ("frames/rules/mod.rs", include_bytes!("rules/mod.rs")),
    ("frames/rules/overrule.rs", include_bytes!("rules/overrule.rs")),
    ("frames/rules/prefer.rs", include_bytes!("rules/prefer.rs")),
    ("frames/rules/slot.rs", include_bytes!("rules/slot.rs")),
    ("frames/rules/bend.rs", include_bytes!("rules/bend.rs")),
    ("frames/rules/chain.rs", include_bytes!("rules/chain.rs")),
    ("frames/rules/couple.rs", include_bytes!("rules/couple.rs")),
    ("frames/rules/deed.rs", include_bytes!("rules/deed.rs")),
    ("frames/rules/outrank.rs", include_bytes!("rules/outrank.rs")),
    ("frames/rules/unseen.rs", include_bytes!("rules/unseen.rs")),
    ("frames/rules/steer.rs", include_bytes!("rules/steer.rs")),
    ("frames/select.rs", include_bytes!("select.rs")),
    ("frames/sentence.rs", include_bytes!("sentence.rs")),
    ("frames/shape.rs", include_bytes!("shape.rs")),
    ("frames/token.rs", include_bytes!("token.rs")),
    ("frames/view.rs", include_bytes!("view.rs")),
];

/// How a text is read, for whoever writes rules: one line per sentence, then
/// its tokens, predicates and conditions.
pub fn explain(text: &str, cx: &Context) -> String {
    use std::fmt::Write;
    let fields = [Field::of(text)];
    let doc = Doc::read(&fields, cx.clone());
    let mut out = String::new();
    for s in &doc.sents {
        let _ = writeln!(out, "= {}", &text[s.span.clone()]);
        for (i, t) in s.toks.iter().enumerate() {
            let _ = writeln!(out, "  {i} {:?} {:?}", t.text(text), t.cls);
        }
        for p in &s.preds {
            let _ = writeln!(
                out,
                "  > {} {:?} neg={} passive={} cond={} obj={:?}",
                s.toks[p.at].text(text),
                p.force,
                p.neg,
                p.passive,
                p.in_cond,
                p.obj
            );
        }
        for c in &s.conds {
            let _ = writeln!(out, "  ? {:?} {:?}", c.kind, c.toks);
        }
    }
    out
}
