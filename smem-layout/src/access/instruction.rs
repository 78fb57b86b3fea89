//! Instructions that not every architecture has.

use alloc::{
    format,
    string::{String, ToString},
};

use smem_banks::Arch;

use crate::access::{access::Access, const_access::ConstPattern};

/// Returns the message for an access whose instruction `arch` does not have, in a tile of elements of `elem_bytes` bytes.
pub(crate) fn missing_instruction(access: &Access, elem_bytes: u32, arch: Arch) -> Option<String> {
    let pattern = access.borrowed().pattern;
    let since = pattern.since(elem_bytes)?;
    let what = match pattern {
        ConstPattern::Fragment { shape, operand } => {
            format!("`mma` of shape {shape} with `{operand}` of {elem_bytes}-byte elements")
        }
        ConstPattern::Wmma { shape, operand } => {
            format!("`wmma` of shape {shape} with `{operand}` of {elem_bytes}-byte elements")
        }
        _ => "`ldmatrix`".to_string(),
    };
    arch.is_before(since).then(|| format!("`{arch}` has no {what}, which came with sm_{since}"))
}
