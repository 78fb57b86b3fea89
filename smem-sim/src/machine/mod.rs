//! Runs a kernel: lanes in warps, warps in blocks, blocks in a grid.

mod access;
mod block;
mod carry;
mod clock;
mod exchange;
mod execute;
mod fragments;
mod grid;
mod lockstep;
mod observe;
mod sass;
mod warp;

pub(crate) use grid::{HostSettings, NewObserver};
pub use observe::{Observer, SharedAccess};

use crate::fault::{Fault, FaultKind};
use crate::memory::GlobalMemory;
use crate::profile::Profile;
use crate::program::{Code, DecodedKernel};
use smem_layout::BankModel;

/// The parts of a launch that all its blocks share.
#[derive(Debug)]
pub(crate) struct LaunchContext<'k> {
    pub(crate) kernel: &'k DecodedKernel,
    pub(crate) global: &'k GlobalMemory,
    pub(crate) params: &'k [u8],
    /// Addresses of the module's variables.
    pub(crate) variables: &'k [u64],
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Threads of a block.
    pub(crate) threads: u32,
    pub(crate) dynamic_shared: u32,
    pub(crate) shared_bytes: u32,
    pub(crate) banks: BankModel,
}

/// Runs a kernel of either instruction set: the profile, and the observers of all host threads.
pub(crate) fn run(
    context: &LaunchContext<'_>,
    host: HostSettings,
    new: Option<NewObserver<'_>>,
) -> Result<(Profile, Vec<Box<dyn Observer>>), Fault> {
    match &context.kernel.code {
        Code::Ptx(code) => grid::run::<warp::Warp>(context, code, host, new),
        Code::Sass(code) => grid::run::<sass::Warp>(context, &sass::Launched::new(context, code), host, new),
    }
}

/// A fault, before anyone has said which block it was.
#[derive(Debug)]
struct WarpFault {
    pc: u32,
    warp: u32,
    lane: u32,
    address: Option<u64>,
    kind: FaultKind,
}

/// A fault of a lane, before anyone has said where.
#[derive(Debug)]
struct LaneFault {
    lane: u32,
    address: Option<u64>,
    kind: FaultKind,
}

type LaneResult<T> = Result<T, Box<LaneFault>>;

impl LaneFault {
    fn boxed(lane: usize, address: impl Into<Option<u64>>, kind: FaultKind) -> Box<Self> {
        Box::new(Self { lane: lane as u32, address: address.into(), kind })
    }
}

/// The lanes of a mask, lowest first.
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lane)
    })
}
