//! `fix` as a Rust test calls it.

use smem_profile::{Accepted, DynamicArray, Error, FailedFix, FixJob, Job, Way, render};

const COLUMN: &str = "__global__ void column(float* out, const float* in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}";

fn column(text: &str) -> FixJob {
    let job = Job::of_text("column.cu", text).grid(1).block([32, 32]);
    FixJob::new(job.arg("out:f32[1024]").arg("in:f32[1024]=random"))
}

const PATHS: render::PatchPaths<'_> =
    render::PatchPaths { file: "k.cu", header: "k_tiles.cuh", include: "k_tiles.cuh", old_header: None };

#[test]
fn the_change_is_a_value_that_was_compiled_and_run() {
    let report = column(COLUMN).run().unwrap();
    let array = &report.kernels[0].arrays[0];
    assert_eq!((array.name.as_str(), array.excess, array.excess_after), ("tile", 992, 0));
    assert_eq!(array.layout.as_ref().unwrap().way, Some(Way::Rows));
    let [change] = &report.changes[..] else { panic!("{report:?}") };
    assert_eq!((change.line, change.after.trim()), (2, "__shared__ float tile[32][33];"));
    assert!(report.changed.as_ref().unwrap().same_results);
    assert_eq!((report.excess_left, report.failed(&Accepted::default().max_excess(0))), (0, vec![]));
    assert!(render::fix_text_lines(&report, &PATHS).iter().any(|line| line.to_string().contains("tile[32][33]")));
    // The changed source is free of conflicts when it is profiled.
    let text = COLUMN.replace(change.before.trim(), change.after.trim());
    assert_eq!(column(&text).run().unwrap().kernels[0].arrays[0].excess, 0);
}

#[test]
fn excess_that_no_layout_removes_fails_where_it_is_not_accepted() {
    let text = "__global__ void same(int* out) {
        __shared__ int sums[32];
        sums[threadIdx.x] = 0;
        __syncwarp();
        out[32 + threadIdx.x] = atomicExch(&sums[threadIdx.x / 16], threadIdx.x);
        __syncwarp();
        out[threadIdx.x] = sums[threadIdx.x];
    }";
    let job = Job::of_text("same.cu", text).grid(1).block(32).arg("out:i32[64]");
    let report = FixJob::new(job).run().unwrap();
    assert!(report.excess_left > 0 && report.changes.is_empty(), "{report:?}");
    let failed = report.failed(&Accepted::default().max_excess(0));
    assert!(matches!(failed[..], [FailedFix::Excess { accepted: 0, .. }]), "{failed:?}");
    assert_eq!(report.failed(&Accepted::default()), []);
}

#[test]
fn arrays_that_overlap_are_refused() {
    let array = |text: &str| text.parse::<DynamicArray>().unwrap();
    let error = column(COLUMN).array(array("As@0:64")).array(array("Bs@60:128")).run().unwrap_err();
    assert_eq!(error, Error::Input("the arrays `As` and `Bs` of `--array` overlap".to_string()));
}

#[test]
fn a_change_that_gains_too_little_is_not_recommended_and_the_smallest_one() {
    let text = COLUMN.replace("= in[32 * threadIdx.y + threadIdx.x];", "= x;").replace(
        "    tile[threadIdx.y]",
        "    float x = in[32 * threadIdx.y + threadIdx.x];
    for (int i = 0; i < 400; i++) x = x * 1.0001f + sinf(x);
    tile[threadIdx.y]",
    );
    let report = column(&text).run().unwrap();
    let time = report.changed.as_ref().unwrap().time.unwrap();
    assert!(!time.is_recommended && time.gain < 1.03, "{time:?}");
    let [change] = &report.changes[..] else { panic!("{:?}", report.changes) };
    assert_eq!(change.after.trim(), "__shared__ float tile[32][33];");
    let lines: Vec<String> = render::fix_text_lines(&report, &PATHS).iter().map(ToString::to_string).collect();
    let at = lines.iter().position(|line| line.starts_with("not recommended: ")).unwrap();
    assert!(lines[..at].iter().all(|line| line.starts_with("note:")), "{lines:?}");
    assert_eq!(
        lines[at + 1],
        "the change follows all the same, because it removes 992 excess wavefronts with the same results"
    );
    assert!(lines.iter().any(|line| line == "+    __shared__ float tile[32][33];"), "{lines:?}");
    let json: serde_json::Value = serde_json::from_str(&render::fix_json(&report)).unwrap();
    assert_eq!(json["changed_source"]["recommended"], false);
    assert_eq!(json["changed_source"]["verdict"], "little");
    let sarif: serde_json::Value = serde_json::from_str(&render::fix_sarif(&report, &PATHS)).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert!(result["fixes"].is_null() && result["properties"]["recommended"] == false, "{result}");
    assert!(result["message"]["text"].as_str().unwrap().contains("It is not recommended: "), "{result}");
}
