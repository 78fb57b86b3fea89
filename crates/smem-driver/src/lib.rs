//! A CUDA driver without a GPU: contexts, memory, streams, modules and launches on a simulator that checks every launch.
//!
//! Programs reach it through the library `libcuda.so.1` of the package `smem-libcuda`, which `smem-tile run -- COMMAND` puts first on their
//! library path. This crate is what is behind the functions of that library, without unsafe code: the names, numbers, limits and errors of
//! CUDA's driver API on a [simulator](smem_sim).
//!
//! | question | item |
//! | --- | --- |
//! | What can a program do? | [`Driver`] |
//! | Which devices are simulated, and what is checked? | [`DriverOptions`], [`CheckMode`] |
//! | What did the launches count and find? | [`RunReport`], [`LaunchReport`], [`Finding`] |
//! | What does a launch cost, and what is wrong with it? | [`VerdictEngine`], [`LaunchVerdict`] |
//! | How does a Rust test run on it, in its own process? | [`install()`], [`report()`], [`observe`] |
//! | Which options do its doors share, and how are they read by name? | [`CheckModes`], [`ScheduleSpec`], [`read_options`] |
//! | How does a command run on it? | [`DriverCommand`], [`CommandOutcome`] |
//! | Which errors does a program see? | [`DriverError`], [`DriverRefusal`], [`CodeError`] |
//! | How does Rust code launch with observers and limits of its own? | [`Driver::on`], [`Driver::launch_with`], [`LoadableCode`] |
//! | How do programs build graphs, arrays and textures? | [`RecordedWork`], [`NodeKind`], [`DeviceArrayShape`] |
//! | How do copies reach the host's memory, and how do kernels? | [`HostBytes`], [`HostMemory`] |
//!
//! # Errors
//!
//! They come when a real driver's do. A launch that cannot start is an error of the launch. What a kernel does wrong is an error of the next call
//! that waits, and of every call of the context after it. A process whose primary context ended so gets no other.
//!
//! # What is simpler than in a real driver
//!
//! - Streams are queues, each with a thread of its own. The times of events are the host's.
//! - A graph does its work one node after the other, in an order that its edges allow.
//! - Code for an architecture is executed as machine code only where NVIDIA's disassembler is at hand, and else as PTX. PTX becomes machine
//!   code where NVIDIA's assembler is at hand as well. Both are used where they are found, and `smem-tile run` installs them.
//! - Registers of PTX are not known: they do not count for occupancy, and are reported as 32.

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod activity;
mod check_mode;
mod check_modes;
mod code;
mod context;
mod current;
mod device;
mod driver;
mod driver_version;
mod error;
mod handles;
mod in_process;
mod isa_name;
mod launch_patience;
mod memory;
mod option_entries;
mod option_value;
mod options;
mod panics;
mod report;
mod run;
mod schedule_spec;
mod stream;
mod streamed_simulator;
mod verdict;

pub use self::report::{RunReport, add_verdict, checks, findings};
pub use check_mode::CheckMode;
pub use check_modes::CheckModes;
pub use code::{CodeError, LoadableCode, judging_ptx};
pub use driver::{CaptureStatus, CurrentContext, Driver, DriverRefusal, LaunchRequest, RecordedWork, WordCondition};
pub use driver_version::DriverVersion;
pub use error::DriverError;
pub use in_process::{install, install_with, observe, report};
pub use isa_name::IsaName;
pub use memory::{DeviceArrayShape, HostBytes, PoolUse};
pub use option_entries::{OptionError, option_names, read_options};
pub use option_value::{bytes, count, deserialize_bytes, deserialize_count, deserialize_some_bytes};
pub use options::DriverOptions;
pub use panics::note_places_of_panics;
pub use run::{CommandOutcome, DriverCommand, MappedLibraries, note_lost_report, variables_of_run};
pub use schedule_spec::ScheduleSpec;
pub use smem_banks::TmaSwizzle;
pub use smem_ptx::PtxHeader;
pub use smem_report::{
    Counts, Finding, FindingDetail, FindingKind, LaunchReport, LaunchTally, Line, LinePlace, is_kernel,
};
pub use smem_sim::{
    Arch, HostMemory, Isa, LaunchShape, TensorElement, TensorMap, Texture, TextureAddressing, TextureElement,
    TextureFilter, TextureShape,
};
pub use stream::NodeKind;
pub use verdict::{
    JudgedLaunch, KernelGrids, LaunchHazards, LaunchVerdict, OrderDifference, OverrunCheck, ResultPlace,
    ScheduledFindings, UnwrittenEffect, VerdictEngine, VerdictOptions,
};
