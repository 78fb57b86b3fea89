//! Remedies as edits of the source: a change is compiled and run as the source was, and it is a remedy if the finding is gone, no other has come,
//! and the results that were defined are the same.
//!
//! `profile` looks for them as well as `fix`: a remedy that is found early costs one or two runs of the launches, and one that is not printed until it
//! holds cannot be wrong. Measured without a cache, in a debug build: 0.6 s of processor time for a small kernel without a race, 1.3 s for one whose
//! first candidate holds, 4.0 s for one whose tenth or so does. The number of runs, and the instructions that they take, are limited.
//!
//! ```text
//! search       the findings of a report, and a change for each       (found: what a run found, as keys that two runs can be compared by)
//! state        how far it is: accepted changes, and what is left of each kernel
//! candidates   the changes that are tried for a finding, the cheapest first
//! places       where the source has room between two accesses
//! insertion    a statement at such a place, as text
//! missing_sync what may be missing, as the source writes it          (phase_wait: a wait for an mbarrier)
//! rewriting    other statements in place of those that race
//! moved        statements elsewhere
//! trial        one changed source, compiled and run
//! line_map     which line of the file a line of a changed source is
//! ```

mod candidates;
mod found;
mod insertion;
pub(crate) mod line_map;
mod missing_sync;
mod moved;
mod phase_wait;
mod places;
mod rewriting;
mod search;
mod state;
mod trial;

pub(crate) use search::{MOST_OF_FIX, MOST_OF_REPORT, RemediedSource, add_remedies};
