//! Starting and ending programs: nothing is left behind, whatever they do.

use std::time::Duration;

use warden_core::{Endpoint, Launch, ServerSpec};
use warden_testkit::runs;
use warden_wire::{Budgets, CaptureOptions, Captured, capture};

use crate::common::*;

async fn launch(command: &str, args: &[&str], cwd: Option<&str>) -> Captured {
    let endpoint = Endpoint::Stdio(Launch {
        command: command.into(),
        args: args.iter().map(|a| (*a).to_owned()).collect(),
        env: vec![],
        cwd: cwd.map(Into::into),
    });
    capture(&ServerSpec { name: "x".into(), endpoint }, &options()).await
}

#[tokio::test]
async fn programs_that_cannot_be_started() {
    let c = launch("no-such-program-here", &[], None).await;
    let e = error(&c);
    assert_eq!(
        (e.phase.as_str(), e.message.as_str()),
        ("start", "`no-such-program-here` was not found")
    );
    assert!(e.hint.as_deref().is_some_and(|h| h.contains("PATH")));
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("plain.txt");
    std::fs::write(&file, "text").expect("written");
    let c = launch(&file.to_string_lossy(), &[], None).await;
    assert!(error(&c).message.ends_with("is not executable"), "{:?}", error(&c));
    let c = launch("sh", &[], Some("/no/such/directory")).await;
    assert!(error(&c).message.contains("does not exist"), "{:?}", error(&c));
    let c = launch("sh", &["a\0b"], None).await;
    assert_eq!(error(&c).phase, "start");
}

#[tokio::test]
async fn a_program_that_exits_tells_why() {
    let program = Program::new("exit-at-once");
    let c = program.capture(&options()).await;
    let e = error(&c);
    assert_eq!((e.phase.as_str(), e.message.as_str()), ("start", "it exited with status 3"));
    assert_eq!(e.stderr.as_ref().map(|s| s.expose()), Some("Error: API_KEY is not set"));
    assert_eq!(program.started(), 1, "it is not tried again");
}

#[tokio::test]
async fn secrets_are_not_quoted() {
    let program = Program::with("tells-secret", &[], &[("API_KEY", "hunter2-and-more")]);
    let c = program.capture(&options()).await;
    let stderr = error(&c).stderr.as_ref().expect("an excerpt");
    assert_eq!(stderr.expose(), "error: [redacted] is no valid key");
    assert_eq!(c.facts.noise_samples[0].expose(), "using key [redacted]");
}

#[tokio::test]
async fn a_program_that_hangs_is_killed_after_its_budget() {
    let budgets = Budgets { start: Duration::from_secs(1), ..options().budgets };
    let program = Program::new("hang");
    let c = program.capture(&CaptureOptions { budgets, ..options() }).await;
    let e = error(&c);
    assert_eq!(
        (e.phase.as_str(), e.message.as_str()),
        ("handshake", "no answer to `initialize` within 1 s")
    );
}

#[tokio::test]
async fn the_whole_has_a_budget_of_its_own() {
    let budgets = Budgets { total: Duration::from_secs(1), ..options().budgets };
    let short = CaptureOptions { budgets, ..options() };
    let program = Program::new("hang");
    let c = program.capture(&short).await;
    assert_eq!(error(&c).message, "no answer to `initialize` within 1 s");
    let program = Program::new("silent-list");
    let budgets = Budgets { total: Duration::from_secs(4), ..options().budgets };
    let c = program.capture(&CaptureOptions { budgets, ..options() }).await;
    assert_eq!(tools(&c), ["add", "echo"], "what was read is kept");
    let rest = ("the rest".to_owned(), "the time for this server was over".to_owned());
    assert!(unreachable(&c).contains(&rest), "{:?}", unreachable(&c));
    assert_eq!(program.started(), 1, "nothing is started after the time is over");
}

#[cfg(unix)]
#[tokio::test]
async fn an_exit_is_seen_though_a_child_holds_the_output_open() {
    let c = launch("sh", &["-c", "echo error: no licence >&2; sleep 30 & exit 4"], None).await;
    assert_eq!(error(&c).message, "it exited with status 4");
    assert_eq!(error(&c).stderr.as_ref().map(|s| s.expose()), Some("error: no licence"));
}

#[cfg(unix)]
#[tokio::test]
async fn sigterm_can_be_ignored_but_not_sigkill() {
    let c = Program::new("ignore-sigterm").capture(&quick()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert!(c.facts.killed);
}

#[cfg(unix)]
#[tokio::test]
async fn what_a_server_leaves_behind_is_killed() {
    let program = Program::new("grandchild");
    let c = program.capture(&options()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    program.nothing_left();
}

#[cfg(unix)]
#[tokio::test]
async fn dropping_a_capture_kills_what_it_started() {
    let program = Program::new("hang");
    let options = options();
    {
        let running = capture(&program.spec, &options);
        tokio::pin!(running);
        let pids = program.pids.clone();
        let started = async move {
            while std::fs::read_to_string(&pids).unwrap_or_default().is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            _ = &mut running => panic!("it hangs"),
            () = started => {}
        }
        let pid = std::fs::read_to_string(&program.pids).expect("a pid").trim().parse();
        assert!(runs(pid.expect("a number")), "it runs until the capture is dropped");
    }
    program.nothing_left();
}

#[tokio::test]
async fn a_slow_start_is_waited_for() {
    let c = Program::with("honest", &["--sleep-ms", "700"], &[]).capture(&quick()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
}

/// Run by the test below in a process of its own, since it ends everything
/// that the other tests have started in this one.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
#[ignore = "ends the programs of every other test; run by another test"]
async fn end_all_by_itself() {
    let programs =
        [Program::new("hang"), Program::new("ignore-sigterm"), Program::new("grandchild")];
    for program in &programs {
        let spec = program.spec.clone();
        tokio::spawn(async move { capture(&spec, &options()).await });
    }
    for program in &programs {
        while std::fs::read_to_string(&program.pids).unwrap_or_default().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    warden_wire::end_all();
    programs.iter().for_each(Program::nothing_left);
    let c = Program::new("honest").capture(&options()).await;
    assert_eq!(error(&c).phase, "start", "nothing is started afterwards");
}

#[cfg(unix)]
#[test]
fn end_all_ends_every_group() {
    let me = std::env::current_exe().expect("a path");
    let done = std::process::Command::new(me)
        .args(["--ignored", "--exact", "stdio_ends::end_all_by_itself"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}
