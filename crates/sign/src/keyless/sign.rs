//! Signing bytes with an identity. Needs the network, and says what failed.

use std::time::Duration;

use sigstore_sign::oidc::IdentityToken;
use sigstore_sign::{Error, SigningContext, reqwest};

use super::services::Services;
use super::token::{TokenError, TokenSource};
use super::trust::TrustRoot;
use super::verify::{VerifyError, short, verify_anybody};

/// Time for one answer.
const ANSWER: Duration = Duration::from_secs(20);
/// Time to reach a service.
const CONNECT: Duration = Duration::from_secs(10);

/// Why nothing was signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum SignError {
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error("{service} gave no usable answer: {detail}")]
    Service { service: &'static str, detail: String },
    #[error("signing took more than {} s", limit.as_secs())]
    TimedOut { limit: Duration },
    #[error("the signature that was made does not verify: {0}")]
    Unverifiable(#[from] VerifyError),
}

/// A signature, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signed {
    /// The bundle as JSON, for the sidecar.
    pub bundle: String,
    /// The identity that the certificate names: what a verifier has to give.
    pub identity: String,
    /// Who vouched for it: the other half of that.
    pub issuer: String,
}

/// Signs the bytes as whoever the token names. What comes back was verified
/// against `root`; a bundle that nobody could verify is an error.
///
/// # Errors
/// When there is no identity, a service does not answer, or it takes longer
/// than `limit`.
pub async fn sign(
    bytes: &[u8],
    source: &TokenSource,
    services: &Services,
    root: &TrustRoot,
    limit: Duration,
) -> Result<Signed, SignError> {
    let work = async {
        let token = source.token().await?;
        request(bytes, token, services).await
    };
    let bundle =
        tokio::time::timeout(limit, work).await.map_err(|_| SignError::TimedOut { limit })??;
    let verified = verify_anybody(bytes, bundle.as_bytes(), root)?;
    Ok(Signed { bundle, identity: verified.identity, issuer: verified.issuer })
}

async fn request(
    bytes: &[u8],
    token: IdentityToken,
    services: &Services,
) -> Result<String, SignError> {
    let secret = zeroize::Zeroizing::new(token.expose_secret().to_owned());
    let context = SigningContext::new(services.0.clone()).with_http_client(client()?);
    let signed = context.signer(token).sign(bytes).await;
    let bundle = signed.map_err(|e| failure(&e, &secret))?;
    let mut text = bundle
        .to_json_pretty()
        .map_err(|e| SignError::Service { service: "Sigstore", detail: short(&e.to_string()) })?;
    text.push('\n');
    Ok(text)
}

/// No redirects: the identity token goes to the service that was named.
fn client() -> Result<reqwest::Client, SignError> {
    reqwest::Client::builder()
        .timeout(ANSWER)
        .connect_timeout(CONNECT)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("warden/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|e| SignError::Service { service: "HTTP", detail: short(&e.to_string()) })
}

/// The message quotes what the service answered, which may quote the token.
fn failure(error: &Error, secret: &str) -> SignError {
    let service = match error {
        Error::Fulcio(_) => "the certificate authority",
        Error::Rekor(_) => "the transparency log",
        Error::Tsa(_) => "the time stamper",
        _ => "Sigstore",
    };
    SignError::Service { service, detail: short(&error.to_string().replace(secret, "…")) }
}
