//! The order of a launch's lines, and its predicted time, in each kind of report.

use smem_profile::{Job, LaunchReport, ProfileReport, render};

/// Three lines with conflicts, the worst one in the middle.
const TEXT: &str = "__global__ void k(float* a) {
    __shared__ float s[1024];
    s[2 * threadIdx.x] = a[threadIdx.x];
    s[32 * threadIdx.x] = a[threadIdx.x + 32];
    s[8 * threadIdx.x] = a[threadIdx.x + 64];
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}";

fn report(blocks: u32) -> ProfileReport {
    Job::of_text("k.cu", TEXT).grid(blocks).block(32).arg("a:f32[96]").run().unwrap()
}

/// The places at which a text has the lines, in the order of these.
fn places(text: &str, of: impl Fn(u32) -> String, lines: &[u32]) -> Vec<Option<usize>> {
    lines.iter().map(|line| text.find(&of(*line))).collect()
}

#[test]
fn lines_come_with_the_most_time_at_stake_first() {
    for blocks in [1, 8448] {
        let report = report(blocks);
        let launch: &LaunchReport = &report.launches[0];
        let order: Vec<u32> = launch.lines.iter().map(|line| line.place.line).collect();
        assert_eq!(order[..3], [4, 5, 3], "{blocks}");
        let cycles: Vec<f64> = launch.lines.iter().map(|line| line.cycles_at_stake.unwrap()).collect();
        assert!(cycles[0] > 0.0 && cycles.is_sorted_by(|one, other| one >= other), "{cycles:?}");
        let drawn = render::svg(&report).unwrap();
        for found in [
            places(&render::text(&report), |line| format!("  k.cu:{line} "), &order),
            places(
                &render::html(&[render::FixedReport { report: &report, fix: None }]),
                |line| format!(">k.cu:{line}<"),
                &order,
            ),
            places(&drawn, |line| format!("k.cu:{line}:"), &order[..3]),
        ] {
            assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?}");
        }
        let json: serde_json::Value = serde_json::from_str(&render::json(&report)).unwrap();
        let lines = json["launches"][0]["lines"].as_array().unwrap();
        let written = lines.iter().map(|line| line["cycles_at_stake"].as_f64().unwrap());
        assert!(written.zip(&cycles).all(|(written, exact)| (written - exact).abs() < 0.006), "{cycles:?}");
        assert_eq!(lines.iter().map(|line| line["line"].as_u64().unwrap() as u32).collect::<Vec<_>>(), order);
    }
}

#[test]
fn a_launch_without_shared_memory_has_its_time_in_the_text() {
    let text = "__global__ void k(float* a) { a[threadIdx.x] += 1; }";
    let report = Job::of_text("k.cu", text).grid(8448).block(32).arg("a:f32[32]").run().unwrap();
    let text = render::text(&report);
    assert!(text.contains("no access to shared memory") && text.contains("predicted time: "), "{text}");
    assert!(text.contains("; no conflicts"), "{text}");
}
