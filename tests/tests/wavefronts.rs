//! The predictions of smem-layout equal the counts of smem-sim: every position of an access run as PTX that NVRTC made, for each
//! layout, width and direction.

use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
use smem_layout::{
    Access, Arch, AutoOr, ConflictPolicy, LaneTable, Layout, LayoutChoice, MmaShape, Operand, Positions, TileSpec,
    solve,
};
use smem_sim::SharedOp;

/// A tile, one of its accesses, and the CUDA type of the vector that a lane touches.
struct Case<'a> {
    spec: TileSpec<'a>,
    access: Access,
    elem: &'static str,
    vector: &'static str,
}

/// The positions of an access on a tile, whose rows are those of all planes.
fn positions<'a>(access: &'a Access, planes: Option<u32>, layout: &Layout, elem_bytes: u32) -> Positions<'a> {
    let (rows, cols) = (layout.rows(), layout.cols());
    match planes {
        None => Positions::new(access, rows, cols, elem_bytes).unwrap(),
        Some(planes) => Positions::in_planes(access, planes, rows / planes, cols, elem_bytes).unwrap(),
    }
}

/// Requests, wavefronts and ideal wavefronts over all positions, as smem-layout predicts them.
fn predicted(layout: &Layout, planes: Option<u32>, elem_bytes: u32, access: &Access) -> (u64, u64, u64) {
    let positions = positions(access, planes, layout, elem_bytes);
    let model = Arch::SM_90.bank_model();
    let mut sum = (0, 0, 0);
    for number in 0..positions.count() {
        let lanes = positions.lanes(number);
        let cost = model.cost(&lanes.request(layout, elem_bytes, access.lane_elements(elem_bytes)));
        sum = (sum.0 + 1, sum.1 + u64::from(cost.wavefronts), sum.2 + u64::from(cost.ideal));
    }
    sum
}

/// A kernel of one warp that fills the tile and then loads every position: lane `i` at `at[32 * position + i]`, which is
/// `row << 16 | col`, or inactive where that is all ones. The row is one of all planes.
fn kernel(tile: &str, planes: Option<u32>, vector: &str) -> String {
    let element = match planes {
        None => "place >> 16, place & 0xffffu",
        Some(_) => "(place >> 16) / Tile::ROWS, (place >> 16) % Tile::ROWS, place & 0xffffu",
    };
    format!(
        "{tile}
extern \"C\" __global__ void walk(const unsigned* at, unsigned positions, {vector}* seen) {{
    __shared__ Tile tile;
    char* bytes = reinterpret_cast<char*>(&tile);
    for (unsigned i = threadIdx.x; i < sizeof(tile); i += 32u) bytes[i] = 0;
    __syncthreads();
    for (unsigned position = 0; position < positions; ++position) {{
        const unsigned place = at[32u * position + threadIdx.x];
        if (place != 0xffffffffu) {{
            seen[32u * position + threadIdx.x] = tile.vec<{vector}>({element});
        }}
    }}
}}
",
    )
}

fn check(case: &Case<'_>) {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let elem_bytes = case.spec.elem_bytes();
    let solution = solve(&case.spec).unwrap();
    let layout = solution.layout();
    let tile = solution.cuda("Tile", case.elem).unwrap();
    let planes = case.spec.planes();
    let positions = positions(&case.access, planes, layout, elem_bytes);
    let mut at = vec![u32::MAX; 32 * positions.count() as usize];
    for number in 0..positions.count() {
        for (lane, row, col) in positions.lanes(number).iter() {
            at[(32 * number + lane) as usize] = row << 16 | col;
        }
    }
    let source = kernel(&tile, planes, case.vector);
    let program = device.load(&source, "walk.cu").unwrap_or_else(|error| panic!("{error}"));
    let seen = device.zeros::<u64>(at.len() * 2).unwrap();
    let at = device.upload(&at).unwrap();
    let arguments = [at.arg(), positions.count().into(), seen.arg()];
    let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
    let profile = device.simulate(&program.kernel("walk").unwrap(), launch, &arguments).unwrap();
    let loads = profile.shared.iter().filter(|count| count.op == SharedOp::Load);
    let counted =
        loads.fold((0, 0, 0), |sum, count| (sum.0 + count.requests, sum.1 + count.wavefronts, sum.2 + count.ideal));
    let expected = predicted(layout, planes, elem_bytes, &case.access);
    assert_eq!(counted, expected, "{} on {} of {}", case.access, layout, case.elem);
}

/// Each access on each layout of a tile of `rows` x `cols` elements.
fn check_all(rows: u32, cols: u32, elem: &'static str, elem_bytes: u32, accesses: &[(Access, &'static str)]) {
    for (access, vector) in accesses {
        let declared = [access.clone()];
        for choice in [LayoutChoice::Plain, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)] {
            let spec = TileSpec::builder(rows, cols, elem_bytes, &declared);
            let spec = spec.choice(choice).conflicts(ConflictPolicy::Allow).build().unwrap();
            check(&Case { spec, access: access.clone(), elem, vector });
        }
    }
}

