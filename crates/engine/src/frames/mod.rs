//! Sentence frames: who is told to do what, to which object, under which
//! condition, how strongly, and whether that is the tool's own business.
//!
//! The attacks that matter carry no marker; they are polite sentences that act
//! on something that is not the tool's to act on. So a text is split into
//! sentences, a sentence into tokens with classes of meaning, the tokens into
//! predicates and conditions, and the rules in [`rules`] are written over
//! these. Everything is linear in the text.

mod class;
mod doc;
mod gate;
mod hit;
mod ident;
mod lexicon;
mod parse;
mod refs;
pub mod rules;
mod sentence;
mod shape;
mod token;

pub use doc::{Field, FieldKind};
pub use gate::may_hold;
pub use hit::{Frame, FrameHit};
pub use ident::{Context, Siblings};
pub use parse::Force;

use doc::Doc;

/// Analyses one text on its own.
pub fn analyse(text: &str, cx: &Context) -> Vec<FrameHit> {
    analyse_fields(&[Field { text, kind: FieldKind::Own, param: None }], cx)
}

/// Analyses the texts of one item together, so that what is split over fields
/// is read as one.
pub fn analyse_fields(fields: &[Field<'_>], cx: &Context) -> Vec<FrameHit> {
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

/// How a text is read, for whoever writes rules: one line per sentence, then
/// its tokens, predicates and conditions.
pub fn explain(text: &str, cx: &Context) -> String {
    use std::fmt::Write;
    let fields = [Field { text, kind: FieldKind::Own, param: None }];
    let doc = Doc::read(&fields, cx);
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
