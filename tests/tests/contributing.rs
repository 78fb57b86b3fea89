//! CONTRIBUTING.md and SECURITY.md name what is there.

use std::fs;
use std::path::PathBuf;

use smem_tests::readme::workspace;
use smem_tests::sources::{code_lines, named, rust_files};

fn read(file: &str) -> String {
    fs::read_to_string(workspace().join(file)).unwrap()
}

/// Returns the text between back quotes, outside of fenced blocks.
fn quoted(text: &str) -> Vec<&str> {
    let outside = text.split("\n```").step_by(2);
    outside.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_file_and_folder_that_is_named_is_there() {
    let text = read("CONTRIBUTING.md");
    let paths: Vec<&str> = quoted(&text)
        .into_iter()
        .filter(|quoted| quoted.contains('/') && !quoted.contains(' ') && !quoted.contains("NAME"))
        .collect();
    assert!(paths.len() >= 40, "the paths were not found: {paths:?}");
    let missing: Vec<&str> = paths.into_iter().filter(|path| !workspace().join(path).exists()).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md names what is not there: {missing:?}");
}

/// Returns the text of every Rust file below the folders of tests and sources.
fn sources() -> String {
    let folders = ["smem-layout", "smem-derive", "crates", "tests"].map(|folder| workspace().join(folder));
    folders.iter().flat_map(|folder| rust_files(folder, |_| true)).map(|file| named(&file).1).collect()
}

#[test]
fn every_test_that_is_named_is_there() {
    let (text, sources) = (read("CONTRIBUTING.md"), sources());
    let is_sentence = |quoted: &&str| quoted.matches('_').count() >= 3 && !quoted.contains('/');
    let tests: Vec<&str> = quoted(&text).into_iter().filter(is_sentence).collect();
    assert!(tests.len() >= 5, "the names were not found: {tests:?}");
    for test in tests {
        assert!(
            sources.contains(&format!("#[test]\nfn {test}(")) || sources.contains(&format!("#[test]\n    fn {test}(")),
            "`{test}`"
        );
    }
}

#[test]
fn every_option_has_a_row_on_the_attribute_s_page() {
    let message = read("tests/ui/unknown-option.stderr");
    let list = message.lines().find(|line| line.contains("help: there are `pad`")).expect("the list of all options");
    let options: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert!(options.len() >= 11, "{options:?}");
    let page = read("smem-derive/src/smem_tile.md");
    for option in options {
        let has_row = |open: &str| page.contains(&format!("`{option}{open}"));
        assert!(has_row(" = ") || has_row("(") || has_row("` |"), "`{option}` has no row");
    }
}

#[test]
fn unsafe_code_is_forbidden_where_security_md_says_so() {
    let text = read("SECURITY.md");
    let line = text.lines().find(|line| line.starts_with("`unsafe` is forbidden")).unwrap();
    for (name, root) in [
        ("smem-tile", "src/lib.rs"),
        ("smem-banks", "crates/smem-banks/src/lib.rs"),
        ("smem-derive", "smem-derive/src/lib.rs"),
        ("smem-derive-impl", "smem-derive/impl/src/lib.rs"),
        ("smem-cuda", "crates/smem-cuda/src/lib.rs"),
        ("smem-sim", "crates/smem-sim/src/lib.rs"),
        ("smem-ptx", "crates/smem-ptx/src/lib.rs"),
        ("smem-sass", "crates/smem-sass/src/lib.rs"),
        ("smem-report", "crates/smem-report/src/lib.rs"),
        ("smem-driver", "crates/smem-driver/src/lib.rs"),
        ("smem-profile", "crates/smem-profile/src/lib.rs"),
        ("smem-tile-cli", "crates/smem-cli/src/main.rs"),
    ] {
        assert!(line.contains(&format!("`{name}`")) && read(root).contains("#![forbid(unsafe_code)]"), "{name}");
    }
}

/// The packages that each package is built with, tests aside: the arrows of the house.
const ARROWS: [(&str, &[&str]); 14] = [
    ("smem-banks", &[]),
    ("smem-layout", &["smem-banks"]),
    ("smem-derive-impl", &["smem-layout"]),
    ("smem-derive", &["smem-derive-impl"]),
    ("smem-tile", &["smem-derive", "smem-derive-impl", "smem-layout"]),
    ("smem-cuda", &[]),
    ("smem-toolchain", &[]),
    ("smem-sim", &["smem-banks"]),
    ("smem-ptx", &["smem-sim"]),
    ("smem-sass", &["smem-banks", "smem-sim"]),
    ("smem-report", &["smem-banks", "smem-sim"]),
    (
        "smem-driver",
        &["smem-banks", "smem-driver-loader", "smem-ptx", "smem-report", "smem-sass", "smem-sim", "smem-toolchain"],
    ),
    (
        "smem-launch",
        &["smem-banks", "smem-driver", "smem-ptx", "smem-report", "smem-sass", "smem-sim", "smem-toolchain"],
    ),
    (
        "smem-profile",
        &[
            "smem-cuda",
            "smem-derive-impl",
            "smem-driver",
            "smem-launch",
            "smem-layout",
            "smem-ptx",
            "smem-report",
            "smem-sim",
        ],
    ),
];

#[test]
fn crates_depend_on_those_below_them_and_smem_banks_on_nothing() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = std::process::Command::new(cargo).args(arguments).current_dir(workspace()).output().unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for (name, below) in ARROWS {
        let package = metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == name).unwrap();
        let needs = package["dependencies"].as_array().unwrap().iter().filter(|needed| needed["kind"].is_null());
        let mut needs: Vec<&str> = needs.map(|needed| needed["name"].as_str().unwrap()).collect();
        needs.sort_unstable();
        let of_house: Vec<&str> = needs.iter().copied().filter(|needed| needed.starts_with("smem-")).collect();
        assert_eq!(of_house, below, "{name}");
        let is_alone = ["smem-banks", "smem-layout"].contains(&name);
        assert!(!is_alone || needs == of_house, "{name} depends on {needs:?}");
    }
}

