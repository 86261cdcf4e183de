//! Which identifiers stand for a tool.

use super::class::*;
use super::ident::{Context, is_quoted_ident};
use super::lexicon::{LEXICON, form, hash};
use super::names::norm;
use super::token::{Tok, lower};

/// Words before "tool" that say no name.
const NO_NAME: &[&str] = &[
    "this",
    "the",
    "same",
    "right",
    "following",
    "appropriate",
    "correct",
    "new",
    "mcp",
    "each",
    "any",
    "that",
    "these",
    "those",
    "specific",
    "available",
    "relevant",
    "next",
    "previous",
    "first",
    "second",
    "given",
    "single",
    "main",
    "only",
    "a",
    "an",
    "your",
    "our",
    "its",
    "such",
    "above",
    "below",
    "particular",
    "underlying",
    "corresponding",
    "different",
    "separate",
    "secure",
    "dedicated",
    "best",
    "preferred",
    "custom",
    "required",
    "my",
    "their",
    "and",
    "or",
    "primary",
    "default",
    "current",
    "actual",
    "target",
    "external",
    "ai",
    "llm",
    "one",
    "every",
    "multiple",
    "several",
    "some",
    "no",
    "more",
    "non",
    "recommended",
    "called",
    "which",
    "of",
    "specified",
    "requested",
    "selected",
    "chosen",
    "exact",
    "actual",
    "entire",
    "whole",
    "original",
    "command",
    "helper",
    "alternative",
    "enhanced",
    "powerful",
    "advanced",
];

/// Marks the tokens that are used as names of tools with [`T_TOOLREF`].
pub(super) fn mark(text: &str, toks: &mut [Tok], cx: &Context) {
    let speaks_of_tools = toks.iter().any(|t| is_tool_word(text, t));
    for i in 0..toks.len() {
        let ours = || toks[i].is(DET) && toks[i].text(text).eq_ignore_ascii_case("our");
        if (toks[i].is(OUTSIDE) || ours()) && toks.iter().skip(i + 1).take(3).any(|t| t.is(HOST)) {
            toks[i].cls |= REMOTE;
        }
        if is_bare_param(text, toks, i, cx) {
            toks[i].cls |= T_PARAM;
        } else if is_named(text, toks, i) {
            toks[i].cls |= T_TOOLREF;
            if !toks[i].ident {
                toks[i].cls |= cx.owner(toks[i].text(text));
                toks[i].ident = true;
            }
        } else if speaks_of_tools && let Some(cls) = bare_name(text, toks, i, cx) {
            toks[i].cls = cls | T_TOOLREF;
            toks[i].form = 0;
        }
    }
}

/// "put it in notes", "the field `blob`", "blob = …": a plain word in the place
/// of a parameter, where this tool has one of that name.
fn is_bare_param(text: &str, toks: &[Tok], i: usize, cx: &Context) -> bool {
    let t = &toks[i];
    if t.ident || t.quoted || t.is(T_PUNCT | T_NUM | DET | PREP) {
        return false;
    }
    let prev = i.checked_sub(1).map(|k| &toks[k]);
    let next = toks.get(i + 1);
    let into = next.is_none_or(|n| n.is(T_PUNCT | CONJ | BEFORE | AFTER | WITHOUT | FIRST))
        && prev.is_some_and(|p| {
            p.is(TO)
                || matches!(
                    lower(p.text(text)).as_ref(),
                    "in" | "into" | "as" | "under" | "through"
                )
        });
    let named = || {
        prev.is_some_and(|p| p.is(PARAM) && !p.is(TOOL))
            || next.is_some_and(|n| {
                matches!(n.text(text), "=" | ":" | "field" | "parameter" | "argument")
            })
    };
    (into || named()) && cx.is_param(t.text(text))
}

