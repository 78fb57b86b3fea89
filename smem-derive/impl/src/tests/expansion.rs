//! The expansion as a reader would see it.

use crate::Library;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    crate::expand(args, item, Library::SmemLayout)
}

fn formatted(args: &str, item: &str) -> String {
    let tokens = expand(args.parse().unwrap(), item.parse().unwrap());
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

#[test]
fn a_padded_tile() {
    insta::assert_snapshot!(formatted("32, 32, pad = auto", "/** Docs. */ #[derive(Clone)] pub struct ScanTile(u64);"));
}

#[test]
fn a_swizzled_tile_of_vectors_in_two_stages() {
    insta::assert_snapshot!(formatted(
        "8, 32, swizzle = (3, 0, 5), access(row, block(8, 1)), stages = 2, arch = sm_90, cuda = \"Tile\"",
        "pub(crate) struct Vectors(pub [f32; 4]);",
    ));
}

#[test]
fn a_tile_of_planes() {
    insta::assert_snapshot!(formatted(
        "4, 8, 32, swizzle = auto, access(row, col, depth(vec = 2)), stages = 2",
        "struct Planes(f32);"
    ));
}

#[test]
fn the_fallback_of_a_tile_of_planes_has_the_methods_of_one() {
    let of_planes = formatted("4, 8, 32, pda = 0", "struct Tile(f32);");
    assert!(of_planes.contains("index([plane 4 8] row, col)"), "{of_planes}");
    let too_large = formatted("400, 800, 32", "struct Tile(f32);");
    assert!(too_large.contains("index([plane 1 1] row, col)"), "{too_large}");
}

#[test]
fn the_fallback_beside_an_error_has_every_name_that_the_tile_would_have() {
    insta::assert_snapshot!(formatted("32, 32, pda = 0", "struct ScanTile(u64);"));
}

#[test]
fn the_documentation_says_where_an_xor_was_asked_for_and_none_is_needed() {
    let said = |args: &str, elem: &str| formatted(args, &format!("struct Tile({elem});"));
    let padded = said("2, 18, swizzle = auto, access(col)", "f64");
    assert!(padded.contains("No XOR is needed: padding alone has no conflicts."), "{padded}");
    let dense = said("32, 33, swizzle = auto", "f32");
    assert!(dense.contains("No XOR is needed: the dense layout has no conflicts."), "{dense}");
    assert!(!said("32, 32, swizzle = auto", "f32").contains("No XOR"));
    assert!(!said("32, 32, pad = auto", "f32").contains("No XOR"));
}

#[test]
fn the_documentation_lists_what_is_left_and_how_sure_that_is() {
    let said = |args: &str, elem: &str| formatted(args, &format!("struct Tile({elem});"));
    let crowded = said("32, 32, access(row(vec = 4), col), conflicts = least", "f32");
    assert!(crowded.contains("3 excess wavefronts are left, proved to be the fewest: no padding"), "{crowded}");
    assert!(crowded.contains("- `col` has up to 3 excess, 4-way: lanes 0-3 of column 0"), "{crowded}");
    assert!(!crowded.contains("- `row(vec = 4)`"), "{crowded}");
    // So many matrices that the search ends before it has seen them all.
    let unsure = said("67, 67, conflicts = least", "u8");
    assert!(unsure.contains("the fewest found: the search gave up before its end; it tries padding"), "{unsure}");
    // Nothing is left, or nothing else was asked for.
    for args in ["32, 32, conflicts = least", "20, 20, conflicts = allow"] {
        let none = said(args, "f32");
        assert!(!none.contains("left"), "{none}");
    }
}

#[test]
fn padding_alone_is_not_said_to_be_free_where_it_is_not() {
    let padded =
        formatted("18, 34, swizzle = auto, access(row, window(3, 5), col), conflicts = least", "struct Tile(f32);");
    assert!(padded.contains("pitch 37") && !padded.contains("has no conflicts"), "{padded}");
}

/// All names in `tokens`.
fn names(tokens: TokenStream, into: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => into.push(name.to_string()),
            TokenTree::Group(group) => names(group.stream(), into),
            _ => {}
        }
    }
}

#[test]
fn no_path_but_the_given_one_leads_to_the_layout_crate() {
    for (args, expected) in [("32, 32, swizzle = auto", true), ("32, 32, swizzle = auto, crate = my::layouts", false)] {
        let mut found = Vec::new();
        names(expand(args.parse().unwrap(), "struct Tile(f32);".parse().unwrap()), &mut found);
        assert_eq!(found.iter().any(|name| name == "smem_layout"), expected);
        assert_eq!(found.iter().any(|name| name == "layouts"), !expected);
    }
}

#[test]
fn independent_mistakes_are_all_reported() {
    let tokens = expand("0, 1.5, pda = 0, stages = 0".parse().unwrap(), "struct Tile<T>(Foo, f32);".parse().unwrap());
    let mut found = Vec::new();
    names(tokens, &mut found);
    // Rows, columns, option, stages, generics, fields.
    assert_eq!(found.iter().filter(|name| *name == "compile_error").count(), 6);
}

#[test]
fn a_type_without_size_does_not_break_the_fallback() {
    for ty in ["Trait +", "dyn Trait", "[u8]", "impl Trait"] {
        let text = formatted("32, 32", &format!("struct Tile({ty});"));
        assert!(text.contains("struct Tile([::core::primitive::u32; 1024])"), "{text}");
    }
}

#[test]
fn what_only_the_compiler_knows_is_handed_to_it() {
    for (args, elem) in [
        ("N, N", "f32"),
        ("2 * N + 1, 32", "f32"),
        ("config::LEN, access(row)", "[f32; 4]"),
        ("32, 32", "Pixel"),
        ("32, 32", "Complex<half::f16>"),
        ("32, 32", "[Real; 2]"),
        ("32, 32, elem(cuda = \"__half\")", "half::f16"),
        ("32, 32, elem(cuda = \"Pair\")", "(f32, f32)"),
    ] {
        let text = formatted(args, &format!("struct Tile({elem});"));
        assert!(!text.contains("compile_error") && text.contains("::constant::solve("), "{text}");
    }
}

#[test]
fn what_a_macro_substitutes_keeps_its_precedence() {
    let sum = TokenTree::Group(Group::new(Delimiter::None, "A + B".parse().unwrap()));
    let args = [quote!(2 *), sum.into(), quote!(, 32)].into_iter().collect();
    let code = expand(args, "struct Tile(f32);".parse().unwrap()).to_string();
    assert!(code.contains("2 * (A + B)"), "{code}");
}
