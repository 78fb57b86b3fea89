//! `smem-tile profile` proposes what it has tried, where it was tried, and no more.

use serde_json::{Value, json};

use crate::call::{Answer, Folder, found};

fn profile(text: &str, block: &str, options: &[&str]) -> Answer {
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["profile", "k.cu", "--kernel", "k", "--grid", "1", "--block", block];
    let buffers = ["--arg", "in:f32[4096]=random", "--arg", "out:f32[4096]"];
    folder.call(&[&launch[..], &buffers, options].concat())
}

fn races(answer: &Answer) -> Vec<Value> {
    let document: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    found(&document["launches"][0], "shared-memory-race")
}

/// The lines of a text, each with its number in front, that have this mark.
fn line(text: &str, mark: &str) -> u64 {
    1 + text.lines().position(|line| line.contains(mark)).unwrap() as u64
}

const TWO_TILES: &str = "__global__ void k(float* in, float* out) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y; float c = 0;
  a[y][x] = in[y * 16 + x]; b[y][x] = in[256 + y * 16 + x];
  for (int i = 0; i < 16; i++) c += a[y][i] * b[i][x];
  out[y * 16 + x] = c;
}";

#[test]
fn a_line_with_two_races_takes_the_barrier_that_ends_both() {
    let answer = profile(TWO_TILES, "16,16", &["--json"]);
    let [race] = &races(&answer)[..] else { panic!("{answer:?}") };
    assert_eq!(race["missing"], "`__syncthreads()` between line 4 and line 5");
    assert_eq!((&race["element"], &race["pairs"]), (&"b[0][0]".into(), &1920.into()), "{race}");
    assert_eq!(race["same_cause"][0]["array"], "k(float*, float*)::a");
    let repaired = TWO_TILES.replace("x];\n  for", "x];\n  __syncthreads();\n  for");
    assert_eq!(profile(&repaired, "16,16", &[]).code, 0);
}

const HELPERS: &str = "__device__ void put(float* s, int i, float v) { s[i] = v; }
__device__ float get(float* s, int i) { return s[i]; }
__global__ void k(float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  put(s, t, in[t]);
  __syncthreads();
  out[t] = get(s, 63 - t);
  __syncthreads();
  put(s, t, out[t] + 1);          // first
  out[t + 64] = get(s, 63 - t);   // second
}";

#[test]
fn a_race_in_inlined_helpers_is_between_their_calls() {
    let answer = profile(HELPERS, "64", &["--json"]);
    let [race] = &races(&answer)[..] else { panic!("{answer:?}") };
    let (first, second) = (line(HELPERS, "// first"), line(HELPERS, "// second"));
    assert_eq!(race["missing"], format!("`__syncthreads()` between line {first} and line {second}"));
    let calls = [&race["first"]["calls"], &race["second"]["calls"]].map(|calls| calls[0]["line"].as_u64().unwrap());
    assert_eq!((calls, &race["first"]["line"], &race["second"]["line"]), ([first, second], &1.into(), &2.into()));
    let step = &race["remedy"]["steps"][0];
    assert_eq!((&step["add"], &step["after"]["line"]), (&json!(["__syncthreads()"]), &first.into()), "{step}");
    let text = profile(HELPERS, "64", &[]).out;
    for part in [
        "on `s[32]`",
        "32 pairs of threads",
        "called at k.cu:10: put(s, t",
        "tried: the source with it was compiled and run: the finding is gone, no other has come",
        "`smem-tile fix --write` makes the change",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

const STAGES: &str = r#"__device__ __forceinline__ void copy(float* d, const float* s) {
  unsigned a = __cvta_generic_to_shared(d);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(a), "l"(s) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
}
__global__ void k(float* in, float* out) {
  __shared__ float s[2][256];
  int t = threadIdx.x; float c = 0;
  copy(&s[0][t], &in[t]);
  for (int i = 0; i < 6; i++) {
    copy(&s[(i + 1) % 2][t], &in[(i + 1) * 256 + t]);   // refill
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    c += s[i % 2][255 - t];                             // read
  }
  out[t] = c;
}"#;

#[test]
fn a_copy_that_refills_what_others_read_takes_a_barrier_and_not_a_wait() {
    let answer = profile(STAGES, "256", &["--json"]);
    let [race] = &races(&answer)[..] else { panic!("{answer:?}") };
    let missing = format!("`__syncthreads()` after line {}, at the end of the loop's body", line(STAGES, "// read"));
    assert_eq!((&race["hazard"], &race["missing"]), (&"write-after-read".into(), &missing.into()));
}

const FLAG: &str = "__global__ void k(float* in, float* out) {
  __shared__ volatile float d; __shared__ volatile int f; int t = threadIdx.x;
  if (t == 0) f = 0;
  __syncthreads();
  if (t == 0) {
    d = in[0];
    f = 1;
  } else if (t == 32) {
    while (f == 0);
    out[0] = d;
  }
}";

