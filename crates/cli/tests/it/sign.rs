//! `warden lock keygen`, `sign` and `verify`, with a key and with an identity.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use warden_testkit::sigstore::{Behaviour, Instance, JOB, Served, token};

use crate::harness::{Run, World, root};

const WORKFLOW: &str = "https://forge.example/me/server/.github/workflows/pin.yml@refs/heads/main";
const ISSUER: &str = "https://token.forge.example";
const WHO: [&str; 4] = ["--certificate-identity", WORKFLOW, "--certificate-oidc-issuer", ISSUER];

/// A lock that mcp-warden wrote.
fn foreign() -> Value {
    let path = root().join("crates/lock/tests/fixtures/odd.level4.lock");
    let text = std::fs::read_to_string(path).expect("the fixture");
    serde_json::from_str(&text).expect("JSON")
}

/// A project with a lock of one server, not ours.
fn project() -> World {
    let world = World::new();
    write_lock(&world, &foreign());
    world
}

fn write_lock(world: &World, lock: &Value) {
    world.write("warden.lock", &serde_json::to_string_pretty(lock).expect("JSON"));
}

/// The project's files, so that what is left behind is seen.
fn files(world: &World) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(world.project())
        .expect("the project")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Files for signing with a running instance: signing config, trust root, token.
