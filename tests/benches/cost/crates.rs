//! A crate of 1,000 tiles, the same crate with `#[derive(Clone, Debug)]` in place of the attribute, and one that has the items of
//! the tiles written by hand: the floor, which no attribute that emits them can go below.
//!
//! All are checked from nothing, their dependencies built: a first `cargo check`, in turns so that what else the machine
//! does falls on all.

use crate::checked_crates::CheckedCrates;
use crate::expand;
use proc_macro2::{TokenStream, TokenTree};

const TILES: u32 = 1000;
const SAMPLES: u32 = 7;
/// The check of the tiles may take so many times that of the derives, where the items themselves leave room for it.
const LIMIT: f64 = 2.0;
/// Else it may take so many times that of the items written by hand.
const OVER_FLOOR: f64 = 1.25;

const ATTRIBUTE: &str = "#[smem_derive::smem_tile(32, 32, pad = auto)]";
const DERIVE: &str = "#[derive(Clone, Debug)]";

/// The member crates, and what the table calls them.
const MEMBERS: [(&str, &str); 3] =
    [("tiles", ATTRIBUTE), ("derives", DERIVE), ("by-hand", "the tile's items, by hand")];

/// Prints the table; true where the limit holds.
pub(crate) fn run() -> bool {
    println!("`cargo check` of a crate of {TILES} structs            median");
    let by_hand = include_str!("by_hand.rs.txt").replace("\"CUDA\"", &cuda());
    let source = |member| (0..TILES).map(|tile| item(member, tile, &by_hand)).collect();
    let crates = CheckedCrates::write(MEMBERS.map(|(member, _)| (member, source(member))), "1");
    let medians = crates.medians(MEMBERS.map(|(member, _)| member), SAMPLES);
    for ((_, name), median) in MEMBERS.iter().zip(medians) {
        println!("  {name:<50} {median:>8.2?}");
    }
    let [ratio, _, floor] = medians.map(|median| median.as_secs_f64() / medians[1].as_secs_f64());
    let limit = LIMIT.max(OVER_FLOOR * floor);
    let verdict = if ratio <= limit { "" } else { "   over" };
    println!("  {:<50} {ratio:>8.2} {limit:>9.2}{verdict}", "ratio, and its limit");
    println!("  {:<50} {floor:>8.2}", "its floor: the ratio of the items by hand");
    println!(
        "  (the limit is {LIMIT}, or {OVER_FLOOR} of the floor where that is more: no attribute goes below the floor)"
    );
    ratio <= limit
}

/// The tile of a number in a member crate.
fn item(member: &str, tile: u32, by_hand: &str) -> String {
    match member {
        "tiles" => format!("{ATTRIBUTE}\npub struct Tile{tile}(pub f32);\n"),
        "derives" => format!("{DERIVE}\npub struct Tile{tile}(pub f32);\n"),
        _ => by_hand.replace("Hand", &format!("Tile{tile}")) + "\n",
    }
}

/// The CUDA text of the tile `Hand`, as a literal.
fn cuda() -> String {
    fn literals(tokens: TokenStream) -> Vec<String> {
        let of = |token| match token {
            TokenTree::Literal(literal) => vec![literal.to_string()],
            TokenTree::Group(group) => literals(group.stream()),
            _ => Vec::new(),
        };
        tokens.into_iter().flat_map(of).collect()
    }
    let tokens = |text: &str| text.parse::<TokenStream>().expect("these are tokens");
    let expansion = expand(tokens("32, 32, pad = auto"), tokens("struct Hand(f32);"));
    let text = literals(expansion).into_iter().find(|literal| literal.contains("__device__"));
    text.expect("the expansion has the CUDA text")
}
