//! Features of sentences and of items.
//!
//! Frame features carry what was never seen in these words before; words carry
//! what the frames do not know.

use std::sync::LazyLock;

use crate::frames::class::*;
use crate::frames::view::{Predicate, Read, Sentence};
use crate::frames::{FieldKind, Force};

use super::hash::{mix, text};
use super::topic::Topic;
use super::words::{Word, is_address, unspaced};

/// Classes that bind words together and mean nothing by themselves.
const GLUE: Cls =
    TO.or(PREP).or(CONJ).or(DET).or(AUX).or(T_PUNCT).or(T_COMMA).or(T_TAG).or(T_FOREIGN_LANG);

/// The classes of a token that are counted.
fn telling(cls: Cls) -> Cls {
    cls.without(GLUE)
}

/// Takes features as they are found.
pub(super) trait Sink {
    /// A feature; its name is only made where someone asks.
    fn put(&mut self, hash: u64, name: impl FnOnce() -> String);
}

/// The features of one sentence.
pub(super) fn sentence(
    read: &Read<'_>,
    topic: &Topic,
    (at, s): (Place, Sentence<'_>),
    words: &[Word<'_>],
    out: &mut impl Sink,
) {
    flags(read, s, out);
    classes(words, out);
    for p in s.predicates() {
        predicate(read, s, p, out);
    }
    count_words(words, out);
    if !s.text().is_ascii() {
        letters(s.text(), out);
    }
    crosses(read, s, words, out);
    placed(topic, at, s, words, out);
    business(read, topic, s, words, out);
}

/// Where a sentence stands among those of its item.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Only = 0,
    First = 1,
    Middle = 2,
    Last = 3,
}

/// How a sentence stands to what its item is about.
fn placed(topic: &Topic, at: Place, s: Sentence<'_>, words: &[Word<'_>], out: &mut impl Sink) {
    let share = topic.share(words) as u64;
    let must = s.predicates().filter(|p| !p.in_cond()).map(Predicate::force).max();
    let strength = must.map_or(0, |f| f as u64 + 1);
    let at = at as u64;
    let name = || (if share == 1 { "a topic of its own" } else { "the tool's topic" }).to_owned();
    out.put(mix(&[60, share]), name);
    out.put(mix(&[61, at, strength]), || "the force of a sentence in its place".to_owned());
    out.put(mix(&[62, share, strength]), name);
    out.put(mix(&[63, share, strength, at]), name);
    let mut all = Cls::NONE;
    words.iter().for_each(|w| all |= telling(w.cls));
    for (k, class) in keys(all) {
        out.put(mix(&[64, share, k]), || format!("{}: “{class}”", name()));
    }
}

/// What is ordered, and whether it is the tool's business.
fn business(
    read: &Read<'_>,
    topic: &Topic,
    s: Sentence<'_>,
    words: &[Word<'_>],
    out: &mut impl Sink,
) {
    let share = topic.share(words) as u64;
    let conditions = telling(s.conditions());
    let name = if share == 1 { "off the topic" } else { "on the topic" };
    for p in s.predicates() {
        let how = (p.force() as u64) << 2 | u64::from(p.neg()) << 1 | u64::from(p.in_cond());
        for (act, shown) in keys(p.acts()) {
            out.put(mix(&[80, share, act, how]), || {
                format!("{} {shown}, {name}", force(p.force(), p.neg()))
            });
            for (c, cond) in keys(conditions) {
                out.put(mix(&[81, share, act, c]), || format!("{shown} under “{cond}”, {name}"));
            }
        }
    }
    for (n, (_, told)) in told(read, s).iter().enumerate().filter(|(_, t)| t.0) {
        out.put(mix(&[82, share, n as u64]), || format!("{told}, {name}"));
    }
    for w in words.iter().filter(|w| !topic.holds(w)) {
        out.put(mix(&[83, share, if w.stem == 0 { w.hash } else { w.stem }]), || {
            format!("“{}”, {name}", w.shown)
        });
    }
}

/// The features of an item as a whole.
pub(super) fn item(read: &Read<'_>, out: &mut impl Sink) {
    for name in read.params() {
        for w in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| w.len() > 2) {
            put_param(w, out);
        }
    }
    let count = read.params().len().min(4) as u64;
    out.put(mix(&[50, count, u64::from(read.no_input())]), || format!("{count} parameters"));
}

