//! HTTP requests to one server: its headers, its origin, nobody else's.

use std::path::Path;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue, LOCATION};
use reqwest::{Certificate, Client, Method, Response, StatusCode, Url, redirect};
use warden_core::{Remote, Untrusted};

use super::resolver::{NotPublic, PublicOnly};
use crate::CaptureOptions;
use crate::failure::{Failure, Kind};
use warden_core::net::is_public;

const MAX_REDIRECTS: usize = 3;

/// Shared by all sessions with one server.
#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    client: Client,
    pub(crate) url: Url,
    headers: HeaderMap,
    public_only: bool,
}

fn unusable(message: impl Into<String>) -> Failure {
    Failure::new(Kind::Start, "connect", message)
}

impl HttpClient {
    pub(crate) fn new(remote: &Remote, options: &CaptureOptions) -> Result<Self, Failure> {
        let url =
            Url::parse(&remote.url).map_err(|e| unusable(format!("its URL is invalid: {e}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unusable("its URL is neither http nor https"));
        }
        let mut builder = Client::builder()
            .redirect(redirect::Policy::none())
            .user_agent(format!("warden/{}", options.version));
        // Proxies of the environment are part of the environment: they are
        // used only when all of it is asked for. A proxy would dial for us, so
        // that no address could be checked.
        if options.public_only || !options.inherit_env {
            builder = builder.no_proxy();
        }
        if options.public_only {
            builder = builder.dns_resolver(PublicOnly);
        }
        if let Some(file) = &options.ca_file {
            builder = builder.tls_certs_merge(certificates(file)?);
        }
        let client = builder.build().map_err(|_| {
            unusable("TLS could not be set up: no certificate authorities were found")
                .hint("name a PEM file of them with --ca-file")
        })?;
        let headers = headers(remote)?;
        let this = Self { client, url, headers, public_only: options.public_only };
        this.check_address(&this.url)?;
        Ok(this)
    }

    /// Literal addresses are not resolved and so not seen by the resolver.
    fn check_address(&self, url: &Url) -> Result<(), Failure> {
        let host = url.host_str().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse();
        match literal {
            Ok(addr) if self.public_only && !is_public(addr) => Err(not_public()),
            _ => Ok(()),
        }
    }

    /// Sends a request and follows redirects within its origin. A 401 or 403
    /// is an error, every other status is the caller's to judge.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &Url,
        extra: HeaderMap,
        body: &[u8],
    ) -> Result<Response, Failure> {
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            self.check_address(&url)?;
            let mut headers = extra.clone();
            headers.extend(self.headers.clone());
            let request = self.client.request(method.clone(), url.clone()).headers(headers);
            let response = request
                .body(body.to_vec())
                .send()
                .await
                .map_err(|e| self.not_reached(&e.without_url()))?;
            match response.status() {
                s @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => {
                    return Err(Failure::needs_credentials(s.as_u16()));
                }
                StatusCode::MOVED_PERMANENTLY
                | StatusCode::FOUND
                | StatusCode::TEMPORARY_REDIRECT
                | StatusCode::PERMANENT_REDIRECT => url = redirected(&url, &response)?,
                _ => return Ok(response),
            }
        }
        Err(Failure::new(Kind::Protocol, "connect", "it redirects again and again"))
    }

    /// Why a connection failed, in words that hold nothing of the URL.
    fn not_reached(&self, e: &reqwest::Error) -> Failure {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(e);
        let mut deepest = String::new();
        while let Some(c) = cause {
            if c.is::<NotPublic>() {
                return not_public();
            }
            deepest = c.to_string();
            cause = c.source();
        }
        let host = Untrusted::from(self.url.host_str().unwrap_or_default()).term_limited(120);
        let deepest = Untrusted::from(deepest).term_limited(160);
        let failure = unusable(format!("{host} could not be reached: {deepest}"));
        if deepest.contains("certificate") {
            return failure.hint("name a PEM file of its certificate authority with --ca-file");
        }
        failure
    }
}

fn not_public() -> Failure {
    unusable("its address is not public, and --public-only was given")
}

fn headers(remote: &Remote) -> Result<HeaderMap, Failure> {
    let mut map = HeaderMap::new();
    for (name, value) in &remote.headers {
        let shown = Untrusted::from(name.as_str()).term_limited(60);
        let invalid = |what| unusable(format!("the {what} of the header `{shown}` is invalid"));
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid("name"))?;
        let mut value =
            HeaderValue::from_bytes(value.expose().as_bytes()).map_err(|_| invalid("value"))?;
        value.set_sensitive(true);
        map.append(name, value);
    }
    Ok(map)
}

fn certificates(file: &Path) -> Result<Vec<Certificate>, Failure> {
    let pem = warden_files::read(file, crate::MAX_CA_FILE)
        .map_err(|e| unusable(format!("{}: {e}", file.display())))?;
    let certs = Certificate::from_pem_bundle(&pem).unwrap_or_default();
    if certs.is_empty() {
        return Err(unusable(format!("{} holds no PEM certificate", file.display())));
    }
    Ok(certs)
}

/// Where a redirect leads, if that is the same origin: credentials must not go
/// anywhere else.
fn redirected(from: &Url, response: &Response) -> Result<Url, Failure> {
    let target = response.headers().get(LOCATION).and_then(|v| v.to_str().ok());
    let to = target.and_then(|t| from.join(t).ok()).ok_or_else(|| {
        Failure::new(Kind::Protocol, "connect", "it redirects without saying where")
    })?;
    if to.origin() != from.origin() {
        let to = Untrusted::from(to.origin().ascii_serialization()).term_limited(120);
        let message = format!("it redirects to another origin, {to}, which is not followed");
        return Err(Failure::new(Kind::Protocol, "connect", message)
            .hint("use that address in the config if you trust it"));
    }
    Ok(to)
}
