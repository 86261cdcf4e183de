//! The rules about configs: `WRD-CFG-*`.
//!
//! An example is `PATH: CONTENT`; a path that begins with `~/` is below the
//! home directory, any other below the project.

use warden_core::{Confidence, Finding, Gate, RuleId, RuleMeta, Severity, Status, Subject};

/// A rule of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    AutoApprove,
    AutoApproveAll,
    AutoStart,
    RunsCode,
    DuplicateKey,
    Ambiguous,
}

struct Text {
    rule: Rule,
    id: &'static str,
    title: &'static str,
    severity: Severity,
    confidence: Confidence,
    advisory: bool,
    doc: &'static str,
    examples: &'static [&'static str],
    counter_examples: &'static [&'static str],
}

impl Rule {
    /// The catalogue entry.
    pub(crate) fn meta(self) -> RuleMeta {
        let text = TEXTS.iter().find(|t| t.rule == self).unwrap_or(&TEXTS[0]);
        text.meta()
    }

    /// A finding of this rule about an entry or a file.
    pub(crate) fn finding(self, path: &str, message: impl Into<String>) -> Finding {
        let mut finding = Finding::new(&self.meta(), Gate::Config, Subject::Config, message);
        finding.path = (!path.is_empty()).then(|| path.to_owned());
        finding
    }
}

impl Text {
    fn meta(&self) -> RuleMeta {
        let list = |texts: &'static [&'static str]| texts.iter().map(|t| (*t).into()).collect();
        RuleMeta {
            id: RuleId::new(self.id),
            title: self.title.into(),
            severity: self.severity,
            confidence: self.confidence,
            advisory: self.advisory,
            status: Status::Stable,
            aka: Vec::new(),
            doc: self.doc.into(),
            examples: list(self.examples),
            counter_examples: list(self.counter_examples),
        }
    }
}

/// All rules of this crate.
pub(crate) fn catalogue() -> Vec<RuleMeta> {
    TEXTS.iter().map(Text::meta).collect()
}

