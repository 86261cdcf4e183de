//! Phrases with alternatives: `{ignore|disregard} all {@orders}`.

use std::collections::BTreeMap;

/// More phrases from one line than this are a mistake.
const MAX: usize = 4096;

/// Named word lists.
pub(crate) type Lists = BTreeMap<String, Vec<String>>;

/// All phrases that a line stands for, in lower case. An alternative may be
/// empty; `{@name}` stands for a word list.
pub(crate) fn expand(line: &str, lists: &Lists) -> Result<Vec<String>, String> {
    let mut out = vec![String::new()];
    let mut rest = line;
    while let Some(open) = rest.find('{') {
        let (text, tail) = rest.split_at(open);
        let close = tail.find('}').ok_or("a \"{\" has no \"}\"")?;
        let alternatives = alternatives(&tail[1..close], lists)?;
        out.iter_mut().for_each(|s| s.push_str(text));
        out = product(&out, &alternatives)?;
        rest = &tail[close + 1..];
    }
    out.iter_mut().for_each(|s| s.push_str(rest));
    let mut phrases: Vec<String> = out.into_iter().map(tidy).collect();
    phrases.sort_unstable();
    phrases.dedup();
    if phrases.iter().any(|p| p.trim_end_matches('…').is_empty()) {
        return Err("a phrase is empty".into());
    }
    Ok(phrases)
}

fn alternatives(inner: &str, lists: &Lists) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    for alternative in inner.split('|') {
        match alternative.strip_prefix('@') {
            Some(name) => {
                let list = lists.get(name).ok_or(format!("there is no word list \"{name}\""))?;
                out.extend(list.iter().cloned());
            }
            None => out.push(alternative.to_owned()),
        }
    }
    Ok(out)
}

fn product(heads: &[String], tails: &[String]) -> Result<Vec<String>, String> {
    if heads.len() * tails.len() > MAX {
        return Err(format!("it stands for more than {MAX} phrases"));
    }
    let join = |head: &String, tail: &String| {
        let mut out = String::with_capacity(head.len() + tail.len() + 16);
        out.push_str(head);
        out.push_str(tail);
        out
    };
    Ok(heads.iter().flat_map(|h| tails.iter().map(move |t| join(h, t))).collect())
}

/// An empty alternative leaves two spaces or one at an end.
fn tidy(mut s: String) -> String {
    if s.contains("  ") || s.starts_with(' ') || s.ends_with(' ') {
        let words: Vec<&str> = s.split(' ').filter(|w| !w.is_empty()).collect();
        s = words.join(" ");
    }
    if s.is_ascii() {
        s.make_ascii_lowercase();
        return s;
    }
    s.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_and_lists_multiply() {
        let lists = Lists::from([("who".into(), vec!["user".into(), "owner".into()])]);
        assert_eq!(
            expand("tell {the|} {@who}", &lists).expect("expands"),
            ["tell owner", "tell the owner", "tell the user", "tell user"]
        );
        assert!(expand("a {b", &lists).is_err());
        assert!(expand("{@none}", &lists).is_err());
        assert!(expand("{|x}", &lists).is_err());
    }
}
