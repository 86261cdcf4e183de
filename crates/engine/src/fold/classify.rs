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
    /// Perhaps a character that nobody sees, or one for private use.
    pub hidden: bool,
}

/// A token of this many characters can hold a few encoded words.
pub(super) const LONG_TOKEN: usize = 24;
const SPACED_LETTERS: u32 = 4;

impl Classes {
    /// Whether the text has one reading, as it stands or as the words of a name.
    pub(crate) fn is_plain(&self) -> bool {
        let other = self.non_ascii || self.escapes || self.long_token;
        !(other || self.spacing || self.spaced_letters || self.leet)
    }
}

const LETTER: u8 = 1;
/// A digit or sign that stands for a letter; the bit above that of letters.
const LEET: u8 = 2;
const SPACE: u8 = 4;
/// White space other than a space.
const ODD_SPACE: u8 = 8;
/// Anything of ASCII but letters and digits.
const SEPARATOR: u8 = 16;
const ESCAPE: u8 = 32;
const HIGH: u8 = 128;

/// What a byte is. Made of comparisons alone, so that the compiler can do many
/// bytes at a time.
#[inline(always)]
fn class(b: u8) -> u8 {
    let is = |yes: bool, bit: u8| if yes { bit } else { 0 };
    let letter = is((b | 0x20).wrapping_sub(b'a') < 26, LETTER);
    let digit = is(b.wrapping_sub(b'0') < 10, LETTER);
    let leet = is(b == b'0', LEET)
        | is(b == b'1', LEET)
        | is(b == b'3', LEET)
        | is(b == b'4', LEET)
        | is(b == b'5', LEET)
        | is(b == b'7', LEET)
        | is(b == b'@', LEET)
        | is(b == b'$', LEET)
        | is(b == b'!', LEET);
    let odd = is(b < b' ', SPACE | ODD_SPACE) | is(b == 0x7f, SPACE | ODD_SPACE);
    let escape = is(b == b'&', ESCAPE) | is(b == b'\\', ESCAPE) | is(b == b'%', ESCAPE);
    let high = b & HIGH;
    let separator = is((letter | digit) == 0, SEPARATOR) & is(high == 0, SEPARATOR);
    letter | leet | odd | is(b == b' ', SPACE) | escape | high | separator
}

/// So many bytes are looked at in one step.
const STEP: usize = 32;
/// Bytes behind them that are looked at with them.
const AHEAD: usize = 4;
/// A byte that is of no class.
const NEUTRAL: u8 = b'6';

/// What the bytes of a text are, alone and beside each other.
#[derive(Default)]
struct Sums {
    all: [u8; STEP],
    /// Bits of LETTER and LEET where one is beside the other, SPACE where two
    /// are.
    pairs: [u8; STEP],
    /// SEPARATOR where two letters stand alone, one behind the other.
    lone: [u8; STEP],
}

impl Sums {
    #[inline]
    fn add(&mut self, bytes: &[u8; STEP + AHEAD]) {
        let mut c = [0; STEP + AHEAD];
        for n in 0..STEP + AHEAD {
            c[n] = class(bytes[n]);
        }
        for n in 0..STEP {
            let (a, b) = (c[n], c[n + 1]);
            self.all[n] |= a;
            self.pairs[n] |= b & ((a & LETTER) << 1 | (a & LEET) >> 1 | a & SPACE);
            self.lone[n] |= a & b << 4 & c[n + 2] & c[n + 3] << 4 & c[n + 4] & SEPARATOR;
        }
    }

    fn of(bytes: &[u8]) -> Self {
        let mut sums = Self::default();
        let mut rest = bytes;
        while let Some(step) = rest.first_chunk() {
            sums.add(step);
            rest = &rest[STEP..];
        }
        for from in (0..rest.len()).step_by(STEP) {
            let mut step = [NEUTRAL; STEP + AHEAD];
            step[..rest.len() - from].copy_from_slice(&rest[from..]);
            sums.add(&step);
        }
        sums
    }
}

/// Looks at every byte once, without branches: most texts hold nothing.
pub fn classify(text: &str) -> Classes {
    let bytes = text.as_bytes();
    let sums = Sums::of(bytes);
    let any = |lanes: &[u8; STEP]| lanes.iter().fold(0, |all, b| all | b);
    let (all, pairs) = (any(&sums.all), any(&sums.pairs));
    let non_ascii = all & HIGH != 0;
    Classes {
        non_ascii,
        spacing: all & ODD_SPACE != 0 || pairs & SPACE != 0,
        escapes: all & ESCAPE != 0,
        long_token: has_run(bytes, LONG_TOKEN, is_token),
        spaced_letters: any(&sums.lone) != 0 && has_spaced_letters(text),
        leet: pairs & (LETTER | LEET) != 0,
        hidden: non_ascii && may_hide(bytes),
    }
}

fn is_separator(b: u8) -> bool {
    class(b) & SEPARATOR != 0
}

