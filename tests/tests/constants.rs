//! Tiles whose shape is written with constants, or whose element is known as a type only: the compiler computes what the
//! attribute computes for literals, with the same results.

use smem_layout::{Access, Arch, LaneTable, Layout, Report, SmemTile};
use smem_tile::smem_tile;

const N: usize = 32;
const SMALL: u8 = 16;

mod config {
    pub(crate) const WIDTH: i32 = 24;
    pub(crate) const fn halo(width: u32) -> u32 {
        width + 2
    }
}

type Real = f32;
type Quad = [f32; 4];

#[derive(Clone, Copy)]
#[repr(transparent)]
struct Half(u16);

#[smem_tile(N, N, pad = auto)]
struct Padded(f32);
#[smem_tile(32, 32, pad = auto)]
struct PaddedByLiterals(f32);

#[smem_tile(N, N)]
struct Auto(f32);
#[smem_tile(32, 32)]
struct AutoByLiterals(f32);

#[smem_tile(N, 2 * N, swizzle = auto, access(row(vec = 4), col(vec = 4)))]
struct Vectors(f32);

#[smem_tile(N, 2 * N, access(wmma(m16n16k16, a), transposed(wmma(m16n16k16, b)), row(vec = 8)))]
struct Matrix(u16);
#[smem_tile(32, 64, access(wmma(m16n16k16, a), transposed(wmma(m16n16k16, b)), row(vec = 8)))]
struct MatrixByLiterals(u16);

#[smem_tile(SMALL / 4, 8, N, pad = 1, stages = 2, access(row, depth(wrap = false)))]
struct Volume(f32);
#[smem_tile(4, 8, 32, pad = 1, stages = 2, access(row, depth(wrap = false)))]
struct VolumeByLiterals(f32);

#[smem_tile(3, 5, 7, access(depth(wrap = false)))]
struct Planes(Real);

// A table of lanes counts the rows of all planes, and is made before their number is known.
#[smem_tile(N / 8, SMALL / 2, N, access(row, lanes(|lane, warp| (lane % 4, lane / 4, warp), warps = 32)))]
struct Walked(f32);
#[smem_tile(4, 8, 32, access(row, lanes(|lane, warp| (lane % 4, lane / 4, warp), warps = 32)))]
struct WalkedByLiterals(f32);

#[smem_tile(N / 8, SMALL / 2, N, access(row, transposed(lanes(|lane| (lane % 4, lane, lane % 8)))))]
struct Turned(f32);
#[smem_tile(4, 8, 32, access(row, transposed(lanes(|lane| (lane % 4, lane, lane % 8)))))]
struct TurnedByLiterals(f32);
#[smem_tile(4, 8, 32, access(row, transposed(lanes(|lane| (lane % 4, lane, lane % 8)))))]
struct TurnedAlias(Real);

#[smem_tile({ N / 2 }, config::WIDTH, layout = plain, access(row))]
struct Paths(u64);

#[smem_tile(config::halo(16), 34, pad = auto, access(row))]
struct Halo(u16);

#[smem_tile(SMALL as usize * 4, swizzle = (3, 0, 3), access(row))]
struct Line(f32);

const ROWS: u64 = if N > 16 { 64 } else { 32 };
#[smem_tile(ROWS, 32, stages = 2, cuda = "StagedTile")]
struct Staged(f64);

#[smem_tile(32, 32, pad = auto)]
struct Alias(Real);

#[smem_tile(16, 16)]
struct Quads(Quad);

#[smem_tile(N, 2 * N, elem(cuda = "__half", include = "cuda_fp16.h"), access(row(vec = 8), ldmatrix))]
struct Halves(Half);

#[smem_tile(N, N, layout = plain, conflicts = allow, arch = sm_90)]
struct Kept(u32);

struct Kernel;
impl Kernel {
    const TILE: u32 = 40;
}

#[smem_tile(Kernel::TILE, 33, access(row(wrap = false), col(wrap = false)))]
#[derive(Clone)]
/// Documented.
pub struct Ragged(pub u8);

#[smem_tile(Self::SIDE, Self::SIDE, pad = auto, access(row(wrap = false), col(wrap = false)))]
struct Own(f32);
impl Own {
    const SIDE: u16 = 20;
}

macro_rules! tile {
    ($name:ident, $rows:expr, $cols:expr) => {
        #[smem_tile(2 * $rows, $cols, pad = auto, access(row))]
        struct $name(f32);
    };
}
tile!(Substituted, SMALL as u32 - 4, 8);

