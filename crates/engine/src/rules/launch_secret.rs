//! Credentials that stand in a config or on a launch line.

use warden_core::{Confidence, Endpoint, Gate, Launch, Severity, Subject};

use crate::launch::redact::redact_url_text;
use crate::launch::secret::{assignment, gives_away};
use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct InConfig;
pub(crate) struct InUrl;
pub(crate) struct InArguments;

static CONFIG: Meta = Meta {
    id: "WRD-AUTH-TOKEN-IN-CONFIG",
    title: "A credential stands in the config in plain text",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Advisory. Configs are backed up, synchronised and committed. Use the client's secret store \
          or a variable reference such as `${TOKEN}`. Warden never shows the value.",
};

static URL: Meta = Meta {
    id: "WRD-AUTH-URL-CREDENTIAL",
    title: "A credential stands in a server's address",
    severity: Severity::Medium,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Advisory. Addresses end up in the logs of proxies and servers, credentials and all. Send \
          the credential in a header. Warden never shows the value.",
};

static ARGUMENTS: Meta = Meta {
    id: "WRD-LAUNCH-SECRET",
    title: "A credential is passed as an argument",
    severity: Severity::Low,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Advisory. The arguments of a program are visible to every process on the machine, and \
          stay in shell histories. Pass the credential in a variable. Warden never shows the value.",
};

impl Rule for InConfig {
    fn meta(&self) -> &'static Meta {
        &CONFIG
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("ACME_TOKEN=abcdef0123456789 server"),
                Case::good_launch("ACME_TOKEN=${ACME_TOKEN} server"),
                Case::good_launch("server --api-key hunter2hunter2"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let (place, values) = match endpoint {
            Endpoint::Stdio(launch) => ("a variable", &launch.env),
            Endpoint::Http(remote) => ("a header", &remote.headers),
        };
        for (name, value) in values.iter().filter(|(_, v)| v.is_written_out()) {
            if gives_away(name, value.expose().trim_start_matches("Bearer ")) {
                let message = format!("A credential stands in plain text in {place}");
                sink.push_with(CONFIG.finding(Gate::Launch, Subject::Launch, message), name);
            }
        }
    }
}

impl Rule for InUrl {
    fn meta(&self) -> &'static Meta {
        &URL
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("https://alice:hunter2hunter2@mcp.badhost.io/mcp"),
                Case::good_launch("https://mcp.badhost.io/mcp"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Endpoint::Http(remote) = endpoint else { return };
        if redact_url_text(&remote.url) != remote.url {
            sink.push(URL.finding(Gate::Launch, Subject::Launch, URL.title));
        }
    }
}

impl Rule for InArguments {
    fn meta(&self) -> &'static Meta {
        &ARGUMENTS
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("server --api-key hunter2hunter2"),
                Case::good_launch("server --keyboard layout"),
                Case::good_launch("ACME_TOKEN=abcdef0123456789 server"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Endpoint::Stdio(launch) = endpoint else { return };
        for name in names(launch) {
            sink.push_with(ARGUMENTS.finding(Gate::Launch, Subject::Launch, ARGUMENTS.title), name);
        }
    }
}

/// The names of the arguments whose values are credentials.
fn names(launch: &Launch) -> Vec<&str> {
    let mut found = Vec::new();
    let mut before: Option<&str> = None;
    for arg in &launch.args {
        match assignment(arg) {
            Some((name, value)) if gives_away(name, value) => found.push(name),
            _ if arg.starts_with('-') => {}
            _ => found.extend(before.filter(|b| gives_away(b, arg))),
        }
        before = arg.starts_with('-').then_some(arg.as_str());
    }
    found
}
