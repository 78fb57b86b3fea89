//! Every block scan there is: method, tile, sums.

use smem_derive::smem_tile;
use smem_layout::{Layout, SmemTile, translation_unit};

use smem_launch::LaunchShape;

/// The kernel, without a tile.
const KERNEL: &str = include_str!("../../kernels/block_scan.cu");

/// The most blocks of a grid along y.
const MAX_GRID_Y: u32 = 65_535;

/// The way in which the elements of a row and of a column are summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SumMethod {
    /// By warp scans, a thread a pixel, as `scan2d` does it.
    Shuffles,
    /// The same by an eighth of the threads, for tiles of 32 x 32: a warp has eight rows, then eight columns.
    EightLines,
    /// By threads that walk, a thread a row and a column: no shuffles, which pass through the same pipe as shared memory.
    Walk,
}

impl SumMethod {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            SumMethod::Shuffles => "shuffles",
            SumMethod::EightLines => "shuffles, 8 lines a warp",
            SumMethod::Walk => "walk",
        }
    }

    /// Returns the struct of the kernel's text that sums this way.
    fn cuda(self) -> &'static str {
        match self {
            SumMethod::Shuffles => "Shuffles",
            SumMethod::EightLines => "EightLines",
            SumMethod::Walk => "Walk",
        }
    }

    /// Returns the start of the kernels' names.
    fn prefix(self) -> &'static str {
        match self {
            SumMethod::Shuffles => "block_scan",
            SumMethod::EightLines => "block_lines",
            SumMethod::Walk => "block_walk",
        }
    }
}

/// The type of an element of the tile, or of a sum in global memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    /// 4 bytes.
    U32,
    /// 8 bytes.
    U64,
}

impl NumberType {
    /// Returns its bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            NumberType::U32 => 4,
            NumberType::U64 => 8,
        }
    }

    /// Returns its name in Rust.
    pub fn name(self) -> &'static str {
        match self {
            NumberType::U32 => "u32",
            NumberType::U64 => "u64",
        }
    }

    fn cuda(self) -> &'static str {
        match self {
            NumberType::U32 => "unsigned int",
            NumberType::U64 => "unsigned long long",
        }
    }
}

/// One block scan.
#[derive(Debug, Clone, Copy)]
pub struct BlockVariant {
    /// The way in which lines are summed.
    pub method: SumMethod,
    /// The kind of layout: dense, padded or swizzled.
    pub name: &'static str,
    /// The layout of the tile.
    pub layout: Layout,
    /// An element of the tile.
    pub elem: NumberType,
    /// A sum in global memory.
    pub out: NumberType,
    /// Bytes of the tile, padding included.
    pub bytes: usize,
    /// The struct `BlockTile` in CUDA C++.
    pub tile: &'static str,
}

/// The dense, the padded and the swizzled tile of a shape and an element. `$pad..` are the options of the padded one.
macro_rules! tiles {
    ($rows:tt x $cols:tt of $elem:tt, $number:ident, $($pad:tt)*) => {{
        #[smem_tile($rows, $cols, layout = plain, conflicts = allow, cuda = "BlockTile")]
        struct Dense($elem);
        #[smem_tile($rows, $cols, $($pad)*, cuda = "BlockTile")]
        struct Padded($elem);
        #[smem_tile($rows, $cols, swizzle = auto, cuda = "BlockTile")]
        struct Swizzled($elem);
        [
            BlockVariant::of::<Dense>("dense", NumberType::$number),
            BlockVariant::of::<Padded>("padded", NumberType::$number),
            BlockVariant::of::<Swizzled>("swizzled", NumberType::$number),
        ]
    }};
}

