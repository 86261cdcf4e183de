//! Hostile sessions through a proxy.

use std::path::PathBuf;

use clap::Args;
use warden_testkit::bypass::{cases, play_all};

use crate::{Result, root};

#[derive(Args)]
pub(crate) struct Options {
    /// The proxy. `{server}` stands for the command of the server, which is put
    /// at the end otherwise.
    #[arg(last = true, required = true, value_name = "CMD")]
    proxy: Vec<String>,
    /// The sessions.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Only sessions whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Print what either end has received.
    #[arg(long)]
    verbose: bool,
}

/// Prints the table: the test server must have been built
/// (`cargo build -p warden-testkit`).
pub(crate) fn run(options: &Options) -> Result<()> {
    let dir = options.dir.clone().unwrap_or_else(|| root().join("tests/bypass"));
    let evil = warden_testkit::evil()?;
    let work = tempfile::tempdir()?;
    let (mut held, mut bypassed, mut broken) = (0, 0, 0);
    let mut all = cases(&dir)?;
    all.retain(|c| c.name.contains(&options.only));
    let outcomes = play_all(&all, &dir, &options.proxy, &evil, work.path())?;
    for (case, outcome) in all.iter().zip(outcomes) {
        let verdict = match (outcome.harm.is_empty(), outcome.missing.is_empty()) {
            (false, _) => {
                bypassed += 1;
                "BYPASSED"
            }
            (true, false) => {
                broken += 1;
                "BROKEN"
            }
            (true, true) => {
                held += 1;
                "held"
            }
        };
        println!("{verdict:8}  {:28}  {:24}  {}", case.name, case.rows, case.title);
        if !outcome.harm.is_empty() {
            println!("          harm: {} ({})", case.harm, outcome.harm.join("; "));
        }
        if !outcome.missing.is_empty() {
            println!("          missing: {}", outcome.missing.join("; "));
        }
        if options.verbose {
            outcome.client.iter().for_each(|l| println!("          client< {l}"));
            outcome.server.iter().for_each(|l| println!("          server< {l}"));
        }
    }
    println!("{held} held, {bypassed} bypassed, {broken} broken");
    if bypassed + broken > 0 {
        return Err("the proxy does not hold".into());
    }
    Ok(())
}
