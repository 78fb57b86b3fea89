//! What a request must satisfy before anything is searched: its shape, its size, its accesses.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    access::{Access, AccessError, Part, Pattern, check_element},
    banks::Arch,
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
        if let Some((what, since)) = newer_instruction(access, request.elem_bytes, request.arch) {
            let message = format!("`{}` has no {what}, which came with sm_{since}", request.arch);
            return fail(AccessError { part: Part::Pattern, message });
        }
    }
    Ok(())
}

/// Returns the instruction of `access` that `arch` does not have, with the number of the first architecture that has it.
fn newer_instruction(access: &Access, elem_bytes: u32, arch: Arch) -> Option<(String, u32)> {
    let mut pattern = &access.pattern;
    if let Pattern::Transposed(of) = pattern {
        pattern = of;
    }
    let (what, since) = match *pattern {
        Pattern::LdMatrix { .. } => ("`ldmatrix`".to_string(), 75),
        Pattern::Fragment { shape, operand } => {
            let what = format!("`mma` of shape {shape} with `{operand}` of {elem_bytes}-byte elements");
            (what, shape.since(operand, elem_bytes)?)
        }
        _ => return None,
    };
    (1..since).contains(&arch.number()).then_some((what, since))
}
