//! Whether a program is spoken to or only spoken of.

use super::words::{Hit, Kind};

/// How far in front of the noun a word that speaks to it stands.
const BEFORE: u32 = 8;
/// How far behind the noun what binds it stands.
const BEHIND: usize = 3;
/// A clause between the noun and its colon: "agents working on this issue:".
const CLAUSE: usize = 48;

/// Whether the noun of a hit is spoken to: "note to AI tools: …", "assistant,
/// please …", "agents must …". Alone or in a list it is spoken of.
pub(super) fn spoken_to(text: &str, hits: &[Hit], n: usize) -> bool {
    let hit = &hits[n];
    let (start, end) = (hit.start as usize, hit.end as usize);
    if text[..start].ends_with(['-', '/', '.', '_', '#', '@', '\\']) {
        return false;
    }
    let toward = hits[..n].iter().rev().take(24).find(|h| {
        h.kinds & Kind::Toward.bit() != 0 && h.end <= hit.start && hit.start - h.end <= BEFORE
    });
    let leads = toward.is_some_and(|h| heads(text, h.start as usize));
    let rest = &text[end..];
    let gap = rest.len() - rest.trim_start_matches([' ', '*', '"', '\'', ')', ']']).len();
    let bound = hits[n..]
        .iter()
        .take_while(|h| (h.start as usize) <= end + gap.min(BEHIND))
        .find(|h| h.kinds & Kind::Bound.bit() != 0 && h.start as usize >= end);
    let head = heads(text, start);
    let reads = bound.is_some_and(|h| !is_modal(&text[h.start as usize..h.end as usize]));
    match next_mark(rest) {
        Some(Mark::Colon(0)) => {
            toward.is_some() || head && !(is_label(&text[start..end]) && opens_line(text, start))
        }
        Some(Mark::Colon(_)) => leads || reads || bound.is_some() && head,
        Some(Mark::Comma) => (toward.is_some() || head) && orders_follow(hits, n, end),
        Some(Mark::End) => leads && head_of_line(text, start),
        None => {
            reads
                || bound.is_some()
                    && (leads || head || !is_common(&text[start..end]))
                    && !determined(text, start)
        }
    }
}

/// Where a transcript or a setting has its label; a comment does not begin so.
fn opens_line(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end_matches(' ');
    !before.ends_with(['-', '(', '[', '"', '\'', '/', '*', '>', '#', ';'])
}

/// Verbs of duty: "an agent should" is said of agents in general.
fn is_modal(words: &str) -> bool {
    [
        "must",
        "should",
        "shall",
        "has",
        "have",
        "need",
        "is ",
        "are ",
        "deve",
        "doit",
        "soll",
        "muss",
        "должен",
        "должны",
    ]
    .iter()
    .any(|m| words.get(..m.len()).is_some_and(|w| w.eq_ignore_ascii_case(m)))
}

/// An article in front makes it one of many.
fn determined(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end_matches(' ');
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    [
        "a", "an", "the", "each", "this", "that", "your", "our", "its", "language", "l", "un",
        "une", "ein", "der", "die",
    ]
    .iter()
    .any(|d| d.eq_ignore_ascii_case(word))
}

enum Mark {
    /// So many bytes behind the noun.
    Colon(usize),
    Comma,
    End,
}

/// The mark that follows the noun, or the clause behind it.
fn next_mark(rest: &str) -> Option<Mark> {
    let rest = rest.trim_start_matches('*');
    if rest.is_empty() {
        return Some(Mark::End);
    }
    for (n, c) in rest.char_indices().take(CLAUSE) {
        match c {
            ':' | '：' | '—' | '–' => return Some(Mark::Colon(n)),
            ',' | '，' | '、' if n == 0 => return Some(Mark::Comma),
            '.' | '!' | '?' | ';' | '。' | '\n' | '"' | '(' | '\\' | '|' | '0'..='9' | '`' => {
                return None;
            }
            _ => {}
        }
    }
    None
}

/// Labels of transcripts and settings: "Agent: one moment", "model: large".
fn is_label(noun: &str) -> bool {
    ["agent", "model", "models", "system", "machine", "claude", "gemini", "gpt", "agente", "agents"]
        .iter()
        .any(|l| noun.eq_ignore_ascii_case(l))
}

/// Nouns that stand for people and things too.
fn is_common(noun: &str) -> bool {
    is_label(noun)
        || ["machine", "tool", "tools", "agenten", "агент"]
            .iter()
            .any(|l| noun.eq_ignore_ascii_case(l))
}

/// At the head of a text, a sentence, a quotation or a comment.
fn heads(text: &str, start: usize) -> bool {
    const MARKS: &[char] = &[
        '"', '\'', '(', '[', '>', '#', '*', '-', '/', '{', '<', '!', ']', ')', '+', '=', '\u{ab}',
        '\u{201c}', '\u{201e}', '\u{300c}', '.', '?', ':', ';', '。', '\n', '|', '：',
    ];
    let before = text[..start].trim_end_matches(' ');
    before.is_empty() || before.ends_with(MARKS)
}

fn head_of_line(text: &str, start: usize) -> bool {
    text[..start].rfind(['.', '#', '\n', '>']).is_none_or(|n| start - n < 40)
}

/// An order, or what leads to one, right behind the comma.
fn orders_follow(hits: &[Hit], n: usize, end: usize) -> bool {
    const FOLLOWS: u64 = super::weigh::VERBS
        | 1 << Kind::Order as u64
        | 1 << Kind::Moment as u64
        | 1 << Kind::Override as u64
        | 1 << Kind::Force as u64;
    hits[n..]
        .iter()
        .take_while(|h| (h.start as usize) < end + 30)
        .any(|h| h.start as usize >= end && h.kinds & FOLLOWS != 0)
}
