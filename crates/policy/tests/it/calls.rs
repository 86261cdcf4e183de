//! `[[call]]` entries.

use proptest::prelude::*;
use warden_core::policy::Policy;
use warden_policy::{CallPolicy, Code, Outcome, lint};

use crate::{codes, judge, policy};

#[test]
fn the_first_entry_that_matches_decides() {
    let p = policy(
        r#"
        sensitive = ["pay*"]
        [[call]]
        tool = "delete_draft"
        [[call]]
        tool = "delete_*"
        action = "deny"
        reason = "we delete by hand"
        [[call]]
        server = "other"
        action = "deny"
        "#,
    );
    assert_eq!(judge(&p, "delete_draft", "{}").outcome, Outcome::Allow);
    let refused = judge(&p, "DELETE_all", "{}");
    assert_eq!(refused.outcome, Outcome::Deny);
    assert_eq!(refused.reasons[0].message, "we delete by hand");
    assert_eq!(judge(&p, "read", "{}").outcome, Outcome::Allow);
    assert_eq!(judge(&p, "pay_invoice", "{}").outcome, Outcome::Ask);
}

#[test]
fn every_condition_is_met_or_refused() {
    let cases = [
        ("required = true", "{\"a\":1}", "{}", "WRD-POL-MISSING"),
        ("forbidden = true", "{}", "{\"a\":null}", "WRD-POL-FORBIDDEN"),
        ("max_size = 3", "{\"a\":\"abc\"}", "{\"a\":\"abcd\"}", "WRD-POL-SIZE"),
        ("max_size = 1", "{\"a\":[1]}", "{\"a\":[1,2]}", "WRD-POL-SIZE"),
        ("min = 0\nmax = 10", "{\"a\":10}", "{\"a\":10.5}", "WRD-POL-RANGE"),
        ("max = 10", "{\"a\":-3}", "{\"a\":1e999}", "WRD-POL-RANGE"),
        ("max = 10", "{\"a\":3}", "{\"a\":\"3\"}", "WRD-POL-TYPE"),
        ("one_of = [\"x\"]", "{\"a\":\"x\"}", "{\"a\":\"X\"}", "WRD-POL-ONE-OF"),
        ("matches = \"[a-z]+\"", "{\"a\":\"abc\"}", "{\"a\":\"abc\\n1\"}", "WRD-POL-PATTERN"),
        ("matches = \"a|b\"", "{\"a\":\"a\"}", "{\"a\":\"ab\"}", "WRD-POL-PATTERN"),
        ("read_only_sql = true", "{\"a\":\"select 1\"}", "{\"a\":\"drop table t\"}", "WRD-POL-SQL"),
        (
            "command = [\"git\"]",
            "{\"a\":\"git log\"}",
            "{\"a\":\"git log; id\"}",
            "WRD-POL-METACHAR",
        ),
        (
            "command = [\"git\"]",
            "{\"a\":[\"git\",\"a;b\"]}",
            "{\"a\":[\"sh\",\"-c\"]}",
            "WRD-POL-COMMAND",
        ),
        ("path.allow = [\"/s/**\"]", "{\"a\":\"/s/x\"}", "{\"a\":\"/s/../x\"}", "WRD-POL-PATH"),
        (
            "path.allow = [\"/s/**\"]",
            "{\"a\":[\"/s/x\"]}",
            "{\"a\":[\"/s/x\",\"/t\"]}",
            "WRD-POL-PATH",
        ),
        ("path.allow = [\"/s/**\"]", "{\"b\":7}", "{\"a\":7}", "WRD-POL-TYPE"),
        ("path.deny = [\"/e/**\"]", "{\"a\":\"x\"}", "{\"a\":\"\\ud800\"}", "WRD-POL-TYPE"),
        (
            "host.deny = [\"*.t.test\"]",
            "{\"a\":\"https://t.test\"}",
            "{\"a\":\"https://x.t.test\"}",
            "WRD-POL-HOST",
        ),
        (
            "host.deny = []",
            "{\"a\":\"https://t.test\"}",
            "{\"a\":\"http://0x7f.1\"}",
            "WRD-POL-SSRF",
        ),
    ];
    for (condition, good, bad, code) in cases {
        let p = policy(&format!("[[call]]\n[[call.argument]]\nat = \"/a\"\n{condition}\n"));
        let passed = judge(&p, "t", good);
        assert_eq!(passed.outcome, Outcome::Allow, "{condition}: {good}: {passed:?}");
        let refused = judge(&p, "t", bad);
        assert_eq!(codes(&refused), [code], "{condition}: {bad}");
        assert_eq!(refused.outcome, Outcome::Deny);
    }
}

