//! Words, identifiers, quotations, addresses and marks of one sentence.

use std::borrow::Cow;
use std::ops::Range;

use super::class::*;
use super::ident::{Context, is_ident, is_quoted_ident};
use super::lexicon::cjk::{CJK, is_cjk};
use super::lexicon::{LEXICON, form, hash};
use super::shape;
use crate::hashed::{Run, letters};

/// More tokens than this are not read in one sentence.
const MAX_TOKENS: usize = 600;
/// A quotation longer than this is read as text, not as a value.
const MAX_QUOTE: usize = 160;

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Tok {
    /// Its bytes in the text, quotation marks left out.
    pub(super) span: Range<usize>,
    /// What it can mean.
    pub(super) cls: Cls,
    /// The hash of a bare word.
    hash: u64,
    /// Grammatical forms, see [`form`].
    pub(super) form: u8,
    /// Whether it stood in quotes or backticks.
    pub(super) quoted: bool,
    /// Whether it is a bare identifier or a quoted word.
    pub(super) ident: bool,
}

impl Tok {
    fn new(span: Range<usize>, cls: Cls) -> Self {
        Self { span, cls, hash: 0, form: 0, quoted: false, ident: false }
    }

    /// Whether it has one of these classes.
    pub(super) fn is(&self, cls: Cls) -> bool {
        self.cls.any(cls)
    }

    /// The text it stands for.
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.span.clone()).unwrap_or_default()
    }
}

