//! Where a result points: a line of a config file, and a name inside a server.

use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use warden_core::Untrusted;
use warden_core::finding::Finding;
use warden_core::spec::SourceRef;

use super::model::{ArtifactLocation, Location, LogicalLocation, PhysicalLocation, Region};

/// The base that GitHub resolves against the checkout.
pub(super) const BASE: &str = "%SRCROOT%";

/// Everything but RFC 3986 `unreserved`.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `.` and `..` taken out by name alone; links are not followed.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn encode(path: &Path) -> String {
    let parts: Vec<String> = path
        .components()
        .filter_map(|part| match part {
            Component::Prefix(p) => Some(p.as_os_str().to_string_lossy().replace('\\', "/")),
            Component::RootDir | Component::CurDir => None,
            Component::ParentDir => Some("..".into()),
            Component::Normal(s) => Some(percent_encode(s.as_encoded_bytes(), SEGMENT).to_string()),
        })
        .collect();
    parts.join("/")
}

/// The `file:` URI of an absolute path (RFC 8089).
pub(super) fn file_uri(path: &Path, directory: bool) -> String {
    let tail = encode(&tidy(path));
    let slash = if directory && !tail.is_empty() { "/" } else { "" };
    format!("file:///{tail}{slash}")
}

/// Relative to `root` where the file lies below it, else its `file:` URI.
pub(super) fn artifact(file: &Path, root: &Path) -> ArtifactLocation {
    let root = tidy(root);
    let whole = tidy(&if file.is_absolute() { file.to_path_buf() } else { root.join(file) });
    match whole.strip_prefix(&root) {
        Ok(inside) if !inside.starts_with("..") => {
            ArtifactLocation { uri: Some(encode(inside)), uri_base_id: Some(BASE) }
        }
        _ if whole.is_absolute() => {
            ArtifactLocation { uri: Some(file_uri(&whole, false)), uri_base_id: None }
        }
        _ => ArtifactLocation { uri: Some(encode(&whole)), uri_base_id: None },
    }
}

/// A place in a file.
pub(super) fn physical(source: &SourceRef, root: &Path) -> PhysicalLocation {
    PhysicalLocation {
        artifact_location: artifact(&source.file, root),
        region: Some(Region {
            start_line: source.line.max(1),
            start_column: source.column.filter(|c| *c > 0),
        }),
    }
}

/// A place by name: the server, and the tool or prompt inside it.
pub(super) fn logical(
    server: Option<&Untrusted>,
    finding: Option<&Finding>,
) -> Vec<LogicalLocation> {
    let Some(server) = server else { return Vec::new() };
    let server = server.term_limited(200);
    let inner = finding.and_then(|f| Some((f, f.subject.name()?.term_limited(200))));
    let place = match inner {
        Some((f, name)) => LogicalLocation {
            fully_qualified_name: format!("{server}/{}/{name}", f.subject.kind()),
            kind: if f.tool().is_some() { "function" } else { "member" },
            name,
        },
        None => {
            LogicalLocation { fully_qualified_name: server.clone(), kind: "module", name: server }
        }
    };
    vec![place]
}

/// A whole file, for a file that could not be read.
pub(super) fn whole_file(file: &Path, root: &Path) -> Location {
    Location {
        physical_location: Some(PhysicalLocation {
            artifact_location: artifact(file, root),
            region: None,
        }),
        logical_locations: Vec::new(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of(file: &str, root: &str) -> (String, bool) {
        let a = artifact(Path::new(file), Path::new(root));
        (a.uri.expect("a URI"), a.uri_base_id.is_some())
    }

    #[test]
    fn files_below_the_root_are_relative() {
        assert_eq!(of("/r/a b/ü:c.json", "/r"), ("a%20b/%C3%BC%3Ac.json".into(), true));
        assert_eq!(of("./x/../.mcp.json", "/r/."), (".mcp.json".into(), true));
        assert_eq!(of(".mcp.json", "."), (".mcp.json".into(), true));
    }

    #[test]
    fn other_files_have_a_file_uri() {
        assert_eq!(of("/home/u/c.json", "/r"), ("file:///home/u/c.json".into(), false));
        assert_eq!(of("../c.json", "/r"), ("file:///c.json".into(), false));
        assert_eq!(of("/r/../etc/c.json", "/r"), ("file:///etc/c.json".into(), false));
    }
}
