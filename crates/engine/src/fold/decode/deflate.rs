//! Text that was packed before it was written in base64: gzip (RFC 1952) and
//! zlib (RFC 1950).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

use super::{Decoded, as_words, runs};
use crate::fold::classify::{LONG_TOKEN, is_token};

/// A sentence packs to half its size; what grows more is a bomb.
const OUTPUT_MAX: usize = 16 << 10;
/// The header of gzip without optional fields.
const GZIP_HEADER: usize = 10;

/// Tokens that are packed words.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for mut range in runs(text, LONG_TOKEN, is_token) {
        let token = &text[range.clone()];
        if !(token.starts_with("H4sI") || token.starts_with("eJ") || token.starts_with("eN")) {
            continue;
        }
        let Ok(packed) = STANDARD_NO_PAD.decode(token) else { continue };
        let Some(words) = unpack(&packed).and_then(as_words) else { continue };
        range.end += text[range.end..].bytes().take(2).take_while(|b| *b == b'=').count();
        out.push(Decoded { range, text: words });
    }
    out
}

fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    match packed {
        // No optional field: nobody needs a file name here.
        [0x1f, 0x8b, 8, 0, ..] => {
            decompress_to_vec_with_limit(packed.get(GZIP_HEADER..)?, OUTPUT_MAX).ok()
        }
        [0x78, ..] => decompress_to_vec_zlib_with_limit(packed, OUTPUT_MAX).ok(),
        _ => None,
    }
}
