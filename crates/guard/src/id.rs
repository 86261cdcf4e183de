//! Ids of requests, compared by JSON type and spelling: `1`, `"1"` and `1.0`
//! are three ids.

use warden_core::json::{Kind, Val};

/// An id as a key.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Id {
    Text(String),
    Number(String),
}

/// An id longer than this is no id.
const LONGEST: usize = 1024;

impl Id {
    /// The id that a value is; `None` if the protocol knows no such id.
    pub(crate) fn of(v: Val<'_>) -> Option<Self> {
        if v.raw().len() > LONGEST {
            return None;
        }
        match v.kind() {
            Kind::Str => Some(Self::Text(v.text()?.into_owned())),
            Kind::Num => Some(Self::Number(v.num()?.lexeme().to_owned())),
            _ => None,
        }
    }

    /// The id as JSON. A text in another spelling is the same text.
    pub(crate) fn json(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => {
                let mut out = Vec::with_capacity(text.len() + 2);
                warden_core::json::write_string(text, &mut out);
                out
            }
            Self::Number(lexeme) => lexeme.as_bytes().to_vec(),
        }
    }
}