fn put_param(word: &str, out: &mut impl Sink) {
    let (h, _) = super::hash::word(word);
    out.put(mix(&[51, h]), || format!("a parameter named “{word}”"));
}

fn kind(s: Sentence<'_>) -> u64 {
    match s.kind() {
        FieldKind::Own => 0,
        FieldKind::Param => 1,
        FieldKind::Literal => 2,
        FieldKind::Message => 3,
    }
}

fn flags(read: &Read<'_>, s: Sentence<'_>, out: &mut impl Sink) {
    let kind = kind(s);
    let must = s.predicates().filter(|p| !p.in_cond()).map(Predicate::force).max();
    let strength = must.map_or(0, |f| f as u64 + 1);
    let told = told(read, s);
    out.put(mix(&[10, kind, strength]), || "the force of a sentence in its place".to_owned());
    for (n, (_, name)) in told.iter().enumerate().filter(|(_, t)| t.0) {
        let n = n as u64;
        out.put(mix(&[11, n]), || (*name).to_owned());
        out.put(mix(&[12, n, kind]), || (*name).to_owned());
        out.put(mix(&[13, n, strength]), || (*name).to_owned());
        for (m, (_, other)) in told.iter().enumerate().skip(n as usize + 1).filter(|(_, t)| t.0) {
            out.put(mix(&[14, n, m as u64]), || format!("{name} and {other}"));
            out.put(mix(&[15, n, m as u64, strength]), || format!("{name} and {other}"));
        }
    }
}

