//! What the guard pins, and the decisions of a person on a terminal.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::harness::{World, warden_bin};
use crate::wrap::{Wrapped, script};

/// A server with one tool whose description stands in a file.
fn server(world: &World) -> Vec<String> {
    let text = "while read line; do\n\
        id=$(printf '%s' \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n\
        case \"$line\" in\n\
        *notifications/*) ;;\n\
        *'\"initialize\"'*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}\\n' \"$id\" ;;\n\
        *tools/list*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[{\"name\":\"add\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}]}}\\n' \"$id\" \"$(cat words)\" ;;\n\
        *) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\\n' \"$id\" ;;\n\
        esac\ndone\n";
    script(world, "server.sh", text)
}

fn list(world: &World, options: &[&str]) -> Value {
    let mut s = Wrapped::start(world, options, &server(world));
    let answer = s.ask(1, "tools/list", &json!({}));
    s.end();
    answer
}

/// `warden pins …` on a pseudo-terminal; `None` where `script` is missing.
pub(crate) fn on_terminal(world: &World, args: &str, typed: &str) -> Option<(i32, String)> {
    if !Path::new("/usr/bin/script").exists() {
        #[allow(clippy::print_stderr, reason = "a skipped test says so")]
        {
            eprintln!("skipped: there is no script(1)");
        }
        return None;
    }
    let command = format!("{} pins {args}", warden_bin().display());
    let mut child = Command::new("/usr/bin/script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(world.project())
        .env("HOME", world.home())
        .env_remove("XDG_STATE_HOME")
        .env_remove("WARDEN_STATE_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, typed.as_bytes()).expect("written");
    let out = child.wait_with_output().expect("ends");
    drop(stdin);
    Some((out.status.code().unwrap_or(-1), String::from_utf8_lossy(&out.stdout).into_owned()))
}

fn pin_file(world: &World) -> Value {
    let dir = world.home().join(".local/state/warden/v1/pins");
    let entry = std::fs::read_dir(dir)
        .expect("the pins")
        .filter_map(Result::ok)
        .find(|e| e.path().extension().is_some_and(|e| e == "json"))
        .expect("a file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(entry.metadata().expect("there").permissions().mode() & 0o777, 0o600);
    }
    serde_json::from_slice(&std::fs::read(entry.path()).expect("readable")).expect("JSON")
}

#[test]
#[cfg(target_os = "linux")]
fn first_contact_is_pinned_and_a_change_waits_for_a_person() {
    let world = World::new();
    world.write("words", "Adds two numbers.");
    assert!(list(&world, &["--id", "sums"])["result"].is_object());
    assert_eq!(pin_file(&world)["tools"][0]["by"], "first-contact");
    world.write("words", "Adds three numbers.");
    let refused = list(&world, &["--id", "sums"]);
    assert_eq!(refused["error"]["data"]["warden"]["rules"], json!(["WRD-PIN-DRIFT"]), "{refused}");
    let Some((code, text)) = on_terminal(&world, "approve --id sums", "yes\n") else { return };
    assert_eq!(code, 2, "only the action and the id are a yes: {text}");
    assert!(text.contains("Adds [-two-]{+three+} numbers."), "{text}");
    assert!(list(&world, &["--id", "sums"])["error"].is_object());
    let (code, text) = on_terminal(&world, "approve --id sums", "approve sums\n").expect("there");
    assert_eq!(code, 0, "{text}");
    assert!(list(&world, &["--id", "sums", "--require-approval"])["result"].is_object());
    let (code, _) = on_terminal(&world, "revoke --id sums", "revoke sums\n").expect("there");
    assert_eq!(code, 0);
    let mut s = Wrapped::start(&world, &["--id", "sums"], &server(&world));
    assert_eq!(s.ask(1, "initialize", &json!({}))["error"]["code"], -32000);
    assert_eq!(s.wait().0, Some(3));
    let (code, text) = on_terminal(&world, "status", "").expect("there");
    assert!(code == 0 && text.contains("sums: revoked"), "{text}");
}

#[test]
fn without_a_terminal_nothing_is_decided() {
    let world = World::new();
    for action in ["status", "approve", "revoke"] {
        let run = world.run(&["pins", action, "--id", "x"]).expect(2);
        assert!(run.stderr.contains("terminal"), "{}", run.stderr);
    }
}

#[test]
fn approval_can_be_required() {
    let world = World::new();
    world.write("words", "Adds two numbers.");
    let refused = list(&world, &["--require-approval", "--id", "x"]);
    assert_eq!(refused["error"]["code"], -32001);
    assert_eq!(refused["error"]["data"]["warden"]["review"], "warden pins approve --id x");
    assert_eq!(pin_file(&world)["tools"], json!([]), "nothing was pinned");
    assert_eq!(pin_file(&world)["seen"][0]["name"], "add");
}

#[test]
fn another_launch_under_the_same_id_is_not_started() {
    let world = World::new();
    world.write("words", "Adds two numbers.");
    assert!(list(&world, &["--id", "x"])["result"].is_object());
    let mut other = server(&world);
    other.push("--more".into());
    let mut s = Wrapped::start(&world, &["--id", "x"], &other);
    let answer = s.ask(1, "initialize", &json!({}));
    assert_eq!(answer["error"]["data"]["warden"]["rules"], json!(["WRD-PIN-IDENTITY"]), "{answer}");
    assert_eq!(s.wait().0, Some(3));
    assert!(pin_file(&world)["seenLaunch"]["line"].to_string().contains("--more"));
}

#[test]
fn a_pin_file_that_cannot_be_read_is_no_first_contact() {
    let world = World::new();
    world.write("words", "Adds two numbers.");
    assert!(list(&world, &["--id", "x"])["result"].is_object());
    let dir = world.home().join(".local/state/warden/v1/pins");
    for entry in std::fs::read_dir(dir).expect("the pins").flatten() {
        std::fs::write(entry.path(), "{").expect("written");
    }
    let mut s = Wrapped::start(&world, &["--id", "x"], &server(&world));
    assert_eq!(s.ask(1, "initialize", &json!({}))["error"]["code"], -32000);
    assert_eq!(s.wait().0, Some(3));
}

#[test]
fn a_lock_says_what_is_shown() {
    let world = World::new();
    world.write("words", "Adds two numbers.");
    let server = server(&world);
    let words: Vec<&str> = server.iter().map(String::as_str).collect();
    let mut args = vec!["pin", "--quick", "--lock", "warden.lock", "--"];
    args.extend(&words);
    world.run(&args).expect(0);
    let options = ["--lock", "warden.lock"];
    assert!(list(&world, &options)["result"].is_object());
    world.write("words", "Adds three numbers.");
    let refused = list(&world, &options);
    assert_eq!(refused["error"]["code"], -32001, "{refused}");
    assert!(!world.home().join(".local").exists(), "no pins beside a lock");
}
