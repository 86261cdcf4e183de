//! Conditions by what a tool can do; the gaps of the reference's policies
//! (its specification, section 12, 16) are tests here.

use warden_policy::{Outcome, Shape};

use crate::{codes, document, judge, judge_as, policy};

#[test]
fn r12_16_hosts_are_read_as_clients_read_them() {
    let p = policy("[defaults.http_request]\n");
    for bad in [
        r#"{"url":"http://169.254.169.254?x"}"#,
        r#"{"url":"http://169.254.169.254#x"}"#,
        r#"{"targetUrl":"http://169.254.169.254/"}"#,
        r#"{"url":"http://[::ffff:127.0.0.1]/"}"#,
        r#"{"url":"http://2130706433/"}"#,
        r#"{"url":"https://a.example","callbackUrl":"http://10.0.0.1/"}"#,
    ] {
        assert_eq!(codes(&judge(&p, "fetch", bad)), ["WRD-POL-SSRF"], "{bad}");
    }
    assert_eq!(judge(&p, "fetch", r#"{"url":"https://a.example/"}"#).outcome, Outcome::Allow);
}

#[test]
fn r12_16_paths_without_a_list_are_denied_where_the_policy_has_an_empty_one() {
    let p = policy("[defaults.filesystem_write]\nallow_paths = []\n");
    assert_eq!(codes(&judge(&p, "write_file", r#"{"path":"/a"}"#)), ["WRD-POL-PATH"]);
    let p = policy("[defaults.filesystem_write]\nallow_paths = [\"/srv/**\"]\n");
    assert_eq!(judge(&p, "write_file", r#"{"filePath":"/srv/a"}"#).outcome, Outcome::Allow);
    assert_eq!(codes(&judge(&p, "write_file", r#"{"filePath":"/etc/a"}"#)), ["WRD-POL-PATH"]);
    // A tool that is known to write, called without anything that looks like a path.
    let decision =
        judge_as(&p, "write", &document(r#"{"where":"/etc"}"#), &[Shape::FilesystemWrite]);
    assert_eq!(codes(&decision), ["WRD-POL-MISSING"]);
}

#[test]
fn r12_16_shells_and_statements() {
    let p = policy(
        "[defaults.shell_exec]\nallow = true\nallow_commands = [\"ls\"]\n[defaults.sql_query]\n",
    );
    assert_eq!(judge(&p, "run", r#"{"command":"ls -l"}"#).outcome, Outcome::Allow);
    for bad in ["ls\\nid", "ls > /etc/x", "ls $HOME", "ls $(id)", "ls & id"] {
        let decision = judge(&p, "run", &format!("{{\"command\":\"{bad}\"}}"));
        assert_eq!(codes(&decision), ["WRD-POL-METACHAR"], "{bad}");
    }
    let with = r#"{"sql":"with x as (delete from t returning *) select * from x"}"#;
    assert_eq!(codes(&judge(&p, "ask", with)), ["WRD-POL-SQL"]);
    let quoted = r#"{"sql":"select * from t where a = 'x; y'"}"#;
    assert_eq!(judge(&p, "ask", quoted).outcome, Outcome::Allow);
    assert_eq!(judge(&p, "search", r#"{"query":"how do I drop a table"}"#).outcome, Outcome::Allow);
    // Commands are refused unless somebody allows them.
    let p = policy("[defaults.shell_exec]\n");
    assert_eq!(codes(&judge(&p, "bash", r#"{"command":"ls"}"#)), ["WRD-POL-COMMAND"]);
}

#[test]
fn an_entry_lays_its_members_over_the_defaults() {
    let p = policy(
        "[defaults.http_request]\nallow_hosts = [\"a.example\"]\n[[call]]\ntool = \"local\"\n\
         [call.shape.http_request]\ndeny_private = false\nallow_hosts = [\"127.0.0.1\"]\n",
    );
    assert_eq!(judge(&p, "fetch", r#"{"url":"http://127.0.0.1/"}"#).outcome, Outcome::Deny);
    assert_eq!(judge(&p, "local", r#"{"url":"http://127.0.0.1/"}"#).outcome, Outcome::Allow);
    assert_eq!(judge(&p, "local", r#"{"url":"http://a.example/"}"#).outcome, Outcome::Deny);
}

#[test]
fn the_argument_can_be_named() {
    let p = policy("[defaults.sql_query]\nquery_arg = \"q\"\n");
    let call = |json| codes(&judge_as(&p, "ask", &document(json), &[Shape::SqlQuery]));
    assert_eq!(call(r#"{"q":"drop table t"}"#), ["WRD-POL-SQL"]);
    assert!(call(r#"{"q":"select 1"}"#).is_empty());
    assert_eq!(call(r#"{"query":"select 1"}"#), ["WRD-POL-MISSING"]);
}

#[test]
fn an_argument_that_is_given_twice_is_refused() {
    let p = policy("[defaults.http_request]\n");
    let decision = judge(&p, "fetch", r#"{"url":"https://a.example","url":"http://10.0.0.1"}"#);
    assert_eq!(codes(&decision), ["WRD-POL-TYPE"]);
}

#[test]
fn arguments_are_found_in_plurals_and_below() {
    let p = policy(
        "[defaults.http_request]\n[defaults.filesystem_write]\nallow_paths = [\"/srv/**\"]\n",
    );
    for bad in [
        r#"{"uris":["http://127.0.0.1"]}"#,
        r#"{"endpoints":["http://127.0.0.1"]}"#,
        r#"{"hosts":["127.0.0.1"]}"#,
        r#"{"request":{"url":"http://127.0.0.1"}}"#,
        r#"{"requests":[{"url":"http://127.0.0.1"}]}"#,
        r#"{"href":"http://127.0.0.1"}"#,
        r#"{"links":["http://127.0.0.1"]}"#,
    ] {
        assert_eq!(codes(&judge(&p, "fetch", bad)), ["WRD-POL-SSRF"], "{bad}");
    }
    for bad in [
        r#"{"files":[{"path":"/etc/x","content":"b"}]}"#,
        r#"{"opts":{"path":"/etc/x"},"content":"b"}"#,
        r#"{"files":["/etc/x"],"content":""}"#,
        r#"{"filenames":["/srv/a","/etc/x"],"content":""}"#,
        r#"{"location":"/etc/x","content":"b"}"#,
    ] {
        assert_eq!(codes(&judge(&p, "write_file", bad)), ["WRD-POL-PATH"], "{bad}");
    }
    let good = r#"{"files":[{"path":"/srv/x","content":"b"}]}"#;
    assert_eq!(judge(&p, "write_file", good).outcome, Outcome::Allow);
}
