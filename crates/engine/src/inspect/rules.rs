//! The rules for run-time texts, as the catalogue shows them.

use warden_core::json::AnomalyKind;
use warden_core::{Confidence, Severity};

use super::Class;
use crate::rule::Meta;

macro_rules! rules {
    ($($name:ident, $id:literal, $class:ident, $severity:ident, $confidence:ident, $title:literal, $doc:literal;)*) => {
        $(
            #[doc = $title]
            pub(crate) const $name: Meta = Meta {
                id: $id,
                title: $title,
                severity: Severity::$severity,
                confidence: Confidence::$confidence,
                advisory: false,
                aka: &["RESULT_SCREEN"],
                doc: $doc,
            };
        )*

        /// All of them.
        pub(crate) const ALL: &[(&Meta, Class)] = &[$((&$name, Class::$class),)*];
    };
}

rules! {
    OVERRIDE, "WRD-RT-OVERRIDE", Injection, High, High,
    "A result tells the model to set its instructions aside",
    "The text of a tool's result, or of another message at run time, tells whoever reads it to ignore or replace earlier instructions. Data has no say in that. The text is handed on with a warning that it is data; look at where it came from.";
    UNBIND, "WRD-RT-UNBIND", Injection, High, Medium,
    "A result declares the model free of its limits",
    "The text says that safety rules are off, or that the model is now in a mode without restrictions. A result cannot change that. It is handed on with a warning.";
    FAKE_TURN, "WRD-RT-FAKE-TURN", Injection, High, Medium,
    "A result speaks as the user, the system or a tool",
    "The text pretends to be a new turn of the conversation or an approval by the user, or holds the markup of a chat template, and orders something. What a tool returns is never a message of the user or the operator. It is handed on with a warning.";
    ADDRESS, "WRD-RT-ADDRESS", Injection, High, Medium,
    "A result gives orders to the model that reads it",
    "The text addresses an assistant, agent or language model and tells it to do something: to act on the user's accounts, to change its answer, to open an address. Third-party content has nothing to order. It is handed on with a warning.";
    CALL, "WRD-RT-CALL", Injection, Medium, Medium,
    "A result orders the call of a tool",
    "The text wants a tool called, with a pretext such as authentication, maintenance or completeness, or with set values. A server may say which of its tools comes next; it need not press for it. It is handed on with a warning.";
    SEND, "WRD-RT-SEND", Injection, High, Medium,
    "A result orders data or money to be sent somewhere",
    "The text tells whoever reads it to send what the user owns, such as messages, files, codes or money, to an address or account that the text itself names. It is handed on with a warning; do not let it be followed without asking.";
    COMMAND, "WRD-RT-COMMAND", Injection, High, Medium,
    "A result orders a command to be run",
    "The text tells the model to run a command, with urgency or as a condition for going on. Instructions for people to install a program are not meant. It is handed on with a warning.";
    CONCEAL, "WRD-RT-CONCEAL", Injection, High, Medium,
    "A result orders something and wants it kept from the user",
    "The text gives an order and adds that the user is not to be told or asked. That is how an attack avoids being noticed. It is handed on with a warning.";
    HTML_HIDDEN, "WRD-RT-HTML-HIDDEN", Hidden, High, High,
    "Markup hides an order from the reader's eye",
    "A comment, an attribute, or an element that is not displayed holds an order to the model. A person who looks at the page does not see it. The stretch is taken out.";
    TERMINAL_MOVE, "WRD-RT-TERMINAL-MOVE", Hidden, Medium, High,
    "A terminal sequence moves the cursor or erases text",
    "Sequences that move the cursor or erase the screen let a text show a person something else than the model reads. They are taken out; colours stay.";
    TERMINAL_HIDE, "WRD-RT-TERMINAL-HIDE", Hidden, Medium, High,
    "A terminal sequence makes text invisible",
    "The text is concealed, or has the colour of its background, in a terminal; the model reads it all the same. The sequence is taken out, so that the words can be seen.";
    TERMINAL_COMMAND, "WRD-RT-TERMINAL-COMMAND", Hidden, Medium, High,
    "A terminal sequence gives a command to the terminal",
    "The text sets a window's title, writes to the clipboard, asks the terminal for an answer, or sends it another command. A result has no need of that. The sequence is taken out.";
    TERMINAL_LINK, "WRD-RT-TERMINAL-LINK", Hidden, High, High,
    "A terminal link shows one address and opens another",
    "The words of an OSC 8 link name one host and its target is another, or the target is no web address. The link is taken out and its words stay.";
    TAGS, "WRD-RT-TAGS", Hidden, High, High,
    "Words are hidden in characters that are not displayed",
    "Tag characters or rows of variation selectors carry words that no person sees and that models read. Flags of regions and choices of glyph are not meant. The characters are taken out; the finding says what they spell.";
    ZERO_WIDTH, "WRD-RT-ZERO-WIDTH", Hidden, Medium, Medium,
    "Zero-width characters split a word or carry data",
    "A character without width stands inside a Latin word, where it serves nothing but to hide the word from a search, or many stand in a row. The characters are taken out. Emoji and the scripts that need joiners are left alone.";
    BIDI, "WRD-RT-BIDI", Hidden, Medium, High,
    "A mark changes the order in which text is shown",
    "An override or embedding of the writing direction makes text appear in another order than it is read in, outside of right-to-left text. The marks are taken out. Source: Unicode TR 36, and the attacks known as Trojan Source.";
    SECRET, "WRD-RT-SECRET", Secret, High, High,
    "A credential stands in a result",
    "The text holds a key, token or password in a form that a provider documents, checked by its checksum or structure where there is one. What a model has read can be made to leak. The credential is replaced by its kind; if the result was meant to give it, hand it over in another way. Placeholders and examples are left alone.";
    EXFIL_LINK, "WRD-RT-EXFIL-LINK", Exfiltration, High, High,
    "An address carries data away when it is opened",
    "A link or an image has a place in its query that is to be filled with the conversation, a message or a secret, or an image loads from an address that already carries encoded words. Clients load images by themselves. The text is held back.";
    SCRIPT_LINK, "WRD-RT-SCRIPT-LINK", Exfiltration, Medium, Medium,
    "A link runs a script when it is opened",
    "The target of a link is a script or a whole page in a data URL. A client that renders it runs a stranger's code. The text is held back.";
    CUT, "WRD-RT-CUT", Incomplete, Medium, High,
    "A text was too long to be read whole",
    "Of a very long text the first four megabytes and the last quarter of one are inspected. What stands between is unknown, so the text is handed on with a warning.";
    AMBIGUOUS_JSON, "WRD-RT-JSON", Incomplete, Medium, High,
    "A message is JSON that clients read in different ways",
    "The message has a member twice, half of a surrogate pair, or another oddity that parsers treat differently, so that what was inspected may not be what a client shows. It is handed on with a warning.";
}

/// The class of a rule.
pub(super) fn class(meta: &Meta) -> Class {
    ALL.iter().find(|(m, _)| m.id == meta.id).map_or(Class::Injection, |(_, c)| *c)
}

/// Oddities that change what is read. Numbers that a double does not hold are
/// common and harmless in results.
pub(super) fn ambiguous(kind: AnomalyKind) -> bool {
    matches!(
        kind,
        AnomalyKind::DuplicateKey
            | AnomalyKind::LoneSurrogate
            | AnomalyKind::InvalidUtf8
            | AnomalyKind::ControlInString
    )
}
