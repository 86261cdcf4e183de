//! From rule files to one tree of phrases.

use std::borrow::Cow;
use std::collections::HashMap;

use toml::Spanned;
use warden_core::rule::{RuleId, Status};
use warden_core::surface::{ItemKind, Part, Role};
use warden_core::{Confidence, RuleMeta, Severity};

use super::expand::{Lists, expand};
use super::file::{
    ConfidenceName, FORMAT, NearFile, OrderName, RuleFile, ScopeFile, SeverityName, StatusName,
    UnlessFile, WhenFile, WordsFile, at,
};
use super::guard;
use super::model::{
    Clause, LexRule, Near, Order, Scope, SetId, Target, Unless, kind_bit, part_bit, role_bit,
};
use super::needs::Needs;
use super::phrases::Phrases;
use super::starts::Starts;
use super::{Lexicon, Pattern};
use crate::fold::ReadingKind;

/// A rule file with its name.
pub(crate) struct Source<'a> {
    /// For messages.
    pub(crate) file: &'a str,
    /// TOML.
    pub(crate) text: &'a str,
}

/// What is wrong with a rule file.
pub(crate) struct Wrong {
    pub(crate) file: String,
    pub(crate) message: String,
}

type Found<T> = Result<T, String>;

/// Collects phrases and sets while rules are read.
#[derive(Default)]
pub(crate) struct Compiler {
    lists: Lists,
    phrases: HashMap<String, u32>,
    patterns: Vec<(String, Pattern)>,
    sets: HashMap<Vec<u32>, SetId>,
    rules: Vec<LexRule>,
    clauses: Vec<Clause>,
}

impl Compiler {
    /// A compiler that knows the shared word lists.
    pub(crate) fn new(words: &Source<'_>) -> Result<Self, Wrong> {
        let file: WordsFile = toml::from_str(words.text)
            .map_err(|e| Wrong { file: words.file.into(), message: e.to_string() })?;
        Ok(Self { lists: file.lists, ..Self::default() })
    }

    /// Reads one rule.
    pub(crate) fn add(&mut self, source: &Source<'_>) -> Result<(), Wrong> {
        let wrong = |message| Wrong { file: source.file.to_owned(), message };
        let file: RuleFile = toml::from_str(source.text).map_err(|e| wrong(e.to_string()))?;
        self.add_file(&file, source.text).map_err(wrong)
    }

    fn add_file(&mut self, file: &RuleFile, src: &str) -> Found<()> {
        check_head(file, src)?;
        if self.rules.iter().any(|r| r.meta.id.as_str() == file.id.as_ref().as_str()) {
            return Err(at(src, file.id.span(), "another rule has this id"));
        }
        let rule = u16::try_from(self.rules.len()).map_err(|_| "too many rules".to_owned())?;
        for when in &file.when {
            let clause = self.clause(rule, when, src)?;
            self.clauses.push(clause);
        }
        self.rules.push(LexRule {
            meta: meta(file),
            fix: file.fix.clone(),
            scope: scope(&file.scope, src)?,
        });
        Ok(())
    }

    fn clause(&mut self, rule: u16, when: &WhenFile, src: &str) -> Found<Clause> {
        let Some(anchor) = self.set(&when.any, src)? else {
            return Err("a [[when]] needs phrases in \"any\"".into());
        };
        let mut all = Vec::new();
        for phrases in &when.all {
            all.extend(self.set(phrases, src)?);
        }
        let mut near = Vec::new();
        for n in when.near.as_slice() {
            near.push(self.near(n, src)?);
        }
        let mut unless = Vec::new();
        for u in when.unless.as_slice() {
            unless.push(self.unless(u, src)?);
        }
        let guards = when.guards.iter().map(|name| {
            guard::by_name(name.as_ref())
                .ok_or_else(|| at(src, name.span(), &guard::unknown(name.as_ref())))
        });
        Ok(Clause { rule, anchor, all, near, unless, guards: guards.collect::<Found<_>>()? })
    }

