//! How a session is set up, as its trace has it, and back.

use warden_core::Severity;
use warden_engine::{Action, Actions, Class, Engine, Results};
use warden_guard::{Ask, Bounds, PinSet, Pinned, Pins, Relist, Settings};

use crate::trace::{FORMAT, Header, HeaderPin, Session};

/// The first line of a trace.
pub(crate) fn header(
    settings: &Settings,
    policy: bool,
    engine: &Engine,
    pins: &mut dyn Pins,
) -> Header {
    let known = pins.load().unwrap_or_default();
    let ruleset = engine.ruleset();
    Header {
        trace: FORMAT.to_owned(),
        id: settings.id.clone(),
        server: settings.server.expose().to_owned(),
        ruleset: format!("{} {}", ruleset.version, ruleset.digest),
        session: session(settings, policy),
        pins: of_set(&known),
        revoked: known.revoked,
    }
}

fn session(settings: &Settings, policy: bool) -> Session {
    let actions = settings.actions;
    let named = |c: Class| (c.name().to_owned(), actions.action(c).name().to_owned());
    Session {
        fail_on: settings.fail_on.name().to_owned(),
        results: Class::ALL.map(named).to_vec(),
        results_off: actions == Actions::of(Results::Off),
        partial: settings.partial,
        require_approval: settings.require_approval,
        relist_always: settings.relist == Relist::Always,
        ask_refuse: settings.ask == Ask::Refuse,
        audit_only: settings.audit_only,
        strict: settings.strict,
        policy,
        own_ids: settings.own_ids.clone(),
        ask_ids: settings.ask_ids.clone(),
    }
}

fn of_set(known: &PinSet) -> Vec<HeaderPin> {
    let mut pins: Vec<HeaderPin> = Vec::new();
    for ((kind, name), all) in &known.items {
        pins.extend(all.iter().map(|p| HeaderPin {
            kind: (*kind).into(),
            name: name.clone(),
            digest: p.digest.clone(),
            by_person: p.by_person,
        }));
    }
    pins.sort_by(|a, b| (a.kind, &a.name, &a.digest).cmp(&(b.kind, &b.name, &b.digest)));
    pins
}

/// What was approved when a recorded session began.
pub(crate) fn pins(header: &Header) -> PinSet {
    let mut set = PinSet { revoked: header.revoked, ..PinSet::default() };
    for p in &header.pins {
        let pinned = Pinned { digest: p.digest.clone(), by_person: p.by_person };
        set.add(p.kind.item(), &p.name, pinned);
    }
    set
}

/// The settings of a recorded session.
pub(crate) fn settings(header: &Header) -> Settings {
    let s = &header.session;
    let mut actions = if s.results_off { Actions::of(Results::Off) } else { Actions::default() };
    for (class, action) in &s.results {
        let class = Class::ALL.into_iter().find(|c| c.name() == class);
        let all = [Action::Pass, Action::Warn, Action::Edit, Action::Block];
        let action = all.into_iter().find(|a| a.name() == action);
        if let (Some(class), Some(action)) = (class, action) {
            actions = actions.with(class, action);
        }
    }
    Settings {
        server: header.server.as_str().into(),
        id: header.id.clone(),
        lock: None,
        fail_on: s.fail_on.parse().unwrap_or(Severity::High),
        actions,
        partial: s.partial,
        require_approval: s.require_approval,
        relist: if s.relist_always { Relist::Always } else { Relist::Changed },
        ask: if s.ask_refuse { Ask::Refuse } else { Ask::Elicit },
        audit_only: s.audit_only,
        strict: s.strict,
        own_ids: s.own_ids.clone(),
        ask_ids: s.ask_ids.clone(),
        bounds: Bounds::default(),
    }
}
