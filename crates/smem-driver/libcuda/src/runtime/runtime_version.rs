//! The version of the runtime.

use crate::mapped_file::is_mapped;

/// The newest version of a runtime with each name.
pub(super) const RUNTIME_12: i32 = 12_090;
const RUNTIME_13: i32 = 13_000;

/// The version of the runtime that this process has: by the name that it was loaded by. One that is built into an object has no name.
pub(super) fn runtime_version() -> i32 {
    if is_mapped("libcudart.so.13") { RUNTIME_13 } else { RUNTIME_12 }
}