fn instance_files(world: &World, served: &Served) -> [PathBuf; 3] {
    [
        world.write("~/config.json", &served.signing_config()),
        world.write("~/root.json", &served.trust_root()),
        world.write("~/token", &token(WORKFLOW, ISSUER)),
    ]
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn sign(world: &World, served: &Served, more: &[&str]) -> Run {
    let [config, root, token] = instance_files(world, served);
    let mut args = vec!["lock", "sign", "--signing-config", text(&config)];
    args.extend(["--trust-root", text(&root), "--identity-token", text(&token)]);
    args.extend(more);
    world.run(&args)
}

fn verify(world: &World, served: &Served, more: &[&str]) -> Run {
    let root = world.write("~/root.json", &served.trust_root());
    let mut args = vec!["lock", "verify", "--trust-root", text(&root)];
    args.extend(WHO);
    args.extend(more);
    world.run(&args)
}

/// Changes the bytes of a file.
fn edit(path: &Path, from: &str, to: &str) {
    let before = std::fs::read_to_string(path).expect("read");
    let after = before.replacen(from, to, 1);
    assert_ne!(before, after, "nothing to change in {}", path.display());
    std::fs::write(path, after).expect("written");
}

#[test]
fn a_key_signs_and_its_public_half_verifies() {
    let world = project();
    world.run(&["lock", "keygen"]).expect(0);
    let run = world.run(&["lock", "sign", "--key", "warden.key"]).expect(0);
    assert!(run.stdout.contains("warden.lock.sig"), "{}", run.stdout);
    let run = world.run(&["lock", "verify", "--key", "warden.key.pub"]).expect(0);
    assert!(run.stdout.contains("signature verified: key "), "{}", run.stdout);
    assert_eq!(files(&world), ["warden.key", "warden.key.pub", "warden.lock", "warden.lock.sig"]);
}

#[test]
fn keygen_says_where_and_never_overwrites() {
    let world = World::new();
    let made = world.run(&["lock", "keygen", "--out", "k", "--json"]).expect(0).json();
    assert_eq!((&made["secretKey"], &made["publicKey"]), (&json!("k"), &json!("k.pub")));
    let secret = std::fs::read_to_string(world.project().join("k")).unwrap();
    assert!(secret.contains(made["keyId"].as_str().unwrap()));
    let run = world.run(&["lock", "keygen", "--out", "k"]).expect(4);
    assert!(run.stderr.contains("not overwritten"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(world.project().join("k")).unwrap(), secret);
    let encoded = secret.split(' ').nth(2).unwrap().trim();
    assert!(!run.stderr.contains(encoded) && !run.stdout.contains(encoded));
}

#[test]
fn spacing_and_line_ends_do_not_matter_but_content_does() {
    let world = project();
    world.run(&["lock", "keygen"]).expect(0);
    world.run(&["lock", "sign", "--key", "warden.key"]).expect(0);
    let dense = foreign().to_string() + "\r\n";
    world.write("warden.lock", &dense);
    world.run(&["lock", "verify", "--key", "warden.key.pub"]).expect(0);
    // What no digest covers is covered by the signature.
    let mut other = foreign();
    other["pin"]["pinner"] = json!({
        "tool": "t", "tool_version": "1", "actor": "mallory", "environment": null,
    });
    write_lock(&world, &other);
    let run = world.run(&["lock", "verify", "--key", "warden.key.pub"]).expect(4);
    assert!(run.stderr.contains("the signature does not fit"), "{}", run.stderr);
    // Without anybody named, the digests alone are fine with it.
    let run = world.run(&["lock", "verify"]).expect(0);
    assert!(run.stdout.contains("signature not verified"), "{}", run.stdout);
}

#[test]
fn the_wrong_key_the_wrong_half_and_no_signature_are_told_apart() {
    let world = project();
    world.run(&["lock", "keygen"]).expect(0);
    world.run(&["lock", "keygen", "--out", "other.key"]).expect(0);
    let run = world.run(&["lock", "verify", "--key", "warden.key.pub"]).expect(4);
    assert!(run.stderr.contains("is not signed"), "{}", run.stderr);
    world.run(&["lock", "sign", "--key", "warden.key"]).expect(0);
    for (key, said) in [
        ("other.key.pub", "not with the given key"),
        ("warden.key", "this is a secret key"),
        ("warden.lock.sig", "not a key file"),
        ("missing.pub", "cannot read"),
    ] {
        let run = world.run(&["lock", "verify", "--key", key]).expect(4);
        assert!(run.stderr.contains(said), "{key}: {}", run.stderr);
    }
    let run = world.run(&["lock", "sign", "--key", "warden.key.pub"]).expect(4);
    assert!(run.stderr.contains("this is a public key"), "{}", run.stderr);
}

#[test]
fn a_lock_that_was_tampered_with_is_not_signed() {
    let world = project();
    world.run(&["lock", "keygen"]).expect(0);
    edit(&world.project().join("warden.lock"), "shell-exec", "http-call");
    let run = world.run(&["lock", "sign", "--key", "warden.key"]).expect(4);
    assert!(run.stderr.contains("warden.lock"), "{}", run.stderr);
    assert!(!files(&world).contains(&"warden.lock.sig".to_owned()));
}

#[test]
fn an_identity_signs_and_is_verified_when_the_services_are_gone() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    let run = sign(&world, &served, &[]).expect(0);
    assert!(run.stdout.contains(WORKFLOW) && run.stdout.contains(ISSUER), "{}", run.stdout);
    let run = verify(&world, &served, &[]).expect(0);
    assert!(run.stdout.contains("signature verified"), "{}", run.stdout);
    assert_eq!(files(&world), ["warden.lock", "warden.lock.sigstore.json"]);
    let root = world.write("~/root.json", &served.trust_root());
    drop(served);
    let mut args = vec!["lock", "verify", "--trust-root", text(&root)];
    args.extend(WHO);
    world.run(&args).expect(0);
    // The public instance knows nothing of it.
    let mut args = vec!["lock", "verify"];
    args.extend(WHO);
    let run = world.run(&args).expect(4);
    assert!(run.stderr.contains("trust root"), "{}", run.stderr);
}

#[test]
fn a_lock_of_several_servers_is_signed_as_one() {
    let world = World::new();
    let many = json!({"lockfile": "warden.lock/1", "servers": {"a": foreign(), "b": foreign()}});
    write_lock(&world, &many);
    let served = Instance::new().serve(Behaviour::Good);
    sign(&world, &served, &[]).expect(0);
    verify(&world, &served, &[]).expect(0);
    let mut fewer = many.clone();
    fewer["servers"].as_object_mut().unwrap().remove("b");
    write_lock(&world, &fewer);
    let run = verify(&world, &served, &[]).expect(4);
    assert!(run.stderr.contains("the signature does not fit"), "{}", run.stderr);
    let run = sign(&world, &served, &["--compat"]).expect(2);
    assert!(run.stderr.contains("one server only"), "{}", run.stderr);
}

#[test]
fn the_reference_signature_is_written_verified_and_said_to_cover_less() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    sign(&world, &served, &["--compat", "--coordinate", "npm:@org/name@1.2.3"]).expect(0);
    let both = ["warden.lock", "warden.lock.sigstore", "warden.lock.sigstore.json"];
    assert_eq!(files(&world), both);
    let run = verify(&world, &served, &[]).expect(0);
    assert!(!run.stdout.contains("covers overall_digest"), "{}", run.stdout);
    std::fs::remove_file(world.project().join("warden.lock.sigstore.json")).unwrap();
    // The lesser signature counts only where somebody says so.
    let run = verify(&world, &served, &["--coordinate", "npm:@org/name@1.2.3"]).expect(4);
    assert!(run.stderr.contains("to accept that: --compat"), "{}", run.stderr);
    // Signed for a package: without it the statement is another.
    verify(&world, &served, &["--compat"]).expect(4);
    let of = |coordinate| verify(&world, &served, &["--compat", "--coordinate", coordinate]);
    let run = of("npm:@org/name@1.2.3").expect(0);
    assert!(run.stdout.contains("it covers overall_digest"), "{}", run.stdout);
    of("npm:@org/name@1.2.4").expect(4);
    of("nonsense").expect(2);
}

