//! Servers that a project directory brings along are started only after a yes:
//! starting a program is running code.

use warden_core::{Endpoint, Untrusted};

use super::Step;
use crate::args::ScanArgs;
use crate::tty;

/// Why a server of a project was not tried.
pub(super) const HELD_BACK: &str =
    "this directory brings it along; to start or contact it: --launch-project";

/// Takes back what nobody agreed to.
pub(super) fn hold_back(args: &ScanArgs, steps: &mut [Step]) {
    if args.launch_project || !steps.iter().any(from_project) || agreed(steps) {
        return;
    }
    for step in steps.iter_mut().filter(|s| from_project(s)) {
        if let Step::Ask(ask) = step {
            let (who, launch) = (&ask.who, &mut ask.launch);
            let mut report = who.skipped(HELD_BACK.into(), std::mem::take(&mut launch.findings));
            report.ignored = std::mem::take(&mut launch.ignored);
            *step = Step::Done(Box::new(report), Some(Box::new(ask.spec.clone())));
        }
    }
}

fn from_project(step: &Step) -> bool {
    matches!(step, Step::Ask(ask) if ask.entry.as_ref().is_some_and(|e| e.from_project))
}

fn agreed(steps: &[Step]) -> bool {
    if !tty::interactive_stderr() {
        return false;
    }
    tty::say("This directory brings along servers that would be started or contacted:");
    for step in steps.iter().filter(|s| from_project(s)) {
        if let Step::Ask(ask) = step {
            let who = &ask.who;
            lines(&who.name, &who.launch, &ask.spec.endpoint).iter().for_each(|l| tty::say(l));
        }
    }
    tty::ask_yes("Start them?").unwrap_or(false)
}

/// What is agreed to. Variables and the directory belong to it: `NODE_OPTIONS`
/// or `LD_PRELOAD` make another program of a harmless launch line.
fn lines(name: &Untrusted, launch: &Untrusted, endpoint: &Endpoint) -> Vec<String> {
    const NAMES: usize = 20;
    let mut lines = vec![format!("  {}: {}", name.term_limited(40), launch.term_limited(2000))];
    let Endpoint::Stdio(launch) = endpoint else { return lines };
    let mut names: Vec<String> = launch
        .env
        .iter()
        .take(NAMES)
        .map(|(name, _)| Untrusted::from(name.as_str()).term_limited(60))
        .collect();
    if launch.env.len() > NAMES {
        names.push(format!("{} more", launch.env.len() - NAMES));
    }
    if !names.is_empty() {
        lines.push(format!("      sets {}", names.join(", ")));
    }
    if let Some(dir) = &launch.cwd {
        let dir = Untrusted::from(dir.to_string_lossy());
        lines.push(format!("      in {}", dir.term_limited(300)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use warden_core::{Launch, Secret};

    use super::*;

    #[test]
    fn variables_and_directory_are_part_of_what_is_agreed_to() {
        let endpoint = Endpoint::Stdio(Launch {
            command: "node".into(),
            args: Vec::new(),
            env: vec![("NODE_OPTIONS\u{1b}".into(), Secret::from("--require ./x.js"))],
            cwd: Some("/srv".into()),
        });
        let shown = lines(&"a".into(), &"node".into(), &endpoint);
        assert_eq!(shown, ["  a: node", "      sets NODE_OPTIONS\\u{001b}", "      in /srv"]);
    }
}
