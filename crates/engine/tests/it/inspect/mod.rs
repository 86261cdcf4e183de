//! Run-time texts.

mod cases;
mod corpus;
mod properties;
mod results;
mod texts;

use warden_engine::{Actions, Inspection, RuntimeText};

fn inspect(text: &str) -> Inspection {
    crate::support::engine().inspect(&RuntimeText::from(text), &Actions::default())
}

fn rules(i: &Inspection) -> Vec<&str> {
    i.findings.iter().map(|f| f.rule.as_str()).collect()
}
