//! The cheap question before the expensive one: can this sentence hold a frame?
//!
//! One pass over the bytes looks each word up once and notes the families that
//! it belongs to; a sentence is read when the families in it together could
//! satisfy a rule. The families are made from the classes of the lexicon, so
//! that gate and rules cannot drift apart.

use std::ops::Range;

use super::class::{self as c, Cls};
use super::lexicon::{LEXICON, SEED, step};
use super::sentence::sentences;

/// Families, as bits.
pub(super) type Mask = u64;

macro_rules! families {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Family { $($name),* }
        $(const $name: Mask = 1 << Family::$name as u64;)*
    };
}

families! {
    OVER INSTR TOLD TELL SHOW NEG HIDE LOOT MOVE ADDR NAME CALL EDIT PUSH WHEN EVERY CMD PREF ALONE
    SPATH SECRET WHOSE USER OUTSIDE HOST NUM INPUT ROLE YOU YOUR GUARD MUST NAMES BROKEN VALUE KEEP
    ALTER THIS TOOL SOFT TROUBLE OUT RES CONFLICT TREAT AUTH SAID CONSENT DEED ASK RUN LONE
}

/// The word begins a phrase; the next one is looked up with it.
pub(super) const STARTS: Mask = 1 << 63;
/// It is a word of the English lexicon.
pub(super) const KNOWN: Mask = 1 << 62;
/// It occurs in another language.
pub(super) const FOREIGN: Mask = 1 << 61;
/// It stands in [`FILES`], [`COMMANDS`], [`TLDS`].
const IS_FILE: Mask = 1 << 60;
const IS_COMMAND: Mask = 1 << 59;
const IS_TLD: Mask = 1 << 58;
/// All but the families.
const MARKS: Mask = STARTS | KNOWN | FOREIGN | IS_FILE | IS_COMMAND | IS_TLD;

/// Words that mean something only where they stand, with their marks.
pub(super) fn marked() -> impl Iterator<Item = (&'static str, Mask)> {
    let of = |list: &'static [&'static str], mark| list.iter().map(move |w| (*w, mark));
    of(FILES, IS_FILE).chain(of(COMMANDS, IS_COMMAND)).chain(of(TLDS, IS_TLD))
}

/// The families of a class of words.
pub(super) fn mask(cls: Cls) -> Mask {
    let table = [
        (c::IGNORE | c::OVERRIDE | c::DISABLE | c::OBEY, OVER),
        (c::INSTR | c::SYSPROMPT, INSTR),
        (c::PREV | c::SAFETY | c::CONSENT | c::OTHER | c::THEIR | c::USER, TOLD),
        (c::VOID | c::PRETEND | c::STEAL | c::PRIORITY | c::REMOTE | c::REGARDLESS, ALONE),
        (c::DISCLOSE | c::ASK | c::KNOW | c::TRACE, TELL),
        (c::TELL, SHOW),
        (c::NEG, NEG),
        (c::HIDE | c::SILENT | c::SECRECY, HIDE),
        (c::CRED | c::CONVO | c::HOSTINFO | c::SYSPROMPT, LOOT),
        (c::SECRET, SECRET),
        (c::THEIR | c::USER | c::YOUR, WHOSE),
        (c::SEND | c::PUT | c::ADD | c::WRITE | c::COPY | c::ENCODE | c::READ | c::GRANT, MOVE),
        (c::CALL | c::EXEC | c::REVISE, CALL),
        (c::ALTER | c::SET | c::ADD | c::PUT | c::DEL | c::ROUTE | c::PAY, EDIT),
        (c::ALTER | c::ROUTE, ALTER),
        (c::MUST | c::SHOULD | c::BEFORE | c::AFTER | c::FIRST, PUSH),
        (c::INSTEAD | c::AUTO | c::ALSO | c::REQUIRE, PUSH),
        (c::WHEN, WHEN),
        (c::EVERY, EVERY),
        (c::INSTEAD | c::PREFER | c::OTHER, PREF),
        (c::BROKEN, BROKEN),
        (c::USER, USER),
        (c::OUTSIDE, OUTSIDE),
        (c::HOST, HOST),
        (c::INPUT, INPUT),
        (c::MODE, ROLE),
        (c::YOU, YOU),
        (c::YOUR, YOUR),
        (c::GUARD, GUARD),
        (c::MUST, MUST),
        (c::COMMAND, CMD),
        (c::DATA, VALUE),
        (c::REMEMBER | c::DEL, KEEP),
        (c::THIS, THIS),
        (c::TOOL, TOOL),
        (c::UNAWARE | c::QUIET | c::DENY, SOFT),
        (c::TROUBLE, TROUBLE),
        (c::LEFTOUT, OUT),
        (c::RESULT, RES),
        (c::CONFLICT, CONFLICT),
        (c::TREAT, TREAT),
        (c::AUTHORITY, AUTH),
        (c::SAID, SAID),
        (c::CONSENT, CONSENT),
        (c::ONLY, LONE),
        (c::DEL | c::PAY | c::GRANT | c::DISABLE, DEED),
        (c::ASK, ASK),
        (c::EXEC | c::OBEY, RUN),
    ];
    table.iter().filter(|(k, _)| cls.any(*k)).fold(0, |m, (_, b)| m | b)
}

