//! What must hold of any session through the guard: nothing panics, every frame
//! is one line, and the server is never answered for what it did not ask.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use warden_core::Severity;
use warden_engine::{Actions, Engine, EngineOptions};
use warden_guard::{Ask, Bounds, Core, Effect, Relist, SessionPins, Settings, Side};

static ENGINE: LazyLock<Arc<Engine>> = LazyLock::new(|| {
    let options = EngineOptions {
        fail_on: Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    };
    Arc::new(Engine::new(options).expect("the rules are right"))
});

/// Lines of a session: those that begin with `>` come from the client, the
/// others from the server. A line with nothing else is the end of that side.
pub(crate) fn check(data: &[u8]) {
    let settings = Settings {
        server: "s".into(),
        id: "s".into(),
        lock: None,
        fail_on: Severity::High,
        actions: Actions::default(),
        partial: data.len().is_multiple_of(2),
        require_approval: false,
        relist: Relist::default(),
        audit_only: false,
        strict: false,
        ask: Ask::default(),
        own_ids: "own".into(),
        ask_ids: "ask".into(),
        bounds: Bounds { frame: 1 << 14, nodes: 1 << 11, ..Bounds::default() },
    };
    let mut core = Core::new(Arc::clone(&ENGINE), settings, Box::<SessionPins>::default(), None);
    let mut now = Instant::now();
    let mut out = Vec::new();
    for line in data.split(|b| *b == b'\n') {
        let (side, line) = match line.strip_prefix(b">") {
            Some(line) => (Side::Client, line),
            None => (Side::Server, line),
        };
        if line.is_empty() {
            core.eof(side, &mut out);
        } else {
            core.feed(side, &Arc::from(line), now, &mut out);
        }
        now += Duration::from_millis(700);
        core.tick(now, &mut out);
    }
    core.eof(Side::Server, &mut out);
    assert_eq!(core.waiting(), 0, "nobody waits when the session is over");
    for effect in &out {
        if let Effect::Send { frame, .. } = effect {
            assert!(!frame.contains(&b'\n'), "a frame is one line");
        }
        if let Effect::Record(event) = effect {
            assert!(event.what != warden_guard::What::Internal, "the guard failed");
        }
    }
}
