//! Words that follow each other closely: the part of a rule that needs no
//! grammar, only order and nearness, and so holds in many constructions and in
//! every language.

use std::ops::Range;

use crate::frames::class::Cls;
use crate::frames::parse::Sent;

/// A word of some class, and how many tokens behind the one before it may
/// stand.
pub(super) type Link = (Cls, usize);

impl Sent {
    /// Tokens of these classes in this order, each near enough to the one
    /// before: the first such run. The distance of the first link is ignored.
    pub(super) fn chain(&self, links: &[Link]) -> Option<Range<usize>> {
        self.chains(links).next()
    }

    /// All runs, one for each token that begins one.
    pub(super) fn chains<'s>(
        &'s self,
        links: &'s [Link],
    ) -> impl Iterator<Item = Range<usize>> + 's {
        let (first, rest) = links.split_first().map_or((Cls::NONE, links), |(f, r)| (f.0, r));
        self.with(first).filter_map(move |(start, _)| {
            let mut at = start;
            for (cls, gap) in rest {
                let from = at + 1;
                let to = (from + gap).min(self.toks.len());
                at = (from..to).find(|i| self.toks[*i].is(*cls))?;
            }
            Some(start..at + 1)
        })
    }

    /// The bytes of a run of tokens.
    pub(in crate::frames) fn bytes(&self, toks: &Range<usize>) -> Range<usize> {
        let end = toks.end.clamp(toks.start + 1, self.toks.len());
        self.toks[toks.start].span.start..self.toks[end - 1].span.end
    }
}
