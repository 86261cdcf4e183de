//! Look-alike letters, per word (Unicode UTS #39, section 4).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

/// How the letters of one word are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordReading {
    /// As they are, accents dropped.
    Own,
    /// As the Latin letters they look like.
    LookAlike,
}

/// A word is read as what it looks like when it mixes Latin with letters of
/// another alphabet, or when every letter of it passes for a Latin one. An
/// ordinary Russian or Greek word has letters that pass for none.
pub fn word_reading(word: &str) -> WordReading {
    let mut latin = false;
    let mut foreign = false;
    let mut all_pass = true;
    for c in word.chars().filter(|c| !is_combining_mark(*c)) {
        match c.script() {
            Script::Latin | Script::Common | Script::Inherited if c.is_ascii() => latin = true,
            Script::Latin => all_pass &= look_alike(c).is_some(),
            Script::Common | Script::Inherited => {}
            _ => {
                foreign = true;
                all_pass &= look_alike(c).is_some();
            }
        }
    }
    if foreign && (latin || all_pass) { WordReading::LookAlike } else { WordReading::Own }
}

/// The ASCII letters that a character passes for.
pub(super) fn look_alike(c: char) -> Option<String> {
    let mut buf = [0; 4];
    let s: String = skeleton(c.encode_utf8(&mut buf)).filter(|c| !is_combining_mark(*c)).collect();
    let ascii = !s.is_empty() && s.len() <= 3 && s.bytes().all(|b| b.is_ascii_alphanumeric());
    ascii.then(|| s.to_ascii_lowercase())
}

/// A letter without its accents, where it is a Latin one: `é` is read as `e`,
/// `ɑ` (which has no decomposition, but looks like `a`) as `a`.
pub(super) fn plain_latin(c: char) -> Option<String> {
    if c.script() != Script::Latin {
        return None;
    }
    let bare: String = c.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    if bare.is_ascii() { Some(bare) } else { look_alike(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_deceive_are_read_as_latin() {
        assert_eq!(word_reading("іgnоrе"), WordReading::LookAlike);
        assert_eq!(word_reading("предыдущие"), WordReading::Own);
        assert_eq!(word_reading("größe"), WordReading::Own);
    }

    #[test]
    fn accents_and_phonetic_letters_fall_away() {
        assert_eq!(plain_latin('é').as_deref(), Some("e"));
        assert_eq!(plain_latin('ɑ').as_deref(), Some("a"));
        assert_eq!(plain_latin('ж'), None);
    }
}
