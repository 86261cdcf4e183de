//! Lines of text with indents, wrapped to the width of the terminal.

use anstyle::{AnsiColor, Style};
use textwrap::{WordSplitter, WrapAlgorithm};

use super::TableOptions;
use crate::show::term;

/// What a colour means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tone {
    Bad,
    Warn,
    Good,
    Strong,
    Dim,
    Match,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Bad => AnsiColor::Red.on_default().bold(),
            Self::Warn => AnsiColor::Yellow.on_default().bold(),
            Self::Good => AnsiColor::Green.on_default().bold(),
            Self::Strong => Style::new().bold(),
            Self::Dim => Style::new().dimmed(),
            Self::Match => AnsiColor::Red.on_default().bold().underline(),
        }
    }
}

/// The text under construction.
pub(super) struct Page {
    text: String,
    color: bool,
    width: usize,
    /// Whether a heading was the last thing written.
    fresh: bool,
}

impl Page {
    pub(super) fn new(options: &TableOptions) -> Self {
        // Narrower than 30 columns nothing can be read; wider than 120 no eye
        // finds the next line.
        Self {
            text: String::new(),
            color: options.color,
            width: options.width.clamp(30, 120),
            fresh: false,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Text in a colour, if colours are wanted.
    pub(super) fn paint(&self, tone: Tone, text: &str) -> String {
        let style = tone.style();
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// An empty line, but never two, and none behind a heading.
    pub(super) fn gap(&mut self) {
        let fresh = std::mem::take(&mut self.fresh);
        if !fresh && !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    pub(super) fn heading(&mut self, tone: Tone, words: &str) {
        self.gap();
        let painted = self.paint(tone, words);
        self.text.push_str(&painted);
        self.text.push('\n');
        self.fresh = true;
    }

    /// A paragraph, wrapped, later lines two columns further in. The text must
    /// already be safe for a terminal.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        self.fresh = false;
        let first = " ".repeat(indent);
        let rest = " ".repeat(indent + 2);
        let options = textwrap::Options::new(self.width)
            .initial_indent(&first)
            .subsequent_indent(&rest)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        for line in textwrap::wrap(text, options) {
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// Text of several lines whose columns matter (a caret under a place):
    /// not wrapped, bounded.
    pub(super) fn excerpt(&mut self, indent: usize, text: &str) {
        const LINES: usize = 12;
        const COLUMNS: usize = 300;
        for line in text.lines().take(LINES) {
            let shown = crate::show::term_cut(line, COLUMNS);
            self.text.push_str(&" ".repeat(indent));
            self.text.push_str(shown.trim_end());
            self.text.push('\n');
        }
    }

    /// Rows in aligned columns; the last column takes what is left.
    pub(super) fn rows(&mut self, indent: usize, rows: Vec<Vec<String>>) {
        use comfy_table::{ContentArrangement, Table, presets};
        self.fresh = false;
        let width = self.width.saturating_sub(indent).max(20);
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(width).unwrap_or(120))
            .add_rows(rows);
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        for line in table.lines() {
            self.text.push_str(&" ".repeat(indent));
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// A sentence of ours behind a label.
    pub(super) fn labelled(&mut self, indent: usize, label: &str, text: &str) {
        let label = self.paint(Tone::Dim, label);
        self.line(indent, &format!("{label} {}", term(text)));
    }
}
