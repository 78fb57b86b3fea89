//! Integers of one register: the meaning of an operation for both instruction sets. PTX keeps such a number in a lane of 64 bits, machine
//! code in one of 32.

/// Defines each function, inlined into the loops over lanes.
macro_rules! of_words {
    ($($(#[$doc:meta])* $name:ident($($operand:ident),*) = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name($($operand: u32),*) -> u32 {
                $value
            }
        )*
    };
}

of_words! {
    add(a, b) = a.wrapping_add(b);
    sub(a, b) = a.wrapping_sub(b);
    mul(a, b) = a.wrapping_mul(b);
    mul_add(a, b, c) = a.wrapping_mul(b).wrapping_add(c);
    and(a, b) = a & b;
    or(a, b) = a | b;
    xor(a, b) = a ^ b;
    /// Amounts from 32 on leave nothing.
    shift_left(a, b) = a.checked_shl(b).unwrap_or(0);
    /// The magnitude of a signed number; that of the least one is itself.
    abs(a) = (a as i32).unsigned_abs();
    min_signed(a, b) = (a as i32).min(b as i32) as u32;
    max_signed(a, b) = (a as i32).max(b as i32) as u32;
    min(a, b) = a.min(b);
    max(a, b) = a.max(b);
    /// The distance of two signed numbers, plus a third.
    sum_difference_signed(a, b, c) = (a as i32).abs_diff(b as i32).wrapping_add(c);
    sum_difference(a, b, c) = a.abs_diff(b).wrapping_add(c);
    count_ones(a) = a.count_ones();
    reverse_bits(a) = a.reverse_bits();
}
