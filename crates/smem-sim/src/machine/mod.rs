//! Runs a kernel: lanes in warps, warps in blocks, blocks in a grid.
//!
//! It executes [`DecodedKernel`](crate::program::DecodedKernel)s, whatever front end has made them, and knows no language that
//! kernels are written in.

mod access;
mod block;
mod carried_reads;
mod clock;
mod cluster;
mod cluster_barrier;
mod context;
mod cooperative;
mod copied_loads;
mod data_accesses;
mod data_dependence;
mod data_flow;
mod driver;
mod fragments;
mod grid;
mod hazards;
mod host_settings;
mod host_words;
mod lane_fault;
mod live_parts;
mod lockstep;
mod memory_need;
mod observe;
mod order;
mod passed_by;
mod pattern;
mod ptx;
mod sample;
mod sass;
mod schedule;
mod site;
mod sleepers;
mod special;
mod step;
mod surface;
mod tensor;
mod texture;
mod warp_core;
mod warp_ops;

pub(crate) use context::{LaunchContext, RaceTrial};
pub(crate) use cooperative::{CooperativeMemory, reserves_shared};
pub use data_dependence::{DataDependence, DependentKind, DependentUse};
pub(crate) use driver::{ChildLaunch, ChildLaunches, Printed};
pub(crate) use grid::NewObserver;
pub(crate) use hazards::{PathEnds, is_path};
pub(crate) use host_settings::HostSettings;
pub use observe::{CostRule, Observer, SharedAccess};

use crate::fault::Fault;
use crate::profile::Profile;
use crate::program::KernelCode;

/// Runs a kernel of either instruction set. Returns the profile, and the observers of all host threads.
pub(crate) fn run(
    context: &LaunchContext<'_>,
    host: &HostSettings,
    new: Option<NewObserver<'_>>,
) -> Result<(Profile, Vec<Box<dyn Observer>>), Fault> {
    match &context.kernel.code {
        KernelCode::Ptx(code) => grid::run::<ptx::PtxWarp>(context, code, host, new),
        KernelCode::Sass(code) => {
            grid::run::<sass::SassWarp>(context, &sass::LaunchedSass::new(context, code), host, new)
        }
    }
}
