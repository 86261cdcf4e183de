//! Quotations and code: places where words are shown rather than said.

use std::ops::Range;

/// A quotation is short and stands in one line.
const LONGEST: usize = 400;

/// The stretches of a text that are code or quoted, in order.
#[derive(Debug, Default)]
pub(super) struct Quotes {
    /// Quotations in prose and inline code: words that are shown.
    shown: Vec<Range<usize>>,
    /// Blocks of code, tables, quoted lines and strings of data: they show
    /// something only in a document that is about such things.
    framed: Vec<Range<usize>>,
}

impl Quotes {
    /// Finds fenced code, inline code, quotations and the cells of tables.
    pub(super) fn of(text: &str) -> Self {
        let mut out = Self::default();
        let mut at = 0;
        let mut fence: Option<(usize, &str)> = None;
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim_start();
            let mark = ["```", "~~~"].into_iter().find(|m| trimmed.starts_with(m));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some((at, mark)),
                (Some((start, open)), Some(mark)) if open == mark => {
                    out.framed.push(start..at + line.len());
                    fence = None;
                }
                (None, None) => inline(line, at, &mut out),
                _ => {}
            }
            at += line.len();
        }
        out
    }

    /// Whether what stands at an offset is shown, not said.
    pub(super) fn shows(&self, at: usize) -> bool {
        holds(&self.shown, at)
    }

    /// Whether it stands in a block of code, a table or a string of data.
    pub(super) fn frames(&self, at: usize) -> bool {
        holds(&self.framed, at)
    }
}

fn holds(ranges: &[Range<usize>], at: usize) -> bool {
    let n = ranges.partition_point(|r| r.end <= at);
    ranges.get(n).is_some_and(|r| r.start <= at)
}

/// Before a colon, these lead to a quotation.
const SAYS: &[&str] = &[
    "said",
    "says",
    "reads",
    "read",
    "wrote",
    "text",
    "contains",
    "sentence",
    "phrase",
    "example",
    "examples",
    "like",
    "as",
    "string",
    "line",
    "lines",
    "payload",
    "prompt",
    "sagte",
    "etwa",
    "пишут",
    "написано",
    "ejemplo",
    "exemple",
    "beispiel",
];

/// A quotation that prose leads up to shows something; a string behind `:`,
/// `=`, a comma or at the head of a line is data.
fn is_data(before: &str, typographic: bool) -> bool {
    let before = before.trim_end_matches(' ');
    if let Some(lead) = before.strip_suffix([':', '：']) {
        let word = lead.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let word = word.to_lowercase();
        return !typographic && !SAYS.contains(&word.as_str());
    }
    before.is_empty() || before.ends_with(['=', ',', '{', '[', '|', '>', '-'])
}

/// Pairs of marks in one line.
fn inline(line: &str, at: usize, out: &mut Quotes) {
    let trimmed = line.trim_start();
    // A row of a table, a quoted line, or an indented block of code.
    let shown = trimmed.starts_with('|') || trimmed.starts_with("> ") || line.starts_with("    ");
    if shown {
        out.framed.push(at..at + line.len());
    }
    let mut chars = line.char_indices().peekable();
    let mut vain = ('\0', 0);
    while let Some((n, c)) = chars.next() {
        let close = match c {
            '`' => '`',
            '"' => '"',
            '\u{201c}' | '\u{201e}' => '\u{201d}',
            '\u{ab}' => '\u{bb}',
            '\u{300c}' => '\u{300d}',
            '\u{300e}' => '\u{300f}',
            '\u{2018}' => '\u{2019}',
            _ => continue,
        };
        // What was searched in vain for one quotation is not searched again.
        let from = (n + c.len_utf8()).max(if vain.0 == close { vain.1 } else { 0 });
        let found = line[from..]
            .char_indices()
            .take(LONGEST)
            .find(|(_, d)| *d == close || close == '\u{201d}' && *d == '\u{201c}');
        let Some((at_close, _)) = found else {
            let searched =
                line[from..].char_indices().nth(LONGEST).map_or(line.len(), |(m, _)| from + m);
            vain = (close, searched);
            continue;
        };
        let end = from + at_close;
        if end - n > 4 * LONGEST {
            continue;
        }
        {
            let data = c != '`' && is_data(&line[..n], c != '"');
            if !data {
                out.shown.push(at + n..at + end);
            } else if !shown {
                out.framed.push(at + n..at + end);
            }
            while chars.peek().is_some_and(|(m, _)| *m <= end) {
                chars.next();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_quotations_are_told_from_the_rest() {
        let text = "say \"go on\" now\n```\nrun\n```\nthen `this` and “that”";
        let q = Quotes::of(text);
        let shown = |w: &str| q.shows(text.find(w).expect("there"));
        assert!(shown("go") && shown("this") && shown("that") && !shown("run"));
        assert!(!shown("say") && !shown("now") && !shown("then") && !shown("and"));
        assert!(q.frames(text.find("run").expect("there")));
        assert!(Quotes::of("{\"a\": \"b\"}").frames(7));
    }
}
