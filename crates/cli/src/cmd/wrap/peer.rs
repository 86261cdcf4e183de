//! What stands behind the guard: a program, or a server that is reached by URL.

use std::io::{Read, Write};
use std::process::ExitStatus;

use warden_wire::{Pipes, Program, RemotePipes, RemoteServer};

/// How it is ended.
pub(crate) enum Peer {
    Program(Program),
    Remote(RemoteServer),
}

/// How it is spoken with.
pub(crate) struct Ends {
    pub(crate) stdin: Box<dyn Write + Send>,
    pub(crate) stdout: Box<dyn Read + Send>,
    /// Waits for its end; the exit code.
    pub(crate) wait: Box<dyn FnOnce() -> u8 + Send>,
}

impl Peer {
    pub(crate) fn program(program: Program, pipes: Pipes) -> (Self, Ends) {
        let Pipes { stdin, stdout, mut child } = pipes;
        let wait = move || child.wait().map_or(1, code);
        let (stdin, stdout) = (Box::new(stdin), Box::new(stdout));
        (Self::Program(program), Ends { stdin, stdout, wait: Box::new(wait) })
    }

    pub(crate) fn remote(server: RemoteServer, pipes: RemotePipes) -> (Self, Ends) {
        let RemotePipes { stdin, stdout, thread } = pipes;
        let wait = move || u8::from(thread.join().is_err());
        let (stdin, stdout) = (Box::new(stdin), Box::new(stdout));
        (Self::Remote(server), Ends { stdin, stdout, wait: Box::new(wait) })
    }

    /// Asks it to end.
    pub(crate) fn terminate(&self) {
        match self {
            Self::Program(program) => program.terminate(),
            Self::Remote(server) => server.end(),
        }
    }

    pub(crate) fn kill(&self) {
        match self {
            Self::Program(program) => program.kill(),
            Self::Remote(server) => server.end(),
        }
    }

    /// Hands a signal on.
    pub(crate) fn pass_on(&self, signal: i32) {
        match self {
            Self::Program(program) => program.pass_on(signal),
            Self::Remote(server) => server.end(),
        }
    }

    /// Ends what it has left behind.
    pub(crate) fn clean_up(self) {
        if let Self::Program(program) = self {
            program.clean_up();
        }
    }
}

/// As a shell has it: 128 plus the number of the signal that ended it.
fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(255);
    }
    status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(1)
}
