//! The defects of mcp-warden's command line that concern pin, check, lock and
//! diff, by their numbers in its description, each as what is right here. Those
//! of the format are in `crates/lock`.

use serde_json::{Value, json};

use crate::harness::Run;
use crate::lock::{Project, python, surface};
use crate::wrap::Wrapped;

const HONEST: &str = "Keeps a note for the user.";

fn everything(run: &Run) -> String {
    format!("{}{}", run.stdout, run.stderr)
}

/// 13: names of a server were read as markup: tags were eaten, `:smile:` was
/// replaced also in JSON, and some names ended in a traceback.
#[test]
fn d13_names_of_a_server_are_no_markup() {
    if !python() {
        return;
    }
    const NAMES: [&str; 6] = [
        "a [/foo] exec",
        "[bold red]b[/bold red]",
        "c :smile: {d} %s",
        "[link=https://x.test]e[/link]",
        "f\u{1b}]8;;https://x.test\u{7}g",
        "\\[h] [",
    ];
    let serve = |words: &str| {
        let tools: Vec<Value> = NAMES
            .iter()
            .map(|n| json!({"name": n, "description": words, "inputSchema": {"type": "object"}}))
            .collect();
        json!({ "tools": tools })
    };
    let p = Project::new(&serve("Adds [bold]two[/bold] numbers :tada: once."));
    p.ask(&["pin", "--force", "--reason", "odd names"]).expect(0);
    std::fs::copy(p.lock(), p.world.project().join("old.lock")).expect("copied");
    let names: Vec<String> = p.lock_json()["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|t| t["name"].as_str().map(str::to_owned))
        .collect();
    assert!(NAMES.iter().all(|n| names.iter().any(|m| m == n)), "{names:?}");
    p.ask(&["check"]).expect(0);
    p.serve(&serve("Adds [bold]three[/bold] numbers :tada: once."));
    let human = p.ask(&["check"]).expect(1);
    for shown in ["a [/foo] exec", "[bold red]b[/bold red]", "c :smile: {d} %s"] {
        assert!(everything(&human).contains(shown), "{}", everything(&human));
    }
    assert!(!everything(&human).contains(['\u{1b}', '\u{7}']), "{}", everything(&human));
    let report = p.ask(&["check", "--json"]).expect(1).json();
    let findings = report["servers"][0]["findings"].as_array().expect("findings");
    for name in NAMES {
        let of = |f: &&Value| f["rule"] == "WRD-DRIFT-DESCRIPTION-MODIFIED";
        let told: Vec<String> = findings.iter().filter(of).map(Value::to_string).collect();
        let plain = serde_json::to_string(name).expect("JSON");
        let plain = plain.trim_matches('"');
        let visible = !name.chars().any(char::is_control);
        assert!(!visible || told.iter().any(|t| t.contains(plain)), "{name}: {told:?}");
    }
    p.ask(&["pin", "--force", "--reason", "odd names"]).expect(0);
    for more in [&[][..], &["--json"]] {
        let run =
            p.world.run(&[&["diff", "old.lock", "warden.lock", "--exit-code"], more].concat());
        assert!(!run.expect(1).stdout.contains('\u{1b}'));
    }
}

/// 14: a token on the launch line stood in clear in snippets, in SARIF, on
/// stdout and in the lock.
#[test]
fn d14_a_token_on_the_launch_line_is_neither_shown_nor_recorded() {
    if !python() {
        return;
    }
    let token = format!("ghp_{}", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5");
    let p = Project::new(&surface(HONEST));
    let outputs = ["--json-file", "out.json", "--sarif", "out.sarif"];
    let server = ["--", "python3", "server.py", "surface.json", "--token", &token];
    let run = |args: &[&str]| p.world.run(&[args, &outputs, &server].concat());
    let clean = |run: &Run, what: &str| {
        assert!(!everything(run).contains(&token), "{what}: {}", everything(run));
        for file in ["out.json", "out.sarif"] {
            let text = std::fs::read_to_string(p.world.project().join(file)).unwrap_or_default();
            assert!(!text.contains(&token), "{what}: {file}");
        }
    };
    let pinned = run(&["pin"]).expect(1);
    clean(&pinned, "pin");
    assert!(!p.lock().exists(), "it is not recorded");
    // Who insists has it in the file, where the launch is pinned, and nowhere else.
    let pinned = run(&["pin", "--force", "--reason", "a test"]).expect(0);
    clean(&pinned, "pin --force");
    let lock = std::fs::read_to_string(p.lock()).expect("a lock");
    assert_eq!(lock.matches(&token).count(), 1, "only in server.args");
    clean(&run(&["check"]).expect(0), "check");
    p.serve(&surface("Keeps a note for others."));
    clean(&run(&["check"]).expect(1), "check with drift");
    std::fs::copy(p.lock(), p.world.project().join("old.lock")).expect("copied");
    run(&["pin", "--force", "--reason", "a test"]).expect(0);
    let told = p.world.run(&["diff", "old.lock", "warden.lock"]).expect(0);
    assert!(!everything(&told).contains(&token), "{}", everything(&told));
    let told = p.world.run(&["lock", "verify"]).expect(0);
    assert!(!everything(&told).contains(&token), "{}", everything(&told));
}

/// 17: `pin npx -y pkg` failed with `No such option: -y`, also where its own
/// advice said so.
#[test]
fn d17_options_of_the_server_are_not_those_of_warden() {
    if !python() {
        return;
    }
    let p = Project::new(&surface(HONEST));
    let own = ["-y", "--json", "--lock", "elsewhere", "--", "--help"];
    p.ask_with(&["pin"], &own).expect(0);
    let args = p.lock_json()["server"]["args"].clone();
    assert_eq!(args, json!([&["server.py", "surface.json"], &own[..]].concat()));
    p.ask_with(&["check"], &own).expect(0);
    p.ask_with(&["check"], &["-y"]).expect(1);
    // Without the dashes, it says where they go.
    let run = p.world.run(&["pin", "python3", "-y", "server.py"]).expect(2);
    assert!(run.stderr.contains("warden pin -- python3 …"), "{}", run.stderr);
}

/// 20: pin and check ran a server in another environment than the guard, so
/// that one that needs a variable could not be pinned, or was another.
#[test]
fn d20_a_server_that_needs_a_variable_can_be_pinned_and_guarded() {
    if !python() {
        return;
    }
    let p = Project::new(&surface(HONEST));
    let script = "import os, runpy, sys\n\
                  if os.environ.get('EVIL_SECRET') != 'passed on':\n    sys.exit('no token')\n\
                  sys.argv = ['server.py', 'surface.json']\n\
                  runpy.run_path('server.py', run_name='__main__')\n";
    p.world.write("needy.py", script);
    let server = ["--", "python3", "needy.py"];
    let run = |args: &[&str]| {
        let mut command = p.world.command();
        command.env("EVIL_SECRET", "passed on").args(args).args(server);
        Run::from(command.output().expect("runs"))
    };
    run(&["pin"]).expect(3);
    assert!(!p.lock().exists());
    run(&["pin", "--env", "EVIL_SECRET"]).expect(0);
    let lock = std::fs::read_to_string(p.lock()).expect("a lock");
    assert!(!lock.contains("passed on") && lock.contains("EVIL_SECRET"));
    for how in
        [&["--env", "EVIL_SECRET"][..], &["--env", "EVIL_SECRET=passed on"], &["--inherit-env"]]
    {
        run(&[&["check"], how].concat()).expect(0);
    }
    // The guard has the same server before it, and lets it pass.
    let command: Vec<String> = server[1..].iter().map(|s| (*s).to_owned()).collect();
    let mut s = Wrapped::start(&p.world, &["--lock", "warden.lock"], &command);
    let asked = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "t", "version": "1"}});
    assert!(s.ask(1, "initialize", &asked)["result"].is_object());
    let tools = s.ask(2, "tools/list", &json!({}));
    assert_eq!(tools["result"]["tools"][0]["name"], "notes", "{tools}");
    s.end();
}

