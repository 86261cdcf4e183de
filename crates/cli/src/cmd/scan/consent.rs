//! Servers that a project directory brings along are started only after a yes:
//! starting a program is running code.

use super::Step;
use crate::args::ScanArgs;
use crate::tty;

/// Takes back what nobody agreed to.
pub(super) fn hold_back(args: &ScanArgs, steps: &mut [Step]) {
    if args.launch_project || !steps.iter().any(from_project) || agreed(steps) {
        return;
    }
    for step in steps.iter_mut().filter(|s| from_project(s)) {
        if let Step::Ask(ask) = step {
            let (who, launch) = (&ask.who, &mut ask.launch);
            let reason = "this directory brings it along; to start or contact it: --launch-project";
            let mut report = who.skipped(reason.into(), std::mem::take(&mut launch.findings));
            report.ignored = std::mem::take(&mut launch.ignored);
            *step = Step::Done(Box::new(report));
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
            tty::say(&format!("  {}: {}", who.name.term_limited(40), who.launch.term_limited(200)));
        }
    }
    tty::ask_yes("Start them?").unwrap_or(false)
}