/// The tokens of one sentence.
pub(super) fn tokens(text: &str, range: Range<usize>, cx: &Context) -> Vec<Tok> {
    let room = (range.len() / 5 + 2).min(MAX_TOKENS);
    let mut t = Tokens { text, cx, out: Vec::with_capacity(room), end: range.end };
    let mut at = range.start;
    while at < range.end && t.out.len() < MAX_TOKENS {
        if is_space(text.as_bytes()[at]) {
            at += 1;
            continue;
        }
        at = t.next(at).max(at + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    let mut out = t.out;
    settle_language(text, &mut out);
    merge_phrases(&mut out);
    out
}

/// Decides whether the sentence is English; if it is not, the words take the
/// classes they have in other languages. A few chance likenesses do not count.
fn settle_language(text: &str, toks: &mut [Tok]) {
    let words = || toks.iter().filter(|t| t.hash != 0);
    let plain = words().count();
    let unknown = words().filter(|t| t.form == 0 && !t.is(T_NUM)).count();
    if unknown < 3 || unknown * 3 < plain {
        return;
    }
    let alt = |t: &Tok| foreign(t.text(text), t.hash);
    let likely = words().filter(|t| t.form == 0 && alt(t).is_some()).count();
    if likely < 3 || likely * 4 < plain {
        return;
    }
    for t in toks.iter_mut().filter(|t| t.hash != 0) {
        if let Some(alt) = alt(t) {
            t.cls |= alt | T_FOREIGN_LANG;
            t.form |= form::ANY;
        }
    }
}

/// What a word means in another language. One with letters that English has
/// not belongs to one even if it is unknown.
fn foreign(word: &str, hash: u64) -> Option<Cls> {
    let accents = || word.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    LEXICON.other(word, hash).or_else(|| accents().then_some(Cls::NONE))
}

/// White space of ASCII.
fn is_space(b: u8) -> bool {
    matches!(b, b'\t'..=b'\r' | b' ')
}

struct Tokens<'t> {
    text: &'t str,
    cx: &'t Context,
    out: Vec<Tok>,
    end: usize,
}

impl Tokens<'_> {
    /// Reads what stands at `at`; returns where the next token may begin.
    fn next(&mut self, at: usize) -> usize {
        if self.text.as_bytes()[at].is_ascii_alphabetic() {
            return self.chunk(at);
        }
        let Some(c) = self.text[at..self.end].chars().next() else { return self.end };
        if c.is_whitespace() {
            return at + c.len_utf8();
        }
        if let Some(end) = self.quotation(at, c) {
            return end;
        }
        if c == '<' {
            return self.tag(at);
        }
        if is_cjk(c) {
            return self.cjk(at);
        }
        if c == '$' && self.text[at..self.end].starts_with("$(") {
            self.out.push(Tok::new(at..at + 2, T_CMD));
            return at + 2;
        }
        if c.is_alphanumeric() || matches!(c, '_' | '~' | '/' | '.' | '$' | '+' | '-' | '@' | '\\')
        {
            return self.chunk(at);
        }
        let cls = if matches!(c, ',' | '，' | '、') { T_PUNCT | T_COMMA } else { T_PUNCT };
        let cls = if c == '&' && self.text[at..self.end].starts_with("&&") { T_CMD } else { cls };
        self.out.push(Tok::new(at..at + c.len_utf8(), cls));
        at + c.len_utf8()
    }

    /// A quotation, where `c` opens one that is closed soon.
    fn quotation(&mut self, at: usize, c: char) -> Option<usize> {
        let close = match c {
            '\'' | '"' | '`' => c,
            '“' | '”' => '”',
            '‘' => '’',
            '«' => '»',
            '「' => '」',
            '『' => '』',
            _ => return None,
        };
        let body = at + c.len_utf8();
        let rest = &self.text[body..self.end];
        if rest.starts_with(c) {
            return None;
        }
        let closes = |(i, _): &(usize, char)| {
            let after = rest[i + close.len_utf8()..].chars().next();
            !(close == '\'' || close == '’') || !after.is_some_and(char::is_alphanumeric)
        };
        let len = rest.char_indices().filter(|(_, k)| *k == close).find(closes)?.0;
        let inner = &rest[..len];
        // The whole text in quotes is no quotation.
        let whole = at == 0 && body + len + 3 > self.text.len() && inner.contains(' ');
        if whole || len == 0 || len > MAX_QUOTE || inner.contains("\n\n") {
            return None;
        }
        let span = body..body + len;
        let end = span.end + close.len_utf8();
        let mut tok = Tok::new(span.clone(), T_VALUE | shape::value(inner));
        tok.quoted = true;
        if is_quoted_ident(inner) {
            tok.ident = true;
            tok.cls |= self.cx.owner(inner);
            if let Some(e) = LEXICON.word(hash(inner)) {
                tok.cls |= e.cls.without(ACTS) & (PARAM | RECIP | AMOUNT | SECRET | CONVO);
            }
        } else {
            tok.cls |= shape::inside(inner);
        }
        self.out.push(tok);
        Some(end)
    }

    fn tag(&mut self, at: usize) -> usize {
        let rest = &self.text[at..self.end];
        if rest.starts_with("<!--") {
            self.out.push(Tok::new(at..at + 4, T_PUNCT | T_TAG));
            return at + 4;
        }
        let end = rest.find('>').map_or(at + 1, |n| at + n + 1);
        let end = if end - at > 80 { at + 1 } else { end };
        self.out.push(Tok::new(at..end, T_PUNCT | T_TAG));
        end
    }

    fn cjk(&mut self, at: usize) -> usize {
        let rest = &self.text[at..self.end];
        let len = rest.char_indices().find(|(_, c)| !is_cjk(*c)).map_or(rest.len(), |(i, _)| i);
        if let Some(cjk) = &*CJK {
            for (s, e, cls) in cjk.terms(&rest[..len]) {
                let mut tok = Tok::new(at + s..at + e, cls | T_FOREIGN_LANG);
                tok.form = form::ANY;
                self.out.push(tok);
            }
        }
        // The run counts as a whole, however few of its words are known.
        while self.out.iter().filter(|t| t.is(T_FOREIGN_LANG)).count() < 3 && len >= 6 {
            self.out.push(Tok { form: 0, ..Tok::new(at..at, T_FOREIGN_LANG) });
        }
        at + len
    }

    /// A word of plain letters, if nothing but white space or a mark at its end
    /// follows; most words are such.
    fn plain_word(&self, at: usize) -> Option<Run> {
        let rest = &self.text.as_bytes()[at..self.end];
        let run = letters(rest);
        let len = run.len;
        let space = |b: Option<&u8>| b.is_none_or(|b| is_space(*b));
        let next = rest.get(len);
        let ends = space(next)
            || matches!(next, Some(b'"' | b'`' | b'<' | b','))
            || matches!(next, Some(b'.' | b':' | b';' | b'!' | b'?' | b')'))
                && space(rest.get(len + 1));
        (len > 0 && ends).then_some(run)
    }

    /// A run without white space: a word, a path, an address, `key=value`.
    fn chunk(&mut self, at: usize) -> usize {
        let rest = &self.text[at..self.end];
        if let Some(Run { len, hash, capitals, .. }) = self.plain_word(at) {
            let word = &rest[..len];
            if word.len() > 1 && shape::is_command(word) {
                self.out.push(Tok::new(at..at + len, T_CMD));
            } else if !capitals {
                self.english(at, word, hash);
            } else {
                self.word(at, word);
            }
            return at + len;
        }
        let stops = |c: char| {
            c.is_whitespace() || matches!(c, '"' | '`' | '“' | '<' | ',' | '，') || is_cjk(c)
        };
        let mut len = rest.find(stops).unwrap_or(rest.len());
        let raw = &rest[..len];
        if let Some(eq) = raw.find('=').filter(|e| *e > 0 && !raw.contains("://")) {
            return self.assignment(at, eq);
        }
        let trimmed = raw.trim_end_matches(|c: char| {
            !(c.is_alphanumeric() || matches!(c, '/' | '_' | '$' | '*')) || matches!(c, '。' | '，')
        });
        len = trimmed.len().max(1);
        let raw = rest.get(..len).unwrap_or(trimmed);
        let cls = shape::value(raw);
        if cls.any(T_URL | T_EMAIL | T_PATH | T_ACCOUNT | T_CMD) {
            self.out.push(Tok::new(at..at + len, cls));
            return at + len;
        }
        let word = raw.find(|c: char| {
            !(c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '’' | '.' | ':'))
        });
        let len = word.unwrap_or(len).max(raw.chars().next().map_or(1, char::len_utf8));
        let raw = &raw[..len];
        let raw = raw.trim_end_matches([':', '.', '\'', '’', '-']);
        if raw.is_empty() {
            self.out.push(Tok::new(at..at + len, T_PUNCT));
            return at + len;
        }
        self.word(at, raw);
        at + raw.len()
    }

    fn assignment(&mut self, at: usize, eq: usize) -> usize {
        let key = &self.text[at..at + eq];
        let mut tok = Tok::new(at..at + eq, PARAM);
        if let Some(e) = LEXICON.word(hash(key)) {
            tok.cls |= e.cls.without(ACTS);
        }
        self.out.push(tok);
        let value = at + eq + 1;
        if value < self.end {
            let from = self.out.len();
            let end = self.next(value);
            if let Some(t) = self.out.get_mut(from) {
                t.cls |= T_VALUE;
            }
            return end;
        }
        value
    }

    fn word(&mut self, at: usize, raw: &str) {
        let span = at..at + raw.len();
        if is_ident(raw) {
            let constant = !raw.bytes().any(|b| b.is_ascii_lowercase());
            let mut tok = Tok::new(span, shape::value(raw));
            if !constant {
                tok.ident = true;
                tok.cls |= self.cx.owner(raw);
            } else {
                tok.cls |= T_VALUE;
            }
            if !tok.is(T_PARAM) {
                tok.cls |= shape::secret_name(&lower(raw).replace('_', " "));
            }
            self.out.push(tok);
            return;
        }
        let mut tok = Tok::new(span, Cls::NONE);
        tok.hash = hash(raw);
        if let Some(e) = LEXICON.word(tok.hash) {
            tok.cls = e.cls;
            tok.form = e.form;
        } else if raw.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+')) {
            tok.cls = T_NUM;
        } else if raw.contains('.') && is_quoted_ident(raw) && !shape::value(raw).is_none() {
            tok.cls = shape::value(raw);
        }
        if tok.cls.is_none() && raw.chars().next().is_some_and(char::is_uppercase) {
            tok.cls |= self.name();
        }
        if raw.len() > 2 && raw.bytes().all(|b| b.is_ascii_uppercase()) {
            tok.cls |= T_CAPS;
        }
        self.out.push(tok);
    }

    /// A word of small letters, at most behind a capital.
    fn english(&mut self, at: usize, raw: &str, hash: u64) {
        let mut tok = Tok::new(at..at + raw.len(), Cls::NONE);
        tok.hash = hash;
        if let Some(e) = LEXICON.word(hash) {
            tok.cls = e.cls;
            tok.form = e.form;
        }
        if tok.cls.is_none() && raw.as_bytes()[0].is_ascii_uppercase() {
            tok.cls = self.name();
        }
        self.out.push(tok);
    }

    /// The class of a word with a capital, which says nothing where a sentence
    /// begins.
    fn name(&self) -> Cls {
        if self.out.iter().all(|t| t.is(T_PUNCT)) { Cls::NONE } else { T_NAME }
    }
}

