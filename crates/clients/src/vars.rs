//! Each client's syntax for variables inside a config.

use std::path::Path;

use warden_core::Untrusted;

use crate::{Env, Os};

/// The longest text that an expansion may make.
const MAX_EXPANDED: usize = 1024 * 1024;

/// What a client replaces. A client that replaces nothing passes `${X}` on as
/// it stands, and so do we.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Syntax {
    /// `${VAR}` and `${VAR:-default}`.
    braces: bool,
    /// `$VAR`.
    bare: bool,
    /// `${env:VAR}`, `${workspaceFolder}`, `${userHome}` and their kin.
    prefixed: bool,
    /// `{env:VAR}` and `{file:PATH}`.
    curly: bool,
    /// `%VAR%`, on Windows only.
    percent: bool,
    /// `$env:VAR`.
    dollar_env: bool,
    /// `$(command)`.
    shell: bool,
}

const NOTHING: Syntax = Syntax {
    braces: false,
    bare: false,
    prefixed: false,
    curly: false,
    percent: false,
    dollar_env: false,
    shell: false,
};

impl Syntax {
    /// No variables at all.
    pub(crate) const NONE: Self = NOTHING;
    /// `${VAR}` and `${VAR:-default}`: Claude Code, Kiro, Amp, Warp.
    pub(crate) const BRACES: Self = Self { braces: true, ..NOTHING };
    /// `${env:VAR}`: VS Code, Cursor, Windsurf, Roo.
    pub(crate) const PREFIXED: Self = Self { prefixed: true, ..NOTHING };
    /// `$VAR` and `${VAR}`: Gemini and Qwen.
    pub(crate) const GEMINI: Self = Self { braces: true, bare: true, percent: true, ..NOTHING };
    /// `{env:VAR}`: opencode.
    pub(crate) const CURLY: Self = Self { curly: true, ..NOTHING };
    /// `$VAR` and `$(command)`: Crush.
    pub(crate) const SHELL: Self = Self { braces: true, bare: true, shell: true, ..NOTHING };
    /// `${VAR}` and `$env:VAR`: mcporter.
    pub(crate) const MCPORTER: Self = Self { braces: true, dollar_env: true, ..NOTHING };
    /// A file of which the client is not known.
    pub(crate) const ANY: Self = Self { braces: true, prefixed: true, ..NOTHING };

    /// Whether `$(command)` is run by the client.
    pub(crate) fn runs_commands(self) -> bool {
        self.shell
    }
}

/// What variables stand for.
pub(crate) struct Values<'a> {
    pub(crate) env: &'a Env,
    /// `${workspaceFolder}`.
    pub(crate) workspace: &'a Path,
    /// Names that only this file knows, such as `CLAUDE_PLUGIN_ROOT`.
    pub(crate) own: &'a [(String, String)],
    /// Everything stands for nothing: what is left of a text is what the
    /// config itself says.
    pub(crate) blank: bool,
}

impl Values<'_> {
    fn variable(&self, name: &str) -> Result<String, String> {
        if self.blank {
            return Ok(String::new());
        }
        if let Some((_, value)) = self.own.iter().find(|(n, _)| n == name) {
            return Ok(value.clone());
        }
        self.env.var(name).map(str::to_owned).ok_or_else(|| {
            format!("variable {} is not set", Untrusted::from(name).term_limited(64))
        })
    }

    fn separator(&self) -> &'static str {
        if self.env.os == Os::Windows { "\\" } else { "/" }
    }

    fn builtin(&self, name: &str) -> Option<String> {
        let text = |p: &Path| p.to_string_lossy().into_owned();
        Some(match name {
            "workspaceFolder" | "workspaceRoot" | "cwd" => text(self.workspace),
            "workspaceFolderBasename" => {
                self.workspace.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
            "userHome" => text(&self.env.home),
            "pathSeparator" | "/" => self.separator().into(),
            _ => return None,
        })
    }
}

