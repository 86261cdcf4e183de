//! Command lines.

use crate::code::Code;

/// Which programs may be run.
#[derive(Debug)]
pub(crate) struct CommandRule {
    /// Their names as they are written; `None` for any.
    pub(crate) programs: Option<Vec<String>>,
}

/// What makes a shell do more than run one program with its arguments: lists,
/// pipes, redirections, substitutions and line ends (POSIX, chapter 2).
const OPERATORS: &[char] = &[';', '|', '&', '<', '>', '$', '`', '(', ')', '\n', '\r', '\0'];

impl CommandRule {
    /// Why the line may not be run.
    pub(crate) fn refuse(&self, line: &str) -> Option<(Code, &'static str)> {
        if line.contains(OPERATORS) {
            return Some((Code::Metacharacter, "the command uses a shell's operators"));
        }
        self.refuse_program(line.split_whitespace().next().unwrap_or_default())
    }

    /// Why the program may not be run; for arguments that are lists, which no
    /// shell takes apart.
    pub(crate) fn refuse_program(&self, program: &str) -> Option<(Code, &'static str)> {
        match &self.programs {
            Some(allowed) if !allowed.iter().any(|p| p == program) => {
                Some((Code::Command, "the program is not among the allowed ones"))
            }
            _ => None,
        }
    }
}
