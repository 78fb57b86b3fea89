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

#[test]
fn a_batch_is_exact_in_every_picture() {
    for (size, batch, tiles) in [("64x64", "3", "1"), ("70x20", "4", "1"), ("300x90", "2", "6")] {
        let table = exact(&["--device", "sim", "--method", "single", "--size", size, "--batch", batch, "--once"]);
        assert!(table.contains(&format!("{batch} pictures of {}", size.replace('x', " x "))), "{table}");
        for kind in ["pixels", "both, u8", "both, u16", "both, f32"] {
            assert_eq!(cells(&table, kind)[5], "exact", "{table}");
        }
        assert_eq!(cells(&table, "pixels")[2], tiles, "{table}");
    }
}

#[test]
fn a_batch_without_pictures_too_large_or_by_tiles_is_refused() {
    refused(&mut scan2d(&["--method", "single", "--size", "9x9", "--batch", "0"]), "--batch");
    refused(&mut scan2d(&["--method", "single", "--batch", "2"]), "required arguments were not provided");
    refused(&mut scan2d(&["--size", "9x9", "--batch", "2"]), "several pictures need the single pass");
    let large = ["--method", "single", "--size", "16384x16384", "--batch", "2"];
    refused(&mut scan2d(&large), "a batch of 2 pictures of 16384 x 16384 is too large: 268435456 pixels are the most");
}
