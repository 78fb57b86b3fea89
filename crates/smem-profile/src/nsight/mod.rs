//! Counts of Nsight Compute beside those of a report: an exported page, read and compared.
//!
//! ```text
//! page          what `ncu --csv` prints, wide or long
//! counters      which counter counts what of a report, and why the two may differ
//! comparison    the launches of both, in pairs
//! ```

mod comparison;
mod counters;
mod page;

pub use comparison::{ComparedCount, ComparedLaunch, compare};
pub use page::{NsightLaunch, NsightPage, NsightPageError};
