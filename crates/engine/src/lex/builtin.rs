//! The rule files that are part of Warden.

/// Shared word lists: file name and text.
pub(crate) const WORDS: (&str, &str) = ("words.toml", include_str!("../../../../rules/words.toml"));

macro_rules! files {
    ($($id:literal,)*) => {
        &[$(($id, include_str!(concat!("../../../../rules/", $id, ".toml"))),)*]
    };
}

/// Rule files: id and text.
pub(crate) const RULE_FILES: &[(&str, &str)] = files![
    "WRD-INJ-OVERRIDE",
];
