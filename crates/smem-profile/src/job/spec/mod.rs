//! The options of a job, once for each way to give them: the command line, `smem-tile.toml`, Python, and Rust.
//!
//! ```text
//! job_spec       all of them
//! launch_spec    what to launch
//! source_spec    what to compile, and how
//! check_spec     what to look for                (smem_driver::ScheduleSpec: in which orders)
//! limit_spec     what a job may take
//! ```

mod check_spec;
mod job_spec;
mod launch_spec;
mod limit_spec;
mod source_spec;

pub use check_spec::CheckSpec;
pub use job_spec::JobSpec;
pub use launch_spec::LaunchSpec;
pub use limit_spec::LimitSpec;
pub use source_spec::SourceSpec;
