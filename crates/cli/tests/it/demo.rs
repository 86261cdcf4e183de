//! The first thing a newcomer does.

use crate::harness::{World, server};

#[test]
fn the_demo_blocks_the_poisoned_server_and_explains_the_others() {
    let report = World::new().run(&["scan", "--demo", "--json"]).expect(1).json();
    assert_eq!(report["schema"], "warden.report/1");
    assert_eq!(report["summary"]["blocked"], 1);
    assert_eq!(report["summary"]["allowed"], 1);
    assert_eq!(report["summary"]["errors"], 1);

    let poisoned = server(&report, "calculator");
    assert_eq!(poisoned["allow"], false);
    assert_eq!(poisoned["decidedBy"], "static");
    assert_eq!(poisoned["blockedTools"], serde_json::json!(["add"]));
    assert_eq!(poisoned["allowedTools"], serde_json::json!(["multiply"]));

    let honest = server(&report, "notes");
    assert_eq!(honest["allow"], true);
    assert_eq!(honest["findings"], serde_json::json!([]));
    assert_eq!(honest["toolCount"], 2);

    let missing = server(&report, "not-installed");
    assert_eq!(missing["status"], "error");
    assert_eq!(missing["allow"], serde_json::Value::Null);
    assert_eq!(missing["error"]["phase"], "start");
}

#[test]
fn the_demo_table_quotes_the_hostile_words_and_says_what_to_do() {
    let run = World::new().run(&["scan", "--demo"]).expect(1);
    for words in ["calculator", "add", "id_rsa", "notes", "not-installed", "warden explain"] {
        assert!(run.stdout.contains(words), "no {words:?} in\n{}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'), "colour without a terminal");
}