/// Files of libraries that print, and why each may.
const PRINTING: [(&str, &str); 2] = [
    ("crates/smem-launch/src/device/sim.rs", "what a kernel prints, as a GPU's driver does"),
    ("src/header.rs", "the lines of a build script for Cargo"),
];

/// Returns true for a source whose code prints.
fn prints(text: &str) -> bool {
    let macros = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];
    code_lines(text).any(|line| macros.iter().any(|name| line.contains(name)))
}

/// Returns the source files of products, by their paths from the top level.
fn product_sources() -> Vec<(String, String)> {
    let folders = ["src", "smem-layout", "smem-derive", "crates"].map(|folder| workspace().join(folder));
    let files = folders.iter().flat_map(|folder| rust_files(folder, |name| name != "ui"));
    files.map(|file| named(&file)).filter(|(name, _)| name.starts_with("src/") || name.contains("/src/")).collect()
}

#[test]
fn libraries_print_nothing() {
    let programs = ["crates/smem-cli/", "crates/smem-python/", "crates/smem-web/"];
    let of_library = |name: &str| !programs.iter().any(|program| name.starts_with(program));
    let mut printing: Vec<String> = product_sources()
        .into_iter()
        .filter(|(name, text)| of_library(name) && prints(text))
        .map(|(name, _)| name)
        .collect();
    printing.sort();
    assert_eq!(printing, PRINTING.map(|(file, _)| file));
    assert!(
        prints("fn f() {\n    println!(\"a\");\n}") && prints("#[cfg(test)]\nuse a::b;\nfn f() { println!(\"a\"); }")
    );
    assert!(!prints("// println!(\nfn f() {}\n#[cfg(all(test, unix))]\nmod tests {\n    println!("));
}

#[test]
fn a_file_of_more_than_700_lines_is_two() {
    let sources = product_sources();
    assert!(sources.len() > 800, "{} files", sources.len());
    let long: Vec<&String> =
        sources.iter().filter(|(_, text)| text.lines().count() > 700).map(|(name, _)| name).collect();
    assert!(long.is_empty(), "longer than 700 lines: {long:?}");
}

#[test]
fn every_file_beside_a_main_file_of_tests_is_a_part_of_its_program() {
    let files = rust_files(&workspace(), |folder| folder != "ui");
    let is_main = |file: &&PathBuf| file.ends_with("main.rs") && file.iter().any(|folder| folder == "tests");
    let mains: Vec<&PathBuf> = files.iter().filter(is_main).collect();
    assert!(mains.len() >= 10, "the programs of tests were not found: {mains:?}");
    let mut missing = Vec::new();
    for main in mains {
        let text = fs::read_to_string(main).unwrap();
        let is_beside = |file: &&PathBuf| file.parent() == main.parent() && file != &main;
        for file in files.iter().filter(is_beside) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            if !text.lines().any(|line| line.ends_with(&format!("mod {name};"))) {
                missing.push(file);
            }
        }
    }
    assert!(missing.is_empty(), "not in the `main.rs` beside them: {missing:?}");
}

#[test]
fn each_unsafe_block_has_a_safety_line() {
    let files = rust_files(&workspace(), |folder| folder != "ui");
    assert!(files.len() > 500, "{} files", files.len());
    let (block, implemented) = (concat!("uns", "afe {"), concat!("uns", "afe impl"));
    let mut blocks = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            // Text in quotes is CUDA's or a message.
            if line.contains('"') || !(line.contains(block) || line.contains(implemented)) {
                continue;
            }
            blocks += 1;
            let before = &lines[at.saturating_sub(4)..=at];
            assert!(before.iter().any(|line| line.contains("SAFETY")), "{}:{}: {line}", file.display(), at + 1);
        }
    }
    assert!(blocks > 50, "{blocks} blocks");
}
