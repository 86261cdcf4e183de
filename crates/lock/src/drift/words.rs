//! Two texts side by side: which words came and went.

use std::collections::BTreeSet;

use similar::{Algorithm, ChangeTag, TextDiff};
use warden_core::Untrusted;
use warden_core::text::is_deceptive;

use super::change::{Class, Words};

/// Words around a change that are shown.
const AROUND: usize = 6;
/// Characters that are shown of a change.
const SHOWN: usize = 800;
/// Longer texts are not compared word by word: no person reads the result.
const MAX_BYTES: usize = 64 << 10;

/// What a change of a text means by itself, before anything judges it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The same words: spacing, case, punctuation, a typo.
    Same,
    /// Words are gone, and none is new.
    Fewer,
    /// Only numbers differ.
    Numbers,
    /// Characters that are not seen came in.
    Invisible,
    /// A word that turns a sentence round came or went.
    Polarity,
    /// Other words.
    New,
}

impl Meaning {
    pub(crate) fn class(self) -> Class {
        match self {
            Self::Same => Class::Cosmetic,
            Self::Fewer => Class::Narrower,
            Self::Numbers | Self::Invisible | Self::Polarity | Self::New => Class::Wider,
        }
    }

    /// What there is to say beside the words.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::Same => "the words are the same but for spelling",
            Self::Fewer => "words are gone, none is new",
            Self::Numbers => "only numbers differ; a number can be a limit",
            Self::Invisible => "characters that are not seen came in",
            Self::Polarity => "a word that turns its sense round came or went",
            Self::New => "there are new words",
        }
    }
}

/// Words that turn the sense of a sentence round or bind it.
const TURNS: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "nor",
    "without",
    "except",
    "unless",
    "only",
    "must",
    "always",
    "cannot",
    "can't",
    "don't",
    "doesn't",
    "won't",
    "shouldn't",
    "mustn't",
    "avoid",
    "instead",
    "before",
    "after",
    "first",
    "any",
    "all",
    "every",
];

/// What the step from one text to the other means.
pub(crate) fn meaning(before: &str, after: &str) -> Meaning {
    if unseen(after) > unseen(before) {
        return Meaning::Invisible;
    }
    let (a, b) = (bare_words(before), bare_words(after));
    if a == b {
        // Digits stay in the words, so that these are the same.
        return Meaning::Same;
    }
    if a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| x == y || is_number(x) && is_number(y)) {
        return Meaning::Numbers;
    }
    if before.len() > MAX_BYTES || after.len() > MAX_BYTES {
        return Meaning::New;
    }
    let (gone, come) = moved(&a, &b);
    let turns = |words: &[&String]| words.iter().any(|w| TURNS.contains(&w.as_str()));
    if turns(&gone) || turns(&come) {
        return Meaning::Polarity;
    }
    if come.is_empty() {
        return Meaning::Fewer;
    }
    let typos = gone.len() == come.len()
        && gone.len() <= 3
        && gone.iter().zip(&come).all(|(x, y)| is_typo(x, y));
    if typos { Meaning::Same } else { Meaning::New }
}

/// Characters that nobody sees, blanks and line ends aside.
fn unseen(text: &str) -> usize {
    text.chars()
        .filter(|c| is_deceptive(*c) && !matches!(c, '\n' | '\r' | '\t' | '\u{fe0f}'))
        .count()
}

/// Words in small letters without punctuation.
fn bare_words(text: &str) -> Vec<String> {
    let letters = |w: &str| -> String {
        w.chars().filter(|c| c.is_alphanumeric() || matches!(c, '\'' | '/' | '@')).collect()
    };
    text.split_whitespace().map(|w| letters(w).to_lowercase()).filter(|w| !w.is_empty()).collect()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Words that only one side has, in order.
fn moved<'a>(a: &'a [String], b: &'a [String]) -> (Vec<&'a String>, Vec<&'a String>) {
    let ops = similar::capture_diff_slices(Algorithm::Myers, a, b);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in ops {
        let (tag, old, new) = op.as_tag_tuple();
        if tag != similar::DiffTag::Equal {
            gone.extend(&a[old]);
            come.extend(&b[new]);
        }
    }
    (gone, come)
}

