//! Is it worth it: what loads a GPU in a launch, and how long that takes, measured and predicted.
//!
//! ```text
//! own                   the project's kernels in all layouts, and probes of global memory  \
//! files.tsv, launches   kernels that others published                                       > packed      (own, pack)
//! edits.tsv             changes of these, such as another padding                          /
//!    | worth --packed   on a GPU: each launch once, under Nsight Compute; times by events                 (measure)
//!    v
//! the raw page          its counters                                                                     (counters)
//! h200.tsv              beside them the same machine code in smem-sim, a few blocks of each launch       (simulate, row, table)
//! ```

mod counters;
#[cfg(feature = "gpu")]
mod measure;
#[cfg(feature = "gpu")]
mod own;
#[cfg(feature = "gpu")]
mod pack;
mod patterns;
mod row;
mod simulate;
mod table;

pub use counters::{COUNTERS, measured_counters};
#[cfg(feature = "gpu")]
pub use measure::{launch_all, time_all};
#[cfg(feature = "gpu")]
pub use own::{OwnKernel, own_kernels};
#[cfg(feature = "gpu")]
pub use pack::{pack_own, pack_published};
pub use patterns::patterns;
pub use row::{COLUMNS, simulated};
pub use simulate::{PackedLaunch, simulate_all};
pub use table::{WorthRow, WorthTable};
