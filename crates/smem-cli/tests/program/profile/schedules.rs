//! Other orders of warps and blocks: faults, races and results that the order of the grid does not show, with the seed that repeats them.

use crate::call::{Answer, Folder};

/// The last block goes on after two of three others.
const COUNT: &str = "__device__ int done = 0;
__global__ void count(int* p) {
    int t = threadIdx.x;
    if (blockIdx.x < 3) {
        p[blockIdx.x * 32 + t] = t + 1;
        __syncthreads();
        if (!t) asm volatile(\"red.release.gpu.global.add.s32 [%0], 1;\" :: \"l\"(&done) : \"memory\");
    } else {
        if (!t) {
            int v;
            do asm volatile(\"ld.acquire.gpu.global.s32 %0, [%1];\" : \"=r\"(v) : \"l\"(&done) : \"memory\"); while (v < 2);
        }
        __syncthreads();
        p[96 + t] = p[t] + p[32 + t] + p[64 + t];
    }
}
int main() { int* p; cudaMalloc(&p, 512); count<<<4, 32>>>(p); }
";

/// Each block takes its number from a counter.
const TICKET: &str = "__global__ void ticket(int* a, int* count) {
    int own = threadIdx.x == 0 ? atomicAdd(count, 1) : 0;
    if (threadIdx.x == 0) a[own < blockIdx.x ? 1 << 28 : own] = 1;
}
int main() { int *a, *count; cudaMalloc(&a, 256); cudaMalloc(&count, 4); ticket<<<4, 32>>>(a, count); }
";

const PASS_ON: &str = "__global__ void pass_on(int* a, int* b) {
    if (blockIdx.x == 0) a[threadIdx.x] = 7;
    else b[threadIdx.x] = a[threadIdx.x];
}
int main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); pass_on<<<2, 32>>>(a, b); }
";

/// Each thread has a place of its own, whichever it is.
const APPEND: &str = "__global__ void append(int* out, int* count) {
    out[atomicAdd(count, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
}
int main() { int *out, *count; cudaMalloc(&out, 1024); cudaMalloc(&count, 4); append<<<4, 64>>>(out, count); }
";

fn called(text: &str, arguments: &[&str]) -> Answer {
    Folder::with(&[("k.cu", text)]).call(&[&["profile", "k.cu"], arguments].concat())
}

#[test]
fn a_race_that_the_order_of_the_grid_hides_is_found_and_its_seed_repeats_it() {
    let answer = called(COUNT, &["--global-races"]);
    let order = "in the order of warps and blocks of `--schedule-seed 1`";
    assert!(answer.code == 1 && answer.out.contains(order) && answer.out.contains("k.cu:5  write"), "{answer:?}");
    let again = called(COUNT, &["--global-races", "--schedules", "1", "--schedule-seed", "1"]);
    assert!(again.code == 1 && again.out.contains(order), "{again:?}");
    assert_eq!(called(COUNT, &["--global-races", "--schedules", "0"]).code, 0);
    let right = COUNT.replace("v < 2", "v < 3");
    let answer = called(&right, &["--global-races", "--schedules", "8"]);
    assert!(answer.code == 0 && answer.out.contains("faults, races and results of 8 other orders"), "{answer:?}");
    assert!(!answer.out.contains("depend on the order"), "{answer:?}");
}

#[test]
fn a_fault_of_another_order_is_a_fault() {
    let answer = called(TICKET, &[]);
    assert!(answer.code == 1 && answer.err.contains("k.cu:3: `ticket`: an access of 4 bytes is outside"), "{answer:?}");
    assert!(answer.out.contains("`--schedules 1 --schedule-seed 1` repeats it"), "{answer:?}");
    let right = called(&TICKET.replace("own < blockIdx.x ? 1 << 28 : own", "own"), &[]);
    assert!(right.code == 0 && !right.out.contains("order"), "{right:?}");
}

#[test]
fn results_that_differ_are_a_warning_by_default_where_no_atomic_can_be_why() {
    let answer = called(PASS_ON, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let finding = &json["launches"][0]["findings"][0];
    assert_eq!((answer.code, &finding["id"]), (0, &"order-dependent-result".into()));
    assert_eq!((&finding["severity"], &finding["buffer"]), (&"warning".into(), &serde_json::json!(["b", 0])));
    let check = Folder::with(&[("k.cu", PASS_ON)]).call(&["check", "k.cu", "--schedules", "1"]);
    assert!(check.code == 1 && check.out.contains("warning[order-dependent-result]"), "{check:?}");
    let right = called(&PASS_ON.replace("= a[threadIdx.x]", "= 7"), &["--schedules", "4"]);
    assert!(right.code == 0 && !right.out.contains("depend on the order"), "{right:?}");

    let quiet = called(APPEND, &[]);
    assert!(quiet.code == 0 && !quiet.out.contains("depend on the order"), "{quiet:?}");
    let asked = called(APPEND, &["--schedules", "4"]);
    assert!(asked.code == 0 && asked.out.contains("warning: the results depend on the order"), "{asked:?}");
}

#[test]
fn orders_that_were_asked_for_and_did_not_run_are_not_looked_for() {
    let answer = called(APPEND, &["--schedules", "2", "--blocks", "1"]);
    let said = "other orders of warps and blocks are not looked for: a part of the grid ran";
    assert!(answer.code == 0 && answer.out.contains(said), "{answer:?}");
    assert!(!called(APPEND, &["--blocks", "1"]).out.contains("other orders"), "nothing was asked for");
}
