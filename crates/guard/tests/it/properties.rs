//! What must hold of every session, whatever is sent.

use std::collections::BTreeMap;

use proptest::prelude::*;
use warden_engine::{Actions, Results};
use warden_guard::{Effect, PinSet, Settings, Side};

use crate::support::{Play, settings};

/// Harmless frames that need no judgement of tools.
fn plain(id: u8, kind: u8, text: &str) -> Vec<u8> {
    let text = serde_json::Value::from(text);
    match kind % 5 {
        0 => {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x/{kind}","params":{{"a": {text}}}}}"#)
        }
        1 => format!(r#"{{ "method":"notifications/x","params":{{"t":{text}}} ,"jsonrpc":"2.0"}}"#),
        2 => format!(r#"{{"result":{{"v":{text}}},"jsonrpc":"2.0","id":{id}}}"#),
        3 => format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping"}}"#),
        _ => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-1,"message":{text}}}}}"#),
    }
    .into_bytes()
}

const STATELESS: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;
const YES: &str = r#"{"action":"accept","content":{"approve":true}}"#;
const PAY: &str = r#"{"name":"pay","inputSchema":{}}"#;

/// Frames of every kind, hostile ones included.
fn any_frame(id: u8, kind: u8) -> Vec<u8> {
    let tool = |n: u8| format!(r#"{{"name":"t{n}","description":"Adds.","inputSchema":{{}}}}"#);
    match kind % 32 {
        0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#),
        1 => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"cursor":"p"}}}}"#),
        2 => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t{}"}}}}"#,
            kind / 16 % 3
        ),
        3 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{}]}}}}"#, tool(kind / 64)),
        4 => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{}],"nextCursor":"p"}}}}"#,
            tool(1)
        ),
        5 => format!(
            r#"{{"jsonrpc":"2.0","id":"own-{}","result":{{"tools":[{},{}]}}}}"#,
            kind / 16, tool(0), tool(1)
        ),
        6 => r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#.into(),
        7 => format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#),
        8 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}},"result":1}}"#),
        9 => format!(r#"[{{"jsonrpc":"2.0","id":{id},"method":"ping"}}]"#),
        10 => format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{{"content":[]}}}}"#),
        11 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{,}}"#),
        12 => format!(r#"{{"jsonrpc":"2.0","id":"own-{}","error":{{"code":1,"message":"no"}}}}"#, kind / 16),
        13 => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"capabilities":{{"elicitation":{{}}}}}}}}"#
        ),
        14 => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"pay"{}}}}}"#,
            if kind < 128 { STATELESS } else { "" }
        ),
        15 => format!(r#"{{"jsonrpc":"2.0","id":"ask-{}","result":{YES}}}"#, kind / 64),
        16 => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"pay","inputResponses":{{"warden":{YES}}},"requestState":"ask-{}"{STATELESS}}}}}"#,
            kind / 64
        ),
        17 => format!(r#"{{"jsonrpc":"2.0","id":"own-{}","result":{{"tools":[{PAY}]}}}}"#, kind / 32),
        _ => return plain(id, kind / 16, "text"),
    }
    .into_bytes()
}

fn id_of(frame: &[u8]) -> Option<String> {
    let v: serde_json::Value = serde_json::from_slice(frame).ok()?;
    Some(v.get("id")?.to_string())
}

fn is_request(frame: &[u8]) -> bool {
    let v: Option<serde_json::Value> = serde_json::from_slice(frame).ok();
    v.is_some_and(|v| v.get("method").is_some() && v.get("id").is_some())
}

fn sent(effects: &[Effect], to: Side) -> impl Iterator<Item = &[u8]> {
    effects.iter().filter_map(move |e| match e {
        Effect::Send { to: t, frame } if *t == to => Some(&**frame),
        _ => None,
    })
}

