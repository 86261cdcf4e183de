//! The parts of an item and the roles of the texts in it.

use std::borrow::Cow;

use super::Item;
use crate::json::NodeId;

/// The part of an item that a text stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The item's own members.
    Own,
    /// A tool's `inputSchema` or a prompt's `arguments`.
    Input,
    /// A tool's `outputSchema`.
    Output,
    /// `annotations`.
    Annotations,
    /// `_meta`.
    Meta,
    /// `icons`.
    Icons,
    /// The messages of a rendered prompt.
    Body,
    /// Members that no revision of the protocol knows.
    Extra,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Name of the item, of an argument or of the server.
    Name,
    /// A display title.
    Title,
    /// A description, of the item or of something inside it.
    Description,
    /// The server's `instructions`.
    Instructions,
    /// A member name that the server chose.
    Key,
    /// A value from `enum`, `const`, `default`, `examples` and the like.
    Literal,
    /// A schema keyword's value that is no prose: `pattern`, `format`, `$ref` …
    Keyword,
    /// `$comment`.
    Comment,
    /// A URI, URI template or MIME type.
    Uri,
    /// Text of a prompt message.
    Message,
    /// Base64 that a client may decode (`blob`, `data`).
    Blob,
    /// Anything else.
    Other,
}

impl Role {
    /// Whether a client shows it to a model or a person as running text.
    pub fn is_prose(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::Description
                | Self::Instructions
                | Self::Comment
                | Self::Message
                | Self::Other
        )
    }
}

/// One string or key of a surface.
#[derive(Clone, Debug)]
pub struct TextUnit<'a> {
    /// The item it stands in.
    pub item: &'a Item,
    /// Its place in the item's document; for a key, the key.
    pub node: NodeId,
    /// The part of the item.
    pub part: Part,
    /// What it is for.
    pub role: Role,
    /// The text, with escapes resolved.
    pub text: Cow<'a, str>,
}

impl TextUnit<'_> {
    /// Its JSON pointer, relative to the item.
    pub fn pointer(&self) -> String {
        self.item.pointer(self.node)
    }
}
