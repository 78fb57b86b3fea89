//! Machine code that the simulator does not know, over the files of many repositories.
//!
//! ```text
//! checkouts             `.cu` files as they are published
//!    | cut_source       without host code, beside the headers of the checkout that they include        (sources)
//!    | compile_file     NVRTC, for one architecture, with the instances of templates that they launch    (compile)
//!    v
//! OUT/sm_86/*.cubin     a folder an architecture, of this or of another compiler
//!    | Census::of       nvdisasm, then the decoder: what it refuses, by kernels and instructions        (count)
//!    v
//! table
//! ```

mod compile;
mod count;
mod sources;

pub use compile::{CensusCompiler, CompiledFile};
pub use count::Census;
pub use sources::{CutSource, census_sources, cut_source};