#[test]
fn without_an_identity_nothing_is_signed() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    let [config, root, _] = instance_files(&world, &served);
    let base = ["lock", "sign", "--signing-config", text(&config), "--trust-root", text(&root)];
    let run = world.run(&base).expect(4);
    assert!(run.stderr.contains("no identity to sign with"), "{}", run.stderr);
    let literal = token(WORKFLOW, ISSUER);
    for (source, code, said) in [
        ("env:WARDEN_NO_SUCH", 4, "is not set"),
        ("missing-file", 4, "cannot read"),
        (" ", 2, "blank"),
        (literal.as_str(), 2, "not the token itself"),
    ] {
        let args: Vec<&str> = base.into_iter().chain(["--identity-token", source]).collect();
        let run = world.run(&args).expect(code);
        assert!(run.stderr.contains(said), "{source}: {}", run.stderr);
        assert!(!run.stderr.contains(&literal), "{}", run.stderr);
    }
    assert_eq!(files(&world), ["warden.lock"]);
    assert!(served.requests().is_empty());
}

#[test]
fn a_variable_can_hold_the_token() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    let [config, root, _] = instance_files(&world, &served);
    let mut command = world.command();
    command.env("MY_TOKEN", token(WORKFLOW, ISSUER)).args(["lock", "sign"]);
    command.args(["--signing-config", text(&config), "--trust-root", text(&root)]);
    command.args(["--identity-token", "env:MY_TOKEN", "--json"]);
    let run = Run::from(command.output().unwrap()).expect(0);
    assert_eq!(run.json()["signatures"], json!(["warden.lock.sigstore.json"]));
    assert!(run.json()["signer"].as_str().unwrap().starts_with(WORKFLOW));
}

