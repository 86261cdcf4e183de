//! Word classes: what a word can mean to a rule.
//!
//! A word may belong to several ("copy" sends as well as writes), so a class is
//! a bit in a set and a rule asks for any of some bits.

use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of word classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub(crate) struct Cls(u128);

impl Cls {
    /// No class.
    pub(crate) const NONE: Self = Self(0);

    /// Whether it shares a class with `other`.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it has every class of `other`.
    pub(crate) const fn all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without the classes of `other`.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Names of its classes, for display.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.numbers().map(|n| NAMES[n])
    }

    /// Numbers of its classes, in order, places in [`NAMES`].
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let n = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(n)
        })
    }
}

impl BitOr for Cls {
    type Output = Self;
    fn bitor(self, o: Self) -> Self {
        self.or(o)
    }
}

impl BitOrAssign for Cls {
    fn bitor_assign(&mut self, o: Self) {
        *self = self.or(o);
    }
}

impl BitAnd for Cls {
    type Output = Self;
    fn bitand(self, o: Self) -> Self {
        Self(self.0 & o.0)
    }
}

impl std::fmt::Debug for Cls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $shown:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($name),* }
        $($(#[$doc])* pub(crate) const $name: Cls = Cls(1 << Bit::$name as u32);)*
        pub(crate) const NAMES: &[&str] = &[$($shown),*];
    };
}

