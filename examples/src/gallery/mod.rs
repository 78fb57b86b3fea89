//! The gallery: kernels that people write, each with the tile that it needs in three layouts.
//!
//! A kernel is a file in `kernels/gallery` and one in `src/gallery/kernels`, which has its tiles, the accesses that they declare, and a
//! [`Problem`] with the CPU's result. The rest is the same for all of them:
//!
//! ```text
//! Exhibit            a kernel: text, tiles, accesses, problems of two sizes
//!    |
//!    v  run          each layout in turn: NVRTC, a GPU or the simulator, every number compared with the CPU's
//! VariantRun         wavefronts of each access, in PTX and in machine code, or times on a GPU
//!    |
//!    v  table        as text, and as Markdown for examples/README.md
//! ```
//!
//! The text of a kernel is the same for all layouts: the tiles' own text goes in front.

mod counts;
mod exhibit;
mod kernels;
mod map;
mod numbers;
mod run;
mod table;

pub use counts::{AccessCounts, counts};
pub use exhibit::{DrawnAccess, Exhibit, LabelledAccess, Problem, ProblemSize};
pub use kernels::EXHIBITS;
pub use map::maps;
pub use numbers::Numbers;
pub use run::{Run, VariantRun, run};
pub use table::{markdown, table};
