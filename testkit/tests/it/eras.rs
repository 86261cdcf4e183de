//! Both eras of the protocol.

use warden_core::ItemKind;
use warden_core::capture::SessionId;
use warden_wire::Captured;

use crate::common::*;

fn sessions(c: &Captured) -> Vec<(SessionId, bool)> {
    c.facts.sessions.iter().map(|s| (s.id, s.modern)).collect()
}

/// In which sessions a tool was seen.
fn seen_in(c: &Captured, name: &str) -> Vec<SessionId> {
    let tool = surface(c).tools().find(|t| t.name.expose() == name).expect("the tool");
    let all = [SessionId::A, SessionId::B, SessionId::C];
    all.into_iter().filter(|s| tool.seen.in_session(*s)).collect()
}

#[tokio::test]
async fn tools_that_depend_on_capabilities_are_found() {
    let c = stdio("caps").await;
    assert_eq!(tools(&c), ["add", "echo", "rooted"]);
    assert_eq!(seen_in(&c, "rooted"), [SessionId::B]);
    assert_eq!(seen_in(&c, "add"), [SessionId::A, SessionId::B]);
    assert!(c.facts.differs.is_empty());
}

#[tokio::test]
async fn a_server_of_both_eras_is_asked_in_both() {
    let program = Program::new("dual");
    let c = program.capture(&options()).await;
    assert_eq!(sessions(&c), [(SessionId::A, false), (SessionId::B, true), (SessionId::C, false)]);
    assert_eq!(seen_in(&c, "rooted"), [SessionId::B, SessionId::C]);
    assert_eq!(seen_in(&c, "echo"), [SessionId::A, SessionId::B, SessionId::C]);
    assert_eq!(program.started(), 3);
    assert!(c.facts.differs.is_empty() && c.facts.unreachable.is_empty(), "{:?}", c.facts);
}

#[tokio::test]
async fn a_server_of_the_new_era_alone() {
    let program = Program::new("modern-caps");
    let c = program.capture(&options()).await;
    assert_eq!(sessions(&c), [(SessionId::B, true)]);
    assert_eq!(tools(&c), ["add", "echo", "rooted"]);
    assert_eq!(c.info.version.as_ref().map(|v| v.expose()), Some("2.0"));
    assert_eq!(items(&c, ItemKind::PromptBody).len(), 2);
    assert_eq!(c.facts.sessions[0].protocol.expose(), "2026-07-28");
    assert!(c.facts.unreachable.is_empty(), "{:?}", c.facts.unreachable);
    assert_eq!(program.started(), 2, "a second handshake is not tried");
}

#[tokio::test]
async fn quick_reads_a_server_of_the_new_era_too() {
    let c = Program::new("modern-only").capture(&quick()).await;
    assert_eq!(sessions(&c), [(SessionId::A, true)]);
    assert_eq!(tools(&c), ["add", "echo"]);
}

#[tokio::test]
async fn a_server_that_dies_on_discover_is_started_anew() {
    let program = Program::new("dies-on-discover");
    let c = program.capture(&options()).await;
    assert_eq!(sessions(&c), [(SessionId::A, false), (SessionId::B, false)]);
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(program.started(), 3);
    assert!(c.facts.unreachable.is_empty(), "{:?}", c.facts.unreachable);
}

#[tokio::test]
async fn a_server_that_ignores_discover_is_asked_in_the_old_way() {
    let program = Program::new("ignores-discover");
    let c = program.capture(&options()).await;
    assert_eq!(sessions(&c), [(SessionId::A, false), (SessionId::B, false)]);
    assert_eq!(program.started(), 2);
}
