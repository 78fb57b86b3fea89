//! The launches of `kernels/index_cost.cu`, a text a class of layouts.

use smem_layout::{Access, LaneTable};

use super::case::{Case, KernelSource, KernelText, LaunchRun};
use super::traffic::{AccessedTile, RepeatedRequest};
use crate::index_cost::{MeasuredClass, THREADS, expected, row};
use smem_launch::LaunchShape;

const BLOCKS: u32 = 4;

/// Rounds: the loop is unrolled four times, so one number that four divides, and one that it does not.
const ROUNDS: [u32; 2] = [64, 67];

pub(super) fn modules() -> Vec<KernelSource> {
    let module = |class: MeasuredClass| {
        let launches = ROUNDS.map(|rounds| case(class, rounds)).into();
        KernelSource { name: "index_cost.cu".to_owned(), text: KernelText::Cuda(class.source()), launches }
    };
    MeasuredClass::ALL.map(module).into()
}

/// Stores along rows, then loads along a row and down a column each round.
fn case(class: MeasuredClass, rounds: u32) -> Case {
    let tile = AccessedTile::new(class.layout, size_of::<f32>() as u32);
    let blocks = u64::from(BLOCKS);
    // The first 32 columns of a row and the first 32 rows of a column: some tiles have more.
    let along_row = |row: u32| lanes(|lane| (row, lane));
    let down_column = |col: u32| lanes(|lane| (lane, col));
    let of_round = |ty, round| {
        let at = row(ty, round);
        [along_row(at), down_column(at)].map(|access| RepeatedRequest::load(tile.request(&access, 0), blocks))
    };
    let of_warp = |ty| {
        let store = RepeatedRequest::store(tile.request(&along_row(ty), 0), blocks);
        [store].into_iter().chain((0..rounds).flat_map(move |round| of_round(ty, round)))
    };
    let shared = (0..32).flat_map(of_warp).collect();
    let size = format!("{rounds} rounds, {BLOCKS} blocks");
    Case::new("index_cost", class.name, size, shared, move |device, kernel| {
        let sums = device.zeros::<f32>((BLOCKS * THREADS) as usize)?;
        let launch = LaunchShape::of([BLOCKS, 1, 1], [32, 32, 1]);
        // SAFETY: the kernel writes a sum for each thread, as many as the buffer has.
        let profile = unsafe { device.launch(kernel, launch, &[sums.arg(), rounds.into()])? };
        let expected: Vec<f32> = (0..BLOCKS * THREADS).map(|at| expected(at, rounds)).collect();
        Ok(LaunchRun::checked(profile, &device.download(&sums)?, &expected))
    })
}

/// Returns the access of one warp, whose lanes touch the elements of `at`.
fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    let table = LaneTable::new(vec![std::array::from_fn(|lane| at(lane as u32))]);
    Access::lanes(table.expect("a table of one warp is not empty"))
}
