//! Compares the bank model with the hardware: warp-wide requests by the thousand, each counted three times.
//!
//! ```text
//! requests(n, seed)      random and adversarial, explicit: 32 byte addresses, an active mask, a width
//!    |
//!    +-- BankModel       predicted wavefronts
//!    +-- simulate        one PTX instruction a request in smem-sim, its count read by PTX line
//!    +-- nsight          on a GPU, under Nsight Compute, twice:
//!          source page   one SASS instruction a request, `memory_l1_wavefronts_shared` of each
//!          totals        three requests a launch, run 64, 64^2 and 64^3 times: the launch's hardware counter
//!                        `l1tex__data_pipe_lsu_wavefronts_mem_shared.sum`, in base 64, is what each of them takes
//!    |
//!    v
//! Comparison             agreements by class, operation and width; the first disagreements in full
//! CalibrationData        requests and measured counts as text, replayed by a test without a GPU
//! ```
//!
//! The two measurements differ in kind. The totals are read from the unit that serves shared memory, and the model must
//! equal them. The source page shows what Nsight Compute computes from the addresses of one instruction. It is compared as
//! well, because programmers see it; on loads of 8 and 16 bytes it is not always what the hardware did.

mod async_launch;
mod classes;
mod compare;
mod data;
mod encoding;
mod generate;
mod instructions;
mod kernels;
mod launch;
mod nsight;
mod op;
mod pages;
mod request;
mod simulate;
mod source_page;
mod totals;

pub use async_launch::{AsyncLaunch, LaunchCounter, async_launches};
pub use classes::PatternClass;
pub use compare::Comparison;
pub use data::{CalibrationData, CountSource, MeasuredRequest, Reading};
pub use generate::{MOST_REQUESTS, requests, requests_of};
pub use kernels::RequestSet;
pub use launch::ProfilerRun;
pub use op::Op;
pub use request::Request;
pub use simulate::simulate;