/// Whether the families of a sentence could satisfy some rule. In a tool
/// without input (`bare`) an order needs no pressing words.
fn opens(m: Mask, bare: bool) -> bool {
    let has = |all: Mask| m & all == all;
    let any = |some: Mask| m & some != 0;
    any(ALONE | SPATH | HIDE)
        || has(OVER) && any(INSTR | TOLD | INPUT)
        || has(TELL | NEG) && any(USER | YOU | MUST | THIS)
        || has(SHOW | NEG) && any(USER | YOU)
        || has(SHOW | USER | NAME)
        || has(SHOW | INSTR | YOUR)
        || has(TELL | INSTR | YOUR)
        || has(SHOW | USER | YOU)
        || has(KEEP | TELL | THIS)
        || has(LOOT | MOVE) && any(PUSH | WHEN | NAME | ADDR | WHOSE | VALUE | EVERY)
        || has(LOOT | NAME) && any(VALUE | WHOSE | PUSH | EVERY)
        || has(SECRET | WHOSE) && any(MOVE | NAME)
        || has(SECRET | WHEN) && any(MOVE) && any(ADDR)
        || has(ADDR | MOVE) && any(PUSH | EVERY | WHEN | NAME)
        || has(ADDR | EDIT) && any(PUSH | EVERY | WHEN | NAME)
        || has(OUTSIDE | HOST | MOVE)
        || has(NAME)
            && any(CALL | EDIT)
            && (any(PUSH) || has(WHEN | NAMES) || has(EVERY | INPUT) || bare)
        || has(TOOL | CALL | PUSH) && any(MUST | USER)
        || bare && has(TOOL | CALL | PUSH)
        || bare && has(NAME | MOVE | PUSH)
        || has(ALTER | WHEN | USER)
        || has(MUST) && bare && any(NUM | NAME) && any(EDIT | CALL | MOVE)
        || has(CMD) && any(PUSH | EVERY | NAMES) && any(CALL | EDIT)
        || has(PREF | NEG | CALL) && any(MUST | BROKEN)
        || has(BROKEN | NAME)
        || has(NAME | CALL | NEG)
        || has(ADDR | MUST)
        || has(ROLE | YOU)
        || any(SOFT)
        || has(TROUBLE | USER)
        || has(OUT | RES) && any(THIS | YOUR | USER)
        || has(CONFLICT) && any(INSTR | TOLD | YOUR)
        || has(INSTR | LONE) && any(YOUR | YOU)
        || has(TREAT) && any(INSTR | AUTH)
        || has(SAID | EVERY) && any(USER | YOU)
        || has(CONSENT | NEG) && any(DEED | MOVE | CALL)
        || has(ASK | USER) && any(SECRET | LOOT)
        || has(ADDR | RUN)
        || has(DEED) && any(NAME | NUM) && any(MUST | PUSH | WHEN)
        || has(NAME | MOVE) && any(PUSH | WHEN | EVERY)
        || has(TOOL | PREF) && any(NEG | BROKEN | EDIT | RES)
        || bare && has(EDIT) && any(NUM | NAME)
        || has(GUARD) && any(OVER | KEEP) && any(PUSH | WHEN)
}

