//! The program `scan2d` from the outside: scans that must be exact, and their table.

use std::time::Instant;

use crate::call::scan2d;
use crate::output::{refused, stderr, stdout};

/// The cells of the line that starts with `variant`.
fn cells(table: &str, variant: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.starts_with(variant)).expect("no line for the variant");
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

#[track_caller]
fn exact(args: &[&str]) -> String {
    let output = scan2d(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    let table = stdout(&output);
    for variant in ["dense", "padded", "swizzled"] {
        assert!(cells(&table, variant).contains(&"exact".to_owned()), "{args:?}: {table}");
    }
    table
}

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

#[test]
fn the_single_pass_is_exact_and_its_dense_tile_takes_most_wavefronts() {
    let args = ["--device", "sim", "--method", "single"];
    for size in [None, Some("1x1"), Some("333x77")] {
        let args: Vec<&str> = args.into_iter().chain(size.into_iter().flat_map(|size| ["--size", size])).collect();
        let table = exact(&args);
        // variant, tile, tiles, wavefronts, ideal, result
        let pixels = cells(&table, "pixels");
        let count = |at: usize| pixels[at].parse::<u64>().unwrap();
        // Two stores a warp conflict two ways.
        assert!(pixels[5] == "exact" && count(3) - count(4) <= 2 * 16 * count(2), "{table}");
        let wavefronts = |variant| cells(&table, variant)[3].parse::<f64>().unwrap();
        let many = if size == Some("1x1") { 1.0 } else { 3.0 };
        assert!(wavefronts("dense") > many * wavefronts("padded"), "{table}");
        assert!(wavefronts("dense") > many * wavefronts("swizzled"), "{table}");
        assert!(!table.contains("dense / this") && !table.contains("one launch"), "{table}");
    }
}

#[test]
fn the_seed_names_the_pixels() {
    let table = exact(&["--size", "40x40", "--seed", "18446744073709551615"]);
    assert!(table.contains("40 x 40 pixels (random, seed 18446744073709551615)"), "{table}");
}

#[test]
fn colour_pictures_of_either_format_are_scanned_in_grey() {
    let folder = tempfile::tempdir().unwrap();
    let colour = image::RgbImage::from_fn(50, 40, |x, y| image::Rgb([x as u8, y as u8, 200]));
    for name in ["a.png", "a.jpg"] {
        let path = folder.path().join(name);
        colour.save(&path).unwrap();
        let table = exact(&["--image", path.to_str().unwrap()]);
        assert!(table.contains("50 x 40 pixels"), "{table}");
    }
}
