//! `smem-tile profile` on kernels that go wrong in other ways than one race: barriers, faults, waits without end, global memory.

use serde_json::Value;

use crate::call::{Answer, Folder, found};

/// Runs the kernel `k` of a file on two buffers of 256 ints.
fn profile(text: &str, options: &[&str]) -> Answer {
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["profile", "k.cu", "--grid", "2", "--block", "64", "--arg", "in:i32[256]", "--arg", "out:i32[256]"];
    folder.call(&[&launch[..], options].concat())
}

fn launch(answer: &Answer) -> Value {
    let document: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    document["launches"][0].clone()
}

const DIVERGENT: &str = "__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 16) __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
";

#[test]
fn a_barrier_that_some_threads_pass_by_has_its_line_and_both_in_every_mode() {
    for options in [&[][..], &["--no-race-check"], &["--overruns"], &["--strict"]] {
        let answer = profile(DIVERGENT, &[options, &["--json"]].concat());
        assert_eq!(answer.code, 1, "{options:?}: {answer:?}");
        let launch = launch(&answer);
        let [barrier] = &found(&launch, "divergent-barrier")[..] else { panic!("{launch}") };
        assert_eq!((&barrier["line"], &barrier["warp"]), (&4.into(), &0.into()));
        assert_eq!((&barrier["arrived"], &barrier["missing"]), (&"0 to 15".into(), &"16 to 31".into()));
    }
    let text = profile(DIVERGENT, &[]).out;
    for part in ["barrier not reached by every thread", "k.cu:4", "threads 0 to 15 arrive, and threads 16 to 31 do not"]
    {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    // PTX ends there.
    let answer = profile(DIVERGENT, &["--isa", "ptx"]);
    assert!(answer.code == 1 && answer.err.contains("barrier not reached by every thread"), "{answer:?}");
}

#[test]
fn a_warp_that_passes_a_barrier_by_is_named_and_one_that_returned_early_is_not() {
    let passed = DIVERGENT.replace("threadIdx.x < 16", "threadIdx.x < 32");
    let early =
        DIVERGENT.replace("if (threadIdx.x < 16) __syncthreads()", "if (threadIdx.x >= 40) return; __syncthreads()");
    for isa in ["sass", "ptx"] {
        let answer = profile(&passed, &["--isa", isa, "--json"]);
        assert_eq!(answer.code, 1, "{isa}: {answer:?}");
        let barrier = found(&launch(&answer), "divergent-barrier")[0].clone();
        assert_eq!((&barrier["warp"], &barrier["missing"]), (&1.into(), &"32 to 63".into()), "{barrier}");
        let answer = profile(&early, &["--isa", isa]);
        assert_eq!(answer.code, 0, "{isa}: {answer:?}");
    }
}

#[test]
fn what_was_found_in_front_of_a_fault_is_reported_beside_it() {
    let text = "__global__ void k(int* in, int* out) {
    __shared__ int at[64];
    at[threadIdx.x] = 1;
    out[at[63 - threadIdx.x] * 1000] = 1;
}
";
    let answer = profile(text, &["--json"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(
        answer.err.contains("outside global memory") && answer.err.contains("1 race on shared memory"),
        "{answer:?}"
    );
    let launch = launch(&answer);
    assert_eq!(
        (&found(&launch, "shared-memory-race")[0]["second"]["line"], &launch["blocks"]["faulted"]),
        (&4.into(), &true.into())
    );
}

#[test]
fn a_wait_that_nobody_ends_is_said_with_its_line() {
    let text = "__global__ void k(int* in, int* out) {
    if (threadIdx.x < 32) while (*(volatile int*)in == 0) { }
    out[threadIdx.x] = 1;
}
";
    let answer = profile(text, &[]);
    assert_eq!(answer.code, 1, "{answer:?}");
    for part in ["no thread can go on", "threads 0 to 31 ask again and again at", "k.cu:2"] {
        assert!(answer.err.contains(part), "`{part}` is not in {answer:?}");
    }
}

#[test]
fn a_read_of_what_nothing_wrote_stays_beside_a_race_of_its_instruction() {
    let text = "__global__ void k(int* in, int* out) {
    __shared__ int a[65];
    a[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = a[threadIdx.x + 1];
}
";
    for isa in ["sass", "ptx"] {
        let answer = profile(text, &["--isa", isa]);
        assert!(answer.code == 1 && answer.err.contains("1 race on shared memory"), "{answer:?}");
        let warning =
            "k.cu:4: uninitialized shared memory is read 2 times: byte 0x100 by thread (63, 0, 0) of block (0, 0, 0)";
        assert!(answer.out.contains(warning), "{}", answer.out);
    }
}

#[test]
fn values_that_agree_by_chance_are_a_race_and_others_a_warning_that_strict_does_not_accept() {
    let text = |value: &str| {
        format!(
            "__global__ void k(int* in, int* out) {{
    __shared__ int m;
    m = {value};
    __syncthreads();
    out[threadIdx.x] = m;
}}
"
        )
    };
    let answer = profile(&text("in[threadIdx.x]"), &["--json"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let launch = launch(&answer);
    assert_eq!(found(&launch, "shared-memory-race")[0]["first"]["line"], 3);
    assert!(launch["checks"]["remarks"].to_string().contains("differ with other random numbers"), "{launch}");
    let (same, strict) = (profile(&text("in[5]"), &[]), profile(&text("in[5]"), &["--strict"]));
    assert!(same.code == 0 && same.out.contains("several threads write the same value"), "{same:?}");
    assert!(strict.code == 1 && strict.err.contains("writes of one value by several threads"), "{strict:?}");
}

#[test]
fn a_mask_of_a_warps_barrier_is_judged_by_the_ptx_that_has_it() {
    let text = |mask: &str| {
        format!(
            "__global__ void k(int* in, int* out) {{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp({mask});
    out[threadIdx.x] = s[threadIdx.x ^ 8];
}}
"
        )
    };
    let groups = profile(&text("0xffu << (threadIdx.x % 32 / 8 * 8)"), &[]);
    assert!(groups.code == 1 && groups.err.contains("on shared memory"), "{groups:?}");
    let others = profile(&text("0xffff"), &[]);
    assert!(others.code == 1 && others.err.contains("is not in the mask"), "{others:?}");
    assert_eq!(profile(&text(""), &[]).code, 0);
}

#[test]
fn races_on_global_memory_are_found_where_they_are_asked_for() {
    let text = "__global__ void k(int* in, int* out) {
    if (threadIdx.x == 0) out[0] += in[blockIdx.x] + 1;
}
";
    assert_eq!(profile(text, &[]).code, 0);
    for isa in ["sass", "ptx"] {
        let answer = profile(text, &["--isa", isa, "--global-races", "--json"]);
        assert!(answer.code == 1 && answer.err.contains("on global memory"), "{answer:?}");
        let race = found(&launch(&answer), "global-memory-race")[0].clone();
        assert_eq!((&race["between_blocks"], &race["first"]["line"]), (&true.into(), &2.into()), "{race}");
    }
    let text = text.replace("out[0] += in[blockIdx.x] + 1", "atomicAdd(out, in[blockIdx.x] + 1)");
    assert_eq!(profile(&text, &["--global-races"]).code, 0);
}
