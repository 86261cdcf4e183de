//! Plays the sessions of `tests/sessions/*.txt`.
//!
//! A line is an input, or an effect that must follow the input above it, in
//! order and without others:
//!
//! ```text
//! set partial | require-approval | audit-only | strict | results off
//! set broken-pins | revoked
//! set pinned {definition}      first contact; `approved` for a person's approval;
//!                              `pinned-prompts` and so on for other lists, and a
//!                              string for the instructions
//! set relist always
//! client> FRAME                also server>
//! client! eof                  also server! eof; `client! oversize ENDS`; `time! 31s`
//! effect< client FRAME         sent to the client, also server; … at the end
//!                              stands for the rest of the frame
//! effect< note WHAT            noted
//! effect< end-input            also abort
//! ```

use std::path::Path;
use std::time::Duration;

use warden_core::surface::ListKind;
use warden_engine::{Actions, Results};
use warden_guard::{Ask, Effect, PinSet, Relist, Settings, Side};

use crate::support::{BrokenPins, Play, pin, settings};

struct Session {
    name: String,
    settings: Settings,
    pins: PinSet,
    broken: bool,
    play: Option<Play>,
    effects: Vec<String>,
}

impl Session {
    fn set(&mut self, words: &str) {
        match words.split_once(' ').unwrap_or((words, "")) {
            ("partial", _) => self.settings.partial = true,
            ("require-approval", _) => self.settings.require_approval = true,
            ("audit-only", _) => self.settings.audit_only = true,
            ("strict", _) => self.settings.strict = true,
            ("results", "off") => self.settings.actions = Actions::of(Results::Off),
            ("broken-pins", _) => self.broken = true,
            ("revoked", _) => self.pins.revoked = true,
            ("ask", "refuse") => self.settings.ask = Ask::Refuse,
            ("relist", "always") => self.settings.relist = Relist::Always,
            (how, definition) if how.starts_with("pinned") || how.starts_with("approved") => {
                let (how, list) = how.split_once('-').unwrap_or((how, "tools"));
                let kind = ListKind::ALL.into_iter().find(|k| k.member() == list);
                let kind = kind.expect("a list");
                pin(&mut self.pins, kind, definition, how == "approved");
            }
            _ => panic!("{}: set {words}", self.name),
        }
    }

    fn play(&mut self) -> &mut Play {
        let (settings, pins) = (self.settings.clone(), self.pins.clone());
        let broken = self.broken;
        self.play.get_or_insert_with(|| match broken {
            true => Play::with(settings, Box::new(BrokenPins)),
            false => Play::new(settings, pins),
        })
    }

    fn line(&mut self, line: &str) {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let play = |s: &mut Self, f: &mut dyn FnMut(&mut Play) -> Vec<Effect>| {
            s.done(line);
            s.effects = f(s.play()).iter().filter_map(shown).collect();
            s.effects.reverse();
        };
        match head {
            "set" => self.set(rest),
            "client>" => play(self, &mut |p| p.feed(Side::Client, rest.as_bytes())),
            "server>" => play(self, &mut |p| p.feed(Side::Server, rest.as_bytes())),
            "time!" => {
                let seconds = rest.trim_end_matches('s').parse().expect("seconds");
                play(self, &mut |p| p.wait(Duration::from_secs(seconds)));
            }
            "client!" | "server!" => {
                let side = if head == "client!" { Side::Client } else { Side::Server };
                match rest.split_once(' ') {
                    Some(("oversize", ends)) => {
                        play(self, &mut |p| p.oversize(side, ends.as_bytes()));
                    }
                    _ => play(self, &mut |p| p.eof(side)),
                }
            }
            "effect<" => self.expect(rest),
            _ => panic!("{}: {line}", self.name),
        }
    }

    fn expect(&mut self, wanted: &str) {
        let Some(seen) = self.effects.pop() else {
            panic!("{}: nothing, not {wanted}", self.name);
        };
        let fits = match wanted.strip_suffix('…') {
            Some(beginning) => seen.starts_with(beginning),
            None => seen == wanted,
        };
        assert!(fits, "{}:\n wanted {wanted}\n    saw {seen}", self.name);
    }

    fn done(&mut self, next: &str) {
        let left = std::mem::take(&mut self.effects);
        assert!(left.is_empty(), "{}: before {next}\n also {left:#?}", self.name);
    }
}

/// The effect as it stands in a session; `None` for those that do not.
fn shown(effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::Send { to, frame } => {
            format!("{} {}", to.name(), String::from_utf8_lossy(frame))
        }
        Effect::Record(event) => {
            let what = serde_json::to_value(event.what).expect("a word");
            format!("note {}", what.as_str().unwrap_or_default())
        }
        Effect::EndInput => "end-input".into(),
        Effect::Abort => "abort".into(),
        Effect::Wake(_) => return None,
    })
}

#[test]
fn every_session_goes_as_written() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut count = 0;
    for entry in std::fs::read_dir(dir).expect("the sessions") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("named").to_string_lossy().into_owned();
        let mut session = Session {
            name,
            settings: settings(),
            pins: PinSet::default(),
            broken: false,
            play: None,
            effects: Vec::new(),
        };
        for line in std::fs::read_to_string(&path).expect("readable").lines() {
            if !line.is_empty() && !line.starts_with('#') {
                session.line(line);
            }
        }
        session.done("the end");
        count += 1;
    }
    assert!(count >= 25, "only {count} sessions were played");
}
