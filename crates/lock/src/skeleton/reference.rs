//! Following `$ref` inside one document, as mcp-warden does.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use warden_core::json::{Kind, Val};

/// References on one path beyond which no more are followed.
const MAX_REFS: usize = 256;

/// What a `$ref` leads to.
pub(super) enum Target<'d> {
    /// The schema at that place.
    Schema(Val<'d>),
    /// Nothing that can be followed.
    Opaque,
    /// A reference that is already being followed.
    Cycle,
}

/// Follows a reference that stands alone in its object.
pub(super) fn follow<'d>(root: Val<'d>, reference: &str, on_path: &[String]) -> Target<'d> {
    let Some(fragment) = reference.strip_prefix('#').filter(|f| !f.is_empty()) else {
        return Target::Opaque;
    };
    if !root.is_obj() {
        return Target::Opaque;
    }
    if on_path.iter().any(|r| r == reference) {
        return Target::Cycle;
    }
    if on_path.len() >= MAX_REFS {
        return Target::Opaque;
    }
    let fragment = percent_decode_str(fragment).decode_utf8_lossy();
    let mut tokens = fragment.split('/');
    if tokens.next() != Some("") {
        return Target::Opaque;
    }
    let mut at = root;
    for token in tokens {
        let token = unescape(token);
        let next = match at.kind() {
            Kind::Obj => at.get(&token),
            Kind::Arr => index(&token).and_then(|n| at.items().nth(n)),
            _ => None,
        };
        match next {
            Some(v) => at = v,
            None => return Target::Opaque,
        }
    }
    if at.is_obj() { Target::Schema(at) } else { Target::Opaque }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// Digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|b| b.is_ascii_digit());
    (plain && (token == "0" || !token.starts_with('0'))).then(|| token.parse().ok())?
}

/// A `$ref` as text; one that is no string as Python's `str` writes it.
pub(super) fn text(v: Val<'_>) -> String {
    match v.kind() {
        Kind::Str => v.text().unwrap_or_default().into_owned(),
        Kind::Null => "None".into(),
        Kind::True => "True".into(),
        Kind::False => "False".into(),
        // No client reads these; the text only has to be the same each time.
        Kind::Num | Kind::Arr | Kind::Obj => {
            String::from_utf8_lossy(&warden_core::json::lossless(v)).into()
        }
    }
}