/// Replaces the variables of a text. The error says why that cannot be done
/// without asking a person, reading a secret or running something.
pub(crate) fn expand(text: &str, syntax: Syntax, values: &Values<'_>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(i) = rest.find(['$', '{', '%']) {
        out.push_str(&rest[..i]);
        rest = &rest[i..];
        match reference(rest, syntax, values)? {
            Some((value, used)) => {
                out.push_str(&value);
                rest = &rest[used..];
            }
            None => {
                let width = rest.chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..width]);
                rest = &rest[width..];
            }
        }
        if out.len() > MAX_EXPANDED {
            return Err("its text grows too long when variables are replaced".into());
        }
    }
    out.push_str(rest);
    Ok(out)
}

type Replaced = Result<Option<(String, usize)>, String>;

/// The reference that the text begins with: its value and its length.
fn reference(text: &str, syntax: Syntax, values: &Values<'_>) -> Replaced {
    if let Some(inner) = text.strip_prefix("${") {
        let Some(end) = closing(inner) else { return Ok(None) };
        let value = braced(&inner[..end], syntax, values)?;
        return Ok(value.map(|v| (v, end + 3)));
    }
    if let Some(rest) = text.strip_prefix('$') {
        return dollar(rest, syntax, values);
    }
    if let Some(inner) = text.strip_prefix('{').filter(|_| syntax.curly) {
        return curly(inner, values);
    }
    if let Some(inner) = text.strip_prefix('%').filter(|_| syntax.percent) {
        let name = identifier(inner);
        if values.env.os == Os::Windows && !name.is_empty() && inner[name.len()..].starts_with('%')
        {
            return Ok(Some((values.variable(name)?, name.len() + 2)));
        }
    }
    Ok(None)
}

/// Where the brace ends that was opened just before; inner pairs count.
fn closing(inner: &str) -> Option<usize> {
    let mut depth = 1;
    inner.char_indices().find_map(|(i, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(i)
    })
}

fn braced(inner: &str, syntax: Syntax, values: &Values<'_>) -> Result<Option<String>, String> {
    if let Some(id) = inner.strip_prefix("input:") {
        return Err(format!("asks for the input {} when it starts", short(id)));
    }
    if inner.starts_with("{") {
        let name = inner.trim_matches(['{', '}', ' ']);
        return Err(format!("needs {}, which its client keeps", short(name)));
    }
    if let Some(name) = inner.strip_prefix("user_config.") {
        return match values.own.iter().find(|(n, _)| n == inner) {
            Some((_, value)) => Ok(Some(value.clone())),
            None => Err(format!("needs the setting {}, which its client asks for", short(name))),
        };
    }
    if let Some((_, value)) = values.own.iter().find(|(n, _)| n == inner) {
        return Ok(Some(value.clone()));
    }
    if syntax.prefixed {
        if let Some(name) = inner.strip_prefix("env:") {
            return values.variable(name).map(Some);
        }
        if inner.starts_with("file:") {
            return Err("takes a value from a file (${file:…}), which is not read".into());
        }
        if let Some((kind @ ("command" | "config"), _)) = inner.split_once(':') {
            return Err(format!("takes a value from its client (${{{kind}:…}})"));
        }
        if let Some(value) = values.builtin(inner) {
            return Ok(Some(value));
        }
    }
    let name = identifier(inner);
    if !syntax.braces || name.is_empty() {
        return Ok(None);
    }
    match &inner[name.len()..] {
        "" => values.variable(name).map(Some),
        rest => match rest.strip_prefix(":-") {
            Some(default) => {
                let set = values.variable(name).ok().filter(|v| !v.is_empty());
                Ok(Some(set.unwrap_or_else(|| default.to_owned())))
            }
            None => Ok(None),
        },
    }
}

fn dollar(rest: &str, syntax: Syntax, values: &Values<'_>) -> Replaced {
    if syntax.shell && rest.starts_with('(') {
        return Err("takes a value from a command ($(…)), which is not run".into());
    }
    if let Some(name) = rest.strip_prefix("env:").map(identifier).filter(|_| syntax.dollar_env) {
        return Ok(Some((values.variable(name)?, "$env:".len() + name.len())));
    }
    let name = identifier(rest);
    if syntax.bare && !name.is_empty() {
        return Ok(Some((values.variable(name)?, 1 + name.len())));
    }
    Ok(None)
}

