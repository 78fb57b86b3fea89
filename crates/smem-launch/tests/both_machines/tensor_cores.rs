//! `mma` and `wmma` of all shapes and types.

use super::compare;
use std::fmt::Write;

/// Makes f16 and bf16, or f32, of sizes that do not vanish beside each other: exponents around that of 1.
fn sized(word: u32, exponent_bits: u32, width: u32) -> u32 {
    let one = |bits: u32| {
        let fraction = width - 1 - exponent_bits;
        let bias = (1 << (exponent_bits - 1)) - 1;
        let exponent = bias - 3 + (bits >> fraction) % 7;
        (bits & ((1 << fraction) - 1)) | exponent << fraction | (bits >> (width - 1)) << (width - 1)
    };
    if width == 32 { one(word) } else { one(word & 0xffff) | one(word >> 16) << 16 }
}

/// Elements by the name of the kernel.
fn elements(name: &str, word: u32) -> u32 {
    match name.split('_').next().unwrap_or("") {
        "f16" => sized(word, 5, 16),
        "bf16" => sized(word, 8, 16),
        "tf32" | "f32" => sized(word, 8, 32),
        // Both halves of an f64: its upper one has the exponent.
        "f64" => sized(word, 11, 32),
        _ => word,
    }
}

/// A kernel that multiplies registers as they are in memory, `a * b + c`, and leaves the result in `c`.
fn mma(name: &str, instruction: &str, registers: [usize; 3], register: (&str, &str)) -> String {
    let (letter, ty) = register;
    let [a, b, c] = registers;
    let list = |from: usize, count: usize| {
        let names: Vec<String> = (from..from + count).map(|i| format!("%{i}")).collect();
        format!("{{{}}}", names.join(", "))
    };
    let mut text = format!(
        "extern \"C\" __global__ void {name}(const {ty}* a, const {ty}* b, {ty}* c) {{\n  int t = threadIdx.x;\n"
    );
    writeln!(text, "  {ty} d[{c}];").unwrap();
    writeln!(text, "  for (int i = 0; i < {c}; ++i) d[i] = c[32 * i + t];").unwrap();
    let constraints = |sign: &str, of: &str, count: usize| {
        let one = |i: usize| match of {
            "d" => format!("\"{sign}{letter}\"(d[{i}])"),
            of => format!("\"{letter}\"({of}[{} + t])", 32 * i),
        };
        (0..count).map(one).collect::<Vec<_>>().join(", ")
    };
    writeln!(
        text,
        "  asm volatile(\"{instruction} {}, {}, {}, {};\" : {} : {}, {});",
        list(0, c),
        list(c, a),
        list(c + a, b),
        list(0, c),
        constraints("+", "d", c),
        constraints("", "a", a),
        constraints("", "b", b)
    )
    .unwrap();
    writeln!(text, "  for (int i = 0; i < {c}; ++i) c[32 * i + t] = d[i];\n}}").unwrap();
    text
}

const WORD: (&str, &str) = ("r", "unsigned");

#[test]
fn mma_of_floats_is_the_same() {
    let mut text = String::new();
    for (name, shape, types, registers) in [
        ("f16_k8", "m16n8k8", "f32.f16.f16.f32", [2, 1, 4]),
        ("f16_k16", "m16n8k16", "f32.f16.f16.f32", [4, 2, 4]),
        ("f16_sum_k8", "m16n8k8", "f16.f16.f16.f16", [2, 1, 2]),
        ("f16_sum_k16", "m16n8k16", "f16.f16.f16.f16", [4, 2, 2]),
        ("bf16_k8", "m16n8k8", "f32.bf16.bf16.f32", [2, 1, 4]),
        ("bf16_k16", "m16n8k16", "f32.bf16.bf16.f32", [4, 2, 4]),
        ("tf32_k4", "m16n8k4", "f32.tf32.tf32.f32", [2, 1, 4]),
        ("tf32_k8", "m16n8k8", "f32.tf32.tf32.f32", [4, 2, 4]),
    ] {
        let instruction = format!("mma.sync.aligned.{shape}.row.col.{types}");
        text += &mma(name, &instruction, registers, WORD);
    }
    compare(&text, elements);
}