/// Lower case, with the typographic apostrophe made plain.
pub(super) fn lower(word: &str) -> Cow<'_, str> {
    if !word.is_ascii() {
        Cow::Owned(word.to_lowercase().replace('’', "'"))
    } else if word.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(word.to_ascii_lowercase())
    } else {
        Cow::Borrowed(word)
    }
}

/// Lower case, letter by letter.
pub(super) fn lower_letters(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { lower(word) } else { Cow::Owned(word.to_lowercase()) }
}

/// Joins the words of known phrases ("private key", "make sure to").
fn merge_phrases(toks: &mut Vec<Tok>) {
    let mut to = 0;
    let mut from = 0;
    while from < toks.len() {
        let first = toks[from].hash;
        let hit = if first == 0 {
            None
        } else {
            LEXICON.phrase(first, |n| toks.get(from + 1 + n).map(|t| t.hash).filter(|h| *h != 0))
        };
        let taken = hit.map_or(0, |(n, _)| n);
        let end = toks[from + taken].span.end;
        if to != from {
            toks.swap(to, from);
        }
        if let Some((_, e)) = hit {
            toks[to].span.end = end;
            toks[to].cls = e.cls;
            toks[to].form = e.form;
        }
        to += 1;
        from += taken + 1;
    }
    toks.truncate(to);
}
