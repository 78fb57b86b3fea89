//! The compiler's cost of a tile of constants beside one of literals: crates of as many tiles of each, checked from nothing with their
//! dependencies built.

use crate::checked_crates::CheckedCrates;
use std::time::Duration;

const TILES: u32 = 40;
const SAMPLES: u32 = 5;
/// The limit for a tile of constants.
const LIMIT: Duration = Duration::from_millis(20);

/// The attribute of each member crate; the first has no tiles.
const MEMBERS: [(&str, &str); 4] =
    [("none", ""), ("literals", "32, 32, pad = auto"), ("padded", "N, N, pad = auto"), ("searched", "N, N")];

/// Prints the table; true where the limit holds.
pub(crate) fn run() -> bool {
    println!("`cargo check`, a tile of f32                          median");
    // Without what an earlier check left: the compiler would not compute the constants again.
    let crates = CheckedCrates::write(MEMBERS.map(|(member, args)| (member, source(args))), "0");
    let medians = crates.medians(MEMBERS.map(|(member, _)| member), SAMPLES);
    let mut holds = true;
    for ((_, args), median) in MEMBERS.iter().zip(medians).skip(1) {
        let one = median.saturating_sub(medians[0]) / TILES;
        let is_over = args.starts_with('N') && one > LIMIT;
        holds &= !is_over;
        println!("  {:<50} {one:>8.2?}{}", format!("#[smem_tile({args})]"), if is_over { "   over" } else { "" });
    }
    holds
}

/// A crate of tiles with this attribute.
fn source(args: &str) -> String {
    let tiles = if args.is_empty() { 0 } else { TILES };
    let tile = |number| format!("#[smem_derive::smem_tile({args})]\npub struct Tile{number}(pub f32);\n");
    format!("pub const N: usize = 32;\n{}", (0..tiles).map(tile).collect::<String>())
}
