//! What a request must satisfy before anything is searched: its shape, its size, its accesses.

use alloc::format;

use crate::{
    access::{AccessError, Part, Pattern, check_element},
    solve::{
        failure::{Culprit, Failure, SolveError, TooLarge},
        request::Request,
    },
};

pub(crate) fn check_shape(request: &Request<'_>) -> Result<(), SolveError> {
    let empty = |culprit| Err(SolveError::of(request, culprit, Failure::Empty));
    if let Err(message) = check_element(request.elem_bytes) {
        return Err(SolveError::of(request, Culprit::Element, Failure::Element(message)));
    }
    if request.rows == 0 {
        return empty(Culprit::Rows);
    }
    if request.cols == 0 {
        return empty(Culprit::Cols);
    }
    if request.stages == 0 {
        return empty(Culprit::Stages);
    }
    // Four factors of 32 bits need more than 64.
    let one = [request.rows, request.cols, request.elem_bytes].map(u128::from).iter().product::<u128>();
    check_size(request, one, Culprit::Size)?;
    check_size(request, one * u128::from(request.stages), Culprit::Stages)
}

/// Checks the bytes of the whole storage; `culprit` is what made them too many.
pub(crate) fn check_size(request: &Request<'_>, bytes: u128, culprit: Culprit) -> Result<(), SolveError> {
    if bytes <= u128::from(request.limit()) {
        return Ok(());
    }
    Err(SolveError::of(request, culprit, Failure::TooLarge(TooLarge::of(request, bytes))))
}

pub(crate) fn check_accesses(request: &Request<'_>) -> Result<(), SolveError> {
    for (number, access) in request.accesses.iter().enumerate() {
        let fail = |error: AccessError| {
            let culprit = Culprit::Access(number, error.part);
            Err(SolveError::of(request, culprit, Failure::Access(error)))
        };
        if let Err(error) = access.check(request.rows, request.cols, request.elem_bytes) {
            return fail(error);
        }
        if access.pattern == Pattern::LdMatrix && !request.arch.has_ldmatrix() {
            let message = format!("`{}` has no `ldmatrix`, which came with sm_75", request.arch);
            return fail(AccessError { part: Part::Pattern, message });
        }
    }
    Ok(())
}
