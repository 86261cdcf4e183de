//! Whatever ends a scan, nothing that it started stays behind.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{World, warden_bin};

/// Whether a process runs (a zombie does not).
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < until, "{what} did not happen in 20 s");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn pids(file: &Path) -> Vec<String> {
    std::fs::read_to_string(file).unwrap_or_default().lines().map(str::to_string).collect()
}

/// A server that ignores SIGTERM and has a child that does so too.
fn stubborn(world: &World, pid_file: &Path) -> String {
    let script = world.write(
        "stubborn.sh",
        &format!(
            "trap '' TERM HUP\necho $$ >> {pids}\n\
             (trap '' TERM HUP; echo $(exec sh -c 'echo $PPID') >> {pids}; sleep 45) &\n\
             sleep 45\nsleep 1\n",
            pids = pid_file.display()
        ),
    );
    let entry = json!({"command": "/bin/sh", "args": [script]});
    json!({"mcpServers": {"a": entry}}).to_string()
}

#[cfg(target_os = "linux")]
fn ended_by(signal: &str, code: i32) {
    let world = World::new();
    let pid_file = world.project().join("pids");
    let config = world.write("c.json", &stubborn(&world, &pid_file));
    let mut scan = Command::new(warden_bin())
        .args(["scan", "--quick", "--json-file", "r.json", config.to_str().expect("text")])
        .current_dir(world.project())
        .env("HOME", world.home())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    wait_for("the start of the server", || pids(&pid_file).len() == 2);
    let started = pids(&pid_file);
    assert!(started.iter().all(|p| runs(p)), "{started:?} should run");
    Command::new("kill").args([signal, &scan.id().to_string()]).status().expect("kill is there");
    assert_eq!(scan.wait().expect("ends").code(), Some(code));
    wait_for("the end of what was started", || !started.iter().any(|p| runs(p)));
    let left: Vec<_> = std::fs::read_dir(world.project())
        .expect("the directory")
        .filter_map(|e| e.ok()?.file_name().into_string().ok())
        .filter(|n| n.starts_with(".warden") || n == "r.json")
        .collect();
    assert!(left.is_empty(), "unfinished files are left: {left:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn interrupt_ends_everything() {
    ended_by("-INT", 130);
}

#[test]
#[cfg(target_os = "linux")]
fn terminate_ends_everything() {
    ended_by("-TERM", 143);
}

#[test]
#[cfg(target_os = "linux")]
fn quit_and_hangup_end_everything() {
    ended_by("-QUIT", 131);
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let ignored = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).expect("a mask").trim();
    // Under `nohup` we would pass on that it is ignored.
    if u64::from_str_radix(ignored, 16).expect("hexadecimal") & 1 == 0 {
        ended_by("-HUP", 129);
    }
}

/// What a server started in a session of its own has left its group.
#[test]
#[cfg(target_os = "linux")]
fn what_left_the_group_of_its_server_is_ended_too() {
    let world = World::new();
    let pid_file = world.project().join("pids");
    let bin = warden_bin();
    let script = format!(
        "(setsid sh -c 'trap \"\" TERM HUP; echo $$ >> {pids}; sleep 45; sleep 1' &) \
         </dev/null >/dev/null 2>&1\nwhile [ ! -s {pids} ]; do sleep 0.05; done\nexec {bin} demo-server honest",
        pids = pid_file.display(),
        bin = bin.display()
    );
    let run = world.run(&["vet", "--json", "--", "sh", "-c", &script]).expect(0);
    assert_eq!(run.json()["servers"][0]["status"], "scanned");
    let started = pids(&pid_file);
    assert!(!started.is_empty());
    wait_for("the end of what was started", || !started.iter().any(|p| runs(p)));
}

#[test]
#[cfg(target_os = "linux")]
fn nohup_outlives_a_hangup() {
    let world = World::new();
    let pid_file = world.project().join("pids");
    let script = format!("echo $$ >> {}; kill -HUP $PPID; exit 7", pid_file.display());
    let bin = warden_bin();
    let status = Command::new("nohup")
        .args([bin.to_str().expect("text"), "vet", "--quick", "--", "sh", "-c", &script])
        .current_dir(world.project())
        .env("HOME", world.home())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("nohup is there");
    assert_eq!(status.code(), Some(3));
    assert_eq!(pids(&pid_file).len(), 1);
}

/// A pipe that nobody empties holds us up after the servers were read.
#[test]
#[cfg(target_os = "linux")]
fn interrupt_is_heard_while_output_is_blocked() {
    let world = World::new();
    world.write("d.json", r#"{"server": {"name": "a"}, "tools": []}"#);
    let fifo = world.project().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo is there").success());
    let mut vet = Command::new(warden_bin())
        .args(["vet", "--dump", "d.json", "--json-file", "fifo"])
        .current_dir(world.project())
        .env("HOME", world.home())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let caught = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let mask = status.lines().find_map(|l| l.strip_prefix("SigCgt:")).map(str::trim);
        mask.and_then(|m| u64::from_str_radix(m, 16).ok()).is_some_and(|m| m & 2 != 0)
    };
    wait_for("a handler for SIGINT", || caught(vet.id()));
    Command::new("kill").args(["-INT", &vet.id().to_string()]).status().expect("kill is there");
    assert_eq!(vet.wait().expect("ends").code(), Some(130));
}

#[test]
#[cfg(target_os = "linux")]
fn a_time_limit_ends_everything() {
    let world = World::new();
    let pid_file = world.project().join("pids");
    let config = world.write("c.json", &stubborn(&world, &pid_file));
    let report = world
        .run(&["scan", "--quick", "--json", "--timeout", "1500ms", config.to_str().expect("text")])
        .expect(0)
        .json();
    assert_eq!(report["servers"][0]["status"], "error");
    let started = pids(&pid_file);
    assert_eq!(started.len(), 2);
    wait_for("the end of what was started", || !started.iter().any(|p| runs(p)));
}
