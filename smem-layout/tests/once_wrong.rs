//! Requests that were once refused although a layout exists, or answered with more than it takes. Each names the layout that
//! somebody wrote by hand; the search must find one that costs no more.

use smem_layout::{Access, Arch, Choice, Cute, LaneTable, Layout, Pick, Report, Request, Solution, Swizzle};

fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    Access::lanes(LaneTable::new(vec![std::array::from_fn(|lane| at(lane as u32))]).unwrap())
}

fn swizzle(bits: u32, base: u32, shift: i32) -> Choice {
    Choice::Swizzle(Pick::Exactly(Cute::new(bits, base, shift).unwrap()))
}

/// The search with `choice` must do as well as `by_hand`.
fn is_found(request: Request<'_>, by_hand: Choice) -> Solution {
    let by_hand = Request { choice: by_hand, ..request }.solve().unwrap();
    let found = request.solve().unwrap_or_else(|error| panic!("{}", error.message("Tile")));
    assert!(found.report.is_accepted(), "{}", found.report);
    assert!(found.bytes <= by_hand.bytes, "{} takes {} bytes, by hand {}", found.layout, found.bytes, by_hand.bytes);
    found
}

#[test]
fn a_row_beside_every_second_column_of_32_x_64() {
    let accesses = [Access::row(), lanes(|lane| (0, 2 * lane))];
    is_found(Request::new(32, 64, 4, &accesses), swizzle(1, 0, 5));
}

#[test]
fn a_row_beside_every_second_row_of_a_column() {
    let accesses = [Access::row(), lanes(|lane| (2 * lane, 0))];
    for (rows, cols, elem, by_hand) in [
        (64, 8, 4, swizzle(4, 0, 5)),
        (64, 16, 4, swizzle(5, 0, 5)),
        (64, 4, 4, swizzle(3, 0, 5)),
        (128, 8, 4, swizzle(4, 0, 5)),
        (64, 4, 8, swizzle(3, 0, 4)),
    ] {
        is_found(Request::new(rows, cols, elem, &accesses), by_hand);
    }
}

#[test]
fn paired_words_of_a_short_column_are_swizzled() {
    let accesses = [Access::col()];
    let choice = Choice::Swizzle(Pick::Auto);
    let request = Request { arch: Arch::SM_35, choice, ..Request::new(10, 8, 4, &accesses) };
    is_found(request, swizzle(1, 2, 4));
}

#[test]
fn paired_words_of_a_column_beside_a_row_of_vectors_are_swizzled() {
    let accesses = [Access::col(), Access::row().vec(4)];
    for choice in [Choice::Auto, Choice::Swizzle(Pick::Auto)] {
        let request = Request { arch: Arch::SM_35, choice, ..Request::new(12, 32, 4, &accesses) };
        is_found(request, swizzle(3, 2, 4));
    }
}

#[test]
fn lanes_on_one_word_of_a_uniform_half_warp_do_not_meet() {
    let accesses = [Access::stride(16), lanes(|_| (0, 0))];
    let choice = Choice::Swizzle(Pick::Auto);
    let of = |accesses| Request { arch: Arch::SM_13, choice, ..Request::new(1, 256, 4, accesses) };
    let alone = of(&accesses[..1]).solve().unwrap();
    let both = of(&accesses).solve().unwrap_or_else(|error| panic!("{}", error.message("Line")));
    assert!(both.report.is_accepted());
    assert_eq!(both.bytes, alone.bytes);
}

#[test]
fn where_no_swizzle_is_needed_the_pitch_is_the_least() {
    let accesses = [Access::col()];
    let choice = Choice::Swizzle(Pick::Auto);
    let solution = Request { choice, ..Request::new(4, 44, 2, &accesses) }.solve().unwrap();
    assert_eq!((solution.layout.pitch(), solution.layout.swizzle()), (46, Swizzle::None));
}

#[test]
fn the_reported_position_takes_the_most_wavefronts() {
    // One position has 5 ways and takes 7; another has 4 ways in both of its phases.
    let swizzle = Swizzle::Cute(Cute::new(4, 0, 4).unwrap());
    let layout = Layout::padded(37, 32, 3).unwrap().with_swizzle(swizzle).unwrap();
    let report = Report::of(&layout, 8, &[Access::col()], Arch::SM_90).unwrap();
    assert_eq!((report.accesses[0].cost.wavefronts, report.accesses[0].ways), (8, 5));
}

#[test]
fn lanes_that_meet_in_paired_words_are_on_different_segments() {
    // Rows of 32 words: two rows share a segment of 64, and then a pass.
    let report = Report::of(&Layout::plain(8, 32).unwrap(), 4, &[Access::col()], Arch::SM_35).unwrap();
    let conflict = report.accesses[0].conflict.as_ref().unwrap();
    let mut segments: Vec<u32> = conflict.lanes.iter().map(|&(_, row, col)| (32 * row + col) / 64).collect();
    segments.dedup();
    assert_eq!(segments.len(), 4);
    assert_eq!(conflict.lanes.len(), segments.len(), "{conflict}");
}

/// No class of layouts that is searched frees them, and other layouts exist: only what was searched is denied.
#[test]
fn an_error_denies_what_was_searched_and_nothing_else() {
    let vectors = [Access::row().vec(4), Access::col()];
    let second = [Access::row(), Access::col()];
    for request in [
        Request::new(32, 32, 4, &vectors),
        Request { choice: Choice::Plain, ..Request::new(32, 32, 4, &vectors) },
        Request { choice: Choice::Swizzle(Pick::Auto), ..Request::new(32, 32, 4, &vectors) },
        Request { choice: Choice::Pad(Pick::Auto), ..Request::new(32, 16, 4, &second) },
    ] {
        let error = request.solve().unwrap_err();
        for text in [error.message("Tile"), error.to_string()] {
            for claim in ["every layout", "no layout"] {
                assert!(!text.contains(claim), "{text}");
            }
        }
    }
}
