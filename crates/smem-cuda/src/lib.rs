//! Reads CUDA C++ text on a grammar: the kernels of a file, the launches that its host code makes, and the constants that both depend on.
//!
//! | question | answer |
//! | --- | --- |
//! | Which arms of `#if` does the compiler take? | [`Conditionals`] |
//! | What of a file is device code, for NVRTC? | [`DeviceCode`] |
//! | Which headers does a file include? | [`included_headers`], by macros [`HeaderMacros`], [`is_device_header`], [`is_host_header`] |
//! | Is a text safe to read? | [`check_nesting`] |
//! | Which kernels does a file declare, with which parameters? | [`CudaText::kernels`] |
//! | What does a parameter take, and where are a struct's fields? | [`CudaText::parameter_scalar`], [`CudaText::parameter_type`] |
//! | Which launches does it make, and with what? | [`CudaText::launches`] |
//! | What are the extents of a shared array? | [`CudaText::shared_arrays`] |
//! | Where is it declared, and with what? | [`CudaText::shared_declarations`], [`CudaText::array_members`], [`CudaText::device_pointers`] |
//! | Where is it used, and with which indices? | [`CudaText::shared_uses`], [`Arithmetic`] |
//! | Where is the layout of a CuTe tensor on it written? | [`CudaText::cute_tensors`] |
//! | Which arrays does a block of it hold? | [`CudaText::shared_parts`] |
//! | Which statements does a function have, and where may one be added? | [`CudaText::function_statements`] |
//! | What is `(N + 31) / 32`? | [`CudaText::constant`] |
//!
//! The text is what a person wrote, before the preprocessor: macros are expanded where a constant depends on them.
//!
//! ```
//! let text = smem_cuda::CudaText::parse(
//!     "#define TILE 32
//!     namespace ops { template <class T> __global__ void scan(T* a, int n) {} }
//!     int main() {
//!         float* a;
//!         cudaMalloc(&a, TILE * sizeof(float));
//!         ops::scan<float><<<TILE / 8, TILE>>>(a, TILE);
//!     }",
//! );
//! let launch = text.launches()[0].values().unwrap();
//! assert_eq!(launch.kernel, "ops::scan<float>");
//! assert_eq!((launch.grid, launch.block), ([4, 1, 1], [32, 1, 1]));
//! ```

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod arithmetic;
mod constants;
mod cuda_text;
mod cute;
mod declarations;
mod device_code;
mod grammar;
mod kept_searches;
mod kept_tree;
mod kernels;
mod launch_name;
mod launches;
mod mentions;
mod named_nodes;
mod parameters;
mod repeats;
mod shared;
mod statements;
mod text;
mod types;

pub use arithmetic::{Arithmetic, ArithmeticForm};
pub use constants::{Constant, template_arguments};
pub use cuda_text::{CudaReading, CudaText};
pub use cute::{CuteForm, CuteTensors, WrittenLayout};
pub use device_code::{DeviceCode, HOST_NAMES, device_headers_of, is_device_header, is_host_header, without_host_code};
pub use kernels::{CudaKernel, KernelParameter};
pub use launches::{ArgumentValue, LaunchSite, LaunchValues, PointerTarget};
pub use shared::{
    DeclaredArray, DeviceFunction, SharedArrayUse, SharedDeclaration, SharedKind, SharedPart, SharedParts,
};
pub use statements::{
    FunctionStatements, StatementBlock, StatementBlockKind, StatementPlace, StoredValue, WrittenStatement,
};
pub use text::{
    ActiveArms, Conditionals, HeaderMacros, HeaderQuestion, HeaderReach, IncludedHeader, check_definition,
    check_nesting, closing_bracket, headers_asked_for, included_headers, without_comments,
};
pub use types::{Scalar, StructField, StructType, ValueType};
