//! Arithmetic, bit by bit, against definitions written here from the PTX ISA.

use crate::common::each;
use proptest::{prelude::*, test_runner::FileFailurePersistence};

/// Numbers near the limits of their type, and random ones.
fn edge() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => any::<u64>(),
        2 => (0u32..64).prop_map(|n| 1 << n),
        2 => (0u32..64).prop_map(|n| (1u64 << n).wrapping_sub(1)),
        2 => 0u64..80,
        1 => (0u64..80).prop_map(u64::wrapping_neg),
        1 => (0u64..40).prop_map(|n| 0x8000_0000 - 20 + n),
    ]
}

fn inputs() -> impl Strategy<Value = Vec<[u64; 3]>> {
    prop::collection::vec([edge(), edge(), edge()], 1..64)
}

type Want<'w> = &'w dyn Fn(u64, u64, u64) -> u64;

/// `d` is a 32-bit (or 64-bit) result of the instruction on `%r1..3` (or `%rd1..3`).
fn check(instruction: &str, inputs: &[[u64; 3]], want: Want<'_>) {
    let wide = instruction.contains("%rd0");
    let body = if wide { instruction.to_owned() } else { format!("{instruction}\ncvt.u64.u32 %rd0, %r0;") };
    for (input, found) in inputs.iter().zip(each(&body, inputs)) {
        let [a, b, c] = *input;
        let want = want(a, b, c);
        let want = if wide { want } else { want & 0xffff_ffff };
        assert_eq!(found, want, "{instruction} of {a:#x}, {b:#x}, {c:#x}: {found:#x}, not {want:#x}");
    }
}

fn bit(a: u64, i: u64) -> u64 {
    if i > 63 { 0 } else { a >> i & 1 }
}

fn from_bits(bits: impl Iterator<Item = u64>) -> u64 {
    bits.enumerate().fold(0, |m, (i, b)| m | b << i)
}

fn bfe(a: u64, b: u64, c: u64, width: u64, signed: bool) -> u64 {
    let (pos, len, top) = (b & 0xff, c & 0xff, width - 1);
    let sign = if !signed || len == 0 { 0 } else { bit(a, top.min(pos + len - 1)) };
    from_bits((0..width).map(|i| if i < len && pos + i <= top { bit(a, pos + i) } else { sign }))
}

fn bfi(a: u64, b: u64, c: u64, d: u64, width: u64) -> u64 {
    let (pos, len) = (c & 0xff, d & 0xff);
    from_bits((0..width).map(|i| if i >= pos && i < pos + len { bit(a, i - pos) } else { bit(b, i) }))
}

