//! The blocked matrix product: warps store the part of A transposed, so that threads load vectors of it.

use smem_tile::accesses::LaneTable;
use smem_tile::{Access, smem_tile};

use super::product::product;
use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Problem, ProblemSize};

/// The accesses of `TileA`, once for all layouts: a warp stores every fourth of 16 rows, 8 columns wide.
macro_rules! tile_a {
    ($name:ident, $($layout:tt)*) => {
        #[smem_tile(16, 64, $($layout)*, cuda = "TileA", access(
            row(vec = 4),
            lanes(|lane, warp| (4 * (lane % 4) + warp % 4, lane / 4 + 8 * (warp / 4)), warps = 32)
        ))]
        struct $name(f32);
    };
}
tile_a!(Dense, layout = plain, conflicts = allow);
tile_a!(Padded, pad = auto);
tile_a!(Swizzled, swizzle = auto);

/// The part of B, whose rows are stored and loaded as they are.
#[smem_tile(16, 64, access(row(vec = 4)))]
struct TileB(f32);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "matmul",
    about: "the blocked f32 product stores its part of A transposed and loads rows as float4",
    file: "matmul.cu",
    text: include_str!("../../../kernels/gallery/matmul.cu"),
    variants: &[
        TileVariant::of::<Dense>("dense"),
        TileVariant::of::<Padded>("padded"),
        TileVariant::of::<Swizzled>("swizzled"),
    ],
    other_tiles: &[TileB::CUDA],
    accesses,
    drawn: DrawnAccess { access: || accesses()[0].accesses[0].clone(), rows: 16, columns: 12 },
    problem,
};

fn accesses() -> Vec<LabelledAccess> {
    let warp = |warp: u32| {
        std::array::from_fn(|lane| {
            let lane = lane as u32;
            (4 * (lane % 4) + warp % 4, lane / 4 + 8 * (warp / 4))
        })
    };
    let transposing = LaneTable::new((0..32).map(warp).collect()).expect("there are 32 warps");
    vec![
        LabelledAccess::new("transposing", [Access::lanes(transposing)]),
        LabelledAccess::new("vectors", [Access::row().vec(4)]),
        LabelledAccess {
            other_tile: Some(TileVariant::of::<TileB>("dense")),
            ..LabelledAccess::new("b", [Access::row().vec(4)])
        },
    ]
}

fn problem(size: ProblemSize) -> Problem {
    let sizes = match size {
        ProblemSize::Small => [128, 64, 48],
        ProblemSize::Large => [2048, 2048, 1024],
    };
    product(sizes, 256)
}

#[cfg(test)]
mod tests {
    use smem_tile::{Arch, Layout, Report};

    use super::*;

    /// Holds the gallery's page to its statement about paddings at the end of rows.
    #[test]
    fn a_padding_that_frees_the_store_breaks_the_vectors_and_one_that_keeps_them_conflicts() {
        let [transposing, vectors, _] = &accesses()[..] else { panic!("three kinds of access") };
        let report = |pad, accesses: &[Access]| {
            Report::of(&Layout::padded(16, 64, pad).unwrap(), 4, accesses, Arch::DEFAULT).map(|report| report.excess())
        };
        assert_eq!(report(2, &transposing.accesses).unwrap(), 0);
        assert!(report(2, &vectors.accesses).is_err(), "rows of 66 floats do not keep a float4 aligned");
        assert_eq!(report(4, &transposing.accesses).unwrap(), 1);
        assert_eq!(report(4, &vectors.accesses).unwrap(), 0);
    }
}
