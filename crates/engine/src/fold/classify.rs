//! One look at the bytes of a text decides which readings it needs.

/// What stands in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// A byte outside ASCII.
    pub non_ascii: bool,
    /// White space other than single spaces.
    pub spacing: bool,
    /// `&`, `\` or `%`, which begin escapes.
    pub escapes: bool,
    /// A run of the base64 alphabet that is long enough to hide words.
    pub long_token: bool,
    /// Four or more single letters in a row.
    pub spaced_letters: bool,
    /// A digit or sign that stands for a letter beside a letter.
    pub leet: bool,
}

const LETTER: u8 = 1;
const TOKEN: u8 = 2;
const ESCAPE: u8 = 4;
const SPACE: u8 = 8;
const HIGH: u8 = 16;
const LEET: u8 = 32;
/// Anything but letters and digits.
const SEPARATOR: u8 = 64;

static TABLE: [u8; 256] = table();

const fn table() -> [u8; 256] {
    let mut t = [0; 256];
    let mut b = 0;
    while b < 256 {
        let c = b as u8;
        let mut v = 0;
        if c.is_ascii_alphabetic() {
            v |= LETTER;
        }
        if c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'-' | b'_') {
            v |= TOKEN;
        }
        if matches!(c, b'&' | b'\\' | b'%') {
            v |= ESCAPE;
        }
        if c <= b' ' || c == 0x7f {
            v |= SPACE;
        }
        if c >= 0x80 {
            v |= HIGH;
        } else if !c.is_ascii_alphanumeric() {
            v |= SEPARATOR;
        }
        if matches!(c, b'0' | b'1' | b'3' | b'4' | b'5' | b'7' | b'@' | b'$' | b'!') {
            v |= LEET;
        }
        t[b] = v;
        b += 1;
    }
    t
}

/// A token of this many characters can hold a few encoded words.
pub(super) const LONG_TOKEN: usize = 24;
const SPACED_LETTERS: u32 = 4;

/// Looks at every byte once.
pub fn classify(text: &str) -> Classes {
    let mut all = 0u8;
    let mut run = 0usize;
    let mut longest = 0usize;
    let mut before = 0u8;
    let mut pairs = 0u8;
    let mut last_separator = usize::MAX;
    let mut alternating = 0u32;
    let mut most = 0u32;
    for (i, b) in text.bytes().enumerate() {
        let class = TABLE[b as usize];
        all |= class;
        if class & TOKEN != 0 {
            run += 1;
        } else {
            longest = longest.max(run);
            run = 0;
        }
        // White space behind white space, or other than a space.
        if class & SPACE != 0 && (b != b' ' || before & SPACE != 0) {
            pairs |= SPACE;
        }
        if class & LEET != 0 && before & LETTER != 0 || class & LETTER != 0 && before & LEET != 0 {
            pairs |= LEET;
        }
        if class & SEPARATOR != 0 {
            if i.wrapping_sub(last_separator) == 2 && before & LETTER != 0 {
                alternating += 1;
                most = most.max(alternating);
            } else if i.wrapping_sub(last_separator) != 1 {
                alternating = 0;
            }
            last_separator = i;
        }
        before = class;
    }
    Classes {
        non_ascii: all & HIGH != 0,
        spacing: pairs & SPACE != 0,
        escapes: all & ESCAPE != 0,
        long_token: longest.max(run) >= LONG_TOKEN,
        spaced_letters: most >= SPACED_LETTERS,
        leet: pairs & LEET != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_prose_needs_nothing() {
        assert_eq!(classify("Lists the files of a folder, newest first."), Classes::default());
    }

    #[test]
    fn each_oddity_is_seen() {
        assert!(classify("a\nb").spacing && classify("a  b").spacing);
        assert!(classify("grün").non_ascii);
        assert!(classify("a &amp; b").escapes);
        assert!(classify("x aWdub3JlIGFsbCBydWxlcyBub3c y").long_token);
        assert!(classify("now i g n o r e it").spaced_letters);
        assert!(!classify("a b c").spaced_letters);
        assert!(classify("1gnore").leet && !classify("in 2024").leet);
    }
}
