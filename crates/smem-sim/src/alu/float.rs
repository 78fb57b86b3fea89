//! 32- and 64-bit floating point.
//!
//! `.rn`, `.rz`, `.rm` and `.rp` forms are exact to the last bit. The `.approx`
//! forms are computed in the host's precision: closer to the true value than a GPU's, and not equal to its bits.

use super::directed;
use super::float_mode::FloatMode;
use super::half::{larger, smaller};
use super::rounding::{flush, rounded_to};
use super::{host_lanes, lanes, single};
use crate::isa::{Rounding, Type};
use crate::lanes::{Lanes1, Lanes2, Lanes3};

fn f(a: u64) -> f32 {
    f32::from_bits(a as u32)
}

fn d(a: u64) -> f64 {
    f64::from_bits(a)
}

/// Replaces a NaN by the one NaN that GPUs return.
#[inline(always)]
fn out(value: f32) -> u64 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits().into() }
}

/// The result of an operation on f64. A NaN is the first of `operands` that is one, made quiet, and else the negative one without a
/// payload. Sums and products look at their second operand first, fused ones at the second, the third, and then the first.
///
/// The order was found by trial: about 10 were tried on an H200's results. It then gave the upper words of all 164 results of `edges.cu` in
/// `tests/hardware/instructions` for which the order matters. `RESULTS.md` there has the figures.
pub fn out64<const N: usize>(value: f64, operands: [u64; N]) -> u64 {
    if !value.is_nan() {
        return value.to_bits();
    }
    let given = operands.into_iter().find(|&operand| d(operand).is_nan());
    given.map_or(0xfff8_0000_0000_0000, |nan| nan | 1 << 51)
}

fn flush64(value: f64) -> f64 {
    if value.is_subnormal() { 0.0f64.copysign(value) } else { value }
}

/// The upper half of an approximation of f64. The special unit writes subnormal numbers as zeros.
fn upper(value: f64, operand: u64) -> u64 {
    out64(flush64(value), [operand]) & !0xffff_ffff
}

/// Clamps to 0..=1; a NaN becomes 0.
fn saturate(value: f32) -> f32 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

/// The four combinations of `.ftz` and `.sat` of one function on f32.
macro_rules! f32_forms {
    ($mode:expr, |$($x:ident),+| $e:expr) => {
        match ($mode.ftz, $mode.sat) {
            (false, false) => lanes!(|$($x),+| { $(let $x = f($x);)+ out($e) }),
            (true, false) => lanes!(|$($x),+| { $(let $x = flush(f($x));)+ out(flush($e)) }),
            (false, true) => lanes!(|$($x),+| { $(let $x = f($x);)+ out(saturate($e)) }),
            (true, true) => lanes!(|$($x),+| { $(let $x = flush(f($x));)+ out(saturate(flush($e))) }),
        }
    };
}

/// As `f32_forms`, for each rounding: the first expression rounds to nearest, the second gives the f64 that is rounded in a direction.
macro_rules! f32_rounded {
    ($mode:expr, |$($x:ident),+| $nearest:expr, $exact:expr) => {
        match $mode.rounding {
            Rounding::Nearest => f32_forms!($mode, |$($x),+| $nearest),
            Rounding::Zero => f32_rounded!($mode, |$($x),+| to Rounding::Zero, $exact),
            Rounding::Down => f32_rounded!($mode, |$($x),+| to Rounding::Down, $exact),
            Rounding::Up => f32_rounded!($mode, |$($x),+| to Rounding::Up, $exact),
        }
    };
    ($mode:expr, |$($x:ident),+| to $direction:expr, $exact:expr) => {
        f32_forms!($mode, |$($x),+| { $(let $x = f64::from($x);)+ rounded_to($exact, $direction) })
    };
}

macro_rules! f64_rounded {
    ($mode:expr, |$a:ident, $b:ident| $nearest:expr, $module:ident::$directed:ident($x:expr, $y:expr)) => {
        match $mode.rounding {
            Rounding::Nearest => lanes!(|$a, $b| {
                let operands = [$b, $a];
                let ($a, $b) = (d($a), d($b));
                out64($nearest, operands)
            }),
            Rounding::Zero => lanes!(|$a, $b| {
                let operands = [$b, $a];
                let ($a, $b) = (d($a), d($b));
                out64($module::$directed($x, $y, Rounding::Zero), operands)
            }),
            Rounding::Down => lanes!(|$a, $b| {
                let operands = [$b, $a];
                let ($a, $b) = (d($a), d($b));
                out64($module::$directed($x, $y, Rounding::Down), operands)
            }),
            Rounding::Up => lanes!(|$a, $b| {
                let operands = [$b, $a];
                let ($a, $b) = (d($a), d($b));
                out64($module::$directed($x, $y, Rounding::Up), operands)
            }),
        }
    };
}

