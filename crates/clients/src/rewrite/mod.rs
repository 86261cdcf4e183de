//! Putting the guard into an entry of a config, and taking it out again. Only
//! the bytes of the command and its arguments are touched: comments, order and
//! layout stay.

mod edit;
mod tokens;

use std::ops::Range;

use crate::text;
use crate::{Format, format};

use tokens::{Token, Tree};

/// What becomes of an entry.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// The program is started in place of the command, with these arguments in
    /// front of the command, which follows behind them.
    Install {
        /// The guard.
        program: &'a str,
        /// Its arguments, up to and with `--`.
        before: &'a [String],
    },
    /// The guard is taken out again.
    Uninstall,
}

/// Changes the entry that begins at that line and column (both from 1, columns
/// in characters), and gives the whole file.
///
/// # Errors
/// When that cannot be done without risk, with the reason in words.
pub fn rewrite(
    bytes: &[u8],
    kind: Format,
    place: (u32, u32),
    change: &Change<'_>,
) -> Result<Vec<u8>, String> {
    let (mark, rest) = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (&bytes[..3], rest),
        _ => (&bytes[..0], bytes),
    };
    let text = std::str::from_utf8(rest).map_err(|_| "the file is not written in UTF-8")?;
    let tree = match kind {
        Format::Json => tokens::json(text),
        Format::Toml => tokens::toml(text),
        Format::Yaml | Format::FrontMatter => return Err("it stands in YAML".to_owned()),
    }?;
    let at = offset(text, place).ok_or("the entry is no longer where it was")?;
    let entry = find(&tree, at).ok_or("the entry is no longer where it was")?;
    let splices = edit::splices(text, kind, entry, change)?;
    let changed = apply(text, splices);
    // What was readable stays so.
    format::read(&changed, kind).map_err(|_| "the file could not be read afterwards")?;
    Ok([mark, changed.as_bytes()].concat())
}

/// The byte offset of a place.
fn offset(text: &str, (line, column): (u32, u32)) -> Option<usize> {
    let positions = text::Positions::new(text);
    let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1));
    let start = starts.nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
    let skip = usize::try_from(column).ok()?.checked_sub(1)?;
    let rest = text.get(start..)?;
    let at = start + rest.char_indices().nth(skip).map_or(rest.len(), |(i, _)| i);
    (positions.at(text, at) == (line, column)).then_some(at)
}

/// The value whose key, or which itself, begins there.
fn find(tree: &Tree, at: usize) -> Option<&Tree> {
    match &tree.token {
        Token::Map(members) => members.iter().find_map(|m| {
            let here = m.key_at == at;
            if here { Some(&m.value) } else { find(&m.value, at) }
        }),
        Token::List(items) => {
            items.iter().find_map(|t| if t.range.start == at { Some(t) } else { find(t, at) })
        }
        _ => None,
    }
}

/// Bytes and what is to stand in their place.
struct Splice {
    range: Range<usize>,
    with: String,
}

fn apply(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|s| (s.range.start, s.range.end));
    let mut out = String::with_capacity(text.len() + 128);
    let mut at = 0;
    for s in splices {
        out.push_str(text.get(at..s.range.start).unwrap_or_default());
        out.push_str(&s.with);
        at = s.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
