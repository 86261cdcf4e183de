//! A write that is killed leaves the old lock or the new one.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use warden_lock::LockFile;

use crate::harness::warden_bin;
use crate::lock::{Project, python};

/// Instants at which the child is killed.
const KILLS: u32 = 60;

#[test]
fn a_killed_write_leaves_a_whole_lock() {
    if !python() {
        return;
    }
    let p = large();
    let rotate = || rotate(&p);
    let began = Instant::now();
    assert!(rotate().status().expect("runs").success());
    let whole = began.elapsed().max(Duration::from_millis(5));
    let count = || {
        let bytes = std::fs::read(p.lock()).expect("there is a lock at any time");
        let lock = LockFile::parse(Arc::from(bytes)).expect("it is whole");
        lock.servers[0].1.pin.rotation_count
    };
    let (mut known, mut finished) = (count(), 0);
    for n in 0..KILLS {
        let mut child = rotate().spawn().expect("starts");
        std::thread::sleep(whole * n * 5 / (KILLS * 4));
        let _ = child.kill();
        let _ = child.wait();
        let now = count();
        assert!(now == known || now == known + 1, "{known} became {now}");
        finished += u32::from(now > known);
        known = now;
    }
    // Whatever was in the way, the next writer gets through.
    assert!(rotate().status().expect("runs").success());
    assert_eq!(count(), known + 1);
    assert_eq!(parts(&p), 0, "what the killed ones left is gone");
    // The kills came before and behind the write, or they would try nothing.
    assert!(finished < KILLS, "no child was killed before it was done");
}

/// A project with a lock that takes a while to write.
fn large() -> Project {
    let tools: Vec<_> = (0..300)
        .map(|n| {
            json!({"name": format!("t{n:03}"), "description": format!("Looks up section {n}."),
                   "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}})
        })
        .collect();
    let p = Project::new(&json!({ "tools": tools }));
    p.ask(&["pin"]).expect(0);
    p
}

fn rotate(p: &Project) -> Command {
    let mut c = Command::new(warden_bin());
    c.args(["lock", "rotate"]).current_dir(p.world.project());
    c.env_clear().env("HOME", p.world.home());
    c.stdout(Stdio::null()).stderr(Stdio::null());
    c
}

/// Files under construction beside the lock.
fn parts(p: &Project) -> usize {
    let entries = std::fs::read_dir(p.world.project()).expect("a directory").flatten();
    entries.filter(|e| e.file_name().to_string_lossy().starts_with(".warden-")).count()
}

#[cfg(unix)]
#[test]
fn what_a_killed_writer_left_goes_with_the_next_write() {
    if !python() {
        return;
    }
    let p = large();
    // Killed as soon as its file is there, which most of them do not survive.
    let left = (0..200).any(|_| {
        let mut child = rotate(&p).spawn().expect("starts");
        while parts(&p) == 0 && child.try_wait().expect("a child").is_none() {}
        let _ = child.kill();
        let _ = child.wait();
        parts(&p) > 0
    });
    assert!(left, "none was killed while it wrote");
    assert!(rotate(&p).status().expect("runs").success());
    assert_eq!(parts(&p), 0);
}

#[test]
fn a_lock_that_changed_meanwhile_is_not_written_over() {
    if !python() {
        return;
    }
    let p = Project::new(&json!({"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}));
    p.ask(&["pin"]).expect(0);
    let other = std::fs::read_to_string(p.lock()).expect("a lock");
    // The server itself rewrites the lock while it is being asked.
    let server = "import os, runpy, sys\n\
                  open('warden.lock', 'a').write('\\n')\n\
                  sys.argv = ['server.py', 'surface.json']\n\
                  runpy.run_path('server.py', run_name='__main__')\n";
    p.world.write("sly.py", server);
    let run = p.world.run(&["lock", "update", "--", "python3", "sly.py"]).expect(4);
    assert!(run.stderr.contains("somebody else has changed it"), "{}", run.stderr);
    let now = std::fs::read_to_string(p.lock()).expect("a lock");
    assert!(now.starts_with(&other));
}
