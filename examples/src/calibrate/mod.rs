//! Is the bank model what the hardware does? Warp-wide requests by the thousand, each counted three times.
//!
//! ```text
//! requests(n, seed)      random and adversarial, explicit: 32 byte addresses, an active mask, a width
//!    |
//!    +-- BankModel       predicted wavefronts
//!    +-- simulate        one PTX instruction a request in smem-sim, its count read by PTX line
//!    +-- nsight          on a GPU, under Nsight Compute, twice:
//!          source page   one SASS instruction a request, `memory_l1_wavefronts_shared` of each
//!          totals        four requests a launch, run 1, 64, 64^2 and 64^3 times: the launch's hardware counter
//!                        `l1tex__data_pipe_lsu_wavefronts_mem_shared.sum`, in base 64, is what each of them takes
//!    |
//!    v
//! Comparison             agreements by class, operation and width; the first disagreements in full
//! Data                   requests and measured counts as text, replayed by a test without a GPU
//! ```
//!
//! The two measurements differ in kind. The source page says what Nsight Compute makes of the addresses of one
//! instruction; the totals are read from the unit that serves shared memory. Where both are there, both must agree.

mod classes;
mod compare;
mod csv;
mod data;
mod encoding;
mod generate;
mod kernels;
mod launch;
mod machine;
mod nsight;
mod random;
mod request;
mod simulate;
mod source_page;
mod totals;

pub use classes::Class;
pub use compare::Comparison;
pub use data::{Counts, Data, Measured};
pub use generate::{MOST_REQUESTS, requests};
pub use launch::Part;
pub use machine::Machine;
pub use nsight::Nsight;
pub use request::{Op, Request};
pub use simulate::simulate;
