//! Running `warden` with a clean environment and an empty home.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// A home and a project directory of its own, removed at the end.
pub(crate) struct World {
    dir: tempfile::TempDir,
}

/// What a run of `warden` gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self { dir: tempfile::tempdir().expect("temporary directory") };
        std::fs::create_dir_all(world.home()).expect("home");
        std::fs::create_dir_all(world.project()).expect("project");
        world
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    /// Writes a file below the home (`~/…`) or the project directory.
    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = match path.strip_prefix("~/") {
            Some(rest) => self.home().join(rest),
            None => self.project().join(path),
        };
        std::fs::create_dir_all(path.parent().expect("has a parent")).expect("directories");
        std::fs::write(&path, text).expect("written");
        path
    }

    /// `warden` in the project directory. `WARDEN_TEST_BIN` names another
    /// binary, so that a released one passes the same tests.
    pub(crate) fn command(&self) -> Command {
        let mut c = Command::new(warden_bin());
        c.current_dir(self.project()).env_clear().env("HOME", self.home());
        if let Some(path) = std::env::var_os("PATH") {
            c.env("PATH", path);
        }
        c
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::from(self.command().args(args).output().expect("warden runs"))
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: impl Into<Vec<u8>>) -> Run {
        Run::from(self.command().args(args).write_stdin(input).output().expect("warden runs"))
    }
}

impl From<Output> for Run {
    fn from(o: Output) -> Self {
        Self {
            code: o.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&o.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&o.stderr).into_owned(),
        }
    }
}

impl Run {
    /// Its stdout as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("{e}\nstdout: {}\nstderr: {}", self.stdout, self.stderr))
    }

    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }
}

/// The binary under test.
pub(crate) fn warden_bin() -> PathBuf {
    std::env::var_os("WARDEN_TEST_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_warden")), PathBuf::from)
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// The server of that name in a report.
pub(crate) fn server<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["servers"]
        .as_array()
        .and_then(|s| s.iter().find(|s| s["name"] == name))
        .unwrap_or_else(|| panic!("no server {name} in {report:#}"))
}