/// Defines `pub fn name(ty: Type, mode: FloatMode) -> Option<LanesN>` for each operation: `None` for a type or a mode that they do not have.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($mode:ident): $lanes:ty { $($kind:pat $(if $guard:expr)? => $function:expr,)* })*) => {
        $(
            $(#[$doc])*
            pub fn $name(ty: Type, $mode: FloatMode) -> Option<$lanes> {
                Some(match ty {
                    $($kind $(if $guard)? => $function,)*
                    _ => return None,
                })
            }
        )*
    };
}

/// The sine and the cosine of a number of turns, as the special unit computes them.
pub const SINE_OF_TURNS: Lanes1 = lanes!(|a| out(flush(turns(f(a)).sin() as f32)));
pub const COSINE_OF_TURNS: Lanes1 = lanes!(|a| out(flush(turns(f(a)).cos() as f32)));

/// The angle of a number of turns, reduced to one.
fn turns(value: f32) -> f64 {
    let value = f64::from(flush(value));
    (value - value.trunc()) * std::f64::consts::TAU
}

/// `a * b + c` of f64, rounded once.
pub fn fused_double(rounding: Rounding) -> Lanes3 {
    match rounding {
        Rounding::Nearest => host_lanes!(|a, b, c| out64(d(a).mul_add(d(b), d(c)), [b, c, a])),
        Rounding::Zero => lanes!(|a, b, c| out64(directed::multiply_add(d(a), d(b), d(c), Rounding::Zero), [b, c, a])),
        Rounding::Down => lanes!(|a, b, c| out64(directed::multiply_add(d(a), d(b), d(c), Rounding::Down), [b, c, a])),
        Rounding::Up => lanes!(|a, b, c| out64(directed::multiply_add(d(a), d(b), d(c), Rounding::Up), [b, c, a])),
    }
}

fn root_double(rounding: Rounding) -> Lanes1 {
    match rounding {
        Rounding::Nearest => lanes!(|a| out64(d(a).sqrt(), [a])),
        Rounding::Zero => lanes!(|a| out64(directed::root(d(a), Rounding::Zero), [a])),
        Rounding::Down => lanes!(|a| out64(directed::root(d(a), Rounding::Down), [a])),
        Rounding::Up => lanes!(|a| out64(directed::root(d(a), Rounding::Up), [a])),
    }
}

fn reciprocal_double(rounding: Rounding) -> Lanes1 {
    match rounding {
        Rounding::Nearest => lanes!(|a| out64(1.0 / d(a), [a])),
        Rounding::Zero => lanes!(|a| out64(directed::divide(1.0, d(a), Rounding::Zero), [a])),
        Rounding::Down => lanes!(|a| out64(directed::divide(1.0, d(a), Rounding::Down), [a])),
        Rounding::Up => lanes!(|a| out64(directed::divide(1.0, d(a), Rounding::Up), [a])),
    }
}

fn quotient_double(rounding: Rounding) -> Lanes2 {
    match rounding {
        Rounding::Nearest => lanes!(|a, b| out64(d(a) / d(b), [a, b])),
        Rounding::Zero => lanes!(|a, b| out64(directed::divide(d(a), d(b), Rounding::Zero), [a, b])),
        Rounding::Down => lanes!(|a, b| out64(directed::divide(d(a), d(b), Rounding::Down), [a, b])),
        Rounding::Up => lanes!(|a, b| out64(directed::divide(d(a), d(b), Rounding::Up), [a, b])),
    }
}

