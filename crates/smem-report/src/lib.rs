//! The costs and the findings of kernels, in one form for every command, and its renderers.
//!
//! | question | item |
//! | --- | --- |
//! | What is wrong, and where? | [`Finding`] of a [`FindingKind`], with its [`FindingDetail`] |
//! | Which line costs what? | [`Line`], with [`Counts`]; [`KindCounts`] by kind; [`GlobalLine`] of global memory; [`BothCounts`] of PTX and machine code |
//! | Which launch, of how many and of which blocks? | [`LaunchReport`], with [`LaunchTally`] and [`LaunchedBlocks`]; [`KernelTotal`] |
//! | How long does it take, and by how much would a cure shorten it? | [`LaunchTime`] |
//! | Which lanes meet in a bank? | [`MeetingLanes`], which [`WorstRequests`] observes |
//! | Which edit of the source removes it? | [`SourceRemedy`], with its [`SourceEdit`]s |
//! | What was looked for? | [`Checks`] |
//! | Where is it, and what is a file called? | [`LinePlace`], named by [`PlaceNames`] |
//! | How does it read? | [`render`] |

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod barrier;
mod both_counts;
mod checks;
mod cluster_access;
mod contents;
mod counted;
mod counts;
mod exactness;
mod file_text;
mod finding;
mod finding_kind;
mod global_line;
mod global_race;
mod kernel_total;
mod launch;
mod line;
mod local_overrun;
mod names;
mod or_nulls;
mod overrun;
mod place;
mod placed_finding;
mod printable;
mod race;
mod remedied_finding;
pub mod render;
#[cfg(feature = "schema")]
#[doc(hidden)]
pub mod schema;
mod side;
mod source_remedy;
mod sources;
mod stream_misuse;
mod time;
mod unawaited;
mod worst;

/// The version of every document of JSON: it grows when a field changes its meaning or goes, not when one is added.
///
/// ```
/// assert_eq!(smem_report::JSON_VERSION, 2);
/// ```
pub const JSON_VERSION: u32 = 2;

pub use barrier::BarrierDetail;
pub use both_counts::{BothCounts, SetCounts};
pub use checks::{CheckRemark, Checks, RemarkKind};
pub use cluster_access::ClusterAccessDetail;
pub use contents::{DecidingBuffer, DependentContents, TriedContents};
pub use counted::{are, counted, excess_wavefronts};
pub use counts::{Counts, KindCounts, KindTotals};
pub use exactness::Exactness;
pub use file_text::FileText;
pub use finding::{AccessDetail, FaultDetail, Finding, FindingDetail, OrderDetail, RelatedPlace, Severity};
pub use finding_kind::FindingKind;
pub use global_line::GlobalLine;
pub use global_race::{GlobalRaceDetail, PlacedGlobalSide};
pub use kernel_total::KernelTotal;
pub use launch::{
    CountedLaunch, CoveredLine, DeviceLaunches, LaunchReport, LaunchResources, LaunchTally, LaunchedBlocks,
    MergedAccess, PipeLine, PipeTotals, is_kernel,
};
pub use line::{Line, opcode, rounded, serialize_rounded};
pub use local_overrun::LocalOverrunDetail;
pub use names::{Named, deserialize_gpu, global_op_name, gpu_of, isa_name, named, op_name, serialize_gpu};
pub use or_nulls::serialize_or_nulls;
pub use overrun::OverrunDetail;
pub use place::{ArrayElement, CallPlace, CompilersNames, LinePlace, PlaceNames};
pub use printable::{printable, printable_json};
pub use race::{PlacedRemedy, PlacedStep, RaceDetail};
pub use side::{PlacedSide, shown};
pub use source_remedy::{RemedyResults, SourceEdit, SourceRemedy};
pub use sources::SourceTexts;
pub use stream_misuse::{StreamMisuseDetail, StreamMisuseKind};
pub use time::{
    BlockNeeds, CureGain, GainVerdict, GpuRates, LaunchLoad, LaunchTime, Occupancy, OccupancyLimit, TimeBound,
    TimePrediction, WORTH_IT, extrapolation, gain_range, times_as_fast,
};
pub use unawaited::UnawaitedDetail;
pub use worst::{MeetingLanes, WorstRequests, WorstSeen};