const U32_8: [BlockVariant; 3] = tiles!(8 x 32 of u32, U32, pad = auto);
const U64_8: [BlockVariant; 3] = tiles!(8 x 32 of u64, U64, pad = auto);
/// Two rows of 16 words fill all banks, which leaves a padding nothing to gain: with any, rows or columns have conflicts.
const U32_16: [BlockVariant; 3] = tiles!(16 x 16 of u32, U32, pad = auto, access(row(max_ways = 2), col(max_ways = 2)));
const U32_32: [BlockVariant; 3] = tiles!(32 x 32 of u32, U32, pad = auto);
const U32_64: [BlockVariant; 3] = tiles!(64 x 64 of u32, U32, pad = auto);
const U64_16: [BlockVariant; 3] = tiles!(16 x 16 of u64, U64, pad = auto);
const U64_32: [BlockVariant; 3] = tiles!(32 x 32 of u64, U64, pad = auto);
const U64_64: [BlockVariant; 3] = tiles!(64 x 64 of u64, U64, pad = auto);

impl BlockVariant {
    /// Dense, padded and swizzled of every method, shape, element and sum. The sums of a tile fit in 32 bits, so an 8-byte
    /// element may go out as 4 bytes: the same work in shared memory, and 5 instead of 9 bytes of global memory a pixel.
    /// The assembler then makes the last load, along rows, one of 4 bytes, which takes as many wavefronts.
    pub const CASES: [[BlockVariant; 3]; 21] = [
        case(U32_8, SumMethod::Shuffles, NumberType::U32),
        case(U64_8, SumMethod::Shuffles, NumberType::U64),
        case(U64_8, SumMethod::Shuffles, NumberType::U32),
        case(U32_16, SumMethod::Shuffles, NumberType::U32),
        case(U64_16, SumMethod::Shuffles, NumberType::U64),
        case(U64_16, SumMethod::Shuffles, NumberType::U32),
        case(U32_32, SumMethod::Shuffles, NumberType::U32),
        case(U64_32, SumMethod::Shuffles, NumberType::U64),
        case(U64_32, SumMethod::Shuffles, NumberType::U32),
        case(U32_64, SumMethod::Shuffles, NumberType::U32),
        case(U64_64, SumMethod::Shuffles, NumberType::U64),
        case(U64_64, SumMethod::Shuffles, NumberType::U32),
        case(U32_32, SumMethod::EightLines, NumberType::U32),
        case(U64_32, SumMethod::EightLines, NumberType::U64),
        case(U64_32, SumMethod::EightLines, NumberType::U32),
        // Where a side is below 32, lanes of a walking warp would be idle.
        case(U32_32, SumMethod::Walk, NumberType::U32),
        case(U64_32, SumMethod::Walk, NumberType::U64),
        case(U64_32, SumMethod::Walk, NumberType::U32),
        case(U32_64, SumMethod::Walk, NumberType::U32),
        case(U64_64, SumMethod::Walk, NumberType::U64),
        case(U64_64, SumMethod::Walk, NumberType::U32),
    ];

    const fn of<T: SmemTile>(name: &'static str, elem: NumberType) -> BlockVariant {
        assert!(size_of::<T::Elem>() == elem.bytes() as usize);
        let (method, out) = (SumMethod::Shuffles, elem);
        BlockVariant { method, name, layout: T::LAYOUT, elem, out, bytes: T::BYTES, tile: T::CUDA }
    }

    /// Returns all of them, in the order of the tables.
    pub fn all() -> impl Iterator<Item = BlockVariant> {
        BlockVariant::CASES.into_iter().flatten()
    }

    /// Returns the pixels of a tile.
    pub fn pixels(&self) -> u32 {
        self.layout.rows() * self.layout.cols()
    }

    /// Returns the bytes of global memory that a pixel takes: itself, and its sum.
    pub fn global_bytes(&self) -> u32 {
        1 + self.out.bytes()
    }

    /// Returns the name of the kernel in [`text`](Self::text): a different one for every variant, so that a profiler's page
    /// names the variant.
    pub fn kernel_name(&self) -> String {
        format!("{}_{}", self.case_name(), self.name)
    }

    /// Returns the kernel's name without that of the layout: dense, padded and swizzled have it in common.
    ///
    /// ```
    /// use smem_hardware::block_scan::BlockVariant;
    ///
    /// let [dense, _, swizzled] = BlockVariant::CASES[8];
    /// assert_eq!(dense.case_name(), "block_scan_32x32_u64_to_u32");
    /// assert_eq!(swizzled.kernel_name(), "block_scan_32x32_u64_to_u32_swizzled");
    /// ```
    pub fn case_name(&self) -> String {
        let (rows, cols) = (self.layout.rows(), self.layout.cols());
        let prefix = self.method.prefix();
        let to = if self.out == self.elem { String::new() } else { format!("_to_{}", self.out.name()) };
        format!("{prefix}_{rows}x{cols}_{}{to}", self.elem.name())
    }

