//! Saved surfaces in every form that is accepted.

use std::sync::Arc;

use warden_core::json::Limits;
use warden_core::spec::Endpoint;
use warden_core::surface::{Dump, DumpError, ItemKind, Surface};

fn read(text: &str) -> Result<Dump, DumpError> {
    Dump::read(Arc::from(text.as_bytes()), &Limits::default())
}

fn kinds(surface: &Surface) -> Vec<(ItemKind, &str)> {
    surface.items.iter().map(|i| (i.kind, i.name.expose())).collect()
}

fn texts(surface: &Surface) -> Vec<String> {
    let mut out = Vec::new();
    surface.visit_texts(&mut |unit| out.push(unit.text.into_owned()));
    out
}

#[test]
fn a_whole_dump() {
    let dump = read(
        r#"{"id": {"line": 1.50}, "server": {"name": "s", "title": "S", "version": "1",
            "instructions": "how to", "command": "run", "args": ["-y", 8080]},
            "tools": [{"name":"t","inputSchema":{}}],
            "prompts": [{"name":"p","messages":[{"role":"user","content":{"type":"text","text":"rendered"}}]}],
            "resources": [{"uri":"u:/r","name":"r"}],
            "resourceTemplates": [{"uriTemplate":"u:/{x}","name":"x"}],
            "peers": [{"name":"other","tools":[{"name":"o","inputSchema":{}}]},{"tools":[]}],
            "label": "not the server's words"}"#,
    )
    .expect("a dump");
    assert_eq!(dump.id_json(), Some(&br#"{"line": 1.50}"#[..]), "as it was written");
    assert_eq!(dump.surface.name.expose(), "s");
    assert_eq!(
        kinds(&dump.surface),
        [
            (ItemKind::Server, ""),
            (ItemKind::Tool, "t"),
            (ItemKind::Prompt, "p"),
            (ItemKind::Resource, "u:/r"),
            (ItemKind::Template, "u:/{x}"),
        ]
    );
    let texts = texts(&dump.surface);
    assert!(["how to", "rendered", "S"].iter().all(|t| texts.contains(&(*t).to_owned())));
    assert!(!texts.iter().any(|t| t == "run" || t.contains("server's words")), "{texts:?}");
    let Some(Endpoint::Stdio(launch)) = &dump.endpoint else { panic!("{:?}", dump.endpoint) };
    assert_eq!(
        (&*launch.command, &*launch.args),
        ("run", &["-y".to_owned(), "8080".to_owned()][..])
    );
    let peers: Vec<_> = dump.peers.iter().map(|p| (p.name.expose(), p.items.len())).collect();
    assert_eq!(peers, [("other", 1), ("", 0)]);
}

#[test]
fn a_remote_server() {
    let dump = read(r#"{"server":{"name":"s","url":"https://example.test/mcp"},"tools":[]}"#);
    let Some(Endpoint::Http(remote)) = dump.expect("a dump").endpoint else { panic!("remote") };
    assert_eq!(remote.url, "https://example.test/mcp");
}

#[test]
fn a_server_alone_and_a_server_twice() {
    let alone = read(r#"{"server":{"name":"s","instructions":"only this"}}"#).expect("a dump");
    assert_eq!((alone.id_json(), alone.endpoint.is_none()), (None, true));
    assert_eq!(texts(&alone.surface), ["s", "only this"]);
    let twice = read(r#"{"server":{"instructions":"one"},"server":{"name":"n"},"tools":[]}"#);
    assert_eq!(texts(&twice.expect("a dump").surface), ["one", "n"]);
}

#[test]
fn lists_that_stand_there_twice() {
    let dump = read(r#"{"server":{},"tools":[{"name":"a"}],"tools":[{"name":"b"}]}"#);
    let dump = dump.expect("a dump");
    assert_eq!(
        kinds(&dump.surface),
        [(ItemKind::Server, ""), (ItemKind::Tool, "a"), (ItemKind::Tool, "b")]
    );
}

#[test]
fn a_bare_result() {
    let dump = read(r#"{"tools":[{"name":"t"}],"_meta":{"k":"v"},"nextCursor":"x"}"#);
    let dump = dump.expect("a result");
    assert_eq!(kinds(&dump.surface), [(ItemKind::Tool, "t"), (ItemKind::Envelope, "")]);
    assert!(dump.id.is_none() && dump.endpoint.is_none() && dump.peers.is_empty());
    assert!(texts(&dump.surface).contains(&"v".to_owned()));
    let plain = read(r#"{"prompts":[{"name":"p"}],"nextCursor":"x"}"#).expect("a result");
    assert_eq!(kinds(&plain.surface), [(ItemKind::Prompt, "p")]);
    let lists = read(r#"{"tools":[{"name":"t"}],"prompts":[{"name":"p"}]}"#).expect("lists");
    assert_eq!(kinds(&lists.surface), [(ItemKind::Tool, "t"), (ItemKind::Prompt, "p")]);
}

#[test]
fn an_answer_to_a_list_request() {
    let text = r#"{"jsonrpc":"2.0","id":"r1","result":{"tools":[{"name":"t"}],"note":"read me"}}"#;
    let dump = read(text).expect("an answer");
    assert_eq!(dump.id_json(), Some(&b"\"r1\""[..]));
    assert_eq!(kinds(&dump.surface), [(ItemKind::Tool, "t"), (ItemKind::Envelope, "")]);
    assert!(texts(&dump.surface).contains(&"read me".to_owned()));
}

#[test]
fn an_answer_without_its_envelope() {
    let dump = read(r#"{"result":{"tools":[{"name":"t"}]}}"#).expect("an answer");
    assert_eq!(kinds(&dump.surface), [(ItemKind::Tool, "t")]);
}

#[test]
fn what_is_no_dump() {
    for text in [
        "1",
        "[]",
        "{}",
        "\"tools\"",
        r#"[{"tools":[]}]"#,
        r#"{"server":"s"}"#,
        r#"{"result":{"content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
        r#"{"id":1}"#,
    ] {
        assert_eq!(read(text).err(), Some(DumpError::NotADump), "{text}");
    }
    for text in ["", "{", "tools: []", "{\"tools\":[}"] {
        assert!(matches!(read(text), Err(DumpError::Json(_))), "{text}");
    }
}

#[test]
fn what_some_client_reads_is_read() {
    let text = "\u{feff}{\"server\":{\"name\":\"\\ud800\"},\"tools\":[{\"name\":\"a\",\"x\":NaN}]}";
    let dump = read(text).expect("a dump");
    assert_eq!(dump.doc.anomalies().len(), 3);
    assert_eq!(kinds(&dump.surface), [(ItemKind::Server, ""), (ItemKind::Tool, "a")]);
}

#[test]
fn limits_hold() {
    let limits = Limits { depth: 3, ..Limits::default() };
    let read = |text: &str| Dump::read(Arc::from(text.as_bytes()), &limits);
    assert!(read(r#"{"tools":[{}]}"#).is_ok());
    assert!(matches!(read(r#"{"tools":[{"a":{}}]}"#), Err(DumpError::Json(_))));
}
