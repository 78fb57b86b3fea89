//! `mbarrier`s of plain words, as `sm_80` to `sm_89` have them, as PTX and as machine code.

use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Profile, Simulator};

const TEXT: &str = r#"
typedef unsigned long long u64;
#define KERNEL(name)                                                                                                     \
    extern "C" __global__ void name(unsigned* data)
#define BEGIN(count)                                                                                                     \
    __shared__ u64 bar;                                                                                                  \
    __shared__ unsigned s[64];                                                                                           \
    unsigned t = threadIdx.x, a = __cvta_generic_to_shared(&bar), to = __cvta_generic_to_shared(s + t);                  \
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(a), "r"(count) : "memory");                      \
    __syncthreads()
#define ARRIVE(state) asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory")
#define COPY asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(data + t) : "memory")

__device__ bool test(unsigned a, u64 state) {
    int done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }" : "=r"(done) : "r"(a), "l"(state) : "memory");
    return done;
}
__device__ bool test_parity(unsigned a, unsigned parity) {
    int done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }" : "=r"(done) : "r"(a), "r"(parity) : "memory");
    return done;
}

KERNEL(by_state) {
    BEGIN(64);
    u64 state;
    for (int round = 0; round < 3; ++round) {
        s[t] = data[t] + round;
        ARRIVE(state);
        while (!test(a, state)) {}
        unsigned got = s[63 - t];
        ARRIVE(state);
        while (!test(a, state)) {}
        data[t] = got;
    }
}
KERNEL(by_parity_of_another_warp) {
    BEGIN(32);
    u64 state;
    if (t < 32) {
        s[t] = data[t];
        ARRIVE(state);
    } else {
        if (!test_parity(a, 0))
            while (!test_parity(a, 0)) {}
        data[t] = s[63 - t];
    }
}
KERNEL(several_arrivals_and_leaving) {
    BEGIN(192);
    u64 state;
    asm volatile("{ .reg .b64 q; mbarrier.arrive.noComplete.shared.b64 q, [%0], 2; }" ::"r"(a) : "memory");
    s[t] = data[t];
    if (t < 32) {
        asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory");
    } else {
        ARRIVE(state);
    }
    while (!test(a, state)) {}
    data[t] = s[63 - t];
    __syncthreads();
    ARRIVE(state);
    unsigned pending;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    data[64 + t] = t / 32 ? pending > 96 : pending;
}
KERNEL(copies) {
    BEGIN(64);
    COPY;
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(a) : "memory");
    while (!test_parity(a, 0)) {}
    data[t] = s[63 - t];
}
KERNEL(copies_beside_arrivals) {
    BEGIN(64);
    COPY;
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(a) : "memory");
    u64 state;
    ARRIVE(state);
    while (!test(a, state)) {}
    data[t] = s[63 - t];
}
KERNEL(no_wait_races) {
    BEGIN(64);
    u64 state;
    s[t] = data[t];
    ARRIVE(state);
    data[t] = s[63 - t];
    data[64 + t] = (unsigned)(state >> 63);
}
KERNEL(no_barrier_behind_the_init_races) {
    __shared__ u64 bar;
    unsigned t = threadIdx.x, a = __cvta_generic_to_shared(&bar);
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(a) : "memory");
    u64 state;
    ARRIVE(state);
    data[t] = (unsigned)(state >> 63);
}
"#;

/// The words that a kernel leaves, and its profile.
fn run(module: &Module, arch: Arch, kernel: &str) -> (Vec<u32>, Profile) {
    let sim = Simulator::new(arch).race_check(true).instruction_limit(1 << 24);
    let data = sim.alloc(512);
    let words: Vec<u8> = (0..128u32).flat_map(|word| (word * 77).to_le_bytes()).collect();
    sim.write(data, &words).unwrap();
    let launched = sim.launch(module, kernel, &LaunchShape::new(1, 64), &[KernelArg::Ptr(data)]);
    let profile = launched.unwrap_or_else(|fault| panic!("{arch} {kernel}: {fault}"));
    let mut left = vec![0; 512];
    sim.read(data, &mut left).unwrap();
    (left.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect(), profile)
}

#[test]
fn barriers_of_plain_words_do_what_the_ptx_says_and_order_what_they_order() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let disassembler = Disassembler::find(Install::Allowed).unwrap();
    let ptx = smem_ptx::module(&nvrtc.compile_ptx(TEXT, "mbarriers.cu", &["-arch=compute_80"]).unwrap()).unwrap();
    let names: Vec<String> = ptx.kernels().map(str::to_owned).collect();
    assert_eq!(names.len(), 7);
    for arch in [Arch::SM_80, Arch::SM_86, Arch::SM_89] {
        let option = format!("-arch=sm_{}", arch.number());
        let cubin = nvrtc.compile_cubin(TEXT, "mbarriers.cu", &[&option]).unwrap();
        let code = smem_sass::module(&cubin, &disassembler.listing(&cubin).unwrap()).unwrap();
        for name in &names {
            let has_race = name.ends_with("_races");
            let (of_ptx, of_code) = (run(&ptx, arch, name), run(&code, arch, name));
            assert_eq!(of_code.0, of_ptx.0, "{arch} {name}");
            for (_, profile) in [of_ptx, of_code] {
                assert_eq!(!profile.races.is_empty(), has_race, "{arch} {name}: {:#?}", profile.races);
            }
        }
    }
}
