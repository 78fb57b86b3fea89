//! Arithmetic of f32 and f64: registers in, one register out.

use super::float_form::{FloatForm, FloatFunction, Rounds};
use super::form::{Form, Lowering};
use FloatFunction::{One, Three, Two};
use Rounds::{May, Must, No};
use smem_sim::alu::FloatMode;
use smem_sim::alu::float as alu;
use smem_sim::isa::Type;
use smem_sim::lanes::Lanes1;

const fn form(
    names: &'static [&'static str],
    when: &'static [&'static str],
    rounds: Rounds,
    function: FloatFunction,
) -> Form {
    let float = FloatForm { rounds, saturates: false, single: false, function };
    Form { names, when, ignores: |_| false, operands: &[], lowering: Lowering::Float(float) }
}

impl Form {
    const fn saturating(mut self) -> Self {
        if let Lowering::Float(float) = &mut self.lowering {
            float.saturates = true;
        }
        self
    }

    const fn single(mut self) -> Self {
        if let Lowering::Float(float) = &mut self.lowering {
            float.single = true;
        }
        self
    }
}

/// All but `copysign` have `.ftz` for f32.
#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    form(&["add"], &[], May, Two(alu::add)).saturating(),
    form(&["sub"], &[], May, Two(alu::sub)).saturating(),
    form(&["mul"], &[], May, Two(alu::mul)).saturating(),
    form(&["fma", "mad"], &[], Must, Three(alu::fma)).saturating(),
    form(&["div"], &[], Must, Two(alu::div)),
    form(&["div"], &["approx"], No, Two(alu::div)).single(),
    form(&["div"], &["full"], No, Two(alu::div)).single(),
    form(&["rcp"], &[], Must, One(alu::rcp)),
    form(&["rcp"], &["approx"], No, One(rcp_approx)),
    form(&["sqrt"], &[], Must, One(alu::sqrt)),
    form(&["sqrt"], &["approx"], No, One(alu::sqrt)).single(),
    form(&["rsqrt"], &["approx"], No, One(rsqrt_approx)),
    form(&["ex2"], &["approx"], No, One(alu::exp2)),
    form(&["lg2"], &["approx"], No, One(alu::log2)),
    form(&["sin"], &["approx"], No, One(alu::sin)),
    form(&["cos"], &["approx"], No, One(alu::cos)),
    form(&["tanh"], &["approx"], No, One(alu::tanh)),
    form(&["min"], &[], No, Two(alu::min)),
    form(&["min"], &["NaN"], No, Two(alu::min_nan)),
    form(&["max"], &[], No, Two(alu::max)),
    form(&["max"], &["NaN"], No, Two(alu::max_nan)),
    form(&["neg"], &[], No, One(alu::neg)),
    form(&["abs"], &[], No, One(alu::abs)),
    form(&["copysign"], &[], No, Two(alu::copysign)),
];

/// For f64 only `.approx.ftz` exists; it gives the upper half of the result.
fn rcp_approx(ty: Type, mode: FloatMode) -> Option<Lanes1> {
    match ty {
        Type::F64 if mode.ftz => alu::rcp_upper(ty, FloatMode { ftz: false, ..mode }),
        Type::F64 => None,
        ty => alu::rcp(ty, mode),
    }
}

/// For f64, `.approx.ftz` gives the upper half of the result.
fn rsqrt_approx(ty: Type, mode: FloatMode) -> Option<Lanes1> {
    match ty {
        Type::F64 if mode.ftz => alu::rsqrt_upper(ty, FloatMode { ftz: false, ..mode }),
        ty => alu::rsqrt(ty, mode),
    }
}
