//! The guide's blocks that the documentation's tests do not run: CUDA C++ compiles with the tiles of its page, quoted errors are those
//! that the attribute prints, and one block of Rust for a GPU is left to the tests of `device_rust`.

use std::fs;

use proc_macro2::{TokenStream, TokenTree};
use smem_derive_impl::{Library, expand};
use smem_launch::{CudaSource, Install, Nvrtc};
use smem_tests::readme::{CodeBlock, blocks, workspace};
use smem_tile::translation_unit;

/// Returns the name and the text of every page.
fn pages() -> Vec<(String, String)> {
    let folder = workspace().join("src/guide");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let page = |path: std::path::PathBuf| {
        (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
    };
    let mut pages: Vec<_> = files.map(page).collect();
    pages.sort();
    pages
}

/// Returns the blocks of a page; the first line of a page is never a fence.
fn blocks_in<'a>(page: &'a str, language: &'a str) -> impl Iterator<Item = CodeBlock<'a>> {
    blocks(page).filter(move |block| block.language == language)
}

/// Returns the name in CUDA C++ and the text of every tile that Rust code declares, by the attribute's own library.
fn tiles(code: &str) -> Vec<(String, String)> {
    let tokens: TokenStream = code.parse().expect("the page's Rust is tokens");
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut tiles = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [TokenTree::Punct(hash), TokenTree::Group(attribute)] = pair else { continue };
        let attribute: Vec<TokenTree> = attribute.stream().into_iter().collect();
        let [TokenTree::Ident(name), TokenTree::Group(args)] = &attribute[..] else { continue };
        if hash.as_char() != '#' || name != "smem_tile" {
            continue;
        }
        let item = tokens[at + 2..].iter().cloned();
        let mut item: Vec<TokenTree> = item.take_while(|token| token.to_string() != ";").collect();
        item.extend(";".parse::<TokenStream>().unwrap());
        let code = expand(args.stream(), item.into_iter().collect(), Library::SmemTile);
        let cuda = constant(code).unwrap_or_else(|| panic!("a tile without text: {args}"));
        let (_, rest) = cuda.split_once("#line 1 \"").unwrap();
        let (name, _) = rest.split_once(".smem.cuh\"").unwrap();
        tiles.push((name.to_owned(), cuda.clone()));
    }
    tiles
}

/// Returns the struct for CUDA C++ in expanded code, wherever it is nested: the one string that names its file.
fn constant(code: TokenStream) -> Option<String> {
    code.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => constant(group.stream()),
        TokenTree::Literal(literal) => {
            let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?.value();
            text.contains(".smem.cuh\"\n").then_some(text)
        }
        _ => None,
    })
}

#[test]
fn every_block_of_cuda_compiles_with_the_tiles_above_it() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let mut compiled = 0;
    for (name, page) in pages() {
        let mut known: Vec<(String, String)> = Vec::new();
        for (number, block) in blocks(&page).enumerate() {
            if block.language == "rust" {
                for (tile, cuda) in tiles(block.code) {
                    known.retain(|(known, _)| *known != tile);
                    known.push((tile, cuda));
                }
            }
            // A tile may be declared below its first use, where a page begins with the kernel.
            if block.language == "cuda" {
                let used: Vec<&str> = known.iter().map(|(_, cuda)| cuda.as_str()).collect();
                let source = translation_unit(&used, "block.cu", block.code);
                let source = CudaSource::new(source, format!("{name}.md, block {number}")).option("-arch=compute_90");
                if let Err(error) = nvrtc.compile(&source) {
                    panic!("{error}\n{}", block.code);
                }
                compiled += 1;
            }
        }
    }
    assert!(compiled >= 12, "the blocks were not found: {compiled}");
}

/// Returns the words of a text with a space between them: pages break lines where they are wide.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_error_that_is_quoted_is_one_that_the_attribute_prints() {
    let messages: Vec<String> = fs::read_dir(workspace().join("tests/ui"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "stderr"))
        .map(|path| in_one_line(&fs::read_to_string(path).unwrap()))
        .collect();
    let mut quoted = 0;
    for (name, page) in pages() {
        for block in blocks_in(&page, "text").filter(|block| block.code.starts_with("error: ")) {
            assert!(
                messages.iter().any(|message| message.contains(&in_one_line(block.code))),
                "{name}.md:\n{}",
                block.code
            );
            quoted += 1;
        }
    }
    assert!(quoted >= 5, "the messages were not found: {quoted}");
}

