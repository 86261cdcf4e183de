//! `pin --sign` and `check --verify`: signatures on the way of a lock from the
//! person who pins to the job that checks.

use warden_testkit::sigstore::{Behaviour, Instance, Served, token};

use crate::harness::{Run, World, warden_bin};

const WHO: &str = "pinner@example.org";
const ISSUER: &str = "https://accounts.example";

/// The command with the demo server behind it.
fn demo(world: &World, args: &[&str], kind: &str) -> Run {
    let bin = warden_bin();
    let server = [bin.to_str().expect("UTF-8"), "demo-server", kind];
    let all: Vec<&str> = args.iter().copied().chain(["--"]).chain(server).collect();
    world.run(&all)
}

fn exists(world: &World, name: &str) -> bool {
    world.project().join(name).exists()
}

/// The arguments that name a running instance.
fn instance(world: &World, served: &Served) -> Vec<String> {
    let config = world.write("~/config.json", &served.signing_config());
    let root = world.write("~/root.json", &served.trust_root());
    let file = world.write("~/token", &token(WHO, ISSUER));
    let arg = |p: std::path::PathBuf| p.to_str().expect("UTF-8").to_owned();
    let names = ["--signing-config", "--trust-root", "--identity-token"];
    names.into_iter().zip([config, root, file]).flat_map(|(n, p)| [n.into(), arg(p)]).collect()
}

#[test]
fn what_is_pinned_and_signed_is_checked_with_its_signature() {
    let world = World::new();
    world.run(&["lock", "keygen"]).expect(0);
    let run = demo(&world, &["pin", "--sign", "--key", "warden.key"], "honest").expect(0);
    assert!(run.stdout.contains("signed by key"), "{}", run.stdout);
    let check = ["check", "--verify", "--key", "warden.key.pub"];
    let run = demo(&world, &check, "honest").expect(0);
    assert!(run.stdout.contains("signature verified: key"), "{}", run.stdout);
    // Rotating changes what is signed.
    let run = world.run(&["lock", "rotate", "--actor", "me"]).expect(0);
    assert!(run.stdout.contains("sign it again"), "{}", run.stdout);
    let run = demo(&world, &check, "honest").expect(4);
    assert!(run.stderr.contains("the signature does not fit"), "{}", run.stderr);
    world.run(&["lock", "sign", "--key", "warden.key"]).expect(0);
    demo(&world, &check, "honest").expect(0);
}

#[test]
fn a_missing_signature_stops_before_the_server_is_started() {
    let world = World::new();
    demo(&world, &["pin"], "honest").expect(0);
    world.run(&["lock", "keygen"]).expect(0);
    let check = ["check", "--verify", "--key", "warden.key.pub", "--"];
    let touch: Vec<&str> = check.into_iter().chain(["sh", "-c", "touch started"]).collect();
    let run = world.run(&touch).expect(4);
    assert!(run.stderr.contains("is not signed"), "{}", run.stderr);
    assert!(!exists(&world, "started"));
}

#[test]
fn an_identity_pins_and_the_lesser_signature_alone_is_not_enough() {
    let world = World::new();
    let served = Instance::new().serve(Behaviour::Good);
    let names = instance(&world, &served);
    let mut pin = vec!["pin", "--sign"];
    pin.extend(names.iter().map(String::as_str));
    let run = demo(&world, &pin, "honest").expect(0);
    assert!(run.stdout.contains(WHO), "{}", run.stdout);
    let mut sign = vec!["lock", "sign", "--compat"];
    sign.extend(names.iter().map(String::as_str));
    world.run(&sign).expect(0);
    let whose = ["--certificate-identity", WHO, "--certificate-oidc-issuer", ISSUER];
    let check = |more: &[&str]| {
        let mut args = vec!["check", "--verify", &names[2], &names[3]];
        args.extend(whose);
        args.extend(more);
        demo(&world, &args, "honest")
    };
    check(&[]).expect(0);
    std::fs::remove_file(world.project().join("warden.lock.sigstore.json")).unwrap();
    let run = check(&[]).expect(4);
    assert!(run.stderr.contains("is not signed"), "{}", run.stderr);
    let run = check(&["--compat"]).expect(0);
    assert!(run.stdout.contains("covers overall_digest"), "{}", run.stdout);
}

#[test]
fn a_lock_in_the_reference_form_gets_its_signature_too() {
    let world = World::new();
    let served = Instance::new().serve(Behaviour::Good);
    let names = instance(&world, &served);
    let mut pin = vec!["pin", "--sign", "--compat"];
    pin.extend(names.iter().map(String::as_str));
    demo(&world, &pin, "honest").expect(0);
    assert!(exists(&world, "warden.lock.sigstore") && exists(&world, "warden.lock.sigstore.json"));
}

#[test]
fn when_signing_fails_the_lock_is_there_unsigned() {
    let world = World::new();
    let served = Instance::new().serve(Behaviour::Refuses);
    let names = instance(&world, &served);
    let mut pin = vec!["pin", "--sign"];
    pin.extend(names.iter().map(String::as_str));
    let run = demo(&world, &pin, "honest").expect(3);
    assert!(run.stderr.contains("nothing was signed"), "{}", run.stderr);
    assert!(exists(&world, "warden.lock"));
    assert!(!exists(&world, "warden.lock.sigstore.json"));
}

#[test]
fn a_missing_key_stops_before_anything_is_started_or_written() {
    let world = World::new();
    let args = ["pin", "--sign", "--key", "none.key", "--", "sh", "-c", "touch started"];
    world.run(&args).expect(4);
    assert!(!exists(&world, "started") && !exists(&world, "warden.lock"));
}

#[test]
fn options_of_signing_without_signing_are_a_mistake() {
    let world = World::new();
    let run = demo(&world, &["pin", "--key", "warden.key"], "honest").expect(2);
    assert!(run.stderr.contains("--sign"), "{}", run.stderr);
    demo(&world, &["pin"], "honest").expect(0);
    let run = demo(&world, &["check", "--key", "warden.key.pub"], "honest").expect(2);
    assert!(run.stderr.contains("--verify"), "{}", run.stderr);
    let run = demo(&world, &["check", "--verify"], "honest").expect(2);
    assert!(run.stderr.contains("--certificate-identity"), "{}", run.stderr);
}

#[test]
fn pinning_anew_says_that_the_signature_no_longer_fits() {
    let world = World::new();
    world.run(&["lock", "keygen"]).expect(0);
    demo(&world, &["pin", "--sign", "--key", "warden.key"], "honest").expect(0);
    let again = ["pin", "--force", "--reason", "to be seen"];
    let run = demo(&world, &again, "poisoned").expect(0);
    assert!(run.stdout.contains("warden.lock.sig no longer fits"), "{}", run.stdout);
}