/// Words that stand in the names of secret files, behind a dot or a slash.
const FILES: &[&str] = &[
    "env",
    "ssh",
    "aws",
    "passwd",
    "shadow",
    "netrc",
    "npmrc",
    "pypirc",
    "kube",
    "docker",
    "gnupg",
    "bashrc",
    "zshrc",
    "profile",
    "gitconfig",
    "pem",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    "bash_history",
    "zsh_history",
    "pgpass",
    "proc",
    "gcloud",
    "config",
    "cursor",
    "git",
    "slack",
    "github_token",
    "credentials",
    "mcp",
    "root",
    "vault",
    "secrets",
];
/// Commands; see `shape`.
const COMMANDS: &[&str] = &[
    "curl",
    "wget",
    "sudo",
    "chmod",
    "chown",
    "netstat",
    "scp",
    "rsync",
    "powershell",
    "whoami",
    "printenv",
    "mkfs",
    "certutil",
    "bitsadmin",
    "iex",
    "ncat",
    "rm",
];
/// Top-level domains behind a dot.
const TLDS: &[&str] = &[
    "com", "org", "net", "io", "dev", "example", "ai", "xyz", "ru", "cn", "evil", "test", "local",
];

/// What the pass over one sentence gathers.
#[derive(Default, Clone, Copy)]
struct Seen {
    mask: Mask,
    words: u16,
    other: u16,
    wide: u16,
    names: u8,
    /// The word before, if it begins a phrase.
    starter: u64,
}

impl Seen {
    fn opens(self, bare: bool) -> bool {
        let mut m = self.mask;
        if self.names > 1 {
            m |= NAMES;
        }
        opens(m, bare) || self.wide >= 6 || self.other >= 2 && self.other * 8 >= self.words
    }
}

/// What a byte is to a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Byte {
    Lower,
    Upper,
    Digit,
    Wide,
    Underscore,
    /// `'` and `-`: part of a word between letters.
    Joiner,
    Other,
    /// Says something by itself.
    Sign,
}

/// What each byte is, and its lower case.
static BYTES: [(Byte, u8); 256] = bytes();

const fn bytes() -> [(Byte, u8); 256] {
    let mut t = [(Byte::Other, 0); 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        let kind = match b {
            b'a'..=b'z' => Byte::Lower,
            b'A'..=b'Z' => Byte::Upper,
            b'0'..=b'9' => Byte::Digit,
            0x80.. => Byte::Wide,
            b'_' => Byte::Underscore,
            b'\'' | b'-' => Byte::Joiner,
            b'`' | b'"' | b'@' | b':' | b'~' | b'$' | b'&' => Byte::Sign,
            _ => Byte::Other,
        };
        t[i] = (kind, b.to_ascii_lowercase());
        i += 1;
    }
    t
}

fn look(text: &[u8]) -> Seen {
    let lex = &*LEXICON;
    let mut seen = Seen::default();
    let mut i = 0;
    while i < text.len() {
        match BYTES[usize::from(text[i])].0 {
            Byte::Lower | Byte::Upper | Byte::Digit | Byte::Wide => {
                i = word(text, i, lex, &mut seen);
                continue;
            }
            Byte::Sign | Byte::Joiner => sign(text, i, &mut seen),
            Byte::Underscore | Byte::Other => {}
        }
        i += 1;
    }
    if seen.names > 0 {
        seen.mask |= NAME;
    }
    seen.mask &= !MARKS;
    seen
}

fn sign(text: &[u8], i: usize, seen: &mut Seen) {
    let before = if i == 0 { b' ' } else { text[i - 1] };
    match text[i] {
        b'`' => seen.names = seen.names.saturating_add(1),
        b'"' | b'\'' if !before.is_ascii_alphanumeric() => {
            seen.names = seen.names.saturating_add(1)
        }
        b'@' if before.is_ascii_alphanumeric() => seen.mask |= ADDR,
        b':' if text[i..].starts_with(b"://") => seen.mask |= ADDR,
        b'~' if text.get(i + 1) == Some(&b'/') => seen.mask |= SPATH,
        b'$' if text.get(i + 1) == Some(&b'(') => seen.mask |= SPATH,
        b'&' if text.get(i + 1) == Some(&b'&') => seen.mask |= CMD,
        _ => {}
    }
}

