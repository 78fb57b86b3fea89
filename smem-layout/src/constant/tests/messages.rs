//! The words for each refusal, and the layout used instead.

use alloc::string::{String, ToString};

use super::{COL, ROW, spec};
use smem_banks::Cute;

use crate::{
    access::{ConstAccess, ConstPattern},
    constant::{AttributePart, SimpleChoice, SimpleTileSpec, solve},
};

fn message(spec: SimpleTileSpec<'_>) -> (AttributePart, String) {
    let outcome = solve(spec);
    let text = outcome.message::<1024>("Tile");
    assert_eq!(outcome.message::<0>("Tile").len(), text.as_str().len());
    assert!(outcome.layout.is_plain() || outcome.culprit() == AttributePart::None);
    (outcome.culprit(), text.as_str().to_string())
}

fn said(
    size: (i128, i128),
    elem_bytes: usize,
    accesses: &[ConstAccess<'_>],
    choice: SimpleChoice,
) -> (AttributePart, String) {
    message(spec(size, elem_bytes, accesses, choice))
}

#[test]
fn a_conflict_names_the_access_and_what_to_write() {
    let (culprit, text) = said((32, 32), 4, &[ROW, COL], SimpleChoice::Pad(0));
    assert_eq!(culprit, AttributePart::Choice);
    assert_eq!(
        text,
        "`col` has 32-way bank conflicts on `Tile` with `pad = 0`: 32 wavefronts where 1 would do\n\
         help: use `pad = 1` (4224 bytes) or `swizzle = auto` (4096 bytes): neither has conflicts"
    );
}

#[test]
fn wrong_numbers_are_told_apart() {
    let accesses = [ROW];
    assert_eq!(said((0, 8), 4, &accesses, SimpleChoice::Auto).0, AttributePart::First);
    assert_eq!(said((8, -3), 4, &accesses, SimpleChoice::Auto).0, AttributePart::Second);
    assert!(said((8, -3), 4, &accesses, SimpleChoice::Auto).1.starts_with("this constant is -3, "));
    assert!(said((8, 1 << 40), 4, &accesses, SimpleChoice::Auto).1.starts_with("this constant is 1099511627776, "));
    assert_eq!(said((1 << 20, 1 << 20), 4, &accesses, SimpleChoice::Auto).0, AttributePart::Shape);
    assert_eq!(said((8, 8), 12, &accesses, SimpleChoice::Auto).0, AttributePart::Element);
    assert_eq!(said((8, 8), 0, &accesses, SimpleChoice::Auto).0, AttributePart::Element);
    let stages = SimpleTileSpec { stages: 1000, ..spec((32, 32), 4, &accesses, SimpleChoice::Auto) };
    assert_eq!(message(stages).0, AttributePart::Stages);
    let padded = said((96, 128), 4, &accesses, SimpleChoice::Pad(1));
    assert_eq!(padded.0, AttributePart::Choice);
    assert!(padded.1.starts_with("`Tile` needs 49536 bytes of shared memory with `pad = 1`, "), "{}", padded.1);
}

#[test]
fn accesses_that_do_not_fit_are_named() {
    let of = |pattern, vec| [ROW, ConstAccess { pattern, vec, max_ways: 1, transposed: false }];
    for (accesses, size, elem_bytes, starts) in [
        (
            of(ConstPattern::Col { wrap: true }, 4),
            (8, 33),
            4,
            "`col(vec = 4)` has vectors of 4 elements, which do not divide the 33 columns",
        ),
        (of(ConstPattern::Col { wrap: true }, 4), (8, 32), 8, "`col(vec = 4)` makes 32 bytes a lane"),
        (of(ConstPattern::Block { height: 8, width: 4 }, 1), (4, 32), 4, "`block(8, 4)` has 8 rows"),
        (of(ConstPattern::Window { height: 2, width: 16 }, 1), (4, 9), 4, "`window(2, 16)` has 16 columns"),
        (
            of(ConstPattern::LdMatrix { trans: false }, 1),
            (12, 64),
            2,
            "`ldmatrix` reads 8 rows of 16 bytes at a time, and `Tile` has 12 rows of 128",
        ),
    ] {
        let (culprit, text) = said(size, elem_bytes, &accesses, SimpleChoice::Auto);
        assert_eq!(culprit, AttributePart::Access(1));
        assert!(text.starts_with(starts), "{text}");
    }
}

#[test]
fn a_layout_that_tears_vectors_or_leaves_the_tile_is_refused() {
    let vectors = [ConstAccess { vec: 4, ..ROW }];
    let cute = |bits, base, shift| SimpleChoice::Cute(Cute::new(bits, base, shift).unwrap());
    assert!(
        said((8, 32), 4, &vectors, SimpleChoice::Pad(1))
            .1
            .starts_with("`pad = 1` misaligns the vectors of `row(vec = 4)`")
    );
    assert!(said((8, 32), 4, &vectors, cute(3, 0, 3)).1.starts_with("`swizzle = (3, 0, 3)` tears the vectors"));
    assert!(said((5, 5), 4, &[ROW], cute(2, 0, 2)).1.starts_with("`swizzle = (2, 0, 2)` is not a bijection on `Tile`"));
}

#[test]
fn where_nothing_is_free_the_conflict_of_the_dense_layout_is_shown() {
    let four =
        [2, 4, 8, 16].map(|height| ConstAccess { pattern: ConstPattern::Window { height, width: 32 / height }, ..ROW });
    let (culprit, text) = said((18, 34), 4, &four, SimpleChoice::PadAuto);
    assert_eq!(culprit, AttributePart::Choice);
    assert!(text.starts_with("no padding frees `Tile` of bank conflicts: `window("), "{text}");
    assert!(text.contains("\nhelp: write the shape as literals"), "{text}");
}

#[test]
fn conflicts_that_are_allowed_are_kept() {
    let kept = SimpleTileSpec { allows_conflicts: true, ..spec((32, 32), 4, &[ROW, COL], SimpleChoice::Plain) };
    assert_eq!(message(kept), (AttributePart::None, String::new()));
}

#[test]
fn warps_that_stay_in_their_row_are_proposed_where_they_are_free() {
    let (_, text) = said((20, 20), 4, &[ROW, COL], SimpleChoice::PadAuto);
    let help = "\nhelp: if warps stay in their row or column, write `wrap = false` in `row` and `col`, as in \
                `access(row(wrap = false), col(wrap = false))` (1680 bytes)\n";
    assert!(text.contains(help), "{text}");
    let stays = [ROW, COL].map(|access| match access.pattern {
        ConstPattern::Row { .. } => ConstAccess { pattern: ConstPattern::Row { wrap: false }, ..access },
        _ => ConstAccess { pattern: ConstPattern::Col { wrap: false }, ..access },
    });
    assert_eq!(said((20, 20), 4, &stays, SimpleChoice::PadAuto).0, AttributePart::None);
}
