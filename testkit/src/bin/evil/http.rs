//! A tiny HTTP/1.1 server over blocking sockets: it has to send what a real
//! one never would. One request a connection, a thread for each.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;

use crate::http_modes::Site;
use crate::{Args, end};

/// A request.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

pub(crate) fn serve(args: &Args, port: u16) -> ExitCode {
    let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) else { return ExitCode::from(1) };
    let Ok(address) = listener.local_addr() else { return ExitCode::from(1) };
    // The other end reads this one line.
    let _ = writeln!(std::io::stdout(), "{}", address.port());
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        end(0);
    });
    let site = Arc::new(Site::new(&args.mode, address.port()));
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(&site);
        std::thread::spawn(move || {
            // A client that goes away is its own affair.
            let _ = read(&stream).and_then(|request| site.handle(&request, stream));
        });
    }
    ExitCode::SUCCESS
}

fn read(stream: &TcpStream) -> Result<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim_end().split_once(':') {
            Some((k, v)) => headers.insert(k.to_ascii_lowercase(), v.trim().to_owned()),
            None => break,
        };
    }
    let length = headers.get("content-length").and_then(|l| l.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Request { method, path, headers, body })
}

/// Sends a whole response.
pub(crate) fn respond(
    mut stream: TcpStream,
    status: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<()> {
    head(&mut stream, status, headers, Some(body.len()))?;
    stream.write_all(body)
}

/// Sends status and headers; without a length the body lasts until the end.
pub(crate) fn head(
    stream: &mut TcpStream,
    status: &str,
    headers: &[(&str, &str)],
    length: Option<usize>,
) -> Result<()> {
    let mut text = format!("HTTP/1.1 {status}\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(length) = length {
        text.push_str(&format!("content-length: {length}\r\n"));
    }
    text.push_str("\r\n");
    stream.write_all(text.as_bytes())
}
