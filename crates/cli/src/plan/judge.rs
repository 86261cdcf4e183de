//! The engine and the policy it follows.

use std::path::{Path, PathBuf};

use warden_core::policy::Policy;
use warden_core::report::{REPORT_SCHEMA, Report, ServerReport, SourceReport, Summary};
use warden_core::{Finding, Severity};
use warden_engine::{Engine, EngineOptions};

use super::policy::{read_policy, read_small};
use crate::args::EngineArgs;
use crate::failure::Failure;

/// The engine, ready to judge, and how it was set up.
pub(crate) struct Judge {
    /// The compiled rules.
    pub(crate) engine: Engine,
    /// From which severity on a finding blocks.
    pub(crate) fail_on: Severity,
    /// What a person decided beside that.
    pub(crate) policy: Policy,
    /// Remarks about the set-up for the person.
    pub(crate) notes: Vec<String>,
}

impl Judge {
    /// Reads the policy and the person's rules. `project` is the directory
    /// whose `warden.toml` applies when none is named; `None` where a project
    /// has no say, since a file that a repository brings along must not decide
    /// about servers of the person's own configs.
    pub(crate) fn new(args: &EngineArgs, project: Option<&Path>) -> Result<Self, Failure> {
        Self::set_up(args, project, true)
    }

    /// For the lock: approval is what its commands are about, so that it is not
    /// asked for beforehand.
    pub(crate) fn for_lock(args: &EngineArgs) -> Result<Self, Failure> {
        Self::set_up(args, Some(Path::new(".")), false)
    }

    /// For a scan against a lock, in which approval stands.
    pub(crate) fn for_locked_scan(
        args: &EngineArgs,
        project: Option<&Path>,
    ) -> Result<Self, Failure> {
        Self::set_up(args, project, false)
    }

    /// For the guard, which judges approval tool by tool. Only a policy that is
    /// named counts: a client starts its servers in whatever directory.
    pub(crate) fn for_guard(args: &EngineArgs) -> Result<Self, Failure> {
        Self::set_up(args, None, false)
    }

    fn set_up(args: &EngineArgs, project: Option<&Path>, approval: bool) -> Result<Self, Failure> {
        let mut notes = Vec::new();
        let found = project.map(|dir| dir.join("warden.toml")).filter(|p| p.is_file());
        let path = args.policy.clone().or(found);
        let policy = match &path {
            Some(path) => {
                notes.push(format!("policy: {}", path.display()));
                read_policy(path)?
            }
            None => Policy::default(),
        };
        let fail_on = args.fail_on.or(policy.fail_on).unwrap_or(Severity::High);
        let engine = Engine::new(EngineOptions {
            fail_on,
            require_approval: approval && (args.require_approval || policy.require_approval),
            ignores: policy.ignore.clone(),
            today: today(),
            user_rules: user_rules(args.rules.as_deref())?,
        })
        .map_err(|e| Failure::Config(e.to_string()))?;
        Ok(Self { engine, fail_on, policy, notes })
    }
}

impl Judge {
    /// The report of a run: what judged, what was judged, and the remarks.
    pub(crate) fn report(
        &self,
        command: &'static str,
        sources: Vec<SourceReport>,
        servers: Vec<ServerReport>,
        findings: Vec<Finding>,
    ) -> Report {
        let mut notes = self.notes.clone();
        notes.extend(self.engine.unused_ignores());
        Report {
            schema: REPORT_SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            command,
            generated_at: now(),
            ruleset: self.engine.ruleset(),
            fail_on: self.fail_on,
            summary: Summary::of(&servers),
            sources,
            servers,
            findings,
            notes,
        }
    }
}

/// Today in UTC, `YYYY-MM-DD`.
fn today() -> String {
    now().chars().take(10).collect()
}

/// Now, RFC 3339, UTC, to the second.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string()
}

/// The rule files of a directory, by name.
fn user_rules(dir: Option<&Path>) -> Result<Vec<(String, String)>, Failure> {
    let Some(dir) = dir else { return Ok(Vec::new()) };
    let fail = |source| Failure::Read { path: dir.into(), source };
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::Config(format!("{}: no *.toml file in it", dir.display())));
    }
    files.into_iter().map(|p| Ok((p.display().to_string(), read_small(&p)?))).collect()
}
