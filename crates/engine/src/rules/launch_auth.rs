//! Whether a remote server asks for a credential, and whether it is given one:
//! remarks for somebody who reviews a config.

use warden_core::{Confidence, Endpoint, Gate, Severity, Subject};

use crate::launch::host::{is_this_machine, url_host};
use crate::launch::secret::{is_placeholder, is_secret_name};
use crate::rule::{Case, Meta, Rule, Sink};

pub(crate) struct NoAuth;
pub(crate) struct Placeholder;

static NO_AUTH: Meta = Meta {
    id: "WRD-AUTH-NOAUTH",
    title: "A remote server is reached without a credential",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Advisory, in `warden doctor` only. The entry sends no credential, so that the server either \
          serves everybody, or signs people in by itself (OAuth), which cannot be seen in a config. \
          Make sure that it is the latter.",
};

static PLACEHOLDER: Meta = Meta {
    id: "WRD-AUTH-PLACEHOLDER-SECRET",
    title: "A credential was never filled in",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "Advisory, in `warden doctor` only. The value is a stand-in such as `<token>`; the server \
          will refuse it, or take it for a credential that everybody knows. Fill it in, best by a \
          variable reference.",
};

impl Rule for NoAuth {
    fn meta(&self) -> &'static Meta {
        &NO_AUTH
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("https://mcp.badhost.io/mcp"),
                Case::good_launch("http://127.0.0.1:8080/mcp"),
                Case::good_launch("node server.js"),
            ]
        }
    }

    fn review(&self, endpoint: &Endpoint, sink: &mut Sink) {
        let Endpoint::Http(remote) = endpoint else { return };
        let given = remote.headers.iter().any(|(name, _)| is_secret_name(name));
        let host = url_host(&remote.url);
        if !given && !remote.url.contains('@') && !is_this_machine(host) {
            sink.push_with(NO_AUTH.finding(Gate::Launch, Subject::Launch, NO_AUTH.title), host);
        }
    }
}

impl Rule for Placeholder {
    fn meta(&self) -> &'static Meta {
        &PLACEHOLDER
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("ACME_TOKEN=<your-token> server"),
                Case::bad_launch("ACME_API_KEY=changeme server"),
                Case::good_launch("ACME_TOKEN=${ACME_TOKEN} server"),
                Case::good_launch("MODE=example server"),
            ]
        }
    }

    fn review(&self, endpoint: &Endpoint, sink: &mut Sink) {
        let values = match endpoint {
            Endpoint::Stdio(launch) => &launch.env,
            Endpoint::Http(remote) => &remote.headers,
        };
        for (name, value) in values.iter().filter(|(_, v)| v.is_written_out()) {
            if is_secret_name(name) && is_placeholder(value.expose()) {
                let finding = PLACEHOLDER.finding(Gate::Launch, Subject::Launch, PLACEHOLDER.title);
                sink.push_with(finding, name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warden_core::{HttpKind, Remote};

    #[test]
    fn a_header_that_is_sent_is_a_credential() {
        let headers = vec![("X-Api-Key".to_owned(), "abc".into())];
        let url = "https://mcp.badhost.io/mcp".to_owned();
        let mut sink = Sink::default();
        NoAuth.review(&Endpoint::Http(Remote { url, headers, kind: HttpKind::Auto }), &mut sink);
        assert!(sink.findings.is_empty());
    }
}
