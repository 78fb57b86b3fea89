//! Arithmetic, logic, shifts and bit fields of integers, and approximate functions of halves: registers in, one register out.

use super::form::{Form, Lowering};
use super::half::is_half;
use super::integer_form::{IntegerFunction, OperandWidth, Registers};
use IntegerFunction::{Four, One, Three, Two};
use OperandWidth::{Double, Same, Table, Word};
use smem_sim::alu::half;
use smem_sim::alu::integer as alu;
use smem_sim::isa::Type;

const SAME: [OperandWidth; 3] = [Same; 3];

/// Integers of the instruction's type in and out; `takes` and `gives` set other widths.
const fn form(names: &'static [&'static str], when: &'static [&'static str], function: IntegerFunction) -> Form {
    let sources = match function {
        One(_) => SAME.split_at(1).0,
        Two(_) => SAME.split_at(2).0,
        Three(_) | Four(_) => &SAME,
    };
    let registers = Registers { result: Same, sources, function };
    let integers = |ty| matches!(ty, Type::B(_) | Type::U(_) | Type::S(_));
    Form { names, when, ignores: |_| false, operands: &[], lowering: Lowering::Registers(integers, registers) }
}

/// Functions of 16-bit floating-point numbers, alone or in pairs, that are approximate.
const fn approximate_halves(names: &'static [&'static str], function: IntegerFunction) -> Form {
    let mut form = form(names, &["approx"], function);
    if let Lowering::Registers(accepts, _) = &mut form.lowering {
        *accepts = is_half;
    }
    form.ignoring(|part| part == "ftz")
}

impl Form {
    const fn takes(mut self, widths: &'static [OperandWidth]) -> Self {
        if let Lowering::Registers(_, registers) = &mut self.lowering {
            registers.sources = widths;
        }
        self
    }

    const fn gives(mut self, width: OperandWidth) -> Self {
        if let Lowering::Registers(_, registers) = &mut self.lowering {
            registers.result = width;
        }
        self
    }
}

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    form(&["add"], &[], Two(alu::add)),
    form(&["add"], &["sat"], Two(alu::add_saturating)),
    form(&["sub"], &[], Two(alu::sub)),
    form(&["sub"], &["sat"], Two(alu::sub_saturating)),
    form(&["mul"], &["lo"], Two(alu::mul_low)),
    form(&["mul"], &["hi"], Two(alu::mul_high)),
    form(&["mul"], &["wide"], Two(alu::mul_wide)).gives(Double),
    form(&["mad"], &["lo"], Three(alu::mad_low)),
    form(&["mad"], &["hi"], Three(alu::mad_high)),
    form(&["mad"], &["hi", "sat"], Three(alu::mad_high_saturating)),
    form(&["mad"], &["wide"], Three(alu::mad_wide)).takes(&[Same, Same, Double]).gives(Double),
    form(&["mul24"], &["lo"], Two(alu::mul24_low)),
    form(&["mul24"], &["hi"], Two(alu::mul24_high)),
    form(&["mad24"], &["lo"], Three(alu::mad24_low)),
    form(&["mad24"], &["hi"], Three(alu::mad24_high)),
    form(&["mad24"], &["hi", "sat"], Three(alu::mad24_high_saturating)),
    form(&["sad"], &[], Three(alu::sum_difference)),
    form(&["div"], &[], Two(alu::div)),
    form(&["rem"], &[], Two(alu::rem)),
    form(&["min"], &[], Two(alu::min)),
    form(&["max"], &[], Two(alu::max)),
    form(&["neg"], &[], One(alu::neg)),
    form(&["abs"], &[], One(alu::abs)),
    form(&["and"], &[], Two(alu::and)),
    form(&["or"], &[], Two(alu::or)),
    form(&["xor"], &[], Two(alu::xor)),
    form(&["not"], &[], One(alu::not)),
    form(&["cnot"], &[], One(alu::is_zero)),
    form(&["lop3"], &[], Four(alu::logic3)).takes(&[Word, Word, Word, Table]),
    form(&["shl"], &[], Two(alu::shift_left)).takes(&[Same, Word]),
    form(&["shr"], &[], Two(alu::shift_right)).takes(&[Same, Word]),
    form(&["shf"], &["l", "wrap"], Three(alu::funnel_left_wrap)).takes(&[Word; 3]),
    form(&["shf"], &["l", "clamp"], Three(alu::funnel_left_clamp)).takes(&[Word; 3]),
    form(&["shf"], &["r", "wrap"], Three(alu::funnel_right_wrap)).takes(&[Word; 3]),
    form(&["shf"], &["r", "clamp"], Three(alu::funnel_right_clamp)).takes(&[Word; 3]),
    form(&["popc"], &[], One(alu::count_ones)).gives(Word),
    form(&["clz"], &[], One(alu::leading_zeros)).gives(Word),
    form(&["bfind"], &[], One(alu::highest)).gives(Word),
    form(&["bfind"], &["shiftamt"], One(alu::highest_shift)).gives(Word),
    form(&["fns"], &[], Three(alu::nth_set)).takes(&[Word; 3]),
    form(&["brev"], &[], One(alu::reverse_bits)),
    form(&["bfe"], &[], Three(alu::extract)).takes(&[Same, Word, Word]),
    form(&["bfi"], &[], Four(alu::insert)).takes(&[Same, Same, Word, Word]),
    form(&["bmsk"], &["clamp"], Two(alu::mask_clamp)).takes(&[Same, Word]),
    form(&["bmsk"], &["wrap"], Two(alu::mask_wrap)).takes(&[Same, Word]),
    form(&["szext"], &["clamp"], Two(alu::extend_clamp)).takes(&[Same, Word]),
    form(&["szext"], &["wrap"], Two(alu::extend_wrap)).takes(&[Same, Word]),
    form(&["prmt"], &[], Three(alu::permute::<0>)).takes(&[Word; 3]),
    form(&["prmt"], &["f4e"], Three(alu::permute::<1>)).takes(&[Word; 3]),
    form(&["prmt"], &["b4e"], Three(alu::permute::<2>)).takes(&[Word; 3]),
    form(&["prmt"], &["rc8"], Three(alu::permute::<3>)).takes(&[Word; 3]),
    form(&["prmt"], &["ecl"], Three(alu::permute::<4>)).takes(&[Word; 3]),
    form(&["prmt"], &["ecr"], Three(alu::permute::<5>)).takes(&[Word; 3]),
    form(&["prmt"], &["rc16"], Three(alu::permute::<6>)).takes(&[Word; 3]),
    approximate_halves(&["tanh"], One(half::tanh)),
    approximate_halves(&["ex2"], One(half::exp2)),
];
