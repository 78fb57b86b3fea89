//! `access(wmma(..))`: what it counts is what `load_matrix_sync` and `store_matrix_sync` take, and its layouts have a pitch that they accept.

use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
use smem_layout::{
    Access, AutoOr, ConflictPolicy, LayoutChoice, Operand, Positions, Solution, TileSpec, WmmaShape, solve,
    translation_unit,
};
use smem_tile::smem_tile;

/// A kind of fragment: the shape in PTX and in C++, the types of the factors and the sum in C++, and the bytes of each.
struct Kind {
    shape: &'static str,
    sides: &'static str,
    factor: &'static str,
    /// As the template has it.
    precision: &'static str,
    sum: &'static str,
    bytes: (u32, u32),
}

const KINDS: [Kind; 12] = [
    Kind {
        shape: "m16n16k16",
        sides: "16, 16, 16",
        factor: "__half",
        precision: "__half",
        sum: "float",
        bytes: (2, 4),
    },
    Kind {
        shape: "m16n16k16",
        sides: "16, 16, 16",
        factor: "__half",
        precision: "__half",
        sum: "__half",
        bytes: (2, 2),
    },
    Kind {
        shape: "m16n16k16",
        sides: "16, 16, 16",
        factor: "__nv_bfloat16",
        precision: "__nv_bfloat16",
        sum: "float",
        bytes: (2, 4),
    },
    Kind {
        shape: "m16n16k16",
        sides: "16, 16, 16",
        factor: "signed char",
        precision: "signed char",
        sum: "int",
        bytes: (1, 4),
    },
    Kind {
        shape: "m16n16k8",
        sides: "16, 16, 8",
        factor: "float",
        precision: "wmma::precision::tf32",
        sum: "float",
        bytes: (4, 4),
    },
    Kind { shape: "m8n8k4", sides: "8, 8, 4", factor: "double", precision: "double", sum: "double", bytes: (8, 8) },
    Kind { shape: "m8n32k16", sides: "8, 32, 16", factor: "__half", precision: "__half", sum: "float", bytes: (2, 4) },
    Kind { shape: "m8n32k16", sides: "8, 32, 16", factor: "__half", precision: "__half", sum: "__half", bytes: (2, 2) },
    Kind {
        shape: "m8n32k16",
        sides: "8, 32, 16",
        factor: "signed char",
        precision: "signed char",
        sum: "int",
        bytes: (1, 4),
    },
    Kind { shape: "m32n8k16", sides: "32, 8, 16", factor: "__half", precision: "__half", sum: "float", bytes: (2, 4) },
    Kind { shape: "m32n8k16", sides: "32, 8, 16", factor: "__half", precision: "__half", sum: "__half", bytes: (2, 2) },
    Kind {
        shape: "m32n8k16",
        sides: "32, 8, 16",
        factor: "signed char",
        precision: "signed char",
        sum: "int",
        bytes: (1, 4),
    },
];

/// An operation of a kernel on a tile: loads or stores one fragment at every aligned position, stored in one of both orders.
struct Use {
    access: Access,
    is_store: bool,
    solution: Solution,
    text: String,
}

fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    for Kind { shape, sides, factor, precision, sum, bytes } in KINDS {
        let wmma = WmmaShape::from_name(shape).unwrap();
        for (operand, transposed, is_store) in [
            (Operand::A, false, false),
            (Operand::A, true, false),
            (Operand::B, false, false),
            (Operand::B, true, false),
            (Operand::C, false, false),
            (Operand::C, true, false),
            (Operand::C, false, true),
            (Operand::C, true, true),
        ] {
            let elem_bytes = if operand == Operand::C { bytes.1 } else { bytes.0 };
            let access = Access::wmma(wmma, operand);
            let access = if transposed { access.transposed() } else { access };
            let elem = if operand == Operand::C { sum } else { factor };
            for pad in [Some(0), Some(16 / elem_bytes), Some(48 / elem_bytes), None] {
                let accesses = [access.clone()];
                let choice = pad.map_or(LayoutChoice::Auto, |pad| LayoutChoice::Pad(AutoOr::Exactly(pad)));
                let spec = TileSpec::builder(32, 32, elem_bytes, &accesses).choice(choice);
                let spec = spec.conflicts(ConflictPolicy::Allow).build().unwrap();
                let solution = solve(&spec).unwrap();
                let number = uses.len();
                let tile = solution.cuda(&format!("T{number}"), elem).unwrap();
                let (rows, cols) = extent(shape, operand);
                let (height, width) = if transposed { (cols, rows) } else { (rows, cols) };
                let by_rows = transposed == (operand == Operand::B);
                let layout = if by_rows { "row_major" } else { "col_major" };
                let fragment = match operand {
                    Operand::A => format!("wmma::matrix_a, {sides}, {precision}, wmma::{layout}"),
                    Operand::B => format!("wmma::matrix_b, {sides}, {precision}, wmma::{layout}"),
                    Operand::C => format!("wmma::accumulator, {sides}, {sum}"),
                };
                let order = if operand == Operand::C { format!(", wmma::mem_{layout}") } else { String::new() };
                let body = match is_store {
                    true => format!(
                        "wmma::fill_fragment(f, n); wmma::store_matrix_sync(&t(r, c), f, T{number}::PITCH{order});"
                    ),
                    false => format!(
                        "wmma::load_matrix_sync(f, &t(r, c), T{number}::PITCH{order}); for (int i = 0; i < f.num_elements; ++i) s += static_cast<float>(f.x[i]);"
                    ),
                };
                let text = format!(
                    "{tile}extern \"C\" __global__ void k{number}(float* out, int n) {{
    __shared__ T{number} t;
    float s = 0;
    for (unsigned r = 0; r < 32; r += {height}) for (unsigned c = 0; c < 32; c += {width}) {{
        wmma::fragment<{fragment}> f;
        {body}
    }}
    out[threadIdx.x] = s;
    if (n == 12345) out[0] = static_cast<float>(t(n % 7, n % 5));
}}
"
                );
                uses.push(Use { access: access.clone(), is_store, solution, text });
            }
        }
    }
    uses
}

