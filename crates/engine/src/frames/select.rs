//! Which sentences of a text are read.

use std::ops::Range;

use super::class::{T_FOREIGN, T_OWN};
use super::gate::{ADDR, BROKEN, CALL, CMD, Mask, NAME, NAMES, SPATH, WHEN};
use super::ident::{Context, is_ident, is_quoted_ident};
use super::look::{Seen, look_at};
use crate::words::Words;

/// A sentence that is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its number in the text.
    number: usize,
    why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The families of its words could satisfy some rule.
    Words,
    /// They could if it names this tool or somebody else's.
    Names,
    /// It stands beside such a sentence: an order and what it is about may be
    /// apart.
    Beside,
}

/// What only counts beside a name.
const NAMED: Mask = NAME | NAMES;
/// What is not settled by whose name it is.
const OTHERWISE: Mask = ADDR | SPATH | CMD | BROKEN;

/// The sentences of a text that are to be read. `bare` says that the text's
/// tool takes no input; `seen` is memory to reuse.
pub(super) fn select(
    text: &str,
    breaks: &[u32],
    words: &Words,
    bare: bool,
    seen: &mut Vec<(Range<usize>, Seen)>,
) -> Vec<Opened> {
    seen.clear();
    if text.len() < 8 {
        return Vec::new();
    }
    look_at(text, breaks, words, seen);
    let opens = |s: &(Range<usize>, Seen)| s.1.opens(bare);
    if !seen.iter().any(opens) {
        return Vec::new();
    }
    let beside = |i: usize| {
        let mask = seen[i].1.mask;
        (mask & (BROKEN | CMD) != 0 || mask & NAME != 0 && mask & (CALL | WHEN) != 0)
            && seen[i.saturating_sub(2)..(i + 2).min(seen.len())].iter().any(opens)
    };
    let named = |s: &Seen| s.mask & OTHERWISE == 0 && !s.without(NAMED).opens(bare);
    let why = |i: usize| match &seen[i] {
        s if opens(s) && text.is_ascii() && named(&s.1) => Some(Why::Names),
        s if opens(s) => Some(Why::Words),
        _ => beside(i).then_some(Why::Beside),
    };
    let opened = |number: usize| {
        let span = seen[number].0.clone();
        why(number).map(|why| Opened { span, number, why })
    };
    (0..seen.len()).filter_map(opened).collect()
}

/// Those that are worth it once it is known whose names they hold.
pub(super) fn settle(text: &str, opened: &[Opened], cx: &Context) -> Vec<Range<usize>> {
    let stays = |o: &Opened| match o.why {
        Why::Words => true,
        Why::Names => names_tool(&text[o.span.clone()], cx),
        Why::Beside => false,
    };
    let kept: Vec<bool> = opened.iter().map(stays).collect();
    let near = |o: &Opened| {
        let near = o.number.saturating_sub(2)..o.number + 2;
        opened.iter().zip(&kept).any(|(p, kept)| *kept && near.contains(&p.number))
    };
    let taken =
        opened.iter().zip(&kept).filter(|(o, kept)| **kept || o.why == Why::Beside && near(o));
    taken.map(|(o, _)| o.span.clone()).collect()
}

/// Whether a sentence of ASCII may name the tool itself, or something that is
/// neither the tool's nor its server's.
fn names_tool(sentence: &str, cx: &Context) -> bool {
    let foreign = |name: &str| cx.owner(name).any(T_FOREIGN | T_OWN);
    let wordy = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    sentence.split(|c: char| !wordy(c)).any(|piece| {
        let name = piece.trim_matches(['-', '.', ':', '/']);
        let at = name.as_ptr() as usize - sentence.as_ptr() as usize;
        let quoted = at > 0 && matches!(sentence.as_bytes()[at - 1], b'`' | b'"' | b'\'');
        (quoted && is_quoted_ident(name) || is_ident(name)) && foreign(name)
    })
}
