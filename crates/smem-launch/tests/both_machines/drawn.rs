//! Kernels that a generator draws: statements on integers, f32, f64, halves, lanes and shared memory.
//!
//! `SMEM_DRAWN=100` draws so many kernels, and `SMEM_DRAWN_FROM=7` begins at another one.

use super::{compare_modules, modules};
use smem_sim::{Arch, LaunchShape};
use std::fmt::Write;

/// Numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) as usize) % end
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Variables of each type: `u` is unsigned, `w` unsigned long long, `f` float, `d` double, `h` two f16, `b` two bf16.
const VARIABLES: usize = 4;

/// Expressions by the type of their result. `u`, `w`, `f`, `d`, `h` and `b` after a `$` are variables of these types, `$n` a number
/// below 40, `$c` a constant word, and `$p` a condition.
#[rustfmt::skip]
const EXPRESSIONS: &[(char, &[&str])] = &[
    (
        'u',
        &[
            "$u + $u", "$u - $u", "$u * $u", "$u & $u | $u", "$u ^ $c", "~$u", "-$u", "$u << ($u & 31)", "$u >> ($u & 31)",
            "(unsigned)((int)$u >> ($u & 31))", "$u * $u + $u", "$u * $c + $u", "$u + $u + $u", "($u << 3) + $u",
            "min($u, $u)", "max($u, $u)", "(unsigned)min((int)$u, (int)$u)", "(unsigned)max((int)$u, (int)$u)",
            "__umulhi($u, $u)", "(unsigned)__mulhi((int)$u, (int)$u)", "__byte_perm($u, $u, $u & 0xffff)", "__popc($u)",
            "__clz($u)", "__ffs($u)", "__brev($u)", "(unsigned)abs((int)$u)", "__usad($u, $u, $u)",
            "__sad((int)$u, (int)$u, $u)", "__dp4a($u, $u, $u)", "(unsigned)__dp4a((int)$u, (int)$u, (int)$u)",
            "__funnelshift_l($u, $u, $u)", "__funnelshift_r($u, $u, $u)", "__funnelshift_lc($u, $u, $u)",
            "__funnelshift_rc($u, $u, $u)", "$p ? $u : $u", "(unsigned)$w", "(unsigned)($w >> 32)", "$u / ($u | 1)",
            "$u % ($u | 1)", "(unsigned)((int)$u / ((int)$u | 1))", "(unsigned)(short)$u", "(unsigned)(signed char)$u",
            "($u >> $n) & 0xff", "__float_as_uint($f)", "(unsigned)__float2int_rn($f)", "(unsigned)__float2int_rz($f)",
            "__float2uint_ru($f)", "__float2uint_rd($f)", "(unsigned)__double2int_rd($d)", "__double2uint_rn($d)",
            "(unsigned)__double2hiint($d)", "__uhadd($u, $u)", "__vadd2($u, $u)", "__vmaxs2($u, $u)", "__vabsdiffu4($u, $u)",
            "T2(\"bfi.b32\", $u, $u, $u & 63, $u & 63)",
            "T1(\"bfe.s32\", $u, $u & 63, $u & 63)", "T1(\"bfe.u32\", $u, $u & 63, $u & 63)", "T0(\"bfind.s32\", $u)",
            "T0(\"bfind.shiftamt.u32\", $u)", "__fns($u, $u & 31, 1)", "T3(\"lop3.b32\", $u, $u, $u)", "T4($u, $u)",
        ],
    ),
    (
        'w',
        &[
            "$w + $w", "$w - $w", "$w * $w", "$w ^ $w", "$w & ~$w", "$w << ($u & 63)", "$w >> ($u & 63)",
            "(unsigned long long)((long long)$w >> ($u & 63))", "(unsigned long long)$u * $u + $w",
            "(unsigned long long)((long long)(int)$u * (int)$u) - $w", "(unsigned long long)$u << 32 | $u",
            "__umul64hi($w, $w)", "(unsigned long long)__mul64hi((long long)$w, (long long)$w)", "min($w, $w)",
            "(unsigned long long)max((long long)$w, (long long)$w)", "$p ? $w : $w", "__popcll($w)", "__clzll($w)", "__brevll($w)",
            "(unsigned long long)__double_as_longlong($d)", "(unsigned long long)__double2ll_rz($d)", "__float2ull_rn($f)",
            "(unsigned long long)(long long)(int)$u", "$w / ($w >> 40 | 1)",
        ],
    ),
    (
        'f',
        &[
            "__fadd_rn($f, $f)", "__fadd_rz($f, $f)", "__fadd_ru($f, $f)", "__fadd_rd($f, $f)", "__fsub_rn($f, $f)",
            "__fmul_rn($f, $f)", "__fmul_rz($f, $f)", "__fmul_ru($f, $f)", "__fmul_rd($f, $f)", "__fmaf_rn($f, $f, $f)",
            "__fmaf_rz($f, $f, $f)", "__fmaf_ru($f, $f, $f)", "__fmaf_rd($f, $f, $f)", "fminf($f, $f)", "fmaxf($f, $f)", "S($f, -)",
            "S($f, fabsf)", "$p ? $f : $f", "__saturatef($f)", "__uint2float_rn($u)", "__int2float_rz((int)$u)", "__ull2float_rn($w)",
            "__double2float_rn($d)", "__double2float_ru($d)", "__uint_as_float($u)", "floorf($f)", "truncf($f)",
            "rintf($f)", "ceilf($f)", "__fdiv_rn($f, $f)", "__fsqrt_rn($f)", "__frcp_rn($f)", "$f + $f", "$f * $f", "$f * 0.5f * $f",
            "F2(\"add.ftz.f32\", $f, $f)", "F2(\"mul.ftz.sat.f32\", $f, $f)", "F3(\"fma.rn.ftz.f32\", $f, $f, $f)",
            "F3(\"fma.rn.sat.f32\", $f, $f, $f)", "F2(\"min.NaN.f32\", $f, $f)", "F2(\"max.ftz.f32\", $f, $f)",
            "F3(\"fma.rz.ftz.f32\", $f, $f, $f)", "F2(\"sub.ftz.sat.f32\", $f, $f)",
        ],
    ),
    (
        'd',
        &[
            "__dadd_rn($d, $d)", "__dadd_rz($d, $d)", "__dadd_ru($d, $d)", "__dsub_rn($d, $d)", "__dmul_rn($d, $d)", "__dmul_rd($d, $d)",
            "__fma_rn($d, $d, $d)", "__fma_ru($d, $d, $d)", "__fma_rz($d, $d, $d)", "S($d, -)", "S($d, fabs)", "$p ? $d : $d",
            "(double)$f", "(double)(int)$u", "(double)$u", "__ll2double_rn((long long)$w)", "__ull2double_rz($w)", "floor($d)", "trunc($d)",
            "rint($d)", "__longlong_as_double((long long)$w)",
        ],
    ),
    (
        'h',
        &[
            "H2(\"add.rn.f16x2\", $h, $h)", "H2(\"sub.rn.f16x2\", $h, $h)", "H2(\"mul.rn.f16x2\", $h, $h)", "H2(\"min.f16x2\", $h, $h)",
            "H2(\"max.NaN.f16x2\", $h, $h)", "H3(\"fma.rn.f16x2\", $h, $h, $h)", "H3(\"fma.rn.sat.f16x2\", $h, $h, $h)",
            "H3(\"fma.rn.relu.f16x2\", $h, $h, $h)", "H2(\"add.ftz.f16x2\", $h, $h)", "H1(\"neg.f16x2\", $h)", "H1(\"abs.f16x2\", $h)",
            "HF(\"cvt.rn.f16x2.f32\", $f, $f)", "HF(\"cvt.rz.f16x2.f32\", $f, $f)", "$p ? $h : $h", "$u",
            "H2(\"set.lt.f16x2.f16x2\", $h, $h)", "H2(\"set.neu.f16x2.f16x2\", $h, $h)",
        ],
    ),
    (
        'b',
        &[
            "H3(\"fma.rn.bf16x2\", $b, $b, $b)", "H3(\"fma.rn.relu.bf16x2\", $b, $b, $b)", "H2(\"min.bf16x2\", $b, $b)",
            "H2(\"max.NaN.bf16x2\", $b, $b)", "H2(\"add.rn.bf16x2\", $b, $b)", "H2(\"mul.rn.bf16x2\", $b, $b)", "H1(\"neg.bf16x2\", $b)",
            "HF(\"cvt.rn.bf16x2.f32\", $f, $f)", "$p ? $b : $b", "$u", "H2(\"set.ge.bf16x2.bf16x2\", $b, $b)",
        ],
    ),
];

