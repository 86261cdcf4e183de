//! Base64 and base64url (RFC 4648, sections 4 and 5).

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::{Decoded, as_words, runs};
use crate::fold::classify::{LONG_TOKEN, is_token};

/// Tokens whose decoded form is words. Non-canonical ones are refused by the
/// decoder, so that ordinary long words are left alone.
pub(super) fn find(text: &str) -> Vec<Decoded> {
    let mut out = Vec::new();
    for mut range in runs(text, LONG_TOKEN, is_token) {
        let token = &text[range.clone()];
        let engine = if token.contains(['-', '_']) { &URL_SAFE_NO_PAD } else { &STANDARD_NO_PAD };
        let Some(words) = engine.decode(token).ok().and_then(as_words) else { continue };
        let padding = text[range.end..].bytes().take(2).take_while(|b| *b == b'=').count();
        range.end += padding;
        out.push(Decoded { range, text: words });
    }
    out
}
