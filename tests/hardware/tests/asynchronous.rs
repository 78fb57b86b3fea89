//! A GPU's counts of asynchronous copies, generic accesses and atomics, replayed against the bank model without one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use smem_hardware::calibrate::{AsyncLaunch, async_launches};
use smem_layout::{Arch, BankModel};

fn measured() -> Vec<AsyncLaunch> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration/async/sm_90_h200.txt");
    async_launches(&fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

const MODEL: BankModel = Arch::SM_90.bank_model();

#[test]
fn every_launch_that_a_rule_covers_took_the_wavefronts_of_the_rule() {
    let mut covered: BTreeMap<String, usize> = BTreeMap::new();
    let mut permuted = 0;
    for launch in measured() {
        let Some((counter, predicted)) = launch.predicted(&MODEL) else { continue };
        // Short copies around L1 to one permutation of the lanes: 11 wavefronts, where the rule says 9.
        if launch.kind == "cpz_cg16" && (1..16).contains(&launch.source_bytes) && predicted == 49 {
            assert_eq!(launch.total, 57, "{launch:?}");
            permuted += 1;
            continue;
        }
        assert_eq!(launch.counted(counter), Some(predicted), "{launch:?}");
        *covered.entry(launch.kind.split(['_', '1', '2', '4', '8']).next().unwrap().to_owned()).or_default() += 1;
    }
    eprintln!("{covered:?}");
    assert_eq!(permuted, 3);
    let least = |family: &str, launches: usize| {
        assert!(covered[family] >= launches, "{family}: {}", covered[family]);
    };
    least("cp", 1200);
    least("cpz", 177);
    least("gld", 370);
    least("gst", 370);
    least("red", 300);
    least("atom", 290);
    least("bulk", 48);
    least("stasync", 120);
}

#[test]
fn launches_without_a_rule_are_of_the_kinds_that_are_named() {
    for launch in measured().into_iter().filter(|launch| launch.predicted(&MODEL).is_none()) {
        assert!(launch.kind.ends_with("64"), "{launch:?}");
    }
}

#[test]
fn copies_around_l1_take_the_sectors_of_their_rule() {
    let counted: Vec<AsyncLaunch> = measured().into_iter().filter(|launch| launch.sectors.is_some()).collect();
    assert!(counted.len() >= 95, "{}", counted.len());
    for launch in counted {
        assert_eq!(launch.predicted_sectors(&MODEL), launch.sectors, "{launch:?}");
    }
}

/// The replay can fail: a source side or a lookup that is left out gives other figures.
#[test]
fn the_source_side_and_the_lookup_decide_hundreds_of_launches() {
    let copies: Vec<AsyncLaunch> = measured().into_iter().filter(|launch| launch.kind.starts_with("cp_ca")).collect();
    let other = |change: fn(&mut AsyncLaunch)| {
        let changed = |launch: &&AsyncLaunch| {
            let mut other = (*launch).clone();
            change(&mut other);
            other.predicted(&MODEL).unwrap().1 != launch.total
        };
        copies.iter().filter(changed).count()
    };
    assert!(other(|launch| launch.from = Some(launch.to)) > 300);
    assert!(
        other(|launch| {
            launch.total += if launch.cached { 0 } else { 1 };
            launch.cached = true;
        }) > 100
    );
}
