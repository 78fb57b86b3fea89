//! Whatever the tokens are, the attribute answers: with a tile that keeps its promises, or with an error.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p smem-derive-impl any_input` looks at as many, in each of the three tests.

use crate::expand::tile;
use crate::message::span::Errors;
use crate::model::item::Item;
use crate::model::tile::{IfConflicting, SolvedTile};
use crate::parse::args::Args;
use crate::{Library, expand};
use proc_macro2::TokenStream;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use quote::quote;
use smem_layout::Report;
use std::time::{Duration, Instant};

/// Words that occur in attributes, and words that do not.
const WORDS: [&str; 95] = [
    "Swizzle",
    "cute::Swizzle<",
    "<",
    ">",
    "f32",
    "bool",
    "half::f16",
    "usize",
    "*const",
    "; 4",
    "pad",
    "swizzle",
    "layout",
    "access",
    "conflicts",
    "prefer",
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
    "depth",
    "block",
    "window",
    "stride",
    "ldmatrix",
    "fragment",
    "transposed",
    "lanes",
    "vec",
    "wrap",
    "true",
    "false",
    "aligned",
    "trans",
    "m16n8k16",
    "m16n8k64",
    "a",
    "d",
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

/// A fragment, by two numbers.
fn fragment(shape: u32, operand: u32) -> String {
    let shapes = ["m8n8k4", "m8n8k16", "m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32"];
    let operands = ["a", "b", "c", "c, vec = 2"];
    format!("fragment({}, {})", shapes[shape as usize % shapes.len()], operands[operand as usize % operands.len()])
}

/// Attributes that are right in form, and often in substance.
fn request() -> impl Strategy<Value = String> {
    let size = || prop_oneof![1..=70u32, prop::sample::select(&[8u32, 16, 32, 64, 128][..])];
    let shape = prop_oneof![
        4 => (size(), size()).prop_map(|(rows, cols)| format!("{rows}, {cols}")),
        1 => (1..4096u32).prop_map(|cols| cols.to_string()),
        2 => (1..20u32, 1..20u32, size()).prop_map(|(planes, rows, cols)| format!("{planes}, {rows}, {cols}")),
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
    let access = (0..20usize, 1..9u32, 1..33u32, 0..4u32, 1..5u32).prop_map(|(kind, height, width, log, ways)| {
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
            8 => format!("row(wrap = false, vec = {vec})"),
            9 => format!("col(vec = {vec}, wrap = false)"),
            10 => format!("stride({width}, aligned, vec = {vec})"),
            11 => "ldmatrix(trans)".to_string(),
            12 => fragment(width, ways),
            13 => format!("transposed({}, max_ways = {ways})", fragment(width, height)),
            14 => format!("transposed(block({height}, {width}))"),
            15 => "depth".to_string(),
            16 => format!("depth(wrap = false, vec = {vec})"),
            17 => format!("block({ways}, {height}, {width})"),
            18 => format!("lanes(|lane| (lane % {ways}, lane / {ways} % {height}, lane % {width}), max_ways = {ways})"),
            _ => format!("lanes(|lane, warp| (lane / {height} + warp, lane % {height} * {vec}), warps = {ways})"),
        }
    });
    let accesses = prop::collection::vec(access, 0..3)
        .prop_map(|all| if all.is_empty() { String::new() } else { format!(", access({})", all.join(", ")) });
    let rest = prop::sample::select(
        &[
            "",
            ", stages = 2",
            ", stages = 50",
            ", memory = dynamic",
            ", arch = sm_90",
            ", arch = sm_35(bank_bytes = 8)",
        ][..],
    );
    (shape, layout, accesses, rest)
        .prop_map(|(shape, layout, accesses, rest)| format!("{shape}{layout}{accesses}{rest}"))
}

/// `work`, which is to end in time. An unoptimised build, on a machine that does other things, gets more of it.
fn in_time<T>(work: impl FnOnce() -> T) -> Result<T, TestCaseError> {
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });
    let start = Instant::now();
    let answer = work();
    let took = start.elapsed();
    prop_assert!(took < limit, "took {took:?}");
    Ok(answer)
}