/// The key of two words that follow each other.
pub(super) fn join(first: u64, second: u64) -> u64 {
    first.rotate_left(17).wrapping_add(second)
}

/// Reads the word at `start`; returns where it ends.
fn word(text: &[u8], start: usize, lex: &super::lexicon::Lexicon, seen: &mut Seen) -> usize {
    let mut h = SEED;
    let mut i = start;
    let mut before = Byte::Other;
    let (mut joint, mut digits, mut wide) = (false, 0_u32, 0_u32);
    while let Some(&b) = text.get(i) {
        let (kind, low) = BYTES[usize::from(b)];
        if kind >= Byte::Wide {
            match kind {
                Byte::Wide => wide += 1,
                Byte::Underscore => joint |= i > start,
                Byte::Joiner if text.get(i + 1).is_some_and(u8::is_ascii_alphabetic) => {}
                _ => break,
            }
        }
        joint |= kind == Byte::Upper && before == Byte::Lower;
        digits += u32::from(kind == Byte::Digit);
        before = kind;
        h = step(h, low);
        i += 1;
    }
    seen.words = seen.words.saturating_add(1);
    if joint {
        seen.names = seen.names.saturating_add(1);
    }
    if digits > 0 {
        seen.mask |= if digits > 7 { ADDR | NUM } else { NUM };
    }
    let bytes = &text[start..i];
    if wide > 0 {
        // Latin letters with accents are two bytes, other scripts often three.
        let latin = bytes.iter().any(u8::is_ascii_alphabetic) || wide < 4;
        if latin {
            seen.other = seen.other.saturating_add(1);
        } else {
            seen.wide = seen.wide.saturating_add(wide.min(60) as u16);
        }
        return i;
    }
    let pair = std::mem::replace(&mut seen.starter, 0);
    if pair != 0 {
        seen.mask |= lex.mask(join(pair, h));
    }
    let m = lex.mask(h);
    seen.mask |= m;
    if m & STARTS != 0 {
        seen.starter = h;
    }
    if m & KNOWN == 0 && bytes.len() > 5 && lex.has_stem(bytes) {
        seen.other = seen.other.saturating_add(1);
        return i;
    }
    if m & FOREIGN != 0 {
        seen.other = seen.other.saturating_add(1);
    }
    if start > 0 && matches!(text[start - 1], b'.' | b'/' | b'\\') {
        if m & IS_FILE != 0 {
            seen.mask |= SPATH;
        }
        if m & IS_TLD != 0 && text[start - 1] == b'.' {
            seen.mask |= ADDR;
        }
    } else if m & IS_COMMAND != 0 && !bytes.iter().any(u8::is_ascii_uppercase) {
        seen.mask |= CMD | PUSH | CALL;
    }
    i
}

/// The sentences of a text that are to be read: those that may hold a frame,
/// and their neighbours, since an order and what it is about may be apart.
/// `bare` says that the text's tool takes no input.
pub(super) fn select(text: &str, breaks: &[u32], bare: bool) -> Vec<Range<usize>> {
    if text.len() < 8 {
        return Vec::new();
    }
    let spans = sentences(text, breaks);
    let seen: Vec<(Seen, bool)> = spans
        .iter()
        .map(|r| look(&text.as_bytes()[r.clone()]))
        .map(|seen| (seen, seen.opens(bare)))
        .collect();
    let open = |seen: &[(Seen, bool)]| seen.iter().any(|s| s.1);
    if !open(&seen) {
        return Vec::new();
    }
    let beside = |i: usize| {
        let mask = seen[i].0.mask;
        open(&seen[i.saturating_sub(2)..(i + 2).min(seen.len())])
            && (mask & (BROKEN | CMD) != 0 || mask & NAME != 0 && mask & (CALL | WHEN) != 0)
    };
    let taken = |(i, span): (usize, _)| (seen[i].1 || beside(i)).then_some(span);
    spans.into_iter().enumerate().filter_map(taken).collect()
}
