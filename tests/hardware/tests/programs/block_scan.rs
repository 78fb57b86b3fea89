//! The program `block_scan` from the outside, and its kernels in the simulator: sums that must be exact, accesses as told.

use std::collections::BTreeMap;
use std::process::Command;

use crate::output::{refused, stderr, stdout};
use smem_examples::{Error, Picture};
use smem_hardware::block_scan::{BlockVariant, Blocks, CompiledVariant, NumberType, tile_sums};
use smem_launch::{Device, DeviceChoice, Install};
use smem_layout::{Access, Report};

fn block_scan(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_block_scan"));
    command.args(args);
    command
}

/// The lines of the first table, each as its cells.
#[track_caller]
fn lines(args: &[&str]) -> Vec<Vec<String>> {
    let output = block_scan(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    let text = stdout(&output);
    let table = text.lines().skip_while(|line| !line.starts_with("---")).skip(1).take_while(|line| !line.is_empty());
    let cells =
        |line: &str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect();
    table.map(cells).collect()
}

#[test]
fn every_variant_is_exact_and_takes_the_predicted_wavefronts() {
    let lines = lines(&["--device", "sim"]);
    assert_eq!(lines.len(), BlockVariant::all().count());
    for line in &lines {
        let [predicted, counted, _, result] = &line[6..] else { panic!("{line:?}") };
        assert_eq!((predicted, result.as_str()), (counted, "exact"), "{line:?}");
    }
    let of = |start: [&str; 5]| lines.iter().find(|line| line[..5] == start).unwrap()[5..8].to_vec();
    assert_eq!(of(["shuffles", "u64", "u64", "dense", "32 x 32, plain"]), ["8192", "2.1250", "2.1250"]);
    assert_eq!(of(["shuffles", "u32", "u32", "padded", "16 x 16, 2 after every 64"]), ["1048", "0.1875", "0.1875"]);
    assert_eq!(of(["walk", "u32", "u32", "padded", "64 x 64, pitch 65"]), ["16636", "0.1250", "0.1250"]);
}

#[test]
fn sizes_that_are_no_multiple_of_a_tile_are_exact() {
    for size in ["1x1", "33x31", "100x70"] {
        for line in lines(&["--size", size, "--seed", "7", "--repeat", "1"]) {
            assert_eq!(line[9], "exact", "{size}: {line:?}");
        }
    }
}

#[test]
fn times_are_a_gpu_s_alone_and_cases_can_be_chosen() {
    let args = ["--only", "walk_32x32_u64", "--repeat", "2"];
    assert_eq!(lines(&args).len(), 6);
    let table = stdout(&block_scan(&args).output().unwrap());
    assert_eq!(table.contains("GB/s"), table.contains(", driver "), "{table}");
    let once = stdout(&block_scan(&["--only", "walk_32x32_u64", "--once"]).output().unwrap());
    assert!(once.contains("exact") && !once.contains("GB/s"), "{once}");
}

#[test]
fn what_it_cannot_use_is_told_in_a_sentence() {
    refused(&mut block_scan(&["--only", "48x48"]), "no scan has `48x48` in its name; there are block_scan_8x32_u32,");
    refused(&mut block_scan(&["--size", "0x5"]), "has no pixels");
    refused(&mut block_scan(&["--size", "16385x16384"]), "is too large");
    refused(&mut block_scan(&["--size", "-3x4"]), "expected WxH");
    refused(&mut block_scan(&["--repeat", "0"]), "0 is not in");
    refused(&mut block_scan(&["--once", "--repeat", "3"]), "cannot be used with");
    refused(&mut block_scan(&["--device", "cpu"]), "cpu");
    let gpu = block_scan(&["--device", "gpu", "--only", "walk_32x32_u32"]).output().unwrap();
    assert!(gpu.status.success() || stderr(&gpu).contains("error: no GPU to run on: "), "{}", stderr(&gpu));
}

#[test]
fn kernels_make_the_accesses_that_their_variants_tell() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let picture = Picture::random(128, 64, 3).unwrap();
    let blocks = Blocks::new(&device, &picture).unwrap();
    for variant in BlockVariant::all() {
        let mut sums = blocks.sums(variant.out).unwrap();
        let outcome = blocks.run(&CompiledVariant::new(&device, &variant).unwrap(), &mut sums).unwrap();
        assert_eq!(outcome.sums, tile_sums(&picture, variant.layout.rows(), variant.layout.cols()));
        let profile = outcome.profile.unwrap();
        assert_eq!(profile.shared_bytes as usize, variant.bytes);

        // Requests and wavefronts of loads and of stores.
        let mut counted: BTreeMap<_, (u64, u64)> = BTreeMap::new();
        for count in &profile.shared {
            assert_eq!(count.bytes, variant.elem.bytes(), "{}", variant.kernel_name());
            let entry = counted.entry(count.op).or_default();
            *entry = (entry.0 + count.requests, entry.1 + count.wavefronts);
        }
        let tiles = outcome.pixels / u64::from(variant.pixels());
        let mut told: BTreeMap<_, (u64, u64)> = BTreeMap::new();
        for access in variant.accesses() {
            let patterns: [Access; 1] = [access.access];
            let report = Report::of(&variant.layout, variant.elem.bytes(), &patterns, device.arch()).unwrap();
            let requests = tiles * u64::from(access.requests);
            let entry = told.entry(access.op).or_default();
            *entry = (entry.0 + requests, entry.1 + requests * u64::from(report.accesses[0].cost.wavefronts));
        }
        assert_eq!(counted, told, "{}", variant.kernel_name());
    }
}

#[test]
fn sums_of_another_type_are_refused() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let blocks = Blocks::new(&device, &Picture::random(5, 5, 1).unwrap()).unwrap();
    let compiled = CompiledVariant::new(&device, &BlockVariant::CASES[0][0]).unwrap();
    let error = blocks.run(&compiled, &mut blocks.sums(NumberType::U64).unwrap()).unwrap_err();
    assert!(matches!(error, Error::Input(_)), "{error}");
    assert_eq!(error.to_string(), "`block_scan_8x32_u32_dense` writes u32, and the sums are of another type");
}
