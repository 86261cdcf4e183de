//! Which configs are read, and from where.

use std::path::{Path, PathBuf};

use warden_clients::{DiscoverOptions, Discovery, Env};

use crate::failure::Failure;

/// The project directory, as it was named or the current one.
pub(crate) fn project_dir(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let dir = named.unwrap_or(Path::new("."));
    dir.canonicalize().map_err(|source| Failure::Read { path: dir.into(), source })
}

/// Reads the configs of these clients (all if none is named), or these files.
pub(crate) fn discover(
    clients: &[String],
    project_only: bool,
    files: &[PathBuf],
    cwd: &Path,
) -> Result<Discovery, Failure> {
    known_clients(clients)?;
    let mut env = Env::from_system();
    env.cwd = cwd.to_path_buf();
    let options =
        DiscoverOptions { clients: clients.to_vec(), project_only, files: files.to_vec() };
    Ok(warden_clients::discover(&env, &options))
}

/// Whether every `--client` is one that is known.
pub(crate) fn known_clients(named: &[String]) -> Result<(), Failure> {
    let known = warden_clients::client_ids();
    match named.iter().find(|c| !known.contains(&c.as_str())) {
        Some(wrong) => Err(Failure::Usage(format!(
            "--client {wrong}: unknown; the clients are {}",
            known.join(", ")
        ))),
        None => Ok(()),
    }
}
