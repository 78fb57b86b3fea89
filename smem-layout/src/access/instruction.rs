//! Instructions that not every architecture has.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    access::{access::Access, pattern::Pattern},
    banks::Arch,
};

/// Returns the message for an access whose instruction `arch` does not have, in a tile of elements of `elem_bytes` bytes.
pub(crate) fn missing_instruction(access: &Access, elem_bytes: u32, arch: Arch) -> Option<String> {
    let pattern = match &access.pattern {
        Pattern::Transposed(of) => of,
        pattern => pattern,
    };
    let (what, since) = match *pattern {
        Pattern::LdMatrix { .. } => ("`ldmatrix`".to_string(), 75),
        Pattern::Fragment { shape, operand } => {
            let what = format!("`mma` of shape {shape} with `{operand}` of {elem_bytes}-byte elements");
            (what, shape.since(operand, elem_bytes)?)
        }
        Pattern::Wmma { shape, operand } => {
            let what = format!("`wmma` of shape {shape} with `{operand}` of {elem_bytes}-byte elements");
            (what, shape.since(operand, elem_bytes)?)
        }
        _ => return None,
    };
    let is_missing = (1..since).contains(&arch.number());
    is_missing.then(|| format!("`{arch}` has no {what}, which came with sm_{since}"))
}
