//! Measures what the index of a layout costs: one kernel of shared accesses alone, and a tile of every class of layout for
//! it.

use std::path::Path;
use std::process::Command;

use smem_derive::smem_tile;
use smem_layout::{Layout, SmemTile, translation_unit};

use crate::nsight::{INSTRUCTIONS, Nsight, SHARED_INSTRUCTIONS, launches};
use smem_examples::{Error, make_folder, write_file};

/// Conflicts on purpose: what they cost beside any index.
#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "Tile")]
struct Dense(f32);

#[smem_tile(32, 32, pad = auto, cuda = "Tile")]
struct Padded(f32);

#[smem_tile(32, 32, swizzle = auto, cuda = "Tile")]
struct Identity(f32);

/// Every aligned block of 32 lanes at once is free of conflict: that takes the bit-reversed XOR.
#[smem_tile(32, 32, access(row, col, block(2, 16), block(4, 8), block(8, 4), block(16, 2)), cuda = "Tile")]
struct Reversed(f32);

/// Both diagonals as well: that takes a general matrix.
#[smem_tile(32, 32, access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))), cuda = "Tile")]
struct General(f32);

/// An element of padding after every 8 rows.
#[smem_tile(32, 36, pad = (1, every = 288), access(row(wrap = false), col(wrap = false)), cuda = "Tile")]
struct Inside(f32);

/// Every second element of a row at once: that takes a matrix of the offset, column bits included.
#[smem_tile(
    32,
    64,
    access(row(wrap = false), col(wrap = false), lanes(|lane, warp| (warp, 2 * lane), warps = 32)),
    cuda = "Tile"
)]
struct Offset(f32);

/// Every 8 rows turned by one element more.
#[smem_tile(32, 36, swizzle = rotate(1, every = 8), access(row(wrap = false), col(wrap = false)), cuda = "Tile")]
struct Rotated(f32);

/// Threads of a block: 32 x 32, one an element of the tile.
pub const THREADS: u32 = 32 * 32;

/// Loads that each thread makes in a round: one along a row, one down a column.
pub const LOADS: u32 = 2;

/// The kernel, without a tile.
const KERNEL: &str = include_str!("../kernels/index_cost.cu");

/// Returns the row that a thread of row `ty` reads along in a round, which is the column that it reads down.
///
/// ```
/// use smem_hardware::index_cost::row;
///
/// assert_eq!([row(30, 0), row(30, 1)], [30, 5]);
/// ```
pub fn row(ty: u32, round: u32) -> u32 {
    (ty + 7 * round) % 32
}

/// Returns the sum that thread `at` of the grid, counted along rows of blocks, computes: column `tx` of its rows, and
/// column `row` of row `tx`. Exact in f32 up to 2^24, some 270,000 rounds.
///
/// ```
/// // Thread (3, 0): columns 3 and 3 of row 0 and of column 0, then of row 7 and column 7.
/// assert_eq!(smem_hardware::index_cost::expected(3, 2), (3 + 0 + 3 + 7) as f32);
/// ```
pub fn expected(at: u32, rounds: u32) -> f32 {
    let (tx, ty) = (at % 32, at % THREADS / 32);
    (0..rounds).map(|round| tx + row(ty, round)).sum::<u32>() as f32
}

/// A class of layouts, by one tile of it.
#[derive(Debug, Clone, Copy)]
pub struct MeasuredClass {
    /// Its name in tables.
    pub name: &'static str,
    /// The layout of the elements, `f32`.
    pub layout: Layout,
    /// The struct `Tile` in CUDA C++.
    pub cuda: &'static str,
}

impl MeasuredClass {
    /// All of them: the conflicting one first.
    pub const ALL: [MeasuredClass; 8] = [
        MeasuredClass::of::<Dense>("dense"),
        MeasuredClass::of::<Padded>("padded"),
        MeasuredClass::of::<Identity>("identity XOR"),
        MeasuredClass::of::<Reversed>("bit-reversed XOR"),
        MeasuredClass::of::<General>("general XOR"),
        MeasuredClass::of::<Inside>("padded every 8 rows"),
        MeasuredClass::of::<Offset>("matrix of the offset"),
        MeasuredClass::of::<Rotated>("rotated"),
    ];

    const fn of<T: SmemTile>(name: &'static str) -> MeasuredClass {
        MeasuredClass { name, layout: T::LAYOUT, cuda: T::CUDA }
    }

