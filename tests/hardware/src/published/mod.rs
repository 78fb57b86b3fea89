//! Kernels that other people published: the same launches as PTX, as machine code and on a GPU, side by side.
//!
//! ```text
//! files.tsv             where each file is: repository, commit, path, licence, the compiler's options          (list)
//!    | fetch            from GitHub, or from clones on this machine, into a folder; nothing is copied here     (fetch)
//!    v
//! the file, cut free of host code   + launches/NAME.toml: its kernels, grids, arguments, buffers               (source)
//!    | NVRTC            one compilation: PTX and machine code; a pack takes both to a machine with a GPU       (pack)
//!    v
//! launched              in smem-sim as PTX and as SASS, on a GPU; counts and every buffer after each launch    (run)
//!    |                  on a GPU under Nsight Compute, each launch several times                               (measure)
//!    v
//! table                 counts side by side, memory compared; the data file that a test checks                 (compare, data, table)
//! ```
//!
//! `samples` runs the program `smem-tile profile` on the CUDA samples as they are published.

mod compare;
mod counts;
mod data;
mod explain;
mod fetch;
mod list;
mod measure;
mod memory;
mod pack;
mod run;
mod samples;
mod source;
mod table;

pub use compare::{compare, read_memory, write_memory};
pub use counts::{CounterValues, Executed, SharedCounts, WavefrontCounts};
pub use data::{PublishedData, PublishedLaunch};
pub use explain::{Explained, LaunchDifference};
pub use fetch::{FetchFrom, GITHUB, fetch};
pub use list::{PublishedFile, PublishedList};
pub use measure::{MeasuredCounts, measure, measured};
pub use memory::{Difference, Memory};
pub use pack::{Pack, PackedFile};
pub use run::{FileRun, run_file};
pub use samples::{SampleFile, SampleLaunch, SampleOutcome, files_with_shared_memory, profile_sample, sample_files};
pub use source::{compile, launch_file};
pub use table::table;
