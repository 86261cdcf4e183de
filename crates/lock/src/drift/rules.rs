//! The rules of drift: one for each kind of change. Ids and severities of the
//! kinds that mcp-warden knows are its own.

use std::borrow::Cow;

use warden_core::{Confidence, RuleId, RuleMeta, Severity, Status};

use super::change::Class;

/// One kind of change.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The name behind `WRD-DRIFT-`, in lower case.
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    pub(crate) class: Class,
    /// One line, without a full stop.
    pub(crate) title: &'static str,
    /// A change that is one, and one that looks like it and is not.
    pub(crate) cases: [&'static str; 2],
}

use Class::{Cosmetic, Identity, Narrower, NewInstruction, NewSink, Removed, Wider};
use Severity::{Critical, High, Low, Medium};

macro_rules! kinds {
    ($($name:literal $severity:ident $class:ident $title:literal $yes:literal $no:literal;)*) => {
        /// All kinds.
        pub(crate) const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            severity: $severity,
            class: $class,
            title: $title,
            cases: [$yes, $no],
        }),*];
    };
}

kinds! {
    "server-identity" Critical Identity "Another program or address"
        "npx pkg@1.0.0 becomes npx pkg@1.0.1" "another variable in the environment";
    "server-query" Low Identity "The query of its URL has changed"
        "?region=eu becomes ?region=us" "the path has changed, which is another identity";
    "server-name-modified" Medium Identity "It calls itself otherwise"
        "serverInfo.name files becomes mail" "serverInfo.version has changed";
    "server-version-modified" Low Identity "It states another version"
        "serverInfo.version 1.0 becomes 1.1" "serverInfo.name has changed";
    "server-modified" Low Cosmetic "What it says of itself has changed"
        "it declares another capability" "its instructions have changed";
    "instructions-modified" Medium Wider "Its instructions have changed"
        "a sentence more in the instructions" "a sentence more in a description";
    "tool-added" High Wider "A tool is new"
        "a tool named delete_all" "another definition of a known tool";
    "tool-removed" Medium Removed "A tool is gone"
        "the list has one tool less" "the tool is only shown to fewer clients";
    "tool-variant-added" High Wider "A tool has a further definition"
        "clients with capabilities get another description" "every client gets the new one";
    "tool-variant-removed" Low Removed "One of several definitions of a tool is gone"
        "all clients get the same definition now" "the tool is gone";
    "tool-visibility" Low Wider "Other clients see it than before"
        "a tool is shown without capabilities too" "its definition has changed";
    "capability-added" High Wider "A tool can do more, as its name and parameters say"
        "a parameter url is new" "a parameter id is new";
    "capability-removed" Medium Narrower "A tool can do less, as its name and parameters say"
        "its parameter url is gone" "its parameter id is gone";
    "description-modified" Low Cosmetic "A description has changed"
        "two words more" "the same words in another language version of the client";
    "title-modified" Low Cosmetic "A title has changed"
        "Search becomes Find" "the description has changed";
    "tool-annotations-modified" High Wider "The annotations of a tool have changed"
        "readOnlyHint true becomes false" "the members stand in another order";
    "tool-meta-modified" Low Cosmetic "Other members of a definition have changed"
        "an icon is new" "the description has changed";
    "inspection-policy-modified" Medium Wider "How its results are inspected has changed"
        "may_return_urls becomes true" "the same policy in another order";
    "resource-added" Medium Wider "A resource is new"
        "a further URI" "a known resource has another name";
    "resource-removed" Low Removed "A resource is gone" "a URI less" "a template is gone";
    "resource-modified" Low Cosmetic "A resource has changed"
        "another MIME type" "the members stand in another order";
    "template-added" Medium Wider "A resource template is new"
        "a further URI template" "a resource is new";
    "template-removed" Low Removed "A resource template is gone"
        "a URI template less" "a resource is gone";
    "template-modified" Low Cosmetic "A resource template has changed"
        "another description" "the members stand in another order";
    "prompt-added" Medium Wider "A prompt is new" "a further name" "a prompt renders otherwise";
    "prompt-removed" Low Removed "A prompt is gone" "a name less" "an argument less";
    "prompt-modified" Low Cosmetic "A prompt has changed"
        "an argument more" "the members stand in another order";
    "prompt-body-added" Medium Wider "A prompt renders to something new"
        "it could not be rendered before" "the prompt is new";
    "prompt-body-removed" Low Removed "A prompt renders no longer"
        "it asks for another argument" "the prompt is gone";
    "prompt-body-modified" Medium Wider "A prompt renders to another text"
        "a sentence more in a message" "a body that was volatile when it was pinned";
    "list-modified" Low Cosmetic "What stands beside a list has changed"
        "another _meta of tools/list" "another cursor";
    "volatile" Medium Wider "It differs at every asking, and did not"
        "a prompt holds the time now" "it was volatile when it was pinned";
    "instruction-added" High NewInstruction "The new text tells the model what to do"
        "a description says to read a key first" "a typo is mended";
    "sink-added" High NewSink "Data can go somewhere new, or a secret is asked for"
        "a parameter webhook_url, a host that was not named before" "a parameter limit";
    "unapproved-change" High Wider "It is not what was approved"
        "any change to a lock that was approved" "any change to one that nobody approved";
    "schema-version-migrated" Low Cosmetic "The lock is of an older level and covers less"
        "a lock of level 3" "a lock of level 4";
    "schema-required-removed" High Removed "A required parameter is gone"
        "path, which was required" "limit, which was optional";
    "schema-property-removed" Medium Removed "An optional parameter is gone"
        "limit, which was optional" "path, which was required";
    "schema-required-unconstrained-added" High Wider "A required parameter that takes any text is new"
        "a required string note" "a required enum mode";
    "schema-required-added" Medium Wider "A required parameter is new"
        "a required integer n" "an optional integer n";
    "schema-unconstrained-added" High Wider "An optional parameter that takes any text is new"
        "an optional string note" "an optional enum mode";
    "schema-property-added" Low Wider "An optional parameter is new"
        "an optional integer n" "an optional string note";
    "schema-type-broadened" High Wider "A parameter takes more types"
        "string becomes string or object" "string or null becomes string";
    "schema-type-narrowed" Low Narrower "A parameter takes fewer types"
        "string or null becomes string" "string becomes integer";
    "schema-type-changed" Medium Wider "A parameter takes other types"
        "string becomes integer" "string becomes string or integer";
    "schema-enum-widened" High Wider "A parameter takes more values"
        "read becomes read or write" "the same values in another order";
    "schema-enum-narrowed" Low Narrower "A parameter takes fewer values"
        "read or write becomes read" "read becomes write";
    "schema-enum-removed" High Wider "A parameter takes any value" "its enum is gone" "one value less";
    "schema-enum-added" Low Narrower "A parameter takes listed values only"
        "an enum is new" "one value more";
    "schema-const-removed" High Wider "A parameter is no longer fixed" "its const is gone" "another const";
    "schema-const-added" Low Narrower "A parameter is fixed" "a const is new" "another const";
    "schema-const-modified" High Wider "A parameter is fixed to another value"
        "const a becomes const b" "const 1 becomes const 1.0";
    "schema-default-modified" Medium Wider "What is sent when nothing is said has changed"
        "default false becomes true" "another example";
    "schema-constraint-relaxed" Medium Wider "A bound is wider or gone"
        "maxLength 64 becomes 4096" "maxLength 64 becomes 32";
    "schema-constraint-tightened" Low Narrower "A bound is narrower or new"
        "maxLength 64 becomes 32" "pattern ^a becomes .*";
    "schema-pattern-modified" Medium Wider "A pattern or format is another"
        "pattern ^a$ becomes ^b$" "pattern is new";
    "schema-alternative-added" High Wider "A parameter takes a further form"
        "a branch more in anyOf" "a branch less in anyOf";
    "schema-alternative-removed" Low Narrower "A parameter takes one form less"
        "a branch less in oneOf" "the branches stand in another order";
    "schema-additional-props-opened" High Wider "Parameters that are not declared are taken"
        "additionalProperties false becomes true" "additionalProperties becomes false";
    "schema-modified" High Wider "A schema has changed in a way that is not told apart"
        "another $ref, another not" "a description in the schema has changed";
    "schema-cosmetic-modified" Low Cosmetic "A schema has changed in words only"
        "the description of a parameter" "a bound of a parameter";
    "schema-out-added" High Wider "An output schema is new" "a tool declares one now" "it has another";
    "schema-out-removed" High Removed "An output schema is gone" "it declares none now" "it has another";
}

