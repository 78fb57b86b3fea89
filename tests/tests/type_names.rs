//! One word, one meaning: no two types of the workspace have the same name.

use std::collections::BTreeMap;
use std::fs;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use smem_tests::readme::workspace;
use smem_tests::sources::{named, rust_files};

/// Names that several types have, and why each may.
const SHARED: [(&str, &str); 2] = [
    ("Error", "each library that can fail has one, as is the custom"),
    ("Options", "the command line of a program, and each program has its own"),
];

/// A package whose types are fixtures: they have the names that users give.
const FIXTURES: &str = "tests/renamed";

/// Returns the folders of the workspace's packages that have sources, relative to it. Those of tests alone have none of their own.
fn packages() -> Vec<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (_, members) = manifest.split_once("members = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let members = members.split(',').map(|member| member.trim().trim_matches('"').to_owned());
    let has_sources = |member: &String| workspace().join(member).join("src").is_dir();
    members.filter(|member| !member.is_empty()).chain([".".to_owned()]).filter(has_sources).collect()
}

/// Appends the names of the types that `tokens` define: every struct, enum, union and trait, and aliases of modules. The associated
/// types of a trait, aliases in a function, types of unit tests, and annotated tiles, which are examples of use, do not count.
fn append_types(tokens: TokenStream, is_module: bool, names: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |place: usize| match tokens.get(place) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    };
    let mut is_tile = false;
    for (place, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            is_tile |= group.delimiter() == Delimiter::Bracket && group.stream().to_string().starts_with("smem_tile");
            let of_module = place >= 2 && word(place - 2) == "mod";
            if !(of_module && word(place - 1) == "tests") {
                let is_module = is_module && of_module && group.delimiter() == Delimiter::Brace;
                append_types(group.stream(), is_module, names);
            }
            continue;
        }
        let name = word(place + 1);
        let is_definition = match word(place).as_str() {
            "struct" | "enum" | "union" | "trait" => true,
            "type" => is_module,
            _ => false,
        };
        if is_definition && name.starts_with(char::is_uppercase) {
            if !is_tile {
                names.push(name);
            }
            is_tile = false;
        }
    }
}

fn types_of(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    append_types(text.parse().unwrap(), true, &mut names);
    names
}

#[test]
fn no_two_types_of_the_workspace_have_one_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages().iter().filter(|package| *package != FIXTURES) {
        // Unit tests may be in folders of their own.
        for file in rust_files(&workspace().join(package).join("src"), |folder| folder != "tests") {
            let (path, text) = named(&file);
            for name in types_of(&text) {
                places.entry(name).or_default().push(path.clone());
            }
        }
    }
    assert!(places.len() > 400, "only {} types were found", places.len());
    places.retain(|_, places| places.len() > 1);
    for (name, reason) in SHARED {
        assert!(places.remove(name).is_some(), "no two types are called `{name}` any more ({reason})");
    }
    assert!(places.is_empty(), "types of one name:\n{places:#?}");
}

#[test]
fn types_are_found_in_modules_and_functions_but_not_in_traits_tests_and_comments() {
    let text = r##"
        //! struct InComment;
        pub(crate) struct One<'a>(&'a str);
        type Alias = u8;
        mod inner { union Two { a: u8 } pub type Inner = u8; }
        trait Three { type Item; fn four() { enum Four {} type Local = u8; } }
        impl Iterator for One<'_> { type Item = u8; }
        #[smem_tile(32, 32)] #[derive(Debug)] pub struct Annotated(f32);
        struct Five;
        macro_rules! sixth { ($name:ident) => { struct $name; }; }
        mod tests { struct InTest; }
        const TEXT: &str = "struct InText;";
    "##;
    assert_eq!(types_of(text), ["One", "Alias", "Two", "Inner", "Three", "Four", "Five"]);
}
