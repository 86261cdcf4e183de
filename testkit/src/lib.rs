//! Help for tests: a hostile MCP server (the binary `warden-evil`) and the
//! means to start it, reach it and see that nothing of it is left.

pub mod bypass;
pub mod sigstore;

use std::io::{BufRead, BufReader, Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where `warden-evil` was built, seen from a test of any crate of the
/// workspace. The tests of this crate know it as `CARGO_BIN_EXE_warden-evil`.
///
/// # Errors
/// When it was not built: `cargo build -p warden-testkit` does.
pub fn evil() -> Result<PathBuf> {
    let me = std::env::current_exe()?;
    let name = format!("warden-evil{}", std::env::consts::EXE_SUFFIX);
    let found = me.ancestors().skip(1).take(3).map(|dir| dir.join(&name)).find(|p| p.is_file());
    found.ok_or_else(|| Error::new(ErrorKind::NotFound, "warden-evil is not built"))
}

/// A `warden-evil` that listens on a port of the loopback interface. It ends
/// when this is dropped.
#[derive(Debug)]
pub struct HttpServer {
    child: Child,
    port: u16,
}

impl HttpServer {
    /// Starts it in one of its HTTP modes and waits until it listens.
    ///
    /// # Errors
    /// When it cannot be started or does not name a port.
    pub fn start(evil: &Path, mode: &str) -> Result<Self> {
        let mut child = Command::new(evil)
            .args(["--mode", mode, "--http", "0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        match line.trim().parse() {
            Ok(port) => Ok(Self { child, port }),
            Err(_) => {
                let _ = child.kill();
                Err(Error::new(ErrorKind::InvalidData, "it names no port"))
            }
        }
    }

    /// The address of its MCP endpoint.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// The requests that it has had, one `METHOD path json-rpc-method` a line.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub fn requests(&self) -> Result<String> {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", self.port))?;
        stream.write_all(b"GET /requests HTTP/1.1\r\nhost: x\r\n\r\n")?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a process runs; a zombie does not. Only where there is `/proc`;
/// elsewhere the answer is always `false`.
pub fn runs(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
    state.is_some_and(|s| !matches!(s, "Z" | "X"))
}

/// The processes of a file with one id a line that still run after at most
/// `patience`: a signal needs a moment to be delivered.
pub fn still_running(pid_file: &Path, patience: Duration) -> Vec<u32> {
    let text = std::fs::read_to_string(pid_file).unwrap_or_default();
    let mut pids: Vec<u32> = text.lines().filter_map(|l| l.trim().parse().ok()).collect();
    let deadline = Instant::now() + patience;
    loop {
        pids.retain(|pid| runs(*pid));
        if pids.is_empty() || Instant::now() > deadline {
            return pids;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