/// A NaN of f64 as an f32 has its sign and the upper bits of its payload.
fn narrow_nan(bits: u64) -> u64 {
    (bits >> 63) << 31 | 0x7fc0_0000 | bits >> 29 & 0x3f_ffff
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn bit_fields(inputs in inputs()) {
        check("bfe.u32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| bfe(a, b, c, 32, false));
        check("bfe.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| bfe(a, b, c, 32, true));
        check("bfe.u64 %rd0, %rd1, %r2, %r3;", &inputs, &|a, b, c| bfe(a, b, c, 64, false));
        check("bfe.s64 %rd0, %rd1, %r2, %r3;", &inputs, &|a, b, c| bfe(a, b, c, 64, true));
        check("bfi.b32 %r0, %r1, %r2, %r3, 7;", &inputs, &|a, b, c| bfi(a, b, c, 7, 32));
        check("bfi.b64 %rd0, %rd1, %rd2, 11, %r3;", &inputs, &|a, b, c| bfi(a, b, 11, c, 64));
        let top = |a: u64, width: u64| (0..width).rev().find(|&i| bit(a, i) == 1);
        check("bfind.u32 %r0, %r1;", &inputs, &|a, _, _| top(a, 32).unwrap_or(u64::MAX));
        check("bfind.shiftamt.u64 %r0, %rd1;", &inputs, &|a, _, _| top(a, 64).map_or(u64::MAX, |t| 63 - t));
        check("bfind.s32 %r0, %r1;", &inputs, &|a, _, _| top(if bit(a, 31) == 1 { !a } else { a }, 32).unwrap_or(u64::MAX));
    }

    #[test]
    fn permutations_and_tables(inputs in inputs(), table in 0u64..256) {
        check("prmt.b32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| {
            let bytes: Vec<u64> = (0..8).map(|i| if i < 4 { a >> (8 * i) & 255 } else { b >> (8 * (i - 4)) & 255 }).collect();
            (0..4).map(|i| {
                let select = c >> (4 * i) & 15;
                let byte = bytes[(select & 7) as usize];
                (if select & 8 == 0 { byte } else { 255 * (byte >> 7) }) << (8 * i)
            }).sum()
        });
        check("prmt.b32.f4e %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| (b << 32 | a & 0xffff_ffff) >> (8 * (c & 3)));
        check(&format!("lop3.b32 %r0, %r1, %r2, %r3, {table};"), &inputs, &|a, b, c| {
            from_bits((0..32).map(|i| table >> (bit(a, i) << 2 | bit(b, i) << 1 | bit(c, i)) & 1))
        });
        check("brev.b64 %rd0, %rd1;", &inputs, &|a, _, _| from_bits((0..64).map(|i| bit(a, 63 - i))));
        check("popc.b64 %r0, %rd1;", &inputs, &|a, _, _| (0..64).map(|i| bit(a, i)).sum());
        check("clz.b32 %r0, %r1;", &inputs, &|a, _, _| (0..32).rev().take_while(|&i| bit(a, i) == 0).count() as u64);
        check("fns.b32 %r0, %r1, 3, 2;", &inputs, &|a, _, _| (3..32).filter(|&i| bit(a, i) == 1).nth(1).unwrap_or(u64::MAX));
        check("bmsk.clamp.b32 %r0, %r1, %r2;", &inputs, &|a, b, _| {
            let (a, b) = (a & 0xffff_ffff, b & 0xffff_ffff);
            from_bits((0..32).map(|i| u64::from(i >= a && i - a < b)))
        });
    }

    #[test]
    fn shifts_clamp_and_wrap(inputs in inputs()) {
        let word = 0xffff_ffff;
        check("shl.b32 %r0, %r1, %r2;", &inputs, &|a, b, _| from_bits((0..32).map(|i| if i >= b & word { bit(a, i - (b & word)) } else { 0 })));
        check("shr.u64 %rd0, %rd1, %r2;", &inputs, &|a, b, _| from_bits((0..64).map(|i| bit(a, i + (b & word)))));
        check("shr.s32 %r0, %r1, %r2;", &inputs, &|a, b, _| from_bits((0..32).map(|i| bit(a, (i + (b & word)).min(31)))));
        check("shr.s64 %rd0, %rd1, %r2;", &inputs, &|a, b, _| from_bits((0..64).map(|i| bit(a, (i + (b & word)).min(63)))));
        let pair = |a: u64, b: u64, i: u64| if i < 32 { bit(a, i) } else { bit(b, i - 32) };
        check("shf.l.wrap.b32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| from_bits((0..32).map(|i| pair(a, b, 32 + i - (c & 31)))));
        check("shf.r.wrap.b32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| from_bits((0..32).map(|i| pair(a, b, i + (c & 31)))));
        check("shf.l.clamp.b32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| from_bits((0..32).map(|i| pair(a, b, 32 + i - (c & word).min(32)))));
        check("shf.r.clamp.b32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| from_bits((0..32).map(|i| pair(a, b, i + (c & word).min(32)))));
    }

    #[test]
    fn products(inputs in inputs()) {
        let s = |v: u64| i128::from(v as i32);
        let u = |v: u64| u128::from(v as u32);
        check("mul.hi.s32 %r0, %r1, %r2;", &inputs, &|a, b, _| ((s(a) * s(b)) >> 32) as u64);
        check("mul.hi.u32 %r0, %r1, %r2;", &inputs, &|a, b, _| ((u(a) * u(b)) >> 32) as u64);
        check("mul.hi.s64 %rd0, %rd1, %rd2;", &inputs, &|a, b, _| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64);
        check("mul.hi.u64 %rd0, %rd1, %rd2;", &inputs, &|a, b, _| ((u128::from(a) * u128::from(b)) >> 64) as u64);
        check("mul.wide.s32 %rd0, %r1, %r2;", &inputs, &|a, b, _| (s(a) * s(b)) as u64);
        check("mad.wide.u32 %rd0, %r1, %r2, %rd3;", &inputs, &|a, b, c| (u(a) * u(b) + u128::from(c)) as u64);
        check("mad.wide.s32 %rd0, %r1, %r2, %rd3;", &inputs, &|a, b, c| (s(a) * s(b) + i128::from(c)) as u64);
        check("mad.lo.s64 %rd0, %rd1, %rd2, %rd3;", &inputs, &|a, b, c| a.wrapping_mul(b).wrapping_add(c));
        check("mad.hi.sat.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| {
            (((s(a) * s(b)) >> 32) + s(c)).clamp(i32::MIN.into(), i32::MAX.into()) as u64
        });
        let s24 = |a: u64| (a << 40) as i64 >> 40;
        check("mad24.hi.sat.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| {
            (((s24(a) * s24(b)) >> 16) as i32 as i64 + c as i32 as i64).clamp(i32::MIN.into(), i32::MAX.into()) as u64
        });
        check("add.sat.s32 %r0, %r1, %r2;", &inputs, &|a, b, _| (s(a) + s(b)).clamp(i32::MIN.into(), i32::MAX.into()) as u64);
        check("sad.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| ((s(a) - s(b)).unsigned_abs() + u(c)) as u64);
        check("mul24.hi.s32 %r0, %r1, %r2;", &inputs, &|a, b, _| {
            let t = |v: u64| i128::from((v << 40) as i64 >> 40);
            ((t(a) * t(b)) >> 16) as u64
        });
        check("dp4a.u32.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| {
            let sum: i64 = (0..4).map(|i| (a >> (8 * i) & 255) as i64 * i64::from((b >> (8 * i)) as i8)).sum();
            (sum as u64).wrapping_add(c)
        });
        check("dp2a.hi.s32.u32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| {
            let sum: i64 = (0..2).map(|i| i64::from((a >> (16 * i)) as i16) * (b >> (16 + 8 * i) & 255) as i64).sum();
            (sum as u64).wrapping_add(c)
        });
    }

    #[test]
    fn carries_chain(inputs in inputs()) {
        let both = |lo: u64, hi: u64| lo & 0xffff_ffff | hi << 32;
        check("add.cc.u32 %r4, %r1, %r2; shr.u64 %rd4, %rd1, 32; cvt.u32.u64 %r5, %rd4; shr.u64 %rd4, %rd2, 32; cvt.u32.u64 %r6, %rd4;\n\
               addc.u32 %r7, %r5, %r6; mov.b64 %rd0, {%r4, %r7};", &inputs, &|a, b, _| a.wrapping_add(b));
        check("sub.cc.u32 %r4, %r1, %r2; shr.u64 %rd4, %rd1, 32; cvt.u32.u64 %r5, %rd4; shr.u64 %rd4, %rd2, 32; cvt.u32.u64 %r6, %rd4;\n\
               subc.u32 %r7, %r5, %r6; mov.b64 %rd0, {%r4, %r7};", &inputs, &|a, b, _| a.wrapping_sub(b));
        check("mad.lo.cc.u32 %r4, %r1, %r2, %r3; madc.hi.u32 %r5, %r1, %r2, 0; mov.b64 %rd0, {%r4, %r5};", &inputs, &|a, b, c| {
            let sum = u64::from(a as u32) * u64::from(b as u32) + u64::from(c as u32);
            both(sum, sum >> 32)
        });
    }

    #[test]
    fn division_by_zero_is_all_ones(inputs in inputs()) {
        check("div.u32 %r0, %r1, %r2;", &inputs, &|a, b, _| (a as u32).checked_div(b as u32).unwrap_or(u32::MAX).into());
        check("rem.u64 %rd0, %rd1, %rd2;", &inputs, &|a, b, _| a.checked_rem(b).unwrap_or(a));
        check("div.s32 %r0, %r1, %r2;", &inputs, &|a, b, _| if b as u32 == 0 { u64::MAX } else { (a as i32).wrapping_div(b as i32) as u64 });
        check("div.s64 %rd0, %rd1, %rd2;", &inputs, &|a, b, _| if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 });
        check("div.u64 %rd0, %rd1, 0;", &inputs, &|_, _, _| u64::MAX);
    }

    #[test]
    fn comparisons(inputs in inputs()) {
        let set = |p: &str| format!("{p} %p1, %r1, %r2; selp.u64 %rd0, 1, 0, %p1;");
        check(&set("setp.lt.s32"), &inputs, &|a, b, _| u64::from((a as i32) < b as i32));
        check(&set("setp.hs.u32"), &inputs, &|a, b, _| u64::from(a as u32 >= b as u32));
        check(&set("setp.ne.b32"), &inputs, &|a, b, _| u64::from(a as u32 != b as u32));
        let f = |v: u64| f32::from_bits(v as u32);
        let floats = |p: &str| format!("mov.b32 %f1, %r1; mov.b32 %f2, %r2; {p} %p1, %f1, %f2; selp.u64 %rd0, 1, 0, %p1;");
        check(&floats("setp.ne.f32"), &inputs, &|a, b, _| u64::from(!f(a).is_nan() && !f(b).is_nan() && f(a) != f(b)));
        check(&floats("setp.leu.f32"), &inputs, &|a, b, _| u64::from(f(a).is_nan() || f(b).is_nan() || f(a) <= f(b)));
        check(&floats("setp.equ.f32"), &inputs, &|a, b, _| u64::from(f(a).is_nan() || f(b).is_nan() || f(a) == f(b)));
        check("min.s64 %rd0, %rd1, %rd2;", &inputs, &|a, b, _| (a as i64).min(b as i64) as u64);
        check("slct.b32.s32 %r0, %r1, %r2, %r3;", &inputs, &|a, b, c| if c as i32 >= 0 { a } else { b });
        check("setp.lt.and.u32 %p1|%p2, %r1, %r2, 0; selp.u64 %rd0, 1, 0, %p2;", &inputs, &|_, _, _| 0);
    }

    #[test]
    fn conversions_saturate_and_round(inputs in inputs()) {
        let f = |v: u64| f32::from_bits(v as u32);
        let d = f64::from_bits;
        check("cvt.sat.u8.s32 %r0, %r1;", &inputs, &|a, _, _| (a as i32).clamp(0, 255) as u64);
        check("cvt.sat.s16.s64 %r0, %rd1;", &inputs, &|a, _, _| (a as i64).clamp(-32768, 32767) as u64);
        check("cvt.sat.u32.s64 %r0, %rd1;", &inputs, &|a, _, _| (a as i64).clamp(0, u32::MAX.into()) as u64);
        check("cvt.s8.u32 %r0, %r1; ", &inputs, &|a, _, _| a as i8 as u64);
        check("cvt.s64.s16 %rd0, %r1; ", &inputs, &|a, _, _| a as i16 as u64);
        check("mov.b32 %f1, %r1; cvt.rzi.s32.f32 %r0, %f1;", &inputs, &|a, _, _| f(a) as i32 as u64);
        check("mov.b32 %f1, %r1; cvt.rni.u32.f32 %r0, %f1;", &inputs, &|a, _, _| f(a).round_ties_even() as u32 as u64);
        check("mov.b32 %f1, %r1; cvt.rpi.s8.f32 %r0, %f1;", &inputs, &|a, _, _| f(a).ceil() as i8 as u64);
        check("mov.b64 %fd1, %rd1; cvt.rmi.s64.f64 %rd0, %fd1;", &inputs, &|a, _, _| {
            if d(a).is_nan() { 1 << 63 } else { d(a).floor() as i64 as u64 }
        });
        check("cvt.rn.f32.u64 %f1, %rd1; mov.b32 %r0, %f1;", &inputs, &|a, _, _| (a as f32).to_bits().into());
        check("cvt.rn.f32.s64 %f1, %rd1; mov.b32 %r0, %f1;", &inputs, &|a, _, _| (a as i64 as f32).to_bits().into());
        check("cvt.rz.f32.u64 %f1, %rd1; mov.b32 %r0, %f1;", &inputs, &|a, _, _| {
            let drop = 64u32.saturating_sub(a.leading_zeros()).saturating_sub(24);
            ((a >> drop << drop) as f32).to_bits().into()
        });
        check("cvt.rm.f64.s64 %fd1, %rd1; mov.b64 %rd0, %fd1;", &inputs, &|a, _, _| {
            let near = a as i64 as f64;
            let down = if near as i128 > i128::from(a as i64) { near.next_down() } else { near };
            down.to_bits()
        });
        check("mov.b64 %fd1, %rd1; cvt.rn.f32.f64 %f1, %fd1; mov.b32 %r0, %f1;", &inputs, &|a, _, _| {
            let v = d(a) as f32;
            if v.is_nan() { narrow_nan(a) } else { v.to_bits().into() }
        });
        check("mov.b64 %fd1, %rd1; cvt.rz.f32.f64 %f1, %fd1; mov.b32 %r0, %f1;", &inputs, &|a, _, _| {
            let v = d(a) as f32;
            if v.is_nan() { return narrow_nan(a); }
            let away = f64::from(v).abs() > d(a).abs();
            u64::from(if away { v.to_bits() - 1 } else { v.to_bits() })
        });
        check("mov.b32 %f1, %r1; cvt.sat.f32.f32 %f2, %f1; mov.b32 %r0, %f2;", &inputs, &|a, _, _| {
            (if f(a) > 0.0 { f(a).min(1.0) } else { 0.0 }).to_bits().into()
        });
    }

    #[test]
    fn halves_survive_a_round_trip(bits in any::<u16>(), other in any::<u32>()) {
        let nan = bits & 0x7c00 == 0x7c00 && bits & 0x3ff != 0;
        let back = each("cvt.u16.u32 %h1, %r1; cvt.f32.f16 %f1, %h1; cvt.rn.f16.f32 %h2, %f1; cvt.u64.u16 %rd0, %h2;", &[[bits.into(), 0, 0]]);
        prop_assert_eq!(back[0], if nan { 0x7fff } else { bits.into() });
        // Nearest: no other half is closer to the number.
        let value = f32::from_bits(other);
        let found = each("mov.b32 %f1, %r1; cvt.rn.f16.f32 %h2, %f1; cvt.f32.f16 %f2, %h2; mov.b32 %r0, %f2; cvt.u64.u32 %rd0, %r0;", &[[other.into(), 0, 0]]);
        let found = f64::from(f32::from_bits(found[0] as u32));
        if value.abs() < 65504.0 {
            let step = (f64::from(value).abs().log2().floor().max(-14.0) - 10.0).exp2();
            prop_assert!((found - f64::from(value)).abs() <= step / 2.0);
        }
    }

    #[test]
    fn sums_and_products_round_as_told(inputs in inputs()) {
        let f = |v: u64| f32::from_bits(v as u32);
        let bits = |v: f32| if v.is_nan() { 0x7fff_ffff } else { u64::from(v.to_bits()) };
        let three = |op: &str| format!("mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b32 %f3, %r3; {op} mov.b32 %r0, %f0;");
        check(&three("fma.rn.f32 %f0, %f1, %f2, %f3;"), &inputs, &|a, b, c| bits(f(a).mul_add(f(b), f(c))));
        check(&three("add.f32 %f0, %f1, %f2;"), &inputs, &|a, b, _| bits(f(a) + f(b)));
        check(&three("div.rn.f32 %f0, %f1, %f2;"), &inputs, &|a, b, _| bits(f(a) / f(b)));
        check(&three("mul.rz.f32 %f0, %f1, %f2;"), &inputs, &|a, b, _| {
            let exact = f64::from(f(a)) * f64::from(f(b));
            let near = exact as f32;
            if near.is_nan() { return 0x7fff_ffff; }
            let away = f64::from(near).abs() > exact.abs();
            u64::from(if away { near.to_bits() - 1 } else { near.to_bits() })
        });
        check(&three("add.ftz.f32 %f0, %f1, %f2;"), &inputs, &|a, b, _| {
            let z = |v: f32| if v.is_subnormal() { 0.0f32.copysign(v) } else { v };
            bits(z(z(f(a)) + z(f(b))))
        });
        check(&three("max.f32 %f0, %f1, %f2;"), &inputs, &|a, b, _| {
            if f(a).is_nan() { bits(f(b)) } else if f(b).is_nan() { bits(f(a)) }
            else if f(a) == 0.0 && f(b) == 0.0 { a & b & 0xffff_ffff } else { bits(f(a).max(f(b))) }
        });
        let doubles = "mov.b64 %fd1, %rd1; mov.b64 %fd2, %rd2; mov.b64 %fd3, %rd3; fma.rn.f64 %fd0, %fd1, %fd2, %fd3; mov.b64 %rd0, %fd0;";
        let d = f64::from_bits;
        check(doubles, &inputs, &|a, b, c| {
            let v = d(a).mul_add(d(b), d(c));
            // As on an H200, a NaN is an operand's, of which the second comes first.
            let given = [b, c, a].into_iter().find(|&operand| d(operand).is_nan());
            if v.is_nan() { given.map_or(0xfff8 << 48, |nan| nan | 1 << 51) } else { v.to_bits() }
        });
    }
}