#[test]
fn a_flag_takes_fences_and_no_barrier_in_its_branches() {
    let answer = profile(FLAG, "64", &["--json"]);
    let all = races(&answer);
    assert!(all.iter().any(|race| race["hazard"] == "read-beside-write" && race["element"] == "d"), "{answer:?}");
    // Nothing but fences would order them, and no fence is offered that was not verified.
    let offered = all.iter().filter_map(|race| race["missing"].as_str());
    offered.for_each(|missing| {
        assert!(missing.contains("__threadfence_block()") && !missing.contains("sync"), "{missing}")
    });
    let repaired = FLAG
        .replace("in[0];\n", "in[0];\n__threadfence_block();\n")
        .replace("0);\n    out", "0);\n__threadfence_block();\n out");
    assert_eq!(profile(&repaired, "64", &[]).code, 0);
}

#[test]
fn a_branch_that_some_threads_do_not_take_has_a_cause_and_no_barrier() {
    let text = "__global__ void k(float* in, float* out) {
        __shared__ float s[64]; int t = threadIdx.x;
        if (t < 40) { s[t] = in[t]; out[t] = s[39 - t]; }
    }";
    let answer = profile(text, "64", &["--json"]);
    let [race] = &races(&answer)[..] else { panic!("{answer:?}") };
    assert_eq!((&race["missing"], &race["remedy"]), (&Value::Null, &Value::Null), "{race}");
    assert_eq!(race["cause"], "nothing orders the two accesses");
}

#[test]
fn lanes_in_step_take_a_barrier_of_the_warp_for_each_line_and_no_fence() {
    let text = "__global__ void k(float* in, float* out) {
        __shared__ volatile float s[64]; int t = threadIdx.x;
        s[t] = in[t];
        __syncthreads();
        if (t < 32) {
            s[t] += s[t + 32];
            s[t] += s[t + 16];
            s[t] += s[t + 8];
        }
        if (t == 0) out[0] = s[0];
    }";
    let answer = profile(text, "64", &["--json"]);
    let found = races(&answer);
    let all = || found.iter().map(|race| race["missing"].as_str().unwrap_or_default());
    assert!(
        found.len() <= 4 && all().all(|missing| missing.starts_with("`__syncwarp()`")),
        "{:#?}",
        all().collect::<Vec<_>>()
    );
}

#[test]
fn a_clean_launch_says_what_was_looked_for_in_how_many_blocks() {
    let text = "__global__ void k(float* in, float* out) { __shared__ float s[64]; s[threadIdx.x] = in[threadIdx.x];
        __syncthreads(); out[threadIdx.x] = s[63 - threadIdx.x]; }";
    let answer = profile(text, "64", &[]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let line = "looked for and not found, in the block that ran: barriers that not every thread reaches, races on shared memory";
    assert!(answer.out.contains(line) && answer.out.contains("not looked for: "), "{}", answer.out);
    let document: Value = serde_json::from_str(&profile(text, "64", &["--json"]).out).unwrap();
    assert_eq!(document["launches"][0]["checks"]["blocks"], 1);
}

const ONE_LINE: &str = "__global__ void k(float* in, float* out) {
  __shared__ volatile float s[96];
  int t = threadIdx.x;
  s[t] = in[t]; s[t + 32] = 1; s[t + 64] = 2;
  __syncwarp();
  if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; }
  out[t] = s[t];
}";

#[test]
fn statements_on_one_line_are_not_rounds_of_a_loop() {
    let missing = |text: &str| -> Vec<String> {
        let races = races(&profile(text, "32", &["--json"]));
        races.iter().map(|race| race["missing"].as_str().unwrap().to_owned()).collect()
    };
    let found = missing(ONE_LINE);
    assert!(!found.is_empty() && found.iter().all(|missing| !missing.contains("round")), "{found:?}");
    let in_a_loop = ONE_LINE.replace(
        "s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4];",
        "for (int o = 16; o > 2; o /= 2) s[t] += s[t + o];",
    );
    let found = missing(&in_a_loop);
    assert!(found.iter().all(|missing| missing.contains("between the reads and the write")), "{found:?}");
}

const TWO_COPIES: &str = r#"__global__ void k(float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&s[i][t])), "l"(in + 64 * i + t)); // copy
    asm volatile("cp.async.commit_group;");
  }
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();                             // barrier
  out[t] = s[0][63 - t] + s[1][63 - t];        // read
}"#;

#[test]
fn a_wait_for_copies_goes_in_front_of_the_barrier_that_others_wait_at() {
    let races = races(&profile(TWO_COPIES, "64", &["--json"]));
    let [race] = &races[..] else { panic!("{races:?}") };
    let missing = race["missing"].as_str().unwrap();
    assert!(missing.contains("`cp.async.wait_group 0`"), "{race}");
    let edit = &race["source_remedy"]["edits"][0];
    assert!(edit["line"].as_u64().unwrap() <= line(TWO_COPIES, "// barrier"), "{race}");
    assert!(edit["text"].as_str().unwrap().contains("cp.async.wait_group 0;"), "{race}");
}

