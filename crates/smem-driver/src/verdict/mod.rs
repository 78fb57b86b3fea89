//! The verdict on a launch: what it costs, what is wrong with it, and what was looked for.
//!
//! Machine code says what a launch costs. Its loads are merged and hoisted, so what it raises is judged by a run of its PTX, which says what
//! the program means.
//!
//! ```text
//! engine     runs a launch as machine code, and as PTX where that has to judge it
//! launch_verdict   what comes of it
//! judgement  which of the two is right
//! hazards    accesses that are not ordered or not defined
//! unwritten_contents   the launch with other contents of uninitialized shared memory
//! schedules  the launch in other orders of warps and blocks       (scheduled_findings: what they show)
//! judged_launch    a launch and its texts
//! options    how far the engine goes
//! ```

mod engine;
mod hazards;
mod judged_launch;
mod judgement;
mod launch_verdict;
mod options;
mod scheduled_findings;
mod schedules;
mod unwritten_contents;

pub use engine::VerdictEngine;
pub use hazards::{LaunchHazards, UnwrittenEffect};
pub use judged_launch::JudgedLaunch;
pub use launch_verdict::{KernelGrids, LaunchVerdict};
pub use options::{OverrunCheck, VerdictOptions};
pub use scheduled_findings::{OrderDifference, ResultPlace, ScheduledFindings};
