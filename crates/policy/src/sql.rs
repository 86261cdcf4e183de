//! SQL that only reads.

use sqlparser::ast::{Query, Select, SetExpr, Statement, Visit, Visitor};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;
use std::ops::ControlFlow;

use crate::code::Code;

/// Longest text that is parsed; a longer one is refused.
const MAX_SQL: usize = 64 * 1024;

/// Which statements may be run.
#[derive(Debug)]
pub(crate) struct SqlRule {
    /// Only those that read.
    pub(crate) read_only: bool,
    /// First words that are refused, in capitals.
    pub(crate) deny: Vec<String>,
}

impl SqlRule {
    /// Why the text may not be run.
    pub(crate) fn refuse(&self, text: &str) -> Option<(Code, &'static str)> {
        if text.len() > MAX_SQL {
            return Some((Code::Sql, "the statement is too long to be judged"));
        }
        let Ok(statements) = Parser::parse_sql(&GenericDialect {}, text) else {
            return Some((Code::Sql, "the statement cannot be read"));
        };
        let [statement] = statements.as_slice() else {
            return Some(match statements.len() {
                0 => (Code::Sql, "there is no statement"),
                _ => (Code::StackedSql, "there is more than one statement"),
            });
        };
        if self.read_only && !reads_only(statement) {
            return Some((Code::Sql, "the statement does more than read"));
        }
        let mut words = Words { deny: &self.deny };
        statement.visit(&mut words).is_break().then_some((Code::Sql, "the statement is denied"))
    }
}

/// Finds a denied statement, also below another (`WITH x AS (DELETE …)`).
struct Words<'a> {
    deny: &'a [String],
}

impl Words<'_> {
    fn is_denied(&self, text: &str) -> bool {
        let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
        self.deny.iter().any(|d| d.eq_ignore_ascii_case(&word))
    }
}

impl Visitor for Words<'_> {
    type Break = ();

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<()> {
        match self.is_denied(&statement.to_string()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn reads_only(statement: &Statement) -> bool {
    match statement {
        Statement::Query(_) => statement.visit(&mut Reads).is_continue(),
        Statement::Explain { analyze, statement, .. } => !analyze && reads_only(statement),
        Statement::ExplainTable { .. }
        | Statement::ShowTables { .. }
        | Statement::ShowColumns { .. }
        | Statement::ShowVariable { .. } => true,
        _ => false,
    }
}

/// Stops at whatever changes something inside of a query.
struct Reads;

impl Visitor for Reads {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        // `FOR UPDATE` takes locks that hold others up.
        if query.locks.is_empty() && body_reads(&query.body) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<()> {
        match statement {
            Statement::Query(_) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

fn body_reads(body: &SetExpr) -> bool {
    match body {
        SetExpr::Select(select) => select_reads(select),
        SetExpr::Query(_) | SetExpr::Values(_) | SetExpr::Table(_) => true,
        SetExpr::SetOperation { left, right, .. } => body_reads(left) && body_reads(right),
        _ => false,
    }
}

/// `SELECT … INTO` makes a table.
fn select_reads(select: &Select) -> bool {
    select.into.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str) -> Option<Code> {
        SqlRule { read_only: true, deny: Vec::new() }.refuse(text).map(|r| r.0)
    }

    #[test]
    fn what_reads_passes() {
        for good in [
            "select * from t where a = ';drop table t'",
            "SELECT 1;",
            "with x as (select 1) select * from x union all select 2",
            "explain select 1",
            "values (1), (2)",
            "/* delete */ select 1 -- drop",
        ] {
            assert_eq!(reads(good), None, "{good}");
        }
    }

    #[test]
    fn what_writes_does_not() {
        for bad in [
            "delete from t",
            "with x as (delete from t returning *) select * from x",
            "with x as (select 1) insert into t select * from x",
            "select * into u from t",
            "select * from (with y as (update t set a = 1 returning *) select * from y) z",
            "explain analyze delete from t",
            "select 1 for update",
            "drop table t",
            "set role admin",
            "copy t to '/tmp/x'",
            "call f()",
            "not sql at all",
            "",
        ] {
            assert_eq!(reads(bad), Some(Code::Sql), "{bad}");
        }
        assert_eq!(reads("select 1; drop table t"), Some(Code::StackedSql));
    }

    #[test]
    fn denied_words_are_found_below() {
        let rule = SqlRule { read_only: false, deny: vec!["DELETE".into(), "DROP".into()] };
        assert!(rule.refuse("with x as (delete from t returning *) select * from x").is_some());
        assert!(rule.refuse("drop table t").is_some());
        assert_eq!(rule.refuse("update t set a = 1"), None);
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = format!("select {}1{}", "(".repeat(5_000), ")".repeat(5_000));
        assert_eq!(reads(&deep), Some(Code::Sql));
    }
}
