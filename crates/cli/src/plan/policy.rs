//! The policy file, `warden.toml`, as a person wrote it.

use std::path::Path;

use warden_core::policy::Policy;

use crate::failure::Failure;

/// A policy or rule file larger than this is a mistake.
const MAX_FILE: u64 = 1 << 20;

/// Reads a policy file.
pub(crate) fn read_policy(path: &Path) -> Result<Policy, Failure> {
    parse_policy(path, &read_small(path)?)
}

/// Reads the text of a policy file; `path` is for the message.
pub(crate) fn parse_policy(path: &Path, text: &str) -> Result<Policy, Failure> {
    // The error of `toml` shows line, column and a caret under the place.
    let policy: Policy =
        toml::from_str(text).map_err(|e| Failure::Config(format!("{}: {e}", path.display())))?;
    for entry in &policy.ignore {
        let wrong = if entry.reason.trim().is_empty() {
            "reason must say why"
        } else if entry.until.as_deref().is_some_and(|d| !is_date(d)) {
            "until must be a date in quotes, \"YYYY-MM-DD\""
        } else {
            continue;
        };
        let rule = warden_core::Untrusted::from(entry.rule.as_str()).term_limited(60);
        return Err(Failure::Config(format!("{}: [[ignore]] of {rule}: {wrong}", path.display())));
    }
    Ok(policy)
}

/// `YYYY-MM-DD`, and a day that exists.
pub(crate) fn is_date(text: &str) -> bool {
    text.len() == 10 && humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).is_ok()
}

/// Reads a text file of at most 1 MiB.
pub(crate) fn read_small(path: &Path) -> Result<String, Failure> {
    let bytes = warden_files::read(path, MAX_FILE).map_err(|e| Failure::file(path, e))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::Config(format!("{}: it is not UTF-8", path.display())))
}
