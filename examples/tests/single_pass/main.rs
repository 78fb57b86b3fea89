//! The scan in one launch, and the filter that uses it.

mod batches;
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
mod small_plans;
#[path = "../programs/table.rs"]
mod table;
mod test_pixels;