#[test]
fn a_block_that_is_not_compiled_here_is_compiled_for_a_gpu_or_a_part_of_an_example() {
    let examples = [
        "cubecl/src/tiles.rs",
        "cubecl/src/kernels.rs",
        "rust-cuda/src/lib.rs",
        "rust-gpu/src/lib.rs",
        "cuda-oxide/src/lib.rs",
    ];
    let examples = examples.map(|file| fs::read_to_string(workspace().join("examples").join(file)).unwrap());
    for (name, page) in pages() {
        let ignored: Vec<CodeBlock<'_>> = blocks(&page).filter(|block| block.language.contains("ignore")).collect();
        match &name[..] {
            // The tests of that name compile it.
            "device_rust" => assert_eq!(ignored.len(), 1),
            "gpu_compilers" => {
                assert!(ignored.len() >= 5, "the blocks were not found");
                for block in ignored {
                    assert!(
                        examples.iter().any(|example| example.contains(block.code)),
                        "in no example:\n{}",
                        block.code
                    );
                }
            }
            _ => assert!(ignored.is_empty(), "{name}.md has a block that is not compiled"),
        }
    }
}

#[test]
fn every_page_is_in_the_guide_begins_with_a_problem_and_is_short() {
    let index = fs::read_to_string(workspace().join("src/guide.rs")).unwrap();
    for (name, page) in pages() {
        assert!(index.contains(&format!("| [`{name}`] |")), "{name}.md is not in the guide's table");
        assert!(index.contains(&format!("include_str!(\"guide/{name}.md\")")), "{name}.md is in no module");
        let first = page.lines().find(|line| line.starts_with("# "));
        assert_eq!(first, Some("# The problem"), "{name}.md");
        assert!((80..=150).contains(&page.lines().count()), "{name}.md has {} lines", page.lines().count());
    }
}

/// As wide as the documentation shows without a scroll bar, in a window of 1280 pixels.
const WIDTH: usize = 94;

/// Returns the documentation at the top of a crate, as Markdown.
fn front_page(source: &str) -> String {
    let line = |line: &str| match line.strip_prefix("//!") {
        Some(text) => Some(text.strip_prefix(' ').unwrap_or(text).to_owned()),
        // A fence that depends on a feature.
        None => (line.starts_with("#![cfg_attr(feature") && line.contains("\"```")).then(|| "```".to_owned()),
    };
    source.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_line_of_code_is_wider_than_its_page() {
    let read = |file: &str| fs::read_to_string(workspace().join(file)).unwrap();
    let mut checked = pages();
    let crates = [
        "crates/smem-banks/",
        "smem-layout/",
        "crates/smem-cuda/",
        "crates/smem-sim/",
        "crates/smem-ptx/",
        "crates/smem-sass/",
        "crates/smem-launch/",
        "crates/smem-profile/",
        "smem-derive/",
    ];
    for front in ["", "smem-derive/impl/"].into_iter().chain(crates) {
        let file = format!("{front}src/lib.rs");
        checked.push((file.clone(), front_page(&read(&file))));
    }
    for file in ["smem-derive/src/smem_tile.md", "smem-derive/src/shared_block.md"] {
        checked.push((file.to_owned(), format!("\n{}", read(file))));
    }
    for (name, page) in checked {
        let lines: Vec<&str> = blocks(&page).flat_map(|block| block.code.lines()).collect();
        assert!(!lines.is_empty(), "{name} has no code");
        for line in lines.into_iter().filter(|line| !line.starts_with("# ")) {
            assert!(line.chars().count() <= WIDTH, "{name}: {line}");
        }
    }
}

/// A page is read in rustdoc, where links lead to items, and on a hosting site, where only files are there.
#[test]
fn links_of_a_page_lead_to_files_and_to_items() {
    let items = fs::read_to_string(workspace().join("src/guide.rs")).unwrap();
    for (name, page) in pages() {
        assert!(!page.contains("](crate::"), "{name}.md has a link that a hosting site cannot follow");
        for line in page.lines().filter(|line| line.starts_with('[')) {
            let Some((label, target)) = line.split_once("]: ") else { continue };
            // Items of crates that this one does not depend on: rustdoc cannot find them, so either site leads to their documentation.
            if !target.starts_with("https://docs.rs/smem-") {
                assert!(workspace().join("src/guide").join(target).is_file(), "{name}.md links to `{target}`");
                assert!(items.contains(&format!("\n{label}]: crate::")), "`links!` in src/guide.rs has no `{label}]`");
            }
            let uses = page.matches(&format!("{label}]")).count();
            assert!(uses > 1, "nothing in {name}.md is linked to `{target}`");
        }
        let labels = page.split("][").skip(1).filter_map(|rest| rest.split_once(']')).map(|(label, _)| label);
        for label in labels.filter(|label| pages().iter().any(|(known, _)| known == label)) {
            assert!(page.contains(&format!("\n[{label}]: ")), "{name}.md does not say where `{label}` is");
        }
    }
}
