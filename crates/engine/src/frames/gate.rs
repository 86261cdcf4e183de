//! The cheap question before the expensive one: can this sentence hold a frame?
//!
//! One pass over the bytes looks each word up once and notes the families that
//! it belongs to; a sentence is read when the families in it together could
//! satisfy a rule. The families are made from the classes of the lexicon, so
//! that gate and rules cannot drift apart.

use super::class::{self as c, Cls};

/// Families, as bits.
pub(super) type Mask = u64;

macro_rules! families {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Family { $($name),* }
        $(pub(super) const $name: Mask = 1 << Family::$name as u64;)*
    };
}

families! {
    OVER INSTR TOLD TELL SHOW NEG HIDE LOOT MOVE ADDR NAME CALL EDIT PUSH WHEN EVERY CMD PREF ALONE
    SPATH SECRET WHOSE USER OUTSIDE HOST NUM INPUT ROLE YOU YOUR GUARD MUST NAMES BROKEN VALUE KEEP
    ALTER THIS TOOL SOFT TROUBLE OUT RES CONFLICT TREAT AUTH SAID CONSENT DEED ASK RUN LONE
    SAYING DOES
}

/// The word, or the two words, begin a phrase; the next one is looked up with
/// them.
pub(super) const STARTS: Mask = 1 << 63;
/// It is a word of the English lexicon.
pub(super) const KNOWN: Mask = 1 << 62;
/// It occurs in another language.
pub(super) const FOREIGN: Mask = 1 << 61;
/// It stands in [`FILES`], [`COMMANDS`], [`TLDS`].
pub(super) const IS_FILE: Mask = 1 << 60;
pub(super) const IS_COMMAND: Mask = 1 << 59;
pub(super) const IS_TLD: Mask = 1 << 58;
/// It stands in [`ENGLISH`].
pub(super) const IS_ENGLISH: Mask = 1 << 57;
/// All but the families.
pub(super) const MARKS: Mask =
    STARTS | KNOWN | FOREIGN | IS_FILE | IS_COMMAND | IS_TLD | IS_ENGLISH;

/// Words that mean something only where they stand, with their marks.
pub(super) fn marked() -> impl Iterator<Item = (&'static str, Mask)> {
    let of = |list: &'static [&'static str], mark| list.iter().map(move |w| (*w, mark));
    of(FILES, IS_FILE)
        .chain(of(COMMANDS, IS_COMMAND))
        .chain(of(TLDS, IS_TLD))
        .chain(of(ENGLISH, IS_ENGLISH))
        .chain(of(SAYINGS, SAYING))
        .chain(of(&["do"], DOES))
}

/// The families of a class of words.
pub(super) fn mask(cls: Cls) -> Mask {
    let table = [
        (c::IGNORE | c::OVERRIDE | c::DISABLE | c::OBEY | c::PRIORITY, OVER),
        (c::INSTR | c::SYSPROMPT, INSTR),
        (c::PREV | c::SAFETY | c::CONSENT | c::OTHER | c::THEIR | c::USER, TOLD),
        (c::VOID | c::PRETEND | c::STEAL | c::REMOTE | c::REGARDLESS, ALONE),
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
pub(super) fn opens(m: Mask, bare: bool) -> bool {
    let has = |all: Mask| m & all == all;
    let any = |some: Mask| m & some != 0;
    any(ALONE | SPATH | HIDE)
        || has(OVER) && any(INSTR | TOLD | INPUT)
        || has(TELL | NEG) && any(USER | YOU | MUST | THIS | MOVE)
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
        || has(SAYING | THIS)
        || has(DOES | ADDR) && any(MOVE | CALL)
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
/// Small words of English that hardly any other language has. Where they are
/// many, words that look like those of another language are none.
const ENGLISH: &[&str] = &[
    "the", "and", "with", "this", "that", "which", "from", "when", "where", "you", "your", "their",
    "its", "it", "these", "those", "each", "any", "are", "be", "been", "has", "have", "will",
    "would", "should", "must", "if", "by", "not", "using", "used", "returns", "return", "other",
    "more", "into", "for", "whether", "how", "what", "they", "only", "but", "than", "then",
];
/// Verbs of sayings that a rule knows by their words: "do not bring this up",
/// "this stays between us".
const SAYINGS: &[&str] = &["bring", "stays", "remains"];
