//! An object that is not linked yet runs as its source does, and names its shared arrays.

use std::collections::BTreeMap;

use smem_profile::{Job, ProfileReport};

const TEXT: &str = include_str!("../../smem-sim/tests/fixtures/relocatable.cu");
const CUBIN: &[u8] = include_bytes!("../../smem-sim/tests/fixtures/relocatable.sm_90.cubin");

fn column(job: Job) -> ProfileReport {
    let job = job.kernel("column").grid(1).block(32).shared(128).buffer("to", [0_u8; 128]);
    job.arg("to").arg("from:i32[64]=iota").run().unwrap()
}

/// Requests, wavefronts and ideal wavefronts by line.
fn lines(report: &ProfileReport) -> BTreeMap<u32, [u64; 3]> {
    let lines = report.launches[0].lines.iter();
    lines.fold(BTreeMap::new(), |mut sums, line| {
        let sum: &mut [u64; 3] = sums.entry(line.place.line).or_default();
        let more = [line.counts.requests, line.counts.wavefronts, line.counts.ideal];
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        sums
    })
}

#[test]
fn a_relocatable_object_runs_as_its_source_does() {
    let linked = column(Job::of_text("relocatable.cu", TEXT));
    let object = column(Job::of_binary("relocatable.cubin", CUBIN));
    assert!(
        lines(&object).values().any(|[_, wavefronts, ideal]| wavefronts > ideal),
        "column 0 of `tile` has conflicts"
    );
    assert_eq!(lines(&object), lines(&linked));
    assert_eq!(object.buffers, linked.buffers);
}

#[test]
fn a_finding_in_a_relocatable_object_names_the_array() {
    let job = Job::of_binary("relocatable.cubin", CUBIN).kernel("race").grid(1).block(64).arg("to:i32[64]");
    let report = job.run().unwrap();
    let [race] = &report.launches[0].findings[..] else { panic!("{:?}", report.launches[0].findings) };
    assert!(race.message.contains("`words + 128 bytes`"), "{}", race.message);
}
