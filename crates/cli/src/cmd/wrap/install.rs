//! `warden wrap --install` and `--uninstall`: the guard in the configs of the
//! clients.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use warden_clients::{Change, DiscoverOptions, Entry, Env, Format, Scope, rewrite};
use warden_core::{Endpoint, Exit, Untrusted};
use warden_engine::launch_identity;

use crate::args::{AskMode, ResultsMode, WrapArgs};
use crate::failure::Failure;
use crate::plan::known_clients;
use crate::target::Target;
use crate::tty;

/// A config that is larger is none that a client reads.
const MAX_BYTES: u64 = 64 << 20;
/// Backups of one file.
const MAX_BACKUPS: u32 = 1000;

/// Runs the command.
pub(super) fn run(args: &WrapArgs) -> Result<Exit, Failure> {
    known_clients(&args.client)?;
    let env = Env::from_system();
    let options = DiscoverOptions { clients: args.client.clone(), ..DiscoverOptions::default() };
    let found = warden_clients::discover(&env, &options);
    let named: BTreeSet<&str> = args.servers.iter().map(String::as_str).collect();
    let wanted: Vec<&Entry> = found.entries.iter().filter(|e| is_meant(e, &named)).collect();
    for name in &named {
        if !wanted.iter().any(|e| e.name.expose() == *name) {
            let name = Untrusted::from(*name).term_limited(80);
            return Err(Failure::Usage(format!(
                "no server of that name was found: {name}; see `warden clients`"
            )));
        }
    }
    let mut by_file: BTreeMap<&Path, Vec<&Entry>> = BTreeMap::new();
    let (mut done, mut left) = (0, 0);
    for entry in wanted {
        match obstacle(entry, args.install, named.is_empty()) {
            None => by_file.entry(&entry.source.file).or_default().push(entry),
            Some(Obstacle::Done) => {}
            Some(Obstacle::Cannot(why)) => {
                left += 1;
                tty::say(&format!("{}: left as it is: {why}", shown(entry)));
                by_hand(entry, args)?;
            }
        }
    }
    let ids = Ids::of(&found.entries);
    for (path, mut entries) in by_file {
        // From the end, so that the places of those before stay.
        entries.sort_by_key(|e| std::cmp::Reverse((e.source.line, e.source.column)));
        let (changed, failed) = file(path, &entries, args, &ids)?;
        done += changed;
        left += failed;
    }
    let what = if args.install { "behind the guard now" } else { "no longer behind the guard" };
    let hint = if done > 0 { "; restart the clients" } else { "" };
    tty::say(&format!("{done} servers are {what}, {left} were left as they are{hint}"));
    Ok(if left > 0 && !named.is_empty() { Exit::NotEvaluated } else { Exit::Clean })
}

/// Without names, a person's own configs; a project's is changed when one of
/// its servers is named.
fn is_meant(entry: &Entry, named: &BTreeSet<&str>) -> bool {
    match entry.scope {
        Scope::User | Scope::Local => named.is_empty() || named.contains(entry.name.expose()),
        _ => named.contains(entry.name.expose()),
    }
}

enum Obstacle {
    /// It is as it is to be.
    Done,
    Cannot(String),
}

fn obstacle(entry: &Entry, install: bool, all: bool) -> Option<Obstacle> {
    let cannot = |why: &str| Some(Obstacle::Cannot(why.to_owned()));
    if entry.wrapped == install {
        return Some(Obstacle::Done);
    }
    match &entry.endpoint {
        Err(_) if all => return Some(Obstacle::Done),
        Err(why) => return cannot(&Untrusted::from(why.as_str()).term_limited(200)),
        Ok(Endpoint::Http(_)) if install => return cannot("it is reached by URL"),
        Ok(_) => {}
    }
    match entry.scope {
        Scope::Managed => cannot("it is managed by somebody else"),
        Scope::Plugin => cannot("it belongs to a plugin, whose files are replaced"),
        _ => None,
    }
}

/// Changes one file; how many entries, and how many not.
fn file(
    path: &Path,
    entries: &[&Entry],
    args: &WrapArgs,
    ids: &Ids,
) -> Result<(usize, usize), Failure> {
    let read = || warden_files::read(path, MAX_BYTES).map_err(|e| Failure::file(path, e));
    let before = read()?;
    let mut bytes = before.clone();
    let mut lines = Vec::new();
    let mut failed = 0;
    for entry in entries {
        let before = in_front(entry, args, ids);
        let program = guard(entry);
        let change = match args.install {
            true => Change::Install { program: &program, before: &before },
            false => Change::Uninstall,
        };
        let place = (entry.source.line, entry.source.column.unwrap_or(1));
        match rewrite(&bytes, Format::of(path), place, &change) {
            Ok(changed) => {
                bytes = changed;
                lines.push(shown(entry));
            }
            Err(why) => {
                failed += 1;
                tty::say(&format!("{}: left as it is: {why}", shown(entry)));
                by_hand(entry, args)?;
            }
        }
    }
    if bytes == before {
        return Ok((0, failed));
    }
    if args.dry_run {
        for line in lines.iter().rev() {
            tty::say(&format!("{line}: would be changed"));
        }
        super::super::print(&diff(path, &before, &bytes))?;
        return Ok((0, failed));
    }
    let backup = back_up(path, &before)?;
    // Whatever was written to it meanwhile is not written over.
    if read()? != before {
        return Err(Failure::Config(format!("{}: it changed meanwhile", path.display())));
    }
    Target::open(path)?.write(|out| out.write_all(&bytes))?;
    for line in lines.iter().rev() {
        tty::say(&format!("{line}: changed"));
    }
    tty::say(&format!("  the file as it was: {}", backup.display()));
    Ok((lines.len(), failed))
}

