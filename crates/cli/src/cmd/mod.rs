//! The commands.

pub(crate) mod clients;
pub(crate) mod explain;
pub(crate) mod inspect;
pub(crate) mod rules;
pub(crate) mod scan;
mod server;
pub(crate) mod vet;

use clap::CommandFactory;
use warden_core::Exit;

use crate::failure::Failure;

/// Writes a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut command = crate::args::Cli::command();
    clap_complete::generate(shell, &mut command, "warden", &mut std::io::stdout());
    Ok(Exit::Clean)
}

/// The runtime for commands that speak with servers.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Runtime)
}

/// Prints to stdout; a reader who went away is no failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Stdout)
}

/// Every rule of every crate, in the order of their ids.
fn catalogue(engine: &warden_engine::Engine) -> Vec<warden_core::RuleMeta> {
    let mut all = engine.catalogue();
    all.extend(warden_clients::catalogue());
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}
