//! Values of a matrix over F2 at its arguments, and sets of them, as bits of a number.

/// Returns the value of the matrix of these columns, one for each bit of the argument.
pub(super) fn image(columns: &[u8], argument: u32) -> u32 {
    let mut image = 0;
    let mut left = argument;
    while left != 0 {
        image ^= columns[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    image.into()
}

/// Returns the span of `span` and `value`.
pub(super) fn with_value(span: u32, value: u32) -> u32 {
    span | permuted(span, value)
}

/// Returns the set of all `value ^ by` for the values in the set `values`, of values below 32.
pub(super) fn permuted(values: u32, by: u32) -> u32 {
    moved(values.into(), by & 31) as u32
}

/// Returns the set of all `value ^ by` for the values in the set `values`, of values below 64.
///
/// Each bit of `by` swaps neighbouring halves of the set. Written out, since it is the innermost step of a search that runs
/// unoptimised in most builds.
pub(super) fn moved(values: u64, by: u32) -> u64 {
    let mut set = values;
    if by & 1 != 0 {
        set = (set & 0x5555_5555_5555_5555) << 1 | set >> 1 & 0x5555_5555_5555_5555;
    }
    if by & 2 != 0 {
        set = (set & 0x3333_3333_3333_3333) << 2 | set >> 2 & 0x3333_3333_3333_3333;
    }
    if by & 4 != 0 {
        set = (set & 0x0f0f_0f0f_0f0f_0f0f) << 4 | set >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    }
    if by & 8 != 0 {
        set = (set & 0x00ff_00ff_00ff_00ff) << 8 | set >> 8 & 0x00ff_00ff_00ff_00ff;
    }
    if by & 16 != 0 {
        set = (set & 0x0000_ffff_0000_ffff) << 16 | set >> 16 & 0x0000_ffff_0000_ffff;
    }
    if by & 32 != 0 {
        set = set.rotate_left(32);
    }
    set
}
