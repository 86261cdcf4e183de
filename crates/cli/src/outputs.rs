//! Where results go. Every output is opened before any work is done, so that a
//! wrong path fails at once, and replaced as a whole when the work is done.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;
use warden_core::RuleMeta;
use warden_core::report::Report;
use warden_report::TableOptions;

use crate::args::OutputArgs;
use crate::failure::Failure;
use crate::{signals, tty};

/// Files under construction. A signal ends the program without unwinding, so
/// nothing else would remove them.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file under construction, before the program is ended.
pub(crate) fn remove_unfinished() {
    for path in unfinished().iter() {
        let _ = std::fs::remove_file(path);
    }
}

/// A file that is being written: beside its place until it is whole.
enum Target {
    /// An ordinary file: written beside it, then renamed over it.
    Replace(NamedTempFile, PathBuf),
    /// A pipe or device: written as it is.
    Direct(std::fs::File, PathBuf),
}

impl Target {
    fn open(path: &Path) -> Result<Self, Failure> {
        let fail = |source| Failure::Write { path: path.into(), source };
        if path.metadata().is_ok_and(|m| !m.is_file()) {
            let file = std::fs::OpenOptions::new().write(true).open(path).map_err(fail)?;
            return Ok(Self::Direct(file, path.into()));
        }
        // Follow a symlink, so that the file it names is replaced and not it.
        let place = path.canonicalize().or_else(|_| new_place(path)).map_err(fail)?;
        let dir = place.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".warden-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any created file: what the umask leaves of rw-rw-rw-.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        // Held meanwhile, so that no signal comes between making and noting it.
        let mut unfinished = unfinished();
        let temp = builder.tempfile_in(dir).map_err(fail)?;
        unfinished.insert(temp.path().to_path_buf());
        drop(unfinished);
        // A file that is replaced keeps its mode: it may have been private.
        if let Ok(old) = place.metadata() {
            temp.as_file().set_permissions(old.permissions()).map_err(fail)?;
        }
        Ok(Self::Replace(temp, place))
    }

    fn write(self, render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        match self {
            Self::Direct(file, path) => {
                let mut out = BufWriter::new(file);
                render(&mut out)
                    .and_then(|()| out.flush())
                    .map_err(|source| Failure::Write { path, source })
            }
            Self::Replace(temp, path) => {
                let fail = |source| Failure::Write { path: path.clone(), source };
                let mut out = BufWriter::new(temp.as_file());
                render(&mut out).and_then(|()| out.flush()).map_err(fail)?;
                drop(out);
                temp.as_file().sync_all().map_err(fail)?;
                signals::still_running();
                let name = temp.path().to_path_buf();
                temp.persist(&path).map_err(|e| fail(e.error))?;
                unfinished().remove(&name);
                Ok(())
            }
        }
    }
}

/// Where a file would be that is not there yet.
fn new_place(path: &Path) -> io::Result<PathBuf> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    Ok(dir.canonicalize()?.join(name))
}

/// All outputs of one run.
pub(crate) struct Outputs {
    args: OutputArgs,
    json: Option<Target>,
    sarif: Option<Target>,
    markdown: Option<Target>,
    html: Option<Target>,
}

impl Outputs {
    /// Opens every file that was named.
    pub(crate) fn open(args: &OutputArgs) -> Result<Self, Failure> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Target::open).transpose();
        let this = Self {
            json: open(&args.json_file)?,
            sarif: open(&args.sarif)?,
            markdown: open(&args.markdown)?,
            html: open(&args.html)?,
            args: args.clone(),
        };
        this.check_distinct()?;
        Ok(this)
    }

    /// Of two reports in one place only the last would be left.
    fn check_distinct(&self) -> Result<(), Failure> {
        let mut seen = BTreeSet::new();
        for target in [&self.json, &self.sarif, &self.markdown, &self.html].into_iter().flatten() {
            if let Target::Replace(_, place) = target
                && !seen.insert(place)
            {
                let place = place.display();
                return Err(Failure::Usage(format!("{place}: two reports cannot have one file")));
            }
        }
        Ok(())
    }

    /// Whether remarks and progress are wanted.
    pub(crate) fn talkative(&self) -> bool {
        !self.args.quiet
    }

    /// Writes the report everywhere. `root` is what file names become relative
    /// to.
    pub(crate) fn write(
        self,
        report: &Report,
        rules: &[RuleMeta],
        root: &Path,
    ) -> Result<(), Failure> {
        if let Some(t) = self.json {
            t.write(|out| warden_report::json(report, out))?;
        }
        if let Some(t) = self.sarif {
            t.write(|out| warden_report::sarif(report, rules, root, out))?;
        }
        if let Some(t) = self.markdown {
            t.write(|out| warden_report::markdown(report, out))?;
        }
        if let Some(t) = self.html {
            t.write(|out| warden_report::html(report, rules, out))?;
        }
        let mut out = BufWriter::new(io::stdout().lock());
        if self.args.json {
            warden_report::json(report, &mut out)
        } else {
            let options = TableOptions {
                color: tty::color(self.args.color),
                width: tty::width(),
                verbose: self.args.verbose,
            };
            warden_report::table(report, &options, &mut out)
        }
        .and_then(|()| out.flush())
        .map_err(Failure::Stdout)
    }
}
