//! `smem-tile compile-for-parent`: compiles a text for another process of this program, which gives this one limits.

use smem_launch::Nvrtc;

use crate::failure::{EarlyEnd, GOOD};

/// Runs the command.
pub(crate) fn run() -> Result<u8, EarlyEnd> {
    Nvrtc::compile_for_parent().map_err(|error| error.to_string())?;
    Ok(GOOD)
}