fn diff(path: &Path, before: &[u8], after: &[u8]) -> String {
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    let diff = similar::TextDiff::from_lines(&*before, &*after);
    let name = path.display().to_string();
    let text = diff.unified_diff().context_radius(0).header(&name, &name).to_string();
    text.lines().map(|l| Untrusted::from(l).term() + "\n").collect()
}

/// Keeps the file as it was beside it, with its mode.
fn back_up(path: &Path, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let fail = |path: &Path, source| Failure::Write { path: path.into(), source };
    let mode = std::fs::metadata(path).map_err(|e| fail(path, e))?.permissions();
    for n in 1..=MAX_BACKUPS {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ".before-warden".into() } else { format!(".before-warden.{n}") });
        let backup = PathBuf::from(name);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&backup) {
            Ok(mut file) => {
                let written = file.write_all(bytes).and_then(|()| file.sync_all());
                written.and_then(|()| file.set_permissions(mode)).map_err(|e| fail(&backup, e))?;
                return Ok(backup);
            }
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(fail(&backup, e)),
        }
    }
    Err(Failure::Config(format!("{}: too many backups stand beside it", path.display())))
}

/// The program that clients start. A file that others read as well names it
/// without this machine's paths.
fn guard(entry: &Entry) -> String {
    let own = std::env::current_exe().ok().and_then(|p| p.to_str().map(str::to_owned));
    own.filter(|_| entry.scope != Scope::Project).unwrap_or_else(|| "warden".to_owned())
}

/// The guard's arguments in front of the command.
fn in_front(entry: &Entry, args: &WrapArgs, ids: &Ids) -> Vec<String> {
    let mut out = vec!["wrap".to_owned(), "--id".to_owned(), ids.id(entry)];
    let absolute = |p: &Path| std::path::absolute(p).unwrap_or_else(|_| p.to_owned());
    let mut valued = |flag: &str, value: Option<String>| {
        out.extend(value.into_iter().flat_map(|v| [flag.to_owned(), v]));
    };
    let path = |p: &PathBuf| absolute(p).display().to_string();
    valued("--policy", args.engine.policy.as_ref().map(path));
    valued("--rules", args.engine.rules.as_ref().map(path));
    valued("--fail-on", args.engine.fail_on.map(|s| s.name().to_owned()));
    valued("--lock", args.lock.as_ref().map(path));
    valued("--state-dir", args.state_dir.as_ref().map(path));
    valued("--verdict-log", args.verdict_log.as_ref().map(path));
    let results = match args.results {
        ResultsMode::Default => None,
        ResultsMode::Off => Some("off"),
        ResultsMode::Warn => Some("warn"),
        ResultsMode::Block => Some("block"),
    };
    valued("--results", results.map(str::to_owned));
    for (class, action) in &args.set {
        valued("--set", Some(format!("results.{}={}", class.name(), action.name())));
    }
    valued("--ask", (args.ask == AskMode::Refuse).then(|| "refuse".to_owned()));
    let switches = [
        (args.engine.require_approval, "--require-approval"),
        (args.partial, "--partial"),
        (args.audit_only, "--audit-only"),
        (args.strict, "--strict"),
        (args.quiet, "--quiet"),
    ];
    out.extend(switches.iter().filter(|(on, _)| *on).map(|(_, flag)| (*flag).to_owned()));
    out.push("--".to_owned());
    out
}

/// Prints what to write where this command does not.
fn by_hand(entry: &Entry, args: &WrapArgs) -> Result<(), Failure> {
    if !args.install || !matches!(entry.endpoint, Ok(Endpoint::Stdio(_))) {
        return Ok(());
    }
    let words = in_front(entry, args, &Ids::default());
    super::super::print(&format!(
        "{}:\n  in place of its command: {}\n  in front of its arguments: {} and its command\n",
        shown(entry),
        Untrusted::from(guard(entry)).term(),
        Untrusted::from(words.join(" ")).term(),
    ))
}

fn shown(entry: &Entry) -> String {
    let file = Untrusted::from(entry.source.file.to_string_lossy()).term();
    let name = entry.name.term_limited(80);
    format!("{file}:{}: {name} ({})", entry.source.line, entry.client)
}

/// The ids of servers: their names, and where one name means two launches, a
/// part of the launch's digest as well.
#[derive(Default)]
struct Ids {
    ambiguous: BTreeSet<String>,
}

impl Ids {
    fn of(entries: &[Entry]) -> Self {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for entry in entries {
            if let Ok(endpoint) = &entry.endpoint {
                known.entry(plain(entry)).or_default().insert(launch_identity(endpoint));
            }
        }
        let twice = known.into_iter().filter(|(_, launches)| launches.len() > 1);
        Self { ambiguous: twice.map(|(name, _)| name).collect() }
    }

    fn id(&self, entry: &Entry) -> String {
        let name = plain(entry);
        match &entry.endpoint {
            Ok(endpoint) if self.ambiguous.contains(&name) => {
                let digest = launch_identity(endpoint);
                format!("{name}-{}", digest.get(..8).unwrap_or_default())
            }
            _ => name,
        }
    }
}

/// A name as an id may be.
fn plain(entry: &Entry) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let name: String =
        entry.name.expose().chars().map(|c| if fits(c) { c } else { '-' }).take(100).collect();
    let name = name.trim_start_matches(['.', '_', '-']);
    if name.is_empty() { "server".to_owned() } else { name.to_owned() }
}
