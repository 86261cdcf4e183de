//! Places in the arguments: JSON pointers (RFC 6901) with `*` for every member
//! or element.

use warden_core::json::{Val, push_token};

/// Values that one pointer may name, at most; the rest is refused by whoever
/// asks, not overlooked.
pub(crate) const MAX_VALUES: usize = 1_000;

/// A pointer, taken apart.
#[derive(Debug)]
pub(crate) struct Place {
    tokens: Vec<String>,
}

impl Place {
    pub(crate) fn new(pointer: &str) -> Result<Self, String> {
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Err("`at` must be a JSON pointer, such as \"/path\"".into());
        }
        let tokens = pointer.split('/').skip(1);
        Ok(Self { tokens: tokens.map(|t| t.replace("~1", "/").replace("~0", "~")).collect() })
    }

    /// A member of the arguments by its name.
    pub(crate) fn member(name: &str) -> Self {
        Self { tokens: vec![name.to_owned()] }
    }

    /// The values at the place, with their pointers; `None` if there are more
    /// than [`MAX_VALUES`].
    pub(crate) fn values<'a>(&self, root: Val<'a>) -> Option<Vec<(String, Val<'a>)>> {
        let mut found = vec![(String::new(), root)];
        for token in &self.tokens {
            let mut next = Vec::new();
            for (pointer, value) in found {
                step(&pointer, value, token, &mut next);
                if next.len() > MAX_VALUES {
                    return None;
                }
            }
            found = next;
        }
        Some(found)
    }
}

fn step<'a>(pointer: &str, value: Val<'a>, token: &str, out: &mut Vec<(String, Val<'a>)>) {
    let below = |token: &str| {
        let mut pointer = pointer.to_owned();
        push_token(&mut pointer, token);
        pointer
    };
    let room = MAX_VALUES + 2 - out.len().min(MAX_VALUES + 1);
    if token == "*" {
        let items = value.items().enumerate().map(|(n, v)| (below(&n.to_string()), v));
        out.extend(items.take(room));
        let members = value.members().map(|(k, v)| (below(&k.text().unwrap_or_default()), v));
        out.extend(members.take(room));
        return;
    }
    // Every member of that name: whichever of two a server takes, it was judged.
    let named = value.members().filter(|(k, _)| k.key_is(token)).map(|(_, v)| (below(token), v));
    out.extend(named.take(room));
    if let Ok(n) = token.parse::<usize>()
        && let Some(item) = value.items().nth(n)
    {
        out.push((below(token), item));
    }
}
