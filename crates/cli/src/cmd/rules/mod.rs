//! `warden rules`: the catalogue, and how well it does on labelled data.

mod lines;
mod measure;
mod results;

use std::fmt::Write;
use std::path::Path;

use warden_core::{Exit, RuleMeta, Severity};
use warden_engine::Engine;

use crate::args::{EngineArgs, RulesArgs, RulesCommand};
use crate::failure::Failure;
use crate::plan::Judge;

/// Runs the command.
pub(crate) fn run(args: &RulesArgs) -> Result<Exit, Failure> {
    if let Some(RulesCommand::Test(test)) = &args.command {
        let on_results = !(test.results_attacks.is_empty() && test.results_honest.is_empty());
        return if on_results { results::run(test) } else { measure::run(test) };
    }
    let engine = engine(args.rules.as_deref(), Severity::High)?;
    let all = super::catalogue(&engine);
    let text = if args.json {
        serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
    } else if args.markdown {
        markdown(&all)
    } else {
        list(&all, &engine)
    };
    super::print(&text)?;
    Ok(Exit::Clean)
}

/// An engine with the person's rules and no policy.
pub(super) fn engine(rules: Option<&Path>, fail_on: Severity) -> Result<Engine, Failure> {
    let args = EngineArgs {
        fail_on: Some(fail_on),
        rules: rules.map(Path::to_path_buf),
        ..EngineArgs::default()
    };
    Ok(Judge::new(&args, None)?.engine)
}

fn list(all: &[RuleMeta], engine: &Engine) -> String {
    let mut out = String::new();
    let wide = all.iter().map(|r| r.id.as_str().len()).max().unwrap_or(0);
    for r in all {
        let advisory = if r.advisory { "advisory" } else { "" };
        let _ = writeln!(
            out,
            "{:wide$}  {:8}  {advisory:8}  {}",
            r.id.as_str(),
            r.severity.name(),
            r.title
        );
    }
    let set = engine.ruleset();
    let _ = writeln!(
        out,
        "\n{} rules, ruleset {} ({}). `warden explain ID` says what a rule finds and what to do.",
        all.len(),
        set.version,
        set.digest
    );
    out
}

fn markdown(all: &[RuleMeta]) -> String {
    let mut out = String::from(
        "# Rules\n\nThis page is made by `warden rules --markdown`; the texts live with the rules.\n\n",
    );
    for r in all {
        out.push_str(&super::explain::page(r));
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}
