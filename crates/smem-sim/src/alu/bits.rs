//! Bit fields, permutations, funnel shifts: one lane each, after the pseudocode of the PTX ISA.

/// `bfe`: `len` bits of `a` from `pos`; beyond the top bit, zeros or the sign.
pub(super) fn bfe(a: u64, pos: u64, len: u64, bits: u32, signed: bool) -> u64 {
    let (pos, len, top) = ((pos & 0xff) as u32, (len & 0xff) as u32, bits - 1);
    let bit = |i: u32| a >> i.min(63) & 1;
    if len == 0 {
        return 0;
    }
    let sign = if signed { bit((pos + len - 1).min(top)) } else { 0 };
    let field = if pos > top { 0 } else { (a & width_mask(bits)) >> pos };
    let have = len.min(bits.saturating_sub(pos));
    let low = field & width_mask(have);
    let fill = if sign == 1 { !width_mask(have) } else { 0 };
    (low | fill) & width_mask(bits)
}

/// `bfi`: `b` with `len` bits from `pos` replaced by the low bits of `a`.
pub(super) fn bfi(a: u64, b: u64, pos: u64, len: u64, bits: u32) -> u64 {
    let (pos, len) = ((pos & 0xff) as u32, (len & 0xff) as u32);
    if pos >= bits {
        return b & width_mask(bits);
    }
    let field = width_mask(len.min(bits - pos)) << pos;
    (b & !field | a << pos & field) & width_mask(bits)
}

/// The low `bits` bits.
pub const fn width_mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// `bfind`: the top bit that differs from the sign, or -1; `shift` asks how far it is from the top.
pub(super) fn bfind(a: u64, bits: u32, signed: bool, shift: bool) -> u64 {
    let a = a & width_mask(bits);
    let a = if signed && a >> (bits - 1) & 1 == 1 { !a & width_mask(bits) } else { a };
    if a == 0 {
        return u64::from(u32::MAX);
    }
    let top = u64::from(63 - a.leading_zeros());
    if shift { u64::from(bits - 1) - top } else { top }
}

/// `prmt`, by its mode: 0 is the general one, then `f4e`, `b4e`, `rc8`, `ecl`, `ecr`, `rc16`.
pub(super) fn prmt(a: u64, b: u64, c: u64, mode: u64) -> u64 {
    let bytes = ((b & 0xffff_ffff) << 32 | (a & 0xffff_ffff)).to_le_bytes();
    let low = (c & 3) as usize;
    let mut out = [0u8; 4];
    for (i, byte) in out.iter_mut().enumerate() {
        let select = match mode {
            0 => (c >> (4 * i) & 15) as usize,
            1 => low + i,
            2 => (low + 8 - i) & 7,
            3 => low,
            4 => i.max(low),
            5 => i.min(low),
            _ => (i & 1) + 2 * (low & 1),
        };
        *byte = bytes[select & 7];
        if select & 8 != 0 {
            *byte = if *byte & 0x80 != 0 { 0xff } else { 0 };
        }
    }
    u64::from(u32::from_le_bytes(out))
}

/// `lop3`: bit `abc` of the table for each bit of the inputs.
#[inline(always)]
pub fn lop3(a: u64, b: u64, c: u64, table: u64) -> u64 {
    let mut out = 0;
    for i in 0..8 {
        if table >> i & 1 == 1 {
            let x = if i & 4 != 0 { a } else { !a };
            let y = if i & 2 != 0 { b } else { !b };
            let z = if i & 1 != 0 { c } else { !c };
            out |= x & y & z;
        }
    }
    out & 0xffff_ffff
}

/// `shf`: 32 bits of `b:a` shifted by `c`, wrapped or clamped at 32.
#[inline(always)]
pub(super) fn shf(a: u64, b: u64, c: u64, left: bool, wrap: bool) -> u64 {
    let pair = b << 32 | (a & 0xffff_ffff);
    let n = if wrap { c & 31 } else { (c & 0xffff_ffff).min(32) };
    if left { pair << n >> 32 & 0xffff_ffff } else { pair >> n & 0xffff_ffff }
}

/// `bmsk`: `len` ones from `pos`.
pub(super) fn bmsk(pos: u64, len: u64, clamp: bool) -> u64 {
    let (pos, len) = (pos & 0xffff_ffff, len & 0xffff_ffff);
    let (pos, len) = if clamp { (pos.min(32), len.min(32)) } else { (pos & 31, len & 31) };
    width_mask(len as u32) << pos & 0xffff_ffff
}

/// `szext`: the low `n` bits, sign- or zero-extended to 32.
pub(super) fn szext(a: u64, n: u64, clamp: bool, signed: bool) -> u64 {
    let n = n & 0xffff_ffff;
    let n = if clamp { n.min(32) } else { n & 31 } as u32;
    let low = a & width_mask(n);
    let sign = signed && n > 0 && a >> (n - 1) & 1 == 1;
    (if sign { low | !width_mask(n) } else { low }) & 0xffff_ffff
}

/// `fns`: the position of the `offset`-th set bit from `base`, or all ones.
pub(super) fn fns(mask: u64, base: u64, offset: u64) -> u64 {
    let (mask, base, offset) = (mask as u32, base as u32, offset as i32);
    let none = u64::from(u32::MAX);
    if base > 31 {
        return none;
    }
    let set = |i: u32| mask >> i & 1 == 1;
    if offset == 0 {
        return if set(base) { u64::from(base) } else { none };
    }
    let wanted = offset.unsigned_abs() as usize - 1;
    let found = if offset > 0 {
        (base..32).filter(|&i| set(i)).nth(wanted)
    } else {
        (0..=base).rev().filter(|&i| set(i)).nth(wanted)
    };
    found.map_or(none, u64::from)
}
