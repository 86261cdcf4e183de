//! A stream of records, one a line: every core works, the answers come in input
//! order, and memory stays flat however long the stream is.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

use warden_core::Exit;
use warden_core::json::{Limits, Mode, read};
use warden_report::jsonl_error;

use crate::failure::Failure;

/// Why a record could not be judged.
pub(crate) type Unread = String;

/// Judges one record and writes its answer, a line, into memory.
pub(crate) trait Judge: Fn(&Arc<[u8]>, &mut Vec<u8>) -> Result<Exit, Unread> + Sync {}
impl<F: Fn(&Arc<[u8]>, &mut Vec<u8>) -> Result<Exit, Unread> + Sync> Judge for F {}

/// Lines are handed to the workers in batches of about this many bytes.
const BATCH: usize = 128 << 10;
/// Batches in flight for each worker.
const IN_FLIGHT: usize = 4;

/// Some lines, with the number of the first.
struct Batch {
    seq: u64,
    lines: Vec<(u64, Line)>,
}

enum Line {
    Text(Vec<u8>),
    TooLong,
}

/// The answers to a batch.
struct Answers {
    seq: u64,
    bytes: Vec<u8>,
    exit: Exit,
}

/// Judges every line of a file, or of stdin for `-`.
pub(crate) fn run(judge: &impl Judge, path: &Path) -> Result<Exit, Failure> {
    let fail = |source| Failure::Read { path: path.into(), source };
    if path == Path::new("-") {
        return lines(judge, BufReader::with_capacity(1 << 18, io::stdin()), path);
    }
    let file = std::fs::File::open(path).map_err(fail)?;
    lines(judge, BufReader::with_capacity(1 << 18, file), path)
}

fn lines(judge: &impl Judge, input: impl BufRead + Send, path: &Path) -> Result<Exit, Failure> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let (send_batch, batches) = sync_channel::<Batch>(workers * IN_FLIGHT);
    let (send_answers, answers) = sync_channel::<Answers>(workers * IN_FLIGHT);
    // One token for each batch that is read and not yet written: without it, one
    // slow line would let the answers to all later ones pile up.
    let (take_token, tokens) = sync_channel::<()>(workers * IN_FLIGHT * 2);
    let batches = Mutex::new(batches);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let send = send_answers.clone();
            let batches = &batches;
            scope.spawn(move || {
                while let Some(batch) = next(batches) {
                    if send.send(work(judge, batch)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send_answers);
        let reader = scope.spawn(move || {
            read_batches(input, |b| take_token.send(()).is_ok() && send_batch.send(b).is_ok())
        });
        let written = write_in_order(answers, tokens);
        if written.is_err() {
            // The reader of our output went away: let the workers run dry.
            while next(&batches).is_some() {}
        }
        let read = reader.join().unwrap_or_else(|_| Err(io::Error::other("reader stopped")));
        let exit = written.map_err(Failure::Stdout)?;
        read.map_err(|source| Failure::Read { path: path.into(), source })?;
        Ok(exit)
    })
}

fn next(batches: &Mutex<Receiver<Batch>>) -> Option<Batch> {
    batches.lock().ok()?.recv().ok()
}

fn read_batches(mut input: impl BufRead, mut send: impl FnMut(Batch) -> bool) -> io::Result<()> {
    let limit = Limits::default().bytes;
    let (mut seq, mut number) = (0, 0);
    loop {
        let mut batch = Batch { seq, lines: Vec::new() };
        let mut size = 0;
        while size < BATCH {
            let Some(line) = read_line(&mut input, limit)? else { break };
            number += 1;
            if let Line::Text(text) = &line {
                if text.iter().all(u8::is_ascii_whitespace) {
                    continue;
                }
                size += text.len();
            }
            batch.lines.push((number, line));
        }
        if batch.lines.is_empty() || !send(batch) {
            return Ok(());
        }
        seq += 1;
    }
}

/// One line, or the fact that it is longer than `limit`; the rest of such a
/// line is passed over without being kept.
fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut text = Vec::new();
    let n = input.by_ref().take(limit as u64 + 1).read_until(b'\n', &mut text)?;
    if n == 0 {
        return Ok(None);
    }
    if text.len() <= limit || text.ends_with(b"\n") {
        return Ok(Some(Line::Text(text)));
    }
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(Some(Line::TooLong));
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(Line::TooLong));
        }
    }
}

fn work(judge: &impl Judge, batch: Batch) -> Answers {
    let mut bytes = Vec::with_capacity(4096);
    let mut exit = Exit::Clean;
    for (number, line) in batch.lines {
        exit = exit.merge(answer(judge, number, line, &mut bytes));
    }
    Answers { seq: batch.seq, bytes, exit }
}

fn answer(judge: &impl Judge, number: u64, line: Line, out: &mut Vec<u8>) -> Exit {
    // Writing into memory does not fail.
    let text: Arc<[u8]> = match line {
        Line::Text(text) => text.into(),
        Line::TooLong => {
            let _ = jsonl_error(None, number, "the line is longer than 16 MiB", out);
            return Exit::NotEvaluated;
        }
    };
    judge(&text, out).unwrap_or_else(|error| {
        let _ = jsonl_error(id(text).as_deref(), number, &error, out);
        Exit::NotEvaluated
    })
}

/// The `id` of a record that is JSON and not what was expected, so that whoever
/// sent it can tell which one it was.
fn id(text: Arc<[u8]>) -> Option<Vec<u8>> {
    let doc = read(text, Mode::AsClientsRead, &Limits::default()).ok()?;
    Some(doc.root().get("id")?.raw().to_vec())
}

fn write_in_order(answers: Receiver<Answers>, tokens: Receiver<()>) -> io::Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut waiting = BTreeMap::new();
    let (mut next, mut exit) = (0, Exit::Clean);
    for answer in answers {
        waiting.insert(answer.seq, answer);
        while let Some(answer) = waiting.remove(&next) {
            out.write_all(&answer.bytes)?;
            exit = exit.merge(answer.exit);
            next += 1;
            let _ = tokens.recv();
        }
        if waiting.is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_costs_only_itself() {
        let text = b"12345678\nab\n123456789012\ncd".as_slice();
        let mut input = BufReader::with_capacity(3, text);
        let mut seen = Vec::new();
        while let Some(line) = read_line(&mut input, 8).expect("reads") {
            seen.push(match line {
                Line::Text(t) => String::from_utf8(t).expect("text"),
                Line::TooLong => "too long".into(),
            });
        }
        assert_eq!(seen, ["12345678\n", "ab\n", "too long", "cd"]);
    }

    #[test]
    fn empty_lines_are_counted_and_not_judged() {
        let mut numbers = Vec::new();
        read_batches(b"\n{}\n  \n[]\n".as_slice(), |b| {
            numbers.extend(b.lines.iter().map(|(n, _)| *n));
            true
        })
        .expect("reads");
        assert_eq!(numbers, [2, 4]);
    }
}
