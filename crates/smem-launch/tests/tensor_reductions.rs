//! Bulk reductions of boxes of tensors (`cp.reduce.async.bulk.tensor`), as machine code. No GPU was asked: the values are those of the
//! operations.

use smem_launch::{Arch, CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{KernelArg, LaunchShape, Module, Simulator, TensorElement, TensorMap};

const OPERATIONS: [&str; 8] = ["add", "min", "max", "and", "or", "xor", "inc", "dec"];
/// Elements of the tensor and of the box along both axes, and where the box begins.
const DIMS: [usize; 2] = [16, 8];
const BOX: [usize; 2] = [8, 4];
const AT: [usize; 2] = [8, 2];

fn module() -> Module {
    let kernel = |operation: &&str| {
        format!(
            "extern \"C\" __global__ void reduce_{operation}(const __grid_constant__ Map map, const unsigned* from, int bytes) {{
                extern __shared__ __align__(1024) unsigned box[];
                for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) box[i] = from[i];
                asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");
                __syncthreads();
                if (threadIdx.x == 0) {{
                    asm volatile(\"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{operation}.tile.bulk_group [%0, {{%1, %2}}], [%3];\"
                                 :: \"l\"(&map), \"r\"({}), \"r\"({}), \"r\"((unsigned)__cvta_generic_to_shared(box)) : \"memory\");
                    asm volatile(\"cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\" ::: \"memory\");
                }}
            }}\n",
            AT[0], AT[1]
        )
    };
    let text = "struct alignas(64) Map { unsigned long long words[16]; };\n".to_owned()
        + &OPERATIONS.iter().map(kernel).collect::<String>();
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    let source = CudaSource::new(&text, "reductions.cu").option("-arch=sm_90a");
    let compiled = device.compile(&source).unwrap_or_else(|error| panic!("{error}"));
    let cubin = compiled.cubin().unwrap();
    let listing = Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap();
    smem_sass::module(cubin, &listing).unwrap()
}

/// The tensor's elements and the box's, as bits.
fn elements(bytes: usize) -> [Vec<u64>; 2] {
    let element = |i: usize| match i % 5 {
        0 => u64::MAX,
        1 => 1 << (8 * bytes - 1),
        _ => (i as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7,
    };
    let mask = u64::MAX >> (64 - 8 * bytes);
    [(0..DIMS[0] * DIMS[1]).map(|i| element(i) & mask).collect(), {
        (0..BOX[0] * BOX[1]).map(|i| element(7 * i + 2) & mask).collect()
    }]
}

/// The tensor after a reduction; `None` for a fault, with its words.
fn reduced(
    module: &Module,
    operation: &str,
    ty: TensorElement,
    bytes: usize,
    swizzled: bool,
) -> Result<Vec<u64>, String> {
    let [tensor, values] = elements(bytes);
    let packed =
        |values: &[u64]| -> Vec<u8> { values.iter().flat_map(|v| v.to_le_bytes()[..bytes].to_vec()).collect() };
    let sim = Simulator::new(Arch::SM_90);
    let (at, from) = (sim.alloc(DIMS[0] * DIMS[1] * bytes), sim.alloc(4096));
    sim.write(at, &packed(&tensor)).unwrap();
    let mut rows = packed(&values);
    let row = BOX[0] * bytes;
    let mut map = TensorMap::tiled(
        ty,
        at,
        &[DIMS[0] as u64, DIMS[1] as u64],
        &[(DIMS[0] * bytes) as u64],
        &[BOX[0] as u32, BOX[1] as u32],
    )
    .unwrap();
    if swizzled {
        assert_eq!(row, 32);
        map = map.swizzle(smem_banks::TmaSwizzle::B32).unwrap();
        // Halves of 32 bytes change places in every other 128 bytes.
        let dense = rows.clone();
        for (i, byte) in dense.iter().enumerate() {
            rows[i ^ (i >> 7 & 1) << 4] = *byte;
        }
    }
    sim.write(from, &rows).unwrap();
    let args = [KernelArg::Bytes(map.bytes().to_vec()), KernelArg::Ptr(from), KernelArg::I32(rows.len() as i32)];
    let shape = LaunchShape::new(1, 32).shared_bytes(4096);
    sim.launch(module, &format!("reduce_{operation}"), &shape, &args).map_err(|fault| fault.to_string())?;
    let mut left = vec![0; tensor.len() * bytes];
    sim.read(at, &mut left).unwrap();
    let element = |part: &[u8]| part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    Ok(left.chunks(bytes).map(element).collect())
}

fn operate(operation: &str, old: u64, value: u64, signed: bool, bytes: usize) -> u64 {
    let mask = u64::MAX >> (64 - 8 * bytes);
    let wide = |value: u64| (value as i64) << (64 - 8 * bytes) >> (64 - 8 * bytes);
    let is_less = if signed { wide(value) < wide(old) } else { value < old };
    (match operation {
        "add" => old.wrapping_add(value),
        "min" => {
            if is_less {
                value
            } else {
                old
            }
        }
        "max" => {
            if is_less {
                old
            } else {
                value
            }
        }
        "and" => old & value,
        "or" => old | value,
        "xor" => old ^ value,
        "inc" => {
            if old >= value {
                0
            } else {
                old + 1
            }
        }
        _ => {
            if old == 0 || old > value {
                value
            } else {
                old - 1
            }
        }
    }) & mask
}

#[test]
fn a_box_is_reduced_into_its_place_and_nothing_else_changes() {
    let module = module();
    let types = [
        (TensorElement::U32, 4, false),
        (TensorElement::I32, 4, true),
        (TensorElement::U64, 8, false),
        (TensorElement::I64, 8, true),
    ];
    for (ty, bytes, signed) in types {
        for operation in OPERATIONS {
            if matches!(operation, "inc" | "dec") && ty != TensorElement::U32 {
                let message = reduced(&module, operation, ty, bytes, false).unwrap_err();
                assert!(message.contains("the reduction") && message.contains("is unknown"), "{message}");
                continue;
            }
            let [mut expected, values] = elements(bytes);
            for (i, value) in values.into_iter().enumerate() {
                let place = (AT[1] + i / BOX[0]) * DIMS[0] + AT[0] + i % BOX[0];
                expected[place] = operate(operation, expected[place], value, signed, bytes);
            }
            for swizzled in [false, bytes == 4] {
                let left = reduced(&module, operation, ty, bytes, swizzled).unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(left, expected, "{operation} of {ty:?}, swizzled: {swizzled}");
            }
        }
    }
}

#[test]
fn sums_of_halves_are_refused_by_name() {
    for ty in [TensorElement::F16, TensorElement::Bf16] {
        let message = reduced(&module(), "add", ty, 2, false).unwrap_err();
        assert!(message.contains(&format!("the reduction Add of a tensor of {ty:?} is unknown")), "{message}");
    }
}
