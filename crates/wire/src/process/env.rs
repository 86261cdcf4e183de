//! Which variables a server gets.
//!
//! A server sees its config's variables and this short list of what programs
//! need to run at all. Nothing else of the person's environment: it is full of
//! tokens that are none of the server's business. Paths of certificate files
//! are on the list (they hold no secret, and behind an inspecting proxy nothing
//! connects without them); proxy variables are not, since they can hold
//! passwords.

use std::ffi::{OsStr, OsString};

use warden_core::Launch;

const NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "LANG",
    "LANGUAGE",
    "TMPDIR",
    "TZ",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
];

const PREFIXES: &[&str] = &["LC_", "XDG_"];

/// Without these, many programs do not start on Windows.
const WINDOWS: &[&str] = &[
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "USERPROFILE",
    "USERNAME",
    "HOMEDRIVE",
    "HOMEPATH",
    "TEMP",
    "TMP",
    "PROCESSOR_ARCHITECTURE",
    "NUMBER_OF_PROCESSORS",
];

/// The whole environment of a server, in the order in which it is set.
pub(crate) fn environment(launch: &Launch, inherit: bool) -> Vec<(OsString, OsString)> {
    let ours = std::env::vars_os().filter(|(name, _)| inherit || allowed(name, cfg!(windows)));
    let theirs = launch.env.iter().map(|(k, v)| (k.into(), v.expose().into()));
    // What no system takes as a variable would make the whole start fail.
    ours.chain(theirs).filter(|(k, v)| is_variable(k, v)).collect()
}

fn is_variable(name: &OsStr, value: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    // Windows has hidden variables whose names begin with `=`.
    let head = name.strip_prefix(b"=").filter(|_| cfg!(windows)).unwrap_or(name);
    !head.is_empty()
        && !head.iter().any(|b| matches!(b, b'=' | 0))
        && !value.as_encoded_bytes().contains(&0)
}

fn allowed(name: &OsStr, windows: bool) -> bool {
    let Some(name) = name.to_str() else { return false };
    if windows {
        let name = name.to_ascii_uppercase();
        return NAMES.contains(&&*name) || WINDOWS.contains(&&*name);
    }
    NAMES.contains(&name) || PREFIXES.iter().any(|p| name.starts_with(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_programs_need_passes() {
        let passes = |name: &str| allowed(OsStr::new(name), false);
        assert!(passes("PATH") && passes("LC_ALL") && passes("XDG_CACHE_HOME"));
        assert!(
            !passes("AWS_SECRET_ACCESS_KEY") && !passes("HTTPS_PROXY") && !passes("LD_PRELOAD")
        );
        assert!(!passes("SYSTEMROOT") && allowed(OsStr::new("SystemRoot"), true));
    }

    #[test]
    fn the_config_has_the_last_word() {
        let launch = Launch {
            command: "x".into(),
            args: vec![],
            env: vec![("PATH".into(), "/mine".into()), ("BAD=NAME".into(), "x".into())],
            cwd: None,
        };
        let env = environment(&launch, false);
        assert_eq!(env.last(), Some(&("PATH".into(), "/mine".into())));
    }
}