#[test]
fn a_ci_job_signs_as_itself() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    let [config, root, _] = instance_files(&world, &served);
    let run = |request_url: Option<String>| {
        let mut command = world.command();
        command.env("GITHUB_ACTIONS", "true").args(["lock", "sign"]);
        if let Some(url) = request_url {
            command.env("ACTIONS_ID_TOKEN_REQUEST_URL", url);
            command.env("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "t");
        }
        command.args(["--signing-config", text(&config), "--trust-root", text(&root)]);
        Run::from(command.output().expect("warden runs"))
    };
    // Without the permission there is no address to ask.
    let denied = run(None).expect(4);
    assert!(denied.stderr.contains("id-token: write"), "{}", denied.stderr);
    let unreachable = run(Some("http://127.0.0.1:1/".into())).expect(4);
    assert!(unreachable.stderr.contains("nothing was signed"), "{}", unreachable.stderr);
    assert_eq!(files(&world), ["warden.lock"]);
    let signed = run(Some(served.job_token_url())).expect(0);
    assert!(signed.stdout.contains(JOB.0) && signed.stdout.contains(JOB.1), "{}", signed.stdout);
}

#[test]
fn services_that_fail_leave_the_old_signature_and_nothing_else() {
    for behaviour in [Behaviour::Refuses, Behaviour::Redirects, Behaviour::LogTalksNonsense] {
        let world = project();
        world.write("warden.lock.sigstore.json", "the old one");
        let served = Instance::new().serve(behaviour);
        let run = sign(&world, &served, &["--compat"]).expect(3);
        assert!(run.stderr.contains("nothing was signed"), "{}", run.stderr);
        assert!(!run.stderr.contains(&token(WORKFLOW, ISSUER)), "{}", run.stderr);
        assert_eq!(files(&world), ["warden.lock", "warden.lock.sigstore.json"]);
        let left = std::fs::read_to_string(world.project().join("warden.lock.sigstore.json"));
        assert_eq!(left.unwrap(), "the old one");
    }
}

#[test]
fn without_a_network_nothing_is_signed_and_nothing_is_left() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    let [config, root, token] = instance_files(&world, &served);
    // The port is closed from here on.
    drop(served);
    let mut args = vec!["lock", "sign", "--signing-config", text(&config)];
    args.extend(["--trust-root", text(&root), "--identity-token", text(&token)]);
    let run = world.run(&args).expect(3);
    assert!(run.stderr.contains("certificate authority"), "{}", run.stderr);
    assert_eq!(files(&world), ["warden.lock"]);
}

#[test]
fn an_identity_needs_both_halves_and_no_key_beside_it() {
    let world = project();
    world.run(&["lock", "verify", "--certificate-identity", WORKFLOW]).expect(2);
    world.run(&["lock", "verify", "--certificate-oidc-issuer", ISSUER]).expect(2);
    let mut args = vec!["lock", "verify", "--key", "k.pub"];
    args.extend(WHO);
    world.run(&args).expect(2);
    let blank = ["--certificate-identity", "", "--certificate-oidc-issuer", ISSUER];
    let args: Vec<&str> = ["lock", "verify"].into_iter().chain(blank).collect();
    let run = world.run(&args).expect(2);
    assert!(run.stderr.contains("both are needed"), "{}", run.stderr);
}

#[test]
fn another_signer_is_named_with_what_was_found() {
    let world = project();
    let served = Instance::new().serve(Behaviour::Good);
    sign(&world, &served, &[]).expect(0);
    let root = world.write("~/root.json", &served.trust_root());
    let check = |who: &str, by: &str| {
        let whose = ["--certificate-identity", who, "--certificate-oidc-issuer", by];
        let args = ["lock", "verify", "--trust-root", text(&root)].into_iter().chain(whose);
        world.run(&args.collect::<Vec<_>>()).expect(4).stderr
    };
    let said = check("mallory@example.org", ISSUER);
    assert!(said.contains("not by mallory@example.org") && said.contains(WORKFLOW), "{said}");
    let said = check(WORKFLOW, "https://accounts.example");
    assert!(said.contains("vouched for by") && said.contains(ISSUER), "{said}");
    edit(&world.project().join("warden.lock.sigstore.json"), "mediaType", "mediatype");
    let said = check(WORKFLOW, ISSUER);
    assert!(said.contains("malformed"), "{said}");
}
