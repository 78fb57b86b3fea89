//! Jobs as a Rust test writes them.

use std::sync::{Arc, Mutex};

use smem_profile::{
    Accepted, Arch, Error, FailedCheck, FindingKind, FixJob, GlobalOp, Isa, Job, LaunchControl, SharedOp, Watcher,
    render,
};
use smem_sim::RaceKind;

/// A column of a tile, read after a barrier.
const COLUMN: &str = "__global__ void column(float* out, const float* in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}";

fn column() -> Job {
    Job::of_text("column.cu", COLUMN).grid(1).block([32, 32]).arg("out:f32[1024]").arg("in:f32[1024]=random")
}

#[test]
fn a_report_has_its_counts_by_launch_kernel_line_and_kind() {
    let report = column().run().unwrap();
    let [launch] = &report.launches[..] else { panic!("{report:?}") };
    assert_eq!((report.file.as_str(), report.arch.as_str(), launch.isa), ("column.cu", "sm_90", Isa::Sass));
    assert_eq!(
        (launch.totals.loads.counts.wavefronts, launch.totals.loads.counts.ideal, launch.excess()),
        (32 * 32, 32, 32 * 31)
    );
    assert_eq!((launch.line("column.cu", 5).excess(), launch.line("column.cu", 3).excess()), (32 * 31, 0));
    assert_eq!((launch.lines[0].op, launch.lines[0].ways, launch.lines[0].place.line), (SharedOp::Load, 32, 5));
    assert_eq!(report.sources.line(&launch.lines[0].place).unwrap().trim(), COLUMN.lines().nth(4).unwrap().trim());
    assert_eq!(report.kernel("column").unwrap().excess(), 32 * 31);
    assert!(report.kernel("row").is_none() && launch.is_clean() && launch.findings.is_empty());
    let verdict = report.verdict(&Accepted::default().max_excess(991));
    assert_eq!(verdict.failed[0].to_string(), "992 excess wavefronts, and at most 991 are accepted");
    assert!(report.verdict(&Accepted::default().max_excess(992)).is_good());
}

#[test]
fn findings_are_values_with_their_places() {
    let job = |text: &str| Job::of_text("a.cu", text).grid(1).block(64).arg("a:i32[64]").run().unwrap();
    let without = "__global__ void k(int* a) {\n__shared__ int s[64];\ns[threadIdx.x] = 1;\na[threadIdx.x] = s[threadIdx.x ^ 32];\n}";
    let report = job(without);
    let race = report.races().next().unwrap();
    assert_eq!((race.hazard, race.first.place.line, race.second.place.line), (RaceKind::ReadAfterWrite, 3, 4));
    assert_eq!(race.remedy.as_ref().unwrap().steps[0].add, ["__syncthreads()"]);
    assert_eq!(report.verdict(&Accepted::default()).failed, [FailedCheck::Races(1)]);
    let finding = &report.launches[0].findings[0];
    assert_eq!(finding.place.as_ref().unwrap().line, 4);
    assert!(finding.message.starts_with("read-after-write race on `s[32]`"), "{}", finding.message);

    let unwritten = job("__global__ void k(int* a) {\n__shared__ int s[64];\na[threadIdx.x] = s[threadIdx.x];\n}");
    assert_eq!(unwritten.launches[0].findings[0].kind(), FindingKind::UnwrittenRead);
    assert_eq!(unwritten.verdict(&Accepted::default()).failed, [FailedCheck::UnwrittenResults(1)]);
    let strict = unwritten.verdict(&Accepted::default().strict(true));
    assert_eq!(strict.failed, [FailedCheck::UnwrittenResults(1), FailedCheck::UnwrittenReads]);

    let fault = job("__global__ void k(int* a) {\na[threadIdx.x + 64] = 1;\n}").fault.unwrap();
    assert_eq!((fault.is_over_budget, fault.finding.place.unwrap().line), (false, 2));
}

#[test]
fn parts_that_contradict_one_another_are_refused() {
    for (job, expected) in [
        (column().launch("launches.toml"), "a launch file describes its launches"),
        (column().race_check(false).overruns(true), "the race check, which is off"),
        (column().block([32, 0]), "the block of the launch is empty along one of its axes"),
        (Job::of_text("a.cu", "int x;").grid(1).block(1), "`a.cu` has no kernel that can be seen in its text"),
    ] {
        let error = job.run().unwrap_err();
        assert!(matches!(&error, Error::Input(message) if message.contains(expected)), "{error}");
    }
}

