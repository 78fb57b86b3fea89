//! The positions that the solver looks at are enough: over all positions the worst cost is the same.

use crate::every_position::{WorstFigures, many_cases, transposed_or_wide, worst_of_all};
use proptest::prelude::*;
use smem_layout::{
    Access, Arch, Cute, LaneTable, Layout, Matrix, MmaShape, OffsetMatrix, Operand, Positions, Report, Rotation,
    Swizzle,
};

fn accesses(rows: u32, cols: u32) -> impl Strategy<Value = Access> {
    let lanes = proptest::collection::vec(
        proptest::array::uniform32((0..rows, 0..cols)).prop_map(|lanes| lanes.map(|(row, col)| (row, col))),
        1..3,
    );
    let pattern = prop_oneof![
        3 => Just(Access::row()),
        3 => Just(Access::col()),
        3 => (1u32..=8, 1u32..=8).prop_map(|(height, width)| Access::block(height, width)),
        3 => (1u32..=8, 1u32..=8).prop_map(|(height, width)| Access::window(height, width)),
        2 => (1u32..=100).prop_map(Access::stride),
        2 => (1u32..=100).prop_map(Access::aligned_stride),
        1 => Just(Access::ldmatrix()),
        1 => Just(Access::ldmatrix_trans()),
        3 => Just(Access::unwrapped_row()),
        3 => Just(Access::unwrapped_col()),
        2 => (
            proptest::sample::select(&MmaShape::ALL[..]),
            proptest::sample::select(&[Operand::A, Operand::B, Operand::C][..]),
        )
            .prop_map(|(shape, operand)| Access::fragment(shape, operand)),
        1 => lanes.prop_map(|warps| Access::lanes(LaneTable::new(warps).unwrap())),
    ];
    (pattern, 0u32..4, 0u32..4).prop_map(transposed_or_wide)
}

fn swizzles() -> impl Strategy<Value = Swizzle> {
    prop_oneof![
        Just(Swizzle::None),
        (proptest::collection::vec(0u8..32, 1..6), 0u32..3)
            .prop_map(|(columns, base)| Swizzle::Matrix(Matrix::new(&columns, base).unwrap())),
        (1u32..7, 0u32..6, -9i32..10)
            .prop_filter_map("a bijection", |(bits, base, shift)| { Cute::new(bits, base, shift).map(Swizzle::Cute) }),
        // A sum of the identity and bits above, or any rows.
        (proptest::collection::vec(0u32..1 << 10, 1..8), 0u32..4, any::<bool>())
            .prop_filter_map("a bijection", |(rows, base, triangular)| offset_matrix(&rows, base, triangular)),
        (1u32..12, 1u32..5).prop_map(|(step, every)| Swizzle::Rotate(Rotation::new(step, every).unwrap())),
    ]
}

fn offset_matrix(rows: &[u32], base: u32, triangular: bool) -> Option<Swizzle> {
    let above = |to: usize, row: u32| if triangular { row >> to << to | 1 << to } else { row };
    let low = (0..base).map(|bit| 1 << bit);
    let rows: Vec<u32> = low.chain(rows.iter().enumerate().map(|(to, &row)| above(to, row) << base)).collect();
    OffsetMatrix::new(&rows).ok().map(Swizzle::Offset)
}

fn shapes() -> impl Strategy<Value = (u32, u32)> {
    let side = || prop_oneof![1u32..50, proptest::sample::select(&[1u32, 2, 4, 8, 16, 32, 64, 96][..])];
    prop_oneof![4 => (side(), side()), 1 => (Just(1), 1u32..2000)]
}

/// Whether each vector of `granule` elements is in order, together and aligned.
fn keeps_vectors(layout: &Layout, granule: u32) -> bool {
    let at = |row, col: u32| {
        let first = layout.index(row, col / granule * granule);
        first.is_multiple_of(granule) && layout.index(row, col) == first + col % granule
    };
    (0..layout.rows()).all(|row| (0..layout.cols()).all(|col| at(row, col)))
}

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn the_representatives_include_the_worst_of_all_positions(
        (rows, cols, access) in shapes().prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), accesses(rows, cols))),
        log_bytes in 0u32..5,
        pad in 0u32..5,
        swizzle in swizzles(),
        folded: bool,
        every in prop_oneof![Just(0u32), 1u32..200],
        arch in proptest::sample::select(&[Arch::DEFAULT, Arch::SM_90, Arch::SM_35, Arch::SM_20, Arch::SM_13][..]),
    ) {
        let elem_bytes = 1 << log_bytes;
        prop_assume!(access.check(rows, cols, elem_bytes).is_ok());
        // Vectors stay whole and aligned, and what a matrix moves stays within its line, as the solver sees to.
        let granule = access.lane_elements(elem_bytes);
        let line = match every.next_multiple_of(granule) {
            0 if rows == 1 && folded && cols > 32 => 32,
            0 => cols,
            every => every.min(rows * cols),
        };
        let pitch = (line + pad).next_multiple_of(granule);
        let layout = Layout::padded_every(rows, cols, pitch - line, line).unwrap();
        let block = 1 << pitch.trailing_zeros();
        let layout = match swizzle {
            Swizzle::Matrix(matrix) if matrix.reach() < block && 1 << matrix.base() >= granule => layout.with_swizzle(swizzle).unwrap(),
            Swizzle::Cute(cute) if line == cols && 1 << cute.base() >= granule => layout.with_swizzle(swizzle).unwrap_or(layout),
            Swizzle::Offset(_) | Swizzle::Rotate(_) => {
                let accesses = std::slice::from_ref(&access);
                let is_whole = |layout: &Layout| Report::of(layout, elem_bytes, accesses, arch).is_ok();
                layout.with_swizzle(swizzle).ok().filter(is_whole).unwrap_or(layout)
            }
            _ => layout,
        };
        prop_assert!(keeps_vectors(&layout, granule));
        let report = Report::of(&layout, elem_bytes, std::slice::from_ref(&access), arch).unwrap();
        let found = &report.accesses[0];
        let positions = Positions::new(&access, rows, cols, elem_bytes).unwrap();
        let all = worst_of_all(positions, &layout, elem_bytes, granule, &arch.bank_model());
        let found = WorstFigures { excess: found.excess, wavefronts: found.cost.wavefronts, ways: found.ways };
        prop_assert_eq!(found, all, "{} on {} of {} bytes", access, layout, elem_bytes);
    }
}
