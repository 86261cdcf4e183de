//! Values of arguments.

use std::borrow::Cow;

use warden_core::json::{AnomalyKind, Val};

/// A text that every program reads alike; `None` for anything else.
pub(crate) fn text(value: Val<'_>) -> Option<Cow<'_, str>> {
    if is_odd(value, &[AnomalyKind::LoneSurrogate, AnomalyKind::InvalidUtf8]) {
        return None;
    }
    value.text()
}

/// Whether an object has a member twice: programs differ in which one counts.
pub(crate) fn has_repeated_keys(value: Val<'_>) -> bool {
    is_odd(value, &[AnomalyKind::DuplicateKey])
}

fn is_odd(value: Val<'_>, kinds: &[AnomalyKind]) -> bool {
    let span = value.span();
    let inside = |start| start >= span.start && start < span.end;
    let anomalies = value.doc().anomalies().iter();
    anomalies.filter(|a| kinds.contains(&a.kind)).any(|a| inside(a.span.start))
}