#[test]
fn dynamic_shared_memory_is_of_a_launch_that_the_job_describes() {
    let text = "__global__ void k(float* a) { a[threadIdx.x] = 1; }
        int main() { float* a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); }";
    assert_eq!(Job::of_text("k.cu", text).run().unwrap().launches.len(), 1);
    let error = Job::of_text("k.cu", text).shared(1024).run().unwrap_err().to_string();
    assert!(error.starts_with("`--grid` and `--block` are missing for the launch of `k`"), "{error}");
}

#[test]
fn a_text_that_nests_deeply_is_refused_on_the_stack_of_a_test() {
    let deep = format!("__global__ void k(int* a) {{ *a = {}1{}; }}", "(".repeat(200_000), ")".repeat(200_000));
    let error = Job::of_text("deep.cu", deep).grid(1).block(1).arg("a:i32[1]").run().unwrap_err();
    assert!(error.to_string().contains("deep.cu"), "{error}");
}

#[test]
fn a_budget_that_ends_a_launch_is_no_finding_about_the_kernel() {
    let text = "__global__ void k(int* a) { for (int i = 0; i < 1000000; ++i) a[threadIdx.x] += a[i % 32]; }";
    let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:i32[32]").max_instructions(1000).run().unwrap();
    assert!(report.fault.as_ref().unwrap().is_over_budget);
    let verdict = report.verdict(&Accepted::default());
    assert!(matches!(verdict.failed[..], [FailedCheck::OverBudget(_)]) && verdict.exit_code() == 3, "{verdict:?}");
    // Another job has a budget of its own.
    assert!(column().run().unwrap().fault.is_none());
}

/// Stops the launches when the first one begins.
#[derive(Debug, Default)]
struct Stopper(Mutex<Vec<String>>);

impl Watcher for Stopper {
    fn begins(&self, kernel: &str, control: &LaunchControl) {
        self.0.lock().unwrap().push(kernel.to_owned());
        control.stop();
    }
}

#[test]
fn a_watcher_stops_a_job_with_the_counts_so_far() {
    let stopper = Arc::new(Stopper::default());
    let report = column().watched_by(stopper.clone()).run().unwrap();
    assert_eq!((report.is_stopped(), report.launches[0].blocks.run), (true, 0));
    assert_eq!((report.verdict(&Accepted::default()).exit_code(), stopper.0.lock().unwrap().len()), (130, 1));
}

#[test]
fn jobs_run_beside_one_another_and_their_reports_go_to_other_threads() {
    let run = |job: Job| std::thread::spawn(move || job.run().unwrap());
    let [one, other] = [run(column()), run(column().arch(Arch::SM_80).isa(Isa::Ptx))].map(|one| one.join().unwrap());
    assert_eq!((one.excess(), other.excess(), other.arch.as_str()), (992, 992, "sm_80"));
    assert_ne!(render::json(&one), render::json(&other));
}

#[test]
fn lanes_that_use_a_part_of_their_sectors_are_shown_with_their_line() {
    let text = "__global__ void every_8th(float* to, const float* from) {
    to[threadIdx.x] = from[8 * threadIdx.x];
}";
    let job = Job::of_text("k.cu", text).grid(2).block(64);
    let report = job.arg("to:f32[64]").arg("from:f32[512]").run().unwrap();
    let [load, store] = &report.launches[0].global[..] else { panic!("{:?}", report.launches[0].global) };
    assert_eq!((load.op, load.place.line), (GlobalOp::Load, 2));
    assert_eq!((load.requests, load.sectors, load.ideal, load.excess()), (4, 128, 16, 112));
    assert_eq!((store.op, store.requests, store.sectors, store.excess()), (GlobalOp::Store, 4, 16, 0));
    let shown = render::text(&report);
    assert!(
        shown.contains("global memory: 144 sectors of 32 bytes, where 32 would hold what the lanes touch"),
        "{shown}"
    );
    assert!(shown.lines().any(|line| line.contains("k.cu:2") && line.contains("112")), "{shown}");
    assert!(render::json(&report).contains("\"sectors\": 128"));
}

