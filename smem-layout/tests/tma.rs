//! The tiles of the bulk tensor copy: where the hardware writes an element is where the index finds it.

use smem_layout::{
    Access, Arch, ConflictPolicy, Culprit, LayoutChoice, Solution, SolveError, TileSpec, TileSpecBuilder, TmaSwizzle,
    solve,
};

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

const MODES: [TmaSwizzle; 3] = [TmaSwizzle::B32, TmaSwizzle::B64, TmaSwizzle::B128];

/// Where the hardware stores the byte that belongs at `offset` of a tile at an aligned base: the 16-byte chunk index (bits
/// 4 and up) is XORed with the number of the 128-byte line (bits 7 and up), in as many bits as the mode's rows have chunks.
fn hardware(mode: TmaSwizzle, offset: u32) -> u32 {
    let chunks = match mode {
        TmaSwizzle::B32 => 0b001_0000,
        TmaSwizzle::B64 => 0b011_0000,
        TmaSwizzle::B128 => 0b111_0000,
        _ => unreachable!("a mode of another release"),
    };
    offset ^ (offset >> 3 & chunks)
}

#[test]
fn every_element_is_found_where_the_copy_writes_it() {
    for mode in MODES {
        for elem_bytes in [1, 2, 4, 8, 16] {
            for rows in [2, 8, 12, 64] {
                let cols = mode.row_bytes() / elem_bytes;
                let spec = TileSpec::builder(rows, cols, elem_bytes, &[]).choice(LayoutChoice::Tma(mode));
                let solution = solved(spec).unwrap();
                for row in 0..rows {
                    for col in 0..cols {
                        let offset = (row * cols + col) * elem_bytes;
                        let index = solution.layout().index(row, col) * elem_bytes;
                        assert_eq!(index, hardware(mode, offset), "{mode:?}, {elem_bytes} bytes at ({row}, {col})");
                    }
                }
                assert_eq!(solution.align(), mode.alignment());
                assert_eq!(solution.bytes() % mode.alignment() as usize, 0, "the next stage is aligned, too");
            }
        }
    }
}

#[test]
fn the_pattern_does_not_depend_on_an_aligned_base() {
    // The hardware XORs address bits: with the base aligned to eight rows, they are the offset's bits.
    for mode in MODES {
        for base in (0..8).map(|number| number * mode.alignment()) {
            for offset in 0..mode.alignment() {
                assert_eq!(hardware(mode, base + offset), base + hardware(mode, offset));
            }
        }
    }
}

#[test]
fn ldmatrix_is_free_of_conflict_in_every_mode() {
    let accesses = [Access::ldmatrix()];
    for mode in MODES {
        let spec = TileSpec::builder(64, mode.row_bytes() / 2, 2, &accesses).choice(LayoutChoice::Tma(mode));
        assert_eq!(solved(spec).unwrap().report().accesses[0].cost.wavefronts, 1, "{mode:?}");
    }
    let dense = TileSpec::builder(64, 64, 2, &accesses).choice(LayoutChoice::Plain).conflicts(ConflictPolicy::Allow);
    assert_eq!(solved(dense).unwrap().report().accesses[0].cost.wavefronts, 8);
}

#[test]
fn cuda_gets_the_value_for_the_tensor_map() {
    for (mode, value) in MODES.into_iter().zip([1, 2, 3]) {
        let spec = TileSpec::builder(8, mode.row_bytes() / 2, 2, &[]).choice(LayoutChoice::Tma(mode)).arch(Arch::SM_90);
        let solution = solved(spec).unwrap();
        let text = solution.cuda("A", "unsigned short").unwrap();
        assert!(text.contains(&format!("TENSOR_MAP_SWIZZLE = {value}u")));
        assert!(text.contains(&format!("__align__({})", mode.alignment())));
    }
}

#[test]
fn rows_of_another_width_are_refused() {
    let spec = TileSpec::builder(8, 32, 2, &[]).choice(LayoutChoice::Tma(TmaSwizzle::B128));
    let message = solved(spec).unwrap_err().message("A");
    assert!(message.starts_with("`swizzle = tma128` is for rows of 128 bytes, and those of `A` have 64"), "{message}");
}

#[test]
fn only_architectures_with_the_copy_have_its_swizzles() {
    for &arch in Arch::ALL.iter().chain([&Arch::DEFAULT]) {
        for mode in MODES {
            let spec = TileSpec::builder(8, mode.row_bytes() / 2, 2, &[]).choice(LayoutChoice::Tma(mode)).arch(arch);
            match solved(spec) {
                Ok(_) => assert!(arch == Arch::DEFAULT || arch.number() >= 90, "{arch}"),
                Err(error) => {
                    assert!(arch != Arch::DEFAULT && arch.number() < 90, "{arch}");
                    assert_eq!(error.culprit(), Culprit::Choice);
                    let message = error.message("A");
                    assert!(message.contains("came with sm_90"), "{message}");
                    assert!(message.contains("\nhelp: write `arch = sm_90`"), "{message}");
                }
            }
        }
    }
}

#[test]
fn a_tile_that_the_copy_fills_is_told_how_to_read_it() {
    let accesses = [Access::row(), Access::col()];
    for mode in MODES {
        let spec = TileSpec::builder(64, mode.row_bytes() / 2, 2, &accesses).choice(LayoutChoice::Tma(mode));
        let message = solved(spec).unwrap_err().message("A");
        assert!(message.contains("declare `access(ldmatrix)` or `access(row)`"), "{message}");
        assert!(!message.contains("swizzle = auto"), "{message}");
    }
}