/// 18 and 21: a lock that is a directory was exit 1, as drift is, and `pin`
/// wrote over a lock without a word. That a killed write leaves a whole one is
/// tried in `lock_kill`.
#[test]
fn d21_a_lock_is_not_written_over_silently() {
    if !python() {
        return;
    }
    let p = Project::new(&surface(HONEST));
    p.ask(&["pin", "--approve", "--approver", "ann"]).expect(0);
    let before = std::fs::read(p.lock()).expect("a lock");
    p.serve(&surface("Keeps a note for others."));
    // What somebody approved is replaced only by an approval.
    let run = p.ask(&["pin"]).expect(1);
    assert!(everything(&run).contains("ann approved"), "{}", everything(&run));
    assert_eq!(std::fs::read(p.lock()).expect("a lock"), before);
    let run = p.ask(&["pin", "--approve", "--approver", "bob"]).expect(0);
    assert!(everything(&run).contains("held another state"), "{}", everything(&run));
    assert!(everything(&run).contains("others"), "the change is shown: {}", everything(&run));
    // What is no lock is not taken for none.
    for broken in ["", "{", "not a lock"] {
        std::fs::write(p.lock(), broken).expect("written");
        p.ask(&["pin"]).expect(4);
        assert_eq!(std::fs::read(p.lock()).expect("there"), broken.as_bytes());
    }
    std::fs::remove_file(p.lock()).expect("removed");
    std::fs::create_dir(p.lock()).expect("made");
    p.ask(&["pin"]).expect(4);
    p.ask(&["check"]).expect(4);
}
