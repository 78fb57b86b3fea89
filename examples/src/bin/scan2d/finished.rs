//! The end of a run.

/// A finished run: the tables, and the variants whose scans differ, each with how.
pub(crate) type Finished = (String, Vec<(&'static str, String)>);
