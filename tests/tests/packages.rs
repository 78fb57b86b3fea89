//! The packages that are published: what a registry shows of them, what they contain, and the order in which they can be uploaded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use smem_tests::readme::workspace;

fn cargo(args: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(args).arg("--offline").current_dir(workspace()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the packages of the workspace that are published, by name.
fn published() -> BTreeMap<String, Value> {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let published: BTreeMap<String, Value> =
        published.map(|package| (package["name"].as_str().unwrap().to_owned(), package.clone())).collect();
    assert!(published.contains_key("smem-tile") && published.len() >= 6, "{:?}", published.keys());
    published
}

fn folder(package: &Value) -> PathBuf {
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

#[test]
fn every_package_says_what_it_is_and_where_its_documentation_is() {
    let published = published();
    for (name, package) in &published {
        let description = package["description"].as_str().unwrap_or_default();
        assert!(description.len() > 20 && !description.ends_with('.'), "{name}: `{description}`");
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
        assert_eq!(package["documentation"], format!("https://docs.rs/{name}"), "{name}");
        assert!(package["rust_version"].is_string(), "{name} has no rust-version");
        let count = |field: &str| package[field].as_array().map_or(0, Vec::len);
        assert!((1..=5).contains(&count("keywords")) && (1..=5).contains(&count("categories")), "{name}");
        assert!(package["metadata"]["docs"]["rs"].is_object(), "{name} has no metadata for docs.rs");
        let readme = package["readme"].as_str().unwrap_or_else(|| panic!("{name} has no readme"));
        let text = fs::read_to_string(folder(package).join(readme)).unwrap();
        assert!(text.starts_with("# smem-"), "the readme of {name} begins otherwise");
    }
    // The address is not known yet: see CONTRIBUTING.md. Once it is, all of them have it.
    let repositories: Vec<&Value> = published.values().map(|package| &package["repository"]).collect();
    assert!(repositories.windows(2).all(|pair| pair[0] == pair[1]), "{repositories:?}");
}

#[test]
fn every_package_contains_its_readme_and_both_licences() {
    for name in published().keys() {
        let list = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        let files: Vec<&str> = list.lines().collect();
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml"] {
            assert!(files.contains(&file), "{name} lacks {file}: {files:?}");
        }
        assert!(files.contains(&"src/lib.rs") || files.contains(&"src/main.rs"), "{name}: {files:?}");
        let stray =
            |file: &&&str| file.starts_with("target/") || file.ends_with(".new") || file.contains("pending-snap");
        assert_eq!(files.iter().find(stray), None, "{name}");
    }
}

/// docs.rs builds the documentation from the package alone.
#[test]
fn what_a_front_page_includes_is_in_the_package() {
    let mut included = 0;
    for (name, package) in &published() {
        let source = fs::read_to_string(folder(package).join("src/lib.rs")).unwrap_or_default();
        let list = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        for part in source.split("include_str!(\"").skip(1) {
            let path = part.split('"').next().unwrap();
            let file = path.strip_prefix("../").map_or_else(|| format!("src/{path}"), str::to_owned);
            assert!(list.lines().any(|line| line == file), "{name} lacks {file}, which its front page includes");
            included += 1;
        }
    }
    assert!(included >= 2, "no front page includes anything");
}

#[test]
fn the_licences_of_every_package_are_the_workspace_s() {
    for (name, package) in published() {
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let of_workspace = fs::read_to_string(workspace().join(file)).unwrap();
            assert_eq!(fs::read_to_string(folder(&package).join(file)).unwrap(), of_workspace, "{file} of {name}");
        }
    }
}

/// Dependencies without a version are left out of a package. Those with one must be uploaded before it.
#[test]
fn the_packages_can_be_uploaded_one_after_the_other() {
    let published = published();
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, package) in &published {
        let mut before = Vec::new();
        for dependency in package["dependencies"].as_array().unwrap().iter().filter(|known| !known["path"].is_null()) {
            let on = dependency["name"].as_str().unwrap();
            let versioned = dependency["req"] != "*";
            assert!(versioned || dependency["kind"] == "dev", "{name} depends on {on} without a version");
            if versioned {
                assert!(published.contains_key(on), "{name} depends on {on}, which is not published");
                before.push(on);
            }
        }
        needs.insert(name, before);
    }
    let mut order: Vec<&str> = Vec::new();
    while order.len() < needs.len() {
        let next =
            needs.iter().find(|(name, before)| !order.contains(name) && before.iter().all(|on| order.contains(on)));
        let (name, _) = next.unwrap_or_else(|| panic!("after {order:?}, the rest need one another"));
        order.push(name);
    }
}
