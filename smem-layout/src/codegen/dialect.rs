//! The languages that an index is spelled in, and how each spells an operation.

use alloc::{
    format,
    string::{String, ToString},
};

use smem_banks::Cute;

/// The language that an expression is spelled in; [`index_expression`](crate::index_expression) shows both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// `u32` arithmetic of core.
    Rust,
    /// `unsigned` arithmetic of device code.
    Cuda,
}

/// The spelling of operations in one dialect.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    pub(super) dialect: Dialect,
}

impl Spelling {
    /// Writes a literal; CUDA's is marked unsigned, so that no operand is converted.
    pub(super) fn number(self, value: u32) -> String {
        match self.dialect {
            Dialect::Rust => value.to_string(),
            Dialect::Cuda => format!("{value}u"),
        }
    }

    /// Writes `value * by`, or `value` for 1; `value` is an atom or parenthesised.
    pub(super) fn times(self, value: &str, by: u32) -> String {
        if by == 1 { value.to_string() } else { format!("{value} * {}", self.number(by)) }
    }

    pub(super) fn divide(self, value: &str, by: u32) -> String {
        if by.is_power_of_two() {
            format!("({value} >> {})", by.trailing_zeros())
        } else {
            format!("({value} / {})", self.number(by))
        }
    }

    /// Writes the remainder of `value`, an atom or parenthesised, without parentheses around it.
    pub(super) fn modulo(self, value: &str, by: u32) -> String {
        if by.is_power_of_two() {
            format!("{value} & {}", self.number(by - 1))
        } else {
            format!("{value} % {}", self.number(by))
        }
    }

    /// Writes CuTe's swizzle of an offset that is an atom or parenthesised.
    pub(super) fn cute(self, offset: &str, cute: Cute) -> String {
        let source = format!("({offset} & {})", self.number(cute.source()));
        match cute.shift() {
            0.. => format!("{offset} ^ {source} >> {}", cute.shift()),
            _ => format!("{offset} ^ {source} << {}", -cute.shift()),
        }
    }

    /// Writes the bits of the row in the mask, moved up by `distance` or down where that is negative.
    pub(super) fn copy(self, row: &str, distance: i32, counting: Option<u32>) -> String {
        match (distance, counting) {
            (0, None) => row.to_string(),
            (0, Some(bits)) => format!("({row} & {})", self.number(bits)),
            (1.., None) => format!("({row} << {distance})"),
            // The mask first: bits that an unrolled loop counts in fall away before they are moved.
            (1.., Some(bits)) => format!("(({row} & {}) << {distance})", self.number(bits)),
            (_, None) => format!("({row} >> {})", -distance),
            (_, Some(bits)) => format!("(({row} >> {}) & {})", -distance, self.number(bits >> -distance)),
        }
    }

    /// Writes `times` where the bit of the row is set, and else zero.
    pub(super) fn multiple(self, row: &str, bit: u32, is_highest: bool, times: u32) -> String {
        let shifted = if bit == 0 { row.to_string() } else { format!("({row} >> {bit})") };
        let value = if is_highest { shifted } else { format!("({shifted} & {})", self.number(1)) };
        format!("({value} * {})", self.number(times))
    }

    /// Writes the lowest `bits` bits of the row in reverse, in granules of `2^base` elements.
    pub(super) fn reversed(self, row: &str, bits: u32, row_bits: u32, base: u32) -> String {
        let reversed = match self.dialect {
            Dialect::Rust => format!("{row}.reverse_bits()"),
            Dialect::Cuda => format!("__brev({row})"),
        };
        // Higher row bits land below the wanted ones, and the shift drops them; below `base` they must be masked.
        let shift = 32 - bits - base;
        if base == 0 || row_bits <= bits {
            format!("({reversed} >> {shift})")
        } else {
            format!("(({reversed} >> {shift}) & {})", self.number(((1 << bits) - 1) << base))
        }
    }
}
