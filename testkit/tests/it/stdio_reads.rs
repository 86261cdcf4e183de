//! What is read from a server over stdio.

use warden_core::ItemKind;
use warden_core::capture::SessionId;

use crate::common::*;

#[tokio::test]
async fn an_honest_server_is_read_whole() {
    let program = Program::new("honest");
    let c = program.capture(&options()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(items(&c, ItemKind::Server).len(), 1);
    assert_eq!(items(&c, ItemKind::Prompt).len(), 2);
    assert_eq!(items(&c, ItemKind::PromptBody).len(), 2);
    assert_eq!(items(&c, ItemKind::Resource).len(), 1);
    assert_eq!(items(&c, ItemKind::Template).len(), 1);
    assert_eq!(c.info.name.as_ref().map(|n| n.expose()), Some("evil"));
    let sessions: Vec<(SessionId, bool)> =
        c.facts.sessions.iter().map(|s| (s.id, s.modern)).collect();
    assert_eq!(sessions, [(SessionId::A, false), (SessionId::B, false)]);
    assert!(c.facts.sessions.iter().all(|s| s.pages == 8 && s.protocol.expose() == "2025-11-25"));
    let facts = &c.facts;
    assert!(facts.differs.is_empty() && facts.unreachable.is_empty() && !facts.killed);
    assert_eq!(facts.stdout_noise, 0);
    let seen = surface(&c).items[0].seen;
    assert!(seen.in_session(SessionId::A) && seen.in_session(SessionId::B));
    assert_eq!(program.started(), 2);
}

#[tokio::test]
async fn quick_holds_one_session() {
    let program = Program::new("honest");
    let c = program.capture(&quick()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(c.facts.sessions.len(), 1);
    assert_eq!(program.started(), 1);
}

#[tokio::test]
async fn a_second_listing_that_differs_is_noted_and_read() {
    let c = stdio("late-poison").await;
    assert_eq!(tools(&c), ["add", "echo", "late"]);
    let adds: Vec<_> = surface(&c).tools().filter(|t| t.name.expose() == "add").collect();
    assert_eq!(adds.len(), 2, "both versions are kept");
    assert!(adds[1].seen.only_second_listing() && !adds[0].seen.only_second_listing());
    let differs = &c.facts.differs[0];
    assert_eq!((differs.session, differs.list), (SessionId::A, "tools"));
    let names: Vec<&str> = differs.names.iter().map(|n| n.expose()).collect();
    assert_eq!(names, ["add", "late"]);
    assert_eq!(c.facts.differs.len(), 2, "once for each session");
}

#[tokio::test]
async fn another_order_is_no_difference() {
    let c = stdio("reordered").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert!(c.facts.differs.is_empty());
}

#[tokio::test]
async fn every_page_is_read() {
    let c = stdio("paged").await;
    assert_eq!(tools(&c), ["one", "two", "three"]);
    assert_eq!(c.facts.sessions[0].pages, 12);
    assert!(c.facts.endless_lists.is_empty() && c.facts.unreachable.is_empty());
    assert_eq!(tools(&stdio("empty-cursor").await), ["add", "echo"]);
}

#[tokio::test]
async fn cursors_that_repeat_or_never_end_are_noted() {
    let c = stdio("cursor-loop").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(c.facts.endless_lists, ["tools"]);
    assert!(c.facts.sessions.iter().all(|s| s.pages == 10), "{:?}", c.facts.sessions);
    let c = Program::new("endless-pages").capture(&quick()).await;
    assert_eq!(tools(&c).len(), 100);
    assert_eq!(c.facts.endless_lists, ["tools"]);
    assert_eq!(unreachable(&c)[0].0, "tools/list");
    let c = stdio("odd-cursor").await;
    assert_eq!(unreachable(&c), [("tools/list".into(), "its cursor is not a string".into())]);
}

#[tokio::test]
async fn what_parsers_disagree_about_is_kept() {
    for (mode, anomaly) in [
        ("dup-keys", "duplicate-key"),
        ("lone-surrogate", "lone-surrogate"),
        ("nan", "non-finite-number"),
        ("bom", "byte-order-mark"),
    ] {
        let c = stdio(mode).await;
        assert_eq!(tools(&c)[0], "add", "{mode}");
        let doc = &surface(&c).tools().next().expect("a tool").doc;
        assert!(doc.anomalies().iter().any(|a| a.kind.name() == anomaly), "{mode}");
        assert_eq!(c.facts.stdout_noise, 0, "{mode}");
    }
}

#[tokio::test]
async fn deep_nesting_is_read_up_to_a_bound() {
    assert_eq!(tools(&stdio("deep").await), ["add", "odd"]);
    let c = stdio("too-deep").await;
    let e = error(&c);
    assert_eq!(e.phase, "list");
    assert!(e.message.contains("nested too deeply at byte"), "{}", e.message);
}

#[tokio::test]
async fn a_malformed_tool_does_not_hide_its_siblings() {
    let c = stdio("malformed-tool").await;
    assert_eq!(tools(&c), ["add", "echo", "#2", "#3", "typed", "bare"]);
    let malformed = surface(&c).tools().filter(|t| t.malformed.is_some()).count();
    assert_eq!(malformed, 4);
}

#[tokio::test]
async fn a_line_of_a_megabyte_is_read() {
    let c = stdio("huge-line").await;
    assert_eq!(description(&c, "long").len(), 1_100_000);
}

#[tokio::test]
async fn carriage_returns_batches_and_a_last_line_without_newline() {
    for mode in ["crlf", "batch", "last-line"] {
        let c = stdio(mode).await;
        assert_eq!(tools(&c), ["add", "echo"], "{mode}");
        assert_eq!(items(&c, ItemKind::Template).len(), 1, "{mode}");
        assert_eq!(c.facts.stdout_noise, 0, "{mode}");
    }
}

#[tokio::test]
async fn prompts_that_want_other_arguments_are_noted() {
    let c = stdio("prompt-args").await;
    assert_eq!(items(&c, ItemKind::PromptBody).len(), 1);
    let parts = unreachable(&c);
    assert_eq!(parts.len(), 1);
    assert_eq!(parts[0].0, "about");
    assert!(parts[0].1.contains("-32602") && parts[0].1.contains("topic must be a number"));
}

#[tokio::test]
async fn lists_that_are_missing_or_fail() {
    let c = stdio("no-prompts").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert!(c.facts.unreachable.is_empty(), "a list that does not exist is no failure");
    let c = stdio("list-error").await;
    let parts = unreachable(&c);
    assert_eq!(parts[0].0, "resources/list");
    assert!(parts[0].1.contains("no database"));
    let c = stdio("only-prompts").await;
    assert!(tools(&c).is_empty() && items(&c, ItemKind::PromptBody).len() == 2);
    let c = stdio("undeclared").await;
    assert_eq!(tools(&c), ["add", "echo"], "tools are always asked for");
    let c = stdio("tools-error").await;
    assert!(error(&c).message.contains("out of order"), "{:?}", error(&c));
    assert_eq!(error(&c).phase, "list");
}

#[tokio::test]
async fn only_needed_variables_are_passed_on() {
    let names = |c| description(&c, "env").split(' ').map(str::to_owned).collect::<Vec<_>>();
    let program = Program::with("env", &[], &[("API_KEY", "some-secret-value")]);
    let few = names(program.capture(&quick()).await);
    assert!(few.contains(&"API_KEY".into()) && few.contains(&"PATH".into()), "{few:?}");
    let known = |n: &str| {
        let names = "API_KEY PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE TMPDIR TZ \
            SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE";
        let system = ["LC_", "XDG_", "__CF"].iter().any(|p| n.starts_with(p));
        system || names.split_whitespace().any(|k| k == n)
    };
    assert!(few.iter().all(|n| known(n)), "{few:?}");
    let inherit = warden_wire::CaptureOptions { inherit_env: true, ..quick() };
    let all = names(program.capture(&inherit).await);
    let ours = std::env::vars_os().map(|(k, _)| k.to_string_lossy().into_owned());
    assert!(ours.into_iter().all(|n| all.contains(&n)), "{all:?}");
}
