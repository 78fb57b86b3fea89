//! Makes the launches of a job in the simulator: of machine code, and of PTX where that cannot run.
//!
//! ```text
//! runs          a job -> what its launches counted and found
//! fallback      machine code, or PTX where that cannot run
//! attempt       one try with an instruction set
//! judge         what PTX says about that which machine code raised     (other_inputs: what other random numbers say)
//! measurement   the counts and findings of launches                    (hazards: what is not ordered or not defined)
//! worst         the worst request of each instruction                  (requests: all of them, where merged ones are looked for)
//! ```

mod attempt;
mod fallback;
mod hazards;
mod judge;
mod measurement;
mod other_inputs;
mod requests;
mod runs;
mod worst;

pub use hazards::LaunchHazards;
pub(crate) use measurement::Measurement;
pub use measurement::{BothTraces, Measured};
pub(crate) use requests::WIDTHS;
pub use requests::{RequestTrace, RequestTraces};
pub use worst::{MeetingLanes, WorstRequests, WorstSeen};

pub(crate) use runs::measure;
