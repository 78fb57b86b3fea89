//! The launches of `kernels/block_scan.cu`, a text a variant.

use std::fmt::Debug;

use smem_layout::Layout;
use smem_sim::SharedOp;

use super::case::{Case, KernelSource, KernelText, LaunchRun};
use super::picture::{self, SamplePicture};
use super::traffic::{AccessedTile, RepeatedRequest};
use crate::block_scan::{BlockVariant, NumberType, SumMethod, TileAccess, tile_sums};
use smem_examples::Error;
use smem_launch::{Device, Element, Kernel};

/// Columns and rows: whole tiles of every shape, and tiles that the picture's edges cut.
const SIZES: [[u32; 2]; 2] = [[256, 192], [300, 196]];

pub(super) fn modules() -> Result<Vec<KernelSource>, Error> {
    // Eight lines a warp make the same accesses as one.
    BlockVariant::all().filter(|variant| variant.method != SumMethod::EightLines).map(module).collect()
}

fn module(variant: BlockVariant) -> Result<KernelSource, Error> {
    let launches = SIZES.into_iter().map(|size| case(variant, size)).collect::<Result<_, _>>()?;
    Ok(KernelSource { name: format!("{}.cu", variant.case_name()), text: KernelText::Cuda(variant.text()), launches })
}

/// Every block makes the same accesses to its whole tile, whatever the picture, except for the last loads. A load for a
/// pixel outside the picture is for a store that is not made, and the compiler leaves both out in scans by shuffles. A walk
/// needs the loads for the sums below.
fn case(variant: BlockVariant, size: [u32; 2]) -> Result<Case, Error> {
    let sample = SamplePicture::new(size)?;
    let tile = AccessedTile::new(variant.layout, variant.elem.bytes());
    let launch = variant.launch(size[0], size[1]);
    let blocks = launch.grid.into_iter().map(u64::from).product();
    let mut shared = Vec::new();
    let accesses = variant.accesses();
    for (at, TileAccess { op, access, requests }) in accesses.iter().enumerate() {
        let make = if *op == SharedOp::Store { RepeatedRequest::store } else { RepeatedRequest::load };
        let is_last = at + 1 == accesses.len() && variant.method == SumMethod::Shuffles;
        for number in 0..*requests {
            let request = tile.request(access, number);
            if is_last {
                let of_block = |lanes| RepeatedRequest::load(request, 1).of_lanes(lanes);
                shared.extend(inside(&variant.layout, number, size).map(of_block));
            } else {
                shared.push(make(request, blocks));
            }
        }
    }
    let run = move |device: &Device, kernel: &Kernel| match variant.out {
        NumberType::U32 => run(device, kernel, &variant, &sample, |sum| sum as u32),
        NumberType::U64 => run(device, kernel, &variant, &sample, |sum| sum),
    };
    Ok(Case::new(&variant.kernel_name(), variant.name, picture::size(size), shared, run))
}

/// Returns the lanes of row request `number` that are inside a picture of `nx` x `ny`, for each block.
fn inside(layout: &Layout, number: u32, [nx, ny]: [u32; 2]) -> impl Iterator<Item = u32> {
    let (rows, cols) = (layout.rows(), layout.cols());
    let blocks = (0..ny.div_ceil(rows)).flat_map(move |by| (0..nx.div_ceil(cols)).map(move |bx| (bx, by)));
    blocks.map(move |(bx, by)| {
        let is_inside = |lane: &u32| {
            let at = 32 * number + lane;
            bx * cols + at % cols < nx && by * rows + at / cols < ny
        };
        (0..32).filter(is_inside).fold(0, |lanes, lane| lanes | 1 << lane)
    })
}

/// Launches the scan; `number` makes a sum what it is in global memory.
fn run<T: Element + PartialEq + Debug>(
    device: &Device,
    kernel: &Kernel,
    variant: &BlockVariant,
    sample: &SamplePicture,
    number: fn(u64) -> T,
) -> Result<LaunchRun, Error> {
    let [nx, ny] = [sample.picture().width(), sample.picture().height()];
    let (source, sums) = (device.upload(sample.pixels())?, device.zeros::<T>(sample.pixels().len())?);
    let args = [source.arg(), sums.arg(), nx.into(), ny.into()];
    // SAFETY: the kernel accesses the pixels of the picture and as many sums.
    let profile = unsafe { device.launch(kernel, variant.launch(nx, ny), &args)? };
    let expected = tile_sums(sample.picture(), variant.layout.rows(), variant.layout.cols());
    let expected: Vec<T> = expected.into_iter().map(number).collect();
    Ok(LaunchRun::checked(profile, &device.download(&sums)?, &expected))
}