#[test]
fn mma_of_f64_is_the_same() {
    let mut text = String::new();
    for (name, shape, registers) in [
        ("f64_m8", "m8n8k4", [1, 1, 2]),
        ("f64_k4", "m16n8k4", [2, 1, 4]),
        ("f64_k8", "m16n8k8", [4, 2, 4]),
        ("f64_k16", "m16n8k16", [8, 4, 4]),
    ] {
        let instruction = format!("mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64");
        text += &mma(name, &instruction, registers, ("d", "double"));
    }
    compare(&text, elements);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn mma_of_integers_is_the_same() {
    let mut text = String::new();
    for (left, right) in [("s8", "s8"), ("u8", "u8"), ("s8", "u8"), ("u8", "s8")] {
        for (shape, registers) in [("m8n8k16", [1, 1, 2]), ("m16n8k16", [2, 1, 4]), ("m16n8k32", [4, 2, 4])] {
            for end in ["", ".satfinite"] {
                let name = format!("{left}_{right}_{shape}{}", if end.is_empty() { "" } else { "_sat" });
                let instruction = format!("mma.sync.aligned.{shape}.row.col{end}.s32.{left}.{right}.s32");
                text += &mma(&name, &instruction, registers, WORD);
            }
        }
    }
    for (left, right) in [("s4", "s4"), ("u4", "u4"), ("s4", "u4"), ("u4", "s4")] {
        for (shape, registers) in [("m8n8k32", [1, 1, 2]), ("m16n8k32", [2, 1, 4]), ("m16n8k64", [4, 2, 4])] {
            let name = format!("{left}_{right}_{shape}");
            let instruction = format!("mma.sync.aligned.{shape}.row.col.s32.{left}.{right}.s32");
            text += &mma(&name, &instruction, registers, WORD);
        }
    }
    for how in ["and", "xor"] {
        for (shape, registers) in [("m8n8k128", [1, 1, 2]), ("m16n8k128", [2, 1, 4]), ("m16n8k256", [4, 2, 4])] {
            let instruction = format!("mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{how}.popc");
            text += &mma(&format!("b1_{how}_{shape}"), &instruction, registers, WORD);
        }
    }
    compare(&text, elements);
}

/// `wmma` from global memory to global memory, with a step between that looks at single elements.
fn wmma(name: &str, shape: [u32; 3], types: (&str, &str), memory: (&str, &str), orders: [&str; 3]) -> String {
    let [m, n, k] = shape;
    let (of_factors, of_sums) = types;
    let (factor, sum) = memory;
    let [a, b, c] = orders;
    let pitch = |by_rows: bool, rows: u32, columns: u32| if by_rows { columns + 16 } else { rows + 16 };
    let lda = pitch(a == "row_major", m, k);
    let ldb = pitch(b == "row_major", k, n);
    let ldc = pitch(c == "mem_row_major", m, n);
    format!(
        "extern \"C\" __global__ void {name}(const {factor}* a, const {factor}* b, {sum}* c) {{
  extern __shared__ __align__(128) char memory[];
  {factor}* as = reinterpret_cast<{factor}*>(memory);
  {sum}* cs = reinterpret_cast<{sum}*>(memory + 8192);
  for (int i = threadIdx.x; i < 8192 / (int)sizeof({factor}); i += 32) as[i] = a[i];
  for (int i = threadIdx.x; i < 8192 / (int)sizeof({sum}); i += 32) cs[i] = c[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, {m}, {n}, {k}, {of_factors}, wmma::{a}> fa;
  wmma::fragment<wmma::matrix_b, {m}, {n}, {k}, {of_factors}, wmma::{b}> fb;
  wmma::fragment<wmma::accumulator, {m}, {n}, {k}, {of_sums}> fc, fd;
  wmma::load_matrix_sync(fa, as, {lda});
  wmma::load_matrix_sync(fb, b, {ldb});
  wmma::load_matrix_sync(fc, cs, {ldc}, wmma::{c});
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(cs, fd, {ldc}, wmma::{c});
  __syncthreads();
  for (int i = threadIdx.x; i < 8192 / (int)sizeof({sum}); i += 32) c[i] = cs[i];
  wmma::fill_fragment(fc, {sum}(0));
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fd.x[fc.num_elements - 1 - i];
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + 8192 / sizeof({sum}), fc, {ldc}, wmma::{c});
}}
"
    )
}

fn wmma_text(kernels: &[String]) -> String {
    format!(
        "#include <mma.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\nusing namespace nvcuda;\n{}",
        kernels.concat()
    )
}

const ORDERS: [[&str; 3]; 4] = [
    ["row_major", "col_major", "mem_row_major"],
    ["col_major", "row_major", "mem_col_major"],
    ["row_major", "row_major", "mem_col_major"],
    ["col_major", "col_major", "mem_row_major"],
];
const SHAPES: [[u32; 3]; 3] = [[16, 16, 16], [32, 8, 16], [8, 32, 16]];

#[test]
fn wmma_of_floats_is_the_same() {
    let mut kernels = Vec::new();
    for orders in ORDERS {
        let letters: String = orders.iter().map(|order| if order.contains("row") { 'r' } else { 'c' }).collect();
        for shape in SHAPES {
            let [m, n, _] = shape;
            let name = |of: &str| format!("{of}_{m}_{n}_{letters}");
            kernels.push(wmma(&name("f16"), shape, ("half", "half"), ("half", "half"), orders));
            kernels.push(wmma(&name("f16_f32"), shape, ("half", "float"), ("half", "float"), orders));
            kernels.push(wmma(&name("bf16"), shape, ("__nv_bfloat16", "float"), ("__nv_bfloat16", "float"), orders));
        }
        let tf32 = ("wmma::precision::tf32", "float");
        kernels.push(wmma(&format!("tf32_{letters}"), [16, 16, 8], tf32, ("float", "float"), orders));
        kernels.push(wmma(&format!("f64_{letters}"), [8, 8, 4], ("double", "double"), ("double", "double"), orders));
    }
    compare(&wmma_text(&kernels), elements);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn wmma_of_integers_is_the_same() {
    let mut kernels = Vec::new();
    for orders in ORDERS {
        let letters: String = orders.iter().map(|order| if order.contains("row") { 'r' } else { 'c' }).collect();
        for shape in SHAPES {
            let [m, n, _] = shape;
            for (name, ty) in [("s8", "signed char"), ("u8", "unsigned char")] {
                kernels.push(wmma(&format!("{name}_{m}_{n}_{letters}"), shape, (ty, "int"), (ty, "int"), orders));
            }
        }
    }
    compare(&wmma_text(&kernels), elements);
}
