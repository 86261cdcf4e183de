//! Structural rules: one topic a file, with documentation and cases.

pub(crate) mod annotations;
pub(crate) mod capability;
pub(crate) mod control_characters;
pub(crate) mod credential;
pub(crate) mod data_url;
pub(crate) mod duplicate_tool;
pub(crate) mod encoded_blob;
pub(crate) mod endless_list;
pub(crate) mod fleet;
pub(crate) mod header_param;
pub(crate) mod hidden_unicode;
pub(crate) mod json_anomaly;
pub(crate) mod launch_auth;
pub(crate) mod launch_config;
pub(crate) mod launch_secret;
pub(crate) mod launch_shell;
pub(crate) mod listing;
pub(crate) mod lookalike;
pub(crate) mod malformed_item;
pub(crate) mod mixed_alphabets;
pub(crate) mod names;
pub(crate) mod overlong_text;
pub(crate) mod remote_ref;
pub(crate) mod stdout_noise;
pub(crate) mod supply;
pub(crate) mod typosquat;
pub(crate) mod unread;

/// The sources of this module, for the digest of the ruleset.
pub(crate) const SOURCES: &[(&str, &[u8])] = &[
    ("rules/annotations.rs", include_bytes!("annotations.rs")),
    ("rules/capability.rs", include_bytes!("capability.rs")),
    ("rules/credential.rs", include_bytes!("credential.rs")),
    ("rules/control_characters.rs", include_bytes!("control_characters.rs")),
    ("rules/data_url.rs", include_bytes!("data_url.rs")),
    ("rules/duplicate_tool.rs", include_bytes!("duplicate_tool.rs")),
    ("rules/encoded_blob.rs", include_bytes!("encoded_blob.rs")),
    ("rules/endless_list.rs", include_bytes!("endless_list.rs")),
    ("rules/fleet.rs", include_bytes!("fleet.rs")),
    ("rules/header_param.rs", include_bytes!("header_param.rs")),
    ("rules/hidden_unicode.rs", include_bytes!("hidden_unicode.rs")),
    ("rules/json_anomaly.rs", include_bytes!("json_anomaly.rs")),
    ("rules/launch_auth.rs", include_bytes!("launch_auth.rs")),
    ("rules/launch_config.rs", include_bytes!("launch_config.rs")),
    ("rules/launch_secret.rs", include_bytes!("launch_secret.rs")),
    ("rules/launch_shell.rs", include_bytes!("launch_shell.rs")),
    ("rules/listing.rs", include_bytes!("listing.rs")),
    ("rules/lookalike.rs", include_bytes!("lookalike.rs")),
    ("rules/malformed_item.rs", include_bytes!("malformed_item.rs")),
    ("rules/mixed_alphabets.rs", include_bytes!("mixed_alphabets.rs")),
    ("rules/names.rs", include_bytes!("names.rs")),
    ("rules/overlong_text.rs", include_bytes!("overlong_text.rs")),
    ("rules/remote_ref.rs", include_bytes!("remote_ref.rs")),
    ("rules/stdout_noise.rs", include_bytes!("stdout_noise.rs")),
    ("rules/supply.rs", include_bytes!("supply.rs")),
    ("rules/typosquat.rs", include_bytes!("typosquat.rs")),
    ("rules/unread.rs", include_bytes!("unread.rs")),
];

/// The severity that mcp-warden gives to one of its static checks, which here
/// only inform while a server is vetted.
pub(crate) fn reference_severity(id: &str) -> Option<warden_core::Severity> {
    use warden_core::Severity::{Critical, High, Medium};
    Some(match id {
        "WRD-CAP-SHELL" | "WRD-SUP-CURL-PIPE" | "WRD-SEC-OPENAI" | "WRD-SEC-GITHUB"
        | "WRD-SEC-AWS-AKID" | "WRD-SEC-SLACK" | "WRD-SEC-PRIVKEY" => Critical,
        "WRD-CAP-FS-WRITE"
        | "WRD-CAP-HTTP"
        | "WRD-CAP-SQL"
        | "WRD-SEC-JWT"
        | "WRD-SEC-ENTROPY"
        | "WRD-SUP-LATEST-TAG"
        | "WRD-SUP-NPX-UNPINNED"
        | "WRD-SUP-UVX-UNPINNED"
        | "WRD-SUP-PIP-UNPINNED" => High,
        "WRD-CAP-FS-READ" => Medium,
        _ => return None,
    })
}
