//! The attribute `#[smem_tile]`: a shared-memory tile without bank conflicts, or no build.
//!
//! ```
//! use smem_derive::smem_tile;
//!
//! /// One block's part of the image.
//! #[smem_tile(32, 32, pad = auto)]
//! struct ScanTile(f32);
//!
//! assert_eq!(ScanTile::PITCH, 33); // the least padding with which rows and columns are free of conflict
//! assert_eq!(ScanTile::index(2, 5), 2 * 33 + 5);
//! assert_eq!(size_of::<ScanTile>(), ScanTile::BYTES);
//! assert!(ScanTile::CUDA.contains("return row * 33u + col;"));
//! ```
//!
//! See [`macro@smem_tile`] for everything that it understands. The code that comes out needs the crate `smem_layout`.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use smem_derive_impl::{Library, expand};

/// Lays a tile of shared memory out so that the declared accesses have no bank conflict, or refuses to compile.
///
/// The attribute stands on a tuple struct with the element type, and makes it the storage of the whole tile:
///
/// ```
/// use smem_derive::smem_tile;
///
/// #[smem_tile(32, 32)]
/// #[derive(Clone)] // sees the storage, since it stands below
/// struct ScanTile(u64);
///
/// const LAST: u32 = ScanTile::index(31, 31);
/// assert!((LAST as usize) < ScanTile::LEN);
///
/// let mut tile = ScanTile([0; ScanTile::LEN]);
/// // SAFETY: row 3 and column 4 are inside the tile.
/// unsafe { *ScanTile::at(&mut tile, 3, 4) = 7 };
/// assert_eq!(tile.0[ScanTile::index(3, 4) as usize], 7);
/// ```
///
/// Derives belong *below* the attribute, where they see the storage: an array of [`LEN`](#what-comes-out) elements. Above
/// it they see the struct as it is written, one element and no array, before the attribute has run; what they write
/// then fits by luck or not at all. `Default` is not implemented for long arrays: write `ScanTile([0; ScanTile::LEN])`.
///
/// Elements are `u8` to `u64`, `i8` to `i64`, `f32`, `f64`; `[T; 2]` and `[T; 4]` of them, which are CUDA's vectors
/// (`float4`); and anything else whose size and CUDA name `elem` states.
///
/// # Shape
///
/// `#[smem_tile(R, C)]` has R rows of C columns, counted in elements; `#[smem_tile(N)]` has one dimension.
///
/// ```
/// # use smem_derive::smem_tile;
/// #[smem_tile(16, 64)]
/// struct Wide(f32);
/// assert_eq!((Wide::ROWS, Wide::COLS), (16, 64));
///
/// #[smem_tile(1024)]
/// struct Line(f32);
/// assert_eq!((Line::ROWS, Line::COLS), (1, 1024));
/// ```
///
/// # Layout
///
/// One of these. A number is checked, `auto` is searched for.
///
/// | option | layout |
/// | --- | --- |
/// | `layout = auto` | whichever costs fewest bytes, then fewest index operations: the default |
/// | `layout = plain` | dense and row-major |
/// | `pad = auto`, `pad = 1` | unused elements at the end of each row |
/// | `swizzle = auto`, `swizzle = (B, M, S)` | XOR on the column; CuTe's `Swizzle<B, M, S>` in elements, on the row-major offset |
/// | `swizzle = tma128`, `tma64`, `tma32` | the swizzles of the bulk tensor copy, on `sm_90` and later; without an `arch` the kernel is taken to be compiled for one |
///
/// ```
/// # use smem_derive::smem_tile;
/// #[smem_tile(32, 32, layout = auto)]
/// struct Auto(f32);
/// assert_eq!(Auto::BYTES, 4096);
///
/// #[smem_tile(32, 32, layout = plain, access(row))]
/// struct Rows(f32);
/// assert_eq!(Rows::index(1, 2), 34);
///
/// #[smem_tile(32, 32, pad = 1)]
/// struct Padded(f32);
/// assert_eq!(Padded::index(1, 2), 35);
///
/// #[smem_tile(32, 32, swizzle = auto)]
/// struct Swizzled(f32);
/// assert_eq!(Swizzled::BYTES, 4096);
///
/// #[smem_tile(32, 32, swizzle = (5, 0, 5))]
/// struct Cute(f32);
/// assert_eq!(Cute::index(1, 2), 32 + (2 ^ 1));
///
/// #[smem_tile(8, 64, swizzle = tma128, elem(bytes = 2, cuda = "__half"), access(ldmatrix))]
/// struct Tma(u16);
/// assert_eq!(Tma::index(1, 0), 64 + 8);
/// assert_eq!(Tma::TENSOR_MAP_SWIZZLE, 3); // CU_TENSOR_MAP_SWIZZLE_128B
/// ```
///
/// # Accesses
///
/// `access(..)` names what a warp does to the tile: these are to be free of conflict. Without it, `access(row, col)`.
///
/// | access | the lanes of a warp |
/// | --- | --- |
/// | `row` | walk the tile row-major, wrapping at a row's end |
/// | `col` | walk it column-major, wrapping at a column's end |
/// | `block(H, W)` | H x W lanes at every aligned position |
/// | `window(H, W)` | H x W lanes at every position (halos) |
/// | `stride(K)` | one-dimensional: lane i at start + K i, every start |
/// | `ldmatrix` | 8 rows of 16 bytes a phase |
/// | `lanes(\|lane\| (row, col))` | anywhere; `lanes(\|lane, warp\| .., warps = N)` where warps differ, N being the warps of a block |
///
/// Each but `ldmatrix` takes `vec = V`, the neighbouring elements that a lane loads or stores at once; each takes
/// `max_ways = N`, which accepts up to N-way conflicts of this access.
///
/// ```
/// # use smem_derive::smem_tile;
/// #[smem_tile(32, 64, access(row(vec = 4), col))]
/// struct Vectors(u8);
///
/// #[smem_tile(32, 32, access(row, col, block(4, 8), block(8, 4)))]
/// struct Blocks(f32);
///
/// #[smem_tile(18, 34, access(window(1, 32), window(2, 16, max_ways = 2)))]
/// struct Halo(f32);
///
/// #[smem_tile(1024, access(stride(1), stride(3)))]
/// struct Strided(f32);
///
/// #[smem_tile(64, 64, access(row(vec = 8), ldmatrix), elem(bytes = 2, cuda = "__half"))]
/// struct Operand(u16);
///
/// #[smem_tile(32, 32, access(row, lanes(|lane| (lane, lane))))]
/// struct Diagonal(f32);
///
/// #[smem_tile(32, 32, access(lanes(|lane, warp| (lane / 4 + 8 * warp, lane % 4 * 2), vec = 2, warps = 4)))]
/// struct Fragments(f32);
/// ```
///
/// The expressions are of integers, the closure's parameters, parentheses and `+ - * / % << >> & ^ | !`, computed in 64
/// bits. A lane outside the tile, an overflow or a division by zero is an error that names the lane.
///
/// # Everything else
///
/// | option | |
/// | --- | --- |
/// | `conflicts = allow` | keep a layout with conflicts, to measure it; the default is `deny` |
/// | `arch = sm_90` | bank model and size limits; the default is compute capability 5.0 and later, 48 KB |
/// | `arch = sm_35(bank_bytes = 8)` | the eight-byte banks of compute capability 3.x |
/// | `memory = dynamic` | above 48 KB, up to what the architecture lets a block opt in to; needs `arch`, since not every GPU has more |
/// | `stages = N` | N tiles back to back |
/// | `cuda = "Name"` | the struct's name in CUDA C++ |
/// | `elem(bytes = 2, cuda = "__half")` | bytes of the element and its name in CUDA C++ |
/// | `elem(.., include = "cuda_fp16.h")` | the header that declares it, which the CUDA C++ text then includes |
/// | `crate = path` | where `smem_layout` is re-exported |
///
/// ```
/// # use smem_derive::smem_tile;
/// #[smem_tile(32, 32, layout = plain, conflicts = allow)]
/// struct Dense(u64);
/// assert_eq!(Dense::BYTES, 8192);
///
/// #[smem_tile(32, 32, arch = sm_90)]
/// struct Hopper(f32);
///
/// #[smem_tile(32, 32, arch = sm_35(bank_bytes = 8))]
/// struct Kepler(f64);
///
/// #[smem_tile(128, 128, arch = sm_90, memory = dynamic)]
/// struct Large(f32);
/// assert!(Large::BYTES > 48 * 1024);
///
/// #[smem_tile(32, 32, stages = 2)]
/// struct Buffers(f32);
/// assert_eq!(Buffers::stage_index(1, 0, 0) as usize, Buffers::STAGE_LEN);
///
/// #[smem_tile(32, 32, cuda = "ScanTile")]
/// struct Class(f32);
/// assert!(Class::CUDA.contains("ScanTile"));
///
/// #[derive(Clone, Copy)]
/// struct Half(u16);
/// #[smem_tile(32, 32, elem(bytes = 2, cuda = "__half"))]
/// struct Halves(Half);
/// assert_eq!(Halves::BYTES, 2 * Halves::LEN);
///
/// #[smem_tile(32, 32, elem(bytes = 2, cuda = "__nv_bfloat16", include = "cuda_bf16.h"))]
/// struct Brains(Half);
/// assert!(Brains::CUDA.starts_with("#include \"cuda_bf16.h\"\n"));
///
/// mod my {
///     pub use smem_layout as layouts;
/// }
/// #[smem_tile(32, 32, crate = my::layouts)]
/// struct Reexported(f32);
/// ```
///
/// # What comes out
///
/// | item | |
/// | --- | --- |
/// | `ROWS`, `COLS`, `PITCH`, `LEN` | of one tile, in elements; `LEN` is the storage with padding and all stages |
/// | `BYTES`, `ALIGN` | size and alignment of the type |
/// | `LAYOUT`, `CUDA` | the layout as a value, the tile as CUDA C++ source |
/// | `index(row, col)`, `bank(row, col)` | where the element is: offset in elements, bank of its first byte |
/// | `at(this, row, col)` | the same as a pointer |
/// | `STAGES`, `STAGE_LEN`, `stage_index(stage, row, col)` | where the attribute says `stages` |
/// | `TENSOR_MAP_SWIZZLE` | where the swizzle is one of the bulk tensor copy |
///
/// The type implements `smem_layout::SmemTile`, for code that is generic over tiles. It is `repr(C)`, aligned for its
/// widest access, of size `BYTES`. Its documentation shows layout, bytes and what each access costs. The code needs core
/// alone, and `index` panics outside the tile with debug assertions only.
///
/// # Errors
///
/// A conflict is an error where the layout was chosen:
///
/// ```compile_fail
/// # use smem_derive::smem_tile;
/// #[smem_tile(32, 32, pad = 0)]
/// struct ScanTile(f32);
/// ```
///
/// ```text
/// error: `col` has 32-way bank conflicts on `ScanTile` with `pad = 0`: 32 wavefronts where 1 would do
///        lanes 0..32 of column 0 all fall in bank 0
///        help: use `pad = 1` (4224 bytes) or `swizzle = auto` (4096 bytes): neither has conflicts
/// ```
#[proc_macro_attribute]
pub fn smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(args.into(), item.into(), Library::SmemLayout).into()
}
