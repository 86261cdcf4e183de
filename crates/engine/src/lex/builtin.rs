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
    "WRD-CMD-DESTROY",
    "WRD-CMD-DRAIN",
    "WRD-CMD-FETCH",
    "WRD-CMD-REVERSE-SHELL",
    "WRD-EXF-BCC",
    "WRD-EXF-CONVERSATION",
    "WRD-EXF-OUTSIDE",
    "WRD-EXF-SEND",
    "WRD-INJ-COVERT",
    "WRD-INJ-HIDE",
    "WRD-INJ-IMPERATIVE",
    "WRD-INJ-LEAK",
    "WRD-INJ-MARKER",
    "WRD-INJ-OVERRIDE",
    "WRD-INJ-RELAY",
    "WRD-INJ-SYSTEM-PROMPT",
    "WRD-INJ-TELL",
    "WRD-PAY-JAVASCRIPT",
    "WRD-SEC-CREDENTIAL-PARAM",
    "WRD-SEC-ENV",
    "WRD-SEC-FILES",
    "WRD-SEC-HARVEST",
    "WRD-SEC-KEY-PARAM",
    "WRD-SEC-SEED",
    "WRD-XT-ALTER",
    "WRD-XT-FIRST",
];
