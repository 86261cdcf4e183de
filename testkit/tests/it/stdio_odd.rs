//! Servers that talk out of turn, or not as MCP wants it.

use std::time::Duration;

use warden_wire::{Budgets, CaptureOptions};

use crate::common::*;

#[tokio::test]
async fn noise_is_counted_and_sampled() {
    let c = Program::new("noise").capture(&quick()).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    // Four lines of noise with each request: the handshake, and twice four
    // lists and two prompts. The last line may not be read any more.
    let asked = 1 + 2 * (4 + 2);
    let noise = c.facts.stdout_noise;
    assert!((4 * asked - 1..=4 * asked).contains(&noise), "{noise}");
    assert_eq!(c.facts.noise_samples.len(), 3);
    assert_eq!(c.facts.noise_samples[0].expose(), "Listening on port 3000 \u{1b}[1m");
}

#[tokio::test]
async fn requests_of_the_server_are_answered() {
    for (asked, method, told) in [
        ("ask-roots", "roots/list", r#""id":"q1","result":{"roots":[]}"#),
        ("ask-ping", "ping", r#""id":0,"result":{}"#),
        ("ask-sampling", "sampling/createMessage", r#""code":-1"#),
        ("ask-elicitation", "elicitation/create", r#""result":{"action":"decline"}"#),
        ("ask-unknown", "no/such", r#""code":-32601"#),
    ] {
        let c = stdio(asked).await;
        let said = description(&c, "told");
        assert!(said.contains(told), "{asked}: {said}");
        let requests: Vec<&str> = c.facts.server_requests.iter().map(|m| m.expose()).collect();
        assert_eq!(requests, [method]);
    }
}

#[tokio::test]
async fn forged_answers_are_ignored() {
    let c = stdio("forged").await;
    assert_eq!(tools(&c), ["add", "echo"]);
}

#[tokio::test]
async fn an_announced_change_is_listed_again_and_is_no_difference() {
    let c = stdio("list-changed").await;
    assert_eq!(tools(&c), ["add", "echo", "announced"]);
    assert!(c.facts.differs.is_empty());
}

#[tokio::test]
async fn content_length_framing_is_refused_in_words() {
    let c = stdio("content-length").await;
    assert!(error(&c).message.contains("Content-Length"), "{:?}", error(&c));
}

#[tokio::test]
async fn an_unreadable_list_names_the_place() {
    let c = stdio("broken-json").await;
    let e = error(&c);
    assert_eq!(e.phase, "list");
    assert!(e.message.contains("`tools/list`") && e.message.contains("at byte"), "{}", e.message);
}

#[tokio::test]
async fn an_answer_after_a_broken_line_is_taken() {
    assert_eq!(tools(&stdio("broken-then-good").await), ["add", "echo"]);
}

#[tokio::test]
async fn a_line_without_end_is_cut_off() {
    let c = stdio("flood").await;
    assert!(error(&c).message.contains("longer than 16 MiB"), "{:?}", error(&c));
    assert_eq!(error(&c).phase, "list");
}

#[tokio::test]
async fn half_a_message_at_the_end() {
    let c = stdio("half-line").await;
    let e = error(&c);
    assert_eq!(e.phase, "list");
    assert!(e.message.contains("cannot be read: the text ends too early"), "{}", e.message);
}

#[tokio::test]
async fn a_list_that_stays_silent_costs_its_budget_once() {
    let budgets = Budgets { answer: Duration::from_secs(2), ..options().budgets };
    let c = Program::new("silent-list").capture(&CaptureOptions { budgets, ..options() }).await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(
        unreachable(&c),
        [("prompts/list".to_owned(), "no answer to `prompts/list` within 2 s".to_owned())]
    );
}

#[tokio::test]
async fn what_was_read_before_a_server_dies_is_kept() {
    let c = stdio("dies-on-prompts").await;
    assert_eq!(tools(&c), ["add", "echo"]);
    assert_eq!(unreachable(&c)[0], ("prompts/list".into(), "it exited with status 0".into()));
}