    fn near(&mut self, n: &NearFile, src: &str) -> Found<Near> {
        let target = match n.any.as_slice() {
            [one] if one.as_ref().starts_with('@') => address(one.as_ref())
                .ok_or_else(|| at(src, one.span(), "expected @url, @mailbox, @host or @address"))?,
            phrases => match self.set(phrases, src)? {
                Some(set) => Target::Set(set),
                None => return Err("\"near\" needs phrases in \"any\"".into()),
            },
        };
        Ok(Near {
            target,
            within: n.within.min(2000),
            order: match n.order {
                OrderName::After => Order::After,
                OrderName::Before => Order::Before,
                OrderName::Either => Order::Either,
            },
            same_sentence: n.same_sentence,
            from_anchor: n.from_anchor,
        })
    }

    fn unless(&self, u: &UnlessFile, src: &str) -> Found<Unless> {
        Ok(Unless {
            before: self.phrases(&u.before, src)?,
            after: self.phrases(&u.after, src)?,
            in_sentence: self.phrases(&u.in_sentence, src)?,
            within: u.within,
        })
    }

    fn phrases(&self, lines: &[Spanned<String>], src: &str) -> Found<Vec<String>> {
        let mut out = Vec::new();
        for line in lines {
            out.extend(expand(line.as_ref(), &self.lists).map_err(|e| at(src, line.span(), &e))?);
        }
        Ok(out)
    }

    /// The set of all phrases that some lines stand for; `None` for no lines.
    fn set(&mut self, lines: &[Spanned<String>], src: &str) -> Found<Option<SetId>> {
        let mut ids = Vec::new();
        for line in lines {
            let phrases =
                expand(line.as_ref(), &self.lists).map_err(|e| at(src, line.span(), &e))?;
            ids.extend(phrases.into_iter().map(|p| self.phrase(p)));
        }
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(None);
        }
        let next = self.sets.len();
        if let Some(known) = self.sets.get(&ids) {
            return Ok(Some(*known));
        }
        let id = SetId::try_from(next).map_err(|_| "too many sets of phrases".to_owned())?;
        for phrase in &ids {
            self.patterns[*phrase as usize].1.sets.push(id);
        }
        self.sets.insert(ids, id);
        Ok(Some(id))
    }

    fn phrase(&mut self, phrase: String) -> u32 {
        let next = self.patterns.len() as u32;
        *self.phrases.entry(phrase).or_insert_with_key(|phrase| {
            let bare = phrase.trim_end_matches('…').to_owned();
            let wordy = |c: Option<char>| c.is_some_and(super::scan::joins);
            let pattern = Pattern {
                sets: Vec::new(),
                word_start: wordy(bare.chars().next()),
                word_end: wordy(bare.chars().last()) && bare.len() == phrase.len(),
            };
            self.patterns.push((bare, pattern));
            next
        })
    }

    /// Builds the tree.
    pub(crate) fn finish(self) -> Lexicon {
        let (texts, patterns): (Vec<_>, Vec<_>) = self.patterns.into_iter().unzip();
        let phrases = Phrases::new(&texts);
        let mut by_anchor = vec![Vec::new(); self.sets.len()];
        for (n, clause) in self.clauses.iter().enumerate() {
            by_anchor[usize::from(clause.anchor)].push(n as u32);
        }
        let starts = Starts::new(&texts, &patterns);
        let mut sizes = vec![0; self.sets.len()];
        patterns.iter().flat_map(|p: &Pattern| &p.sets).for_each(|s| sizes[usize::from(*s)] += 1);
        let needs = Needs::new(self.clauses.iter().map(Clause::needs), &sizes);
        let (rules, clauses) = (self.rules, self.clauses);
        Lexicon { phrases, starts, patterns, by_anchor, clauses, needs, rules }
    }
}

fn check_head(file: &RuleFile, src: &str) -> Found<()> {
    if *file.format.as_ref() != FORMAT {
        return Err(at(src, file.format.span(), "only format 1 is known"));
    }
    let id = file.id.as_ref();
    let rest = id.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
    let shaped = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    if rest.is_empty() || id.len() > 64 || !rest.chars().all(shaped) {
        let message = "an id is made of A-Z, 0-9 and \"-\" and begins with a letter";
        return Err(at(src, file.id.span(), message));
    }
    if file.when.is_empty() {
        return Err("a rule needs at least one [[when]]".into());
    }
    Ok(())
}