    /// Returns the text to compile: the tile, and the kernel `index_cost(float* sums, unsigned rounds)`, which gives each
    /// thread of its grid a sum.
    pub fn source(&self) -> String {
        translation_unit(&[self.cuda], "index_cost.cu", KERNEL)
    }
}

/// Returns the instructions that a GPU executes for each load of shared memory, a figure for each class: all instructions
/// of the launch by all its loads, nothing subtracted. `program` launches `index_cost` once for each class, in the order of
/// [`MeasuredClass::ALL`]; the profiler's report and page are left in `folder`.
///
/// # Errors
/// [`Error::Launch`] with the profiler's own words, or where its page has other launches; [`Error::Input`] where the folder
/// cannot be written.
pub fn instructions(nsight: &Nsight, program: &Command, folder: &Path) -> Result<Vec<f64>, Error> {
    make_folder(folder)?;
    let (report, file) = (folder.join("instructions.ncu-rep"), folder.join("instructions.csv"));
    let counters = [INSTRUCTIONS, SHARED_INSTRUCTIONS[0]];
    let refused =
        |told| Error::Launch(smem_launch::Error::Gpu(format!("Nsight Compute counts no instructions: {told}")));
    nsight.profile(&["--metrics", &counters.join(",")], "index_cost", program, &report).map_err(refused)?;
    let page = nsight.page(&report, &["--page", "raw"], &[INSTRUCTIONS]).map_err(refused)?;
    write_file(&file, &page)?;
    let launches = launches(&page, &counters).map_err(refused)?;
    if launches.len() != MeasuredClass::ALL.len() {
        return Err(refused(format!("{} launches instead of {}", launches.len(), MeasuredClass::ALL.len())));
    }
    let ratio = |(class, counts): (&MeasuredClass, &[u64])| match counts {
        [_, 0] => Err(refused(format!("no load of shared memory with the {} tile", class.name))),
        [all, loads] => Ok(*all as f64 / *loads as f64),
        _ => Err(refused("the page lacks a counter".to_owned())),
    };
    MeasuredClass::ALL.iter().zip(launches.iter().map(|launch| launch.counts.as_slice())).map(ratio).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::nsight::fake;

    /// A profiler in shell, which counted nothing: its page is made up.
    fn profiler(folder: &Path, page: &str) -> Nsight {
        let script = "#!/bin/sh\n[ \"$1\" = --version ] && exit\necho \"$*\" >>\"$0.calls\"\n\
                      case \"$1\" in --import) cat \"$0.page\" ;; esac\n";
        fs::write(folder.join("ncu.page"), page).unwrap();
        fake(folder, script)
    }

    fn page(counts: [(u64, u64); 8]) -> String {
        let mut page = format!("\"ID\",\"Kernel Name\",\"{INSTRUCTIONS}\",\"{}\"\n", SHARED_INSTRUCTIONS[0]);
        for (id, (all, loads)) in counts.iter().enumerate() {
            page += &format!("\"{id}\",\"index_cost\",\"{all}\",\"{loads}\"\n");
        }
        page
    }

    #[test]
    fn instructions_a_load_are_those_of_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let program = Command::new("index_cost");
        let counts = [(30, 10), (35, 10), (40, 10), (50, 10), (1000, 100), (60, 10), (70, 10), (80, 10)];
        let nsight = profiler(folder.path(), &page(counts));
        assert_eq!(instructions(&nsight, &program, folder.path()).unwrap(), [3.0, 3.5, 4.0, 5.0, 10.0, 6.0, 7.0, 8.0]);
        let calls = fs::read_to_string(folder.path().join("ncu.calls")).unwrap();
        assert!(calls.lines().next().unwrap().ends_with("--kernel-name index_cost index_cost"), "{calls}");

        let nsight = profiler(
            folder.path(),
            &page([(30, 10), (35, 0), (40, 10), (50, 10), (60, 10), (60, 10), (60, 10), (60, 10)]),
        );
        let told = instructions(&nsight, &program, folder.path()).unwrap_err().to_string();
        assert!(told.contains("no load of shared memory with the padded tile"), "{told}");

        let shorter: String = page(counts).lines().take(8).map(|line| format!("{line}\n")).collect();
        let nsight = profiler(folder.path(), &shorter);
        let told = instructions(&nsight, &program, folder.path()).unwrap_err().to_string();
        assert!(told.contains("7 launches instead of 8"), "{told}");
    }
}
