//! Where the identity token comes from. It is never shown, logged or kept.

use std::path::PathBuf;

use sigstore_sign::oidc::IdentityToken;
use zeroize::Zeroizing;

use crate::files::{FileError, read_text};

/// Bytes that a token may have; a real one has about 2 kB.
const MAX_BYTES: u64 = 64 * 1024;

/// Why there is no identity to sign with. No variant holds the token.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum TokenError {
    #[error(
        "no identity to sign with: not in a CI job that offers one (GitHub Actions needs `permissions: id-token: write`), and no --identity-token"
    )]
    NoAmbient,
    #[error(
        "the CI job's identity could not be had (GitHub Actions needs `permissions: id-token: write`): {0}"
    )]
    Ambient(String),
    #[error(
        "--identity-token takes a FILE or env:NAME, not the token itself: other users of the machine can read arguments"
    )]
    OnCommandLine,
    #[error("{0}")]
    File(#[from] FileError),
    #[error("the variable {0} is not set")]
    Variable(String),
    #[error("the identity token is blank")]
    Blank,
    #[error("the identity token is not a JSON Web Token with issuer, subject and expiry")]
    Malformed,
    #[error("the identity token has expired")]
    Expired,
}

/// Where to take the token from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenSource {
    /// What the CI job offers.
    Ambient,
    /// A file that holds it.
    File(PathBuf),
    /// A variable of the environment that holds it.
    Variable(String),
}

impl TokenSource {
    /// Reads what `--identity-token` was given: `env:NAME` or a file.
    ///
    /// # Errors
    /// When it is the token itself.
    pub fn from_argument(argument: &str) -> Result<Self, TokenError> {
        if argument.trim().is_empty() {
            return Err(TokenError::Blank);
        }
        if looks_like_token(argument) {
            return Err(TokenError::OnCommandLine);
        }
        Ok(match argument.strip_prefix("env:") {
            Some(name) => Self::Variable(name.into()),
            None => Self::File(argument.into()),
        })
    }

    /// The token. What was named and is not usable is an error: another
    /// identity than the wanted one must not sign instead.
    pub(super) async fn token(&self) -> Result<IdentityToken, TokenError> {
        let text = match self {
            Self::Ambient => return ambient().await,
            Self::File(path) => Zeroizing::new(read_text(path, MAX_BYTES)?),
            Self::Variable(name) => {
                Zeroizing::new(std::env::var(name).map_err(|_| TokenError::Variable(name.clone()))?)
            }
        };
        usable(text.trim())
    }
}

async fn ambient() -> Result<IdentityToken, TokenError> {
    match IdentityToken::detect_ambient().await {
        Ok(Some(token)) => Ok(token),
        Ok(None) => Err(TokenError::NoAmbient),
        Err(e) => Err(TokenError::Ambient(super::verify::short(&e.to_string()))),
    }
}

fn usable(text: &str) -> Result<IdentityToken, TokenError> {
    if text.is_empty() {
        return Err(TokenError::Blank);
    }
    // The reason would quote the token.
    let token = IdentityToken::from_jwt(text).map_err(|_| TokenError::Malformed)?;
    if token.is_expired() { Err(TokenError::Expired) } else { Ok(token) }
}

/// Three parts of base64url, the first of which is a JSON object.
fn looks_like_token(text: &str) -> bool {
    let plain = |p: &str| p.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_=".contains(&b));
    text.starts_with("eyJ") && text.split('.').count() == 3 && text.split('.').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;

    fn jwt(expiry: u64) -> String {
        let part = |s: &str| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(s);
        let claims = format!(r#"{{"iss":"https://issuer.example","sub":"me","exp":{expiry}}}"#);
        format!("{}.{}.c2ln", part(r#"{"alg":"none"}"#), part(&claims))
    }

    #[test]
    fn an_argument_names_a_place_and_is_no_token() {
        assert_eq!(TokenSource::from_argument("t.jwt").unwrap(), TokenSource::File("t.jwt".into()));
        let variable = TokenSource::from_argument("env:TOKEN").unwrap();
        assert_eq!(variable, TokenSource::Variable("TOKEN".into()));
        let token = jwt(9_999_999_999);
        let e = TokenSource::from_argument(&token).unwrap_err();
        assert!(matches!(e, TokenError::OnCommandLine) && !e.to_string().contains(&token));
        assert!(matches!(TokenSource::from_argument(" "), Err(TokenError::Blank)));
    }

    #[test]
    fn unusable_tokens_are_refused_without_being_quoted() {
        assert!(usable(&jwt(9_999_999_999)).is_ok());
        assert!(matches!(usable(""), Err(TokenError::Blank)));
        assert!(matches!(usable(&jwt(1)), Err(TokenError::Expired)));
        for bad in ["hunter2", "a.b", "a.b.c", "eyJhbGciOiJub25lIn0.e30.x"] {
            let e = usable(bad).unwrap_err();
            assert!(matches!(e, TokenError::Malformed), "{bad}: {e}");
            assert!(!e.to_string().contains("hunter2"));
        }
    }
}