fn meta(file: &RuleFile) -> RuleMeta {
    let owned = |list: &[String]| list.iter().cloned().map(Cow::Owned).collect();
    RuleMeta {
        id: RuleId::owned(file.id.as_ref().clone()),
        title: Cow::Owned(file.title.clone()),
        severity: match file.severity {
            SeverityName::Info => Severity::Info,
            SeverityName::Low => Severity::Low,
            SeverityName::Medium => Severity::Medium,
            SeverityName::High => Severity::High,
            SeverityName::Critical => Severity::Critical,
        },
        confidence: match file.confidence {
            ConfidenceName::Low => Confidence::Low,
            ConfidenceName::Medium => Confidence::Medium,
            ConfidenceName::High => Confidence::High,
        },
        advisory: file.advisory,
        status: match file.status {
            StatusName::Stable => Status::Stable,
            StatusName::Preview => Status::Preview,
            StatusName::Retired => Status::Retired,
        },
        aka: owned(&file.aka),
        doc: Cow::Owned(file.doc.clone()),
        examples: owned(&file.examples),
        counter_examples: owned(&file.counter),
    }
}

fn address(name: &str) -> Option<Target> {
    Some(match name {
        "@url" => Target::Url,
        "@mailbox" => Target::Mailbox,
        "@host" => Target::Host,
        "@address" => Target::Address,
        _ => return None,
    })
}

fn scope(file: &ScopeFile, src: &str) -> Found<Scope> {
    Ok(Scope {
        roles: bits(&file.roles, src, roles)?,
        parts: bits(&file.parts, src, parts)?,
        kinds: bits(&file.kinds, src, kinds)?,
        readings: bits(&file.readings, src, readings)?,
    })
}

fn bits(names: &[Spanned<String>], src: &str, of: fn(&str) -> Option<u16>) -> Found<u16> {
    if names.is_empty() {
        return Ok(Scope::ALL.roles);
    }
    names.iter().try_fold(0, |all, name| {
        let bit = of(name.as_ref()).ok_or_else(|| at(src, name.span(), "not a known name"))?;
        Ok(all | bit)
    })
}

fn roles(name: &str) -> Option<u16> {
    const PROSE: [Role; 6] = [
        Role::Title,
        Role::Description,
        Role::Instructions,
        Role::Comment,
        Role::Message,
        Role::Other,
    ];
    Some(match name {
        "prose" => PROSE.into_iter().map(role_bit).fold(0, |a, b| a | b),
        "name" => role_bit(Role::Name),
        "title" => role_bit(Role::Title),
        "description" => role_bit(Role::Description),
        "instructions" => role_bit(Role::Instructions),
        "key" => role_bit(Role::Key),
        "literal" => role_bit(Role::Literal),
        "keyword" => role_bit(Role::Keyword),
        "comment" => role_bit(Role::Comment),
        "uri" => role_bit(Role::Uri),
        "message" => role_bit(Role::Message),
        "blob" => role_bit(Role::Blob),
        "other" => role_bit(Role::Other),
        _ => return None,
    })
}

fn parts(name: &str) -> Option<u16> {
    Some(part_bit(match name {
        "own" => Part::Own,
        "input" => Part::Input,
        "output" => Part::Output,
        "annotations" => Part::Annotations,
        "meta" => Part::Meta,
        "icons" => Part::Icons,
        "body" => Part::Body,
        "extra" => Part::Extra,
        _ => return None,
    }))
}

fn kinds(name: &str) -> Option<u16> {
    Some(kind_bit(match name {
        "server" => ItemKind::Server,
        "tool" => ItemKind::Tool,
        "prompt" => ItemKind::Prompt,
        "prompt-body" => ItemKind::PromptBody,
        "resource" => ItemKind::Resource,
        "template" => ItemKind::Template,
        "envelope" => ItemKind::Envelope,
        _ => return None,
    }))
}

fn readings(name: &str) -> Option<u16> {
    let kind = match name {
        "plain" => ReadingKind::Plain,
        "folded" => ReadingKind::Folded,
        "decoded" => ReadingKind::Decoded,
        "words" => ReadingKind::Words,
        "leet" => ReadingKind::Leet,
        "spaced" => ReadingKind::Spaced,
        _ => return None,
    };
    Some(1 << kind as u16)
}
