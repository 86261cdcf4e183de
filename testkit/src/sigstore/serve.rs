//! The instance behind HTTP, one request after another.

use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::{Instance, token};

/// Who a CI job is that asks this server for its token, and who vouches for it.
pub const JOB: (&str, &str) =
    ("https://forge.example/me/job.yml@refs/heads/main", "https://token.forge.example");

/// How the services behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// As they should.
    Good,
    /// The authority refuses, and quotes the token in its answer.
    Refuses,
    /// The authority sends the client elsewhere: to `/stolen`.
    Redirects,
    /// The authority takes the request and never answers.
    Hangs,
    /// The log answers with something that is no entry.
    LogTalksNonsense,
    /// The log records other content than was sent.
    LogLies,
}

/// A running instance. It ends when this is dropped.
pub struct Served {
    instance: Arc<Instance>,
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub(super) fn start(instance: Instance, behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let instance = Arc::new(instance);
        let requests = Arc::new(Mutex::new(Vec::new()));
        let over = Arc::new(AtomicBool::new(false));
        let worker = Worker {
            instance: instance.clone(),
            behaviour,
            requests: requests.clone(),
            over: over.clone(),
            job_token: token(JOB.0, JOB.1),
            held: Vec::new(),
        };
        let thread = std::thread::spawn(move || worker.run(&listener));
        Self { instance, address, requests, over, thread: Some(thread) }
    }

    /// The trust root of the instance.
    pub fn trust_root(&self) -> String {
        self.instance.trust_root()
    }

    /// The signing config that names this server for everything.
    pub fn signing_config(&self) -> String {
        let one = json!([{
            "url": format!("http://{}", self.address),
            "majorApiVersion": 1,
            "validFor": {"start": "2020-01-01T00:00:00Z"},
        }]);
        json!({
            "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
            "caUrls": one,
            "rekorTlogUrls": one,
        })
        .to_string()
    }

    /// Where a CI job gets its token.
    pub fn job_token_url(&self) -> String {
        format!("http://{}/job-token?v=1", self.address)
    }

    /// The paths that were asked for.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        // Wakes the listener.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Worker {
    instance: Arc<Instance>,
    behaviour: Behaviour,
    requests: Arc<Mutex<Vec<String>>>,
    over: Arc<AtomicBool>,
    /// What a CI job gets.
    job_token: String,
    /// Connections that get no answer.
    held: Vec<TcpStream>,
}

impl Worker {
    fn run(mut self, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            if let Ok(stream) = stream {
                let _ = self.answer(stream);
            }
        }
    }

    fn answer(&mut self, mut stream: TcpStream) -> Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        let (path, body) = read_request(&stream)?;
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        let (status, answer) = match path.as_str() {
            "/api/v2/signingCert" => match self.behaviour {
                Behaviour::Refuses => ("403 Forbidden", body),
                Behaviour::Redirects => ("307 Temporary Redirect", json!({})),
                Behaviour::Hangs => {
                    self.held.push(stream);
                    return Ok(());
                }
                _ => ("201 Created", self.certificate(&body)),
            },
            // As a CI system hands out its job's token.
            p if p.starts_with("/job-token?") => ("200 OK", json!({"value": self.job_token})),
            "/api/v1/log/entries" => ("201 Created", self.entry(body)),
            _ => ("404 Not Found", json!({})),
        };
        let answer = answer.to_string();
        write!(
            stream,
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nlocation: /stolen\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{answer}",
            answer.len()
        )
    }

    fn certificate(&self, request: &Value) -> Value {
        let token = request["credentials"]["oidcIdentityToken"].as_str().unwrap_or_default();
        let claims = token.split('.').nth(1).unwrap_or_default();
        let claims = URL_SAFE_NO_PAD.decode(claims).unwrap_or_default();
        let claims: Value = serde_json::from_slice(&claims).unwrap_or_default();
        let key = request["publicKeyRequest"]["publicKey"]["content"].as_str().unwrap_or_default();
        let leaf = self.instance.authority.certify(
            &from_pem(key),
            claims["sub"].as_str().unwrap_or_default(),
            claims["iss"].as_str().unwrap_or_default(),
        );
        let chain = [to_pem(&leaf), to_pem(self.instance.authority.certificate())];
        json!({"signedCertificateEmbeddedSct": {"chain": {"certificates": chain}}})
    }

    fn entry(&self, mut entry: Value) -> Value {
        match self.behaviour {
            Behaviour::LogTalksNonsense => json!({"nothing": "of use"}),
            Behaviour::LogLies => {
                entry["spec"]["data"]["hash"]["value"] = "00".repeat(32).into();
                self.instance.log.record(&entry)
            }
            _ => self.instance.log.record(&entry),
        }
    }
}

/// Path and body of a request.
fn read_request(stream: &TcpStream) -> Result<(String, Vec<u8>)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        let header = header.trim().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(n) = header.strip_prefix("content-length:") {
            length = n.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((path, body))
}

fn from_pem(text: &str) -> Vec<u8> {
    let lines: String = text.lines().filter(|l| !l.starts_with('-')).collect();
    STANDARD.decode(lines.trim()).unwrap_or_default()
}

fn to_pem(der: &[u8]) -> String {
    let lines = STANDARD.encode(der);
    let lines: Vec<&str> =
        lines.as_bytes().chunks(64).filter_map(|c| std::str::from_utf8(c).ok()).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}
