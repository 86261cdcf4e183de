//! Putting the guard into configs and taking it out again.

use warden_clients::{Change, Format, rewrite};

/// The place of a key or value in a text.
fn place(text: &str, of: &str) -> (u32, u32) {
    let at = text.find(of).expect("there");
    let line = text[..at].matches('\n').count() + 1;
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let column = text[start..at].chars().count() + 1;
    (u32::try_from(line).expect("small"), u32::try_from(column).expect("small"))
}

fn install(text: &str, format: Format, key: &str) -> Result<String, String> {
    let before: Vec<String> = ["wrap", "--id", "files", "--"].map(str::to_owned).to_vec();
    let change = Change::Install { program: "/opt/warden", before: &before };
    let out = rewrite(text.as_bytes(), format, place(text, key), &change)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

fn uninstall(text: &str, format: Format, key: &str) -> Result<String, String> {
    let out = rewrite(text.as_bytes(), format, place(text, key), &Change::Uninstall)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// Installs, compares, and takes it out again.
fn both(format: Format, key: &str, before: &str, after: &str) {
    let text = install(before, format, key).expect("installed");
    assert_eq!(text, after);
    assert_eq!(uninstall(&text, format, key).expect("taken out"), before);
}

#[test]
fn comments_order_and_layout_stay() {
    let before = r#"// mine
{
  "mcpServers": {
    /* é */ "files": {
      "env": {"B": "1", "A": "2"},
      "command": "npx", // the runner
      "args": [
        "-y", // no question
        "server-files",
      ],
    },
    "other": {"command": "x"}
  }
}
"#;
    let after = before
        .replace("\"npx\"", "\"/opt/warden\"")
        .replace("\"-y\"", "\"wrap\", \"--id\", \"files\", \"--\", \"npx\", \"-y\"");
    both(Format::Json, "\"files\"", before, &after);
}

#[test]
fn every_notation_is_known() {
    let files = "\"files\"";
    both(
        Format::Json,
        files,
        r#"{"mcp":{"files":{"type":"local","command":["npx","-y","s"]}}}"#,
        r#"{"mcp":{"files":{"type":"local","command":["/opt/warden", "wrap", "--id", "files", "--", "npx","-y","s"]}}}"#,
    );
    both(
        Format::Json,
        files,
        r#"{"context_servers":{"files":{"command":{"path":"npx","args":["s"]}}}}"#,
        r#"{"context_servers":{"files":{"command":{"path":"/opt/warden","args":["wrap", "--id", "files", "--", "npx", "s"]}}}}"#,
    );
    both(
        Format::Json,
        files,
        r#"{"mcpServers":{"files":{'command':'s.exe',args:[]}}}"#,
        r#"{"mcpServers":{"files":{'command':"/opt/warden",args:["wrap", "--id", "files", "--", 's.exe']}}}"#,
    );
    both(
        Format::Toml,
        "files]",
        "# mine\n[mcp_servers.files] # this\ncommand = 'npx' # runner\nargs = [\n  \"s\", # it\n]\n[mcp_servers.files.env]\nA = \"1\"\n",
        "# mine\n[mcp_servers.files] # this\ncommand = \"/opt/warden\" # runner\nargs = [\n  \"wrap\", \"--id\", \"files\", \"--\", 'npx', \"s\", # it\n]\n[mcp_servers.files.env]\nA = \"1\"\n",
    );
}

#[test]
fn arguments_are_added_where_there_were_none() {
    let install = |text: &str, format, key: &str| install(text, format, key).expect("installed");
    let json = install(
        "{\"mcpServers\": {\n  \"a\": {\n    \"command\": \"s\"\n  }}}",
        Format::Json,
        "\"a\"",
    );
    let list = r#"["wrap", "--id", "files", "--", "s"]"#;
    assert_eq!(
        json,
        format!(
            "{{\"mcpServers\": {{\n  \"a\": {{\n    \"command\": \"/opt/warden\",\n    \"args\": {list}\n  }}}}}}"
        )
    );
    assert_eq!(
        install("{\"mcpServers\":{\"a\":{\"command\":\"s\"}}}", Format::Json, "\"a\""),
        format!("{{\"mcpServers\":{{\"a\":{{\"command\":\"/opt/warden\", \"args\": {list}}}}}}}")
    );
    assert_eq!(
        install("[mcp_servers.a]\ncommand = \"s\" # c\n", Format::Toml, "a]"),
        format!("[mcp_servers.a]\ncommand = \"/opt/warden\"\nargs = {list} # c\n")
    );
    assert_eq!(
        install("[mcp_servers]\na = { command = \"s\" }\n", Format::Toml, "a = {"),
        format!("[mcp_servers]\na = {{ command = \"/opt/warden\", args = {list} }}\n")
    );
    let marked = format!("\u{feff}{}", "{\"mcpServers\":{\"a\":{\"command\":\"s\",\"args\":[]}}}");
    let before: Vec<String> = vec!["--".into()];
    let change = Change::Install { program: "w", before: &before };
    let out = rewrite(marked.as_bytes(), Format::Json, (1, 16), &change).expect("installed");
    assert!(out.starts_with(b"\xef\xbb\xbf{"), "the byte order mark stays");
}

#[test]
fn what_is_not_certain_is_left_alone() {
    let refused = |text: &str, key| install(text, Format::Json, key).expect_err("refused");
    let one_line = r#"{"mcpServers":{"a":{"command":"npx -y s"}}}"#;
    assert!(refused(one_line, "\"a\"").contains("one line"));
    let twice = r#"{"mcpServers":{"a":{"command":"x","command":"y"}}}"#;
    assert!(refused(twice, "\"a\"").contains("not known"));
    for odd in [
        r#"{"mcpServers":{"a":{"url":"https://a.test/"}}}"#,
        r#"{"mcpServers":{"a":{"command":["x"],"args":["y"]}}}"#,
        r#"{"mcpServers":{"a":{"command":"x","args":"y"}}}"#,
        r#"{"mcpServers":{"a":{"command":7}}}"#,
    ] {
        refused(odd, "\"a\"");
    }
    let change = Change::Uninstall;
    let no_place = rewrite(b"{\"a\":{\"command\":\"x\"}}", Format::Json, (9, 9), &change);
    assert!(no_place.is_err());
    assert!(rewrite(b"a:\n  cmd: x\n", Format::Yaml, (1, 1), &change).is_err());
    assert!(rewrite(b"\xff\xfe{\0}\0", Format::Json, (1, 1), &change).is_err());
    let no_guard = r#"{"mcpServers":{"a":{"command":"warden","args":["wrap","--url","x"]}}}"#;
    assert!(uninstall(no_guard, Format::Json, "\"a\"").is_err());
}
