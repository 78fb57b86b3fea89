//! Makes the launches of a job in the simulator: of machine code, and of PTX where that cannot run.
//!
//! ```text
//! runs          a job -> what its launches counted and found
//! fallback      machine code, or PTX where that cannot run
//! attempt       one try with an instruction set                        (taken_fault: the fault that ended it)
//! judge         what PTX says about that which machine code raised     (other_inputs: what other random numbers say)
//! guesses       guessed launches, varied until they run
//! measurement   the counts and findings of launches                    (hazards: what is not ordered or not defined)
//! launched      the grids that kernels launch
//! rounds        races that only seem to be of two rounds of a loop
//! worst         the worst request of each instruction                  (requests: all of them, where merged ones are looked for)
//! ```

mod attempt;
mod fallback;
mod guesses;
mod hazards;
mod judge;
mod launched;
mod measurement;
mod other_inputs;
mod requests;
mod rounds;
mod runs;
mod taken_fault;
mod worst;

pub(crate) use guesses::settle;
pub(crate) use hazards::LaunchHazards;
pub use measurement::DeviceLaunches;
pub(crate) use measurement::Measured;
pub(crate) use measurement::Measurement;
pub(crate) use requests::WIDTHS;
pub(crate) use requests::{RequestTrace, RequestTraces};
pub(crate) use taken_fault::TakenFault;
pub(crate) use worst::WorstRequests;
pub use worst::{MeetingLanes, WorstSeen};

pub(crate) use runs::measure;