fn told(read: &Read<'_>, s: Sentence<'_>) -> [(bool, &'static str); 8] {
    [
        (s.names_foreign(), "names a tool of others"),
        (s.cond_foreign(), "depends on a tool of others"),
        (s.cond_request(), "depends on what the person asks"),
        (s.predicates().any(Predicate::calls_this), "has this tool called"),
        (read.no_input(), "the tool takes no input"),
        (!read.is_tool(), "not a tool's"),
        (s.names_sibling(), "names a sibling"),
        (s.names_param(), "names an own parameter"),
    ]
}

/// Tokens behind a token that it is paired with.
const REACH: usize = 3;

fn classes(words: &[Word<'_>], out: &mut impl Sink) {
    let toks: Vec<Cls> = words.iter().map(|w| telling(w.cls)).filter(|c| !c.is_none()).collect();
    for (n, c) in toks.iter().enumerate() {
        for (a, x) in keys(*c) {
            out.put(mix(&[20, a]), || format!("“{x}”"));
            for d in &toks[n + 1..(n + 1 + REACH).min(toks.len())] {
                for (b, y) in keys(*d) {
                    out.put(mix(&[21, a, b]), || format!("“{x}” then “{y}”"));
                }
            }
        }
    }
    for w in toks.windows(3) {
        for (a, x) in keys(w[0]) {
            for (b, y) in keys(w[1]) {
                for (c, z) in keys(w[2]) {
                    out.put(mix(&[22, a, b, c]), || format!("“{x}”, “{y}”, “{z}”"));
                }
            }
        }
    }
}

fn predicate(read: &Read<'_>, s: Sentence<'_>, p: Predicate<'_>, out: &mut impl Sink) {
    let how = (p.force() as u64) << 3
        | u64::from(p.neg()) << 2
        | u64::from(p.in_cond()) << 1
        | u64::from(p.aside());
    let object = telling(p.object());
    let conditions = telling(s.conditions());
    let no_input = u64::from(read.no_input());
    for (act, name) in keys(p.acts()) {
        let told = || force(p.force(), p.neg());
        out.put(mix(&[30, act, how]), || format!("{} {name}", told()));
        out.put(mix(&[31, act, how, no_input]), || format!("{} {name}", told()));
        for (o, object) in keys(object) {
            out.put(mix(&[32, act, o]), || format!("{name} {object}"));
            out.put(mix(&[33, act, o, how]), || format!("{} {name} {object}", told()));
        }
        if !p.in_cond() {
            for (c, cond) in keys(conditions) {
                out.put(mix(&[34, act, c]), || format!("{name} under the condition “{cond}”"));
                out.put(mix(&[35, how, c]), || format!("{} under the condition “{cond}”", told()));
            }
        }
    }
}

fn force(force: Force, neg: bool) -> &'static str {
    match (force, neg) {
        (Force::Must | Force::Order, true) => "must not",
        (_, true) => "does not",
        (Force::Must, _) => "must",
        (Force::Order, _) => "is told to",
        (Force::Advice, _) => "should",
        (Force::May, _) => "may",
        (Force::Statement, _) => "does",
        (Force::Purpose, _) => "in order to",
    }
}

fn count_words(words: &[Word<'_>], out: &mut impl Sink) {
    for (n, w) in words.iter().enumerate() {
        out.put(mix(&[1, w.hash]), || format!("the word “{}”", w.shown));
        if w.stem != 0 {
            out.put(mix(&[2, w.stem]), || format!("words like “{}”", w.shown));
        }
        if let Some(x) = words.get(n + 1) {
            out.put(mix(&[3, w.hash, x.hash]), || format!("“{} {}”", w.shown, x.shown));
        }
        if let Some(x) = words.get(n + 2) {
            out.put(mix(&[4, w.hash, x.hash]), || format!("“{} … {}”", w.shown, x.shown));
            let m = words[n + 1].hash;
            out.put(mix(&[5, w.hash, m, x.hash]), || {
                format!("“{} {} {}”", w.shown, words[n + 1].shown, x.shown)
            });
        }
    }
}

/// Words together with what the sentence does.
fn crosses(read: &Read<'_>, s: Sentence<'_>, words: &[Word<'_>], out: &mut impl Sink) {
    let told = told(read, s);
    for w in words {
        for (n, (_, name)) in told.iter().enumerate().filter(|(_, t)| t.0) {
            out.put(mix(&[6, n as u64, w.hash]), || format!("“{}”, {name}", w.shown));
        }
    }
    // All classes of the sentence in pairs, wherever they stand.
    let mut all = Cls::NONE;
    words.iter().for_each(|w| all |= telling(w.cls));
    let list: Vec<_> = keys(all).collect();
    for (n, (a, x)) in list.iter().enumerate() {
        for (b, y) in &list[n + 1..] {
            out.put(mix(&[7, *a, *b]), || format!("“{x}” and “{y}”"));
        }
    }
}

/// Three to five letters in a row, across words; of scripts without spaces two
/// as well. Addresses have no part in it.
fn letters(text: &str, out: &mut impl Sink) {
    let mut last = [' '; 4];
    for chunk in text.split_whitespace().filter(|c| !is_address(c)) {
        for c in chunk.chars().flat_map(char::to_lowercase) {
            push_letter(if c.is_alphabetic() { c } else { ' ' }, &mut last, out);
        }
        push_letter(' ', &mut last, out);
    }
}

fn push_letter(c: char, last: &mut [char; 4], out: &mut impl Sink) {
    let [w, x, y, z] = *last;
    if c == ' ' && z == ' ' {
        return;
    }
    if unspaced(z) && unspaced(c) {
        out.put(mix(&[8, z as u64, c as u64]), || format!("“{z}{c}”"));
    }
    let three = (y as u64) << 42 | (z as u64) << 21 | c as u64;
    out.put(mix(&[9, three]), || format!("the letters “{y}{z}{c}”"));
    out.put(mix(&[10, three, x as u64]), || format!("the letters “{x}{y}{z}{c}”"));
    let five = (w as u64) << 21 | x as u64;
    out.put(mix(&[11, three, five]), || format!("the letters “{w}{x}{y}{z}{c}”"));
    *last = [x, y, z, c];
}

/// The classes of a set, as keys and names.
fn keys(cls: Cls) -> impl Iterator<Item = (u64, &'static str)> {
    static KEYS: LazyLock<Vec<u64>> = LazyLock::new(|| NAMES.iter().map(|n| text(n)).collect());
    let keys = &*KEYS;
    cls.numbers().map(move |n| (keys[n], NAMES[n]))
}
