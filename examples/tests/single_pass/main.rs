//! The scan in one launch, and the filter that uses it.

#[path = "../programs/call.rs"]
mod call;
mod exact;
mod local_statistics;
mod orders;
#[path = "../programs/output.rs"]
mod output;
mod pictures;
mod program;
mod races;
mod reference;
#[path = "../programs/table.rs"]
mod table;
