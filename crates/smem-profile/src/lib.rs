//! Runs CUDA kernels without a GPU, and reports bank conflicts, races and faults by source line: the library behind the program
//! `smem-tile profile`, for tests in Rust.
//!
//! ```
//! use smem_profile::{Accepted, Job};
//!
//! let text = "__global__ void reverse(float* out, const float* in) {
//!     __shared__ float tile[256];
//!     tile[threadIdx.x] = in[threadIdx.x];
//!     __syncthreads();
//!     out[threadIdx.x] = tile[255 - threadIdx.x];
//! }";
//! let job = Job::of_text("reverse.cu", text).kernel("reverse").grid(1).block(256);
//! let report = job.arg("out:f32[256]").arg("in:f32[256]=random").run()?;
//! assert_eq!(report.launches[0].excess(), 0);
//! assert_eq!(report.races().count(), 0);
//! // What the program's exit code says.
//! assert!(report.verdict(&Accepted::default().max_excess(0)).is_good());
//! # Ok::<(), smem_profile::Error>(())
//! ```
//!
//! A job becomes a measurement, and that a report. The kernel is compiled to machine code, which is run and counted; where that cannot run,
//! its PTX. Races that machine code has are judged by the PTX, which has the accesses of the source, and writes of one value by runs with
//! other random numbers. The compiler and the disassembler are found or installed as [`smem_launch`] says.
//!
//! | question | item |
//! | --- | --- |
//! | What is run, and what is looked for? | [`Job`] |
//! | Which options does it have, for each way to give them? | [`JobSpec`], [`read_options`] |
//! | How many wavefronts, and what was found? | [`ProfileReport`], [`LaunchReport`] |
//! | By source line? | [`Line`] |
//! | What is wrong, or may be intended, and where? | [`Finding`], with its [`FindingDetail`] |
//! | What was looked for? | [`Checks`] |
//! | Which change removes the conflicts? | [`FixJob`], [`FixReport`] |
//! | What bounds a launch, and what do its conflicts cost in time? | [`LaunchTime`], [`Occupancy`] |
//! | Does a check fail? | [`ProfileReport::verdict`] |
//! | As text, JSON, SARIF, SVG? | [`render`] |
//! | Beside the counters of Nsight Compute? | [`nsight`] |
//! | How far is it? | [`Watcher`] |
//!
//! The library prints nothing. Limits of processes that it starts are those of [`smem_launch::ToolLimits`].

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod error;
mod fix;
mod job;
mod measure;
pub mod nsight;
#[doc(hidden)]
pub mod program;
mod remedy;
pub mod render;
mod report;
mod run;
mod shell_word;

pub use error::Error;
pub use fix::{
    ArrayReport, ChangedReport, ChangedTime, DynamicArray, FailedFix, FixJob, FixReport, KernelReport, LayoutReport,
    LineBeforeAfter, LineChange, PaddedDeclaration, SourceChange, TileText, TriedChange, TriedReport, Way,
};
pub use job::{CheckSpec, Compiler, Extent, Job, JobSpec, LaunchSpec, LimitSpec, SourceSpec, Target, Watcher};
pub use report::{Accepted, FailedCheck, ProfileReport, ReportVerdict, ReportedFault};
pub use smem_driver::{IsaName, OptionError, RunReport, ScheduleSpec, option_names, read_options};
pub use smem_launch::{Arch, Install, Isa, LaunchShape};
pub use smem_report::{
    AccessDetail, ArrayElement, BarrierDetail, BlockNeeds, BothCounts, CallPlace, CheckRemark, Checks,
    ClusterAccessDetail, Counts, CoveredLine, CureGain, DeviceLaunches, Exactness, FaultDetail, Finding, FindingDetail,
    FindingKind, GainVerdict, GlobalLine, GlobalRaceDetail, GpuRates, JSON_VERSION, KernelTotal, KindCounts,
    KindTotals, LaunchLoad, LaunchReport, LaunchResources, LaunchTally, LaunchTime, LaunchedBlocks, Line, LinePlace,
    LocalOverrunDetail, MeetingLanes, MergedAccess, Occupancy, OccupancyLimit, OverrunDetail, PipeLine, PipeTotals,
    PlacedGlobalSide, PlacedRemedy, PlacedSide, PlacedStep, RaceDetail, RelatedPlace, RemarkKind, RemedyResults,
    SetCounts, Severity, SourceEdit, SourceRemedy, SourceTexts, StreamMisuseDetail, StreamMisuseKind, TimeBound,
    TimePrediction, UnawaitedDetail, WORTH_IT, WorstSeen, gain_range, gpu_of,
};
pub use smem_sim::{GlobalOp, Gpu, LaunchControl, Pipe, SharedOp};
