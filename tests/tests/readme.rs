//! The README's own lines: a crate of its own compiles them as a reader would, its links lead somewhere, and the pages they lead to have
//! what they announce.

use std::path::{Path, PathBuf};
use std::process::Command;

use smem_tests::readme::{CodeBlock, README, additions, blocks, workspace, write_crate};

/// The text between back quotes in the first column of a table row, `\|` being a bar within it.
fn first_column(row: &str) -> Option<Vec<String>> {
    let row = row.strip_prefix('|')?.replace("\\|", "\u{1}");
    let (cell, _) = row.split_once('|')?;
    let quoted = cell.split('`').skip(1).step_by(2);
    Some(quoted.map(|text| text.replace('\u{1}', "|")).collect())
}

/// The program that the README has the reader run.
const TILE: &str = include_str!("../../examples/src/bin/tile.rs");
/// The first kernel of the README.
const KERNEL: &str = include_str!("../../examples/kernels/first/transpose.cu");
/// The attribute's page, which has the tables of options and accesses.
const ATTRIBUTE: &str = include_str!("../../smem-derive/src/smem_tile.md");

#[test]
fn it_is_read_in_one_sitting_and_its_first_kernel_comes_with_its_report_and_its_fix() {
    assert!(README.lines().count() <= 120, "{} lines", README.lines().count());
    let mut first = blocks(README);
    assert_eq!(first.next(), Some(CodeBlock { language: "sh", code: "pip install ." }));
    assert_eq!(first.next(), Some(CodeBlock { language: "cpp", code: KERNEL.trim_end() }));
    for command in ["smem-tile profile transpose.cu", "smem-tile fix transpose.cu"] {
        let block = first.next().unwrap();
        assert!(block.language == "console" && block.code.starts_with(&format!("$ {command}")), "{block:?}");
    }
    assert!(TILE.lines().count() <= 60, "{} lines", TILE.lines().count());
}

#[test]
fn its_links_lead_to_files_that_there_are_and_work_on_a_hosting_site() {
    let links: Vec<&str> = README.split("](").skip(1).map(|link| link.split(')').next().unwrap()).collect();
    assert!(links.len() >= 25, "the links were not found: {links:?}");
    for link in links {
        assert!(!link.contains("::"), "`{link}` works in rustdoc alone");
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let text = match file {
            "" => README.to_owned(),
            folder if workspace().join(folder).is_dir() => continue,
            file => std::fs::read_to_string(workspace().join(file)).unwrap_or_else(|_| panic!("there is no `{link}`")),
        };
        let has = heading.is_empty() || text.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
        assert!(has, "`{link}` leads to no heading");
    }
}

/// Returns the Markdown pages below a folder, without those that a build leaves there.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        !name.starts_with('.') && name != "target"
    };
    let found = entries.filter(is_ours).flat_map(|path| match path.extension() {
        _ if path.is_dir() => pages(&path),
        Some(extension) if extension == "md" => vec![path],
        _ => Vec::new(),
    });
    found.collect()
}

/// Returns the text of a page outside of fenced blocks and quoted code.
fn prose(page: &str) -> String {
    let outside: String = page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    outside.split('`').step_by(2).collect()
}