fn is_named(text: &str, toks: &[Tok], i: usize) -> bool {
    let t = &toks[i];
    if t.is(T_PUNCT | T_URL | T_EMAIL | T_PATH | T_ACCOUNT | T_CMD) {
        return false;
    }
    if !t.ident && (t.quoted || !t.text(text).bytes().any(|b| b == b'-')) {
        return false;
    }
    let example = i > 0 && {
        let near = &toks[i.saturating_sub(2)..i];
        near.iter().any(|p| matches!(lower(p.text(text)).as_ref(), "e.g" | "e.g." | "example"))
    };
    if example {
        return false;
    }
    let next = toks.get(i + 1);
    let kebab = !t.ident
        && !t.quoted
        && t.text(text).contains('-')
        && !is_adjective(t.text(text))
        && t.text(text).bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'0'..=b'9'))
        && next.is_some_and(|n| n.is(TOOL));
    // "call Create-My-Thing": more than one joint, right behind the verb.
    let kebab = kebab
        || !t.ident && !t.quoted && t.text(text).matches('-').count() > 1 && i > 0 && {
            let p = &toks[i - 1];
            p.is(CALL) && is_call(&lower(p.text(text)))
        };

    if !t.ident && !kebab || t.is(T_PARAM) {
        return false;
    }
    if next.is_some_and(|n| n.is(PARAM) && !n.is(TOOL) || n.text(text) == "=") {
        return false;
    }
    let prev = (0..i).rev().map(|k| &toks[k]).find(|p| !p.is(DET) || p.is(EVERY));
    if prev.is_some_and(|p| p.is(PARAM) && !p.is(TOOL) && !p.quoted) {
        return false;
    }
    if next.is_some_and(|n| n.is(TOOL)) || kebab {
        return true;
    }
    let used = prev.is_some_and(|p| p.is(CALL | PREP | DET) && !is_call(&lower(p.text(text))));
    if used && is_field_shape(t.text(text)) {
        return false;
    }
    let called = next.is_some_and(|n| {
        let w = lower(n.text(text));
        matches!(
            w.as_ref(),
            "call"
                | "calls"
                | "request"
                | "requests"
                | "query"
                | "queries"
                | "command"
                | "operation"
                | "operations"
                | "returns"
                | "reports"
                | "runs"
                | "fails"
                | "finishes"
                | "completes"
        ) || n.is(AUX) && {
            let then = toks.iter().skip(i + 2).find(|k| !k.is(AUX | FIRST | AUTO | NEG));
            then.is_some_and(|k| {
                k.is(CALL | BROKEN | REVISE) && (k.form & form::ED != 0 || k.is(BROKEN))
            })
        }
    });
    let Some(p) = prev else { return called };
    let word = lower(p.text(text));
    let shaped = is_tool_shape(t.text(text));
    let called_by = !p.quoted
        && (p.is(CALL) && (shaped || is_call(&word))
            || p.is(TOOL)
            || p.is(READ) && shaped && t.quoted)
        || !p.quoted && p.is(BEFORE | AFTER) && shaped
        || !p.quoted && p.is(EVERY) && shaped && i >= 2 && toks[i - 2].is(BEFORE | AFTER | WHEN)
        || !p.quoted && p.is(REQUIRE) && shaped && t.quoted
        || word == "by" && shaped && i >= 2 && toks[i - 2].is(CALL)
        || word == "where" && shaped
        || shaped && replaced(toks, i)
        || matches!(word.as_ref(), "using" | "via" | "through" | "calling") && shaped;
    let sent_to = matches!(word.as_ref(), "to" | "for" | "of") && shaped && i >= 2 && {
        let k = (0..i).rev().map(|k| &toks[k]).filter(|p| !p.is(DET)).nth(1);
        k.is_some_and(|k| {
            k.is(INPUT | PARAM)
                || is_call(&lower(k.text(text)))
                || word == "of" && k.is(CALL)
                || word == "to" && k.is(SEND | PUT | ROUTE)
                || is_call(&lower(k.text(text)))
        })
    };
    // `create_label` reads like a tool wherever it stands.
    let spoken = shaped
        && t.is(T_FOREIGN)
        && starts_with_verb(t.text(text))
        && (t.quoted || is_plain_call(t.text(text)));
    let lead = called_by || sent_to || spoken;
    // A list: "`a` or `b`".
    let listed =
        p.is(CONJ | T_COMMA) && i >= 2 && toks[i - 2].is(T_TOOLREF) || p.is(T_PUNCT) && word == "/";
    called || lead || listed && (t.cls.any(T_SIBLING) || is_tool_shape(t.text(text)))
}

/// "instead of the old `x`".
fn replaced(toks: &[Tok], i: usize) -> bool {
    let k = (0..i).rev().find(|k| !toks[*k].is(DET | BROKEN | PREV));
    k.is_some_and(|k| toks[k].is(INSTEAD))
}

/// Words that call rather than merely use.
fn is_call(word: &str) -> bool {
    ["call", "invo", "trigger", "run", "exec"].iter().any(|c| word.starts_with(c))
}

