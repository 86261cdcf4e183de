//! A stream of records, one a line: every core works, the answers come in input
//! order, and memory stays flat however long the stream is.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use warden_core::Exit;
use warden_core::json::{Limits, Mode, read};
use warden_report::jsonl_error;

use crate::failure::Failure;

/// Judges one record and writes its answer, a line, into memory; or says why
/// the record could not be judged.
pub(crate) trait Judge: Fn(&Arc<[u8]>, &mut Vec<u8>) -> Result<Exit, String> + Sync {}
impl<F: Fn(&Arc<[u8]>, &mut Vec<u8>) -> Result<Exit, String> + Sync> Judge for F {}

/// Lines are handed to the workers in batches of about this many bytes.
const BATCH: usize = 128 << 10;
/// How often a worker without work looks whether there will be any.
const BEAT: Duration = Duration::from_millis(50);
/// Batches in flight for each worker.
const IN_FLIGHT: usize = 4;

/// So many bytes take a token of their own: batches of long lines would be
/// hundreds of megabytes.
const BYTES_PER_TOKEN: usize = 2 << 20;

/// Some lines, with the number of the first.
struct Batch {
    seq: u64,
    /// Tokens that it holds until it is written.
    tokens: usize,
    lines: Vec<(u64, Line)>,
}

/// A line of a stream.
pub(crate) enum Line {
    /// With its newline, if it has one.
    Text(Vec<u8>),
    /// It was passed over.
    TooLong,
}

impl Line {
    fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::TooLong => 0,
        }
    }
}

/// What is said of such a line.
pub(crate) const TOO_LONG: &str = "the line is longer than 16 MiB";

/// The answers to a batch.
struct Answers {
    seq: u64,
    tokens: usize,
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

fn lines<R: Read + Send + 'static>(
    judge: &impl Judge,
    input: BufReader<R>,
    path: &Path,
) -> Result<Exit, Failure> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let (send_batch, batches) = sync_channel::<Batch>(workers * IN_FLIGHT);
    let (send_answers, answers) = sync_channel::<Answers>(workers * IN_FLIGHT);
    // Tokens for each batch that is read and not yet written: without them, one
    // slow line would let the answers to all later ones pile up.
    let all_tokens = workers * IN_FLIGHT * 2;
    let (take_token, tokens) = sync_channel::<()>(all_tokens);
    let (batches, stopped) = (Mutex::new(batches), AtomicBool::new(false));
    // Not one of the scope's threads: where nobody takes our output any more,
    // nobody waits for it to read what may never come.
    let reader = std::thread::spawn(move || {
        read_batches(input, |mut batch| {
            batch.tokens = batch.tokens.min(all_tokens);
            let taken = (0..batch.tokens).all(|_| take_token.send(()).is_ok());
            taken && send_batch.send(batch).is_ok()
        })
    });
    let (exit, written) = std::thread::scope(|scope| {
        for _ in 0..workers {
            let send = send_answers.clone();
            let (batches, stopped) = (&batches, &stopped);
            scope.spawn(move || {
                while let Some(batch) = next(batches, stopped) {
                    if send.send(work(judge, batch)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send_answers);
        let done = write_in_order(answers, tokens);
        stopped.store(true, Ordering::Relaxed);
        done
    });
    if let Err(e) = written {
        return Failure::Stdout(e).after(exit);
    }
    let read = reader.join().unwrap_or_else(|_| Err(io::Error::other("reader stopped")));
    read.map_err(|source| Failure::Read { path: path.into(), source })?;
    Ok(exit)
}

/// The next batch; none when the input has ended or the output is gone.
fn next(batches: &Mutex<Receiver<Batch>>, stopped: &AtomicBool) -> Option<Batch> {
    loop {
        let received = batches.lock().ok()?.recv_timeout(BEAT);
        match received {
            Ok(batch) => return Some(batch),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if stopped.load(Ordering::Relaxed) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn read_batches<R: Read>(
    mut input: BufReader<R>,
    mut send: impl FnMut(Batch) -> bool,
) -> io::Result<()> {
    let (mut seq, mut number) = (0, 0);
    loop {
        let mut batch = Batch { seq, tokens: 1, lines: Vec::new() };
        let end = fill(&mut batch.lines, &mut number, &mut input);
        batch.tokens += batch.lines.iter().map(|(_, l)| l.len()).sum::<usize>() / BYTES_PER_TOKEN;
        // What was read before an error is judged all the same.
        let sent = batch.lines.is_empty() || send(batch);
        if end? || !sent {
            return Ok(());
        }
        seq += 1;
    }
}

/// Reads the lines of a batch; tells whether the input has ended.
fn fill<R: Read>(
    lines: &mut Vec<(u64, Line)>,
    number: &mut u64,
    input: &mut BufReader<R>,
) -> io::Result<bool> {
    let mut size = 0;
    while size < BATCH {
        let Some(line) = read_line(input, Limits::default().bytes)? else { return Ok(true) };
        *number += 1;
        let blank = matches!(&line, Line::Text(t) if t.iter().all(u8::is_ascii_whitespace));
        if !blank {
            size += line.len();
            lines.push((*number, line));
        }
        // Nothing more has come yet, and whoever writes the lines may wait for
        // their answers before going on.
        if !lines.is_empty() && input.buffer().is_empty() {
            break;
        }
    }
    Ok(false)
}

/// One line, or the fact that it is longer than `limit`; the rest of such a
/// line is passed over without being kept.
pub(crate) fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
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
    Answers { seq: batch.seq, tokens: batch.tokens, bytes, exit }
}

fn answer(judge: &impl Judge, number: u64, line: Line, out: &mut Vec<u8>) -> Exit {
    // Writing into memory does not fail.
    let text: Arc<[u8]> = match line {
        Line::Text(text) => text.into(),
        Line::TooLong => {
            let _ = jsonl_error(None, number, TOO_LONG, out);
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

/// Also where the output fails, the exit code of what was judged until then.
fn write_in_order(answers: Receiver<Answers>, tokens: Receiver<()>) -> (Exit, io::Result<()>) {
    let mut exit = Exit::Clean;
    let written = write_all(answers, tokens, &mut exit);
    (exit, written)
}

fn write_all(answers: Receiver<Answers>, tokens: Receiver<()>, exit: &mut Exit) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for answer in answers {
        waiting.insert(answer.seq, answer);
        while let Some(answer) = waiting.remove(&next) {
            *exit = exit.merge(answer.exit);
            out.write_all(&answer.bytes)?;
            next += 1;
            tokens.iter().take(answer.tokens).for_each(drop);
        }
        if waiting.is_empty() {
            out.flush()?;
        }
    }
    out.flush()
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
    fn long_lines_hold_more_tokens() {
        let text = [&vec![b'x'; 5 << 20], b"\n{}\n{}".as_slice()].concat();
        let mut tokens = Vec::new();
        read_batches(BufReader::new(text.as_slice()), |b| {
            tokens.push(b.tokens);
            true
        })
        .expect("reads");
        assert_eq!(tokens, [3, 1]);
    }

    #[test]
    fn empty_lines_are_counted_and_not_judged() {
        let mut numbers = Vec::new();
        read_batches(BufReader::new(b"\n{}\n  \n[]\n".as_slice()), |b| {
            numbers.extend(b.lines.iter().map(|(n, _)| *n));
            true
        })
        .expect("reads");
        assert_eq!(numbers, [2, 4]);
    }
}
