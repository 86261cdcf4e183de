//! The lock: reading, verifying and comparing a large one, and the processor
//! time that `warden check` itself uses on a small server.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use warden_core::capture::{CaptureFacts, SessionFacts, SessionId};
use warden_core::json::{Limits, Mode, read};
use warden_core::surface::{ListKind, Seen, SurfaceBuilder};
use warden_core::views::NoJudge;
use warden_core::{Endpoint, Launch};
use warden_lock::{Document, LockFile, Shape, Source, document, drift};

const SERVERS: usize = 100;
const TOOLS: usize = 100;

/// 100 servers with 100 tools each: read, verified, compared.
pub(crate) fn large() {
    let servers = (0..SERVERS).map(|n| (format!("server-{n:03}"), server(n))).collect();
    let bytes: Arc<[u8]> = LockFile { shape: Shape::Many, servers }.to_bytes().into();
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..5 {
        let current: Vec<Document> = parse(&bytes).servers.into_iter().map(|(_, d)| d).collect();
        let began = Instant::now();
        let lock = parse(&bytes);
        let changes: usize = lock
            .servers
            .iter()
            .zip(&current)
            .map(|((_, d), now)| drift(d, now, &NoJudge).changes.len())
            .sum();
        times.push(began.elapsed());
        assert_eq!(changes, 0);
    }
    println!(
        "lock of {SERVERS} servers, {} tools, {:.1} MB: read, verified, compared in {} ms",
        SERVERS * TOOLS,
        bytes.len() as f64 / 1e6,
        crate::median(times).as_millis()
    );
}

fn parse(bytes: &Arc<[u8]>) -> LockFile {
    LockFile::parse(Arc::clone(bytes)).expect("it verifies")
}

fn server(n: usize) -> Document {
    let tools: Vec<String> = (0..TOOLS).map(|t| tool(n, t)).collect();
    let text = format!("{{\"tools\":[{}]}}", tools.join(","));
    let doc = read(text.into_bytes().into(), Mode::Strict, &Limits::default()).expect("JSON");
    let doc = Arc::new(doc);
    let mut builder = SurfaceBuilder::new("x".into());
    for listing in [1, 2] {
        builder.add_page(ListKind::Tools, &doc, doc.root().id(), Seen::at(SessionId::A, listing));
    }
    let session =
        SessionFacts { id: SessionId::A, protocol: "2025-11-25".into(), modern: false, pages: 1 };
    let endpoint = Endpoint::Stdio(Launch {
        command: "node".into(),
        args: vec![format!("server-{n}.js")],
        env: Vec::new(),
        cwd: None,
    });
    document(&Source {
        endpoint: &endpoint,
        identity: &format!("identity {n}"),
        surface: builder.surface(),
        facts: &CaptureFacts { sessions: vec![session], ..CaptureFacts::default() },
        findings: Vec::new(),
        notes: BTreeMap::new(),
        now: "2026-11-30T12:00:00Z",
        version: "0.1.0",
    })
    .expect("it can be pinned")
}

/// As large as the tools of real servers are in the mean.
fn tool(n: usize, t: usize) -> String {
    format!(
        r#"{{"name":"tool_{n}_{t}","description":"Looks up the records of section {t} and gives them back with their dates, at most fifty at a time. Use it when the user asks for a record by its number.","inputSchema":{{"type":"object","properties":{{"id":{{"type":"string","description":"The number of the record","maxLength":64}},"limit":{{"type":"integer","minimum":1,"maximum":50,"default":10}},"order":{{"type":"string","enum":["asc","desc"]}},"fields":{{"type":"array","items":{{"type":"string"}}}}}},"required":["id"],"additionalProperties":false}},"annotations":{{"readOnlyHint":true,"title":"Records {t}"}}}}"#
    )
}

/// What `warden check` uses itself, its server not counted.
pub(crate) fn check(dir: &Path) {
    let lock = dir.join("bench.lock");
    let run = |verb: &str| {
        let mut c = Command::new(crate::WARDEN);
        c.arg(verb).arg("--lock").arg(&lock).args(["--", crate::WARDEN, "demo-server", "honest"]);
        c.stdout(Stdio::null()).stderr(Stdio::null());
        c
    };
    assert!(run("pin").status().expect("runs").success());
    let times: Vec<Duration> = (0..9).map(|_| own_time(&mut run("check"))).collect();
    let time = crate::median(times);
    println!("check, own processor time   {:6.1} ms", time.as_secs_f64() * 1e3);
}

/// The time on a processor of all threads of a program, as far as the kernel
/// tells (`/proc/PID/task/*/schedstat`), its children left out.
fn own_time(command: &mut Command) -> Duration {
    let mut child = command.spawn().expect("starts");
    let tasks = format!("/proc/{}/task", child.id());
    let mut used: HashMap<String, u64> = HashMap::new();
    while child.try_wait().expect("waits").is_none() {
        for task in std::fs::read_dir(&tasks).into_iter().flatten().flatten() {
            let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            if let Some(ns) = text.split(' ').next().and_then(|n| n.parse().ok()) {
                used.insert(task.file_name().to_string_lossy().into_owned(), ns);
            }
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    Duration::from_nanos(used.values().sum())
}
