//! The cheap question before the expensive one: can this sentence hold a frame?
//!
//! One pass over the bytes looks each word up once and notes the families that
//! it belongs to; a sentence is read when the families in it together could
//! satisfy a rule. The families are made from the classes of the lexicon, so
//! that gate and rules cannot drift apart.

use std::ops::Range;

use super::class::{self as c, Cls};
use super::lexicon::{LEXICON, SEED, step};

/// Families, as bits.
type Mask = u32;

const OVER: Mask = 1;
const TOLD: Mask = 1 << 1;
const TELL: Mask = 1 << 2;
const NEG: Mask = 1 << 3;
const HIDE: Mask = 1 << 4;
const LOOT: Mask = 1 << 5;
const MOVE: Mask = 1 << 6;
const ADDR: Mask = 1 << 7;
const NAME: Mask = 1 << 8;
const CALL: Mask = 1 << 9;
const EDIT: Mask = 1 << 10;
const PRESS: Mask = 1 << 11;
const CMD: Mask = 1 << 12;
const PREF: Mask = 1 << 13;
const ALONE: Mask = 1 << 14;
const SPATH: Mask = 1 << 15;
const SECRET: Mask = 1 << 16;
const WHOSE: Mask = 1 << 17;
const USER: Mask = 1 << 18;
const OUTSIDE: Mask = 1 << 19;
const HOST: Mask = 1 << 20;
const NUM: Mask = 1 << 21;
const INPUT: Mask = 1 << 22;
const ROLE: Mask = 1 << 23;
const YOU: Mask = 1 << 24;
const GUARD: Mask = 1 << 25;
const MUST: Mask = 1 << 26;
const NAMES: Mask = 1 << 27;
const BROKEN: Mask = 1 << 28;
const VALUE: Mask = 1 << 29;

/// The families of a class of words.
pub(super) fn mask(cls: Cls) -> Mask {
    let table: [(Cls, Mask); 31] = [
        (c::IGNORE | c::OVERRIDE | c::DISABLE | c::OBEY, OVER),
        (c::INSTR | c::SYSPROMPT | c::PREV | c::SAFETY | c::CONSENT | c::OTHER, TOLD),
        (c::VOID | c::PRETEND | c::STEAL | c::PRIORITY, ALONE),
        (c::TELL | c::DISCLOSE | c::ASK | c::KNOW, TELL),
        (c::NEG, NEG),
        (c::HIDE | c::SILENT | c::SECRECY | c::TRACE, HIDE),
        (c::CRED | c::CONVO | c::HOSTINFO | c::SYSPROMPT, LOOT),
        (c::SECRET, SECRET),
        (c::THEIR | c::EVERY | c::USER | c::YOUR, WHOSE),
        (c::SEND | c::PUT | c::ADD | c::WRITE | c::COPY | c::ENCODE | c::READ | c::GRANT, MOVE),
        (c::CALL | c::EXEC | c::READ | c::REVISE, CALL),
        (c::ALTER | c::SET | c::ADD | c::PUT | c::DEL | c::ROUTE | c::PAY, EDIT),
        (c::MUST | c::SHOULD | c::BEFORE | c::AFTER | c::WHEN | c::EVERY | c::FIRST, PRESS),
        (c::INSTEAD | c::REGARDLESS | c::AUTO | c::ALSO | c::REQUIRE, PRESS),
        (c::INSTEAD | c::PREFER | c::OTHER, PREF),
        (c::BROKEN, BROKEN),
        (c::USER, USER),
        (c::OUTSIDE, OUTSIDE),
        (c::HOST, HOST),
        (c::REMOTE, ALONE),
        (c::INPUT, INPUT),
        (c::MODE, ROLE),
        (c::YOU, YOU),
        (c::GUARD, GUARD),
        (c::MUST, MUST),
        (c::REGARDLESS, ALONE),
        (c::RECIP, ADDR),
        (c::COMMAND, CMD),
        (c::DATA, VALUE),
        (c::THEIR | c::USER, TOLD),
        (c::REMEMBER, MOVE),
    ];
    table.iter().filter(|(k, _)| cls.any(*k)).fold(0, |m, (_, b)| m | b)
}

/// Whether the families of a sentence could satisfy some rule.
fn opens(m: Mask) -> bool {
    let has = |all: Mask| m & all == all;
    let any = |some: Mask| m & some != 0;
    any(ALONE | SPATH | HIDE)
        || has(OVER) && any(TOLD | INPUT)
        || has(TELL | NEG) && any(USER | YOU | MUST | NAME)
        || has(TELL | NAME | PRESS) && any(USER | NAMES)
        || has(TELL | USER | YOU)
        || has(TELL | TOLD) && any(SECRET | WHOSE)
        || has(LOOT | MOVE) && any(PRESS | NAME | ADDR | NEG | WHOSE | VALUE)
        || has(LOOT | NAME)
        || has(SECRET | WHOSE) && any(MOVE | NAME)
        || has(ADDR | PRESS) && any(MOVE | EDIT)
        || has(ADDR | NAME) && any(MOVE | EDIT)
        || has(OUTSIDE | HOST | MOVE)
        || has(HOST | MOVE | PRESS)
        || has(CALL | NAME) && any(PRESS | NAMES | NUM)
        || has(EDIT | NAME) && any(PRESS | NAMES | NUM)
        || has(EDIT | PRESS | USER)
        || has(EDIT | MUST) && any(NUM | NAME)
        || has(CALL | MUST | NUM)
        || has(CMD | PRESS) && any(CALL | EDIT)
        || has(CMD | NAMES)
        || has(PREF | NEG) && any(CALL)
        || has(PREF | NAME)
        || has(BROKEN | NAME)
        || has(ROLE | YOU)
        || has(GUARD) && any(OVER | EDIT) && any(PRESS)
}

