//! Which rules judged: a version for people and a digest for machines.

use warden_core::RuleMeta;
use warden_core::digest::sha256_parts;

/// Raised with every change of what is found.
pub(crate) const VERSION: &str = "5";

/// A source that goes into the digest: its name and its bytes.
pub(crate) type Input<'a> = (&'a str, &'a [u8]);

/// Everything that decides what is found: rule files, guards, folding,
/// structural rules, feed records, and how they are put together.
pub(crate) fn inputs() -> Vec<Input<'static>> {
    let mut out = Vec::new();
    out.extend_from_slice(crate::fold::SOURCES);
    out.extend_from_slice(crate::lex::SOURCES);
    out.extend_from_slice(crate::rules::SOURCES);
    out.extend_from_slice(crate::frames::SOURCES);
    out.extend_from_slice(crate::inspect::SOURCES);
    out.extend_from_slice(crate::score::SOURCES);
    out.extend(crate::lex::RULE_FILES.iter().map(|(n, t)| (*n, t.as_bytes())));
    out.push((crate::lex::WORDS.0, crate::lex::WORDS.1.as_bytes()));
    out.push(("gates/feed.rs", include_bytes!("gates/feed.rs")));
    out.push(("gates/feed_builtin.rs", include_bytes!("gates/feed_builtin.rs")));
    out.push(("gates/pin.rs", include_bytes!("gates/pin.rs")));
    out.push(("gates/verdict.rs", include_bytes!("gates/verdict.rs")));
    out.push(("hashed.rs", include_bytes!("hashed.rs")));
    out.push(("words.rs", include_bytes!("words.rs")));
    out.push(("engine/cause.rs", include_bytes!("engine/cause.rs")));
    out.push(("engine/statics.rs", include_bytes!("engine/statics.rs")));
    out.push(("launch/line.rs", include_bytes!("launch/line.rs")));
    out.push(("launch/shell.rs", include_bytes!("launch/shell.rs")));
    out.push(("launch/package.rs", include_bytes!("launch/package.rs")));
    out.push(("launch/secret.rs", include_bytes!("launch/secret.rs")));
    out
}

/// The digest over inputs and the table of rules.
pub(crate) fn digest(inputs: &[Input<'_>], table: &[RuleMeta]) -> String {
    let mut sorted: Vec<_> = inputs.to_vec();
    sorted.sort_unstable();
    let sources = sorted.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
    let rules = table.iter().flat_map(|meta| {
        let advisory: &[u8] = if meta.advisory { &[1] } else { &[0] };
        [meta.id.as_str().as_bytes(), meta.severity.name().as_bytes(), advisory]
    });
    let parts = std::iter::once(VERSION.as_bytes()).chain(sources).chain(rules);
    format!("sha256-{}", sha256_parts(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_of_any_input_changes_the_digest() {
        let original = inputs();
        let names: std::collections::HashSet<_> = original.iter().map(|i| i.0).collect();
        assert_eq!(names.len(), original.len(), "every input has a name of its own");
        let base = digest(&original, &[]);
        for n in 0..original.len() {
            let changed: Vec<u8> = [original[n].1, b"x"].concat();
            let mut other = original.clone();
            other[n].1 = &changed;
            assert_ne!(digest(&other, &[]), base, "{}", original[n].0);
            let mut fewer = original.clone();
            fewer.remove(n);
            assert_ne!(digest(&fewer, &[]), base, "{}", original[n].0);
        }
    }

    #[test]
    fn the_table_is_part_of_it() {
        let mut meta = crate::meta_rules::DRIFT.to_rule_meta(&[]);
        let base = digest(&[], std::slice::from_ref(&meta));
        meta.advisory = true;
        assert_ne!(digest(&[], &[meta]), base);
    }
}
