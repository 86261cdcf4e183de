//! Names as they are compared: by letters and digits only, in lower case.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, RandomState};
use std::sync::LazyLock;

use crate::hashed::Same;

/// A set of names, each kept as a 64-bit hash. The key of the hash (SipHash) is
/// random in each process, so that nobody can make a name that passes for
/// another one.
#[derive(Clone, Debug, Default)]
pub(super) struct Set(HashSet<u64, BuildHasherDefault<Same>>);

static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl Set {
    /// Adds a name as it is written.
    pub(super) fn insert(&mut self, name: &str) {
        if name.len() <= SHORT && name.is_ascii() {
            let (buffer, len) = letters(name);
            self.0.insert(KEY.hash_one(&buffer[..len]));
        } else {
            self.insert_norm(&norm(name));
        }
    }

    /// Adds a name of letters and digits in lower case.
    pub(super) fn insert_norm(&mut self, name: &str) {
        self.0.insert(KEY.hash_one(name.as_bytes()));
    }

    /// Whether a name of letters and digits in lower case is in it.
    pub(super) fn has_norm(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&KEY.hash_one(name.as_bytes()))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Most names are no longer.
const SHORT: usize = 64;

/// The letters and digits of a short name of ASCII in lower case.
fn letters(name: &str) -> ([u8; SHORT], usize) {
    let (mut buffer, mut len) = ([0; SHORT], 0);
    for b in name.bytes().filter(u8::is_ascii_alphanumeric) {
        buffer[len] = b.to_ascii_lowercase();
        len += 1;
    }
    (buffer, len)
}

/// Letters and digits in lower case.
pub(super) fn norm(name: &str) -> String {
    if name.is_ascii() {
        let wordy = name.bytes().filter(u8::is_ascii_alphanumeric);
        let mut out = String::with_capacity(name.len());
        out.extend(wordy.map(|b| char::from(b.to_ascii_lowercase())));
        return out;
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of an identifier, in lower case, one behind the other. Words of
/// one byte are left out.
#[derive(Default)]
pub(super) struct Spelled {
    letters: String,
    /// Where each word ends.
    ends: Vec<usize>,
}

impl Spelled {
    /// Reads an identifier in place of what was read before.
    pub(super) fn read(&mut self, name: &str) {
        self.letters.clear();
        self.ends.clear();
        let mut lower = false;
        for c in name.chars() {
            if !c.is_alphanumeric() {
                self.end_word();
                lower = false;
                continue;
            }
            if c.is_uppercase() && lower {
                self.end_word();
            }
            lower = c.is_lowercase() || c.is_ascii_digit();
            if c.is_ascii() {
                self.letters.push(c.to_ascii_lowercase());
            } else {
                self.letters.extend(c.to_lowercase());
            }
        }
        self.end_word();
    }

    fn end_word(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        if self.letters.len() > start + 1 {
            self.ends.push(self.letters.len());
        } else {
            self.letters.truncate(start);
        }
    }

    /// All words as one.
    pub(super) fn whole(&self) -> &str {
        &self.letters
    }

    /// Its words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.letters[start..*end])
    }

    /// Its ends, from each word but the first on.
    pub(super) fn tails(&self) -> impl Iterator<Item = &str> {
        let all_but_last = self.ends.len().saturating_sub(1);
        self.ends[..all_but_last].iter().map(|start| &self.letters[*start..])
    }
}

/// The words of an identifier, in lower case.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut spelled = Spelled::default();
    spelled.read(name);
    spelled.words().map(str::to_owned).collect()
}

/// Words that say nothing about what a tool deals in.
pub(super) fn is_generic(word: &str) -> bool {
    matches!(
        word,
        "get"
            | "list"
            | "read"
            | "create"
            | "update"
            | "delete"
            | "search"
            | "query"
            | "find"
            | "send"
            | "call"
            | "tool"
            | "fetch"
            | "data"
            | "info"
            | "check"
            | "write"
            | "make"
            | "with"
            | "from"
            | "user"
            | "users"
            | "remove"
            | "execute"
            | "details"
            | "system"
            | "manage"
            | "status"
            | "name"
            | "file"
            | "files"
            | "mcp"
            | "server"
            | "multi"
            | "security"
            | "common"
            | "command"
            | "policy"
            | "account"
            | "message"
            | "audit"
            | "validate"
            | "validator"
            | "filter"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_ends() {
        let mut spelled = Spelled::default();
        spelled.read("maps_searchPlaces-2a");
        assert_eq!(spelled.words().collect::<Vec<_>>(), ["maps", "search", "places", "2a"]);
        assert_eq!(spelled.tails().collect::<Vec<_>>(), ["searchplaces2a", "places2a", "2a"]);
        spelled.read("a_b");
        assert_eq!((spelled.whole(), spelled.tails().count()), ("", 0));
        assert_eq!(words("Größe_x"), ["größe"]);
    }

    #[test]
    fn spelling_makes_no_difference() {
        let long = "A_".repeat(70);
        let mut set = Set::default();
        ["Read_File", "größe-x", &long].into_iter().for_each(|n| set.insert(n));
        assert!(set.has_norm("readfile") && set.has_norm("größex"));
        assert!(set.has_norm(&"a".repeat(70)) && !set.has_norm("file"));
        assert_eq!(set.len(), 3);
    }
}