/// The changes that `profile` prints for a kernel, and the source after `fix --write`, which has no findings.
fn fixed(text: &str, block: &str) -> (Vec<String>, String) {
    let folder = Folder::with(&[("k.cu", text)]);
    let options =
        ["--kernel", "k", "--grid", "1", "--block", block, "--arg", "in:f32[4096]=random", "--arg", "out:f32[4096]"];
    let answer = folder.call(&[&["profile", "k.cu", "--json"], &options[..]].concat());
    let changes = races(&answer).iter().map(|race| race["missing"].as_str().unwrap_or_default().to_owned()).collect();
    let written = folder.call(&[&["fix", "k.cu", "--write", "-q"], &options[..]].concat());
    let after = folder.call(&[&["profile", "k.cu"], &options[..]].concat());
    assert_eq!((written.code, after.code), (0, 0), "{written:?}\n{after:?}\n{}", folder.text("k.cu"));
    (changes, folder.text("k.cu"))
}

#[test]
fn a_value_of_one_thread_for_all_takes_the_barrier_that_no_place_in_its_code_has() {
    let text = "__global__ void k(float* in, float* out) {
  __shared__ float base;
  int t = threadIdx.x;
  if (t == 127) base = in[0];
  float b = base;
  out[t] = b;
}";
    let (changes, after) = fixed(text, "128");
    assert_eq!(changes, ["`__syncthreads()` between line 4 and line 5"]);
    assert_eq!(after, text.replace("  float b", "  __syncthreads();\n  float b"));
}

#[test]
fn lanes_that_write_what_others_read_in_one_statement_take_a_barrier_inside_of_it_and_no_fence() {
    let text = "__global__ void k(float* in, float* out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32)
    s[t] = min(s[t], s[t ^ 1]);
  __syncthreads();
  out[t] = s[t];
}";
    let (changes, after) = fixed(text, "64");
    assert_eq!(changes, ["`__syncwarp()` between the reads and the write of line 7"]);
    assert!(after.contains("{ auto smem_value = min(s[t], s[t ^ 1]); __syncwarp(); s[t] = smem_value; }"), "{after}");
}

#[test]
fn a_sum_of_all_threads_takes_an_atomic() {
    let text = "__global__ void k(float* in, float* out) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  bins[t % 8]++;
  __syncthreads();
  out[t] = bins[t % 8];
}";
    let (changes, after) = fixed(text, "64");
    assert!(!changes.is_empty() && changes.iter().all(|change| change == "`atomicAdd` in line 6"), "{changes:?}");
    assert_eq!(after, text.replace("bins[t % 8]++;", "atomicAdd(&bins[t % 8], 1);"));
}

#[test]
fn no_barrier_of_the_block_goes_where_some_threads_have_ended() {
    // It would open, since ended threads are not waited for.
    let text = "__global__ void k(float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    out[t] = s[63 - t];
  }
}";
    let answer = profile(text, "128", &["--json"]);
    let [race] = &races(&answer)[..] else { panic!("{answer:?}") };
    assert_eq!((&race["missing"], &race["source_remedy"]), (&Value::Null, &Value::Null), "{race}");
    assert_eq!(fixed(text, "64").0, ["`__syncthreads()` between line 5 and line 6"]);
}

const OUT_OF_STEP: &str = "__global__ void k(float* in, float* out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64) {
    __syncthreads();   // skipped
    s[t] += 1;
  }
  __syncthreads();     // met
  out[t] = s[127 - t];
}";

#[test]
fn barriers_out_of_step_are_named_at_the_one_in_the_branch() {
    let answer = profile(OUT_OF_STEP, "128", &["--json"]);
    let document: Value = serde_json::from_str(&answer.out).unwrap();
    let [barrier] = &found(&document["launches"][0], "divergent-barrier")[..] else { panic!("{answer:?}") };
    let met = format!("k.cu:{}", line(OUT_OF_STEP, "// met"));
    assert_eq!(
        (&barrier["line"], &barrier["met"]),
        (&line(OUT_OF_STEP, "// skipped").into(), &met.into()),
        "{barrier}"
    );
    assert!(barrier["source_remedy"]["change"].as_str().unwrap().contains("outside the branch"), "{barrier}");
}

#[test]
fn a_remedy_is_a_fix_of_sarif() {
    let folder = Folder::with(&[("k.cu", TWO_TILES)]);
    let launch = ["--grid", "1", "--block", "16,16", "--arg", "in:f32[4096]=random", "--arg", "out:f32[4096]"];
    folder.call(&[&["profile", "k.cu", "--sarif", "r.sarif"], &launch[..]].concat());
    let log: Value = serde_json::from_str(&folder.text("r.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let race = results.iter().find(|result| result["ruleId"] == "shared-memory-race").unwrap();
    let replacement = &race["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["deletedRegion"], json!({ "startLine": 5, "startColumn": 3, "endLine": 5, "endColumn": 3 }));
    assert_eq!(replacement["insertedContent"]["text"], "__syncthreads();\n  ");
}
