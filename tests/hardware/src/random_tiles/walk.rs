//! Walks a tile: a kernel in which one warp loads every position of an access, and stores back what it loaded.

use std::path::Path;
use std::process::Command;

use smem_examples::{Error, make_folder, write_file};
use smem_launch::{Device, LaunchShape};
use smem_layout::{BankModel, Positions};
use smem_sim::{Profile, SharedOp};

use super::draw::RandomTile;
use crate::nsight::{Nsight, SHARED_INSTRUCTIONS, WAVEFRONTS, launches};

/// Requests and wavefronts of shared memory, of the loads and of the stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadsStores {
    /// Warp-wide loads.
    pub loads: u64,
    /// Wavefronts of the loads.
    pub load_wavefronts: u64,
    /// Warp-wide stores.
    pub stores: u64,
    /// Wavefronts of the stores.
    pub store_wavefronts: u64,
}

/// Returns what the bank model says of a walk along access number `access` of `tile`, and the same with the ideal wavefronts.
///
/// # Panics
/// Where the tile has no such access.
pub fn predicted(tile: &RandomTile, access: usize, model: &BankModel) -> (LoadsStores, LoadsStores) {
    let access = &tile.accesses[access];
    // The zeros, 32 words a store.
    let zeros = tile.bytes.div_ceil(4 * 32) as u64;
    let mut walk = LoadsStores { stores: zeros, store_wavefronts: zeros, ..LoadsStores::default() };
    let mut ideal = LoadsStores { load_wavefronts: 0, ..walk };
    let Ok(positions) = Positions::new(access, tile.layout.rows(), tile.layout.cols(), tile.elem_bytes) else {
        return (walk, ideal);
    };
    for number in 0..positions.count() {
        let request =
            positions.lanes(number).request(&tile.layout, tile.elem_bytes, access.lane_elements(tile.elem_bytes));
        let cost = model.cost(&request);
        walk.loads += 1;
        walk.stores += 1;
        walk.load_wavefronts += u64::from(model.load_cost(&request).wavefronts);
        walk.store_wavefronts += u64::from(cost.wavefronts);
        ideal.loads += 1;
        ideal.stores += 1;
        ideal.load_wavefronts += u64::from(cost.ideal);
        ideal.store_wavefronts += u64::from(cost.ideal);
    }
    (walk, ideal)
}

/// The kernels of one tile on a device, one for each access, and the positions that they walk along.
#[derive(Debug)]
pub struct TileWalks<'a> {
    device: &'a Device,
    tile: &'a RandomTile,
    program: smem_launch::Program,
}

impl<'a> TileWalks<'a> {
    /// Compiles the kernels.
    ///
    /// # Errors
    /// Where the device does not take them.
    pub fn new(device: &'a Device, tile: &'a RandomTile) -> Result<TileWalks<'a>, Error> {
        let program = device.load(&source(tile), "random_tile.cu")?;
        Ok(TileWalks { device, tile, program })
    }

    /// Walks along access number `access`. `Some` in the simulator, which counts; `None` on a GPU, which does not.
    ///
    /// # Errors
    /// Where the kernel faults, or a lane reads something else than the tile holds.
    pub fn run(&self, access: usize) -> Result<Option<LoadsStores>, Error> {
        let declared = &self.tile.accesses[access];
        let (rows, cols) = (self.tile.layout.rows(), self.tile.layout.cols());
        let positions = Positions::new(declared, rows, cols, self.tile.elem_bytes)
            .map_err(|error| Error::Input(error.to_string()))?;
        let mut at = vec![u32::MAX; 32 * positions.count() as usize];
        for number in 0..positions.count() {
            for (lane, row, col) in positions.lanes(number).iter() {
                at[(32 * number + lane) as usize] = row << 16 | col;
            }
        }
        let wrong = self.device.zeros::<u32>(1)?;
        let places = self.device.upload(&at)?;
        let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
        let kernel = self.program.kernel(&format!("walk_{access}"))?;
        let args = [places.arg(), positions.count().into(), wrong.arg()];
        // SAFETY: the kernel reads 32 places for each position and writes the one element of `wrong`.
        let profile = unsafe { self.device.launch(&kernel, launch, &args)? };
        match self.device.download(&wrong)?[..] {
            [0] => Ok(profile.as_ref().map(counted)),
            _ => {
                Err(smem_launch::Error::Failed(format!("{}: lanes read something else than the tile holds", self.tile))
                    .into())
            }
        }
    }
}

fn counted(profile: &Profile) -> LoadsStores {
    let mut walk = LoadsStores::default();
    for count in &profile.shared {
        match count.op {
            SharedOp::Load => {
                walk.loads += count.requests;
                walk.load_wavefronts += count.wavefronts;
            }
            SharedOp::Store => {
                walk.stores += count.requests;
                walk.store_wavefronts += count.wavefronts;
            }
            _ => {}
        }
    }
    walk
}