fn curly(inner: &str, values: &Values<'_>) -> Replaced {
    let Some(end) = inner.find('}') else { return Ok(None) };
    if let Some(name) = inner[..end].strip_prefix("env:") {
        return Ok(Some((values.variable(name)?, end + 2)));
    }
    if inner.starts_with("file:") {
        return Err("takes a value from a file ({file:…}), which is not read".into());
    }
    Ok(None)
}

/// The name of a variable at the start of a text, or nothing.
fn identifier(text: &str) -> &str {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return "";
    }
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    &text[..text.find(|c| !name(c)).unwrap_or(text.len())]
}

fn short(name: &str) -> String {
    Untrusted::from(name).term_limited(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(os: Os) -> Env {
        let vars = [("A", "one"), ("EMPTY", ""), ("B_2", "two")];
        Env {
            os,
            home: "/home/u".into(),
            cwd: "/code/proj".into(),
            vars: vars.map(|(k, v)| (k.into(), v.into())).into(),
            root: Default::default(),
        }
    }

    fn run(text: &str, syntax: Syntax) -> Result<String, String> {
        let env = env(Os::Linux);
        let own = [("CLAUDE_PLUGIN_ROOT".to_owned(), "/p".to_owned())];
        expand(text, syntax, &Values { env: &env, workspace: &env.cwd, own: &own, blank: false })
    }

    #[test]
    fn every_syntax_replaces_its_own_form_only() {
        let cases = [
            (Syntax::NONE, "${A} $A", "${A} $A"),
            (Syntax::NONE, "${CLAUDE_PLUGIN_ROOT}/x", "/p/x"),
            (Syntax::BRACES, "${A}/${X:-d}/${EMPTY:-e}/$A", "one/d/e/$A"),
            (Syntax::BRACES, "${env:A} ${a b}", "${env:A} ${a b}"),
            (Syntax::PREFIXED, "${env:A}${/}${userHome} ${A}", "one//home/u ${A}"),
            (Syntax::PREFIXED, "${workspaceFolder} ${workspaceFolderBasename}", "/code/proj proj"),
            (Syntax::GEMINI, "$A-${B_2}-${X:-}é$5", "one-two-é$5"),
            (Syntax::CURLY, "{env:A} {x} ${A}", "one {x} ${A}"),
            (Syntax::MCPORTER, "$env:A ${A} $A", "one one $A"),
            (Syntax::SHELL, "$A$", "one$"),
        ];
        for (syntax, text, expected) in cases {
            assert_eq!(run(text, syntax).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_known_is_an_error_that_names_it() {
        let cases = [
            (Syntax::NONE, "${input:key}", "input key"),
            (Syntax::BRACES, "x${GONE}", "GONE"),
            (Syntax::PREFIXED, "${env:GONE}", "GONE"),
            (Syntax::PREFIXED, "${file:/etc/x}", "file"),
            (Syntax::PREFIXED, "${command:x.y}", "command"),
            (Syntax::NONE, "${{ secrets.KEY }}", "secrets.KEY"),
            (Syntax::NONE, "${user_config.dir}", "setting dir"),
            (Syntax::CURLY, "{file:~/x}", "file"),
            (Syntax::SHELL, "a$(cat x)", "command"),
            (Syntax::GEMINI, "$GONE", "GONE"),
        ];
        for (syntax, text, expected) in cases {
            let reason = run(text, syntax).expect_err(text);
            assert!(reason.contains(expected), "{text}: {reason}");
        }
    }

    #[test]
    fn windows_names_ignore_case_and_use_percent_signs() {
        let env = env(Os::Windows);
        let values = Values { env: &env, workspace: &env.cwd, own: &[], blank: false };
        let run = |t| expand(t, Syntax::GEMINI, &values);
        assert_eq!(run("%a%-100%-${a}").as_deref(), Ok("one-100%-one"));
    }

    #[test]
    fn expansion_is_bounded() {
        let mut env = env(Os::Linux);
        env.vars.insert("BIG".into(), "x".repeat(100_000));
        let values = Values { env: &env, workspace: &env.cwd, own: &[], blank: false };
        assert!(expand(&"$BIG".repeat(1_000), Syntax::GEMINI, &values).is_err());
    }
}