/// `send_message`, unquoted: begins with what only tools begin with and ends
/// with what they act on.
fn is_plain_call(name: &str) -> bool {
    const STARTS: &[&str] = &[
        "get", "send", "create", "delete", "update", "post", "run", "execute", "write", "read",
        "fetch", "make", "add", "remove", "place", "submit", "publish", "set", "open", "transfer",
        "search", "cancel", "apply", "list", "lock", "unlock", "schedule", "take", "book",
    ];
    const ENDS: &[&str] = &["token", "path", "text", "root", "at", "by", "on", "to", "string"];
    let words = super::names::words(name);
    name.contains('_')
        && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        && !is_field_shape(name)
        && words.first().is_some_and(|w| STARTS.contains(&w.as_str()))
        && words.last().is_some_and(|w| !ENDS.contains(&w.as_str()))
}

pub(super) fn starts_with_verb(name: &str) -> bool {
    let words = super::names::words(name);
    words.len() > 1 && LEXICON.word(hash(&words[0])).is_some_and(|e| e.form & form::BASE != 0)
}

/// Names that end like a field of a request or reply and begin with no verb
/// that a tool begins with: "startDateTime", "app_id", "@odata.nextLink".
fn is_field_shape(name: &str) -> bool {
    const ENDS: &[&str] = &[
        "id", "ids", "key", "keys", "name", "names", "type", "types", "time", "date", "zone",
        "link", "url", "uri", "count", "size", "limit", "offset", "cursor", "page", "index",
        "number", "code", "status", "format", "version", "title", "label", "address", "filter",
        "sort", "field", "fields", "mode", "level", "slug", "uuid", "hash", "top", "skip",
    ];
    const MAKES: &[&str] = &["create", "generate", "make", "check", "verify", "validate"];
    if name.starts_with(['@', '$']) {
        return true;
    }
    let words = super::names::words(name);
    let verb = words.first().is_some_and(|w| {
        let known = LEXICON.word(hash(w));
        MAKES.contains(&w.as_str())
            || known.is_some_and(|e| e.form & form::BASE != 0 && e.cls.any(ACTS))
    });
    !verb && words.len() > 1 && words.last().is_some_and(|w| ENDS.contains(&w.as_str()))
}

fn is_tool_shape(word: &str) -> bool {
    word.contains(['_', '-']) || word.bytes().any(|b| b.is_ascii_uppercase())
}

fn is_tool_word(text: &str, t: &Tok) -> bool {
    let word = t.text(text);
    match word.len() {
        4 => word.eq_ignore_ascii_case("tool"),
        8 => word.eq_ignore_ascii_case("function"),
        _ => false,
    }
}

/// "the mail tool", "the tool sendmail".
fn bare_name(text: &str, toks: &[Tok], i: usize, cx: &Context) -> Option<Cls> {
    let t = &toks[i];
    if t.ident || t.quoted || t.is(T_PUNCT | T_NUM | DET | THIS | EVERY | PREP | CONJ | NEG | AUX) {
        return None;
    }
    let tool = |k: &Tok| is_tool_word(text, k);
    if !(toks.get(i + 1).is_some_and(tool) || i > 0 && tool(&toks[i - 1])) {
        return None;
    }
    let word = t.text(text);
    if !is_quoted_ident(word) || word.len() < 3 {
        return None;
    }
    let low = lower(word);
    let the = |k: usize| toks.get(k).is_some_and(|d| lower(d.text(text)) == "the");
    let named_before = toks.get(i + 1).is_some_and(tool) && i > 0 && the(i - 1);
    let named_behind = i > 1
        && tool(&toks[i - 1])
        && the(i - 2)
        && i > 2
        && toks[i - 3].is(CALL)
        && t.cls.is_none()
        && !low.ends_with("ly");
    if !(named_before || named_behind) || NO_NAME.contains(&low.as_ref()) {
        return None;
    }
    let n = norm(word);
    if cx.name_words.contains(&n) {
        return Some(T_OWN);
    }
    Some(if cx.sibling_like(&n) { T_SIBLING } else { T_FOREIGN | OTHER })
}

/// Kebab words of plain English: "read-only", "third-party".
fn is_adjective(word: &str) -> bool {
    const PARTS: &[&str] = &[
        "only", "in", "party", "level", "time", "based", "specific", "end", "use", "purpose",
        "side", "free", "safe", "like", "ready", "defined", "built", "line", "source", "call",
        "non", "to",
    ];
    word.split('-').any(|p| PARTS.contains(&p))
}