/// Expands, and sees to it that the answer is Rust and in time.
fn answer(args: &str, item: &str) -> Result<(), TestCaseError> {
    // Some heaps of words are not tokens: a lone quote, say.
    let (Ok(args), Ok(item)) = (args.parse::<TokenStream>(), item.parse::<TokenStream>()) else { return Ok(()) };
    let answer = in_time(|| expand(args, item.clone(), Library::SmemLayout))?;
    let is_tile = syn::parse2::<syn::DeriveInput>(item).is_ok();
    let text = answer.to_string();
    prop_assert!(text.contains("compile_error") || is_tile);
    if is_tile {
        prop_assert!(syn::parse2::<syn::File>(answer).is_ok(), "{text}");
        prop_assert!(text.contains("__smem_tile"), "{text}");
    }
    Ok(())
}

/// Checks every promise of a tile that has a layout.
fn keeps_its_promises(tile: &SolvedTile) -> Result<(), TestCaseError> {
    let layout = tile.solution.layout();
    let mut taken = vec![false; tile.solution.stage_len()];
    for row in 0..layout.rows() {
        for col in 0..tile.shape.cols {
            let index = layout.index(row, col) as usize;
            prop_assert!(index < layout.len() && index < taken.len(), "{layout} at ({row}, {col})");
            prop_assert!(!std::mem::replace(&mut taken[index], true), "{layout} at ({row}, {col})");
        }
    }
    prop_assert_eq!(tile.solution.bytes(), tile.solution.len() * tile.elem.bytes as usize);
    prop_assert_eq!(tile.solution.bytes() % tile.solution.align() as usize, 0);
    prop_assert_eq!(tile.solution.len(), tile.solution.stage_len() * tile.stages.unwrap_or(1) as usize);
    let again = match tile.shape.planes {
        None => Report::of(layout, tile.elem.bytes, &tile.accesses, tile.arch),
        Some(planes) => Report::in_planes(planes.value, layout, tile.elem.bytes, &tile.accesses, tile.arch),
    };
    let again = again.unwrap();
    let rows = tile.shape.rows * tile.shape.planes.map_or(1, |planes| planes.value);
    prop_assert_eq!((layout.rows(), layout.cols()), (rows, tile.shape.cols));
    prop_assert!(again.is_accepted(), "{layout}: {again}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_tokens_in_the_attribute_have_an_answer(
        args in any_tokens(),
        place in prop::sample::select(&["{}", "32, 32, {}", "32, 32, access({})", "32, 32, access(lanes(|lane, warp| ({}), warps = 2))", "32, 32, swizzle = Swizzle<{}>"][..]),
    ) {
        answer(&place.replace("{}", &args), "struct Tile(u64);")?;
    }

    #[test]
    fn any_tokens_as_the_item_have_an_answer(
        item in any_tokens(),
        place in prop::sample::select(&["{}", "struct Tile({});", "struct {};", "struct Tile<{}>(f32);", "struct Tile([{}; 4]);"][..]),
    ) {
        answer("32, 32", &place.replace("{}", &item))?;
    }

    #[test]
    fn every_accepted_tile_is_a_bijection_without_more_conflicts_than_it_accepts(
        args in request(),
        elem in prop::sample::select(&["u8", "u16", "f32", "u64", "[f32; 4]"][..]),
    ) {
        let mut errors = Errors::default();
        let parsed = Args::parse(args.parse().unwrap(), &mut errors);
        prop_assert!(errors.none(), "{args}");
        let item = format!("struct Tile({elem});").parse().unwrap();
        let item = Item::parse(item, &mut errors).unwrap();
        match in_time(|| SolvedTile::solve(&parsed, &item, IfConflicting::Refuse, &mut errors))? {
            Some(tile) => {
                keeps_its_promises(&tile)?;
                let code = tile::code(&tile, &item, item.field.as_ref().unwrap(), &quote!(::smem_layout));
                prop_assert!(syn::parse2::<syn::File>(code).is_ok());
            }
            None => prop_assert!(!errors.none()),
        }
    }
}
