//! Writing a lock file: UTF-8, two blanks of indent, members in mcp-warden's
//! order. Characters that could mislead a reader of the file or of a diff are
//! written as escapes; digests are made of the canonical form, so that neither
//! spacing nor escapes matter to them.

use std::sync::Arc;

use warden_core::json::{Kind, Mode, Val, lossless, read};
use warden_core::text::is_deceptive;

use crate::canon::{Canon, Writer};
use crate::file::{LockFile, Shape};
use crate::model::{
    Attestation, Document, LockFinding, Own, OwnItem, PromptEntry, Provenance, ResourceEntry,
    ServerPart, SessionPart, ToolEntry,
};
use crate::own::{FORMAT, kind_name, session_name};
use crate::read::{LIMITS, MANY};

/// The whole file.
pub(crate) fn file(file: &LockFile) -> Vec<u8> {
    let mut p = Pretty::default();
    match (file.shape, file.servers.first()) {
        (Shape::One, Some((_, one))) => document(&mut p, one),
        _ => p.object(|p| {
            p.member("lockfile").string(MANY);
            p.member("servers").object(|p| {
                for (name, one) in &file.servers {
                    document(p.member(name), one);
                }
            });
        }),
    }
    p.out.push(b'\n');
    p.out
}

fn document(p: &mut Pretty, d: &Document) {
    p.object(|p| {
        p.member("schema_version").number(u64::from(d.level));
        p.member("warden_version").string(&d.written_by);
        server(p.member("server"), &d.server);
        p.member("tools").array(&d.tools, |p, t| tool(p, t, d.level));
        p.member("resources").array(&d.resources, resource);
        p.member("prompts").array(&d.prompts, prompt);
        p.member("findings").array(&d.findings, finding);
        p.member("overall_digest").string(&d.overall_digest);
        provenance(p.member("pin"), &d.pin);
        if let Some(own) = &d.own {
            own_member(p.member("warden"), own);
        }
    });
}

fn server(p: &mut Pretty, s: &ServerPart) {
    p.object(|p| {
        p.member("command").string(&s.command);
        p.member("args").array(&s.args, |p, a| p.string(a));
        p.member("url").maybe(s.url.as_deref());
        p.member("command_digest").string(&s.command_digest);
    });
}

fn tool(p: &mut Pretty, t: &ToolEntry, level: u8) {
    p.object(|p| {
        p.member("name").string(&t.name);
        p.member("description_hash").string(&t.description_hash);
        p.member("input_schema_hash").string(&t.input_schema_hash);
        p.member("capabilities").array(&t.capabilities, |p, c| p.string(c));
        if let Some(inspection) = &t.inspection {
            p.member("inspection").canon(inspection);
        }
        if let Some(skeleton) = &t.schema_skeleton {
            p.member("schema_skeleton").skeleton(skeleton);
        }
        if level >= 4 {
            p.member("annotations_hash").maybe(t.annotations_hash.as_deref());
            p.member("output_schema_hash").maybe(t.output_schema_hash.as_deref());
            match &t.output_schema_skeleton {
                Some(skeleton) => p.member("output_schema_skeleton").skeleton(skeleton),
                None => p.member("output_schema_skeleton").maybe(None),
            }
        }
        p.member("entry_digest").string(&t.entry_digest);
    });
}

fn resource(p: &mut Pretty, r: &ResourceEntry) {
    p.object(|p| {
        p.member("uri").string(&r.uri);
        p.member("name").maybe(r.name.as_deref());
        p.member("description_hash").string(&r.description_hash);
        p.member("mime_type").maybe(r.mime_type.as_deref());
        p.member("entry_digest").string(&r.entry_digest);
    });
}

fn prompt(p: &mut Pretty, e: &PromptEntry) {
    p.object(|p| {
        p.member("name").string(&e.name);
        p.member("description_hash").string(&e.description_hash);
        p.member("arguments_hash").string(&e.arguments_hash);
        p.member("entry_digest").string(&e.entry_digest);
    });
}

fn finding(p: &mut Pretty, f: &LockFinding) {
    p.object(|p| {
        p.member("rule_id").string(&f.rule_id);
        p.member("severity").string(&f.severity);
        p.member("target").string(&f.target);
        p.member("message").string(&f.message);
        p.member("snippet").string(&f.snippet);
    });
}

fn provenance(p: &mut Pretty, pin: &Provenance) {
    p.object(|p| {
        p.member("created_at").string(&pin.created_at);
        p.member("warden_version").string(&pin.warden_version);
        p.member("mcp_protocol_version").string(&pin.mcp_protocol_version);
        p.member("approved").truth(pin.approved);
        p.member("approver").maybe(pin.approver.as_deref());
        p.member("approved_at").maybe(pin.approved_at.as_deref());
        p.member("approved_digest").maybe(pin.approved_digest.as_deref());
        p.member("provenance_version").number(u64::from(pin.provenance_version));
        match &pin.pinner {
            None => p.member("pinner").maybe(None),
            Some(pinner) => p.member("pinner").object(|p| {
                p.member("tool").string(&pinner.tool);
                p.member("tool_version").string(&pinner.tool_version);
                p.member("actor").maybe(pinner.actor.as_deref());
                p.member("environment").maybe(pinner.environment.as_deref());
            }),
        }
        p.member("attestations").array(&pin.attestations, attestation);
        p.member("rotated_at").maybe(pin.rotated_at.as_deref());
        p.member("rotation_count").number(u64::from(pin.rotation_count));
    });
}

