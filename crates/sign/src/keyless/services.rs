//! Whom to ask for a certificate and where to record its use.

use sigstore_sign::trust_root::SigningConfig;
use sigstore_sign::{SigningServices, SigstoreInstance, reqwest};

/// Bytes that a signing config may have; a real one has about 2 kB.
const MAX_BYTES: usize = 256 * 1024;

/// Why the services are not usable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum ServicesError {
    #[error("the signing config has over {MAX_BYTES} bytes")]
    TooLarge,
    #[error("not a usable Sigstore signing config: {0}")]
    Malformed(String),
    #[error("{0} is not an https address: the identity token would travel in the clear")]
    Insecure(String),
}

/// The services of one Sigstore instance.
#[derive(Clone, Debug)]
pub struct Services(pub(super) SigningServices);

impl Services {
    /// The public instance.
    ///
    /// # Errors
    /// When the embedded text cannot be read or names no service that is still
    /// in use.
    pub fn embedded() -> Result<Self, ServicesError> {
        let services = SigningServices::from_embedded(SigstoreInstance::PublicGood)
            .map_err(|e| ServicesError::Malformed(e.to_string()))?;
        Ok(Self(services))
    }

    /// An instance by its signing config.
    ///
    /// # Errors
    /// When it is none, or names a service that cannot be reached safely.
    pub fn from_json(text: &str) -> Result<Self, ServicesError> {
        if text.len() > MAX_BYTES {
            return Err(ServicesError::TooLarge);
        }
        let malformed = |e: String| ServicesError::Malformed(super::verify::short(&e));
        let config = SigningConfig::from_json(text).map_err(|e| malformed(e.to_string()))?;
        let services = match config.tsa_urls.is_empty() {
            // A first-generation log states the time itself.
            true => without_stamper(&config),
            false => SigningServices::from_signing_config(&config).map_err(|e| e.to_string()),
        };
        let services = Self(services.map_err(malformed)?);
        services.check()?;
        Ok(services)
    }

    fn check(&self) -> Result<(), ServicesError> {
        let urls = [Some(self.0.fulcio_url()), Some(self.0.rekor_url()), self.0.tsa_url()];
        match urls.into_iter().flatten().find(|url| !is_safe(url)) {
            Some(url) => Err(ServicesError::Insecure(super::verify::short(url))),
            None => Ok(()),
        }
    }
}

fn without_stamper(config: &SigningConfig) -> Result<SigningServices, String> {
    let authority = config.fulcio_url().ok_or("it names no certificate authority")?;
    let log = config.rekor_url(Some(1)).ok_or("without a time stamper it needs a Rekor v1 log")?;
    Ok(SigningServices::new(authority.url.as_str(), log.url.as_str()))
}

/// Encrypted, or on this machine.
fn is_safe(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    let here = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
    url.scheme() == "https" || (url.scheme() == "http" && here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(authority: &str, log: &str) -> String {
        let one = |url: &str| {
            format!(
                r#"[{{"url":"{url}","majorApiVersion":1,"validFor":{{"start":"2020-01-01T00:00:00Z"}}}}]"#
            )
        };
        format!(
            r#"{{"mediaType":"application/vnd.dev.sigstore.signingconfig.v0.2+json","caUrls":{},"rekorTlogUrls":{}}}"#,
            one(authority),
            one(log)
        )
    }

    #[test]
    fn the_embedded_services_are_there() {
        assert!(Services::embedded().unwrap().0.fulcio_url().starts_with("https://"));
    }

    #[test]
    fn only_safe_addresses_are_taken() {
        for (authority, log, fine) in [
            ("https://ca.example", "https://log.example", true),
            ("http://127.0.0.1:1", "http://localhost:2", true),
            ("http://[::1]:1", "https://log.example", true),
            ("http://ca.example", "https://log.example", false),
            ("https://ca.example", "http://log.example", false),
            ("http://127.0.0.1.evil.example", "https://log.example", false),
            ("file:///etc", "https://log.example", false),
            ("nonsense", "https://log.example", false),
        ] {
            assert_eq!(Services::from_json(&config(authority, log)).is_ok(), fine, "{authority}");
        }
    }

    #[test]
    fn what_is_no_signing_config_is_refused() {
        let none = config("https://a.example", "https://b.example").replace("\"caUrls\"", "\"x\"");
        for bad in ["", "{}", "[]", &none] {
            let e = Services::from_json(bad).unwrap_err();
            assert!(matches!(e, ServicesError::Malformed(_)), "{bad}: {e}");
        }
    }
}
