//! What the workspace promises about itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::harness::root;

/// Which crate may use which. `docs/architecture.md` gives the reasons.
const EDGES: &[(&str, &[&str])] = &[
    ("warden-core", &[]),
    ("warden-engine", &["warden-core"]),
    ("warden-lock", &["warden-core"]),
    ("warden-files", &[]),
    ("warden-clients", &["warden-core", "warden-files"]),
    ("warden-wire", &["warden-core", "warden-files"]),
    ("warden-report", &["warden-core"]),
    ("warden-sign", &["warden-core", "warden-files"]),
    ("warden-policy", &["warden-core"]),
    ("warden-guard", &["warden-core", "warden-engine"]),
    (
        "warden",
        &[
            "warden-core",
            "warden-engine",
            "warden-lock",
            "warden-files",
            "warden-clients",
            "warden-policy",
            "warden-wire",
            "warden-report",
            "warden-sign",
            "warden-guard",
        ],
    ),
    ("warden-testkit", &[]),
    ("xtask", &["warden-core", "warden-engine", "warden-testkit"]),
];

/// Crates that are pure must not be able to reach the network, the clock of an
/// async runtime or a process.
const PURE: &[&str] = &[
    "warden-core",
    "warden-engine",
    "warden-guard",
    "warden-lock",
    "warden-policy",
    "warden-report",
];
const IMPURE: &[&str] = &["tokio", "reqwest", "rustix", "hyper"];

/// Lines a file may have.
const MAX_LINES: usize = 500;

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .other_options(["--locked".to_string()])
        .exec()
        .expect("cargo metadata")
}

/// Names of the normal dependencies of each workspace crate.
fn dependencies(meta: &Metadata) -> BTreeMap<String, BTreeSet<String>> {
    meta.workspace_packages()
        .iter()
        .map(|p| {
            let normal = p.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
            (p.name.to_string(), normal.map(|d| d.name.clone()).collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        EDGES.iter().map(|(c, to)| (*c, to.iter().copied().collect())).collect();
    for (name, dependencies) in dependencies(&metadata()) {
        let allowed = allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no row"));
        for d in dependencies.iter().filter(|d| *d == "warden" || d.starts_with("warden-")) {
            assert!(allowed.contains(d.as_str()), "{name} must not use {d}");
        }
    }
}

#[test]
fn pure_crates_have_no_io_crates() {
    let all = dependencies(&metadata());
    for name in PURE {
        for impure in IMPURE {
            assert!(!all[*name].contains(*impure), "{name} must not use {impure}");
        }
    }
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let deny: toml::Table = std::fs::read_to_string(root().join("deny.toml"))
        .expect("deny.toml")
        .parse()
        .expect("TOML");
    let allow: BTreeSet<String> = deny["licenses"]["allow"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|v| v.as_str().expect("text").to_string())
        .collect();
    let mut checked = 0;
    for package in metadata().packages {
        let text = package.license.clone().unwrap_or_default();
        let expression = spdx::Expression::parse_mode(&text, spdx::ParseMode::LAX)
            .unwrap_or_else(|e| panic!("{} {text:?}: {e}", package.name));
        let fine = expression.evaluate(|req| allow.contains(&req.to_string()));
        assert!(fine, "{} {} is under {text:?}", package.name, package.version);
        checked += 1;
    }
    assert!(checked > 100, "only {checked} packages were seen");
}

#[test]
fn no_openssl_and_nothing_from_git() {
    for package in metadata().packages {
        let name = package.name.as_str();
        assert!(!matches!(name, "openssl" | "openssl-sys" | "native-tls"), "{name}");
        if let Some(source) = &package.source {
            assert!(source.repr.starts_with("registry+"), "{name} comes from {source}");
        }
    }
}

#[test]
fn every_dependency_is_pinned_and_has_its_reason() {
    let manifest: toml::Table = std::fs::read_to_string(root().join("Cargo.toml"))
        .expect("Cargo.toml")
        .parse()
        .expect("TOML");
    let reasons = std::fs::read_to_string(root().join("docs/dependencies.md")).expect("the page");
    let used: BTreeSet<String> = metadata()
        .workspace_packages()
        .iter()
        .flat_map(|p| p.dependencies.iter().map(|d| d.name.clone()))
        .collect();
    let table = manifest["workspace"]["dependencies"].as_table().expect("a table");
    for (name, value) in table.iter().filter(|(n, _)| !n.starts_with("warden-")) {
        let version = value.as_str().or_else(|| value.get("version").and_then(|v| v.as_str()));
        assert!(version.is_some_and(|v| v.starts_with('=')), "{name} is not pinned");
        assert!(reasons.contains(&format!("`{name}`")), "{name} has no reason in the page");
        assert!(used.contains(name), "{name} is not used by any crate");
    }
}

/// The files that git knows or would add.
fn files() -> Vec<String> {
    let out = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git");
    String::from_utf8_lossy(&out.stdout).lines().map(str::to_string).collect()
}

#[test]
fn no_source_file_outgrows_its_room() {
    let mut checked = 0;
    for file in files().iter().filter(|f| f.ends_with(".rs")) {
        let Ok(text) = std::fs::read_to_string(root().join(file)) else { continue };
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{file} has {lines} lines");
        checked += 1;
    }
    assert!(checked > 50, "only {checked} files were seen");
}

#[test]
fn unsafe_is_forbidden_everywhere() {
    let manifest: toml::Table = std::fs::read_to_string(root().join("Cargo.toml"))
        .expect("Cargo.toml")
        .parse()
        .expect("TOML");
    assert_eq!(manifest["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for package in metadata().workspace_packages() {
        let text = std::fs::read_to_string(&package.manifest_path).expect("manifest");
        let own: toml::Table = text.parse().expect("TOML");
        let inherits = own["lints"].get("workspace").and_then(toml::Value::as_bool);
        assert_eq!(inherits, Some(true), "{} does not inherit the lints", package.name);
    }
}

#[test]
fn the_changelog_names_this_version_or_what_is_unreleased() {
    let text = std::fs::read_to_string(Path::new(&root()).join("CHANGELOG.md")).expect("changelog");
    let version = env!("CARGO_PKG_VERSION");
    assert!(text.contains("## Unreleased") || text.contains(&format!("## {version}")), "{version}");
}
