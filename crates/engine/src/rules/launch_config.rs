//! Launch lines that are risky without being hostile.

use warden_core::{Confidence, Endpoint, Gate, Severity, Subject};

use crate::launch::host::{is_this_machine, url_host};
use crate::launch::line::Line;
use crate::launch::package::packages;
use crate::rule::{Case, Cx, Meta, Rule, Sink};

pub(crate) struct Unpinned;
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

static HTTP: Meta = Meta {
    id: "WRD-AUTH-PLAINTEXT-HTTP",
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
        if !remote.url.starts_with("http://") {
            return;
        }
        let host = url_host(&remote.url);
        if !is_this_machine(host) {
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
