//! The index in Rust and the index in CUDA are one function: compared at every (row, column) or (plane, row, column), the CUDA side compiled by
//! NVRTC and run, on a GPU where there is one and else in the simulator.

mod compared_tile;
mod planes;

use compared_tile::{ComparedTile, compare};
use smem_derive::smem_tile;
use smem_launch::{Arg, Device, DeviceChoice, Install, LaunchShape};
use smem_layout::{
    Access, AutoOr, ConflictPolicy, Cute, Layout, LayoutChoice, Matrix, OffsetMatrix, Rotation, Swizzle, TileSpec,
    TileSpecBuilder, TmaSwizzle,
};

#[smem_tile(32, 32, layout = plain, conflicts = allow)]
struct Plain(u64);

#[smem_tile(32, 32, pad = auto)]
struct Padded(u64);

#[smem_tile(32, 32, swizzle = auto)]
struct Swizzled(u64);

#[smem_tile(32, 32, swizzle = (5, 0, 5))]
struct Cutes(f32);

#[smem_tile(32, 32, access(row, col, block(2, 16), block(4, 8), block(8, 4), block(16, 2)))]
struct BitReversed(f32);

#[smem_tile(32, 32, access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))))]
struct Diagonals(f32);

#[smem_tile(32, 48)]
struct WithinRow(f32);

#[smem_tile(33, 31, pad = auto, access(col))]
struct Ragged(u16);

#[smem_tile(64, 64, elem(bytes = 2, cuda = "unsigned short"), access(ldmatrix, row(vec = 8)))]
struct Operand(u16);

#[smem_tile(16, 32, swizzle = tma128, access(row, row(vec = 4)))]
struct Tma(f32);

#[smem_tile(32, 32)]
struct Quads([f32; 4]);

#[smem_tile(32, 40)]
struct Bytes(i8);

#[smem_tile(1000, access(row, stride(32)))]
struct Line(f32);

#[smem_tile(16, 16, stages = 3)]
struct Stages(f64);

#[smem_tile(100, stages = 4)]
struct LineStages(u16);

#[smem_tile(18, 34, pad = auto, access(row, window(3, 8)))]
struct Halo(f32);

#[smem_tile(32, 64, pad = (1, every = 32), access(row, lanes(|lane| (0, 2 * lane))))]
struct Inside(f32);

#[smem_tile(5, 12, access(col))]
struct Turned(f32);

#[smem_tile(3, 64, swizzle = rotate(3, every = 1))]
struct TurnedQuads([f32; 4]);

#[smem_tile(32, 64, swizzle = matrix([0b100001]), access(row, lanes(|lane| (0, 2 * lane))))]
struct ByMatrix(f32);

#[smem_tile(16, 16, swizzle = matrix([0b10000, 0b10, 0b100, 0b1000, 0b1, 0b100001]), conflicts = allow, access(row))]
struct Swapped(u64);

const N: usize = 32;
type Real = f32;

#[smem_tile(N, N, pad = auto)]
struct ConstantPadded(u64);

#[smem_tile(N, N)]
struct ConstantSwizzled(f32);

#[smem_tile(N, 2 * N, swizzle = auto, access(row(vec = 4), col(vec = 4)))]
struct ConstantVectors(f32);

#[smem_tile(N + 8, N - 8, swizzle = (2, 0, 4), access(row))]
struct ConstantOffset(Real);

#[smem_tile(31 * N + 8, access(row, stride(32)), pad = auto)]
struct ConstantLine(f32);

#[smem_tile(N / 2, N / 2, stages = 3)]
struct ConstantStages(f64);
#[test]
fn every_annotated_tile_has_the_same_index_in_rust_and_in_cuda() {
    compare(&[
        ComparedTile::of::<Plain>("Plain"),
        ComparedTile::of::<Padded>("Padded"),
        ComparedTile::of::<Swizzled>("Swizzled"),
        ComparedTile::of::<Cutes>("Cutes"),
        ComparedTile::of::<BitReversed>("BitReversed"),
        ComparedTile::of::<Diagonals>("Diagonals"),
        ComparedTile::of::<WithinRow>("WithinRow"),
        ComparedTile::of::<Ragged>("Ragged"),
        ComparedTile::of::<Operand>("Operand"),
        ComparedTile::of::<Tma>("Tma"),
        ComparedTile::of::<Quads>("Quads"),
        ComparedTile::of::<Bytes>("Bytes"),
        ComparedTile::of::<Line>("Line"),
        ComparedTile::of::<Stages>("Stages"),
        ComparedTile::of::<LineStages>("LineStages"),
        ComparedTile::of::<Halo>("Halo"),
        ComparedTile::of::<Inside>("Inside"),
        ComparedTile::of::<Turned>("Turned"),
        ComparedTile::of::<TurnedQuads>("TurnedQuads"),
        ComparedTile::of::<ByMatrix>("ByMatrix"),
        ComparedTile::of::<Swapped>("Swapped"),
        ComparedTile::of::<ConstantPadded>("ConstantPadded"),
        ComparedTile::of::<ConstantSwizzled>("ConstantSwizzled"),
        ComparedTile::of::<ConstantVectors>("ConstantVectors"),
        ComparedTile::of::<ConstantOffset>("ConstantOffset"),
        ComparedTile::of::<ConstantLine>("ConstantLine"),
        ComparedTile::of::<ConstantStages>("ConstantStages"),
    ]);
}

