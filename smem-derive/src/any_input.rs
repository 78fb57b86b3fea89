//! Whatever the tokens are, the attribute answers: with a tile that keeps its promises, or with an error.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p smem-derive any_input` looks at as many.

use crate::args::Args;
use crate::expand;
use crate::item::Item;
use crate::spot::Errors;
use crate::tile::Tile;
use proc_macro2::TokenStream;
use proptest::prelude::*;
use smem_layout::Report;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// What attributes are made of, and what they are not.
const WORDS: [&str; 72] = [
    "pad",
    "swizzle",
    "layout",
    "access",
    "conflicts",
    "arch",
    "memory",
    "stages",
    "cuda",
    "elem",
    "crate",
    "auto",
    "plain",
    "tma128",
    "allow",
    "dynamic",
    "sm_90",
    "sm_35",
    "bank_bytes",
    "row",
    "col",
    "block",
    "window",
    "stride",
    "ldmatrix",
    "lanes",
    "vec",
    "max_ways",
    "warps",
    "bytes",
    "lane",
    "warp",
    "|lane|",
    "|lane, warp|",
    "=",
    "=",
    "=",
    ",",
    ",",
    ",",
    "|",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&",
    "^",
    "!",
    "0",
    "1",
    "2",
    "4",
    "8",
    "32",
    "33",
    "4294967295",
    "4294967296",
    "99999999999999999999999",
    "0x20",
    "32u8",
    "1.5",
    "\"__half\"",
    "'x'",
    "b\"x\"",
    "::",
    "'a",
    "struct",
    "#",
    "fn",
];

fn tokens(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let word = prop::sample::select(words).prop_map(str::to_string);
    word.prop_recursive(5, 40, 8, |inner| {
        (prop::collection::vec(inner, 0..8), 0..4).prop_map(|(words, delimiter)| {
            let inside = words.join(" ");
            match delimiter {
                0 => format!("({inside})"),
                1 => format!("[{inside}]"),
                2 => format!("{{{inside}}}"),
                _ => inside,
            }
        })
    })
}

fn any_tokens() -> impl Strategy<Value = String> {
    prop::collection::vec(tokens(&WORDS), 0..12).prop_map(|parts| parts.join(" "))
}

/// Attributes that are right in form, and often in substance.
fn request() -> impl Strategy<Value = String> {
    let size = || prop_oneof![1..=70u32, prop::sample::select(&[8u32, 16, 32, 64, 128][..])];
    let shape = prop_oneof![
        4 => (size(), size()).prop_map(|(rows, cols)| format!("{rows}, {cols}")),
        1 => (1..4096u32).prop_map(|cols| cols.to_string()),
    ];
    let layout = prop::sample::select(
        &[
            "",
            ", pad = auto",
            ", pad = 1",
            ", pad = 4",
            ", swizzle = auto",
            ", swizzle = (5, 0, 5)",
            ", swizzle = (3, 2, 3)",
            ", layout = auto",
            ", layout = plain",
            ", swizzle = tma128",
        ][..],
    );
    let access = (0..9usize, 1..9u32, 1..33u32, 0..4u32, 1..5u32).prop_map(|(kind, height, width, log, ways)| {
        let vec = 1 << log;
        match kind {
            0 => "row".to_string(),
            1 => "col".to_string(),
            2 => format!("row(vec = {vec})"),
            3 => format!("col(vec = {vec}, max_ways = {ways})"),
            4 => format!("block({height}, {width})"),
            5 => format!("window({height}, {width}, max_ways = {ways})"),
            6 => format!("stride({width})"),
            7 => "ldmatrix".to_string(),
            _ => format!("lanes(|lane, warp| (lane / {height} + warp, lane % {height} * {vec}), warps = {ways})"),
        }
    });
    let accesses = prop::collection::vec(access, 0..3)
        .prop_map(|all| if all.is_empty() { String::new() } else { format!(", access({})", all.join(", ")) });
    let rest = prop::sample::select(&["", ", stages = 2", ", arch = sm_90", ", arch = sm_35(bank_bytes = 8)"][..]);
    (shape, layout, accesses, rest)
        .prop_map(|(shape, layout, accesses, rest)| format!("{shape}{layout}{accesses}{rest}"))
}

/// Expands, and sees to it that the answer is Rust and in time.
fn answer(args: &str, item: &str) -> Result<(), TestCaseError> {
    // Some heaps of words are no tokens: a lone quote, say.
    let (Ok(args), Ok(item)) = (args.parse::<TokenStream>(), item.parse::<TokenStream>()) else { return Ok(()) };
    let start = Instant::now();
    let answer = expand(args, item.clone());
    let limit = if cfg!(debug_assertions) { 20 } else { 1 };
    prop_assert!(start.elapsed() < Duration::from_secs(limit), "{:?}", start.elapsed());
    let is_tile = syn::parse2::<syn::DeriveInput>(item).is_ok();
    let text = answer.to_string();
    prop_assert!(text.contains("compile_error") || is_tile);
    if is_tile {
        prop_assert!(syn::parse2::<syn::File>(answer).is_ok(), "{text}");
        prop_assert!(text.contains("SmemTile for"), "{text}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tokens_in_the_attribute_have_an_answer(args in any_tokens()) {
        answer(&args, "struct Tile(f32);")?;
        answer(&format!("32, 32, {args}"), "struct Tile(u64);")?;
        answer(&format!("32, 32, access({args})"), "struct Tile(u64);")?;
        answer(&format!("32, 32, access(lanes(|lane, warp| ({args})))"), "struct Tile(u64);")?;
    }

    #[test]
    fn any_tokens_as_the_item_have_an_answer(item in any_tokens()) {
        answer("32, 32", &item)?;
        answer("32, 32", &format!("struct Tile({item});"))?;
        answer("32, 32", &format!("struct {item};"))?;
        answer("32, 32", &format!("struct Tile<{item}>(f32);"))?;
    }

    #[test]
    fn every_accepted_tile_is_a_bijection_without_more_conflicts_than_it_accepts(
        args in request(),
        elem in prop::sample::select(&["u8", "u16", "f32", "u64", "[f32; 4]"][..]),
    ) {
        let item = format!("struct Tile({elem});");
        answer(&args, &item)?;
        let mut errors = Errors::default();
        let parsed = Args::parse(args.parse().unwrap(), &mut errors);
        prop_assert!(errors.none(), "{args}");
        let item = Item::parse(item.parse().unwrap(), &mut errors).unwrap();
        let Some(tile) = Tile::solve(&parsed, &item, &mut errors) else {
            prop_assert!(!errors.none());
            return Ok(());
        };
        let layout = tile.solution.layout;
        let mut seen = HashSet::new();
        for row in 0..tile.shape.rows {
            for col in 0..tile.shape.cols {
                let index = layout.index(row, col);
                prop_assert!((index as usize) < layout.len(), "{layout} at ({row}, {col})");
                prop_assert!(seen.insert(index), "{layout} at ({row}, {col})");
            }
        }
        prop_assert_eq!(tile.solution.bytes, tile.solution.len * tile.elem.bytes as usize);
        prop_assert_eq!(tile.solution.bytes % tile.solution.align as usize, 0);
        prop_assert_eq!(tile.solution.len % tile.stages as usize, 0);
        let again = Report::of(&layout, tile.elem.bytes, &tile.accesses, tile.arch);
        prop_assert!(again.is_accepted(), "{layout}: {again}");
    }
}
