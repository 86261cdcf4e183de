//! What a tool can do, as its name and parameters say: facts for a reviewer,
//! not objections.

use warden_core::capability::{Derived, derive};
use warden_core::surface::{Item, ItemKind};
use warden_core::{Confidence, Gate, Severity, Untrusted};

use crate::rule::{Case, Cx, Meta, Rule, Sink};

const fn meta(id: &'static str, title: &'static str, doc: &'static str) -> Meta {
    Meta {
        id,
        title,
        severity: Severity::Info,
        confidence: Confidence::Medium,
        advisory: true,
        aka: &[],
        doc,
    }
}

static SHELL: Meta = meta(
    "WRD-CAP-SHELL",
    "A tool runs commands",
    "Advisory. By its name or its parameters the tool runs a command or a script. That is what a \
     reviewer of `warden pin` wants to see: there the severity is critical.",
);
static FS_WRITE: Meta = meta(
    "WRD-CAP-FS-WRITE",
    "A tool writes files",
    "Advisory. By its name and its parameters the tool writes, renames or deletes files. In \
     `warden pin` and `warden check` the severity is high.",
);
static FS_READ: Meta = meta(
    "WRD-CAP-FS-READ",
    "A tool reads files",
    "Advisory. By its name and its parameters the tool reads files or lists directories. In \
     `warden pin` and `warden check` the severity is medium.",
);
static HTTP: Meta = meta(
    "WRD-CAP-HTTP",
    "A tool contacts addresses",
    "Advisory. By its name or its parameters the tool contacts an address that the model chooses, \
     by which data can leave. In `warden pin` and `warden check` the severity is high.",
);
static SQL: Meta = meta(
    "WRD-CAP-SQL",
    "A tool runs queries",
    "Advisory. By its name or its parameters the tool runs a query or a statement that the model \
     writes. In `warden pin` and `warden check` the severity is high.",
);

/// The first of the five finds for all of them, so that a name is taken apart
/// once.
pub(crate) struct Shell;
pub(crate) struct FsWrite;
pub(crate) struct FsRead;
pub(crate) struct Http;
pub(crate) struct Sql;

macro_rules! tool {
    ($name:literal, $property:literal) => {
        concat!(
            r#"{"server":{"name":"x"},"tools":[{"name":""#,
            $name,
            r#"","description":"d","inputSchema":{"type":"object","properties":{""#,
            $property,
            r#"":{"type":"string"}}}}]}"#
        )
    };
}

impl Rule for Shell {
    fn meta(&self) -> &'static Meta {
        &SHELL
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(tool!("execCommand", "id")),
                Case::bad(tool!("SSHExec", "id")),
                Case::bad(tool!("x", "COMMAND")),
                Case::bad(tool!("x", "command-line")),
                Case::good(tool!("executor", "id")),
                Case::good(tool!("runCMD2", "recommand")),
                Case::good(tool!("shelter_lookup", "id")),
            ]
        }
    }

    fn reads_items(&self) -> bool {
        true
    }

    fn item(&self, item: &Item, _: &Cx<'_>, sink: &mut Sink) {
        if item.kind != ItemKind::Tool {
            return;
        }
        let schema = item.val().get("inputSchema").filter(|s| s.is_obj());
        for derived in derive(item.name.expose(), schema) {
            let meta = match derived.flag {
                "shell-exec" => &SHELL,
                "fs-write" => &FS_WRITE,
                "fs-read" => &FS_READ,
                "http-request" => &HTTP,
                _ => &SQL,
            };
            let words = evidence(&derived);
            let shown = Untrusted::from(words.as_str()).term_limited(80);
            let message = format!("Tool derives capability '{}' ({shown})", derived.flag);
            sink.push_with(meta.finding(Gate::Static, item.subject(), message), &words);
        }
    }
}

fn evidence(derived: &Derived) -> String {
    match (&derived.name_word, &derived.property) {
        (Some(word), _) => format!("name token '{word}'"),
        (None, Some(key)) => format!("property '{key}'"),
        (None, None) => String::new(),
    }
}

impl Rule for FsWrite {
    fn meta(&self) -> &'static Meta {
        &FS_WRITE
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(tool!("write_file", "path")),
                Case::bad(tool!("create_issue", "file")),
                Case::bad(tool!("mv", "dest")),
                Case::good(tool!("write_note", "title")),
                Case::good(tool!("updateFile", "path")),
            ]
        }
    }
}

impl Rule for FsRead {
    fn meta(&self) -> &'static Meta {
        &FS_READ
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(tool!("read_file", "path")),
                Case::bad(tool!("load", "fileName")),
                Case::good(tool!("get_user", "id")),
                Case::good(tool!("download_file", "path")),
            ]
        }
    }
}

impl Rule for Http {
    fn meta(&self) -> &'static Meta {
        &HTTP
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(tool!("fetchPage", "id")),
                Case::bad(tool!("ping", "hostname")),
                Case::bad(tool!("getHTTPStatus", "id")),
                Case::good(tool!("prefetched", "id")),
            ]
        }
    }
}

impl Rule for Sql {
    fn meta(&self) -> &'static Meta {
        &SQL
    }

    fn cases(&self) -> &'static [Case] {
        const {
            &[
                Case::bad(tool!("db_stats", "id")),
                Case::bad(tool!("search", "query")),
                Case::good(tool!("sqlite_info", "id")),
            ]
        }
    }
}