static TEXTS: &[Text] = &[
    Text {
        rule: Rule::AutoApprove,
        id: "WRD-CFG-AUTO-APPROVE",
        title: "Some tools run without asking",
        severity: Severity::Low,
        confidence: Confidence::High,
        advisory: true,
        doc: "The config names tools that the client runs without asking a person.\n\n\
              **Why it matters.** The question before a call is the last moment at which a \
              person can notice that a text has steered the model. A tool that was harmless \
              when it was put on the list may do something else after an update.\n\n\
              **What to do.** Keep the list to tools that only read, and pin the server so that \
              a changed tool is noticed.",
        examples: &[
            r#"~/.kiro/settings/mcp.json: {"mcpServers": {"a": {"command": "x", "autoApprove": ["read"]}}}"#,
            r#".roo/mcp.json: {"mcpServers": {"a": {"command": "x", "alwaysAllow": ["read"]}}}"#,
            r#".augment/settings.json: {"toolPermissions": [{"toolName": "t", "permission": {"type": "allow"}}]}"#,
            r#".claude/settings.json: {"permissions": {"allow": ["mcp__files__read"]}}"#,
            "~/.codex/config.toml: [mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.a.tools.t]\napproval_mode = \"approve\"",
        ],
        counter_examples: &[
            r#"~/.kiro/settings/mcp.json: {"mcpServers": {"a": {"command": "x", "autoApprove": []}}}"#,
            r#"~/.copilot/mcp-config.json: {"mcpServers": {"a": {"command": "x", "tools": ["*"]}}}"#,
            r#".claude/settings.json: {"permissions": {"allow": ["Bash(ls)"], "deny": ["mcp__files"]}}"#,
        ],
    },
    Text {
        rule: Rule::AutoApproveAll,
        id: "WRD-CFG-AUTO-APPROVE-ALL",
        title: "All tools of a server, or of every server, run without asking",
        severity: Severity::Medium,
        confidence: Confidence::High,
        advisory: true,
        doc: "The config tells the client to run every tool of a server, or of all servers, \
              without asking a person. VS Code does the same for servers that it puts in a \
              sandbox.\n\n\
              **Why it matters.** Whatever a text talks the model into is done at once, and so \
              is everything that a later version of the server adds.\n\n\
              **What to do.** Name the few tools that only read, or let the client ask.",
        examples: &[
            r#"~/.gemini/settings.json: {"mcpServers": {"a": {"command": "x", "trust": true}}}"#,
            r#".roo/mcp.json: {"mcpServers": {"a": {"command": "x", "alwaysAllow": ["*"]}}}"#,
            r#".vscode/mcp.json: {"servers": {"a": {"command": "x", "sandboxEnabled": true}}}"#,
            "~/.codex/config.toml: [mcp_servers.a]\ncommand = \"x\"\ndefault_tools_approval_mode = \"approve\"",
            r#".mcp.json: {"mcpServers": {"a": {"command": "x", "toolPermissions": {"*": "allow"}}}}"#,
            r#"~/.aws/amazonq/cli-agents/a.json: {"allowedTools": ["*"], "mcpServers": {}}"#,
        ],
        counter_examples: &[
            r#"~/.gemini/settings.json: {"mcpServers": {"a": {"command": "x", "trust": false}}}"#,
            "~/.codex/config.toml: [mcp_servers.a]\ncommand = \"x\"\ndefault_tools_approval_mode = \"prompt\"",
            r#".mcp.json: {"mcpServers": {"a": {"command": "x", "toolPermissions": {"t": "ask"}}}}"#,
        ],
    },
    Text {
        rule: Rule::AutoStart,
        id: "WRD-CFG-AUTO-START",
        title: "Servers of a project are started without asking",
        severity: Severity::Medium,
        confidence: Confidence::High,
        advisory: true,
        doc: "A setting makes the client start servers that a project brings along without \
              asking, or a project's own settings approve its own servers.\n\n\
              **Why it matters.** Starting a server runs a program. With this setting it is \
              enough to open a repository that somebody else wrote.\n\n\
              **What to do.** Remove the setting, and approve servers one by one.",
        examples: &[
            r#"~/.claude/settings.json: {"enableAllProjectMcpServers": true}"#,
            r#".claude/settings.json: {"enabledMcpjsonServers": ["a"]}"#,
            r#".amp/settings.json: {"amp.mcpPermissions": [{"matches": {"command": "*"}, "action": "allow"}]}"#,
        ],
        counter_examples: &[
            r#"~/.claude/settings.json: {"enableAllProjectMcpServers": false}"#,
            r#"~/.claude/settings.json: {"enabledMcpjsonServers": ["a"]}"#,
            r#".amp/settings.json: {"amp.mcpPermissions": [{"matches": {"command": "*"}, "action": "reject"}]}"#,
        ],
    },
    Text {
        rule: Rule::RunsCode,
        id: "WRD-CFG-RUNS-CODE",
        title: "The config runs something beside its servers",
        severity: Severity::Medium,
        confidence: Confidence::High,
        advisory: true,
        doc: "The client runs more than the commands of the servers: a helper that prints \
              headers, a command substitution, code that stands in the config, a config that is \
              a shell script, or a command that gives the value of an input. Warden runs none \
              of these, so an entry that needs one is judged without it or skipped.\n\n\
              **Why it matters.** It is easily overlooked, since it is not where commands are \
              expected.\n\n\
              **What to do.** Read what is run, and prefer variables of the environment.",
        examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp", "headersHelper": "./h"}}}"#,
            r#"crush.json: {"mcp": {"a": {"type": "stdio", "command": "x", "env": {"K": "$(cat k)"}}}}"#,
            ".crushrc: mcp add a",
            "~/.config/goose/config.yaml: extensions:\n  a:\n    type: inline_python\n    code: print(1)\n",
            r#".vscode/mcp.json: {"inputs": [{"id": "k", "type": "command", "command": "c"}], "servers": {}}"#,
            r#"~/.gemini/settings.json: {"mcp": {"serverCommand": "x y"}}"#,
        ],
        counter_examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"command": "x", "args": ["$(date)"]}}}"#,
            r#"crush.json: {"mcp": {"a": {"type": "stdio", "command": "x", "env": {"K": "$PATH"}}}}"#,
            r#".vscode/mcp.json: {"inputs": [{"id": "k", "type": "promptString"}], "servers": {}}"#,
        ],
    },
    Text {
        rule: Rule::DuplicateKey,
        id: "WRD-CFG-DUPLICATE-KEY",
        title: "The same key stands twice in a config",
        severity: Severity::Medium,
        confidence: Confidence::High,
        advisory: false,
        doc: "Two servers of one file have the same name, or a key inside an entry is repeated.\
              \n\n**Why it matters.** Some clients take the first, most the last, some refuse \
              the file. A reviewer may read one command while the client starts another. \
              Warden lists both servers, and inside an entry reads the last one.\n\n\
              **What to do.** Remove or rename one of them.",
        examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}"#,
            r#".mcp.json: {"mcpServers": {"a": {"command": "x", "command": "y"}}}"#,
            r#".mcp.json: {"mcpServers": {"a": {"command": "x"}}, "mcpServers": {}}"#,
            "~/.continue/config.yaml: mcpServers:\n  - name: a\n    command: x\n  - name: a\n    command: y\n",
        ],
        counter_examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}"#,
            r#"~/.claude.json: {"mcpServers": {"a": {"command": "x"}}, "projects": {}}"#,
        ],
    },
    Text {
        rule: Rule::Ambiguous,
        id: "WRD-CFG-AMBIGUOUS",
        title: "An entry has both a command and a URL",
        severity: Severity::Medium,
        confidence: Confidence::High,
        advisory: false,
        doc: "The entry has a command and a URL, and no `type` that says which one counts.\n\n\
              **Why it matters.** Clients differ: one starts the program, another contacts the \
              address. What is judged here may not be what another client uses.\n\n\
              **What to do.** Remove one of them, or add the `type`.",
        examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"command": "x", "url": "https://a.example/mcp"}}}"#,
        ],
        counter_examples: &[
            r#".mcp.json: {"mcpServers": {"a": {"type": "stdio", "command": "x", "url": "https://a.example"}}}"#,
            r#".mcp.json: {"mcpServers": {"a": {"url": "https://a.example/mcp"}}}"#,
        ],
    },
];
