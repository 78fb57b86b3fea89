//! The positions that the solver looks at are enough: over all positions the worst cost is the same.

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_layout::{Access, AccessReport, Arch, Cute, LaneTable, Layout, Matrix, MmaShape, Operand, Report, Swizzle};

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
    (pattern, 0u32..4, 0u32..4).prop_map(|(access, log_vec, transposed)| match transposed {
        0 => access.transposed(),
        _ => access.vec(1 << log_vec),
    })
}

fn swizzles() -> impl Strategy<Value = Swizzle> {
    prop_oneof![
        Just(Swizzle::None),
        (proptest::collection::vec(0u8..32, 1..6), 0u32..3)
            .prop_map(|(columns, base)| Swizzle::Matrix(Matrix::new(&columns, base).unwrap())),
        (1u32..7, 0u32..6, -9i32..10)
            .prop_filter_map("a bijection", |(bits, base, shift)| { Cute::new(bits, base, shift).map(Swizzle::Cute) }),
    ]
}

fn shapes() -> impl Strategy<Value = (u32, u32)> {
    let side = || prop_oneof![1u32..50, proptest::sample::select(&[1u32, 2, 4, 8, 16, 32, 64, 96][..])];
    prop_oneof![4 => (side(), side()), 1 => (Just(1), 1u32..2000)]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        max_global_rejects: 10_000_000,
        max_local_rejects: 10_000_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Default::default()
    })]

    #[test]
    fn the_representatives_include_the_worst_of_all_positions(
        (rows, cols, access) in shapes().prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), accesses(rows, cols))),
        log_bytes in 0u32..5,
        pad in 0u32..5,
        swizzle in swizzles(),
        folded: bool,
        arch in proptest::sample::select(&[Arch::DEFAULT, Arch::SM_90, Arch::SM_35, Arch::SM_20, Arch::SM_13][..]),
    ) {
        let elem_bytes = 1 << log_bytes;
        prop_assume!(access.check(rows, cols, elem_bytes).is_ok());
        // Vectors stay whole and aligned, and what a matrix moves stays within its line, as the solver sees to.
        let granule = access.lane_elements(elem_bytes);
        let line = if rows == 1 && folded && cols > 32 { 32 } else { cols };
        let pitch = (line + pad).next_multiple_of(granule);
        let layout = match rows {
            1 => Layout::lines(cols, line, pitch - line).unwrap(),
            _ => Layout::padded(rows, cols, pitch - line).unwrap(),
        };
        let block = 1 << pitch.trailing_zeros();
        let layout = match swizzle {
            Swizzle::Matrix(matrix) if matrix.reach() < block && 1 << matrix.base() >= granule => layout.with_swizzle(swizzle).unwrap(),
            Swizzle::Cute(cute) if line == cols && 1 << cute.base() >= granule => layout.with_swizzle(swizzle).unwrap_or(layout),
            _ => layout,
        };
        let report = Report::of(&layout, elem_bytes, std::slice::from_ref(&access), arch).unwrap();
        let all = AccessReport::exhaustive(&layout, elem_bytes, &access, &arch.bank_model());
        prop_assert_eq!(report.accesses[0].excess, all.excess, "{} on {} of {} bytes", access, layout, elem_bytes);
        prop_assert_eq!(report.accesses[0].cost.wavefronts, all.cost.wavefronts);
        prop_assert_eq!(report.accesses[0].ways, all.ways);
    }
}
