//! For each array in shared memory the change that removes its bank conflicts, verified by running the changed source.
//!
//! ```text
//! fix_job                      the job, and its steps                                               (dynamic_array: a part of its input)
//! remedied                     the source with the remedies of its findings, which the steps below start from
//! searched                     the launches as they are, and a layout for each array
//! verified                     the compiled kernels with these layouts
//! written                      the source with these layouts, compiled and run
//! report                       before and after                   (reported: made of the steps; failed: the checks that fail)
//! run (record)                 the launches, with a record of their requests
//! arrays (probe, names)        which bytes are which array of the source, and its extents        (names: the linker's)
//! judge                        the cost of the requests on an array on a layout
//! search (shape, spelling)     the layout, of those that smem-layout proposes
//! relay                        the places of all bytes then
//! kernels                      the arrays of each kernel; reason: why nothing helps
//! source_change                the file that changes, as it is and as it is to be
//! change                       the ways to write layouts into the source: each compiled, run and ranked       (tile_text: a tile)
//! changed_time                 the predicted time of a changed source
//! ```

mod arrays;
pub(crate) mod change;
mod changed_time;
mod dynamic_array;
mod failed;
mod fix_job;
mod judge;
mod kernels;
mod names;
mod probe;
mod reason;
mod record;
mod relay;
mod remedied;
mod report;
mod reported;
mod run;
mod search;
mod searched;
mod shape;
mod source_change;
mod spelling;
mod tile_text;
mod verified;
mod written;

pub use change::Way;
pub use change::edit::LineChange;
pub use changed_time::ChangedTime;
pub use dynamic_array::DynamicArray;
pub use failed::FailedFix;
pub use fix_job::FixJob;
pub use report::{
    ArrayReport, ChangedReport, FixReport, KernelReport, LayoutReport, LineBeforeAfter, PaddedDeclaration, TriedChange,
    TriedReport,
};
pub use source_change::SourceChange;
pub use tile_text::TileText;