#[test]
fn a_dense_column_of_u64_takes_32_wavefronts_and_the_variants_take_2() {
    let accesses = [Access::row(), Access::col()];
    for (choice, wavefronts) in
        [(LayoutChoice::Plain, 32), (LayoutChoice::Pad(AutoOr::Auto), 2), (LayoutChoice::Swizzle(AutoOr::Auto), 2)]
    {
        let spec = TileSpec::builder(32, 32, 8, &accesses).choice(choice).conflicts(ConflictPolicy::Allow);
        let spec = spec.build().unwrap();
        let layout = *solve(&spec).unwrap().layout();
        let (requests, total, ideal) = predicted(&layout, None, 8, &Access::col());
        assert_eq!((total / requests, ideal / requests), (wavefronts, 2), "{layout}");
        for access in accesses.clone() {
            check(&Case { spec, access, elem: "unsigned long long", vector: "unsigned long long" });
        }
    }
}

#[test]
fn words_and_their_vectors_are_counted_as_predicted() {
    let diagonal = LaneTable::new(vec![std::array::from_fn(|lane| (lane as u32, lane as u32))]).unwrap();
    check_all(
        32,
        32,
        "float",
        4,
        &[
            (Access::row(), "float"),
            (Access::col(), "float"),
            (Access::row().vec(2), "float2"),
            (Access::row().vec(4), "float4"),
            (Access::col().vec(4), "float4"),
            (Access::block(4, 8), "float"),
            (Access::window(3, 10), "float"),
            (Access::lanes(diagonal), "float"),
        ],
    );
}

#[test]
fn bytes_and_halves_are_counted_as_predicted() {
    check_all(32, 36, "unsigned char", 1, &[(Access::row(), "unsigned char"), (Access::col(), "unsigned char")]);
    check_all(32, 32, "unsigned char", 1, &[(Access::row().vec(4), "uchar4"), (Access::window(4, 7), "unsigned char")]);
    check_all(24, 20, "unsigned short", 2, &[(Access::row(), "unsigned short"), (Access::col(), "unsigned short")]);
}

#[test]
fn wide_elements_and_ragged_tiles_are_counted_as_predicted() {
    check_all(
        17,
        13,
        "double",
        8,
        &[(Access::row(), "double"), (Access::col(), "double"), (Access::window(2, 5), "double")],
    );
    check_all(16, 9, "float4", 16, &[(Access::row(), "float4"), (Access::col(), "float4")]);
    check_all(7, 50, "float", 4, &[(Access::row(), "float"), (Access::col(), "float"), (Access::block(3, 5), "float")]);
}

#[test]
fn one_dimensional_strides_are_counted_as_predicted() {
    check_all(
        1,
        300,
        "float",
        4,
        &[(Access::stride(1), "float"), (Access::stride(2), "float"), (Access::stride(32), "float")],
    );
}

#[test]
fn warps_that_stay_in_their_row_and_aligned_strides_are_counted_as_predicted() {
    let staying = [(Access::unwrapped_row(), "float"), (Access::unwrapped_col(), "float")];
    check_all(20, 20, "float", 4, &staying);
    check_all(40, 44, "float", 4, &[(Access::unwrapped_row().vec(4), "float4"), (Access::unwrapped_col(), "float")]);
    check_all(1, 300, "float", 4, &[(Access::aligned_stride(3), "float"), (Access::aligned_stride(8), "float")]);
}

#[test]
fn accesses_through_planes_are_counted_as_predicted() {
    let all = [
        (Access::depth(), "float"),
        (Access::depth().vec(2), "float2"),
        (Access::unwrapped_depth(), "float"),
        (Access::block_3d(2, 4, 4), "float"),
        (Access::block_3d(3, 2, 5), "float"),
        (Access::col(), "float"),
        (Access::unwrapped_col(), "float"),
        (Access::window(3, 7), "float"),
        (Access::depth().transposed(), "float"),
    ];
    for (planes, rows, cols) in [(4, 8, 16), (6, 5, 10), (20, 4, 8)] {
        for (access, vector) in &all {
            let declared = [access.clone()];
            for choice in [LayoutChoice::Plain, LayoutChoice::Auto] {
                let spec = TileSpec::builder(rows, cols, 4, &declared).planes(planes).choice(choice);
                let spec = spec.conflicts(ConflictPolicy::Allow).build().unwrap();
                check(&Case { spec, access: access.clone(), elem: "float", vector });
            }
        }
    }
}

#[test]
fn fragments_and_transposed_accesses_are_counted_as_predicted() {
    let of = Access::fragment;
    check_all(
        32,
        32,
        "unsigned short",
        2,
        &[
            (of(MmaShape::M16N8K16, Operand::A), "ushort2"),
            (of(MmaShape::M16N8K16, Operand::B).transposed(), "unsigned short"),
        ],
    );
    check_all(
        32,
        32,
        "float",
        4,
        &[
            (of(MmaShape::M16N8K8, Operand::C), "float"),
            (of(MmaShape::M16N8K8, Operand::C).vec(2), "float2"),
            (Access::window(3, 5).transposed(), "float"),
        ],
    );
    check_all(16, 24, "double", 8, &[(Access::block(4, 8).transposed(), "double")]);
}
