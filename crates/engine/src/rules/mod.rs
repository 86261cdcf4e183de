//! Structural rules: one file each, with documentation and cases.

pub(crate) mod control_characters;
pub(crate) mod hidden_unicode;
pub(crate) mod mixed_alphabets;

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("rules/control_characters.rs", include_bytes!("control_characters.rs")),
    ("rules/hidden_unicode.rs", include_bytes!("hidden_unicode.rs")),
    ("rules/mixed_alphabets.rs", include_bytes!("mixed_alphabets.rs")),
];
