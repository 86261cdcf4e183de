//! Where results go. Every output is opened before any work is done, so that a
//! wrong path fails at once, and replaced as a whole when the work is done.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use warden_core::RuleMeta;
use warden_core::report::Report;
use warden_report::TableOptions;

use crate::args::OutputArgs;
use crate::failure::Failure;
use crate::target::Target;
use crate::tty;

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
        if self.args.github {
            let mut out = BufWriter::new(io::stderr().lock());
            let written = warden_report::github(report, root, &mut out).and_then(|()| out.flush());
            // Whoever closes stderr wants no annotations.
            let _ = written;
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
