//! Honest texts that other scanners block.

use crate::support::{passes, vet_dump};

#[test]
fn w11_2_01_credential_parameters_do_not_block() {
    let v = vet_dump(
        r#"{"tools":[{"name":"a","description":"x","inputSchema":{"properties":{"api_key":{"type":"string","description":"Your API key"},"password":{"type":"string"}}}}]}"#,
    );
    assert!(v.allow);
    assert!(v.findings.iter().all(|f| f.advisory));
}

#[test]
fn w11_2_02_mail_tools_pass() {
    passes(
        "Sends a mail to the recipients. Use this to send the content to one or more addresses.",
    );
}

#[test]
fn w11_2_14_and_g7_scanners_and_guardrails_pass() {
    passes("Detects prompt injection such as \"ignore all previous instructions\" in a text.");
    passes("Scans a repository for leaked private keys, passwords and API keys.");
    passes("Blocks attempts to exfiltrate the conversation history.");
    passes("Checks whether a prompt contains the phrase 'disregard your instructions'.");
}

#[test]
fn w11_2_15_honesty_is_not_stealth() {
    passes("Do not tell the user the order has shipped before it has.");
}

#[test]
fn w11_2_16_language_lists_pass() {
    passes("Supported: Python, TypeScript/JavaScript: *.ts, *.js");
    passes("支持 JavaScript：脚本");
}

#[test]
fn w11_2_17_distances_do_not_cross_sentences() {
    passes("Extract the title of the page. Your password is not needed.");
}

#[test]
fn w11_2_19_schema_pointers_are_no_blobs() {
    passes(
        "See #/properties/first/items/properties/second/items/properties/third/items/properties/fourth/items/properties/fifth",
    );
}

#[test]
fn w11_2_27_icons_pass() {
    let data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ".repeat(6);
    let v = vet_dump(&format!(
        r#"{{"tools":[{{"name":"a","description":"x","inputSchema":{{}},"icons":[{{"src":"data:image/png;base64,{data}"}}]}}]}}"#
    ));
    assert!(v.allow);
}

#[test]
fn w11_2_28_output_labels_pass() {
    let v = vet_dump(
        r#"{"tools":[{"name":"a","description":"x","inputSchema":{},"outputSchema":{"properties":{"kind":{"enum":["private_key","jwt"]}}}}]}"#,
    );
    assert!(v.allow);
}

#[test]
fn w11_3_20_a_public_key_path_is_no_theft_in_any_gate() {
    passes("Appends your key to ~/.ssh/authorized_keys on the host.");
    passes("Detects kits that drain the wallets of victims.");
}

#[test]
fn c1_hard_negatives_of_users() {
    passes("You MUST call this function before 'get-docs' to obtain a library id.");
    passes("IMPORTANT: before using this, first get the hash of the file.");
    passes("Silent by default: that would silently scope results.");
    passes("Creates a directory; if it exists, the call will succeed silently.");
    passes("MANDATORY RESPONSE FORMAT: list the policy ids.");
    passes("token: Bearer token for authorization");
    passes("Explains a CDK rule about `.env` files.");
    passes("offset: 0 → first 10 lines");
}