#[test]
fn whole_sectors_are_not_worth_a_word() {
    let text = "__global__ void copy(float* to, const float* from) { to[threadIdx.x] = from[threadIdx.x]; }";
    let report = Job::of_text("k.cu", text).grid(1).block(32).arg("to:f32[32]").arg("from:f32[32]").run().unwrap();
    assert_eq!(report.launches[0].global.iter().map(|line| line.sectors).sum::<u64>(), 8);
    assert!(!render::text(&report).contains("sectors"));
}

#[test]
fn a_launch_that_the_file_leaves_open_is_a_guess_whose_buffers_grow_until_it_runs() {
    let text = "__global__ void k(float* out, int rows, int stride_of_rows) {
            __shared__ float tile[32][32];
            float* own = out + rows * 4096 + threadIdx.y * 32;
            tile[threadIdx.x][threadIdx.y] = own[threadIdx.x];
            __syncthreads();
            own[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
        }
        void run(float* out, int rows) { dim3 block(32, 32); k<<<rows / block.x, block>>>(out, rows, 1); }";
    let report = Job::of_text("k.cu", text).run().unwrap();
    assert!(report.fault.is_none(), "{:?}", report.fault);
    assert_eq!(report.launches[0].blocks.grid, 2);
    assert_eq!(report.launches[0].excess(), 2 * 32 * 31);
    let notes = report.notes.join("\n");
    assert!(notes.contains("the launch of `k` is a guess, since the file's own is open, line 8: the grid"), "{notes}");
    // The command is the launch that ran.
    assert!(notes.contains("--grid 2 --block 32,32 --arg 'out=[1048576]'") && notes.contains("rows=64"), "{notes}");
    let fixed = FixJob::new(Job::of_text("k.cu", text)).run().unwrap();
    assert_eq!(fixed.excess_left, 0);
}

#[test]
fn each_kernel_that_a_pointer_is_set_to_is_launched() {
    let text = "__global__ void rows(float* a) { __shared__ float s[32][32]; int x = threadIdx.x, y = threadIdx.y;
            s[y][x] = a[0]; __syncthreads(); a[32 * y + x] = s[y ^ 1][x]; }
        __global__ void columns(float* a) { __shared__ float s[32][32]; int x = threadIdx.x, y = threadIdx.y;
            s[x][y] = a[0]; __syncthreads(); a[32 * y + x] = s[y][x]; }
        int main() {
            void (*kernel)(float*);
            float* a;
            cudaMalloc(&a, 4096);
            for (int k = 0; k < 2; k++) { if (k) kernel = &columns; else kernel = rows; kernel<<<1, dim3(32, 32)>>>(a); }
        }";
    let report = Job::of_text("k.cu", text).run().unwrap();
    let mut found: Vec<(&str, u64)> = report.launches.iter().map(|own| (&own.kernel[..], own.excess())).collect();
    found.sort();
    assert_eq!(found, [("columns", 32 * 31), ("rows", 0)]);
}

#[test]
fn large_launches_of_the_file_run_as_a_sample_unless_all_blocks_are_asked_for() {
    let text = "__global__ void k(float* a, int n) {
            __shared__ float s[64];
            for (int i = 0; i < n; i++) s[(2 * threadIdx.x + i) % 64] += a[0];
        }
        int main() { float* a; cudaMalloc(&a, 4); k<<<1 << 20, 32>>>(a, 64); }";
    let report = Job::of_text("k.cu", text).race_check(false).run().unwrap();
    let blocks = &report.launches[0].blocks;
    assert!(blocks.sampled && blocks.run < blocks.grid, "{blocks:?}");
    let notes = report.notes.join("\n");
    assert!(notes.contains("the file's own launches are large") && notes.contains("`--blocks 0`"), "{notes}");
}

#[test]
fn nvrtc_finds_a_header_beside_the_one_that_includes_it() {
    // `cooperative_groups.h` includes headers that include their neighbours.
    let text = "#include <cooperative_groups.h>
__global__ void k(int* a) { cooperative_groups::this_thread_block().sync(); a[threadIdx.x] = 1; }";
    let job = Job::of_text("k.cu", text).compiler(smem_profile::Compiler::Nvrtc).grid(1).block(32).arg("a:i32[32]");
    assert_eq!(job.run().unwrap().launches.len(), 1);
}