/// Expressions that all lanes of a warp evaluate together.
#[rustfmt::skip]
const OF_WARPS: &[&str] = &[
    "__shfl_sync(-1, $u, $u)", "__shfl_up_sync(-1, $u, $u & 31)", "__shfl_down_sync(-1, $u, $u & 31, 16)",
    "__shfl_xor_sync(-1, $u, $u & 31)", "__ballot_sync(-1, $p)", "(unsigned)__any_sync(-1, $p)", "(unsigned)__all_sync(-1, $p)",
    "__match_any_sync(-1, $u & 3)", "__reduce_add_sync(-1, $u)", "__reduce_min_sync(-1, $u)", "(unsigned)__reduce_max_sync(-1, (int)$u)",
    "__reduce_xor_sync(-1, $u)", "__activemask()", "__float_as_uint(__shfl_xor_sync(-1, $f, 5))",
];

#[rustfmt::skip]
const CONDITIONS: &[&str] = &[
    "$u < $u", "(int)$u <= (int)$u", "$u == $u", "$w > $w", "(long long)$w < (long long)$w", "$f < $f", "$f >= $f", "$f != $f", "!($f > $f)",
    "$f == $f", "isnan($f)", "$d < $d", "!($d >= $d)", "$d != $d", "($u & 1)", "(int)$u < 0 && $f > $f", "$u > $c || $d <= $d", "($u ^ $u) >> 31",
];

