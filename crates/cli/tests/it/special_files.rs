//! A pipe, a device or a directory in the place of a lock, a key, a signature
//! or a policy is an error, and nobody waits for it.
#![cfg(unix)]

use std::process::Command;

use crate::lock::{Project, python, surface};

const HONEST: &str = "Keeps a note for the user.";

/// Every way to name a file that is not a stream of data; `%` is the file.
const COMMANDS: &[&[&str]] = &[
    &["pin", "--lock", "%", "--", "python3", "server.py", "surface.json"],
    &["check", "--lock", "%", "--", "python3", "server.py", "surface.json"],
    &["check", "--policy", "%", "--", "python3", "server.py", "surface.json"],
    &["check", "--verify", "--key", "%", "--", "python3", "server.py", "surface.json"],
    &["pin", "--sign", "--key", "%", "--", "python3", "server.py", "surface.json"],
    &["wrap", "--lock", "%", "--", "python3", "server.py", "surface.json"],
    &["precommit", "--lock", "%", "--", "python3", "server.py", "surface.json"],
    &["lock", "update", "--lock", "%", "--", "python3", "server.py", "surface.json"],
    &["lock", "verify", "%"],
    &["lock", "rotate", "%"],
    &["lock", "sign", "--key", "%"],
    &["scan", "--no-launch", "--lock", "%"],
    &["scan", "--no-launch", "--policy", "%"],
    &["scan", "--no-launch", "%"],
    &["policy", "lint", "%"],
    &["vet", "--ca-file", "%", "--url", "https://127.0.0.1:1/"],
];

fn project() -> Project {
    let p = Project::new(&surface(HONEST));
    p.ask(&["pin"]).expect(0);
    p
}

fn pipe(p: &Project, name: &str) {
    let made = Command::new("mkfifo").arg(p.world.project().join(name)).status();
    assert!(made.expect("mkfifo runs").success());
}

#[test]
fn nobody_waits_for_a_pipe_in_the_place_of_a_file() {
    if !python() {
        return;
    }
    let p = project();
    pipe(&p, "pipe");
    std::fs::create_dir(p.world.project().join("folder")).expect("made");
    for (file, what) in [("pipe", "pipe"), ("folder", "directory"), ("/dev/zero", "device")] {
        for command in COMMANDS {
            let args: Vec<&str> =
                command.iter().map(|a| if *a == "%" { file } else { *a }).collect();
            let run = p.world.run(&args).expect(4);
            let told = format!("{}{}", run.stdout, run.stderr);
            let fine = told.contains(what) || told.contains("regular file");
            assert!(fine, "{args:?}: {told}");
        }
    }
}

#[test]
fn signatures_beside_a_lock_are_files() {
    if !python() {
        return;
    }
    let p = project();
    p.world.run(&["lock", "keygen"]).expect(0);
    pipe(&p, "warden.lock.sig");
    pipe(&p, "warden.lock.sigstore.json");
    let run = p.world.run(&["lock", "verify", "--key", "warden.key.pub"]).expect(4);
    assert!(run.stderr.contains("a pipe"), "{}", run.stderr);
    let whose = ["--certificate-identity", "a", "--certificate-oidc-issuer", "https://b.test"];
    #[cfg(feature = "sigstore")]
    {
        let run = p.world.run(&[&["lock", "verify"], &whose[..]].concat()).expect(4);
        assert!(run.stderr.contains("a pipe"), "{}", run.stderr);
    }
    let trust = [&["lock", "verify"], &whose[..], &["--trust-root", "warden.lock.sig"]].concat();
    let run = p.world.run(&trust).expect(4);
    assert!(run.stderr.contains("a pipe"), "{}", run.stderr);
}

/// A lock that is only looked at may come out of a pipe that is being written.
#[test]
fn two_locks_are_compared_through_a_pipe() {
    if !python() {
        return;
    }
    let p = project();
    std::fs::copy(p.lock(), p.world.project().join("old.lock")).expect("copied");
    p.serve(&surface("Keeps a note for others."));
    p.ask(&["pin"]).expect(0);
    let bin = crate::harness::warden_bin();
    let shell = |script: &str| {
        let mut c = Command::new("bash");
        c.args(["-c", script]).arg(bin.as_os_str()).current_dir(p.world.project());
        c.env("HOME", p.world.home()).output()
    };
    let Ok(run) = shell("\"$0\" diff --exit-code <(cat old.lock) warden.lock") else { return };
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let run = shell("\"$0\" diff --exit-code <(cat old.lock) <(cat old.lock)").expect("runs");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    pipe(&p, "nobody");
    p.world.run(&["diff", "nobody", "warden.lock"]).expect(4);
}
