//! How servers are started and reached.

use std::path::PathBuf;
use std::time::Duration;

use warden_core::{Endpoint, Secret};
use warden_wire::{Budgets, CaptureOptions};

use crate::args::ReachArgs;
use crate::failure::Failure;

/// For one server as a whole. A first start may download a package.
const TOTAL: Duration = Duration::from_secs(180);
/// From starting a server to its first answer.
const START: Duration = Duration::from_secs(60);
/// For every later answer.
const ANSWER: Duration = Duration::from_secs(30);

/// Options for the wire, and what is added to every endpoint.
pub(crate) struct Reach {
    /// For [`warden_wire::capture`].
    pub(crate) options: CaptureOptions,
    env: Vec<(String, Secret)>,
    headers: Vec<(String, Secret)>,
    cwd: Option<PathBuf>,
}

impl Reach {
    /// Checks everything that was typed.
    pub(crate) fn new(args: &ReachArgs) -> Result<Self, Failure> {
        let total = args.timeout.unwrap_or(TOTAL);
        if let Some(dir) = args.cwd.as_deref().filter(|d| !d.is_dir()) {
            return Err(Failure::Usage(format!("--cwd {}: not a directory", dir.display())));
        }
        if let Some(file) = args.ca_file.as_deref() {
            // Before anything is started; what it holds is looked at later.
            warden_files::read(file, warden_wire::MAX_CA_FILE)
                .map_err(|e| Failure::file(file, e))?;
        }
        Ok(Self {
            options: CaptureOptions {
                budgets: Budgets { start: START.min(total), answer: ANSWER.min(total), total },
                quick: args.quick,
                public_only: args.public_only,
                inherit_env: args.inherit_env,
                ca_file: args.ca_file.clone(),
                version: env!("CARGO_PKG_VERSION"),
            },
            env: args.env.iter().map(|e| variable(e)).collect::<Result<_, _>>()?,
            headers: args.header.iter().map(|h| header(h)).collect::<Result<_, _>>()?,
            cwd: args.cwd.clone(),
        })
    }

    /// Whether headers were given.
    pub(crate) fn has_headers(&self) -> bool {
        !self.headers.is_empty()
    }

    /// Adds what was typed to an endpoint; what was typed wins.
    pub(crate) fn apply(&self, endpoint: &mut Endpoint) {
        match endpoint {
            Endpoint::Stdio(launch) => {
                launch.env.retain(|(k, _)| !self.env.iter().any(|(n, _)| n == k));
                launch.env.extend(self.env.iter().cloned());
                if launch.cwd.is_none() {
                    launch.cwd.clone_from(&self.cwd);
                }
            }
            Endpoint::Http(remote) => {
                let typed = |k: &str| self.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(k));
                remote.headers.retain(|(k, _)| !typed(k));
                remote.headers.extend(self.headers.iter().cloned());
            }
        }
    }
}

/// `NAME=VALUE`, or `NAME` to take the value from our own environment.
fn variable(text: &str) -> Result<(String, Secret), Failure> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, value.to_string()),
        None => (text, std::env::var(text).map_err(|_| not_set(text))?),
    };
    if name.is_empty() || name.contains('\0') || value.contains('\0') {
        return Err(Failure::Usage("--env needs NAME or NAME=VALUE".into()));
    }
    Ok((name.to_string(), value.into()))
}

/// Names what was asked for only if it can be a name: it may be a value.
fn not_set(name: &str) -> Failure {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    Failure::Usage(match plain {
        true => format!("--env {name}: this variable is not set here"),
        false => "--env needs NAME or NAME=VALUE".into(),
    })
}

/// `Name: value`. The value is never repeated in an error.
fn header(text: &str) -> Result<(String, Secret), Failure> {
    let wrong = || Failure::Usage("--header needs 'Name: value'".into());
    let (name, value) = text.split_once(':').ok_or_else(wrong)?;
    let name = name.trim();
    // RFC 9110, section 5.6.2: a field name is a token.
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    if name.is_empty() || !name.bytes().all(token) || value.contains(['\r', '\n', '\0']) {
        return Err(wrong());
    }
    Ok((name.to_string(), value.trim().to_string().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_header_is_refused_without_its_value() {
        let error = header("Bad Name: hunter2").expect_err("a space in the name").to_string();
        assert!(!error.contains("hunter2"), "{error}");
        assert!(header("X: a\r\nY: b").is_err());
        let (name, value) = header("Authorization: Bearer x").expect("valid");
        assert_eq!((name.as_str(), value.expose()), ("Authorization", "Bearer x"));
    }

    #[test]
    fn a_variable_is_set_or_taken_over() {
        assert_eq!(variable("A=b=c").expect("valid").1.expose(), "b=c");
        assert!(variable("=x").is_err());
        assert!(variable("WARDEN_TEST_SURELY_NOT_SET").is_err());
        let error = variable("TOKEN: hunter2").expect_err("no name").to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}