/// PTX leaves open which NaN a sign change of a NaN gives: assemblers make a sum of it, or a sign of the operand that takes it.
const HEAD: &str = r#"
#define S(x, sign) (x == x ? sign(x) : x)
#define T0(op, a) [&] { unsigned out; asm(op " %0, %1;" : "=r"(out) : "r"(a)); return out; }()
#define T1(op, a, b, c) [&] { unsigned out; asm(op " %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(c)); return out; }()
#define T2(op, a, b, c, d) [&] { unsigned out; asm(op " %0, %1, %2, %3, %4;" : "=r"(out) : "r"(a), "r"(b), "r"(c), "r"(d)); return out; }()
#define T3(op, a, b, c) [&] { unsigned out; asm(op " %0, %1, %2, %3, 0x6a;" : "=r"(out) : "r"(a), "r"(b), "r"(c)); return out; }()
#define T4(a, b) [&] { unsigned out; asm("{.reg .u32 t; add.cc.u32 t, %1, %2; addc.u32 %0, t, %1;}" : "=r"(out) : "r"(a), "r"(b)); return out; }()
#define F2(op, a, b) [&] { float out; asm(op " %0, %1, %2;" : "=f"(out) : "f"(a), "f"(b)); return out; }()
#define F3(op, a, b, c) [&] { float out; asm(op " %0, %1, %2, %3;" : "=f"(out) : "f"(a), "f"(b), "f"(c)); return out; }()
#define H1(op, a) [&] { unsigned out; asm(op " %0, %1;" : "=r"(out) : "r"(a)); return out; }()
#define H2(op, a, b) [&] { unsigned out; asm(op " %0, %1, %2;" : "=r"(out) : "r"(a), "r"(b)); return out; }()
#define H3(op, a, b, c) [&] { unsigned out; asm(op " %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(c)); return out; }()
#define HF(op, a, b) [&] { unsigned out; asm(op " %0, %1, %2;" : "=r"(out) : "f"(a), "f"(b)); return out; }()
"#;

/// Puts variables, numbers and conditions into an expression.
fn filled(draw: &mut Draw, expression: &str) -> String {
    let mut pieces = expression.split('$');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (kind, rest) = piece.split_at(1);
        match kind {
            "n" => write!(out, "{}", draw.below(40)),
            "c" => write!(out, "{:#x}u", draw.of(&[1_u32, 0x7fff_ffff, 0x8000_0000, 0x3f80_0000, 0xffff, 0x1234_5678])),
            "p" => {
                let condition = draw.of(CONDITIONS);
                let condition = filled(draw, condition);
                write!(out, "({condition})")
            }
            kind => write!(out, "{kind}{}", draw.below(VARIABLES)),
        }
        .unwrap();
        out += rest;
    }
    out
}

/// A variable that gets the value of an expression.
fn assignment(draw: &mut Draw) -> String {
    let (kind, expressions) = EXPRESSIONS[draw.below(EXPRESSIONS.len())];
    let expression = draw.of(expressions);
    let (to, value) = (draw.below(VARIABLES), filled(draw, expression));
    format!("{kind}{to} = {value};\n")
}

