//! All phrases, in a tree by their bytes, tried where they may begin.
//!
//! Nearly every phrase begins with a letter and may do so only at the start of
//! a word, and hardly any word starts one; see [`super::starts`]. So most
//! places of a text are passed over at a glance, which an automaton that reads
//! every byte cannot do, and the tree is built in a fraction of its time. No
//! phrase is longer than a bounded number of bytes, so the work stays linear
//! in the text.

use std::collections::VecDeque;
use std::ops::Range;

use crate::hashed::{Table, triple};

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
    /// By the hash of the first three bytes of longer phrases, the node at which
    /// their tree begins.
    roots: Table<u32>,
    /// Phrases of one or two bytes, by the first one.
    short: Vec<Vec<(Option<u8>, u32)>>,
}

fn lower(b: u8) -> u8 {
    b.to_ascii_lowercase()
}

impl Phrases {
    /// Builds the tree; the phrases are in lower case and not empty.
    pub(super) fn new(phrases: &[String]) -> Self {
        let mut order: Vec<u32> = (0..phrases.len() as u32).collect();
        order.sort_by(|a, b| phrases[*a as usize].cmp(&phrases[*b as usize]).then(a.cmp(b)));
        let mut tree = Self {
            nodes: Vec::new(),
            firsts: Vec::new(),
            bytes: Vec::new(),
            order,
            roots: Table::default(),
            short: vec![Vec::new(); 256],
        };
        let mut open = tree.plant(phrases);
        while let Some((node, below, depth)) = open.pop_front() {
            tree.grow(phrases, node, below, depth, &mut open);
        }
        tree
    }

    /// Makes a node for each way in which phrases begin.
    fn plant(&mut self, phrases: &[String]) -> VecDeque<(usize, Range<usize>, usize)> {
        let mut open = VecDeque::new();
        let mut from = 0;
        while let Some(id) = self.order.get(from) {
            let text = phrases[*id as usize].as_bytes();
            let Some(root) = text.first_chunk::<3>() else {
                self.short[usize::from(text[0])].push((text.get(1).copied(), *id));
                from += 1;
                continue;
            };
            let same = |id: &&u32| phrases[**id as usize].as_bytes().starts_with(root);
            let size = self.order[from..].iter().take_while(same).count();
            open.push_back((self.nodes.len(), from..from + size, 0));
            *self.roots.entry(triple(*root)) = self.nodes.len() as u32;
            self.add_node(root[0]);
            from += size;
        }
        open
    }

    fn add_node(&mut self, first: u8) {
        self.nodes.push(Node { label: 0..0, children: 0..0, ends: 0..0 });
        self.firsts.push(first);
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
            self.add_node(byte);
        }
    }

    /// Every place of every phrase that begins at one of `starts`, by their
    /// ends, then their starts.
    pub(super) fn find(&self, text: &str, starts: &[u32], out: &mut Vec<Found>) {
        out.clear();
        let bytes = text.as_bytes();
        for at in starts {
            let at = *at as usize;
            let Some(b) = bytes.get(at) else { continue };
            for (second, id) in &self.short[usize::from(lower(*b))] {
                let goes_on = |s: u8| bytes.get(at + 1).is_some_and(|b| lower(*b) == s);
                if second.is_none_or(goes_on) {
                    let end = (at + 1 + usize::from(second.is_some())) as u32;
                    out.push(Found { end, start: at as u32, id: *id });
                }
            }
            self.find_at(bytes, at, out);
        }
        out.sort_unstable();
    }

    fn find_at(&self, text: &[u8], start: usize, out: &mut Vec<Found>) {
        let Some(root) = text[start..].first_chunk::<3>() else { return };
        let Some(next) = self.roots.get(triple(*root)) else { return };
        let (mut next, mut at) = (*next as usize, start);
        loop {
            let node = &self.nodes[next];
            let label = &self.bytes[node.label.start as usize..node.label.end as usize];
            let Some(here) = text.get(at..at + label.len()) else { return };
            if !here.iter().zip(label).all(|(a, b)| lower(*a) == *b) {
                return;
            }
            at += label.len();
            for id in &self.order[node.ends.start as usize..node.ends.end as usize] {
                out.push(Found { end: at as u32, start: start as u32, id: *id });
            }
            let Some(goes_on) = text.get(at).map(|b| lower(*b)) else { return };
            let from = node.children.start as usize;
            let firsts = &self.firsts[from..node.children.end as usize];
            let Some(n) = firsts.iter().position(|b| *b == goes_on) else { return };
            next = from + n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrases: &[&str], text: &str) -> Vec<(usize, usize, u32)> {
        let phrases: Vec<String> = phrases.iter().map(|p| (*p).to_owned()).collect();
        let mut out = Vec::new();
        let starts: Vec<u32> = (0..text.len() as u32).collect();
        Phrases::new(&phrases).find(text, &starts, &mut out);
        out.iter().map(|f| (f.start as usize, f.end as usize, f.id)).collect()
    }

    #[test]
    fn phrases_are_found_in_either_case() {
        let phrases = ["the key", "the", "<tag", "read", "the keys", "the"];
        assert_eq!(
            found(&phrases, "Read THE keys,<TAG"),
            [(0, 4, 3), (5, 8, 1), (5, 8, 5), (5, 12, 0), (5, 13, 4), (14, 18, 2)]
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