#[test]
fn a_star_stands_for_every_member_and_element() {
    let p =
        policy("[[call]]\n[[call.argument]]\nat = \"/edits/*/path\"\npath.allow = [\"/s/**\"]\n");
    assert_eq!(
        judge(&p, "t", r#"{"edits":[{"path":"/s/a"},{"path":"/s/b"}]}"#).outcome,
        Outcome::Allow
    );
    let refused = judge(&p, "t", r#"{"edits":[{"path":"/s/a"},{"path":"/etc/b"}]}"#);
    assert_eq!(refused.reasons[0].at, "/edits/1/path");
    let many = format!("{{\"edits\":[{}]}}", vec!["{\"path\":\"/s/a\"}"; 1_500].join(","));
    assert_eq!(codes(&judge(&p, "t", &many)), ["WRD-POL-SIZE"], "too many to be judged");
}

#[test]
fn a_name_that_is_given_twice_is_judged_twice() {
    let p = policy("[[call]]\n[[call.argument]]\nat = \"/a\"\none_of = [\"x\"]\n");
    assert_eq!(judge(&p, "t", r#"{"a":"y","a":"x"}"#).outcome, Outcome::Deny);
    assert_eq!(judge(&p, "t", r#"{"a":"x","\u0061":"y"}"#).outcome, Outcome::Deny);
}

#[test]
fn messages_never_hold_values() {
    let p = policy("[[call]]\n[[call.argument]]\nat = \"/a\"\none_of = [\"x\"]\n");
    let refused = judge(&p, "t", r#"{"a":"hunter2hunter2"}"#);
    assert!(!format!("{refused:?}").contains("hunter2"));
}

#[test]
fn a_policy_that_means_nothing_is_an_error() {
    for bad in [
        "[[call]]\n[[call.argument]]\nat = \"a\"\nrequired = true",
        "[[call]]\n[[call.argument]]\nat = \"/a\"",
        "[[call]]\n[[call.argument]]\nat = \"/a\"\nmatches = \"(\"",
        "[[call]]\n[[call.argument]]\nat = \"/a\"\nmatches = \"(a{1000}){1000}\"",
        "[[call]]\n[[call.argument]]\nat = \"/a\"\nhost.allow = [\"10.0.0.0/99\"]",
        "[[call]]\n[[call.argument]]\nat = \"/a\"\nmin = 2\nmax = 1",
        "[[call]]\ntool = \"[\"",
        "sensitive = [\"{\"]",
    ] {
        let parsed: warden_core::policy::Policy = toml::from_str(bad).expect("well-formed");
        assert!(warden_policy::CallPolicy::new(&parsed).is_err(), "{bad}");
    }
    for bad in ["[[call]]\nactoin = \"deny\"", "[defaults.shell_exec]\nallow = \"yes\""] {
        assert!(toml::from_str::<warden_core::policy::Policy>(bad).is_err(), "{bad}");
    }
}

#[test]
fn entries_that_can_never_match_are_told() {
    let text = "[[call]]\ntool = \"delete_*\"\n[[call]]\ntool = \"delete_all\"\naction = \"deny\"\n\
                [[call]]\ntool = \"read\"\n[[call]]\n[[call]]\ntool = \"x\"\n";
    let warnings = lint(&toml::from_str(text).expect("a policy"));
    let places: Vec<&str> = warnings.iter().map(|w| w.place.as_str()).collect();
    assert_eq!(places, ["call entry 2", "call entry 5"]);
}

#[test]
fn every_code_has_a_page() {
    for code in Code::all() {
        let meta = code.meta();
        assert!(meta.id.as_str().starts_with("WRD-POL-") && !meta.title.ends_with('.'));
        assert_eq!(Code::all().filter(|c| c.id() == code.id()).count(), 1);
    }
}

proptest! {
    /// Whatever is refused alone is refused among other arguments, and a
    /// sensitive tool is never simply let through.
    #[test]
    fn refusals_hold_whatever_stands_beside(tool in "[a-z_]{1,8}", key in "[a-z]{2,6}", value in ".{0,20}") {
        let p = policy("sensitive = [\"*\"]\n[[call]]\n[[call.argument]]\nat = \"/a\"\nforbidden = true\n");
        let beside = format!("{}: {}", serde_string(&key), serde_string(&value));
        let allowed = judge(&p, &tool, &format!("{{{beside}}}"));
        prop_assert_eq!(allowed.outcome, Outcome::Ask);
        let refused = judge(&p, &tool, &format!("{{{beside}, \"a\": 1}}"));
        prop_assert_eq!(refused.outcome, Outcome::Deny);
    }
}

fn serde_string(text: &str) -> String {
    let mut out = Vec::new();
    warden_core::json::write_string(text, &mut out);
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn requests_of_a_server_are_judged_by_the_first_entry_that_matches() {
    let policy: Policy = toml::from_str(
        r#"
        [[request]]
        server = "trusted"
        action = "allow"
        [[request]]
        method = "Sampling/*"
        action = "deny"
        reason = "no model for strangers"
        [[request]]
        method = "elicitation/create"
        mode = "url"
        action = "deny"
        "#,
    )
    .expect("a policy");
    let calls = CallPolicy::new(&policy).expect("sound");
    let outcome = |s, m, mode| calls.judge_request(s, m, mode).outcome;
    assert_eq!(outcome("trusted", "sampling/createMessage", None), Outcome::Allow);
    let denied = calls.judge_request("other", "sampling/createMessage", None);
    assert_eq!(denied.outcome, Outcome::Deny);
    assert_eq!(denied.reasons[0].message, "no model for strangers");
    assert_eq!(outcome("other", "elicitation/create", Some("url")), Outcome::Deny);
    assert_eq!(outcome("other", "elicitation/create", Some("form")), Outcome::Allow);
    assert_eq!(outcome("other", "elicitation/create", None), Outcome::Allow);
    assert_eq!(outcome("other", "roots/list", None), Outcome::Allow);
    let twice: Policy = toml::from_str(
        "[[request]]\naction = \"deny\"\n[[request]]\nmethod = \"roots/list\"\naction = \"allow\"",
    )
    .expect("a policy");
    assert_eq!(warden_policy::lint(&twice).len(), 1);
    let odd = "[[request]]\nmode = \"tcp\"\naction = \"deny\"";
    assert!(CallPolicy::new(&toml::from_str(odd).expect("TOML")).is_err());
}
