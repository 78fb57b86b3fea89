//! The launches of `kernels/scan2d.cu`: the carries, and the block scan through each layout.
//!
//! Each kernel is launched alone, on what the CPU says the ones before it leave.

use smem_layout::{Access, Layout, translation_unit};

use super::case::{Case, KernelSource, KernelText, LaunchRun};
use super::picture::{SIZES, SamplePicture};
use super::traffic::{AccessedTile, RepeatedRequest};
use smem_examples::Error;
use smem_examples::TileVariant;
use smem_examples::scan2d::{KERNELS, KERNELS_NAME, SIDE, TILES, WARPS};
use smem_launch::LaunchShape;

/// Returns the carries' kernels, which use no tile, and then the block scan, a text a layout.
pub(super) fn modules() -> Result<Vec<KernelSource>, Error> {
    let module = |variant: &TileVariant, launches| {
        let text = KernelText::Cuda(translation_unit(&[variant.cuda], KERNELS_NAME, KERNELS));
        KernelSource { name: KERNELS_NAME.to_owned(), text, launches }
    };
    let mut carries = Vec::new();
    for size in SIZES {
        carries.extend([tile_sums(size)?, scan_over_tiles(size), scan_along_x(size)]);
    }
    let mut modules = vec![module(&TILES[0], carries)];
    for variant in &TILES {
        let launches = SIZES.into_iter().map(|size| scan_tiles(variant, size)).collect::<Result<_, _>>()?;
        modules.push(module(variant, launches));
    }
    Ok(modules)
}

/// Every thread has an element of the tile, inside the picture or not: two loads and two stores along rows, one of each
/// down columns.
fn scan_tiles(variant: &TileVariant, size: [u32; 2]) -> Result<Case, Error> {
    let sample = SamplePicture::new(size)?;
    let shared = block_scan(AccessedTile::new(variant.layout, variant.elem_bytes), sample.tiles());
    Ok(Case::new("scan_tiles", variant.name, sample.size(), shared, move |device, kernel| sample.scan(device, kernel)))
}

fn block_scan(tile: AccessedTile, tiles: [u32; 2]) -> Vec<RepeatedRequest> {
    let blocks = u64::from(tiles[0]) * u64::from(tiles[1]);
    let of_warp = |warp| {
        let (row, col) = (tile.request(&Access::row(), warp), tile.request(&Access::col(), warp));
        [
            RepeatedRequest::store(row, 2 * blocks),
            RepeatedRequest::store(col, blocks),
            RepeatedRequest::load(row, 2 * blocks),
            RepeatedRequest::load(col, blocks),
        ]
    };
    (0..SIDE).flat_map(of_warp).collect()
}

/// Sums by shuffles: no shared memory.
fn tile_sums(size: [u32; 2]) -> Result<Case, Error> {
    let sample = SamplePicture::new(size)?;
    Ok(Case::new("tile_sums", "-", sample.size(), Vec::new(), move |device, kernel| {
        let ([nx, ny], [across, down]) = (size, sample.tiles());
        let source = device.upload(sample.pixels())?;
        let rows = device.zeros::<u64>((down * nx) as usize)?;
        let columns = device.zeros::<u64>((across * ny) as usize)?;
        let launch = LaunchShape::of([across, down.div_ceil(WARPS), 1], [SIDE, WARPS, 1]);
        let args = [source.arg(), rows.arg(), columns.arg(), nx.into(), ny.into()];
        // SAFETY: the kernel compares its places with the size of the picture, and writes a sum for each row and column of a tile.
        let profile = unsafe { device.launch(kernel, launch, &args)? };
        let mut expected = (vec![0_u64; rows.len()], vec![0_u64; columns.len()]);
        for (y, row) in (0..).zip(sample.pixels().chunks(nx as usize)) {
            for (x, pixel) in (0..).zip(row) {
                let square = u64::from(*pixel).pow(2);
                expected.0[(y / SIDE * nx + x) as usize] += square;
                expected.1[(x / SIDE * ny + y) as usize] += square;
            }
        }
        let found = [device.download(&rows)?, device.download(&columns)?].concat();
        Ok(LaunchRun::checked(profile, &found, &[expected.0, expected.1].concat()))
    }))
}

/// Adds up, a running sum a thread: no shared memory.
fn scan_over_tiles([n, height]: [u32; 2]) -> Case {
    let tiles = height.div_ceil(SIDE);
    Case::new("scan_over_tiles", "-", format!("{n} x {tiles}"), Vec::new(), move |device, kernel| {
        let before = numbers(n * tiles);
        let sums = device.upload(&before)?;
        let threads = SIDE * WARPS;
        let launch = LaunchShape::of([n.div_ceil(threads), 1, 1], [threads, 1, 1]);
        // SAFETY: the kernel compares its places with `n` and `tiles`, whose product is the buffer's length.
        let profile = unsafe { device.launch(kernel, launch, &[sums.arg(), tiles.into(), n.into()])? };
        let mut expected = before;
        for at in n as usize..expected.len() {
            expected[at] += expected[at - n as usize];
        }
        Ok(LaunchRun::checked(profile, &device.download(&sums)?, &expected))
    })
}

/// Of each 256 elements of a row, the last lane of each of 8 warps stores its warp's sum, and every warp loads the 8 sums.
fn scan_along_x([nx, height]: [u32; 2]) -> Case {
    let rows = height.div_ceil(SIDE);
    let steps = u64::from(rows * nx.div_ceil(SIDE * WARPS));
    let warp_sum = AccessedTile::new(Layout::plain(1, WARPS).expect("a row of sums"), 8);
    let of_warp = |warp| {
        let store = warp_sum.request_at(|lane| (lane == SIDE - 1).then_some((0, warp)));
        let load = warp_sum.request_at(|_| Some((0, warp)));
        [RepeatedRequest::store(store, steps), RepeatedRequest::load(load, steps * u64::from(WARPS))]
    };
    let shared = (0..WARPS).flat_map(of_warp).collect();
    Case::new("scan_along_x", "-", format!("{nx} x {rows}"), shared, move |device, kernel| {
        let before = numbers(nx * rows);
        let carries = device.upload(&before)?;
        let launch = LaunchShape::of([rows, 1, 1], [SIDE * WARPS, 1, 1]);
        // SAFETY: a block scans `nx` elements of its own, and the buffer has as many for each block.
        let profile = unsafe { device.launch(kernel, launch, &[carries.arg(), nx.into()])? };
        let mut expected = before;
        for row in expected.chunks_mut(nx as usize) {
            for at in 1..row.len() {
                row[at] += row[at - 1];
            }
        }
        Ok(LaunchRun::checked(profile, &device.download(&carries)?, &expected))
    })
}

/// Returns numbers of more than 32 bits, no two neighbours alike, whose sums fit in 64.
fn numbers(len: u32) -> Vec<u64> {
    (0..u64::from(len)).map(|at| (at + 1) * 0x9e37_79b9 % 0xff_ffff_ffff).collect()
}
