//! What mcp-warden signs: not the lock but a statement that names its
//! `overall_digest`, and the package it belongs to if that was given. Nothing
//! else of the file is covered by it.

/// Why there is nothing that could be signed or verified.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum StatementError {
    #[error("overall_digest is not `sha256:` and 64 lower-case hexadecimal digits")]
    Digest,
    #[error("a coordinate is `npm:NAME@VERSION` or `pypi:NAME@VERSION`")]
    Coordinate,
}

/// The bytes of the statement: compact JSON with sorted keys.
///
/// # Errors
/// When the digest or the coordinate is not of its form.
pub fn statement(
    overall_digest: &str,
    coordinate: Option<&str>,
) -> Result<Vec<u8>, StatementError> {
    check_digest(overall_digest)?;
    let mut members = serde_json::Map::new();
    let version = if coordinate.is_some() { "v2" } else { "v1" };
    members.insert("_type".into(), format!("mcp-warden-lock-digest/{version}").into());
    if let Some(coordinate) = coordinate {
        check_coordinate(coordinate)?;
        members.insert("coordinate".into(), coordinate.into());
    }
    members.insert("digest".into(), overall_digest.into());
    Ok(serde_json::Value::Object(members).to_string().into_bytes())
}

fn check_digest(text: &str) -> Result<(), StatementError> {
    let digits = text.strip_prefix("sha256:").ok_or(StatementError::Digest)?;
    let fine = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    match digits.len() == 64 && digits.bytes().all(fine) {
        true => Ok(()),
        false => Err(StatementError::Digest),
    }
}

fn check_coordinate(text: &str) -> Result<(), StatementError> {
    let bad = Err(StatementError::Coordinate);
    let Some(rest) = text.strip_prefix("npm:").or_else(|| text.strip_prefix("pypi:")) else {
        return bad;
    };
    // The name of a scoped package begins with the sign that ends it.
    let Some((name, version)) = rest.rsplit_once('@') else { return bad };
    let visible = |s: &str| s.bytes().all(|b| b.is_ascii_graphic());
    if name.is_empty() || version.is_empty() || text.len() > 512 || !visible(text) {
        return bad;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest() -> String {
        format!("sha256:{}", "0f".repeat(32))
    }

    #[test]
    fn the_statement_is_compact_and_sorted() {
        let plain = statement(&digest(), None).unwrap();
        let want = format!(r#"{{"_type":"mcp-warden-lock-digest/v1","digest":"{}"}}"#, digest());
        assert_eq!(String::from_utf8(plain).unwrap(), want);
        let bound = statement(&digest(), Some("npm:@org/name@1.2.3")).unwrap();
        let want = format!(
            r#"{{"_type":"mcp-warden-lock-digest/v2","coordinate":"npm:@org/name@1.2.3","digest":"{}"}}"#,
            digest()
        );
        assert_eq!(String::from_utf8(bound).unwrap(), want);
    }

    #[test]
    fn what_is_no_digest_or_coordinate_is_refused() {
        for bad in ["", "sha256:", &"0f".repeat(32), &digest().to_uppercase(), "sha256:zz"] {
            assert_eq!(statement(bad, None), Err(StatementError::Digest), "{bad}");
        }
        for bad in ["", "npm:", "npm:x", "npm:@1", "npm:x@", "cargo:x@1", "npm:x @1", "pypi:é@1"] {
            let e = statement(&digest(), Some(bad));
            assert_eq!(e, Err(StatementError::Coordinate), "{bad}");
        }
    }
}
