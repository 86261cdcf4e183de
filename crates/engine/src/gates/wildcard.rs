//! Patterns of the threat feed: substrings with `*`.

/// An interior star spans at most this many characters, so that no two
/// unrelated words are joined.
const SPAN: usize = 24;

/// Where a pattern matches a text; both in lower case. A segment that begins
/// with a letter or digit begins at the start of a word. Linear in the text
/// for a given pattern: every position is tried for every segment once.
pub(super) fn find(pattern: &str, text: &str) -> Option<std::ops::Range<usize>> {
    let segments: Vec<&str> = pattern.split('*').filter(|s| !s.is_empty()).collect();
    let (first, rest) = segments.split_first()?;
    if !pattern.contains('*') {
        return text.find(first).map(|at| at..at + first.len());
    }
    // Possible ends of what was matched so far, each with its start.
    let mut ends: Vec<(usize, usize)> =
        starts(first, text).map(|at| (at + first.len(), at)).collect();
    for segment in rest {
        let mut next = Vec::new();
        let mut n = 0;
        for at in starts(segment, text) {
            while n < ends.len() && ends[n].0 + SPAN < at {
                n += 1;
            }
            if let Some((end, start)) = ends.get(n)
                && *end <= at
            {
                next.push((at + segment.len(), *start));
            }
        }
        ends = next;
    }
    ends.first().map(|(end, start)| *start..*end)
}

fn starts<'t>(segment: &'t str, text: &'t str) -> impl Iterator<Item = usize> + 't {
    let wordy = segment.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric);
    memchr::memmem::find_iter(text.as_bytes(), segment.as_bytes()).filter(move |at| {
        let before = at.checked_sub(1).map(|n| text.as_bytes()[n]);
        !wordy || !before.is_some_and(|b| b.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn stars_join_what_is_near_and_at_word_starts() {
        assert!(find("drain*wallet", "drains the wallet").is_some());
        assert!(find("sweep*funds", "sweep all refunds").is_none());
        assert!(find("drain*wallet", &format!("drain {} wallet", "x ".repeat(30))).is_none());
        assert!(find("a*b*c", "a b x c").is_some());
        assert_eq!(find("evil.io", "see evil.io/x"), Some(4..11));
        assert!(find("*", "x").is_none());
    }

    #[test]
    fn a_hostile_text_costs_no_more_than_its_length() {
        let text = "a ".repeat(200_000);
        assert!(find("a*a*a*a*a*a*b", &text).is_none());
    }
}
