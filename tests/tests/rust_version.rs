//! The Rust version that the README claims is enough for everything that `cargo test --workspace` builds.

use std::process::Command;

use serde_json::Value;
use smem_tests::readme::README;

/// `1.88` and `1.88.0` as numbers.
fn version(text: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = text.split('.').map(|number| number.parse().unwrap()).collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn the_readme_claims_the_version_of_the_manifest() {
    let claim = format!("\nRust {} or later.", env!("CARGO_PKG_RUST_VERSION"));
    assert!(README.contains(&claim), "the README does not say `{}`", claim.trim());
}

/// On this host: `cargo metadata` names the dependencies of one target without the network.
#[test]
fn no_dependency_needs_a_later_version_than_the_claim() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let about = Command::new(rustc).arg("-vV").output().unwrap().stdout;
    let about = String::from_utf8(about).unwrap();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--offline", "--all-features", "--filter-platform", host])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    for (name, kind) in [("insta", "dev-dependencies"), ("imageproc", "dependencies of features")] {
        assert!(packages.iter().any(|package| package["name"] == name), "{kind} are in the list");
    }
    let claimed = version(env!("CARGO_PKG_RUST_VERSION"));
    let later: Vec<String> = packages
        .iter()
        .filter_map(|package| Some((package, package["rust_version"].as_str()?)))
        .filter(|(_, needed)| version(needed) > claimed)
        .map(|(package, needed)| format!("{} {} needs Rust {needed}", package["name"], package["version"]))
        .collect();
    assert!(later.is_empty(), "the README claims {}:\n{}", env!("CARGO_PKG_RUST_VERSION"), later.join("\n"));
}