fn attestation(p: &mut Pretty, a: &Attestation) {
    p.object(|p| {
        p.member("actor").string(&a.actor);
        p.member("role").string(&a.role);
        p.member("method").string(&a.method);
        p.member("created_at").string(&a.created_at);
        p.member("bound_digest").string(&a.bound_digest);
        p.member("note").maybe(a.note.as_deref());
        p.member("signature_bundle").maybe(a.signature_bundle.as_deref());
    });
}

fn own_member(p: &mut Pretty, own: &Own) {
    p.object(|p| {
        p.member("format").number(FORMAT);
        p.member("digest").string(&own.digest);
        p.member("identity").string(&own.identity);
        p.member("transport").string(&own.transport);
        p.member("sessions").array(&own.sessions, session);
        if !own.notes.is_empty() {
            p.member("notes").object(|p| {
                for (name, value) in &own.notes {
                    p.member(name).string(value);
                }
            });
        }
        if let Some(reason) = &own.forced {
            p.member("forced").string(reason);
        }
        if let Some(digest) = &own.approved_digest {
            p.member("approved_digest").string(digest);
        }
        p.member("items").array(&own.items, item);
        if !own.attestations.is_empty() {
            p.member("attestations").array(&own.attestations, attestation);
        }
    });
}

fn session(p: &mut Pretty, s: &SessionPart) {
    p.object(|p| {
        p.member("id").string(session_name(s.id));
        p.member("protocol").string(&s.protocol);
        p.member("modern").truth(s.modern);
    });
}

fn item(p: &mut Pretty, i: &OwnItem) {
    p.object(|p| {
        p.member("kind").string(kind_name(i.kind));
        p.member("name").string(&i.name);
        let sessions: String = i.sessions.iter().map(|s| session_name(*s)).collect();
        p.member("sessions").string(&sessions);
        let Some(text) = &i.text else {
            p.member("volatile").truth(true);
            return;
        };
        p.member("digest").string(&i.digest);
        match read(Arc::from(text.as_bytes()), Mode::Strict, &LIMITS) {
            Ok(doc) if lossless(doc.root()) == text.as_bytes() => {
                p.member("definition").value(doc.root());
            }
            // What JSON cannot say without loss: a lone surrogate, a name that
            // stands twice.
            _ => p.member("canonical").string(text),
        }
    });
}

/// JSON with indent.
#[derive(Default)]
struct Pretty {
    out: Vec<u8>,
    indent: usize,
    /// Whether something stands before in the object or array at hand.
    filled: bool,
}

impl Pretty {
    fn line(&mut self) {
        self.out.push(b'\n');
        self.out.resize(self.out.len() + 2 * self.indent, b' ');
    }

    fn next(&mut self) {
        if self.filled {
            self.out.push(b',');
        }
        self.line();
        self.filled = true;
    }

    fn around(&mut self, open: u8, close: u8, inside: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.filled, false);
        self.out.push(open);
        self.indent += 1;
        inside(self);
        self.indent -= 1;
        if self.filled {
            self.line();
        }
        self.out.push(close);
        self.filled = before;
    }

    fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.around(b'{', b'}', members);
    }

    fn array<T>(&mut self, items: impl IntoIterator<Item = T>, each: impl Fn(&mut Self, T)) {
        self.around(b'[', b']', |p| {
            for item in items {
                p.next();
                each(p, item);
            }
        });
    }

    /// The name of a member; its value must follow.
    fn member(&mut self, name: &str) -> &mut Self {
        self.next();
        self.string(name);
        self.out.extend_from_slice(b": ");
        self
    }

    fn number(&mut self, n: u64) {
        self.out.extend_from_slice(n.to_string().as_bytes());
    }

    fn truth(&mut self, value: bool) {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
    }

    fn maybe(&mut self, s: Option<&str>) {
        match s {
            Some(s) => self.string(s),
            None => self.out.extend_from_slice(b"null"),
        }
    }

    fn string(&mut self, s: &str) {
        self.out.push(b'"');
        for c in s.chars() {
            match c {
                '"' => self.out.extend_from_slice(b"\\\""),
                '\\' => self.out.extend_from_slice(b"\\\\"),
                '\n' => self.out.extend_from_slice(b"\\n"),
                '\r' => self.out.extend_from_slice(b"\\r"),
                '\t' => self.out.extend_from_slice(b"\\t"),
                c if is_deceptive(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        self.out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                    }
                }
                c => self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        self.out.push(b'"');
    }

    fn canon(&mut self, canon: &Canon) {
        self.text(canon.as_str());
    }

    fn skeleton(&mut self, skeleton: &crate::skeleton::Skeleton) {
        let mut w = Writer::default();
        skeleton.write(&mut w);
        self.text(&w.finish());
    }

    /// A canonical text of ours, which reads back but for what JSON cannot say.
    fn text(&mut self, text: &str) {
        match read(Arc::from(text.as_bytes()), Mode::AsClientsRead, &LIMITS) {
            Ok(doc) => self.value(doc.root()),
            Err(_) => self.string(text),
        }
    }

    fn value(&mut self, v: Val<'_>) {
        match v.kind() {
            Kind::Obj => self.object(|p| {
                for (name, value) in v.members() {
                    p.member(&name.text().unwrap_or_default()).value(value);
                }
            }),
            Kind::Arr => self.array(v.items(), Self::value),
            Kind::Str => self.string(&v.text().unwrap_or_default()),
            _ => self.out.extend_from_slice(v.raw()),
        }
    }
}
