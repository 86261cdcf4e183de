//! The digests of mcp-warden's format, levels 1 to 4.
//!
//! Every digest is SHA-256 over the RFC 8785 form, with `sha256:` in front.
//! Members are written in the order of their names.

use crate::canon::Writer;
use crate::model::{Document, PromptEntry, ResourceEntry, ServerPart, ToolEntry};

impl ServerPart {
    /// Over command and arguments, or the URL as it is written.
    pub(crate) fn expected_digest(&self) -> String {
        let mut w = Writer::default();
        match self.url.as_deref().filter(|u| !u.is_empty()) {
            Some(url) => {
                w.raw("{\"url\":").string(url).raw("}");
            }
            None => {
                w.raw("{\"args\":").array(&self.args, |w, a| {
                    w.string(a);
                });
                w.raw(",\"command\":").string(&self.command).raw("}");
            }
        }
        w.digest()
    }
}

impl ToolEntry {
    /// Over the members that the level covers.
    pub(crate) fn expected_digest(&self, level: u8) -> String {
        let mut w = Writer::default();
        w.raw("{");
        if level >= 4 {
            w.raw("\"annotations_hash\":").maybe(self.annotations_hash.as_deref()).raw(",");
        }
        w.raw("\"capabilities\":").array(&self.capabilities, |w, c| {
            w.string(c);
        });
        w.raw(",\"description_hash\":").string(&self.description_hash);
        w.raw(",\"input_schema_hash\":").string(&self.input_schema_hash);
        if let Some(inspection) = &self.inspection {
            w.raw(",\"inspection\":").raw(inspection.as_str());
        }
        w.raw(",\"name\":").string(&self.name);
        if level >= 4 {
            w.raw(",\"output_schema_hash\":").maybe(self.output_schema_hash.as_deref());
            w.raw(",\"output_schema_skeleton\":");
            match &self.output_schema_skeleton {
                Some(s) => s.write(&mut w),
                None => {
                    w.raw("null");
                }
            }
        }
        if level >= 2 {
            w.raw(",\"schema_skeleton\":");
            match &self.schema_skeleton {
                Some(s) => s.write(&mut w),
                None => {
                    w.raw("null");
                }
            }
        }
        w.raw("}");
        w.digest()
    }
}

impl ResourceEntry {
    pub(crate) fn expected_digest(&self) -> String {
        let mut w = Writer::default();
        w.raw("{\"description_hash\":").string(&self.description_hash);
        w.raw(",\"mime_type\":").maybe(self.mime_type.as_deref());
        w.raw(",\"name\":").maybe(self.name.as_deref());
        w.raw(",\"uri\":").string(&self.uri).raw("}");
        w.digest()
    }
}

impl PromptEntry {
    pub(crate) fn expected_digest(&self) -> String {
        let mut w = Writer::default();
        w.raw("{\"arguments_hash\":").string(&self.arguments_hash);
        w.raw(",\"description_hash\":").string(&self.description_hash);
        w.raw(",\"name\":").string(&self.name).raw("}");
        w.digest()
    }
}

impl Document {
    /// Over the digests of all entries and of the launch.
    pub(crate) fn expected_overall(&self) -> String {
        let mut w = Writer::default();
        let strings = |w: &mut Writer, all: &mut dyn Iterator<Item = &String>| {
            w.array(all, |w, d| {
                w.string(d);
            });
        };
        w.raw("{\"prompts\":");
        strings(&mut w, &mut self.prompts.iter().map(|e| &e.entry_digest));
        w.raw(",\"resources\":");
        strings(&mut w, &mut self.resources.iter().map(|e| &e.entry_digest));
        w.raw(",\"schema_version\":").raw(&self.level.to_string());
        w.raw(",\"server\":{\"command_digest\":").string(&self.server.command_digest);
        w.raw("},\"tools\":");
        strings(&mut w, &mut self.tools.iter().map(|e| &e.entry_digest));
        w.raw("}");
        w.digest()
    }

    /// Puts every digest of the document right, from the inside out.
    pub(crate) fn seal(&mut self) {
        self.server.command_digest = self.server.expected_digest();
        let level = self.level;
        self.tools.iter_mut().for_each(|e| e.entry_digest = e.expected_digest(level));
        self.resources.iter_mut().for_each(|e| e.entry_digest = e.expected_digest());
        self.prompts.iter_mut().for_each(|e| e.entry_digest = e.expected_digest());
        self.overall_digest = self.expected_overall();
        if let Some(own) = &mut self.own {
            own.digest = own.expected_digest();
        }
    }
}
