//! One finding for one cause: phrases and frames look for the same things, and
//! what several rules of a family say of the same words is said once, by the
//! most severe of them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use warden_core::finding::Finding;

/// A finding and the bytes of the text that it is about.
pub(crate) struct Placed {
    pub(crate) finding: Finding,
    pub(crate) range: Range<usize>,
}

/// What a rule is about, where several rules are about the same.
fn family(rule: &str) -> Option<u8> {
    let begins = |starts: &[&str]| starts.iter().any(|s| rule.starts_with(s));
    if begins(&["WRD-INJ-OVERRIDE", "WRD-OVR-"]) {
        Some(0)
    } else if begins(&["WRD-INJ-HIDE", "WRD-INJ-COVERT", "WRD-HIDE-"]) {
        Some(1)
    } else if begins(&["WRD-XT-", "WRD-XTOOL-"]) {
        Some(2)
    } else if begins(&["WRD-EXF-", "WRD-SEC-FILES", "WRD-SEC-ENV", "WRD-SEC-HARVEST"]) {
        Some(3)
    } else {
        None
    }
}

/// Leaves out what a finding of the same family, at least as severe, says of
/// the same words. The order stays.
pub(super) fn settle(placed: Vec<Placed>) -> impl Iterator<Item = Finding> {
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(placed[*n].finding.severity));
    let mut kept: HashMap<(u8, &str), BTreeMap<usize, usize>> = HashMap::new();
    let mut stays = vec![true; placed.len()];
    for n in order {
        let Placed { finding, range } = &placed[n];
        let Some(family) = family(finding.rule.as_str()) else { continue };
        let path = finding.path.as_deref().unwrap_or_default();
        let ranges = kept.entry((family, path)).or_default();
        // Those that are kept do not overlap, so that one look is enough.
        let before = ranges.range(..range.end).next_back();
        if before.is_some_and(|(_, end)| *end > range.start) {
            stays[n] = false;
        } else {
            ranges.insert(range.start, range.end);
        }
    }
    placed.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(p, _)| p.finding)
}

#[cfg(test)]
mod tests {
    use warden_core::Severity::{High, Low};
    use warden_core::Subject;
    use warden_core::finding::Gate;

    use super::*;
    use crate::meta_rules::DRIFT;

    #[test]
    fn the_most_severe_speaks_for_its_family() {
        let all = [
            ("WRD-INJ-HIDE", Low, "/a", 4..9),
            ("WRD-HIDE-FROM-USER", High, "/a", 0..20),
            ("WRD-HIDE-SCRIPTED", High, "/a", 10..30),
            ("WRD-HIDE-FROM-USER", High, "/a", 30..40),
            ("WRD-HIDE-FROM-USER", High, "/b", 0..20),
            ("WRD-OVR-PERSONA", Low, "/a", 0..20),
            ("WRD-PAY-BLOB", Low, "/a", 0..20),
        ];
        let placed = all.iter().map(|(rule, severity, path, range)| {
            let mut finding = DRIFT.finding(Gate::Static, Subject::Server, "x");
            finding.rule = warden_core::rule::RuleId::new(rule);
            finding.severity = *severity;
            finding.path = Some((*path).into());
            Placed { finding, range: range.clone() }
        });
        let left: Vec<_> = settle(placed.collect())
            .map(|f| (f.rule.as_str().to_owned(), f.path.unwrap_or_default().to_string()))
            .collect();
        let expected = [
            ("WRD-HIDE-FROM-USER", "/a"),
            ("WRD-HIDE-FROM-USER", "/a"),
            ("WRD-HIDE-FROM-USER", "/b"),
            ("WRD-OVR-PERSONA", "/a"),
            ("WRD-PAY-BLOB", "/a"),
        ];
        assert_eq!(left, expected.map(|(r, p)| (r.to_owned(), p.to_owned())));
    }
}