fn statement(draw: &mut Draw) -> String {
    match draw.below(12) {
        0 => {
            let expression = draw.of(OF_WARPS);
            let (to, value) = (draw.below(VARIABLES), filled(draw, expression));
            format!("u{to} = {value};\n")
        }
        1 => {
            let condition = filled(draw, "$p");
            let (yes, no): (String, String) = ((0..3).map(|_| assignment(draw)).collect(), assignment(draw));
            format!("if ({condition}) {{\n{yes}}} else {{\n{no}}}\n__syncwarp();\n")
        }
        2 => {
            let body: String = (0..2).map(|_| assignment(draw)).collect();
            format!("for (int i = 0; i < (int)(u{} & 3); ++i) {{\n{body}}}\n__syncwarp();\n", draw.below(VARIABLES))
        }
        3 => {
            let (from, to) = (draw.below(VARIABLES), draw.below(VARIABLES));
            let other = draw.below(32);
            format!("__syncwarp(); s[threadIdx.x] = u{from}; __syncwarp(); u{to} = s[threadIdx.x ^ {other}];\n")
        }
        4 => {
            let (from, to) = (draw.below(VARIABLES), draw.below(VARIABLES));
            let atomic = draw.of(&["atomicAdd", "atomicMax", "atomicXor", "atomicMin", "atomicOr"]);
            format!("__syncwarp(); {atomic}(&s[u{from} & 31], u{to}); __syncwarp(); u{to} ^= s[threadIdx.x];\n")
        }
        _ => assignment(draw),
    }
}

/// Kernel number `number`: each thread takes words of two buffers and leaves its variables in the third.
pub(crate) fn kernel(number: usize) -> String {
    let mut draw = Draw((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    draw.below(2);
    let body: String = (0..24).map(|_| statement(&mut draw)).collect();
    let mut text = format!(
        "extern \"C\" __global__ void k{number}(const unsigned* x, const unsigned* y, unsigned* to) {{
        __shared__ unsigned s[32]; int t = threadIdx.x; s[t] = t; __syncwarp();\n"
    );
    for i in 0..VARIABLES {
        let at = |part: usize| format!("[t + {}]", 32 * (16 * part + i));
        let (a, b, c) = (at(0), at(1), at(2));
        writeln!(
            text,
            "unsigned u{i} = x{a}, h{i} = y{a}, b{i} = y{b};
            unsigned long long w{i} = (unsigned long long)x{b} << 32 | y{c};
            float f{i} = __uint_as_float(y{a}); double d{i} = __hiloint2double((int)x{c}, (int)y{b});"
        )
        .unwrap();
    }
    text += &body;
    for i in 0..VARIABLES {
        writeln!(
            text,
            "to[t + {0}] = u{i}; to[t + {1}] = h{i}; to[t + {2}] = b{i}; to[t + {3}] = (unsigned)w{i}; to[t + {4}] = (unsigned)(w{i} >> 32);
            to[t + {5}] = __float_as_uint(f{i}); to[t + {6}] = __double2loint(d{i}); to[t + {7}] = __double2hiint(d{i});",
            256 * i, 256 * i + 32, 256 * i + 64, 256 * i + 96, 256 * i + 128, 256 * i + 160, 256 * i + 192, 256 * i + 224,
        )
        .unwrap();
    }
    text + "}\n"
}

/// A word that is often at an edge of a type.
fn edged(word: u32) -> u32 {
    let edges = [
        0,
        1,
        0x8000_0000,
        0x7fff_ffff,
        u32::MAX,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x0000_3c00,
        0x0001_8001,
        0x3ff0_0000,
    ];
    match word % 8 {
        0 => edges[(word >> 3) as usize % edges.len()],
        1 | 2 => word & 0x807f_ffff | (0x3e80_0000 + (word & 0x0380_0000)),
        3 => word >> 20,
        _ => word,
    }
}

fn number_of(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn drawn_kernels_leave_the_same_memory_in_both_machines() {
    let from = number_of("SMEM_DRAWN_FROM", 0);
    for number in from..from + number_of("SMEM_DRAWN", 6) {
        let text = format!("{HEAD}{}", kernel(number));
        if let Ok(folder) = std::env::var("SMEM_DRAWN_OUT") {
            std::fs::write(format!("{folder}/k{number}.cu"), &text).unwrap();
        }
        let both = modules(&text);
        compare_modules(Arch::SM_90, &both, LaunchShape::new(1, 32), |_, word| edged(word));
    }
}
