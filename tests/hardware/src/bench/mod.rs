//! The 2D scan against what bounds it and against the libraries: the table and the plot of the program `bench`.
//!
//! - `own`: the scans of this project and the roofs, in one process, a run of each in turn;
//! - `kinds`: other pixels, integrals, widths and pitches, and batches of pictures, each beside a roof of its own;
//! - `peers`: CUB, NPP, torch and CuPy where they are installed, in processes of their own;
//! - `report`: the table and the plot.

mod kinds;
mod own;
mod peers;
mod report;

pub use kinds::{KindTiming, batches, kinds, kinds_table};
pub use own::own;
pub use peers::{Peers, peers};
pub use report::{plot, table};

use smem_launch::Timing;

/// The kind of program that was timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramKind {
    /// A kernel that moves the same bytes and computes nothing.
    Roof,
    /// A scan of this project.
    Own,
    /// A library.
    Peer,
}

/// Times of one program at one size.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramTiming {
    /// Its name in the table.
    pub name: String,
    /// Its kind.
    pub kind: ProgramKind,
    /// Pixels along a side.
    pub side: u32,
    /// Its times.
    pub timing: Timing,
}