fn extent(shape: &str, operand: Operand) -> (u32, u32) {
    let (m, n, k) = match shape {
        "m16n16k16" => (16, 16, 16),
        "m16n16k8" => (16, 16, 8),
        "m8n32k16" => (8, 32, 16),
        "m32n8k16" => (32, 8, 16),
        _ => (8, 8, 4),
    };
    match operand {
        Operand::A => (m, k),
        Operand::B => (n, k),
        Operand::C => (m, n),
    }
}

/// Returns the wavefronts of all positions, as the access counts them.
fn counted(Use { access, solution, .. }: &Use) -> u64 {
    let (layout, elem_bytes) = (solution.layout(), solution.elem_bytes());
    let positions = Positions::new(access, layout.rows(), layout.cols(), elem_bytes).unwrap();
    let model = smem_layout::Arch::SM_90.bank_model();
    let cost = |number| {
        model.cost(&positions.lanes(number).request(layout, elem_bytes, access.lane_elements(elem_bytes))).wavefronts
    };
    (0..positions.count()).map(cost).map(u64::from).sum()
}

#[test]
fn the_wavefronts_of_a_fragment_are_those_of_its_instructions() {
    let uses = uses();
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let kernels: String = uses.iter().map(|one| one.text.as_str()).collect();
    let source = format!("#include <mma.h>\nusing namespace nvcuda;\n{kernels}");
    let program = device.load(&source, "wmma.cu").unwrap();
    let mut wrong = Vec::new();
    for (number, one) in uses.iter().enumerate() {
        let out = device.zeros::<f32>(32).unwrap();
        let kernel = program.kernel(&format!("k{number}")).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
        let profile = device.simulate(&kernel, launch, &[out.arg(), 1_i32.into()]).unwrap();
        let (found, requests) =
            profile.shared.iter().fold((0, 0), |(w, r), line| (w + line.wavefronts, r + line.requests));
        let Use { access, solution, is_store, .. } = one;
        if found != counted(one) {
            wrong.push(format!(
                "{access} of {} bytes on {}{}: {found} of {requests} requests, counted {}",
                solution.elem_bytes(),
                solution.layout(),
                if *is_store { ", stored" } else { "" },
                counted(one)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), uses.len(), wrong.join("\n"));
}

#[smem_tile(
    64,
    64,
    access(row(vec = 8), wmma(m16n16k16, a)),
    elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h")
)]
struct A(u16);

const PRODUCT: &str = r#"
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(const __half* in, float* out) {
    __shared__ A a;
    for (unsigned i = threadIdx.x; i < 64 * 64; i += 32) a(i / 64, i % 64) = in[i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
    wmma::load_matrix_sync(fa, &a(16, 32), A::PITCH);
    wmma::load_matrix_sync(fb, &a(32, 16), A::PITCH);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out, fc, 16, wmma::mem_row_major);
}"#;

#[test]
fn a_product_of_a_tile_with_a_pitch_is_right() {
    assert_eq!((A::PITCH, A::ALIGN), (72, 32));
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    // 1, 2, 0 and -1 in half precision.
    let data: Vec<u16> = (0..4096u32).map(|i| [0x3c00u16, 0x4000, 0, 0xbc00][(i * 7 / 3 % 4) as usize]).collect();
    let unit = translation_unit(&[A::CUDA], "product.cu", PRODUCT);
    let kernel = device.load(&unit, "product.cu").unwrap().kernel("product").unwrap();
    let (from, to) = (device.upload(&data).unwrap(), device.zeros::<f32>(256).unwrap());
    // SAFETY: the kernel reads the 64 x 64 elements of `from` and writes the 16 x 16 of `to`.
    unsafe { device.launch(&kernel, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[from.arg(), to.arg()]) }.unwrap();
    let value = |row: usize, col: usize| match data[row * 64 + col] {
        0x3c00 => 1f32,
        0x4000 => 2.0,
        0 => 0.0,
        _ => -1.0,
    };
    let sum = |row: usize, col: usize| (0..16).map(|k| value(16 + row, 32 + k) * value(32 + col, 16 + k)).sum();
    let expected: Vec<f32> = (0..256).map(|at| sum(at / 16, at % 16)).collect();
    assert_eq!(device.download(&to).unwrap(), expected);
}
