//! Tiles whose shape is a constant expression, or whose element is known as a type only: the layout, the index and the CUDA
//! text are computed by rustc in const evaluation, because a procedural macro sees names and not what they mean.
//!
//! ```text
//! #[smem_tile(N, 2 * N, pad = auto)]      the attribute passes the expressions on
//!        |
//!     SimpleTileSpec   numbers, accesses, the layouts that are allowed       spec
//!        |             wrong numbers are a Refusal                           check
//!     search           paddings and CuTe's swizzles in ascending order       search, candidates
//!        |             each judged by the bank model                         verdict, counterexample, requests
//!     SimpleSolution   layout, lengths; or a Refusal and a plain layout      outcome
//!        |
//!     message                                                                message; the index and the CUDA text are `codegen`'s
//! ```
//!
//! Const evaluation has neither an allocator nor traits and is a hundred times slower than compiled code. So the classes are those
//! of few members, accesses are without tables, positions are left out where others cost the same, and the requests to the bank
//! model are counted: a search that takes too many is an error that says so.
//!
//! Positions, their periods, the numbers of a tile and the rank of a layout are those of `solve`. The searches and the verdicts are two. That of `solve`
//! goes through classes whose forbidden values and witnesses it keeps in allocations, so it judges paddings and CuTe's family with what it has for all
//! classes; one core for these two would come on top of it. The words are two as well: those of `solve` name what fits instead, which takes a `format!`.
//!
//! Everything here works without `alloc`.

mod candidates;
mod check;
mod counterexample;
mod element;
mod message;
mod outcome;
mod refusal;
mod requests;
mod row_bits;
mod search;
mod spec;
mod verdict;
mod work_budget;
mod worst_position;

pub use element::{CudaElement, Dimension, dimension, element};
pub use outcome::{SimpleSolution, solve};
pub use refusal::AttributePart;
pub use spec::{Dimensions, SimpleChoice, SimpleTileSpec};

#[cfg(all(test, feature = "alloc"))]
mod tests;
