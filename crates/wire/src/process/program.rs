//! A server that somebody else speaks with: started and ended here, with plain
//! pipes that threads read and write.

use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use warden_core::Launch;

use super::env::environment;
use super::group::Group;
use super::launch::{check_launch, not_started, program};

/// How long what a leader has left behind may take to end.
const AFTER_TERM: Duration = Duration::from_millis(500);

/// A running server in a process group of its own. Its stderr is ours.
#[derive(Debug)]
pub struct Program {
    group: Group,
}

/// Its pipes, and the handle with which its end is awaited.
#[derive(Debug)]
pub struct Pipes {
    /// What it reads.
    pub stdin: ChildStdin,
    /// What it writes.
    pub stdout: ChildStdout,
    /// The process.
    pub child: Child,
}

impl Program {
    /// Starts it without a shell and with the whole environment.
    ///
    /// # Errors
    /// In words, when it cannot be started.
    pub fn start(launch: &Launch) -> Result<(Self, Pipes), String> {
        check_launch(launch).map_err(|f| f.message)?;
        let mut command = Command::new(program(launch));
        command
            .args(&launch.args)
            .env_clear()
            .envs(environment(launch, true))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        if let Some(cwd) = &launch.cwd {
            command.current_dir(cwd);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = Group::spawn_with(|| command.spawn().map(|c| (Some(c.id()), c)));
        let (mut child, group) = started.map_err(|e| not_started(launch, &e).message)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("its pipes could not be made".into());
        };
        Ok((Self { group }, Pipes { stdin, stdout, child }))
    }

    /// Asks it and everything it started to end.
    pub fn terminate(&self) {
        self.group.terminate();
    }

    /// Kills it and everything it started.
    pub fn kill(&self) {
        self.group.kill();
    }

    /// Hands a signal on.
    pub fn pass_on(&self, signal: i32) {
        self.group.pass_on(signal);
    }

    /// Ends what it has left behind; it has itself ended.
    pub fn clean_up(mut self) {
        if self.group.is_alive() {
            self.group.terminate();
            let until = Instant::now() + AFTER_TERM;
            while self.group.is_alive() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(5));
            }
            if self.group.is_alive() {
                self.group.kill();
            }
        }
        self.group.ended();
    }
}
