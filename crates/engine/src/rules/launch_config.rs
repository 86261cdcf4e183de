//! Launch lines that are risky without being hostile.

use warden_core::{Confidence, Endpoint, Gate, Severity, Subject};

use crate::launch::line::Line;
use crate::launch::package::packages;
use crate::launch::redact::redact_url_text;
use crate::launch::secret::{assignment, gives_away};
use crate::lex::host_of;
use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct Unpinned;
pub(crate) struct SecretInConfig;
pub(crate) struct PlainHttp;
pub(crate) struct Preload;

static UNPINNED: Meta = Meta {
    id: "WRD-LAUNCH-UNPINNED",
    title: "Runs whatever version of a package is newest",
    severity: Severity::Low,
    confidence: Confidence::High,
    advisory: true,
    aka: &[],
    doc: "Advisory. The launch line names a package without a version, so that tomorrow's start may \
          run other code than was looked at today. Name the version: `npx pkg@1.2.3`, \
          `uvx pkg==1.2.3`, an image by tag or digest.",
};

static SECRET: Meta = Meta {
    id: "WRD-LAUNCH-SECRET",
    title: "A credential stands in the config in plain text",
    severity: Severity::Low,
    confidence: Confidence::Medium,
    advisory: true,
    aka: &[],
    doc: "Advisory. Configs are backed up, synchronised and committed, and arguments are visible to \
          every process on the machine. Use the client's secret store or a variable reference. \
          Warden never shows the value.",
};

static HTTP: Meta = Meta {
    id: "WRD-LAUNCH-PLAIN-HTTP",
    title: "A remote server is reached without encryption",
    severity: Severity::Medium,
    confidence: Confidence::High,
    advisory: false,
    aka: &[],
    doc: "Anyone on the way can read the traffic and change the tools. Use `https`; plain `http` is \
          fine for this machine only.",
};

static PRELOAD: Meta = Meta {
    id: "WRD-LAUNCH-PRELOAD",
    title: "Makes the server load code from elsewhere",
    severity: Severity::High,
    confidence: Confidence::Medium,
    advisory: false,
    aka: &[],
    doc: "A variable such as `LD_PRELOAD` or `NODE_OPTIONS=--require` makes every program that is \
          started load another file first, whatever the launch line says.",
};

impl Rule for Unpinned {
    fn meta(&self) -> &'static Meta {
        &UNPINNED
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("npx -y @acme/server"),
                Case::bad_launch("uvx acme-server"),
                Case::bad_launch("docker run -i --rm acme/server:latest"),
                Case::good_launch("npx -y @acme/server@2.1.0"),
                Case::good_launch("node dist/index.js"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Some(line) = Line::of(endpoint) else { return };
        if let Some(p) = packages(&line).into_iter().find(|p| !p.is_pinned()) {
            let message = format!("{} runs whatever version of the package is newest", p.runner);
            sink.push_with(UNPINNED.finding(Gate::Launch, Subject::Launch, message), &p.name);
        }
    }
}

impl Rule for SecretInConfig {
    fn meta(&self) -> &'static Meta {
        &SECRET
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("server --api-key hunter2hunter2"),
                Case::bad_launch("ACME_TOKEN=abcdef0123456789 server"),
                Case::good_launch("ACME_TOKEN=${ACME_TOKEN} server"),
                Case::good_launch("server --keyboard layout"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        match endpoint {
            Endpoint::Stdio(launch) => {
                for (name, value) in &launch.env {
                    if gives_away(name, value.expose()) {
                        secret("a variable", name, sink);
                    }
                }
                let mut before: Option<&str> = None;
                for arg in &launch.args {
                    match assignment(arg) {
                        Some((name, value)) if gives_away(name, value) => {
                            secret("an argument", name, sink);
                        }
                        _ if !arg.starts_with('-')
                            && before.is_some_and(|b| gives_away(b, arg)) =>
                        {
                            secret("an argument", before.unwrap_or_default(), sink);
                        }
                        _ => {}
                    }
                    before = arg.starts_with('-').then_some(arg.as_str());
                }
            }
            Endpoint::Http(remote) => {
                for (name, value) in &remote.headers {
                    let value = value.expose().trim_start_matches("Bearer ");
                    if gives_away(name, value) {
                        secret("a header", name, sink);
                    }
                }
                if redact_url_text(&remote.url) != remote.url {
                    secret("the URL", "", sink);
                }
            }
        }
    }
}

fn secret(place: &str, name: &str, sink: &mut Sink) {
    let message = format!("A credential stands in plain text in {place}");
    let f = SECRET.finding(Gate::Launch, Subject::Launch, message);
    sink.push_with(f, name);
}

impl Rule for PlainHttp {
    fn meta(&self) -> &'static Meta {
        &HTTP
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("http://mcp.badhost.io/sse"),
                Case::bad_launch("http://localhost.badhost.io/sse"),
                Case::good_launch("http://localhost:8080/mcp"),
                Case::good_launch("http://[::1]:8080/mcp"),
                Case::good_launch("https://mcp.badhost.io/sse"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Endpoint::Http(remote) = endpoint else { return };
        let Some(rest) = remote.url.strip_prefix("http://") else { return };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = match authority.rsplit('@').next().and_then(|h| h.strip_prefix('[')) {
            Some(v6) => v6.split(']').next().unwrap_or_default(),
            None => host_of(&remote.url),
        };
        let loopback = host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        if !loopback && !host.eq_ignore_ascii_case("localhost") && !host.ends_with(".localhost") {
            sink.push_with(HTTP.finding(Gate::Launch, Subject::Launch, HTTP.title), host);
        }
    }
}

impl Rule for Preload {
    fn meta(&self) -> &'static Meta {
        &PRELOAD
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad_launch("LD_PRELOAD=/tmp/x.so server"),
                Case::bad_launch("NODE_OPTIONS=--require=/tmp/x.js npx server@1.0.0"),
                Case::good_launch("NODE_OPTIONS=--max-old-space-size=4096 npx server@1.0.0"),
            ]
        }
    }

    fn launch(&self, endpoint: &Endpoint, _: &Cx<'_>, sink: &mut Sink) {
        let Endpoint::Stdio(launch) = endpoint else { return };
        for (name, value) in &launch.env {
            if loads_code(&name.to_ascii_uppercase(), value.expose()) {
                let f = PRELOAD.finding(Gate::Launch, Subject::Launch, PRELOAD.title);
                sink.push_with(f, name);
            }
        }
    }
}

fn loads_code(name: &str, value: &str) -> bool {
    let options = ["--require", "-r ", "--import", "--loader", "--experimental-loader"];
    match name {
        "LD_PRELOAD"
        | "LD_AUDIT"
        | "DYLD_INSERT_LIBRARIES"
        | "PYTHONSTARTUP"
        | "BASH_ENV"
        | "PERL5OPT"
        | "RUBYOPT" => !value.is_empty(),
        "NODE_OPTIONS" | "BUN_OPTIONS" => options.iter().any(|o| value.contains(o)),
        "JAVA_TOOL_OPTIONS" | "_JAVA_OPTIONS" => value.contains("-javaagent"),
        _ => false,
    }
}
