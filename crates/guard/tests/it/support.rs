//! A core to play with.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use warden_core::json::{Limits, Mode, read};
use warden_core::surface::ListKind;
use warden_core::{ItemKind, Severity};
use warden_engine::{Actions, Engine, EngineOptions};
use warden_guard::{
    Approvals, Ask, Bounds, Call, CallJudge, Core, Definition, Denied, Effect, Judgement, PinSet,
    Pinned, Pins, PinsError, Relist, SessionPins, Settings, Side, pin_digest,
};

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

pub(crate) fn settings() -> Settings {
    Settings {
        server: "s".into(),
        id: "s".into(),
        lock: None,
        fail_on: Severity::High,
        actions: Actions::default(),
        partial: false,
        require_approval: false,
        relist: Relist::default(),
        audit_only: false,
        strict: false,
        ask: Ask::default(),
        own_ids: "own".into(),
        ask_ids: "ask".into(),
        bounds: Bounds {
            frame: 1 << 20,
            pending: 8,
            held: 4,
            items: 50,
            pages: 5,
            ..Bounds::default()
        },
    }
}

/// One session.
pub(crate) struct Play {
    core: Core,
    began: Instant,
    now: Duration,
}

impl Play {
    pub(crate) fn new(settings: Settings, pins: PinSet) -> Self {
        Self::with(settings, Box::new(SessionPins(pins)))
    }

    pub(crate) fn with(settings: Settings, pins: Box<dyn Pins>) -> Self {
        let judge = Box::new(TestPolicy);
        let core = Core::new(Arc::clone(&ENGINE), settings, pins, Some(judge));
        let core = core.with_approvals(Box::new(UntilSummer(Vec::new())));
        Self { core, began: Instant::now(), now: Duration::ZERO }
    }

    pub(crate) fn feed(&mut self, from: Side, frame: &[u8]) -> Vec<Effect> {
        let mut out = Vec::new();
        self.core.feed(from, &Arc::from(frame), self.began + self.now, &mut out);
        out
    }

    pub(crate) fn oversize(&mut self, from: Side, ends: &[u8]) -> Vec<Effect> {
        let mut out = Vec::new();
        self.core.oversize(from, ends, &mut out);
        out
    }

    pub(crate) fn eof(&mut self, from: Side) -> Vec<Effect> {
        let mut out = Vec::new();
        self.core.eof(from, &mut out);
        out
    }

    pub(crate) fn wait(&mut self, time: Duration) -> Vec<Effect> {
        let mut out = Vec::new();
        self.now += time;
        self.core.tick(self.began + self.now, &mut out);
        out
    }
}

/// Pins a definition, as at first contact or by a person. A string is taken
/// for the instructions.
pub(crate) fn pin(pins: &mut PinSet, kind: ListKind, definition: &str, by_person: bool) {
    let bytes: Arc<[u8]> = definition.as_bytes().into();
    let doc = read(bytes, Mode::AsClientsRead, &Limits::default()).expect("JSON");
    let (kind, name) = match doc.root().get_text(kind.name_member()) {
        Some(name) => (kind.item_kind(), name.into_owned()),
        None => (ItemKind::Server, "instructions".to_owned()),
    };
    pins.add(kind, &name, Pinned { digest: pin_digest(kind, doc.root()), by_person });
}

/// Asks before `pay…`, denies `drop…` and sampling, and URLs to visit.
struct TestPolicy;

impl CallJudge for TestPolicy {
    fn judge(&mut self, call: &Call<'_>) -> Judgement {
        let why = Denied { message: "the policy".into(), findings: Vec::new() };
        match call.tool {
            t if t.starts_with("pay") => Judgement::Ask(why),
            t if t.starts_with("drop") => Judgement::Deny(why),
            _ => Judgement::Allow,
        }
    }

    fn judge_request(&mut self, method: &str, mode: Option<&str>) -> Result<(), Denied> {
        if method == "sampling/deny" || mode == Some("url") {
            return Err(Denied { message: "the policy".into(), findings: Vec::new() });
        }
        Ok(())
    }
}

/// Keeps approvals until the summer.
struct UntilSummer(Vec<(String, String)>);

impl Approvals for UntilSummer {
    fn holds(&mut self, tool: &str, definition: &str) -> bool {
        self.0.iter().any(|(t, d)| t == tool && d == definition)
    }

    fn keep(&mut self, tool: &str, definition: &str, until: &str) -> Result<(), String> {
        if until != "2026-06-01" {
            return Err("no such day".into());
        }
        self.0.push((tool.into(), definition.into()));
        Ok(())
    }
}

/// Pins on a disk that takes nothing.
pub(crate) struct BrokenPins;

impl Pins for BrokenPins {
    fn load(&mut self) -> Result<PinSet, PinsError> {
        Ok(PinSet::default())
    }

    fn observe(&mut self, _kind: ItemKind, _seen: &[Definition]) -> Result<(), PinsError> {
        Err(PinsError("no space left".into()))
    }

    fn adopt(&mut self, _new: &[Definition]) -> Result<PinSet, PinsError> {
        Err(PinsError("no space left".into()))
    }
}
