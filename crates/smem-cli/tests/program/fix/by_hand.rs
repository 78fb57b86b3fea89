//! The layouts that `fix` finds, applied to sources: by hand, and by the changes that it prints.

use std::fs;

use smem_exhaustive::part;

use super::kernels::{COLUMN_REDUCTION, INTERLEAVED, MATRIX_PRODUCT, STENCIL, TRANSPOSE};
use super::{Counts, Launched, fix, holds, profiled, sums};
use crate::call::Folder;

/// Fixes a kernel, and counts a source that was written with the tiles of the header.
fn by_hand(Launched { text, launch }: &Launched<'_>, replacements: &[(&str, &str)]) -> [Counts; 3] {
    let folder = Folder::with(&[("kernel.cu", text)]);
    let document = fix(&folder, "kernel.cu", launch);
    let mut written = text.to_string();
    for (before, after) in replacements {
        assert!(written.contains(before), "{before}");
        written = written.replace(before, after);
    }
    let include = if document["header"].is_null() { "" } else { "#include \"tiles.cuh\"\n" };
    fs::write(folder.path("written.cu"), format!("{include}{written}")).unwrap();
    [sums(&document, "before"), sums(&document, "after"), profiled(&folder, "written.cu", launch)]
}

#[test]
fn a_transpose_with_longer_rows_is_counted_as_was_said() {
    let [before, after, written] = by_hand(&TRANSPOSE, &[("float tile[32][32]", "float tile[32][33]")]);
    // 4 blocks of 8 warps, 4 stores and 4 loads of each; the loads take 32 wavefronts.
    assert_eq!(before, Counts { requests: 256, wavefronts: 128 * 33, ideal: 256 });
    assert_eq!(after, Counts { requests: 256, wavefronts: 256, ideal: 256 });
    assert_eq!(after, written);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_matrix_product_with_longer_rows_is_counted_as_was_said() {
    let [before, after, written] = by_hand(
        &MATRIX_PRODUCT,
        // An XOR would keep the compiler from loading four elements at once.
        &[("float As[BK][BM]", "float As[BK][BM + 4]")],
    );
    assert!(before.wavefronts > before.ideal, "{before:?}");
    assert_eq!(after.wavefronts, after.ideal);
    assert_eq!(after, written);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_stencil_with_longer_rows_is_counted_as_was_said() {
    let [before, after, written] = by_hand(
        &STENCIL,
        // A tile would have the extents of one instance of the template.
        &[("double line[16][32 + 2 * R]", "double line[16][32 + 2 * R + 1]")],
    );
    assert!(before.wavefronts > 4 * before.ideal, "{before:?}");
    assert_eq!(after.wavefronts, after.ideal);
    assert_eq!(after, written);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_reduction_of_columns_with_longer_rows_is_counted_as_was_said() {
    let [before, after, written] = by_hand(&COLUMN_REDUCTION, &[("int part[64][64]", "int part[64][64 + 4]")]);
    assert!(before.wavefronts > 4 * before.ideal, "{before:?}");
    assert_eq!(after.wavefronts, after.ideal);
    assert_eq!(after, written);
}

#[test]
fn the_changes_that_it_prints_give_the_counts_that_it_says() {
    for kernel in part([&TRANSPOSE, &MATRIX_PRODUCT, &STENCIL, &COLUMN_REDUCTION, &INTERLEAVED], 3) {
        let document = holds(kernel);
        let after = sums(&document, "after");
        assert_eq!(after.wavefronts, after.ideal, "{document}");
        assert_eq!(document["kernels"][0]["same_results"], true, "{document}");
    }
}