/// Words that stand in the names of secret files, behind a dot or a slash.
const FILES: &[&str] = &[
    "env", "ssh", "aws", "passwd", "shadow", "netrc", "npmrc", "pypirc", "kube", "docker", "gnupg",
    "bashrc", "zshrc", "profile", "gitconfig", "pem", "id_rsa", "id_ed25519", "id_ecdsa", "bash_history",
    "zsh_history", "pgpass", "proc", "gcloud", "config", "cursor", "git", "slack", "github_token",
    "credentials", "mcp", "root", "vault", "secrets",
];
/// Commands; see `shape`.
const COMMANDS: &[&str] = &[
    "curl", "wget", "sudo", "chmod", "chown", "netstat", "scp", "rsync", "powershell", "whoami",
    "printenv", "mkfs", "certutil", "bitsadmin", "iex", "ncat", "rm",
];
/// Top-level domains behind a dot.
const TLDS: &[&str] = &["com", "org", "net", "io", "dev", "example", "ai", "xyz", "ru", "cn", "evil", "test", "local"];

/// What the pass over one sentence gathers.
#[derive(Default, Clone, Copy)]
struct Seen {
    mask: Mask,
    words: u16,
    other: u16,
    wide: u16,
    names: u8,
}

impl Seen {
    fn opens(self) -> bool {
        let mut m = self.mask;
        if self.names > 1 {
            m |= NAMES;
        }
        opens(m) || self.wide >= 6 || self.other >= 2 && self.other * 8 >= self.words
    }
}

fn look(text: &[u8]) -> Seen {
    let lex = &*LEXICON;
    let mut seen = Seen::default();
    let mut i = 0;
    while i < text.len() {
        let b = text[i];
        if b.is_ascii_alphanumeric() || b >= 0x80 {
            i = word(text, i, lex, &mut seen);
            continue;
        }
        let before = if i == 0 { b' ' } else { text[i - 1] };
        match b {
            b'`' => seen.names = seen.names.saturating_add(1),
            b'"' | b'\'' if !before.is_ascii_alphanumeric() => seen.names = seen.names.saturating_add(1),
            b'@' if before.is_ascii_alphanumeric() => seen.mask |= ADDR,
            b':' if text[i..].starts_with(b"://") => seen.mask |= ADDR,
            b'~' if text.get(i + 1) == Some(&b'/') => seen.mask |= SPATH,
            b'$' if text.get(i + 1) == Some(&b'(') => seen.mask |= SPATH,
            b'&' if text.get(i + 1) == Some(&b'&') => seen.mask |= CMD,
            _ => {}
        }
        i += 1;
    }
    if seen.names > 0 {
        seen.mask |= NAME;
    }
    seen
}

/// Reads the word at `start`; returns where it ends.
fn word(text: &[u8], start: usize, lex: &super::lexicon::Lexicon, seen: &mut Seen) -> usize {
    let mut h = SEED;
    let mut i = start;
    let (mut joint, mut digits, mut wide) = (false, 0_u32, 0_u32);
    while let Some(&b) = text.get(i) {
        if b.is_ascii_alphabetic() {
            joint |= b.is_ascii_uppercase() && i > start && text[i - 1].is_ascii_lowercase();
        } else if b.is_ascii_digit() {
            digits += 1;
        } else if b == b'_' {
            joint |= i > start;
        } else if b >= 0x80 {
            wide += 1;
        } else if !(b == b'\'' || b == b'-') || !text.get(i + 1).is_some_and(u8::is_ascii_alphabetic) {
            break;
        }
        h = step(h, b.to_ascii_lowercase());
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
    if let Some(m) = lex.mask(h) {
        seen.mask |= m;
    } else if bytes.len() > 5 && lex.has_stem(bytes) {
        seen.other = seen.other.saturating_add(1);
        return i;
    }
    if lex.is_other(h) {
        seen.other = seen.other.saturating_add(1);
    }
    if start > 0 && matches!(text[start - 1], b'.' | b'/' | b'\\') && bytes.len() < 16 {
        let is = |list: &[&str]| list.iter().any(|w| w.as_bytes().eq_ignore_ascii_case(bytes));
        if is(FILES) {
            seen.mask |= SPATH;
        }
        if text[start - 1] == b'.' && is(TLDS) {
            seen.mask |= ADDR;
        }
    } else if bytes.len() < 12 && COMMANDS.iter().any(|w| w.as_bytes() == bytes) {
        seen.mask |= CMD | PRESS | CALL;
    }
    i
}

/// Whether a text may hold a frame.
pub fn may_hold(text: &str) -> bool {
    text.len() >= 8 && look(text.as_bytes()).opens()
}

/// Which sentences of a text are to be read: those that may hold a frame, and
/// their neighbours, since an order and what it is about may be apart.
pub(super) fn select(text: &str, sentences: &[Range<usize>]) -> Vec<bool> {
    let seen: Vec<Seen> = sentences.iter().map(|r| look(&text.as_bytes()[r.clone()])).collect();
    let open: Vec<bool> = seen.iter().map(|s| s.opens()).collect();
    let beside = |i: usize| {
        let near = open[i.saturating_sub(2)..(i + 2).min(open.len())].iter().any(|o| *o);
        near && seen[i].mask & (NAME | BROKEN | CMD) != 0
    };
    (0..open.len()).map(|i| open[i] || beside(i)).collect()
}
