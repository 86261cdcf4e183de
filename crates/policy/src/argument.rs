//! What one argument must be like.

use regex::Regex;
use warden_core::json::Val;
use warden_core::policy::ArgumentRule;

use crate::code::Code;
use crate::command::CommandRule;
use crate::decision::Decision;
use crate::host::HostRule;
use crate::path::PathRule;
use crate::place::Place;
use crate::sql::SqlRule;
use crate::value;

/// Largest compiled regular expression, in bytes.
const MAX_REGEX: usize = 1 << 20;

/// Conditions on the values at one place.
#[derive(Debug)]
pub(crate) struct Argument {
    place: Place,
    at: String,
    required: bool,
    forbidden: bool,
    texts: Vec<TextRule>,
    max_size: Option<u64>,
    range: Option<(f64, f64)>,
}

/// A condition on a text.
#[derive(Debug)]
pub(crate) enum TextRule {
    Path(PathRule),
    Host(HostRule),
    Sql(SqlRule),
    Command(CommandRule),
    OneOf(Vec<String>),
    Matches(Regex),
}

impl TextRule {
    pub(crate) fn refuse(&self, text: &str) -> Option<(Code, &'static str)> {
        match self {
            Self::Path(rule) => rule.refuse(text),
            Self::Host(rule) => rule.refuse(text),
            Self::Sql(rule) => rule.refuse(text),
            Self::Command(rule) => rule.refuse(text),
            Self::OneOf(all) => (!all.iter().any(|a| a == text))
                .then_some((Code::OneOf, "the value is none of the allowed ones")),
            Self::Matches(regex) => (!regex.is_match(text))
                .then_some((Code::Pattern, "the value does not have the allowed form")),
        }
    }

    /// Judges a text, or each text of a list.
    pub(crate) fn judge(&self, at: &str, value: Val<'_>, decision: &mut Decision) {
        if value.is_arr() {
            self.judge_list(at, value, decision);
            return;
        }
        let refused = match value::text(value) {
            Some(text) => self.refuse(&text),
            None => Some((Code::Kind, "the value is not a text that can be judged")),
        };
        if let Some((code, why)) = refused {
            decision.deny(code, at, why);
        }
    }

    fn judge_list(&self, at: &str, list: Val<'_>, decision: &mut Decision) {
        // A command as a list: its first element is the program.
        if let Self::Command(rule) = self {
            let first = list.items().next().and_then(value::text);
            let refused = match first {
                Some(program) => rule.refuse_program(&program),
                None => Some((Code::Kind, "the list does not begin with a program")),
            };
            if let Some((code, why)) = refused {
                decision.deny(code, at, why);
            }
            return;
        }
        for item in list.items() {
            if item.is_arr() {
                decision.deny(Code::Kind, at, "a list within a list cannot be judged");
                return;
            }
            self.judge(at, item, decision);
        }
    }
}

impl Argument {
    pub(crate) fn new(rule: &ArgumentRule) -> Result<Self, String> {
        let mut texts = Vec::new();
        if let Some(patterns) = &rule.path {
            texts.push(TextRule::Path(PathRule::new(patterns)?));
        }
        if let Some(hosts) = &rule.host {
            texts.push(TextRule::Host(HostRule::new(hosts)?));
        }
        if rule.read_only_sql {
            texts.push(TextRule::Sql(SqlRule { read_only: true, deny: Vec::new() }));
        }
        if let Some(programs) = &rule.command {
            texts.push(TextRule::Command(CommandRule { programs: Some(programs.clone()) }));
        }
        if let Some(all) = &rule.one_of {
            texts.push(TextRule::OneOf(all.clone()));
        }
        if let Some(pattern) = &rule.matches {
            texts.push(TextRule::Matches(whole(pattern)?));
        }
        let range = match (rule.min, rule.max) {
            (None, None) => None,
            (min, max) => Some((min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY))),
        };
        if range.is_some_and(|(min, max)| min.is_nan() || max.is_nan() || min > max) {
            return Err("`min` is above `max`".into());
        }
        let this = Self {
            place: Place::new(&rule.at)?,
            at: rule.at.clone(),
            required: rule.required,
            forbidden: rule.forbidden,
            texts,
            max_size: rule.max_size,
            range,
        };
        if this.says_nothing() {
            return Err(format!("argument {}: has no condition", rule.at.escape_debug()));
        }
        Ok(this)
    }

    fn says_nothing(&self) -> bool {
        !self.required
            && !self.forbidden
            && self.texts.is_empty()
            && self.max_size.is_none()
            && self.range.is_none()
    }

    /// Judges the arguments of a call.
    pub(crate) fn judge(&self, arguments: Val<'_>, decision: &mut Decision) {
        let Some(values) = self.place.values(arguments) else {
            decision.deny(Code::Size, &self.at, "there are too many values to be judged");
            return;
        };
        if self.required && values.is_empty() {
            decision.deny(Code::Missing, &self.at, "the argument is missing");
        }
        for (at, value) in values {
            if self.forbidden {
                decision.deny(Code::Forbidden, &at, "the argument may not be given");
            }
            self.judge_value(&at, value, decision);
        }
    }

    fn judge_value(&self, at: &str, value: Val<'_>, decision: &mut Decision) {
        for rule in &self.texts {
            rule.judge(at, value, decision);
        }
        if self.max_size.is_some_and(|max| size(value) > max) {
            decision.deny(Code::Size, at, "the value is too large");
        }
        if let Some((min, max)) = self.range {
            let Some(number) = value.num() else {
                decision.deny(Code::Kind, at, "the value is not a number");
                return;
            };
            if number.as_f64().is_none_or(|n| n < min || n > max) {
                decision.deny(Code::Range, at, "the number is out of range");
            }
        }
    }
}

/// Bytes of a text, elements of a list or object, bytes of anything else.
fn size(value: Val<'_>) -> u64 {
    let n = match value.text() {
        Some(text) => text.len(),
        None if value.is_arr() => value.items().count(),
        None if value.is_obj() => value.members().count(),
        None => value.raw().len(),
    };
    n as u64
}

/// The expression, for the text as a whole.
fn whole(pattern: &str) -> Result<Regex, String> {
    regex::RegexBuilder::new(&format!("\\A(?:{pattern})\\z"))
        .size_limit(MAX_REGEX)
        .build()
        .map_err(|e| e.to_string())
}
