//! Why a call is refused: the rules of the policy.

use std::borrow::Cow;

use warden_core::{Confidence, RuleId, RuleMeta, Severity, Status};

/// A reason's code; `WRD-POL-…` in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Code {
    Sensitive,
    Call,
    Request,
    Missing,
    Forbidden,
    Kind,
    Path,
    Metacharacter,
    Command,
    PrivateAddress,
    Host,
    StackedSql,
    Sql,
    Size,
    Range,
    OneOf,
    Pattern,
}

struct Text {
    code: Code,
    id: &'static str,
    title: &'static str,
    aka: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
    counter: &'static str,
}

impl Code {
    /// Every code, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TEXTS.iter().map(|t| t.code)
    }

    /// The rule's id.
    pub fn id(self) -> &'static str {
        self.text().id
    }

    fn text(self) -> &'static Text {
        TEXTS.iter().find(|t| t.code == self).unwrap_or(&TEXTS[0])
    }

    /// The rule's page.
    pub fn meta(self) -> RuleMeta {
        let text = self.text();
        RuleMeta {
            id: RuleId::new(text.id),
            title: text.title.into(),
            severity: Severity::High,
            confidence: Confidence::High,
            advisory: false,
            status: Status::Stable,
            aka: text.aka.iter().map(|a| Cow::Borrowed(*a)).collect(),
            doc: text.doc.into(),
            examples: vec![text.example.into()],
            counter_examples: vec![text.counter.into()],
        }
    }
}

macro_rules! texts {
    ($($code:ident $id:literal [$($aka:literal),*] $title:literal $doc:literal
       fires $example:literal passes $counter:literal;)*) => {
        static TEXTS: &[Text] = &[$(Text {
            code: Code::$code, id: $id, title: $title, aka: &[$($aka),*], doc: $doc,
            example: $example, counter: $counter,
        }),*];
    };
}

texts! {
    Sensitive "WRD-POL-ASK" [] "A person is asked before this tool is called"
        "The policy names the tool as `sensitive`, or its entry says `action = \"ask\"`."
        fires "sensitive = [\"pay*\"], call of `pay_invoice`" passes "call of `list_invoices`";
    Call "WRD-POL-CALL" [] "The tool may not be called"
        "The first entry of the policy that matches server and tool says `action = \"deny\"`."
        fires "tool = \"delete_*\", action = \"deny\", call of `delete_all`" passes "call of `read_all`";
    Request "WRD-POL-REQUEST" [] "The server may not ask that of the client"
        "The first `[[request]]` entry of the policy that matches server, method and mode says \
         `action = \"deny\"`. What is asked in a result of the stateless era counts as well."
        fires "method = \"sampling/*\", action = \"deny\", a `sampling/createMessage` of the server"
        passes "a `roots/list` of the server";
    Missing "WRD-POL-MISSING" [] "An argument that the policy judges is not there"
        "The policy requires the argument, or limits it to a list, and the call does not have it. \
         Name the argument in the policy (`path_arg` and its kin) if the tool calls it otherwise."
        fires "at = \"/path\", required = true, arguments {}" passes "arguments {\"path\": \"a\"}";
    Forbidden "WRD-POL-FORBIDDEN" [] "An argument is there that may not be"
        "The policy forbids the argument, whatever its value."
        fires "at = \"/force\", forbidden = true, arguments {\"force\": true}" passes "arguments {}";
    Kind "WRD-POL-TYPE" [] "An argument is of a kind that cannot be judged"
        "The policy speaks of a text or a number, and the argument is something else, or holds \
         what programs read in different ways (a lone surrogate, a repeated key)."
        fires "at = \"/path\", path.allow = [\"/srv/**\"], arguments {\"path\": 7}"
        passes "arguments {\"path\": \"/srv/a\"}";
    Path "WRD-POL-PATH" ["POL-FS-DENY"] "A path lies outside of what is allowed"
        "The path, after `.` and `..` were taken out, matches no allowed glob or a denied one. \
         Links on the disk are not followed: that is for the server's own sandbox."
        fires "path.allow = [\"/srv/**\"], \"/srv/../etc/passwd\"" passes "\"/srv/data/a.txt\"";
    Metacharacter "WRD-POL-METACHAR" ["POL-SHELL-METACHAR"] "A command line uses a shell's operators"
        "The command holds `;`, `|`, `&`, `<`, `>`, `$`, a backtick, a parenthesis or a line break, \
         with which a shell would run something beside the allowed program."
        fires "\"ls; rm -r x\"" passes "\"ls -l\"";
    Command "WRD-POL-COMMAND" ["POL-SHELL-DENY"] "A program may not be run"
        "The policy allows no commands, or the first word is none of its list."
        fires "command = [\"git\"], \"curl x\"" passes "\"git status\"";
    PrivateAddress "WRD-POL-SSRF" ["POL-HTTP-SSRF"] "An address that is not public"
        "The host is an address of this machine, of a private network, of a cloud's metadata \
         service or of another special-purpose block, in whichever spelling; or a network that the \
         policy denies. Names are not looked up."
        fires "\"http://169.254.169.254/\", \"http://0x7f.1/\"" passes "\"https://api.example/\"";
    Host "WRD-POL-HOST" ["POL-HTTP-HOST-DENY"] "A host that is not allowed"
        "The policy lists hosts, and this is none of them or a denied one."
        fires "host.allow = [\"*.acme.example\"], \"https://acme.example.evil.test/\""
        passes "\"https://api.acme.example/\"";
    StackedSql "WRD-POL-SQL-STACKED" ["POL-SQL-STACKED"] "More than one SQL statement"
        "The text holds several statements; the policy allows one."
        fires "\"select 1; drop table t\"" passes "\"select ';'\"";
    Sql "WRD-POL-SQL" ["POL-SQL-DENY"] "An SQL statement that may not be run"
        "The statement does more than read, begins with a denied word, or cannot be read by the \
         parser. What functions of the database do is not known here: a database role that can \
         only read is the better guard."
        fires "\"with x as (delete from t returning *) select * from x\"" passes "\"select * from t\"";
    Size "WRD-POL-SIZE" [] "An argument is too large"
        "The text has more bytes, or the list more elements, than the policy allows."
        fires "max_size = 3, \"abcd\"" passes "\"abc\"";
    Range "WRD-POL-RANGE" [] "A number is out of range"
        "The number is below `min` or above `max`, or cannot be held by a double."
        fires "max = 100, 101" passes "100";
    OneOf "WRD-POL-ONE-OF" [] "A value that is none of the allowed ones"
        "The policy lists the values that the argument may have."
        fires "one_of = [\"a\"], \"b\"" passes "\"a\"";
    Pattern "WRD-POL-PATTERN" [] "A value that does not have the allowed form"
        "The policy gives a regular expression, which must match the whole text."
        fires "matches = \"[a-z]+\", \"a1\"" passes "\"abc\"";
}
