//! Classes of run-time findings and what is done about each.

/// What a finding in a run-time text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Escapes of a terminal and text that a person cannot see.
    Hidden,
    /// A credential.
    Secret,
    /// A link that carries data away, or that runs when it is opened.
    Exfiltration,
    /// An order to the model inside a stranger's text.
    Injection,
    /// The text was longer than what is read, or no JSON that is read one way.
    Incomplete,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 5] =
        [Self::Hidden, Self::Secret, Self::Exfiltration, Self::Injection, Self::Incomplete];

    /// The name in settings (`results.CLASS=ACTION`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Secret => "secret",
            Self::Exfiltration => "exfiltration",
            Self::Injection => "injection",
            Self::Incomplete => "incomplete",
        }
    }
}

/// What is to be done with a text, mildest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Nothing.
    #[default]
    Pass,
    /// Hand it on with a warning.
    Warn,
    /// Hand it on with the edits applied.
    Edit,
    /// Hold it back.
    Block,
}

impl Action {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Edit => "edit",
            Self::Block => "block",
        }
    }
}

/// How severely run-time texts are treated as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Results {
    /// Nothing is inspected.
    Off,
    /// No class does more than warn.
    Warn,
    /// Each class does what the table says.
    #[default]
    Default,
    /// Every class blocks.
    Block,
}

/// What each class of finding leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actions {
    table: [Action; Class::ALL.len()],
    /// Whether anything is inspected at all.
    pub(crate) on: bool,
}

impl Default for Actions {
    fn default() -> Self {
        Self::of(Results::Default)
    }
}

impl Actions {
    /// The table for a mode.
    pub fn of(mode: Results) -> Self {
        let normal = |class| match class {
            Class::Hidden | Class::Secret => Action::Edit,
            Class::Exfiltration => Action::Block,
            Class::Injection | Class::Incomplete => Action::Warn,
        };
        let table = Class::ALL.map(|class| match mode {
            Results::Off => Action::Pass,
            Results::Warn => Action::Warn,
            Results::Default => normal(class),
            Results::Block => Action::Block,
        });
        Self { table, on: mode != Results::Off }
    }

    /// The same table with another action for one class.
    #[must_use]
    pub fn with(mut self, class: Class, action: Action) -> Self {
        self.table[class as usize] = action;
        self
    }

    /// What a class leads to.
    pub fn action(&self, class: Class) -> Action {
        self.table[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modes_lower_and_raise_every_class() {
        let normal = Actions::default();
        assert_eq!(normal.action(Class::Hidden), Action::Edit);
        assert_eq!(normal.action(Class::Exfiltration), Action::Block);
        for class in Class::ALL {
            assert_eq!(Actions::of(Results::Warn).action(class), Action::Warn);
            assert_eq!(Actions::of(Results::Block).action(class), Action::Block);
            assert_eq!(Actions::of(Results::Off).action(class), Action::Pass);
        }
        let own = normal.with(Class::Injection, Action::Block);
        assert_eq!(own.action(Class::Injection), Action::Block);
        assert_eq!(own.action(Class::Secret), Action::Edit);
    }
}
