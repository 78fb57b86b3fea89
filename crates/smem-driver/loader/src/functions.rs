//! The functions of the library that are not CUDA's.

use std::ffi::c_void;

/// Receives bytes of the library: the first argument is the one that it was called with.
pub(crate) type ReportSink = unsafe extern "C" fn(*mut c_void, *const u8, usize);

/// The functions by which it answers for itself, of the names `smem_tile_claim` and so on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LibraryFunctions {
    pub(crate) claim: unsafe extern "C" fn() -> i32,
    pub(crate) configure: unsafe extern "C" fn(*const u8, usize) -> i32,
    pub(crate) report: unsafe extern "C" fn(ReportSink, *mut c_void),
    pub(crate) begin_scope: unsafe extern "C" fn() -> u64,
    pub(crate) end_scope: unsafe extern "C" fn(u64, ReportSink, *mut c_void),
}
