//! The end of a run.

use smem_examples::scan2d::SumDifference;

/// A finished run: the tables, and the variants whose scans differ.
pub(crate) type Finished = (String, Vec<(&'static str, SumDifference)>);
