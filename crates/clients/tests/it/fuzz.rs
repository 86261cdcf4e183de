//! Bytes of any kind never make a reader panic.

use proptest::prelude::*;
use warden_clients::{Env, Format, Os, client_ids, parse};

const FORMATS: [Format; 4] = [Format::Json, Format::Toml, Format::Yaml, Format::FrontMatter];

fn env(os: Os) -> Env {
    Env {
        os,
        home: "/home/u".into(),
        cwd: "/proj".into(),
        vars: [("A".to_owned(), "b".to_owned())].into(),
        root: Default::default(),
    }
}

fn all(bytes: &[u8]) {
    for format in FORMATS {
        for client in client_ids().into_iter().chain(["file"]) {
            let _ = parse(&env(Os::Linux), bytes, format, client);
        }
        let _ = parse(&env(Os::Windows), bytes, format, "gemini-cli");
    }
}

/// Pieces that configs are made of, so that the readers get far.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "'",
            "\n",
            "  ",
            "- ",
            "= ",
            "---\n",
            "#",
            "//",
            "/*",
            "*/",
            "\\",
            "&a ",
            "*a",
            "<<: ",
            "!!map ",
            "| ",
            "> ",
            "\u{feff}",
            "é",
            "\u{202e}",
            "\0",
            "\"mcpServers\":",
            "mcpServers:",
            "[mcp_servers.a]",
            "\"command\":",
            "command: ",
            "\"url\":",
            "\"args\":",
            "\"env\":",
            "\"type\":",
            "\"transport\":",
            "\"projects\":",
            "\"a\":{",
            "${A}",
            "${",
            "${A:-",
            "$A",
            "{env:A}",
            "%A%",
            "${input:x}",
            "$(x)",
            "true",
            "null",
            "1e999",
            "\"https://a.example/\"",
            "\"warden wrap -- x\"",
            "\"\\ud800\"",
        ])
        .prop_map(str::to_owned),
        "[a-z\"':{}\\[\\], \n]{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        all(&bytes);
    }

    #[test]
    fn configs_taken_apart(pieces in prop::collection::vec(piece(), 0..40)) {
        all(pieces.concat().as_bytes());
    }
}

#[test]
fn depth_and_size_are_bounded() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("a:\n ", ""), ("- ", ""), ("a.", "=1")] {
        for n in [60, 600, 100_000] {
            let text = format!("{}{}", open.repeat(n), close.repeat(n));
            all_formats(&text);
        }
    }
    let deep = format!("{{\"mcpServers\":{{\"a\":{}1{}}}}}", "[".repeat(200), "]".repeat(200));
    let error = parse(&env(Os::Linux), deep.as_bytes(), Format::Json, "cursor").expect_err("deep");
    assert!(error.contains("nested too deeply"), "{error}");
    let wide = format!("[{}]", "1,".repeat(2_000_000));
    let error = parse(&env(Os::Linux), wide.as_bytes(), Format::Json, "cursor").expect_err("wide");
    assert!(error.contains("too many values"), "{error}");
}

fn all_formats(text: &str) {
    for format in FORMATS {
        let _ = parse(&env(Os::Linux), text.as_bytes(), format, "file");
    }
}

#[test]
fn an_alias_bomb_is_refused() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for n in 1..9 {
        let refs = vec![format!("*a{}", n - 1); 9].join(", ");
        text.push_str(&format!("a{n}: &a{n} [{refs}]\n"));
    }
    assert!(parse(&env(Os::Linux), text.as_bytes(), Format::Yaml, "goose").is_err());
}
