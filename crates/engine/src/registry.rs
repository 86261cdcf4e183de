//! The structural rules, one per line.

use crate::rule::Rule;
use crate::rules;

/// All rules in code, in the order in which they run.
pub(crate) static RULES: &[&dyn Rule] = &[
    &rules::hidden_unicode::HiddenUnicode,
    &rules::control_characters::ControlCharacters,
    &rules::mixed_alphabets::MixedAlphabets,
];
