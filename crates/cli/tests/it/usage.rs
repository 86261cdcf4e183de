//! Help, versions and usage errors.

use crate::harness::World;

#[test]
fn help_has_examples_and_exit_codes() {
    let world = World::new();
    let run = world.run(&["--help"]).expect(0);
    assert!(run.stdout.contains("Exit codes") && run.stdout.contains("warden scan --demo"));
    for command in ["scan", "vet", "clients", "rules", "explain"] {
        let run = world.run(&[command, "--help"]).expect(0);
        assert!(run.stdout.contains("Example"), "{command} has no example:\n{}", run.stdout);
    }
    world.run(&["scan", "-h"]).expect(0);
}

#[test]
fn version_is_one_line() {
    let run = World::new().run(&["--version"]).expect(0);
    assert_eq!(run.stdout, format!("warden {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_cannot_be_typed_is_exit_two() {
    let world = World::new();
    for args in [
        &["frobnicate"][..],
        &["scan", "--nonsense"],
        &["scan", "--timeout", "30000"],
        &["scan", "--demo", "--project"],
        &["scan", "--concurrency", "0"],
        &["vet", "--header", "nocolon", "--url", "http://127.0.0.1:9/"],
    ] {
        world.run(args).expect(2);
    }
}

#[test]
fn completions_are_written() {
    assert!(World::new().run(&["completions", "bash"]).expect(0).stdout.contains("warden"));
}
