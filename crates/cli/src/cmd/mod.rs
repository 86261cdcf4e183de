//! The commands.

mod approvals;
pub(crate) mod clients;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod ignore;
pub(crate) mod init;
pub(crate) mod inspect;
pub(crate) mod lock;
pub(crate) mod pins;
pub(crate) mod policy;
pub(crate) mod precommit;
mod redact;
pub(crate) mod rules;
pub(crate) mod scan;
mod server;
pub(crate) mod vet;
pub(crate) mod wrap;

use clap::CommandFactory;
use warden_core::Exit;

use crate::failure::Failure;

/// Writes a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut command = crate::args::Cli::command();
    // Into memory first: it panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "warden", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}

/// Runs what speaks with servers, and leaves nothing behind that it started.
fn drive<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Runtime)?;
    let done = runtime.block_on(work);
    // A name that is still being looked up must not delay us.
    runtime.shutdown_background();
    warden_wire::end_all();
    Ok(done)
}

/// Prints to stdout; a reader who went away is no failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Stdout)
}

/// The current directory.
fn cwd() -> std::path::PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// Every rule of every crate, in the order of their ids.
fn catalogue(engine: &warden_engine::Engine) -> Vec<warden_core::RuleMeta> {
    let mut all = engine.catalogue();
    all.extend(warden_clients::catalogue());
    all.extend(warden_lock::catalogue());
    all.extend(doctor::rules::catalogue());
    all.extend(warden_policy::Code::all().map(warden_policy::Code::meta));
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}