/// Whether there may be an invisible character or one for private use, told by
/// the first two or three bytes of its UTF-8.
fn may_hide(bytes: &[u8]) -> bool {
    let hides = |at: usize| {
        let rest = [1, 2].map(|n| bytes.get(at + n).copied().unwrap_or_default());
        matches!(
            (bytes[at], rest[0], rest[1]),
            (0xc2, 0xad, _)
                | (0xcd, 0x8f, _)
                | (0xd8, 0x9c, _)
                | (0xe1, 0x85 | 0x9e | 0xa0, _)
                | (0xe2, 0x80, 0x8b..=0x8f | 0xaa..=0xae)
                | (0xe2, 0x81, 0xa0..)
                | (0xe3, 0x85, _)
                | (0xee, ..)
                | (0xef, 0x80..=0xa3 | 0xb8 | 0xbb | 0xbe | 0xbf, _)
                | (0xf0, 0x9b | 0x9d, _)
                | (0xf3 | 0xf4, ..)
        )
    };
    let leads = |b: &u8| LEADS[usize::from(*b)];
    bytes.iter().enumerate().any(|(at, b)| leads(b) && hides(at))
}

/// First bytes of the characters that [`may_hide`] looks for.
static LEADS: [bool; 256] = leads();

const fn leads() -> [bool; 256] {
    let mut t = [false; 256];
    let mut list: &[u8] = b"\xc2\xcd\xd8\xe1\xe2\xe3\xee\xef\xf0\xf3\xf4";
    while let [first, rest @ ..] = list {
        t[*first as usize] = true;
        list = rest;
    }
    t
}

/// The base64 alphabets.
#[inline]
pub(crate) fn is_token(b: u8) -> bool {
    TOKEN[usize::from(b)]
}

static TOKEN: [bool; 256] = token();

const fn token() -> [bool; 256] {
    let mut t = [false; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_');
        i += 1;
    }
    t
}

fn has_run(bytes: &[u8], min: usize, f: impl Fn(u8) -> bool) -> bool {
    run_from(bytes, 0, min, f).is_some()
}

/// Where the first run of at least `min` bytes that satisfy `f` begins, from
/// `start` on, which is no place inside a run. Looks at few bytes where runs
/// are short: a byte that breaks a run rules out all runs across it.
pub(crate) fn run_from(
    bytes: &[u8],
    mut start: usize,
    min: usize,
    f: impl Fn(u8) -> bool,
) -> Option<usize> {
    // Bytes below `known` and from `start` on satisfy `f`.
    let mut known = start;
    loop {
        let window = bytes.get(known..start + min)?;
        match window.iter().rposition(|b| !f(*b)) {
            Some(n) => {
                let next = known + n + 1;
                known = start + min;
                start = next;
            }
            None => return Some(start),
        }
    }
}

/// Whether single letters alternate with separators often enough in a row.
fn has_spaced_letters(text: &str) -> bool {
    let mut before = 0u8;
    let mut last_separator = usize::MAX;
    let mut alternating = 0u32;
    for (i, b) in text.bytes().enumerate() {
        if is_separator(b) {
            if i.wrapping_sub(last_separator) == 2 && before.is_ascii_alphabetic() {
                alternating += 1;
                if alternating >= SPACED_LETTERS {
                    return true;
                }
            } else if i.wrapping_sub(last_separator) != 1 {
                alternating = 0;
            }
            last_separator = i;
        }
        before = b;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::is_invisible;

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

    #[test]
    fn a_step_ends_anywhere() {
        for before in 0..80 {
            let text = |end: &str| format!("{}{end}", "a bc ".repeat(20).split_at(before).0);
            assert!(classify(&text("x 1g")).leet && !classify(&text("x 1 g")).leet);
            assert!(classify(&text("x  ")).spacing && !classify(&text("x")).spacing);
            assert!(classify(&text(" i g n o r e")).spaced_letters);
            assert!(!classify(&text(" ig no")).spaced_letters);
        }
    }

    #[test]
    fn everything_hidden_is_seen() {
        let private = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
        for c in (char::MIN..=char::MAX).filter(|c| is_invisible(*c) || private(*c)) {
            assert!(may_hide(c.encode_utf8(&mut [0; 4]).as_bytes()), "{c:?}");
        }
        assert!(!classify("“a” – b… 文件，é").hidden);
    }

    #[test]
    fn the_first_long_run_is_found_wherever_it_stands() {
        let digit = |b: u8| b.is_ascii_digit();
        let slow = |b: &[u8], min: usize| {
            (0..b.len()).find(|i| b[*i..].iter().take_while(|b| digit(**b)).count() >= min)
        };
        let mut n = 1u32;
        for len in 0..400 {
            let text: Vec<u8> = (0..len % 40)
                .map(|_| {
                    n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    if n >> 16 & 3 == 0 { b'x' } else { b'1' }
                })
                .collect();
            assert_eq!(run_from(&text, 0, 6, digit), slow(&text, 6), "{text:?}");
        }
    }
}
