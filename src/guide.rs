//! A guide: from a first bank conflict to a test that keeps conflicts out. Each page starts from a problem, and stands on its own.
//!
//! | problem | page |
//! | --- | --- |
//! | The profiler says "bank conflicts". What is that? | [`bank_conflicts`] |
//! | Pad the rows, or swizzle? | [`pad_or_swizzle`] |
//! | `float4` and the array with one more column do not go together | [`vectors`] |
//! | Operands of tensor cores: `ldmatrix`, fragments, bulk copies | [`tensor_cores`] |
//! | There is a kernel with `__shared__ float tile[32][32]` | [`moving_a_kernel`] |
//! | Several buffers, more than 48 KB, several tiles | [`pipelines`] |
//! | The attribute refuses a tile | [`errors`] |
//! | The kernel is in Rust | [`device_rust`] |
//! | The kernel is in Rust, for another compiler than rustc | [`gpu_compilers`] |
//! | A conflict must not come back, and CI has no GPU | [`testing`] |
//! | A program uses CUDA, and CI has no GPU | [`any_program`] |
//! | Tests and CI have to keep kernels right and free of conflicts | [`continuous_integration`] |
//! | CI has to check kernels that a stranger changed | [`pull_requests`] |
//! | Kernels are in a Python program: NumPy, Triton, Numba, CuPy | [`python`] |
//! | Does a conflict matter, and does its cure? | [`is_it_worth_it`] |
//! | Nsight Compute shows conflicts and the program does not, or the reverse | [`nsight_compute`] |
//! | Others have asked: threads, each with a kernel and its counts | [`questions`] |
//!
//! Rust on these pages is compiled and run by the documentation's tests, CUDA C++ by NVRTC with the tiles of its page in front.
//! Times and counters were measured on an H200, and `tests/hardware/RESULTS.md` in the repository says how; other wavefronts are the bank
//! model's or the simulator's.

/// The links of the pages as definitions of Markdown. A page ends with its own, which lead to files and are for a hosting site; the first
/// definition of a link counts.
macro_rules! links {
    () => {
        "\
[`BankModel`]: crate::banks::BankModel
[`BankModel::generic_load_cost`]: crate::banks::BankModel::generic_load_cost
[`BankModel::load_cost`]: crate::banks::BankModel::load_cost
[`WarpRequest`]: crate::banks::WarpRequest
[`shared_tile!`]: crate::shared_tile!
[`solve`]: crate::solve
[`translation_unit`]: crate::translation_unit
[any_program]: crate::guide::any_program
[continuous_integration]: crate::guide::continuous_integration
[device_rust]: crate::guide::device_rust
[errors]: crate::guide::errors
[gpu_compilers]: crate::guide::gpu_compilers
[pad_or_swizzle]: crate::guide::pad_or_swizzle
[pull_requests]: crate::guide::pull_requests
[tensor_cores]: crate::guide::tensor_cores
[testing]: crate::guide::testing
[vectors]: crate::guide::vectors
"
    };
}

#[doc = links!()]
#[doc = include_str!("guide/bank_conflicts.md")]
pub mod bank_conflicts {}

#[doc = links!()]
#[doc = include_str!("guide/pad_or_swizzle.md")]
pub mod pad_or_swizzle {}

#[doc = links!()]
#[doc = include_str!("guide/vectors.md")]
pub mod vectors {}

#[doc = links!()]
#[doc = include_str!("guide/tensor_cores.md")]
pub mod tensor_cores {}

#[doc = links!()]
#[doc = include_str!("guide/moving_a_kernel.md")]
pub mod moving_a_kernel {}

#[doc = links!()]
#[doc = include_str!("guide/pipelines.md")]
pub mod pipelines {}

#[doc = links!()]
#[doc = include_str!("guide/errors.md")]
pub mod errors {}

#[doc = links!()]
#[doc = include_str!("guide/device_rust.md")]
pub mod device_rust {}

#[doc = links!()]
#[doc = include_str!("guide/gpu_compilers.md")]
pub mod gpu_compilers {}

#[doc = links!()]
#[doc = include_str!("guide/testing.md")]
pub mod testing {}

#[doc = links!()]
#[doc = include_str!("guide/any_program.md")]
pub mod any_program {}

#[doc = links!()]
#[doc = include_str!("guide/continuous_integration.md")]
pub mod continuous_integration {}

#[doc = links!()]
#[doc = include_str!("guide/pull_requests.md")]
pub mod pull_requests {}

#[doc = links!()]
#[doc = include_str!("guide/python.md")]
pub mod python {}

#[doc = links!()]
#[doc = include_str!("guide/is_it_worth_it.md")]
pub mod is_it_worth_it {}

#[doc = links!()]
#[doc = include_str!("guide/nsight_compute.md")]
pub mod nsight_compute {}

#[doc = links!()]
#[doc = include_str!("guide/questions.md")]
pub mod questions {}
