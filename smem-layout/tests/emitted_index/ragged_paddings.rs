//! `pad = auto` on ragged tiles against every padding there is: at the end of rows, and after any number of elements. `SMEM_SEEDS=7` tries seven times
//! as many.

use std::env;

use smem_exhaustive::{count, part};
use smem_layout::{Access, Arch, AutoOr, LayoutChoice, Prefer, TileSpec, solve};

use super::{
    Case,
    accesses::Drawn,
    tile::{Numbers, Tile},
};

/// Tiles of a seed.
const TILES: u64 = 100;

/// Sizes that divide neither the banks nor each other, up to some thousand elements.
fn ragged(numbers: &mut Numbers) -> Tile {
    loop {
        let (rows, cols) = (2 + numbers.below(60), 3 + numbers.below(160));
        let elem = numbers.of(&[1, 1, 1, 2, 2, 4, 8, 16]);
        if rows * cols <= 3600 && !cols.is_power_of_two() {
            return Tile { rows, cols, elem };
        }
    }
}

#[test]
fn pad_auto_on_a_ragged_tile_takes_the_fewest_bytes_of_all_paddings() {
    let seeds: u64 = env::var("SMEM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1);
    let (mut padded, mut none, mut wrong, mut unproven) = (0, 0, Vec::new(), Vec::new());
    let pad = LayoutChoice::Pad(AutoOr::Auto);
    for (seed, number) in (0..seeds).flat_map(|seed| part(0..TILES, 10).map(move |number| (seed, number))) {
        let mut numbers = Numbers(1 + 7 * TILES * seed + number);
        let tile = ragged(&mut numbers);
        let mut case = Case::of(tile, (0..1 + numbers.below(2)).map(|_| Drawn::walk(&mut numbers, tile)).collect());
        let accesses: Vec<Access> = case.drawn.iter().map(|drawn| drawn.access.clone()).collect();
        let names: Vec<String> = accesses.iter().map(Access::to_string).collect();
        let what = format!("seed {seed}.{number}: {tile}, {}", names.join(", "));
        let Tile { rows, cols, elem } = tile;
        let spec = TileSpec::builder(rows, cols, elem, &accesses).choice(pad).prefer(Prefer::Bytes);
        let solved = solve(&spec.arch(Arch::SM_90).dynamic(true).build().unwrap());
        let (stored, is_proven, said) = match &solved {
            Ok(solution) => {
                padded += u32::from(!solution.layout().is_plain());
                (Some(case.judged(solution, &what)), solution.is_proven(), solution.layout().to_string())
            }
            Err(error) => {
                none += 1;
                (None, error.is_proven(), "none".to_string())
            }
        };
        if let Some(fewer) = case.fewest(pad, stored) {
            let list = if is_proven { &mut wrong } else { &mut unproven };
            list.push(format!("{what}: {said}, {stored:?} elements, and {fewer:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unproven.is_empty(), "{} not the least, without a proof:\n{}", unproven.len(), unproven.join("\n"));
    assert!(padded > count(30, 1) && none > 0, "{padded} padded, {none} without a layout: the comparison tells little");
}