    /// Returns the whole text in CUDA C++, with one kernel: `const unsigned char* src, Out* dst, unsigned nx, unsigned ny`.
    pub fn text(&self) -> String {
        let (out, method, name) = (self.out.cuda(), self.method.cuda(), self.kernel_name());
        let names = format!("typedef {out} Out;\n#define METHOD {method}\n#define BLOCK_SCAN {name}\n");
        translation_unit(&[self.tile, &names], "block_scan.cu", KERNEL)
    }

    /// Returns the launch for a picture of `width` x `height` pixels: a block a tile.
    pub fn launch(&self, width: u32, height: u32) -> LaunchShape {
        let (rows, cols) = (self.layout.rows(), self.layout.cols());
        let tiles_y = height.div_ceil(rows);
        let z = tiles_y.div_ceil(MAX_GRID_Y);
        let threads = match self.method {
            SumMethod::Shuffles => self.pixels().min(1024),
            SumMethod::EightLines => self.pixels() / 8,
            SumMethod::Walk => rows,
        };
        LaunchShape::of([width.div_ceil(cols), tiles_y.div_ceil(z), z], [threads, 1, 1])
    }
}

/// Returns the three layouts with one method.
const fn case(layouts: [BlockVariant; 3], method: SumMethod, out: NumberType) -> [BlockVariant; 3] {
    let [dense, padded, swizzled] = layouts;
    [
        BlockVariant { method, out, ..dense },
        BlockVariant { method, out, ..padded },
        BlockVariant { method, out, ..swizzled },
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use smem_layout::{Arch, WarpRequest};

    use super::*;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_a_case_one_shape() {
        let names: HashSet<String> = BlockVariant::all().map(|variant| variant.kernel_name()).collect();
        assert_eq!(names.len(), 3 * BlockVariant::CASES.len());
        for [dense, padded, swizzled] in BlockVariant::CASES {
            assert_eq!([dense.name, padded.name, swizzled.name], ["dense", "padded", "swizzled"]);
            assert!(dense.case_name() == padded.case_name() && padded.case_name() == swizzled.case_name());
        }
    }

    #[test]
    fn the_lower_halves_of_a_row_take_as_many_wavefronts_as_all_of_it() {
        let model = Arch::SM_90.bank_model();
        for variant in BlockVariant::all().filter(|variant| variant.elem == NumberType::U64) {
            let (rows, cols) = (variant.layout.rows(), variant.layout.cols());
            for request in 0..rows * cols / 32 {
                let at = |lane: usize| 32 * request + lane as u32;
                let addresses = std::array::from_fn(|lane| 8 * variant.layout.index(at(lane) / cols, at(lane) % cols));
                let cost = |bytes| model.cost(&WarpRequest::new(bytes, addresses, u32::MAX).unwrap()).wavefronts;
                assert_eq!((cost(4), cost(8)), (2, 2), "{}", variant.kernel_name());
            }
        }
    }

    #[test]
    fn the_largest_sum_of_a_tile_fits_in_32_bits() {
        assert!(BlockVariant::all().all(|variant| u64::from(variant.pixels()) * 255 * 255 <= u64::from(u32::MAX)));
    }

    #[test]
    fn grids_of_any_picture_are_within_the_limits() {
        for variant in BlockVariant::all() {
            let launch = variant.launch(1, smem_examples::MAX_SIDE);
            let [x, y, z] = launch.grid;
            assert!(x == 1 && y <= 65_535 && z <= 65_535, "{launch}");
            assert!(
                u64::from(y) * u64::from(z) * u64::from(variant.layout.rows()) >= u64::from(smem_examples::MAX_SIDE)
            );
            assert_eq!(variant.launch(64, 64).grid, [64 / variant.layout.cols(), 64 / variant.layout.rows(), 1]);
        }
    }
}