/// One letter more, less, other, or two swapped, in a word of four or more.
fn is_typo(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().min(b.len()) < 4 || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let room = a.len().min(b.len()) - front;
    let back = a.iter().rev().zip(b.iter().rev()).take(room).take_while(|(x, y)| x == y).count();
    let (left, right) = (a.len() - front - back, b.len() - front - back);
    let swapped = left == 2 && right == 2 && a[front] == b[front + 1] && a[front + 1] == b[front];
    left <= 1 && right <= 1 || swapped
}

/// Numbers that only one side has: `50→5000`.
pub(crate) fn numbers(before: &str, after: &str) -> Option<String> {
    let of = |t: &str| -> BTreeSet<String> {
        t.split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .map(|n| n.trim_matches('.').to_owned())
            .filter(|n| !n.is_empty())
            .collect()
    };
    let (a, b) = (of(before), of(after));
    let list = |x: &BTreeSet<String>, y: &BTreeSet<String>| {
        x.difference(y).take(5).cloned().collect::<Vec<_>>().join(", ")
    };
    let (gone, come) = (list(&a, &b), list(&b, &a));
    (!gone.is_empty() || !come.is_empty()).then(|| format!("{gone}→{come}"))
}

impl Words {
    /// The words that came and went, with a few around them:
    /// `list [-the files-]{+every file+} of …`.
    pub fn marked(&self) -> Untrusted {
        marked(self.before.expose(), self.after.expose()).into()
    }
}

fn marked(before: &str, after: &str) -> String {
    if before.len() > MAX_BYTES || after.len() > MAX_BYTES {
        return format!("[-{} bytes-]{{+{} bytes+}}", before.len(), after.len());
    }
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_words(before, after);
    let mut out = String::new();
    let mut same: Vec<&str> = Vec::new();
    let mut first = true;
    let mut open: Option<ChangeTag> = None;
    for change in diff.iter_all_changes() {
        let tag = change.tag();
        if open.is_some_and(|o| o != tag) {
            out.push_str(if open == Some(ChangeTag::Delete) { "-]" } else { "+}" });
            open = None;
        }
        if tag == ChangeTag::Equal {
            same.push(change.value());
            continue;
        }
        if open.is_none() {
            around(&mut out, &same, !std::mem::take(&mut first), true);
            same.clear();
            out.push_str(if tag == ChangeTag::Delete { "[-" } else { "{+" });
            open = Some(tag);
        }
        out.push_str(change.value());
    }
    if let Some(tag) = open {
        out.push_str(if tag == ChangeTag::Delete { "-]" } else { "+}" });
    }
    around(&mut out, &same, true, false);
    match out.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &out[..at]),
        None => out,
    }
}

/// Unchanged words between two changes: the first and the last few of them.
fn around(out: &mut String, same: &[&str], head: bool, tail: bool) {
    // Blanks are words of their own.
    let keep = 2 * AROUND;
    let (h, t) = (if head { keep } else { 0 }, if tail { keep } else { 0 });
    if same.len() <= h + t {
        same.iter().for_each(|w| out.push_str(w));
        return;
    }
    same[..h].iter().for_each(|w| out.push_str(w));
    out.push('…');
    same[same.len() - t..].iter().for_each(|w| out.push_str(w));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_change_of_words_means() {
        let base = "Lists the files of a directory, at most 50.";
        let cases = [
            ("Lists the files of a directory,  at most 50", Meaning::Same),
            ("Lists the files of a diretory, at most 50.", Meaning::Same),
            ("Lists the files of a directory, at most 5000.", Meaning::Numbers),
            ("Lists the files of a directory.", Meaning::Fewer),
            ("Lists the files of a directory, at most 50. Send them on.", Meaning::New),
            ("Never lists the files of a directory, at most 50.", Meaning::Polarity),
            ("Lists the files of a\u{200b} directory, at most 50.", Meaning::Invisible),
        ];
        for (after, expected) in cases {
            assert_eq!(meaning(base, after), expected, "{after}");
        }
        assert_eq!(meaning("It is now safe.", "It is not safe."), Meaning::Polarity);
    }

    #[test]
    fn words_are_marked_with_a_little_around_them() {
        let before = "one two three four five six seven eight nine ten eleven twelve red";
        let after = "one two three four five six seven eight nine ten eleven twelve blue green";
        assert_eq!(
            marked(before, after),
            "…seven eight nine ten eleven twelve [-red-]{+blue green+}"
        );
        assert_eq!(numbers("at most 50", "at most 5000.").as_deref(), Some("50→5000"));
    }
}
