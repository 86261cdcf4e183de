//! Talk about words rather than use of them.

use std::ops::Range;

use super::{GuardCx, words};
use crate::lex::scan::joins;

/// A quotation counts only near a word that makes it one: a text that is
/// quoted as a whole is still read by the model.
const CUES: &[&str] = &[
    "phrase",
    "phrases",
    "phrasing",
    "phrasings",
    "string",
    "strings",
    "pattern",
    "patterns",
    "example",
    "examples",
    "like",
    "such",
    "e.g",
    "eg",
    "text",
    "texts",
    "word",
    "words",
    "wording",
    "called",
    "named",
    "says",
    "saying",
    "containing",
    "contains",
    "contain",
    "detect",
    "detects",
    "detecting",
    "flag",
    "flags",
    "payload",
    "payloads",
    "attempt",
    "attempts",
    "attack",
    "attacks",
    "injection",
    "injections",
    "jailbreak",
    "jailbreaks",
    "message",
    "messages",
    "label",
    "labels",
    "marker",
    "markers",
    "tag",
    "tags",
    "tokens",
    "include",
    "includes",
    "including",
    "sample",
    "samples",
    "illustrative",
    "input",
    "inputs",
    "prompt",
    "prompts",
    "returns",
    "value",
    "values",
    "field",
    "fields",
    "keyword",
    "keywords",
];

/// Behind a quotation fewer words say so.
const CUES_BEHIND: &[&str] = &[
    "phrase",
    "phrases",
    "string",
    "strings",
    "pattern",
    "patterns",
    "attempt",
    "attempts",
    "attack",
    "attacks",
    "injection",
    "injections",
    "payload",
    "payloads",
    "marker",
    "markers",
    "tag",
    "tags",
    "tokens",
];

/// Labels that make what follows a specimen.
const SPECIMEN: &[&str] = &["mock", "sample", "canned", "training", "dummy", "fixture"];

/// The same in other languages, also those that put no space between words.
const CUES_ELSEWHERE: &[&str] = &[
    "como \"",
    "frases",
    "come \"",
    "frasi",
    "comme «",
    "comme \"",
    "phrases",
    "wie \"",
    "wie „",
    "вроде",
    "например",
    "типа",
    "などの",
    "といった",
    "같은",
    "包含",
    "含有",
    "检测",
    "檢測",
    "等",
];

/// Words before a quotation that make it an order again.
const ORDERS: &[&str] = &[
    "follow", "obey", "execute", "perform", "apply", "comply", "do", "say", "answer", "reply",
    "respond", "repeat", "write", "output", "print", "must", "always",
];

const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('«', '»'),
    ('„', '“'),
    ('「', '」'),
];

/// The match is quoted, and the sentence says that it quotes.
pub(super) fn mention(cx: &GuardCx<'_>) -> bool {
    let Some(open) = quotation(cx) else { return is_specimen(cx) };
    let sentence_start = cx.sentence().start.min(open);
    let before = cx.text()[sentence_start..open].to_lowercase();
    let after = cx.after(80);
    let behind: String = after.chars().take(24).collect();
    let elsewhere = |cue: &&str| cue_around(cue, &before, &behind);
    let foreign = CUES_ELSEWHERE.iter().any(elsewhere);
    let before = words(&before);
    let near = &before[before.len().saturating_sub(6)..];
    let ordered = near.iter().any(|w| ORDERS.contains(&w.as_str()));
    let cue = |w: &String| CUES.contains(&w.as_str());
    let cue_behind = |w: &String| CUES_BEHIND.contains(&w.as_str());
    !ordered && (foreign || before.iter().any(cue) || words(&after).iter().take(4).any(cue_behind))
}

/// Whether a cue stands before the quotation or right behind it. A cue may end
/// with the quotation mark.
fn cue_around(cue: &str, before: &str, behind: &str) -> bool {
    let bare = cue.trim_end_matches(['"', '«', '„']);
    if bare.len() < cue.len() {
        return before.trim_end().ends_with(bare.trim_end()) || before.contains(cue);
    }
    before.contains(cue) || behind.contains(cue)
}

/// The match stands right behind a label such as "mock response:".
fn is_specimen(cx: &GuardCx<'_>) -> bool {
    let before = cx.before(40);
    let Some(label) = before.trim_end().strip_suffix(':') else { return false };
    words(label).iter().rev().take(3).any(|w| SPECIMEN.contains(&w.as_str()))
}

/// Where the quotation begins that holds the whole match, on one stretch of
/// at most 160 bytes to either side. A quotation mark opens only behind a
/// space or bracket and closes only before one, so apostrophes quote nothing.
fn quotation(cx: &GuardCx<'_>) -> Option<usize> {
    let text = cx.text();
    let Range { start, end } = cx.range;
    let floor = super::sentence::char_floor(text, start.saturating_sub(160));
    let ceiling = super::sentence::char_floor(text, (end + 160).min(text.len())).max(end);
    for (open, close) in QUOTES {
        let opening = text[floor..start]
            .char_indices()
            .rev()
            .find(|(n, c)| *c == *open && opens(text, floor + n));
        let Some((n, _)) = opening else { continue };
        let at = floor + n;
        // Nothing may close it before the match.
        let inner = at + open.len_utf8();
        if text[inner..start].char_indices().any(|(n, c)| c == *close && closes(text, inner + n, c))
        {
            continue;
        }
        if text[end..ceiling].char_indices().any(|(n, c)| c == *close && closes(text, end + n, c)) {
            return Some(at);
        }
    }
    None
}

fn opens(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(|c| !joins(c) && c != '.')
}

fn closes(text: &str, at: usize, c: char) -> bool {
    text[at + c.len_utf8()..].chars().next().is_none_or(|c| !joins(c))
}