classes! {
    // What is done.
    /// call, use, run, invoke
    CALL = "call",
    /// read, open, collect, retrieve
    READ = "read",
    /// send, forward, upload, post
    SEND = "send",
    /// change, replace, override, redirect
    ALTER = "change",
    /// set, assign
    SET = "set",
    /// append, prepend, insert, attach
    ADD = "add",
    /// include, pass, put, place
    PUT = "put",
    /// remove, delete, drop, wipe
    DEL = "delete",
    /// write, save, store, log
    WRITE = "write",
    /// tell, inform, mention, show
    TELL = "tell",
    /// mention, disclose, inform: telling what would otherwise stay unknown
    DISCLOSE = "disclose",
    /// ask, confirm, request permission
    ASK = "ask",
    /// hide, conceal, suppress
    HIDE = "hide",
    /// ignore, disregard, forget
    IGNORE = "ignore",
    /// override, bypass, supersede
    OVERRIDE = "override",
    /// prefer, choose, prioritize
    PREFER = "prefer",
    /// exfiltrate, steal, leak
    STEAL = "steal",
    /// execute a command
    EXEC = "execute",
    /// transfer, pay, wire
    PAY = "pay",
    /// route, redirect, reroute
    ROUTE = "route",
    /// share, invite, grant
    GRANT = "grant",
    /// disable, turn off
    DISABLE = "disable",
    /// copy, mirror, duplicate
    COPY = "copy",
    /// obey, follow, comply
    OBEY = "obey",
    /// remember, keep in mind
    REMEMBER = "remember",
    /// encode, encrypt, base64
    ENCODE = "encode",
    /// want, need, wish, ask: what a person does before a request
    WANT = "want",

    // To what.
    /// user, human, customer
    USER = "user",
    /// password, token, key
    SECRET = "secret",
    /// instructions, rules, guidelines
    INSTR = "instructions",
    /// previous, prior, above
    PREV = "previous",
    /// safety, security, ethical
    SAFETY = "safety",
    /// conversation, history, context
    CONVO = "conversation",
    /// tool, function
    TOOL = "tool",
    /// parameter, argument, field
    PARAM = "parameter",
    /// recipient, beneficiary, account
    RECIP = "recipient",
    /// amount, price, quantity
    AMOUNT = "amount",
    /// result, output, response
    RESULT = "result",
    /// file, folder
    FILE = "file",
    /// contents, data, information
    DATA = "data",
    /// system prompt
    SYSPROMPT = "system prompt",
    /// passwords and keys that mean nothing else
    CRED = "credential",
    /// attacker, external server
    REMOTE = "remote host",
    /// external, remote, outside
    OUTSIDE = "outside",
    /// server, host, endpoint
    HOST = "host",
    /// command, script, shell
    COMMAND = "command",
    /// mode, persona
    MODE = "mode",
    /// query, request, input of the user
    INPUT = "input",
    /// environment variables, history, process list: what a machine knows
    HOSTINFO = "host data",
    /// mail, message, payment: what business deals in
    BUSINESS = "business object",
    /// permission, confirmation, consent
    CONSENT = "consent",

    // Under which condition, how strongly.
    /// before, prior to
    BEFORE = "before",
    /// after, once
    AFTER = "after",
    /// when, whenever, if, while
    WHEN = "when",
    /// every, any, all
    EVERY = "every",
    /// must, always, mandatory
    MUST = "must",
    /// should, please
    SHOULD = "should",
    /// can, may, might
    MAY = "may",
    /// not, never, without
    NEG = "not",
    /// without
    WITHOUT = "without",
    /// instead, rather than
    INSTEAD = "instead",
    /// regardless, no matter
    REGARDLESS = "regardless",
    /// silently, quietly, secretly
    SILENT = "silently",
    /// automatically
    AUTO = "automatically",
    /// first, beforehand
    FIRST = "first",
    /// also, additionally
    ALSO = "also",
    /// only, exclusively
    ONLY = "only",
    /// this, it, that: what was just said
    THIS = "this",
    /// you, the model, the assistant
    YOU = "you",
    /// your
    YOUR = "your",
    /// other, another
    OTHER = "other",
    /// deprecated, broken, disabled
    BROKEN = "broken",
    /// priority, precedence
    PRIORITY = "priority",
    /// higher, over, above
    HIGHER = "higher",
    /// required, mandatory, compliance: a pretext
    PRETEXT = "pretext",
    /// to
    TO = "to",
    /// into, in, as, via, with, by
    PREP = "preposition",
    /// and, or, then, but
    CONJ = "and",
    /// a verb that has no class of its own but ends a clause
    AUX = "auxiliary",
    /// the, a, its, all: what may stand before a noun
    DET = "determiner",
    /// to yourself, between us: kept from someone
    SECRECY = "secrecy",
    /// learn, notice, find out
    KNOW = "know",
    /// logging, backups, two-factor: what protects
    GUARD = "safeguard",
    /// void, suspended, no longer applies
    VOID = "void",
    /// reference, mention, trace
    TRACE = "trace",
    /// pretend, act as
    PRETEND = "pretend",
    /// a capitalised name
    T_NAME = "name",
    /// user's, their
    THEIR = "their",
    /// specified, provided, given
    GIVEN = "given",
    /// optimize, upgrade, improve: what is claimed of another tool
    REVISE = "revise",
    /// require, unless, prerequisite
    REQUIRE = "require",
    /// bother, trouble, burden
    TROUBLE = "bother",
    /// unaware, in the dark, none the wiser
    UNAWARE = "unaware",
    /// keep quiet, say nothing
    QUIET = "keep quiet",
    /// out of, absent from
    LEFTOUT = "left out",
    /// conflict, differ, contradict
    CONFLICT = "conflict",
    /// prevail, win, count
    WIN = "prevail",
    /// decline, reject
    REFUSE = "refuse",
    /// treat, regard, count as
    TREAT = "treat as",
    /// system, operator, provider: who has a say over the model
    AUTHORITY = "authority",
    /// said, typed, confided
    SAID = "said",
    /// draft, diagnosis, balance: what somebody would not hand to a stranger
    PRIVATE = "private data",
    /// deny, claim not to have
    DENY = "deny",
    /// every second, twice, percent
    TIMES = "multiple",

    // What a token is.
    /// an identifier of this tool
    T_OWN = "own tool",
    /// one of its parameters
    T_PARAM = "own parameter",
    /// another tool of the same server
    T_SIBLING = "sibling tool",
    /// an identifier nobody here defines
    T_FOREIGN = "foreign identifier",
    /// used as the name of a tool
    T_TOOLREF = "tool reference",
    /// URL
    T_URL = "URL",
    /// e-mail address
    T_EMAIL = "e-mail address",
    /// a path
    T_PATH = "path",
    /// a path that holds secrets
    T_SPATH = "secret path",
    /// quoted text or a bare literal
    T_VALUE = "fixed value",
    /// account number, IBAN, wallet, phone number
    T_ACCOUNT = "account",
    /// a command line
    T_CMD = "command line",
    /// number
    T_NUM = "number",
    /// punctuation
    T_PUNCT = "punctuation",
    /// comma
    T_COMMA = "comma",
    /// opening or closing mark-up tag
    T_TAG = "tag",
    /// an upper-case word
    T_CAPS = "capitals",
    /// word of a language other than English
    T_FOREIGN_LANG = "other language",
}

/// Every class that is an act.
pub(crate) const ACTS: Cls = CALL
    .or(READ)
    .or(SEND)
    .or(ALTER)
    .or(SET)
    .or(ADD)
    .or(PUT)
    .or(DEL)
    .or(WRITE)
    .or(TELL)
    .or(DISCLOSE)
    .or(ASK)
    .or(HIDE)
    .or(IGNORE)
    .or(OVERRIDE)
    .or(PREFER)
    .or(STEAL)
    .or(EXEC)
    .or(PAY)
    .or(ROUTE)
    .or(GRANT)
    .or(DISABLE)
    .or(COPY)
    .or(OBEY)
    .or(REMEMBER)
    .or(ENCODE)
    .or(REVISE)
    .or(KNOW)
    .or(PRETEND);
