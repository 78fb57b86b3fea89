//! The public items of the published libraries are those in `api/*.txt`, so that none changes unseen.
//!
//! rustdoc's JSON is not stable: its format changes with the compiler, and `public-api` reads one format. So the items are compared on
//! one version, which is told to allow what it calls unstable.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use smem_exhaustive::EXHAUSTIVE;

/// The version whose JSON is read.
const COMPARED: &str = "1.95.";

/// The libraries whose items others may name, those that are read in every run first: they need no other. `smem-derive` has macros alone, and `smem-derive-impl` is for this workspace.
const LIBRARIES: [&str; 12] = [
    "smem-banks",
    "smem-layout",
    "smem-tile",
    "smem-cuda",
    "smem-sim",
    "smem-ptx",
    "smem-sass",
    "smem-report",
    "smem-driver",
    "smem-toolchain",
    "smem-launch",
    "smem-profile",
];

const BLESS: &str = "SMEM_BLESS=1 cargo test -p smem-tests public_api";

#[test]
fn public_items_change_only_with_their_list() {
    let version = rustc_version();
    if !version.split(' ').nth(1).is_some_and(|number| number.starts_with(COMPARED)) {
        eprintln!("skipped: public items are compared on rustc {COMPARED}x only, and this is {version}");
        return;
    }
    let is_all = EXHAUSTIVE || env::var_os("SMEM_BLESS").is_some();
    let read = if is_all { &LIBRARIES[..] } else { &LIBRARIES[..2] };
    let changed: Vec<String> = read.iter().filter_map(|library| change(library)).collect();
    assert!(
        changed.is_empty(),
        "public items are not those of `tests/api`:\n\n{}\n\
         If that is meant, write the new list with `{BLESS}`, and say in CHANGELOG.md what changed.",
        changed.join("\n")
    );
}

/// Returns what differs from the list of a library, or writes the list if that is wanted.
fn change(library: &str) -> Option<String> {
    let list = workspace().join(format!("tests/api/{library}.txt"));
    let items = public_items(library);
    if env::var_os("SMEM_BLESS").is_some() {
        fs::create_dir_all(list.parent().unwrap()).unwrap();
        fs::write(&list, items.join("\n") + "\n").unwrap();
        return None;
    }
    let listed = fs::read_to_string(&list).unwrap_or_default();
    let (listed, items): (BTreeSet<&str>, BTreeSet<&str>) =
        (listed.lines().collect(), items.iter().map(String::as_str).collect());
    let gone = listed.difference(&items).map(|item| format!("- {item}\n"));
    let new = items.difference(&listed).map(|item| format!("+ {item}\n"));
    let lines: String = gone.chain(new).collect();
    (!lines.is_empty()).then(|| format!("{library}:\n{lines}"))
}

/// Returns the public items of a library, a line each.
fn public_items(library: &str) -> Vec<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace()).args(["rustdoc", "-p", library, "--lib", "--all-features", "--target-dir"]);
    cargo.arg(&target).args(["--", "-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"]);
    let output = cargo.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTDOCFLAGS").output().unwrap();
    assert!(output.status.success(), "{library}: {}", String::from_utf8_lossy(&output.stderr));
    let json = target.join("doc").join(format!("{}.json", library.replace('-', "_")));
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build();
    let api = api.unwrap_or_else(|error| panic!("{library}: {error}"));
    api.items().map(ToString::to_string).filter(|item| !is_of_schema(item)).collect()
}

/// Whether an item is of the feature `schema`, which is for the test that makes `docs/schema` and promises nothing.
fn is_of_schema(item: &str) -> bool {
    let methods = ["::inline_schema() -> bool", "::schema_id() -> ", "::schema_name() -> "];
    item.contains("schemars::") || methods.iter().any(|method| item.contains(method))
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}
