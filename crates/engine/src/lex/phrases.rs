//! All phrases, in a tree by their bytes, tried where words begin.
//!
//! Nearly every phrase begins with a letter and may do so only at the start of
//! a word, and hardly any word starts one. So most places of a text are passed
//! over at a glance, which an automaton that reads every byte cannot do, and
//! the tree is built in a fraction of its time. No phrase is longer than a
//! bounded number of bytes, so the work stays linear in the text.

use std::collections::VecDeque;
use std::ops::Range;

/// A phrase that stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    pub(super) end: u32,
    pub(super) start: u32,
    /// Which phrase.
    pub(super) id: u32,
}

/// The bytes that all phrases below a node go on with.
struct Node {
    label: Range<u32>,
    children: Range<u32>,
    /// Phrases that end behind the label, as a part of [`Phrases::order`].
    ends: Range<u32>,
}

/// The tree. ASCII letters match in either case.
pub(super) struct Phrases {
    nodes: Vec<Node>,
    /// The first byte of each node's label.
    firsts: Vec<u8>,
    /// The labels, one behind the other.
    bytes: Vec<u8>,
    /// The phrases in the order of their bytes.
    order: Vec<u32>,
    /// Pairs of bytes that a phrase begins with, as bits.
    heads: Vec<u64>,
}

fn is_wordy(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

fn head(first: u8, second: u8) -> (usize, u32) {
    let n = usize::from(first) << 8 | usize::from(second);
    (n / 64, n as u32 % 64)
}

impl Phrases {
    /// Builds the tree; the phrases are in lower case and not empty.
    pub(super) fn new(phrases: &[String]) -> Self {
        let mut order: Vec<u32> = (0..phrases.len() as u32).collect();
        order.sort_by(|a, b| phrases[*a as usize].cmp(&phrases[*b as usize]).then(a.cmp(b)));
        let mut tree = Self {
            nodes: vec![Node { label: 0..0, children: 0..0, ends: 0..0 }],
            firsts: vec![0],
            bytes: Vec::new(),
            order,
            heads: vec![0; 1 << 10],
        };
        for phrase in phrases {
            tree.add_head(phrase.as_bytes());
        }
        let mut open = VecDeque::from([(0, 0..phrases.len(), 0)]);
        while let Some((node, below, depth)) = open.pop_front() {
            tree.grow(phrases, node, below, depth, &mut open);
        }
        tree
    }

    fn add_head(&mut self, phrase: &[u8]) {
        let seconds = phrase.get(1).map_or(0..=255, |b| *b..=*b);
        for second in seconds {
            let (at, bit) = head(phrase[0], second);
            self.heads[at] |= 1 << bit;
        }
    }

    /// Gives a node the label, ends and children of the phrases `below` it,
    /// which agree in their first `depth` bytes.
    fn grow(
        &mut self,
        phrases: &[String],
        node: usize,
        below: Range<usize>,
        depth: usize,
        open: &mut VecDeque<(usize, Range<usize>, usize)>,
    ) {
        if below.is_empty() {
            return;
        }
        let text = |n: usize| phrases[self.order[n] as usize].as_bytes();
        let (first, last) = (text(below.start), text(below.end - 1));
        let end = first.iter().zip(last).take_while(|(a, b)| a == b).count();
        let ends = below.clone().take_while(|n| text(*n).len() == end).count();
        let mut groups = Vec::new();
        let mut from = below.start + ends;
        while from < below.end {
            let next = text(from)[end];
            let size = (from..below.end).take_while(|n| text(*n)[end] == next).count();
            groups.push((next, from..from + size));
            from += size;
        }
        let label = self.bytes.len() as u32..(self.bytes.len() + end - depth) as u32;
        let children = self.nodes.len() as u32..(self.nodes.len() + groups.len()) as u32;
        self.bytes.extend_from_slice(&first[depth..end]);
        let ends = below.start as u32..(below.start + ends) as u32;
        self.nodes[node] = Node { label, children, ends };
        for (byte, group) in groups {
            open.push_back((self.nodes.len(), group, end));
            self.nodes.push(Node { label: 0..0, children: 0..0, ends: 0..0 });
            self.firsts.push(byte);
        }
    }

    /// Every place of every phrase, by their ends, then their starts.
    pub(super) fn find(&self, text: &str, out: &mut Vec<Found>) {
        out.clear();
        let bytes = text.as_bytes();
        let mut inside = false;
        for (at, b) in bytes.iter().enumerate() {
            let wordy = is_wordy(*b);
            // A phrase that begins with a letter never begins inside a word.
            let begins = !(wordy && inside);
            inside = wordy;
            if begins && self.may_begin(*b, bytes.get(at + 1)) {
                self.find_at(bytes, at, out);
            }
        }
        out.sort_unstable();
    }

    fn may_begin(&self, first: u8, second: Option<&u8>) -> bool {
        let Some(second) = second else { return true };
        let (at, bit) = head(first.to_ascii_lowercase(), second.to_ascii_lowercase());
        self.heads[at] >> bit & 1 == 1
    }

    fn find_at(&self, text: &[u8], start: usize, out: &mut Vec<Found>) {
        let mut node = &self.nodes[0];
        let mut at = start;
        loop {
            let label = &self.bytes[node.label.start as usize..node.label.end as usize];
            let Some(here) = text.get(at..at + label.len()) else { return };
            if !here.iter().zip(label).all(|(a, b)| a.to_ascii_lowercase() == *b) {
                return;
            }
            at += label.len();
            for id in &self.order[node.ends.start as usize..node.ends.end as usize] {
                out.push(Found { end: at as u32, start: start as u32, id: *id });
            }
            let Some(next) = text.get(at).map(u8::to_ascii_lowercase) else { return };
            let from = node.children.start as usize;
            let firsts = &self.firsts[from..node.children.end as usize];
            let Some(n) = firsts.iter().position(|b| *b == next) else { return };
            node = &self.nodes[from + n];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrases: &[&str], text: &str) -> Vec<(usize, usize, u32)> {
        let phrases: Vec<String> = phrases.iter().map(|p| (*p).to_owned()).collect();
        let mut out = Vec::new();
        Phrases::new(&phrases).find(text, &mut out);
        out.iter().map(|f| (f.start as usize, f.end as usize, f.id)).collect()
    }

    #[test]
    fn phrases_are_found_at_the_start_of_words() {
        let phrases = ["the key", "the", "<tag", "read", "the keys", "the"];
        assert_eq!(
            found(&phrases, "Read THE keys,other <TAG bathe"),
            [(0, 4, 3), (5, 8, 1), (5, 8, 5), (5, 12, 0), (5, 13, 4), (20, 24, 2)]
        );
    }

    #[test]
    fn scripts_without_spaces_are_read_everywhere() {
        assert_eq!(found(&["密码", "読"], "的密码読"), [(3, 9, 0), (9, 12, 1)]);
    }

    #[test]
    fn nothing_and_single_bytes_are_no_trouble() {
        assert!(found(&[], "text").is_empty());
        assert!(found(&["a b"], "a").is_empty());
        assert_eq!(found(&["#", "#x"], "#x #"), [(0, 1, 0), (0, 2, 1), (3, 4, 0)]);
    }
}
