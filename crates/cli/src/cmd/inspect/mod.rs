//! `warden inspect`: run-time texts and recorded sessions, judged without a
//! server.

mod replay;

use std::sync::Arc;

use warden_core::json::{Limits, Mode, Val, read};
use warden_core::{Exit, Finding, Severity};
use warden_engine::{Action, Actions, Class, Engine, Results, RuntimeText};
use warden_report::jsonl_action;

use crate::args::{InspectArgs, ResultsMode};
use crate::failure::Failure;
use crate::stream;

/// Runs the command.
pub(crate) fn run(args: &InspectArgs) -> Result<Exit, Failure> {
    let Some(jsonl) = &args.jsonl else { return replay::run(args) };
    let engine = super::rules::engine(None, Severity::High)?;
    let actions = actions(args.results.unwrap_or_default(), &args.set);
    let judge = |line: &Arc<[u8]>, out: &mut Vec<u8>| answer(&engine, &actions, line, out);
    stream::run(&judge, jsonl)
}

/// What each class of finding leads to.
pub(crate) fn actions(mode: ResultsMode, set: &[(Class, Action)]) -> Actions {
    let mode = match mode {
        ResultsMode::Off => Results::Off,
        ResultsMode::Warn => Results::Warn,
        ResultsMode::Default => Results::Default,
        ResultsMode::Block => Results::Block,
    };
    set.iter().fold(Actions::of(mode), |all, (class, action)| all.with(*class, *action))
}

fn answer(
    engine: &Engine,
    actions: &Actions,
    line: &Arc<[u8]>,
    out: &mut Vec<u8>,
) -> Result<Exit, String> {
    let doc = read(Arc::clone(line), Mode::AsClientsRead, &Limits::default())
        .map_err(|e| format!("not JSON: {e}"))?;
    let (action, findings) = inspect(engine, actions, doc.root())
        .ok_or("expected an object with \"text\" or \"result\"; see `warden inspect --help`")?;
    // Writing into memory does not fail.
    let _ = jsonl_action(doc.root().get("id").map(Val::raw), action.name(), &findings, out);
    Ok(if action == Action::Block { Exit::Gate } else { Exit::Clean })
}

/// Everything that is found in a record; `None` if it is none.
pub(crate) fn inspect(
    engine: &Engine,
    actions: &Actions,
    record: Val<'_>,
) -> Option<(Action, Vec<Finding>)> {
    let text = record.get_text("text");
    let result = record.get("result");
    if text.is_none() && result.is_none() {
        return None;
    }
    let (mut action, mut findings) = (Action::Pass, Vec::new());
    if let Some(text) = text {
        let found = engine.inspect(&RuntimeText::from(&*text), actions);
        action = action.max(found.action);
        findings.extend(found.findings);
    }
    if let Some(result) = result {
        let found = engine.inspect_result(result, None, actions);
        action = action.max(found.action);
        findings.extend(found.findings);
    }
    Some((action, findings))
}
