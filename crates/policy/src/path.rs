//! Paths: judged by how they are written, after `.` and `..` were taken out.

use warden_core::policy::Patterns;

use crate::code::Code;
use crate::glob::Paths;

/// Allowed and denied paths.
#[derive(Debug)]
pub(crate) struct PathRule {
    allow: Option<Paths>,
    deny: Paths,
}

impl PathRule {
    pub(crate) fn new(patterns: &Patterns) -> Result<Self, String> {
        let tidy = |globs: &[String]| -> Vec<String> {
            globs.iter().map(|g| normal(g).unwrap_or_else(|| g.clone())).collect()
        };
        let allow = patterns.allow.as_deref().map(|globs| Paths::new(&tidy(globs))).transpose()?;
        Ok(Self { allow, deny: Paths::new(&tidy(&patterns.deny))? })
    }

    /// Why the path may not be used.
    pub(crate) fn refuse(&self, path: &str) -> Option<(Code, &'static str)> {
        let Some(path) = plain(path) else {
            return Some((Code::Path, "the address of the file cannot be read"));
        };
        if path.contains('\0') {
            return Some((Code::Path, "the path holds a null character"));
        }
        let Some(path) = normal(&path) else {
            return Some((Code::Path, "the path leads above where it begins"));
        };
        if self.deny.matches(&path) {
            return Some((Code::Path, "the path is denied"));
        }
        match &self.allow {
            Some(allow) if !allow.matches(&path) => {
                Some((Code::Path, "the path is outside of what is allowed"))
            }
            _ => None,
        }
    }
}

/// The path of a `file:` URL, decoded as whoever opens it will; any other text
/// as it is. `None` for a URL of another machine or one that cannot be read.
fn plain(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    if !text.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("file:")) {
        return Some(text.into());
    }
    let url = url::Url::parse(text).ok()?;
    if url.host_str().is_some_and(|h| !h.is_empty() && h != "localhost") {
        return None;
    }
    let decoded = percent_encoding::percent_decode_str(url.path()).decode_utf8().ok()?;
    Some(decoded.into_owned().into())
}

/// Without `.`, `..`, repeated and backward slashes; `None` if a relative path
/// leaves the place where it begins. Nothing leads above the root (POSIX,
/// section 4.16: `/..` is `/`).
fn normal(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() && !absolute {
                    return None;
                }
            }
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    Some(if absolute { format!("/{joined}") } else { joined })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(allow: Option<&[&str]>, deny: &[&str]) -> PathRule {
        let own = |l: &[&str]| l.iter().map(|s| (*s).to_owned()).collect();
        PathRule::new(&Patterns { allow: allow.map(own), deny: own(deny) }).expect("globs")
    }

    #[test]
    fn dots_and_slashes_do_not_leave_the_root() {
        let r = rule(Some(&["/srv/data/**"]), &["**/.ssh/**", "**/*.key"]);
        for good in
            ["/srv/data/a", "/srv//data/./x/../b", "\\srv\\data\\c", "file:///srv/data/d%20e"]
        {
            assert_eq!(r.refuse(good), None, "{good}");
        }
        for bad in [
            "/srv/data",
            "/srv/data/../x",
            "/srv/data/../../etc/passwd",
            "srv/data/a",
            "../srv/data/a",
            "/srv/data/.ssh/id",
            "/srv/data/a.key",
            "/srv/data/a\0.txt",
            "file:///srv/data/%2e%2e/%2e%2e/etc/passwd",
            "file:///srv/data/..%2f..%2fetc/passwd",
            "FILE:///etc/passwd",
            "file:/etc/passwd",
            "file:///srv/data/%2essh/id",
            "file://other.example/srv/data/a",
            "file:///srv/data/a%00",
            "",
        ] {
            assert!(r.refuse(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn an_empty_list_allows_nothing_and_none_allows_all() {
        assert!(rule(Some(&[]), &[]).refuse("/a").is_some());
        assert_eq!(rule(None, &[]).refuse("/a"), None);
        assert!(rule(None, &["/etc/**"]).refuse("/x/../etc/passwd").is_some());
    }

    #[test]
    fn one_star_stays_within_a_name() {
        let r = rule(Some(&["/srv/*.txt"]), &[]);
        assert_eq!(r.refuse("/srv/a.txt"), None);
        assert!(r.refuse("/srv/x/a.txt").is_some());
    }
}
