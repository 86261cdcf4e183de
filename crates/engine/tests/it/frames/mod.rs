//! The sentence frames on texts of our own.

mod attacks_en;
mod attacks_lang;
mod attacks_late;
mod attacks_more;
mod honest;
mod honest_api;
mod honest_more;
mod robust;

use warden_core::finding::Severity;
use warden_engine::frames::{Context, FrameHit, Siblings, analyse};

fn context(name: &str, input: bool) -> Context {
    let mut cx = Context::tool(name);
    let names = ["resolve_part", "get_part", "list_boards", "add_card", name];
    cx.siblings(&Siblings::new(
        if input && names.contains(&name) { names } else { [name; 5] }.into_iter(),
    ));
    if input {
        for p in ["query", "note", "mood", "debug", "label", "seed", "context"] {
            cx.param(p);
        }
    }
    cx
}

fn blocks(hits: &[FrameHit]) -> bool {
    hits.iter().any(|h| h.severity >= Severity::High)
}

/// The texts of which none is found.
fn missed(group: &[(&'static str, bool, &'static str)]) -> Vec<&'static str> {
    let missed = |(name, input, text): &&(&str, bool, &str)| {
        // What is hostile is so whatever the tool takes.
        !blocks(&analyse(text, &context(name, *input)))
    };
    group.iter().filter(missed).map(|(_, _, text)| *text).collect()
}

#[test]
fn hostile_texts_in_english_block() {
    use attacks_en::{ARGUMENTS, BINDING, COMMANDS, CONTROL, EXFILTRATION};
    let groups = [
        BINDING,
        ARGUMENTS,
        EXFILTRATION,
        CONTROL,
        COMMANDS,
        attacks_more::MORE,
        attacks_late::LATE,
        honest_api::MEANT,
    ];
    let all: Vec<&str> = groups.into_iter().flat_map(missed).collect();
    assert!(all.is_empty(), "missed {}: {all:#?}", all.len());
}

#[test]
fn hostile_texts_in_other_languages_block() {
    let missed: Vec<_> = attacks_lang::OTHER_LANGUAGES
        .iter()
        .chain(attacks_late::LATE_LANG)
        .filter(|(_, text)| !blocks(&analyse(text, &context("helper", true))))
        .collect();
    assert!(missed.is_empty(), "missed {}: {missed:#?}", missed.len());
}

#[test]
fn honest_texts_do_not_block() {
    let mut wrong = Vec::new();
    let all = || honest::HONEST.iter().chain(honest_more::MORE).chain(honest_api::API);
    let siblings = Siblings::new(all().map(|h| h.0).chain(["list_boards", "add_card"]));
    for (name, input, text) in all() {
        let mut cx = context(name, *input);
        cx.siblings(&siblings);
        let hits = analyse(text, &cx);
        wrong.extend(
            hits.into_iter().filter(|h| h.severity >= Severity::High).map(|h| (h.rule, *text)),
        );
    }
    assert!(wrong.is_empty(), "blocked {}: {wrong:#?}", wrong.len());
}