const FROM: &str = "WRD-DRIFT-";
const OUT: &str = "schema-out-";

/// The kind of that name; the kinds of output schemas are those of input
/// schemas.
pub(crate) fn kind(name: &str) -> &'static Kind {
    let base = name.strip_prefix(OUT).map(|rest| format!("schema-{rest}"));
    let find = |n: &str| KINDS.iter().find(|k| k.name == n);
    let found = find(name).or_else(|| find(base.as_deref().unwrap_or_default()));
    found.unwrap_or_else(|| find("schema-modified").unwrap_or(&KINDS[0]))
}

/// The id of a rule.
pub(crate) fn id(name: &str) -> RuleId {
    RuleId::owned(format!("{FROM}{}", name.to_ascii_uppercase()))
}

/// Every rule of drift. Those of output schemas have a page each as well.
pub(crate) fn catalogue() -> Vec<RuleMeta> {
    let mut all: Vec<RuleMeta> = KINDS.iter().map(|k| meta(k, k.name)).collect();
    let doubled = |k: &&Kind| {
        let name = k.name;
        name.starts_with("schema-") && !name.starts_with(OUT) && name != "schema-version-migrated"
    };
    for k in KINDS.iter().filter(doubled) {
        all.push(meta(k, &format!("{OUT}{}", &k.name["schema-".len()..])));
    }
    all
}

fn meta(k: &Kind, name: &str) -> RuleMeta {
    let out = name.starts_with(OUT) && k.name != name;
    let title = if out { format!("Output schema: {}", lower(k.title)) } else { k.title.into() };
    let of = if out { " of what it returns" } else { "" };
    let doc = format!(
        "Reported by `warden check` and `warden diff` when what is there now{of} differs from the \
         lock. Class: {}. Read the change; if it is wanted, pin again (`warden pin`) and have \
         it reviewed.",
        k.class.name()
    );
    RuleMeta {
        id: id(name),
        title: Cow::Owned(title),
        severity: k.severity,
        confidence: Confidence::High,
        advisory: false,
        status: Status::Stable,
        aka: Vec::new(),
        doc: Cow::Owned(doc),
        examples: vec![Cow::Borrowed(k.cases[0])],
        counter_examples: vec![Cow::Borrowed(k.cases[1])],
    }
}

fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
