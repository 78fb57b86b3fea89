//! Makes the launches of a job in the simulator: of machine code, and of PTX where that cannot run.
//!
//! ```text
//! runs          a job -> what its launches counted and found
//! fallback      machine code, or PTX where that cannot run
//! attempt       one try with an instruction set                        (taken_fault: the fault that ended it)
//! other_inputs  other contents of synthetic buffers                    (data_uses: the buffers that decide)
//! guesses       guessed launches, varied until they run
//! measurement   the counts and findings of launches
//! other_guesses  whether other guesses have the same findings
//! launched      the grids that kernels launch
//! rounds        races that only seem to be of two rounds of a loop
//! requests      all requests, where merged ones are looked for
//! ```

mod attempt;
mod data_uses;
mod fallback;
mod guesses;
mod launched;
mod measurement;
mod other_guesses;
mod other_inputs;
mod requests;
mod rounds;
mod runs;
mod taken_fault;

pub(crate) use guesses::settle;
pub(crate) use measurement::Measured;
pub(crate) use measurement::{Measurement, OtherRuns};
pub(crate) use other_guesses::compare as compare_guesses;
pub(crate) use other_inputs::try_contents;
pub(crate) use requests::WIDTHS;
pub(crate) use requests::{RequestTrace, RequestTraces};
pub(crate) use taken_fault::TakenFault;

pub(crate) use runs::measure;
