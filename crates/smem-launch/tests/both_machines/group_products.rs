//! Products of four warps (`wgmma`): each type of its elements, with factors in shared memory and in registers.

use super::{WORDS, compare_modules, random};
use smem_launch::{CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Profile, SharedOp, Simulator};

/// A kernel with one product.
struct GroupKernel {
    name: &'static str,
    columns: u32,
    /// Depth, and the types of the sums and of the factors.
    types: &'static str,
    /// Whether the left factor is in registers.
    in_registers: bool,
    /// The operands after the descriptors and the predicate.
    rest: &'static str,
    /// Leading and stride bytes and the swizzle of both descriptors.
    places: [(u32, u32, u32); 2],
}

const fn kernel(
    name: &'static str,
    columns: u32,
    types: &'static str,
    rest: &'static str,
    places: [(u32, u32, u32); 2],
) -> GroupKernel {
    GroupKernel { name, columns, types, in_registers: false, rest, places }
}

const fn of_registers(mut kernel: GroupKernel) -> GroupKernel {
    kernel.in_registers = true;
    kernel
}

const PLAIN: (u32, u32, u32) = (128, 256, 0);
const SWIZZLED: (u32, u32, u32) = (16, 1024, 1);

const KERNELS: [GroupKernel; 14] = [
    kernel("f16_8", 8, "k16.f32.f16.f16", ", 1, 1, 0, 0", [PLAIN, PLAIN]),
    kernel("f16_24_to_f16", 24, "k16.f16.f16.f16", ", -1, 1, 0, 0", [SWIZZLED, SWIZZLED]),
    kernel("f16_256_transposed", 256, "k16.f32.f16.f16", ", 1, -1, 1, 1", [SWIZZLED, (2048, 1024, 1)]),
    kernel("f16_40_left_transposed", 40, "k16.f32.f16.f16", ", 1, 1, 1, 0", [(1024, 512, 2), (16, 512, 2)]),
    of_registers(kernel("f16_registers_72", 72, "k16.f16.f16.f16", ", 1, 1, 0", [PLAIN, (16, 256, 3)])),
    of_registers(kernel("bf16_registers_64", 64, "k16.f32.bf16.bf16", ", -1, 1, 1", [PLAIN, (1024, 128, 0)])),
    kernel("bf16_200", 200, "k16.f32.bf16.bf16", ", 1, 1, 0, 1", [SWIZZLED, (4096, 1024, 1)]),
    kernel("tf32_96", 96, "k8.f32.tf32.tf32", ", 1, 1", [SWIZZLED, PLAIN]),
    of_registers(kernel("tf32_registers_16", 16, "k8.f32.tf32.tf32", ", 1, -1", [PLAIN, PLAIN])),
    of_registers(kernel("f8_registers_128", 128, "k32.f32.e4m3.e5m2", ", 1, 1", [PLAIN, SWIZZLED])),
    kernel("f8_16_to_f16", 16, "k32.f16.e5m2.e4m3", ", 1, -1", [PLAIN, PLAIN]),
    kernel("bytes_48", 48, "k32.satfinite.s32.s8.u8", "", [SWIZZLED, SWIZZLED]),
    of_registers(kernel("bytes_registers_80", 80, "k32.s32.u8.s8", "", [PLAIN, PLAIN])),
    kernel("bits_64", 64, "k256.s32.b1.b1.and.popc", "", [PLAIN, SWIZZLED]),
];

/// Reads 4096 words of `in`, and leaves a word of `out` for each of 32 results of a thread; of more, several are in one.
fn source(kernel: &GroupKernel) -> String {
    let GroupKernel { name, columns, types, in_registers, rest, places } = kernel;
    let count = columns / if types.contains(".f16.") && !types.contains(".f32.") { 4 } else { 2 };
    let list = |range: std::ops::Range<u32>| range.map(|i| format!("%{i}")).collect::<Vec<_>>().join(", ");
    let results: Vec<String> = (0..count).map(|i| format!("\"+r\"(d[{i}])")).collect();
    let left = if *in_registers { format!("{{{}}}", list(count..count + 4)) } else { format!("%{count}") };
    let behind = count + if *in_registers { 4 } else { 1 };
    let lefts =
        if *in_registers { "\"r\"(x[0]), \"r\"(x[1]), \"r\"(x[2]), \"r\"(x[3])" } else { "\"l\"(DESCRIPTOR(a, 0))" };
    let describe = |(leading, stride, swizzle): (u32, u32, u32), array: &str| {
        format!("descriptor({array}, {leading}, {stride}, {swizzle})")
    };
    format!(
        "extern \"C\" __global__ void {name}(const u32* in, const u32* more, u32* out) {{
            __shared__ __align__(1024) u32 a[2048], b[8192];
            for (int i = threadIdx.x; i < 8192; i += 128) {{ a[i % 2048] = in[i % 2048]; b[i] = more[i % 4096]; }}
            asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");
            __syncthreads();
            u32 d[{count}], x[4];
            for (int i = 0; i < {count}; i++) d[i] = in[(128 * i + threadIdx.x) % 4096] & KEPT;
            for (int i = 0; i < 4; i++) x[i] = in[4095 - 4 * threadIdx.x - i];
            for (u32 adds = 0; adds < 2; adds++) {{
                asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");
                asm volatile(\"{{ .reg .pred p; setp.ne.u32 p, %{at_adds}, 0; wgmma.mma_async.sync.aligned.m64n{columns}{types} \"
                    \"{{{all}}}, {left}, %{behind}, p{rest}; }}\"
                    : {results} : {lefts}, \"l\"({right}), \"r\"(adds));
                asm volatile(\"wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");
            }}
            for (int i = 0; i < {count}; i++) {{
                u32& word = out[128 * (i % 32) + threadIdx.x];
                word = i < 32 ? d[i] : (word << 7 | word >> 25) ^ d[i];
            }}
        }}\n",
        at_adds = behind + 1,
        all = list(0..count),
        results = results.join(", "),
        right = describe(places[1], "b"),
    )
    .replace("DESCRIPTOR(a, 0)", &describe(places[0], "a"))
    .replace("KEPT", "0xbfbfbfbfu")
}