/// The text of the kernels. A warp first stores zeros, 32 words at a time; then it fills the tile so that each element depends on its
/// row and column, by atomics, which are counted apart from loads and stores; then it walks.
fn source(tile: &RandomTile) -> String {
    let mut text = format!("{}\ntypedef unsigned u32;\n{FILL}", tile.cuda);
    for (number, access) in tile.accesses.iter().enumerate() {
        let bytes = access.lane_elements(tile.elem_bytes) * tile.elem_bytes;
        let vector = match bytes {
            1 => "unsigned char",
            2 => "unsigned short",
            4 => "unsigned",
            8 => "uint2",
            _ => "uint4",
        };
        text += &format!(
            "extern \"C\" __global__ void walk_{number}(const u32* at, u32 positions, u32* wrong) {{\n\
             \x20   walk<{vector}, {bytes}>(at, positions, wrong);\n}}\n"
        );
    }
    text
}

const FILL: &str = r#"
// The value of a byte of an element, by the number of the element row by row.
__device__ __forceinline__ u32 byte_of(u32 element, u32 byte) { return (element * 7u + byte * 3u + 1u) & 0xffu; }

template <typename Vector, u32 BYTES>
__device__ __forceinline__ void walk(const u32* at, u32 positions, u32* wrong) {
    __shared__ Tile tile;
    enum : u32 { ELEMENT = sizeof(Tile::Elem) };
    u32* words = reinterpret_cast<u32*>(&tile);
    // A store for every 32 words, each of one wavefront.
#pragma unroll 1
    for (u32 word = threadIdx.x; word < sizeof(Tile) / 4u; word += 32u) words[word] = 0u;
    __syncwarp();
    for (u32 i = threadIdx.x; i < Tile::ROWS * Tile::COLS; i += 32u) {
        const u32 first = Tile::index(i / Tile::COLS, i % Tile::COLS) * ELEMENT;
        for (u32 byte = 0; byte < ELEMENT; ++byte) {
            atomicOr(words + (first + byte) / 4u, byte_of(i, byte) << (8u * ((first + byte) % 4u)));
        }
    }
    __syncwarp();
    u32 different = 0;
#pragma unroll 1
    for (u32 position = 0; position < positions; ++position) {
        const u32 place = at[32u * position + threadIdx.x];
        if (place != 0xffffffffu) {
            const u32 row = place >> 16;
            const u32 col = place & 0xffffu;
            union Bytes { Vector vector; unsigned char byte[BYTES]; } seen, expected;
#pragma unroll
            for (u32 k = 0; k < BYTES; ++k) {
                expected.byte[k] = byte_of(row * Tile::COLS + col + k / ELEMENT, k % ELEMENT);
            }
            seen.vector = tile.template vec<Vector>(row, col);
#pragma unroll
            for (u32 k = 0; k < BYTES; ++k) different += seen.byte[k] != expected.byte[k];
            tile.template vec<Vector>(row, col) = expected.vector;
        }
        __syncwarp();
    }
    if (different != 0) atomicAdd(wrong, different);
}
"#;

/// Returns the counts of a GPU for each access of each tile in order: those of the launches that `program` makes, by Nsight Compute's
/// counters. Its report and page are left in `folder`.
///
/// # Errors
/// [`Error::Launch`] with the profiler's own words, or where its page has other launches; [`Error::Input`] where the folder cannot be
/// written.
pub fn counted_by_gpu(
    nsight: &Nsight,
    program: &Command,
    launched: usize,
    folder: &Path,
) -> Result<Vec<LoadsStores>, Error> {
    make_folder(folder)?;
    let counters = [WAVEFRONTS, SHARED_INSTRUCTIONS].concat();
    let refused = |told| Error::Launch(smem_launch::Error::Gpu(format!("Nsight Compute measures nothing: {told}")));
    let report = folder.join("random_tiles.ncu-rep");
    nsight.profile(&["--metrics", &counters.join(",")], "regex:walk_", program, &report).map_err(refused)?;
    let page = nsight.page(&report, &["--page", "raw"], &WAVEFRONTS).map_err(refused)?;
    write_file(&folder.join("counters.csv"), &page)?;
    let launches = launches(&page, &counters).map_err(refused)?;
    if launches.len() != launched {
        return Err(refused(format!("{} launches instead of {launched}", launches.len())));
    }
    let counts = |counts: &[u64]| match *counts {
        [load_wavefronts, store_wavefronts, loads, stores] => {
            Ok(LoadsStores { loads, load_wavefronts, stores, store_wavefronts })
        }
        _ => Err(refused("the page lacks a counter".to_owned())),
    };
    launches.iter().map(|launch| counts(&launch.counts)).collect()
}