#[test]
fn constants_and_literals_make_the_same_tile() {
    assert_eq!(Padded::LAYOUT, PaddedByLiterals::LAYOUT);
    assert_eq!(Padded::CUDA, PaddedByLiterals::CUDA.replace("PaddedByLiterals", "Padded"));
    assert_eq!((Padded::PITCH, Padded::LEN, Padded::BYTES, Padded::ALIGN), (33, 31 * 33 + 32, 4 * (31 * 33 + 32), 4));
    assert_eq!(size_of::<Padded>(), Padded::BYTES);
    assert_eq!(Auto::LAYOUT, AutoByLiterals::LAYOUT);
    assert_eq!(Auto::CUDA, AutoByLiterals::CUDA.replace("AutoByLiterals", "Auto"));
    assert_eq!(Matrix::LAYOUT, MatrixByLiterals::LAYOUT);
    assert_eq!(Matrix::CUDA, MatrixByLiterals::CUDA.replace("MatrixByLiterals", "Matrix"));
    assert_eq!((Matrix::PITCH, Matrix::ALIGN, align_of::<Matrix>()), (72, 32, 32));
    for row in 0..32 {
        for col in 0..32 {
            assert_eq!(Auto::index(row, col), AutoByLiterals::index(row, col));
            assert_eq!(Auto::bank(row, col), AutoByLiterals::bank(row, col));
        }
    }
}

/// The elements of 32 warps: (row of all planes, column) of each lane.
fn table(place: fn(u32, u32) -> (u32, u32)) -> LaneTable {
    let warps = (0..32).map(|warp| std::array::from_fn(|lane| place(lane as u32, warp)));
    LaneTable::new(warps.collect()).unwrap()
}

#[test]
fn constants_may_be_planes() {
    assert_eq!((Volume::PLANES, Volume::ROWS, Volume::COLS), (4, 8, 32));
    assert_eq!(Volume::LAYOUT, VolumeByLiterals::LAYOUT);
    assert_eq!(Volume::CUDA, VolumeByLiterals::CUDA.replace("VolumeByLiterals", "Volume"));
    for (plane, row, col) in (0..4 * 8 * 32).map(|at| (at / 256, at / 32 % 8, at % 32)) {
        assert_eq!(Volume::index(plane, row, col), VolumeByLiterals::index(plane, row, col));
        assert_eq!(Volume::stage_index(1, plane, row, col), VolumeByLiterals::stage_index(1, plane, row, col));
        assert_eq!(<Volume as SmemTile>::index(8 * plane + row, col), Volume::index(plane, row, col));
    }
    assert_eq!((Planes::PLANES, Planes::ROWS, Planes::COLS), (3, 5, 7));
    assert_eq!([Turned::LAYOUT, TurnedAlias::LAYOUT], [TurnedByLiterals::LAYOUT; 2]);
    assert_eq!(Turned::CUDA, TurnedByLiterals::CUDA.replace("TurnedByLiterals", "Turned"));
    let lanes = Access::lanes(table(|lane, warp| (lane % 4 * 8 + lane / 4, warp)));
    for layout in [Walked::LAYOUT, WalkedByLiterals::LAYOUT] {
        let report = Report::in_planes(4, &layout, 4, &[Access::row(), lanes.clone()], Arch::DEFAULT).unwrap();
        assert_eq!(report.excess(), 0, "{layout}");
    }
    assert!(Planes::CUDA.starts_with("#line 1 \"Planes.smem.cuh\"\n// 3 x 5 x 7"), "{}", Planes::CUDA);
}

#[test]
fn expressions_of_any_integer_type_are_dimensions() {
    assert_eq!((Paths::ROWS, Paths::COLS), (16, 24));
    assert_eq!((Halo::ROWS, Halo::COLS), (18, 34));
    assert_eq!((Line::ROWS, Line::COLS), (1, 64));
    assert_eq!((Ragged::ROWS, Ragged::COLS), (40, 33));
    assert_eq!((Own::ROWS, Own::COLS), (20, 20));
    assert_eq!((Substituted::ROWS, Substituted::COLS), (2 * (16 - 4), 8));
    const SIDE: usize = 3;
    #[smem_tile(SIDE, SIDE + 1, access(row))]
    struct Local(i32);
    assert_eq!(Local::LEN, 12);
}

#[test]
fn the_element_is_known_by_its_type() {
    assert_eq!(Alias::LAYOUT, Layout::padded(32, 32, 1).unwrap());
    assert!(Alias::CUDA.contains("using Elem = float;"));
    assert!(Quads::CUDA.contains("using Elem = float4;") && Quads::BYTES == 16 * Quads::LEN);
    assert!(Halves::CUDA.starts_with("#include \"cuda_fp16.h\"\n#line 1 \"Halves.smem.cuh\""));
    assert!(Halves::CUDA.contains("using Elem = __half;") && Halves::BYTES == 2 * Halves::LEN);
    assert_eq!(Halves::ALIGN, 16);
}

#[test]
fn the_storage_is_what_it_is_for_literals() {
    let mut tile = Ragged([0; Ragged::LEN]).clone();
    // SAFETY: the tile is borrowed, and (39, 32) is inside.
    unsafe { *Ragged::at(&mut tile, 39, 32) = 7 };
    assert_eq!(tile.0[Ragged::index(39, 32) as usize], 7);
    assert_eq!(Staged::stage_index(1, 0, 0) as usize, Staged::STAGE_LEN);
    assert_eq!((Staged::STAGES, Staged::LEN), (2, 2 * Staged::STAGE_LEN));
    assert!(Staged::CUDA.contains("struct __align__(8) StagedTile {"));
    assert_eq!(<Kept as SmemTile>::ARCH, smem_layout::Arch::SM_90);
    const LAST: u32 = Vectors::index(31, 63);
    assert!((LAST as usize) < Vectors::LEN);
}
