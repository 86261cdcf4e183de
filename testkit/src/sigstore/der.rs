//! The little DER that certificates need beyond what their builder writes.

/// A value with its tag and length.
pub(super) fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let n = content.len();
    match n {
        0..=0x7f => out.push(n as u8),
        0x80..=0xff => out.extend([0x81, n as u8]),
        _ => out.extend([0x82, (n >> 8) as u8, n as u8]),
    }
    out.extend(content);
    out
}

/// The first member of a sequence, with its tag and length: of a certificate,
/// what its authority signed.
pub(super) fn first_member(sequence: &[u8]) -> &[u8] {
    let (start, _) = bounds(sequence);
    let inner = &sequence[start..];
    let (start, length) = bounds(inner);
    &inner[..start + length]
}

/// Where the content of a value begins and how long it is.
fn bounds(value: &[u8]) -> (usize, usize) {
    let first = usize::from(value[1]);
    if first < 0x80 {
        return (2, first);
    }
    let digits = first & 0x7f;
    let length = value[2..2 + digits].iter().fold(0, |n, b| n << 8 | usize::from(*b));
    (2 + digits, length)
}
