//! Starting the program of a server.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Stdio;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use warden_core::{Launch, Untrusted};

use super::env::environment;
use super::group::Group;
use super::stderr::StderrTail;
use crate::failure::{Failure, Kind};

/// A running server. The order of the fields is the order in which they are
/// dropped: the group is killed before the child's handle is given up.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) group: Group,
    pub(crate) child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: StderrTail,
}

/// Starts the program, without a shell and in a process group of its own.
pub(crate) fn start(launch: &Launch, inherit_env: bool) -> Result<Started, Failure> {
    check_launch(launch)?;
    let mut command = Command::new(program(launch));
    command
        .args(&launch.args)
        .env_clear()
        .envs(environment(launch, inherit_env))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(cwd) = &launch.cwd {
        command.current_dir(cwd);
    }
    #[cfg(unix)]
    command.process_group(0);
    let (mut child, group) = Group::spawn(&mut command).map_err(|e| not_started(launch, &e))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdout), Some(stderr)) = (stdout, stderr) else {
        return Err(failure("its output could not be captured"));
    };
    Ok(Started { group, child, stdin, stdout, stderr: StderrTail::new(stderr) })
}

fn failure(message: impl Into<String>) -> Failure {
    Failure::new(Kind::Start, "start", message)
}

pub(super) fn check_launch(launch: &Launch) -> Result<(), Failure> {
    if launch.command.trim().is_empty() {
        return Err(failure("the command is empty"));
    }
    let texts = launch.args.iter().chain([&launch.command]);
    if texts.into_iter().any(|t| t.contains('\0')) {
        return Err(failure("the command or an argument holds a NUL character"));
    }
    match &launch.cwd {
        Some(cwd) if !cwd.is_dir() => {
            let cwd = Untrusted::from(cwd.to_string_lossy().into_owned());
            Err(failure(format!("its directory `{}` does not exist", cwd.term_limited(200))))
        }
        _ => Ok(()),
    }
}

pub(super) fn not_started(launch: &Launch, e: &std::io::Error) -> Failure {
    let command = Untrusted::from(launch.command.as_str()).term_limited(200);
    match e.kind() {
        ErrorKind::NotFound => {
            failure(format!("`{command}` was not found")).hint(hint(&launch.command))
        }
        ErrorKind::PermissionDenied => failure(format!("`{command}` is not executable")),
        _ => failure(format!("`{command}` could not be started: {e}")),
    }
}

fn hint(command: &str) -> String {
    let name = Path::new(command).file_stem().and_then(|n| n.to_str()).unwrap_or_default();
    match name {
        "npx" | "npm" | "node" => "install Node.js, or check PATH".into(),
        "uvx" | "uv" => "install uv, or check PATH".into(),
        "python" | "python3" | "pipx" => "install Python, or check PATH".into(),
        "docker" | "podman" => format!("install {name}, or check PATH"),
        _ if command.contains(['/', '\\']) => "check the path in the config".into(),
        _ if command.contains(' ') => "the config may mean the first word as the command".into(),
        _ => "install it, or check PATH".into(),
    }
}

#[cfg(not(windows))]
pub(super) fn program(launch: &Launch) -> std::path::PathBuf {
    launch.command.as_str().into()
}

/// `CreateProcess` finds only `.exe` files, while most servers are started by
/// `npx.cmd` and its like: the search that a shell does with `PATHEXT`.
#[cfg(windows)]
pub(super) fn program(launch: &Launch) -> std::path::PathBuf {
    let command = Path::new(&launch.command);
    if command.extension().is_some() || command.components().count() > 1 {
        return command.into();
    }
    let endings = std::env::var("PATHEXT").unwrap_or_else(|_| ".EXE;.CMD;.BAT".into());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).find_map(|dir| {
        let tried = endings.split(';').map(|e| dir.join(format!("{}{e}", launch.command)));
        tried.into_iter().find(|p| p.is_file())
    });
    found.unwrap_or_else(|| command.into())
}