#[test]
fn links_of_every_page_lead_to_files_and_headings() {
    let (mut count, mut wrong) = (0, Vec::new());
    for page in pages(&workspace()) {
        let text = std::fs::read_to_string(&page).unwrap();
        let prose = prose(&text);
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        // Pages of others are not fetched here; links of documentation lead to the pages of rustdoc.
        for link in links.filter(|link| !link.contains("://") && !link.ends_with(".html")) {
            count += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let has_heading = || {
                let text = std::fs::read_to_string(&target).unwrap_or_default();
                text.lines().any(|line| line.starts_with('#') && anchor(line) == heading)
            };
            if !target.exists() || !(heading.is_empty() || has_heading()) {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 200, "the links were not found: {count}");
    assert!(wrong.is_empty(), "links that lead nowhere: {wrong:#?}");
}

/// Returns the anchor that hosting sites give a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_part_is_a_folder_and_every_crate_of_the_workspace_a_part() {
    let text = std::fs::read_to_string(workspace().join("CONTRIBUTING.md")).unwrap();
    let rows: Vec<Vec<String>> = text.lines().filter_map(first_column).collect();
    let folders: Vec<&String> = rows.iter().filter_map(|row| row.first()).collect();
    assert!(folders.len() >= 20, "the tables were not found: {folders:?}");
    for folder in &folders {
        assert!(workspace().join(folder).is_dir(), "there is no folder `{folder}`");
    }
    let manifest = std::fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let members = manifest.lines().find(|line| line.starts_with("members = ")).unwrap();
    for member in members.split('"').skip(1).step_by(2) {
        let named =
            folders.iter().any(|folder| *folder == member || Path::new(member).parent() == Some(Path::new(folder)));
        assert!(named, "`{member}` is in no row");
    }
}

#[test]
fn every_row_of_the_reference_tables_has_an_example() {
    let (_, page) = ATTRIBUTE.split_once("\n# Layout\n").unwrap();
    let (page, _) = page.split_once("\n# What comes out\n").unwrap();
    let attributes: Vec<&str> =
        page.split("\n#[smem_tile(").skip(1).map(|attribute| attribute.split("\nstruct ").next().unwrap()).collect();
    let of_options = page.lines().skip_while(|line| !line.starts_with("| option") && !line.starts_with("| access"));
    let (mut rows, mut missing) = (0, Vec::new());
    for options in of_options.filter_map(first_column).filter(|options| !options.is_empty()) {
        // Capitals are the reader's numbers and names, and so are closures and strings.
        let words = |option: &str| -> Vec<String> {
            let words =
                option.split(['|', '"']).next().unwrap_or(option).split(|c: char| !c.is_alphanumeric() && c != '_');
            words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(str::to_owned).collect()
        };
        for option in options {
            let words = words(&option);
            let used = attributes.iter().any(|attribute| words.iter().all(|word| attribute.contains(word.as_str())));
            if !used {
                missing.push(option);
            }
        }
        rows += 1;
    }
    assert!(rows >= 30, "the tables were not found: {rows} rows");
    assert!(missing.is_empty(), "without an example: {missing:?}");
}

/// Runs cargo in `folder` without the network, building into the tests' own folder.
fn cargo(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).args(args).args(["--offline", "--target-dir"]).arg(target());
    command
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-target")
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn the_lines_to_copy_build_every_example_in_a_crate_of_its_own() {
    let rust: Vec<CodeBlock<'_>> = blocks(README).filter(|block| block.language == "rust").collect();
    assert!(!rust.is_empty(), "the examples were not found");
    let whole = CodeBlock { language: "rust", code: TILE };
    let mut files = vec![("src/lib.rs".to_owned(), String::new())];
    for (number, block) in rust.iter().chain([&whole]).enumerate() {
        let program = if block.code.contains("fn main()") {
            block.code.to_owned()
        } else {
            format!("fn main() {{\n{}\n}}\n", block.code)
        };
        files.push((format!("examples/block_{number}.rs"), program));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    write_crate(&folder, &additions(README), &files).unwrap();
    // The versions that are there; others may be known and not downloaded.
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let built = cargo(&folder, &["build", "--examples"]).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for (number, block) in rust.iter().chain([&whole]).enumerate() {
        let program = target().join(format!("debug/examples/block_{number}{}", std::env::consts::EXE_SUFFIX));
        // With the NVRTC of the other tests, instead of one more in the reader's target folder.
        let parts = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let ran = Command::new(program).env("CARGO_TARGET_DIR", parts).output().unwrap();
        assert!(ran.status.success(), "{}\n{}", block.code, String::from_utf8_lossy(&ran.stderr));
    }
}
