//! Products of registers in any place, as PTX has them.

use crate::isa::sass::Words;
use crate::isa::{Factor, ProductTile, Slot, TiledProduct};
use crate::lanes::Lanes;
use crate::machine::tensor::product;

/// Computes all products before any register changes: a result may take the place of an operand.
pub(in crate::machine) fn multiply(tiled: &TiledProduct, regs: &mut [Lanes]) {
    let wide = tiled.shape.factor == Factor::F64;
    let read = |slots: &[Slot]| -> Vec<Words> {
        let lanes = slots.iter().map(|&slot| &regs[slot as usize]);
        if wide {
            lanes.flat_map(|lanes| [lanes.map(|value| value as u32), lanes.map(|value| (value >> 32) as u32)]).collect()
        } else {
            lanes.map(|lanes| lanes.map(|value| value as u32)).collect()
        }
    };
    let result = |tile: &ProductTile| {
        let metadata = tile.metadata.map(|slot| regs[slot as usize].map(|value| value as u32));
        let add = |sum: Vec<Words>, [a, b]: &[Vec<Slot>; 2]| {
            product(&tiled.shape, &read(a), &read(b), &sum, metadata.as_ref())
        };
        tile.factors.iter().fold(read(&tile.c), add)
    };
    let results: Vec<Vec<Words>> = tiled.tiles.iter().map(result).collect();
    for (tile, result) in tiled.tiles.iter().zip(results) {
        for (i, &slot) in tile.d.iter().enumerate() {
            regs[slot as usize] = std::array::from_fn(|lane| {
                if wide {
                    u64::from(result[2 * i + 1][lane]) << 32 | u64::from(result[2 * i][lane])
                } else {
                    result[i][lane].into()
                }
            });
        }
    }
}
