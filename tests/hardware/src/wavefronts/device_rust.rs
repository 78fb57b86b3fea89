//! The launches of the kernels in Rust, `device-rust`.

use std::fmt::Debug;

use smem_layout::{Access, SmemTile};

use super::case::{Case, KernelSource, KernelText, LaunchRun, a_block_a_tile};
use super::picture::{SIZES, SamplePicture, size, tiles};
use super::traffic::{AccessedTile, RepeatedRequest};
use smem_examples::Error;
use smem_launch::{Element, LaunchShape};

use smem_examples::device_rust::{DenseScanTile, FloatTile, PaddedScanTile, SwizzledScanTile, WordTile};
use smem_examples::scan2d::SIDE;

/// The name of the kernels' text in messages.
const NAME: &str = "the kernels in Rust";

/// Returns all of them, from `ptx` or without a text.
pub(super) fn module(ptx: Option<&str>) -> Result<KernelSource, Error> {
    let text = ptx.map_or(KernelText::Missing, |ptx| KernelText::Ptx(ptx.to_owned()));
    let mut launches = vec![
        offsets::<PaddedScanTile>("offsets_padded", "padded"),
        offsets::<SwizzledScanTile>("offsets_swizzled", "swizzled"),
    ];
    for size in SIZES {
        launches.push(scan::<DenseScanTile>("scan_dense", "dense", size)?);
        launches.push(scan::<PaddedScanTile>("scan_padded", "padded", size)?);
        launches.push(scan::<SwizzledScanTile>("scan_swizzled", "swizzled", size)?);
        launches.push(transpose::<FloatTile>("transpose_f32", "padded", size, |at| at as f32 + 0.5));
        launches.push(transpose::<WordTile>("transpose_u32", "swizzled", size, |at| !at));
    }
    Ok(KernelSource { name: NAME.to_owned(), text, launches })
}

/// Computes indices alone, a thread an element: no shared memory.
fn offsets<T: SmemTile>(kernel: &'static str, layout: &'static str) -> Case {
    Case::new(kernel, layout, size([T::COLS, T::ROWS]), Vec::new(), |device, kernel| {
        let cells: Vec<[u32; 2]> = (0..T::ROWS * T::COLS).map(|at| [at / T::COLS, at % T::COLS]).collect();
        let input = device.upload(cells.as_flattened())?;
        let offsets = device.zeros::<u32>(cells.len())?;
        let launch = LaunchShape::of([1, 1, 1], [cells.len() as u32, 1, 1]);
        // SAFETY: there is a thread for each of the cells and of the offsets.
        let profile = unsafe { device.launch(kernel, launch, &[input.arg(), offsets.arg()])? };
        let expected: Vec<u32> = cells.iter().map(|[row, col]| T::index(*row, *col)).collect();
        Ok(LaunchRun::checked(profile, &device.download(&offsets)?, &expected))
    })
}

/// Makes the accesses of `scan_tiles` in `kernels/scan2d.cu`, except that the last loads leave out what is outside the
/// picture.
fn scan<T: SmemTile>(kernel: &'static str, layout: &'static str, size: [u32; 2]) -> Result<Case, Error> {
    let sample = SamplePicture::new(size)?;
    let (tile, [across, down]) = (AccessedTile::of::<T>(), sample.tiles());
    let mut shared = Vec::new();
    for warp in 0..SIDE {
        let blocks = u64::from(across * down);
        let (row, col) = (tile.request(&Access::row(), warp), tile.request(&Access::col(), warp));
        shared.extend([RepeatedRequest::store(row, 2 * blocks), RepeatedRequest::store(col, blocks)]);
        shared.extend([RepeatedRequest::generic_load(row, blocks), RepeatedRequest::generic_load(col, blocks)]);
        shared.extend(
            blocks_of(size).map(|block| RepeatedRequest::generic_load(row, 1).of_lanes(inside(block, warp, size))),
        );
    }
    Ok(Case::new(kernel, layout, sample.size(), shared, move |device, kernel| sample.scan(device, kernel)))
}

/// Stores by rows inside the picture, and loads by columns inside the transposed one.
fn transpose<T>(kernel: &'static str, layout: &'static str, [nx, ny]: [u32; 2], value: fn(u32) -> T::Elem) -> Case
where
    T: SmemTile<Elem: Element + PartialEq + Debug>,
{
    let tile = AccessedTile::of::<T>();
    let mut shared = Vec::new();
    for [bx, by] in blocks_of([nx, ny]) {
        for warp in 0..SIDE {
            let (store, load) = (tile.request(&Access::row(), warp), tile.request(&Access::col(), warp));
            shared.push(RepeatedRequest::store(store, 1).of_lanes(inside([bx, by], warp, [nx, ny])));
            shared.push(RepeatedRequest::generic_load(load, 1).of_lanes(inside([by, bx], warp, [ny, nx])));
        }
    }
    Case::new(kernel, layout, size([nx, ny]), shared, move |device, kernel| {
        let pixels: Vec<T::Elem> = (0..nx * ny).map(value).collect();
        let (input, output) = (device.upload(&pixels)?, device.zeros::<T::Elem>(pixels.len())?);
        let args = [input.arg(), output.arg(), nx.into(), ny.into()];
        // SAFETY: the kernel compares its places with the size of the pictures.
        let profile = unsafe { device.launch(kernel, a_block_a_tile(tiles([nx, ny])), &args)? };
        let transposed: Vec<T::Elem> = (0..nx * ny).map(|at| pixels[(at % ny * nx + at / ny) as usize]).collect();
        Ok(LaunchRun::checked(profile, &device.download(&output)?, &transposed))
    })
}

/// Returns the column and the row of every tile of a picture.
fn blocks_of(size: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    let [across, down] = tiles(size);
    (0..down).flat_map(move |by| (0..across).map(move |bx| [bx, by]))
}

/// Returns the lanes of a warp, a row of the tile in block (`bx`, `by`), that are inside a picture of `nx` x `ny`.
fn inside([bx, by]: [u32; 2], warp: u32, [nx, ny]: [u32; 2]) -> u32 {
    if by * SIDE + warp >= ny {
        return 0;
    }
    let lanes = nx.saturating_sub(bx * SIDE).min(SIDE);
    u32::MAX.checked_shr(SIDE - lanes).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_inside_a_picture_are_those_left_of_its_edge() {
        assert_eq!(inside([0, 0], 5, [300, 200]), u32::MAX);
        assert_eq!(inside([9, 0], 5, [300, 200]), 0xfff);
        assert_eq!(inside([0, 6], 7, [300, 200]), u32::MAX);
        assert_eq!(inside([0, 6], 8, [300, 200]), 0);
        assert_eq!(inside([10, 0], 0, [300, 200]), 0);
    }
}
