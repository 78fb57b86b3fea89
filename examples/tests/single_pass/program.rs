//! `scan2d --method single` from the outside.

use crate::call::scan2d;
use crate::output::refused;
use crate::table::{cells, exact};

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
fn a_picture_without_pixels_is_refused() {
    refused(&mut scan2d(&["--method", "single", "--size", "0x5"]), "has no pixels");
}
