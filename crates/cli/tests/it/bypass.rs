//! Every session in which a server tries to get past the guard.

use warden_testkit::bypass::{Case, Outcome, cases, play_all};

use crate::harness::{root, warden_bin};
use crate::wrap::evil;

fn played(proxy: &[String]) -> Option<Vec<(Case, Outcome)>> {
    evil("honest")?;
    let server = warden_testkit::evil().expect("built");
    let dir = root().join("tests/bypass");
    let all = cases(&dir).expect("the sessions");
    assert!(all.len() >= 59, "only {} sessions", all.len());
    let work = tempfile::tempdir().expect("a directory");
    let outcomes = play_all(&all, &dir, proxy, &server, work.path()).expect("they are played");
    Some(all.into_iter().zip(outcomes).collect())
}

#[test]
fn no_session_gets_past_the_guard() {
    let proxy = [warden_bin().display().to_string(), "wrap".into(), "--".into()];
    let Some(played) = played(&proxy) else { return };
    for (case, outcome) in played {
        let held = outcome.harm.is_empty() && outcome.missing.is_empty();
        assert!(held, "{}: {outcome:#?}", case.name);
    }
}

/// The sessions are worth something: without a guard, the harm is done.
#[test]
fn without_a_guard_the_harm_is_done() {
    // `env` runs the server as it is.
    let Some(played) = played(&["env".to_owned()]) else { return };
    for (case, outcome) in played {
        let harmful = case.checks.iter().any(|c| c.bad);
        assert_eq!(!outcome.harm.is_empty(), harmful, "{}: {outcome:#?}", case.name);
    }
}
