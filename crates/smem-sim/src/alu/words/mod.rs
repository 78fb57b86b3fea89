//! Arithmetic on registers of 32 bits, for machine code: what is rarer goes through the functions on 64-bit lanes.

pub mod float;
pub mod integer;
pub mod packed;

use super::{each1, each2, each3};

/// A function over registers from one over lanes.
macro_rules! words {
    (|$a:ident| $f:expr) => {
        (|d: &mut crate::isa::sass::Words, a: &crate::isa::sass::Words, m: u32| {
            $crate::alu::words::each1(d, a, m, |$a: u32| $f)
        }) as crate::isa::sass::Words1
    };
    (|$a:ident, $b:ident| $f:expr) => {
        (|d: &mut crate::isa::sass::Words, a: &crate::isa::sass::Words, b: &crate::isa::sass::Words, m: u32| {
            $crate::alu::words::each2(d, a, b, m, |$a: u32, $b: u32| $f)
        }) as crate::isa::sass::Words2
    };
    (|$a:ident, $b:ident, $c:ident| $f:expr) => {
        (|d: &mut crate::isa::sass::Words,
          a: &crate::isa::sass::Words,
          b: &crate::isa::sass::Words,
          c: &crate::isa::sass::Words,
          m: u32| { $crate::alu::words::each3(d, a, b, c, m, |$a: u32, $b: u32, $c: u32| $f) })
            as crate::isa::sass::Words3
    };
}
use words;
