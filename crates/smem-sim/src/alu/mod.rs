//! Arithmetic on the 32 lanes of a warp at a time.
//!
//! For each operation there is a Rust function that returns, for a type, a function over whole registers. The functions under it
//! work on one lane and follow the definitions of the PTX ISA. Opcode names are not known here, so each front end maps its own.

mod bits;
mod compare;
mod convert;
mod directed;
mod exact;
pub mod float;
mod float8;
mod float_mode;
pub mod half;
mod half_mode;
pub mod host;
pub mod integer;
pub mod packed;
mod rounding;
mod single;
mod tf32;
mod word;
pub mod words;

pub use bits::{lop3, width_mask};
pub use compare::{FloatClass, choose, compare, test_float};
pub use convert::{convert_lane, is_conversion, pack_halves, quick_conversion};
pub use exact::sum_to_odd;
pub use float_mode::FloatMode;
pub use float8::{float8_to_halves, float8_value, halves_to_float8, pack_float8};
pub(crate) use host::on_wide_host;
pub use integer::Dot;
pub use rounding::rounded_to;
pub use single::{fuse_multiply_add, fused_multiply_add, plain_fused};
pub use tf32::to_tf32;
pub use words::float::division_needs_care;

use crate::lanes::Lanes;

const FULL: u32 = u32::MAX;

#[inline(always)]
pub fn each1<T: Copy>(d: &mut [T; 32], a: &[T; 32], mask: u32, f: impl Fn(T) -> T) {
    if mask == FULL {
        for i in 0..32 {
            d[i] = f(a[i]);
        }
    } else {
        for i in 0..32 {
            if mask >> i & 1 == 1 {
                d[i] = f(a[i]);
            }
        }
    }
}

#[inline(always)]
pub fn each2<T: Copy>(d: &mut [T; 32], a: &[T; 32], b: &[T; 32], mask: u32, f: impl Fn(T, T) -> T) {
    if mask == FULL {
        for i in 0..32 {
            d[i] = f(a[i], b[i]);
        }
    } else {
        for i in 0..32 {
            if mask >> i & 1 == 1 {
                d[i] = f(a[i], b[i]);
            }
        }
    }
}

#[inline(always)]
pub fn each3<T: Copy>(d: &mut [T; 32], a: &[T; 32], b: &[T; 32], c: &[T; 32], mask: u32, f: impl Fn(T, T, T) -> T) {
    if mask == FULL {
        for i in 0..32 {
            d[i] = f(a[i], b[i], c[i]);
        }
    } else {
        for i in 0..32 {
            if mask >> i & 1 == 1 {
                d[i] = f(a[i], b[i], c[i]);
            }
        }
    }
}

#[inline(always)]
pub fn each4(d: &mut Lanes, [a, b, c, e]: [&Lanes; 4], mask: u32, f: impl Fn(u64, u64, u64, u64) -> u64) {
    for i in 0..32 {
        if mask >> i & 1 == 1 {
            d[i] = f(a[i], b[i], c[i], e[i]);
        }
    }
}

#[inline(always)]
pub fn each_compare<T: Copy>(a: &[T; 32], b: &[T; 32], f: impl Fn(T, T) -> bool) -> u32 {
    let mut mask = 0;
    for i in 0..32 {
        mask |= u32::from(f(a[i], b[i])) << i;
    }
    mask
}

/// A function over registers from one over lanes.
macro_rules! lanes {
    (|$a:ident| $f:expr) => {
        (|d: &mut crate::lanes::Lanes, a: &crate::lanes::Lanes, m: u32| $crate::alu::each1(d, a, m, |$a: u64| $f))
            as crate::lanes::Lanes1
    };
    (|$a:ident, $b:ident| $f:expr) => {
        (|d: &mut crate::lanes::Lanes, a: &crate::lanes::Lanes, b: &crate::lanes::Lanes, m: u32| {
            $crate::alu::each2(d, a, b, m, |$a: u64, $b: u64| $f)
        }) as crate::lanes::Lanes2
    };
    (|$a:ident, $b:ident, $c:ident| $f:expr) => {
        (|d: &mut crate::lanes::Lanes,
          a: &crate::lanes::Lanes,
          b: &crate::lanes::Lanes,
          c: &crate::lanes::Lanes,
          m: u32| { $crate::alu::each3(d, a, b, c, m, |$a: u64, $b: u64, $c: u64| $f) }) as crate::lanes::Lanes3
    };
    (|$a:ident, $b:ident, $c:ident, $e:ident| $f:expr) => {
        (|d: &mut crate::lanes::Lanes,
          a: &crate::lanes::Lanes,
          b: &crate::lanes::Lanes,
          c: &crate::lanes::Lanes,
          e: &crate::lanes::Lanes,
          m: u32| { $crate::alu::each4(d, [a, b, c, e], m, |$a: u64, $b: u64, $c: u64, $e: u64| $f) })
            as crate::lanes::Lanes4
    };
}
pub(crate) use lanes;

/// As `lanes!` of three registers, as [`on_this_host`](host::on_this_host) compiles it.
macro_rules! host_lanes {
    (|$a:ident, $b:ident, $c:ident| $f:expr) => {
        (|d: &mut crate::lanes::Lanes,
          a: &crate::lanes::Lanes,
          b: &crate::lanes::Lanes,
          c: &crate::lanes::Lanes,
          m: u32| {
            $crate::alu::host::on_this_host!($crate::alu::each3(d, a, b, c, m, |$a: u64, $b: u64, $c: u64| $f))
        }) as crate::lanes::Lanes3
    };
}
use host_lanes;
