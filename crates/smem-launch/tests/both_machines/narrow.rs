//! Conversions to and from tf32, halves and numbers of 8 bits, and the special unit's functions of halves.

use super::compare_launch;
use smem_sim::LaunchShape;

/// Operations of PTX with the constraints of their result and of two operands: `f` for f32, `r` for 32 bits, `h` for 16.
const OPERATIONS: [(&str, char, &str); 25] = [
    ("cvt.rn.satfinite.e4m3x2.f32", 'h', "ff"),
    ("cvt.rn.satfinite.e5m2x2.f32", 'h', "ff"),
    ("cvt.rn.satfinite.relu.e4m3x2.f32", 'h', "ff"),
    ("cvt.rn.satfinite.e4m3x2.f16x2", 'h', "r"),
    ("cvt.rn.satfinite.relu.e5m2x2.f16x2", 'h', "r"),
    ("cvt.rn.f16x2.e4m3x2", 'r', "h"),
    ("cvt.rn.relu.f16x2.e5m2x2", 'r', "h"),
    ("cvt.rna.tf32.f32", 'r', "f"),
    ("cvt.rn.tf32.f32", 'r', "f"),
    ("cvt.rz.tf32.f32", 'r', "f"),
    ("cvt.rn.relu.tf32.f32", 'r', "f"),
    ("cvt.rn.relu.f16x2.f32", 'r', "ff"),
    ("cvt.rz.relu.bf16x2.f32", 'r', "ff"),
    ("cvt.rni.bf16.bf16", 'h', "h"),
    ("cvt.rzi.bf16.bf16", 'h', "h"),
    ("cvt.rni.s32.bf16", 'r', "h"),
    ("cvt.rzi.u32.bf16", 'r', "h"),
    ("cvt.rni.f16.f16", 'h', "h"),
    ("tanh.approx.f16", 'h', "h"),
    ("tanh.approx.f16x2", 'r', "r"),
    ("tanh.approx.bf16", 'h', "h"),
    ("tanh.approx.bf16x2", 'r', "r"),
    ("ex2.approx.f16x2", 'r', "r"),
    ("ex2.approx.ftz.bf16", 'h', "h"),
    ("ex2.approx.ftz.bf16x2", 'r', "r"),
];

#[test]
fn narrow_numbers_are_alike_in_both_machines() {
    let ty = |constraint| match constraint {
        'f' => "float",
        'h' => "unsigned short",
        _ => "unsigned",
    };
    let mut text = String::new();
    for (number, (name, result, operands)) in OPERATIONS.iter().enumerate() {
        let places: Vec<String> = (1..=operands.len()).map(|place| format!("%{place}")).collect();
        let inputs: Vec<String> =
            operands.chars().zip('x'..).map(|(constraint, name)| format!("\"{constraint}\"({name})")).collect();
        let declared: String = operands
            .chars()
            .zip(['x', 'y'].into_iter().zip(['a', 'b']))
            .map(|(constraint, (name, buffer))| match constraint {
                'f' => format!("float {name} = __uint_as_float({buffer}[i]);"),
                other => format!("{} {name} = {buffer}[i];", ty(other)),
            })
            .collect();
        text += &format!(
            "extern \"C\" __global__ void k{number}(const unsigned* a, const unsigned* b, unsigned* to) {{
                for (int i = threadIdx.x; i < 1024; i += 32) {{
                    {declared} {result} out;
                    asm(\"{name} %0, {places};\" : \"={constraint}\"(out) : {inputs});
                    to[i] = out;
                }}
            }}\n",
            result = ty(*result),
            constraint = result,
            places = places.join(", "),
            inputs = inputs.join(", "),
        );
    }
    // Exponents of numbers near 1 in f32, and in the halves any.
    compare_launch(
        &text,
        LaunchShape::new(1, 32),
        |_, word| {
            if word % 5 == 0 { word } else { word & 0x87ff_ffff | 0x3800_0000 }
        },
    );
}
