//! `warden policy`: lint, eval, convert.

use crate::harness::World;

#[test]
fn lint_tells_mistakes_and_what_never_matches() {
    let world = World::new();
    world.write("warden.toml", "[[call]]\ntool = \"read*\"\n[[call]]\ntool = \"write\"\n");
    world.run(&["policy", "lint"]).expect(0);
    world.write("warden.toml", "[[call]]\n[[call]]\ntool = \"write\"\n");
    let run = world.run(&["policy", "lint"]).expect(1);
    assert!(run.stdout.contains("call entry 2: can never match"), "{}", run.stdout);
    world.write("bad.toml", "[[call]]\n[[call.argument]]\nat = \"/a\"\nmatches = \"(\"\n");
    let run = world.run(&["policy", "lint", "bad.toml"]).expect(4);
    assert!(run.stderr.contains("call entry 1"), "{}", run.stderr);
    world.write("bad.toml", "[[call]]\ntol = \"x\"\n");
    let run = world.run(&["policy", "lint", "bad.toml"]).expect(4);
    assert!(run.stderr.contains("line 2") && run.stderr.contains('^'), "{}", run.stderr);
}

#[test]
fn eval_judges_a_call_and_shows_no_value() {
    let world = World::new();
    world.write("warden.toml", "[defaults.http_request]\n");
    world.write(
        "bad.json",
        r#"{"tool":"fetch","arguments":{"url":"http://169.254.169.254?k=hunter2"}}"#,
    );
    let run = world.run(&["policy", "eval", "bad.json"]).expect(1);
    assert!(
        run.stdout.contains("deny") && run.stdout.contains("WRD-POL-SSRF /url"),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("hunter2"));
    let good = r#"{"tool":"fetch","arguments":{"url":"https://a.example"}}"#;
    let run = world.run_with_input(&["policy", "eval", "-", "--json"], good).expect(0);
    assert_eq!(run.json()["outcome"], "allow");
    let named = r#"{"tool":"x","capabilities":["shell-exec"],"arguments":{}}"#;
    world.write("warden.toml", "[defaults.shell_exec]\n");
    world.run_with_input(&["policy", "eval", "-"], named).expect(1);
    world.run_with_input(&["policy", "eval", "-"], "{\"tool\":\"x\"}").expect(4);
    world.run_with_input(&["policy", "eval", "-"], "nonsense").expect(4);
}

#[test]
fn converted_policies_mean_the_same() {
    let world = World::new();
    world.write(
        "other.yaml",
        "version: 1\ndefaults:\n  filesystem_write:\n    allow_paths: [\"/srv/**\"]\ntools:\n  \
         \"run[1]\":\n    shell_exec: {allow: true, allow_commands: [ls]}\n",
    );
    let run = world.run(&["policy", "convert", "other.yaml"]).expect(0);
    world.write("warden.toml", &run.stdout);
    world.run(&["policy", "lint"]).expect(0);
    let call =
        |json: &str, code| drop(world.run_with_input(&["policy", "eval", "-"], json).expect(code));
    call(r#"{"tool":"write_file","arguments":{"path":"/srv/a"}}"#, 0);
    call(r#"{"tool":"write_file","arguments":{"path":"/etc/a"}}"#, 1);
    call(r#"{"tool":"run[1]","arguments":{"command":"ls -l"}}"#, 0);
    call(r#"{"tool":"bash","arguments":{"command":"ls -l"}}"#, 1);
    call(r#"{"tool":"ask","arguments":{"sql":"drop table t"}}"#, 1);

    world.write(
        "other.json",
        r#"{"blockAtSeverity":"medium","sensitiveToolPatterns":["pay*"],"pinToolDefs":false}"#,
    );
    let run = world.run(&["policy", "convert", "other.json"]).expect(0);
    assert!(run.stderr.contains("pinToolDefs"), "{}", run.stderr);
    assert_eq!(run.stdout, "fail_on = \"medium\"\nsensitive = [\"pay*\"]\n");
    world.write("other.yaml", "version: 2\n");
    world.run(&["policy", "convert", "other.yaml"]).expect(4);
    world.write("other.yaml", "version: 1\nunknown: 1\n");
    world.run(&["policy", "convert", "other.yaml"]).expect(4);
}