fn modules() -> [Module; 2] {
    let head = "typedef unsigned u32;
        typedef unsigned long long u64;
        static __device__ __forceinline__ u64 descriptor(const void* p, u32 leading, u32 stride, u64 swizzle) {
            u32 at = (u32)__cvta_generic_to_shared(p) & 0x3ffff;
            return (u64)(at >> 4) | (u64)(leading >> 4) << 16 | (u64)(stride >> 4) << 32 | swizzle << 62;
        }\n";
    let text = head.to_owned() + &KERNELS.iter().map(source).collect::<String>();
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    let source = CudaSource::new(&text, "groups.cu").option("-arch=sm_90a");
    let compiled = device.compile(&source).unwrap_or_else(|error| panic!("{error}"));
    let cubin = compiled.cubin().unwrap();
    let listing = Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap();
    let virtual_source = CudaSource::new(&text, "groups.cu").option("-arch=compute_90a");
    let ptx = Device::simulator_of(Arch::SM_90, Isa::Ptx, Install::Allowed).unwrap().compile(&virtual_source);
    let ptx = ptx.unwrap_or_else(|error| panic!("{error}"));
    [smem_ptx::module(ptx.ptx()).unwrap(), smem_sass::module(cubin, &listing).unwrap()]
}

fn profile(module: &Module, name: &str) -> Profile {
    let sim = Simulator::new(Arch::SM_90);
    let buffers: Vec<KernelArg> = (0..3).map(|_| KernelArg::Ptr(sim.alloc(4 * WORDS))).collect();
    sim.launch(module, name, &LaunchShape::new(1, 128), &buffers).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// Requests and wavefronts of the products.
fn products(profile: &Profile) -> (u64, u64) {
    let products = profile.shared.iter().filter(|count| count.op == SharedOp::GroupProduct);
    products.fold((0, 0), |(requests, wavefronts), count| (requests + count.requests, wavefronts + count.wavefronts))
}

#[test]
fn products_of_four_warps_are_equal_and_take_the_same_wavefronts() {
    let modules = modules();
    // No exponent is that of a NaN, whatever the type.
    compare_modules(Arch::SM_90, &modules, LaunchShape::new(1, 128), |_, word| word & 0xbfbf_bfbf);
    for kernel in &KERNELS {
        let [ptx, sass] = modules.each_ref().map(|module| products(&profile(module, kernel.name)));
        let lines = u64::from(kernel.columns) + if kernel.in_registers { 0 } else { 64 };
        // Each line has 32 bytes, and a wavefront 128.
        assert_eq!((ptx, sass), ((2, 2 * lines.div_ceil(4)), ptx), "{}", kernel.name);
    }
}

#[test]
fn the_results_depend_on_all_that_an_instruction_says() {
    let of = |text: &str| {
        let module = smem_ptx::module(text).unwrap();
        let sim = Simulator::new(Arch::SM_90);
        let at: Vec<u64> = (0..3).map(|_| sim.alloc(4 * WORDS)).collect();
        for (seed, at) in [(1, at[0]), (2, at[1])] {
            let words = random(seed, WORDS).into_iter().flat_map(|word| (word & 0xbfbf_bfbf).to_le_bytes());
            sim.write(at, &words.collect::<Vec<u8>>()).unwrap();
        }
        let args: Vec<KernelArg> = at.iter().map(|&at| KernelArg::Ptr(at)).collect();
        sim.launch(&module, "f16_256_transposed", &LaunchShape::new(1, 128), &args).unwrap_or_else(|f| panic!("{f}"));
        let mut bytes = vec![0; 4 * WORDS];
        sim.read(at[2], &mut bytes).unwrap();
        bytes
    };
    let device = Device::simulator_of(Arch::SM_90, Isa::Ptx, Install::Allowed).unwrap();
    let text = |kernel: &GroupKernel| {
        let head = "typedef unsigned u32;\ntypedef unsigned long long u64;\nstatic __device__ u64 descriptor(const void* p, u32 leading, \
                    u32 stride, u64 swizzle) { return (u64)((u32)__cvta_generic_to_shared(p) >> 4) | (u64)(leading >> 4) << 16 | \
                    (u64)(stride >> 4) << 32 | swizzle << 62; }\n";
        let source = CudaSource::new(head.to_owned() + &source(kernel), "groups.cu").option("-arch=compute_90a");
        device.compile(&source).unwrap_or_else(|error| panic!("{error}")).ptx().to_owned()
    };
    let ptx = text(&KERNELS[2]);
    let whole = of(&ptx);
    for (from, to) in
        [("p, 1, -1, 1, 1;", "p, -1, -1, 1, 1;"), (", 1, -1, 1, 1;", ", 1, -1, 0, 1;"), ("p, 1,", "0, 1,")]
    {
        assert!(ptx.contains(from), "{ptx}");
        assert_ne!(of(&ptx.replace(from, to)), whole, "{from} to {to}");
    }
}
