//! The one table of exit codes.

/// How a command ends. The same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing to object to.
    Clean = 0,
    /// The gate failed: something was blocked, drifted, or below the bar.
    Gate = 1,
    /// The command line was wrong.
    Usage = 2,
    /// Could not evaluate: the server did not start, did not answer, or
    /// refused the credentials.
    NotEvaluated = 3,
    /// Policy, lock, rules or output path could not be used.
    Config = 4,
    /// Interrupted by SIGINT.
    Interrupted = 130,
}

impl Exit {
    /// The worse of two: a real finding outranks an incomplete run.
    pub fn merge(self, other: Self) -> Self {
        let rank = |e: Self| match e {
            Self::Clean => 0,
            Self::NotEvaluated => 1,
            Self::Gate => 2,
            Self::Config => 3,
            Self::Usage => 4,
            Self::Interrupted => 5,
        };
        if rank(other) > rank(self) { other } else { self }
    }

    /// The number given to the operating system.
    pub fn code(self) -> u8 {
        self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn a_finding_outranks_an_incomplete_run() {
        assert_eq!(Exit::NotEvaluated.merge(Exit::Gate), Exit::Gate);
        assert_eq!(Exit::Gate.merge(Exit::NotEvaluated), Exit::Gate);
        assert_eq!(Exit::Clean.merge(Exit::NotEvaluated), Exit::NotEvaluated);
        assert_eq!(Exit::Interrupted.code(), 130);
    }
}
