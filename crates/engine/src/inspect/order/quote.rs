//! Quotations and code: places where words are shown rather than said.

use std::ops::Range;

/// A quotation is short and stands in one line.
const LONGEST: usize = 400;

/// The stretches of a text that are code or quoted, in order.
#[derive(Debug, Default)]
pub(super) struct Quotes {
    ranges: Vec<Range<usize>>,
}

impl Quotes {
    /// Finds fenced code, inline code, quotations and the cells of tables.
    pub(super) fn of(text: &str) -> Self {
        let mut ranges = Vec::new();
        let mut at = 0;
        let mut fence: Option<(usize, &str)> = None;
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim_start();
            let mark = ["```", "~~~"].into_iter().find(|m| trimmed.starts_with(m));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some((at, mark)),
                (Some((start, open)), Some(mark)) if open == mark => {
                    ranges.push(start..at + line.len());
                    fence = None;
                }
                (None, None) => inline(line, at, &mut ranges),
                _ => {}
            }
            at += line.len();
        }
        Self { ranges }
    }

    /// Whether an offset lies inside of one.
    pub(super) fn holds(&self, at: usize) -> bool {
        let n = self.ranges.partition_point(|r| r.end <= at);
        self.ranges.get(n).is_some_and(|r| r.start <= at)
    }
}

/// Pairs of marks in one line.
fn inline(line: &str, at: usize, out: &mut Vec<Range<usize>>) {
    let trimmed = line.trim_start();
    // A row of a table, a quoted line, or an indented block of code.
    let shown = trimmed.starts_with('|') || trimmed.starts_with("> ") || line.starts_with("    ");
    if shown {
        out.push(at..at + line.len());
        return;
    }
    let mut chars = line.char_indices().peekable();
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
        let rest = &line[n + c.len_utf8()..];
        let found = rest.char_indices().take(LONGEST).find(|(_, d)| {
            *d == close || close == '\u{201d}' && *d == '\u{201c}'
        });
        if let Some((len, _)) = found {
            let end = n + c.len_utf8() + len;
            out.push(at + n..at + end);
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
        let inside = |w: &str| q.holds(text.find(w).expect("there"));
        assert!(inside("go") && inside("run") && inside("this") && inside("that"));
        assert!(!inside("say") && !inside("now") && !inside("then") && !inside("and"));
    }
}
