//! Threads that wait for ever: for which `mbarrier`, and what it lacks.

use crate::call::Folder;

/// A consumer that waits for the wrong parity at the second of its barriers, after two phases of it.
const PARITY: &str = r#"__device__ unsigned at(void* q) { return (unsigned)__cvta_generic_to_shared(q); }
__device__ void arrive(unsigned long long* b) { asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}" :: "r"(at(b)) : "memory"); }
__device__ void wait(unsigned long long* b, int parity) {
    asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra L;}" :: "r"(at(b)), "r"(parity) : "memory");
}
__global__ void k(int* to) {
    __shared__ unsigned long long full[2];
    int t = threadIdx.x;
    if (t < 2) asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(at(full + t)) : "memory");
    __syncthreads();
    if (t < 32) {
        arrive(full + 1);
        wait(full + 1, 0);
        arrive(full + 1);
    }
    __syncthreads();
    if (t >= 32) wait(full + 1, 0);
    to[t] = t;
}
"#;

#[test]
fn a_deadlock_names_the_mbarrier_its_phases_and_who_arrived_there() {
    let folder = Folder::with(&[("k.cu", PARITY)]);
    for isa in ["sass", "ptx"] {
        let launch =
            ["profile", "k.cu", "--kernel", "k", "--grid", "1", "--block", "64", "--arg", "to:i32[64]", "--isa", isa];
        let answer = folder.call(&launch);
        assert_eq!(answer.code, 1, "{isa}: {answer:?}");
        let state = "threads 32 to 63 wait for the end of a phase of parity 0 of the mbarrier at `full[1]` (byte 0x8 of shared memory): 2 phases of it are \
                     complete, the last of parity 1, and the present one, of parity 0, lacks 32 of 32 arrivals; threads 0 to 31 arrived in earlier phases, \
                     and not in this one";
        assert!(answer.err.contains(state), "{isa}: {answer:?}");
        assert!(answer.err.contains("threads 0 to 31 have ended at "), "{isa}: {answer:?}");
    }
}
