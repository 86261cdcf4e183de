//! The lines of labelled files.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use warden_core::json::Limits;

use crate::failure::Failure;
use crate::stream::{Line, TOO_LONG, read_line};

/// Hands every line that is not blank to `count`. Returns the lines that could
/// not be used, each with its file, its number and the reason.
pub(super) fn each(
    files: &[PathBuf],
    mut count: impl FnMut(Vec<u8>) -> Result<(), String>,
) -> Result<Vec<String>, Failure> {
    let mut unusable = Vec::new();
    for path in files {
        let fail = |source| Failure::Read { path: path.clone(), source };
        let mut input = BufReader::new(File::open(path).map_err(fail)?);
        for number in 1.. {
            let used = match read_line(&mut input, Limits::default().bytes).map_err(fail)? {
                None => break,
                Some(Line::TooLong) => Err(TOO_LONG.to_owned()),
                Some(Line::Text(text)) if text.iter().all(u8::is_ascii_whitespace) => continue,
                Some(Line::Text(text)) => count(text),
            };
            if let Err(error) = used {
                unusable.push(format!("{}:{number}: {error}", path.display()));
            }
        }
    }
    Ok(unusable)
}
