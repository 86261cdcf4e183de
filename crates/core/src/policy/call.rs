//! What a person allows to be called, and with which arguments.

use serde::{Deserialize, Serialize};

/// What becomes of a call that a rule speaks of.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum CallAction {
    Allow,
    Ask,
    Deny,
}

/// One `[[call]]` entry: tools, and what their arguments must be like.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CallRule {
    /// Server by the key in the config, with `*`; every server if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Tool by name, with `*`, whatever the case of letters; every tool if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// What becomes of the call where its arguments are as they should be;
    /// `allow` if absent. Arguments that are not are always refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<CallAction>,
    /// Why, for whoever reads the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Conditions by place.
    #[serde(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub argument: Vec<ArgumentRule>,
    /// Conditions by what the tool can do; over the defaults of the file.
    #[serde(default)]
    pub shape: Shapes,
}

/// What one argument must be like. Every condition must hold.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentRule {
    /// JSON pointer (RFC 6901) into the arguments; a token `*` stands for every
    /// member or element.
    pub at: String,
    /// Whether it must be there.
    #[serde(default)]
    pub required: bool,
    /// It must not be there.
    #[serde(default)]
    pub forbidden: bool,
    /// A path below these, after `.` and `..` were taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Patterns>,
    /// A URL or host of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<Hosts>,
    /// SQL that only reads.
    #[serde(default)]
    pub read_only_sql: bool,
    /// A command line of these programs, without a shell's operators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// Longest text, in bytes of UTF-8, or largest number of elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_size: Option<u64>,
    /// Smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// One of these texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<String>>,
    /// A text that this regular expression matches as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
}

/// Globs of paths: `*` within a name, `**` across, `?` one character.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Patterns {
    /// At least one must match, where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// None may match.
    #[serde(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<String>,
}

/// Hosts by name or address.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hosts {
    /// Names, `*.example.org` for everything below one, or networks such as
    /// `203.0.113.0/24`. Anything else is refused, where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// The same, refused.
    #[serde(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<String>,
    /// Whether addresses that are not public may be reached.
    #[serde(default)]
    pub private: bool,
}

/// Conditions by what a tool can do. The names and meanings of the members are
/// those of mcp-warden's policies, so that they can be carried over.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shapes {
    /// Writes files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filesystem_write: Option<FilesystemWrite>,
    /// Runs commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell_exec: Option<ShellExec>,
    /// Reaches the network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_request: Option<HttpRequest>,
    /// Asks a database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sql_query: Option<SqlQuery>,
}

/// Tools that write files.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FilesystemWrite {
    /// Where they may; everywhere if absent, nowhere if empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_paths: Option<Vec<String>>,
    /// Where they may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deny_paths: Option<Vec<String>>,
    /// The argument with the path, if it has an unusual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_arg: Option<String>,
}

/// Tools that run commands.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ShellExec {
    /// Whether they may at all; no if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<bool>,
    /// Which programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_commands: Option<Vec<String>>,
    /// The argument with the command, if it has an unusual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_arg: Option<String>,
}

/// Tools that reach the network.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HttpRequest {
    /// Hosts they may reach; every public one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_hosts: Option<Vec<String>>,
    /// Networks they may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deny_cidrs: Option<Vec<String>>,
    /// Whether addresses that are not public are refused; yes if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deny_private: Option<bool>,
    /// The argument with the URL, if it has an unusual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_arg: Option<String>,
}

/// Tools that ask a database.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SqlQuery {
    /// Statements that are refused, by their first word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deny_statements: Option<Vec<String>>,
    /// Whether only statements that read may pass; yes if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_readonly_only: Option<bool>,
    /// The argument with the query, if it has an unusual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_arg: Option<String>,
}