/// Layouts of the classes whose index has several forms: lines that rows divide, that divide rows, or neither; matrices that move
/// columns alone or rows too; rotations by powers of two and others; and swizzles of padded rows and lines.
fn combined() -> Vec<Layout> {
    let padded = [
        (32, 64, 1, 32),
        (32, 64, 3, 24),
        (32, 16, 2, 32),
        (18, 34, 6, 32),
        (18, 34, 6, 51),
        (1, 281, 1, 128),
        (7, 9, 1, 5),
        (16, 16, 0, 24),
    ];
    let mut all: Vec<Layout> = Vec::new();
    for (rows, cols, pad, every) in padded {
        let layout = Layout::padded_every(rows, cols, pad, every).unwrap();
        let cute = Swizzle::Cute(Cute::new(1, 0, 2).unwrap());
        let matrix = Swizzle::Matrix(Matrix::new(&[1, 2, 3], 0).unwrap());
        let offset = Swizzle::Offset(OffsetMatrix::new(&[0b1001, 0b110]).unwrap());
        all.push(layout);
        all.extend([cute, matrix, offset].into_iter().filter_map(|swizzle| layout.with_swizzle(swizzle).ok()));
    }
    for rows in [
        &[0b10_0001, 0b10][..],
        &[0b10_0000_0001],
        &[4, 2, 1],
        &[0b11, 0b110, 0b1100, 0b11000],
        &[1, 0b1_0000_0000_0010],
    ] {
        let swizzle = Swizzle::Offset(OffsetMatrix::new(rows).unwrap());
        for layout in [Layout::plain(64, 64), Layout::padded(64, 50, 14), Layout::plain(1, 4096), Layout::plain(16, 48)]
        {
            all.extend(layout.unwrap().with_swizzle(swizzle));
        }
    }
    for (step, every) in [(1, 1), (5, 1), (3, 2), (2, 3), (7, 5)] {
        let swizzle = Swizzle::Rotate(Rotation::new(step, every).unwrap());
        for layout in [Layout::plain(12, 32), Layout::plain(9, 20), Layout::padded(9, 20, 3)] {
            all.extend(layout.unwrap().with_swizzle(swizzle));
        }
    }
    assert!(all.len() > 40, "only {} layouts", all.len());
    all
}

#[test]
fn layouts_of_every_class_shape_and_element_size_have_the_same_index_in_cuda() {
    let both = [Access::row(), Access::col()];
    let line = [Access::row(), Access::stride(32), Access::stride(8)];
    let mut tiles = Vec::new();
    let mut add = |spec: TileSpecBuilder<'_>| {
        let number = tiles.len();
        tiles.extend(ComparedTile::solved(
            format!("Tile{number}"),
            &spec.conflicts(ConflictPolicy::Allow).build().unwrap(),
        ));
    };
    for elem_bytes in [1, 2, 4, 8, 16] {
        for (rows, cols) in [(32, 32), (32, 33), (8, 48), (40, 24), (5, 7), (64, 16)] {
            for choice in [
                LayoutChoice::Plain,
                LayoutChoice::Pad(AutoOr::Auto),
                LayoutChoice::Swizzle(AutoOr::Auto),
                LayoutChoice::Auto,
            ] {
                add(TileSpec::builder(rows, cols, elem_bytes, &both).choice(choice));
            }
        }
        for cols in [100, 512, 1000] {
            for choice in [LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Pad(AutoOr::Exactly(1)), LayoutChoice::Auto] {
                add(TileSpec::builder(1, cols, elem_bytes, &line).choice(choice));
            }
        }
    }
    for (bits, base, shift) in [(1, 0, 1), (3, 2, 4), (2, 1, -2), (4, 0, 6), (0, 0, 0)] {
        let cute = Cute::new(bits, base, shift).unwrap();
        add(TileSpec::builder(32, 32, 4, &[]).choice(LayoutChoice::Swizzle(AutoOr::Exactly(cute))));
        add(TileSpec::builder(1, 256, 4, &[]).choice(LayoutChoice::Swizzle(AutoOr::Exactly(cute))));
    }
    for mode in [TmaSwizzle::B32, TmaSwizzle::B64, TmaSwizzle::B128] {
        for elem_bytes in [1, 2, 4, 8, 16] {
            let spec = TileSpec::builder(12, mode.row_bytes() / elem_bytes, elem_bytes, &[]);
            add(spec.choice(LayoutChoice::Tma(mode)));
        }
    }
    for layout in combined() {
        add(TileSpec::builder(layout.rows(), layout.cols(), 4, &[]).choice(LayoutChoice::Layout(layout)));
    }
    assert!(tiles.len() > 150, "only {} layouts to compare", tiles.len());
    compare(&tiles);
}

#[test]
fn stages_lie_one_after_the_other() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let kernel = "extern \"C\" __global__ void stages(unsigned* place) {
    __shared__ Stages tile;
    const char* start = reinterpret_cast<const char*>(&tile);
    for (unsigned i = threadIdx.x; i < 3u * 256u; i += blockDim.x) {
        const unsigned stage = i / 256u, row = i % 256u / 16u, col = i % 16u;
        const char* element = reinterpret_cast<const char*>(&tile(stage, row, col));
        place[i] = static_cast<unsigned>(element - start) / sizeof(double);
    }
}
";
    let program = device.load(&format!("{}{kernel}", Stages::CUDA), "stages.cu").unwrap();
    let place = device.zeros::<u32>(3 * 256).unwrap();
    let arguments: [Arg<'_>; 1] = [place.arg()];
    let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    // SAFETY: the kernel writes the place of each element of the tile, as many as the buffer has.
    unsafe { device.launch(&program.kernel("stages").unwrap(), launch, &arguments) }.unwrap();
    for (i, place) in (0u32..).zip(device.download(&place).unwrap()) {
        assert_eq!(place, Stages::stage_index(i / 256, i % 256 / 16, i % 16));
    }
}
