//! The program `scan2d` from the outside: scans that must be exact, and their table.

use std::path::Path;
use std::time::Instant;

use super::call::scan2d;
use super::output::refused;
use super::table::{cells, exact};

#[test]
fn the_photograph_is_exact_and_costs_what_was_predicted() {
    let started = Instant::now();
    let table = exact(&["--device", "sim"]);
    eprintln!("the photograph in the simulator: {:.1} s", started.elapsed().as_secs_f64());

    assert!(table.contains("512 x 512 pixels"), "{table}");
    assert!(table.contains("on simulator (smem-sim, sm_90)"), "{table}");
    // variant, layout, bytes, row predicted and counted, column predicted and counted, ideal, result.
    let dense = cells(&table, "dense");
    assert_eq!(dense[2..], ["8192", "2", "2", "32", "32", "2", "exact"], "{table}");
    let padded = cells(&table, "padded");
    assert_eq!(padded[1..], ["32 x 32, pitch 33", "8440", "2", "2", "2", "2", "2", "exact"], "{table}");
    let swizzled = cells(&table, "swizzled");
    assert_eq!(swizzled[2..], ["8192", "2", "2", "2", "2", "2", "exact"], "{table}");
}

#[test]
fn times_are_a_gpu_s_alone() {
    let table = exact(&["--device", "sim", "--size", "40x40", "--repeat", "2"]);
    assert!(!table.contains("whole scan"), "{table}");

    let table = exact(&["--size", "40x40", "--repeat", "2"]);
    assert_eq!(table.contains("whole scan"), table.contains(", driver "), "{table}");
    assert!(!exact(&["--size", "40x40", "--once"]).contains("whole scan"));
}

#[test]
fn running_once_and_a_number_of_runs_exclude_each_other() {
    refused(&mut scan2d(&["--once", "--repeat", "5"]), "cannot be used with");
}

#[test]
fn sizes_that_are_no_multiple_of_the_tile_are_exact() {
    for size in ["1x1", "1x100", "100x1", "33x31", "32x32", "100x70", "300x5"] {
        exact(&["--size", size, "--seed", "7"]);
    }
}

#[cfg(not(feature = "single-pass"))]
#[test]
fn the_single_pass_names_the_feature_that_builds_it() {
    refused(&mut scan2d(&["--method", "single"]), "`--features single-pass`");
}

#[test]
fn the_seed_names_the_pixels() {
    let table = exact(&["--size", "40x40", "--seed", "18446744073709551615"]);
    assert!(table.contains("40 x 40 pixels (random, seed 18446744073709551615)"), "{table}");
}

#[test]
fn colour_pictures_of_either_format_are_scanned_in_grey() {
    for name in ["colour.png", "colour.jpg"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
        let table = exact(&["--image", path.to_str().unwrap()]);
        assert!(table.contains("50 x 40 pixels"), "{table}");
    }
}
