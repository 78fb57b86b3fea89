//! The size of a tile against the shared memory that a block has.

use crate::solve::{
    failure::{Failure, SolveError, TooLarge},
    spec::TileSpec,
    spec_error::Culprit,
};

/// Checks the elements of one tile, and of all stages, without what a layout adds.
pub(crate) fn check_elements(spec: &TileSpec<'_>) -> Result<(), SolveError> {
    // Five factors of 32 bits need more than 128, but those of one stage do not.
    let one =
        [spec.shape().plane_count(), spec.rows, spec.cols, spec.elem_bytes].map(u128::from).iter().product::<u128>();
    check_size(spec, one, Culprit::Size)?;
    check_size(spec, one * u128::from(spec.stages), Culprit::Stages)
}

/// Checks the bytes of the whole storage; `culprit` is what made them too many.
pub(crate) fn check_size(spec: &TileSpec<'_>, bytes: u128, culprit: Culprit) -> Result<(), SolveError> {
    if bytes <= u128::from(spec.limit()) {
        return Ok(());
    }
    Err(SolveError::of(spec, culprit, Failure::TooLarge(TooLarge::of(spec, bytes))))
}