fn modes() -> impl Strategy<Value = Settings> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(partial, approval, audit)| Settings {
        partial,
        require_approval: approval,
        audit_only: audit,
        ..settings()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// What is passed on and was not edited has the bytes that came.
    #[test]
    fn untouched_frames_leave_byte_for_byte(
        frames in prop::collection::vec((any::<bool>(), 0u8..6, any::<u8>(), "[ -~\u{e9}\u{4e2d}]{0,12}"), 0..40),
    ) {
        let set = Settings { actions: Actions::of(Results::Off), ..settings() };
        let mut play = Play::new(set, PinSet::default());
        for (client, id, kind, text) in frames {
            let from = if client { Side::Client } else { Side::Server };
            let frame = plain(id, kind, &text);
            let effects = play.feed(from, &frame);
            for out in sent(&effects, from.other()) {
                prop_assert_eq!(out, &*frame);
            }
        }
    }

    /// Every request that the client may wait for gets exactly one answer in
    /// the end, and nothing is answered that was not asked.
    #[test]
    fn one_answer_for_each_request(
        set in modes(),
        frames in prop::collection::vec((any::<bool>(), 0u8..6, any::<u8>()), 0..60),
    ) {
        let mut play = Play::new(set, PinSet::default());
        let mut open: BTreeMap<String, bool> = BTreeMap::new();
        let step = |effects: &[Effect], open: &mut BTreeMap<String, bool>| {
            for out in sent(effects, Side::Client).filter(|f| !is_request(f)) {
                if let Some(id) = id_of(out) {
                    assert!(open.remove(&id).is_some(), "{} was not asked", String::from_utf8_lossy(out));
                }
            }
        };
        for (client, id, kind) in frames.into_iter().filter(|(c, _, k)| !(*c && k % 32 == 9)) {
            let frame = any_frame(id, kind);
            let from = if client { Side::Client } else { Side::Server };
            if client && is_request(&frame) {
                let id = id_of(&frame).expect("an id");
                // The answer to a cancelled request may come or not; one that
                // reuses its id is the same to whoever waits.
                open.entry(id).and_modify(|cancelled| *cancelled = false).or_insert(false);
            }
            if client && kind % 32 == 7 && open.contains_key(&id.to_string()) {
                open.insert(id.to_string(), true);
            }
            let effects = play.feed(from, &frame);
            step(&effects, &mut open);
        }
        let effects = play.eof(Side::Server);
        step(&effects, &mut open);
        open.retain(|_, cancelled| !*cancelled);
        prop_assert!(open.is_empty(), "never answered: {:?}", open);
    }

    /// A tool that was not judged is not shown, and no call of it goes out.
    #[test]
    fn nothing_unjudged_is_shown_or_called(
        frames in prop::collection::vec((any::<bool>(), 0u8..6, any::<u8>()), 0..60),
    ) {
        let set = Settings { require_approval: true, ..settings() };
        let mut play = Play::new(set, PinSet::default());
        for (client, id, kind) in frames {
            let from = if client { Side::Client } else { Side::Server };
            // The client only lists, calls and cancels.
            let asks = [0, 1, 2, 7][usize::from(kind % 4)];
            let kind = if client { kind / 32 * 32 + asks } else { kind };
            let effects = play.feed(from, &any_frame(id, kind));
            for out in sent(&effects, Side::Server) {
                prop_assert!(!out.windows(10).any(|w| w == b"tools/call"));
            }
            for out in sent(&effects, Side::Client) {
                prop_assert!(!out.windows(11).any(|w| w == b"inputSchema"));
            }
        }
    }

    /// A call before which a person is to be asked goes out at most once for
    /// each time that the client said yes.
    #[test]
    fn nothing_is_called_without_a_yes(
        frames in prop::collection::vec((any::<bool>(), 0u8..6, any::<u8>()), 0..80),
    ) {
        let mut play = Play::new(settings(), PinSet::default());
        let (mut yes, mut called) = (0, 0);
        for (client, id, kind) in frames {
            let from = if client { Side::Client } else { Side::Server };
            // The client mostly initializes, calls and says yes; the server lists.
            let kind = match client {
                true => kind / 32 * 32 + [13, 14, 14, 15, 16, 6][usize::from(kind % 6)],
                false => kind / 32 * 32 + [17, 15, 6, 10][usize::from(kind % 4)],
            };
            let frame = any_frame(id, kind);
            yes += usize::from(client && frame.windows(YES.len()).any(|w| w == YES.as_bytes()));
            let effects = play.feed(from, &frame);
            called += sent(&effects, Side::Server)
                .filter(|f| f.windows(10).any(|w| w == b"tools/call"))
                .count();
            prop_assert!(called <= yes, "{} calls, {} times yes", called, yes);
        }
    }

    /// Any bytes at all: nothing panics, and what is sent is one line.
    #[test]
    fn any_bytes_are_survived(
        frames in prop::collection::vec((any::<bool>(), prop::collection::vec(any::<u8>(), 0..60)), 0..20),
    ) {
        let mut play = Play::new(settings(), PinSet::default());
        for (client, frame) in frames {
            let from = if client { Side::Client } else { Side::Server };
            let frame: Vec<u8> = frame.into_iter().filter(|b| *b != b'\n').collect();
            for effect in play.feed(from, &frame) {
                if let Effect::Send { frame, .. } = effect {
                    prop_assert!(!frame.contains(&b'\n'));
                }
            }
        }
    }
}