operations! {
    /// Sign changes keep a NaN's payload.
    neg(mode): Lanes1 {
        Type::F32 if !mode.ftz => lanes!(|a| (a ^ 0x8000_0000) & 0xffff_ffff),
        Type::F32 => lanes!(|a| (-flush(f(a))).to_bits().into()),
        Type::F64 if mode.is_plain() => lanes!(|a| a ^ 1 << 63),
    }
    abs(mode): Lanes1 {
        Type::F32 if !mode.ftz => lanes!(|a| a & 0x7fff_ffff),
        Type::F32 => lanes!(|a| flush(f(a)).abs().to_bits().into()),
        Type::F64 if mode.is_plain() => lanes!(|a| a & !(1 << 63)),
    }
    /// The second with the sign of the first.
    copysign(mode): Lanes2 {
        Type::F32 if mode.is_plain() => lanes!(|a, b| (b & 0x7fff_ffff) | (a & 0x8000_0000)),
        Type::F64 if mode.is_plain() => lanes!(|a, b| (b & !(1 << 63)) | (a & 1 << 63)),
    }
    sqrt(mode): Lanes1 {
        Type::F32 => f32_rounded!(mode, |a| a.sqrt(), directed::root_single(a)),
        Type::F64 if mode.is_whole() => root_double(mode.rounding),
    }
    rcp(mode): Lanes1 {
        Type::F32 => f32_rounded!(mode, |a| 1.0 / a, directed::divide_singles(1.0, a)),
        Type::F64 if mode.is_whole() => reciprocal_double(mode.rounding),
    }
    /// Returns the upper 32 bits of the result.
    rcp_upper(mode): Lanes1 {
        Type::F64 if mode.is_plain() => lanes!(|a| upper(1.0 / flush64(d(a)), a)),
    }
    rsqrt(mode): Lanes1 {
        Type::F32 => f32_forms!(mode, |a| (1.0 / f64::from(a).sqrt()) as f32),
        Type::F64 if mode.is_plain() => lanes!(|a| out64(1.0 / d(a).sqrt(), [a])),
    }
    /// Returns the upper 32 bits of the result.
    rsqrt_upper(mode): Lanes1 {
        Type::F64 if mode.is_plain() => lanes!(|a| upper(1.0 / flush64(d(a)).sqrt(), a)),
    }
    exp2(mode): Lanes1 { Type::F32 => f32_forms!(mode, |a| f64::from(a).exp2() as f32), }
    log2(mode): Lanes1 { Type::F32 => f32_forms!(mode, |a| f64::from(a).log2() as f32), }
    sin(mode): Lanes1 { Type::F32 => f32_forms!(mode, |a| f64::from(a).sin() as f32), }
    cos(mode): Lanes1 { Type::F32 => f32_forms!(mode, |a| f64::from(a).cos() as f32), }
    tanh(mode): Lanes1 { Type::F32 => f32_forms!(mode, |a| f64::from(a).tanh() as f32), }
    add(mode): Lanes2 {
        Type::F32 => single::sum(mode),
        Type::F64 if mode.is_whole() => f64_rounded!(mode, |a, b| a + b, directed::add(a, b)),
    }
    sub(mode): Lanes2 {
        Type::F32 => single::difference(mode),
        Type::F64 if mode.is_whole() => f64_rounded!(mode, |a, b| a - b, directed::add(a, -b)),
    }
    mul(mode): Lanes2 {
        Type::F32 => single::product(mode),
        Type::F64 if mode.is_whole() => f64_rounded!(mode, |a, b| a * b, directed::multiply(a, b)),
    }
    div(mode): Lanes2 {
        Type::F32 => f32_rounded!(mode, |a, b| a / b, directed::divide_singles(a, b)),
        // Of two NaNs the first counts.
        Type::F64 if mode.is_whole() => quotient_double(mode.rounding),
    }
    min(mode): Lanes2 {
        Type::F32 if !mode.sat => single::choose(true, false, mode.ftz),
        Type::F64 if mode.is_plain() => lanes!(|a, b| out64(smaller(d(a), d(b)), [a, b])),
    }
    max(mode): Lanes2 {
        Type::F32 if !mode.sat => single::choose(false, false, mode.ftz),
        Type::F64 if mode.is_plain() => lanes!(|a, b| out64(larger(d(a), d(b)), [a, b])),
    }
    /// NaN where either is one.
    min_nan(mode): Lanes2 { Type::F32 if !mode.sat => single::choose(true, true, mode.ftz), }
    max_nan(mode): Lanes2 { Type::F32 if !mode.sat => single::choose(false, true, mode.ftz), }
    fma(mode): Lanes3 {
        Type::F32 => single::fused_multiply_add(mode),
        Type::F64 if mode.is_whole() => fused_double(mode.rounding),
    }
}
