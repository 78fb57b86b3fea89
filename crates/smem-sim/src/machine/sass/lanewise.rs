//! Functions of whole lanes.

use crate::isa::sass::LanesFunction;
use crate::lanes::Lanes;

/// The results of a function of whole lanes.
pub(super) fn apply(f: LanesFunction, [a, b, c]: &[Lanes; 3], mask: u32) -> Lanes {
    let mut result = [0; 32];
    match f {
        LanesFunction::One(f) => f(&mut result, a, mask),
        LanesFunction::Two(f) => f(&mut result, a, b, mask),
        LanesFunction::Three(f) => f(&mut result, a, b, c, mask),
    }
    result
}
