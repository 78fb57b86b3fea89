//! Integers of 16 and 8 bits, two or four to a register, on random words and on the edges of their types.

use super::{modules, random, run};
use smem_sim::LaunchShape;

/// A word whose parts are often at an edge of their types.
fn edged(word: u32) -> u32 {
    let part = |bits: u32| match bits % 8 {
        0 => 0x0000,
        1 => 0x7fff,
        2 => 0x8000,
        3 => 0xffff,
        4 => 0x807f,
        _ => bits >> 3 & 0xffff,
    };
    part(word) | part(word >> 13) << 16
}

/// A kernel's name, the call that it makes in CUDA C++, and its definition.
type PackedFunction<'f> = (&'f str, &'f str, fn(u32, u32, u32) -> u32);

/// Runs each function in machine code on 128 pairs, and compares with its definition in Rust.
fn check(functions: &[PackedFunction<'_>]) {
    let kernel = |(name, call, _): &PackedFunction<'_>| {
        format!(
            "extern \"C\" __global__ void {name}(unsigned* a, unsigned* b, unsigned* c) {{
                int i = threadIdx.x; unsigned x = a[i], y = b[i], z = c[i]; bool high = false, low = false; c[i] = {call}; }}\n"
        )
    };
    let text: String = functions.iter().map(kernel).collect();
    let [_, machine_code] = modules(&text);
    let buffers: [Vec<u32>; 3] = [1, 2, 3].map(|seed| random(seed, 128).into_iter().map(edged).collect());
    for (name, _, expected) in functions {
        let left = run(&machine_code, name, &LaunchShape::new(1, 128), &buffers);
        for i in 0..128 {
            let [x, y, z] = [0, 1, 2].map(|buffer: usize| buffers[buffer][i]);
            assert_eq!(left[2][i], expected(x, y, z), "{name} of {x:#x}, {y:#x} and {z:#x}");
        }
    }
}

fn halves(x: u32, y: u32, z: u32, f: impl Fn(i16, i16, i16) -> i16) -> u32 {
    let half = |shift: u32| u32::from(f((x >> shift) as i16, (y >> shift) as i16, (z >> shift) as i16) as u16) << shift;
    half(0) | half(16)
}

fn bytes(x: u32, y: u32, f: impl Fn(u8, u8) -> u8) -> u32 {
    let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
    u32::from_le_bytes(std::array::from_fn(|i| f(x[i], y[i])))
}

#[test]
fn sums_and_differences_are_those_of_the_parts() {
    check(&[
        ("add2", "__vadd2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.wrapping_add(y))),
        ("sub2", "__vsub2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.wrapping_sub(y))),
        ("add4", "__vadd4(x, y)", |x, y, _| bytes(x, y, u8::wrapping_add)),
        ("distances", "__vabsdiffu4(x, y)", |x, y, _| bytes(x, y, u8::abs_diff)),
        ("sum_of_distances", "__vsadu4(x, y)", |x, y, _| {
            bytes(x, y, u8::abs_diff).to_le_bytes().into_iter().map(u32::from).sum()
        }),
    ]);
}

#[test]
fn minima_and_maxima_are_those_of_the_parts() {
    check(&[
        ("maxs2", "__vmaxs2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.max(y))),
        ("mins2", "__vmins2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.min(y))),
        ("maxu2", "__vmaxu2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| (x as u16).max(y as u16) as i16)),
        ("minu2", "__vminu2(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| (x as u16).min(y as u16) as i16)),
        ("maxu4", "__vmaxu4(x, y)", |x, y, _| bytes(x, y, u8::max)),
        ("max_relu2", "__vimax_s16x2_relu(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.max(y).max(0))),
        ("min_relu2", "__vimin_s16x2_relu(x, y)", |x, y, _| halves(x, y, 0, |x, y, _| x.min(y).max(0))),
        ("max_relu", "__vimax_s32_relu(x, y)", |x, y, _| (x as i32).max(y as i32).max(0) as u32),
        ("min_relu", "__vimin_s32_relu(x, y)", |x, y, _| (x as i32).min(y as i32).max(0) as u32),
        ("max3", "__vimax3_s16x2(x, y, z)", |x, y, z| halves(x, y, z, |x, y, z| x.max(y).max(z))),
        ("min3", "__vimin3_s16x2(x, y, z)", |x, y, z| halves(x, y, z, |x, y, z| x.min(y).min(z))),
        ("max3_unsigned", "__vimax3_u16x2(x, y, z)", |x, y, z| {
            halves(x, y, z, |x, y, z| (x as u16).max(y as u16).max(z as u16) as i16)
        }),
        ("min3_relu2", "__vimin3_s16x2_relu(x, y, z)", |x, y, z| halves(x, y, z, |x, y, z| x.min(y).min(z).max(0))),
        ("max3_relu", "__vimax3_s32_relu(x, y, z)", |x, y, z| (x as i32).max(y as i32).max(z as i32).max(0) as u32),
        ("add_max", "__viaddmax_s16x2(x, y, z)", |x, y, z| halves(x, y, z, |x, y, z| x.wrapping_add(y).max(z))),
        ("add_min", "__viaddmin_s16x2(x, y, z)", |x, y, z| halves(x, y, z, |x, y, z| x.wrapping_add(y).min(z))),
        ("add_max_unsigned", "__viaddmax_u16x2(x, y, z)", |x, y, z| {
            halves(x, y, z, |x, y, z| (x.wrapping_add(y) as u16).max(z as u16) as i16)
        }),
        ("add_max_relu", "__viaddmax_s16x2_relu(x, y, z)", |x, y, z| {
            halves(x, y, z, |x, y, z| x.wrapping_add(y).max(z).max(0))
        }),
    ]);
}

#[test]
fn predicates_say_which_half_was_chosen() {
    check(&[
        ("which_max", "__vibmax_s16x2(x, y, &high, &low) * 0 + high * 2 + low", |x, y, _| {
            u32::from((x >> 16) as i16 >= (y >> 16) as i16) << 1 | u32::from(x as i16 >= y as i16)
        }),
        ("which_min_unsigned", "__vibmin_u16x2(x, y, &high, &low) * 0 + high * 2 + low", |x, y, _| {
            u32::from(x >> 16 <= y >> 16) << 1 | u32::from(x as u16 <= y as u16)
        }),
        ("greater", "__vibmax_s16x2(x, y, &high, &low)", |x, y, _| halves(x, y, 0, |x, y, _| x.max(y))),
    ]);
}
