//! Requests that were once refused although a layout exists, or answered with more than it takes. Each names the layout that
//! was written by hand; the search must find one that costs no more.

use smem_layout::{
    Access, Arch, AutoOr, Cute, LaneTable, Layout, LayoutChoice, Prefer, Report, Rotation, Solution, SolveError,
    Swizzle, TileSpec, TileSpecBuilder, index_cost, solve,
};

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    Access::lanes(LaneTable::new(vec![std::array::from_fn(|lane| at(lane as u32))]).unwrap())
}

fn swizzle(bits: u32, base: u32, shift: i32) -> LayoutChoice {
    LayoutChoice::Swizzle(AutoOr::Exactly(Cute::new(bits, base, shift).unwrap()))
}

/// The search with `choice` must do as well as `by_hand`.
fn is_found(spec: TileSpecBuilder<'_>, by_hand: LayoutChoice) -> Solution {
    let by_hand = solved(spec.choice(by_hand)).unwrap();
    let found = solved(spec.prefer(Prefer::Bytes)).unwrap_or_else(|error| panic!("{}", error.message("Tile")));
    assert!(found.report().is_accepted(), "{}", found.report());
    assert!(
        found.bytes() <= by_hand.bytes(),
        "{} takes {} bytes, by hand {}",
        found.layout(),
        found.bytes(),
        by_hand.bytes()
    );
    found
}

#[test]
fn a_row_beside_every_second_column_of_32_x_64() {
    let accesses = [Access::row(), lanes(|lane| (0, 2 * lane))];
    is_found(TileSpec::builder(32, 64, 4, &accesses), swizzle(1, 0, 5));
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
        is_found(TileSpec::builder(rows, cols, elem, &accesses), by_hand);
    }
}

#[test]
fn rows_whose_lowest_bit_changes_the_bank_by_itself_are_copied_without_a_mask() {
    let accesses = [lanes(|lane| (lane * 5 % 8, 0)).vec(8)];
    for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
        let spec = TileSpec::builder(8, 64, 1, &accesses).choice(choice).prefer(Prefer::Bytes);
        // As free is `Swizzle<2, 3, 4>`, whose index is `col ^ ((row & 6) << 2)`.
        assert_eq!(solved(spec).unwrap().layout().swizzle(), Swizzle::Cute(Cute::new(3, 3, 3).unwrap()));
    }
}

#[test]
fn paired_words_of_a_short_column_are_swizzled() {
    let accesses = [Access::col()];
    let choice = LayoutChoice::Swizzle(AutoOr::Auto);
    let spec = TileSpec::builder(10, 8, 4, &accesses).arch(Arch::SM_35).choice(choice);
    is_found(spec, swizzle(1, 2, 4));
}

#[test]
fn paired_words_of_a_column_beside_a_row_of_vectors_are_swizzled() {
    let accesses = [Access::col(), Access::row().vec(4)];
    for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
        let spec = TileSpec::builder(12, 32, 4, &accesses).arch(Arch::SM_35).choice(choice);
        is_found(spec, swizzle(3, 2, 4));
    }
}

#[test]
fn lanes_on_one_word_of_a_uniform_half_warp_do_not_meet() {
    let accesses = [Access::stride(16), lanes(|_| (0, 0))];
    let choice = LayoutChoice::Swizzle(AutoOr::Auto);
    let of = |accesses| TileSpec::builder(1, 256, 4, accesses).arch(Arch::SM_13).choice(choice);
    let alone = solved(of(&accesses[..1])).unwrap();
    let both = solved(of(&accesses)).unwrap_or_else(|error| panic!("{}", error.message("Line")));
    assert!(both.report().is_accepted());
    assert_eq!(both.bytes(), alone.bytes());
}

#[test]
fn where_no_swizzle_is_needed_there_is_none() {
    let accesses = [Access::col()];
    let choice = LayoutChoice::Swizzle(AutoOr::Auto);
    let solution = solved(TileSpec::builder(2, 18, 8, &accesses).choice(choice)).unwrap();
    assert_eq!((solution.layout().pitch(), solution.layout().swizzle()), (24, Swizzle::None));
}

/// Found by comparison with an exhaustive search, as those that follow: the answer takes no more elements than are `known`.
fn takes_at_most(spec: TileSpecBuilder<'_>, known: usize) {
    for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
        let found = solved(spec.choice(choice).dynamic(true));
        let found = found.unwrap_or_else(|error| panic!("{}", error.message("Tile")));
        assert!(found.report().is_accepted(), "{}", found.report());
        assert!(
            found.layout().len() <= known,
            "{} takes {} elements, {known} are enough",
            found.layout(),
            found.layout().len()
        );
    }
}

#[test]
fn a_swizzle_brings_parts_of_two_words_of_one_bank_into_one() {
    // Swizzle<1, 0, -6>, dense: its target is above the span of the banks, its source within a word.
    takes_at_most(TileSpec::builder(1, 256, 2, &[lanes(|lane| (0, 3 * lane % 256))]), 256);
    // Swizzle<1, 1, -6> at a pitch of 24.
    takes_at_most(TileSpec::builder(11, 17, 1, &[lanes(|lane| (lane % 11, (31 - lane) % 17))]), 11 * 24);
}

#[test]
fn a_swizzle_brings_two_words_into_one_segment() {
    // Swizzle<1, 0, -7> at a pitch of 29.
    let lines = [lanes(|lane| (2 * lane % 9, lane % 20))];
    takes_at_most(TileSpec::builder(9, 20, 2, &lines).arch(Arch::SM_35), 9 * 29);
    // Swizzle<1, 3, -1> at one of 23.
    let lines = [lanes(|lane| (2 * lane % 24, lane % 23)).max_ways(2)];
    takes_at_most(TileSpec::builder(24, 23, 16, &lines).arch(Arch::SM_35), 24 * 23);
}

#[test]
fn a_row_is_raised_by_more_than_the_span_of_the_banks() {
    // Swizzle<3, 0, 5> at a pitch of 31: 14 elements of 16 bytes more, where the banks hold 8.
    takes_at_most(TileSpec::builder(12, 17, 16, &[lanes(|lane| (lane % 12, lane % 17))]), 12 * 31);
    // Swizzle<2, 0, 4> at a pitch of 29.
    let diagonal = [lanes(|lane| (lane % 16, (31 - lane) % 19)).max_ways(2)];
    takes_at_most(TileSpec::builder(16, 19, 8, &diagonal).arch(Arch::SM_13), 16 * 29);
}

#[test]
fn a_ragged_last_line_is_not_filled_up() {
    // Swizzle<1, 2, 1> on the 17 elements.
    let strided = [Access::stride(8).max_ways(2)];
    takes_at_most(TileSpec::builder(1, 17, 8, &strided).arch(Arch::SM_13), 17);
}

#[test]
fn padding_is_found_whatever_the_search_for_a_swizzle_took() {
    let found = |spec: TileSpecBuilder<'_>| {
        let found = solved(spec.dynamic(true));
        found.unwrap_or_else(|error| panic!("{}", error.message("Tile"))).layout().len()
    };
    let col = [Access::col().max_ways(2)];
    assert!(found(TileSpec::builder(11, 20, 8, &col).arch(Arch::SM_35)) <= 11 * 35);
    assert!(found(TileSpec::builder(23, 24, 8, &col).arch(Arch::SM_13)) <= 23 * 31);
    let strides = [Access::stride(3).max_ways(2), Access::stride(16)];
    let arch = Arch::SM_35.with_eight_byte_banks().unwrap();
    assert!(found(TileSpec::builder(1, 384, 8, &strides).arch(arch)) <= 12 * 33);
}

#[test]
fn accepting_what_the_help_says_builds() {
    for arch in [Arch::SM_35, Arch::SM_35.with_eight_byte_banks().unwrap()] {
        let mut accesses = [Access::stride(3), Access::stride(16)];
        let error = solved(TileSpec::builder(1, 320, 8, &accesses).arch(arch)).unwrap_err();
        for (access, left) in accesses.iter_mut().zip(&error.report().unwrap().accesses) {
            access.max_ways = left.ways;
        }
        let accepted = solved(TileSpec::builder(1, 320, 8, &accesses).arch(arch));
        assert!(accepted.is_ok(), "{error}\nand then: {}", accepted.unwrap_err());
    }
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
    let second = [Access::row(), Access::col(), lanes(|lane| (lane, 31 - lane)), lanes(|lane| (lane, lane))];
    for spec in [
        TileSpec::builder(32, 32, 4, &vectors),
        TileSpec::builder(32, 32, 4, &vectors).choice(LayoutChoice::Plain),
        TileSpec::builder(32, 32, 4, &vectors).choice(LayoutChoice::Swizzle(AutoOr::Auto)),
        TileSpec::builder(32, 32, 4, &second).choice(LayoutChoice::Pad(AutoOr::Auto)),
    ] {
        let error = solved(spec).unwrap_err();
        for text in [error.message("Tile"), error.to_string()] {
            for claim in ["every layout", "no layout"] {
                assert!(!text.contains(claim), "{text}");
            }
        }
    }
}

#[test]
fn padding_that_frees_but_is_too_large_is_not_denied() {
    let accesses = [Access::col()];
    let spec = TileSpec::builder(37, 61, 4, &accesses).stages(5).choice(LayoutChoice::Plain);
    let message = solved(spec).unwrap_err().message("Tile");
    assert!(!message.contains("no padding"), "{message}");
    assert!(message.contains("would do, but needs"), "{message}");
}

/// A part of an 8-byte word is chosen by three bits where elements have one byte, and the search for matrices that take words apart
/// had room for two: the first of these panicked.
#[test]
fn words_of_eight_bytes_are_taken_apart() {
    let arch = Arch::SM_35.with_eight_byte_banks().unwrap();
    let accesses = [Access::row(), Access::col()];
    for (rows, cols) in [(38, 8), (16, 16), (8, 64)] {
        let solution = solved(TileSpec::builder(rows, cols, 1, &accesses).arch(arch)).unwrap();
        assert!(solution.report().accesses.iter().all(|access| access.ways == 1), "{}", solution.layout());
    }
}

/// The search for an XOR of the column gives up here, and left nothing of the budget for rotations: padding of 20 elements was the
/// answer.
#[test]
fn an_xor_that_is_hard_to_find_leaves_rotations_their_budget() {
    let accesses = [Access::col().max_ways(2)];
    let by_hand = solved(
        TileSpec::builder(20, 24, 8, &accesses)
            .arch(Arch::SM_35)
            .choice(LayoutChoice::Rotate(Rotation::new(5, 4).unwrap())),
    )
    .unwrap();
    assert_eq!(by_hand.layout().len(), 480);
    let found = solved(TileSpec::builder(20, 24, 8, &accesses).arch(Arch::SM_35)).unwrap();
    assert_eq!(found.layout().len(), 480, "{}", found.layout());
}

/// The search for a layout for every second row alone gave up, and both accesses were named as if each had a layout.
#[test]
fn two_accesses_exclude_each_other_only_where_each_has_a_layout() {
    let accesses = [Access::col().vec(4), lanes(|lane| (2 * lane % 17, 0))];
    let spec = TileSpec::builder(17, 20, 1, &accesses).arch(Arch::SM_13);
    assert_eq!(solved(spec).unwrap_err().excluding(), [1]);
    assert_eq!(solved(TileSpec::builder(17, 20, 1, &accesses[1..]).arch(Arch::SM_13)).unwrap_err().excluding(), [0]);
}

/// Where conflicts are accepted, every padding inside rows was judged on its own, and the search gave up before it came to these.
#[test]
fn padding_inside_rows_is_found_where_conflicts_are_accepted() {
    let inside = |pad, every| LayoutChoice::PadEvery { pad, every };
    let auto = LayoutChoice::Pad(AutoOr::Auto);
    for (rows, cols, elem, arch, access, by_hand) in [
        (32, 64, 1, Arch::SM_13, Access::row().max_ways(3), inside(1, 2)),
        (32, 64, 1, Arch::SM_13, Access::block(3, 5).max_ways(3), inside(3, 1)),
        (32, 128, 2, Arch::SM_90, Access::col().max_ways(2), inside(4, 256)),
        (32, 128, 2, Arch::SM_35, Access::window(5, 5).max_ways(3), inside(6, 384)),
        (64, 128, 1, Arch::SM_90, Access::block(4, 8).max_ways(2), inside(8, 256)),
    ] {
        let accesses = [access];
        let spec = TileSpec::builder(rows, cols, elem, &accesses).arch(arch).dynamic(true);
        is_found(spec.choice(auto), by_hand);
    }
}

#[test]
fn padding_inside_rows_is_found_for_a_diagonal_that_accepts_conflicts() {
    let accesses = [lanes(|lane| (lane, 31 - lane)).max_ways(2)];
    let spec = TileSpec::builder(32, 128, 1, &accesses).arch(Arch::SM_90).dynamic(true);
    is_found(spec.choice(LayoutChoice::Pad(AutoOr::Auto)), LayoutChoice::PadEvery { pad: 6, every: 256 });
}

/// A half-warp's lanes on one element do not share a pass. They were counted as one, so no lanes had to be parted, and the search gave up
/// before it came to these.
#[test]
fn padding_inside_rows_is_found_for_half_warps_of_which_two_lanes_share_each_element() {
    for max_ways in [2, 3] {
        let accesses = [lanes(|lane| (lane / 2, lane / 2)).max_ways(max_ways)];
        let spec = TileSpec::builder(128, 32, 1, &accesses).arch(Arch::SM_13).choice(LayoutChoice::Pad(AutoOr::Auto));
        let found = is_found(spec, LayoutChoice::PadEvery { pad: 2, every: 66 });
        assert!(found.layout().len() <= 32 * 128 + 62 * 2, "{}", found.layout());
    }
}

/// The searches for an XOR of the column at the pitches before gave up, and left nothing of the budget for matrices on the offset at
/// the pitch that is a power of two.
#[test]
fn an_xor_of_the_column_that_is_hard_to_find_leaves_matrices_on_the_offset_their_budget() {
    let arch = Arch::SM_35.with_eight_byte_banks().unwrap();
    let accesses = [Access::col().max_ways(2), lanes(|lane| (lane % 20, (31 - lane) % 22))];
    let found = solved(TileSpec::builder(20, 22, 8, &accesses).arch(arch)).unwrap();
    assert!(found.layout().len() <= 20 * 32, "{}", found.layout());
}

/// The search for padding inside rows gave up: it counted paddings as work that a pair of lanes had ruled out.
#[test]
fn padding_inside_rows_of_long_rows_is_found_and_proved_to_be_the_least() {
    let accesses = [Access::unwrapped_col()];
    let spec = TileSpec::builder(24, 135, 1, &accesses);
    let found = is_found(spec.choice(LayoutChoice::Pad(AutoOr::Auto)), LayoutChoice::PadEvery { pad: 1, every: 108 });
    assert!(found.bytes() <= 3272 && found.is_proven());
}

/// Bytes were compared before they were rounded up to the alignment.
#[test]
fn of_as_many_bytes_as_stored_the_cheaper_index_is_taken() {
    let accesses = [Access::unwrapped_row(), Access::unwrapped_col()];
    let found = solved(TileSpec::builder(36, 33, 1, &accesses)).unwrap();
    assert_eq!((found.layout(), found.bytes()), (&Layout::padded(36, 33, 3).unwrap(), 1296));
    let accesses = [Access::row(), Access::col()];
    let found = solved(TileSpec::builder(64, 64, 2, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto))).unwrap();
    assert_eq!(found.layout(), &Layout::padded(64, 64, 2).unwrap());
}

/// The cheaper index was taken though its padding did not fit, and a swizzle does.
#[test]
fn a_layout_that_fits_comes_before_one_that_does_not() {
    let accesses = [Access::row(), Access::col()];
    for prefer in [Prefer::Balance, Prefer::Bytes, Prefer::Index] {
        let found = solved(TileSpec::builder(96, 128, 4, &accesses).prefer(prefer)).unwrap();
        assert_eq!(found.bytes(), 48 << 10);
    }
}

/// The row's upper bits, which no bank sees, were left out of the XOR: that cost a mask.
#[test]
fn a_row_that_reaches_beyond_the_banks_is_not_masked() {
    let sm = |name: &str| Arch::from_name(name).unwrap();
    let eight_byte_banks = Arch::SM_35.with_eight_byte_banks().unwrap();
    let paired = [Access::col().vec(4).max_ways(2)];
    let (col, block) = ([Access::col()], [Access::block(4, 2).max_ways(2)]);
    let spec = |rows, cols, elem, accesses, arch| TileSpec::builder(rows, cols, elem, accesses).arch(sm(arch));
    for (spec, by_hand) in [
        (spec(16, 16, 16, &col, "sm_90"), Cute::new(4, 0, 4)),
        (spec(16, 16, 16, &block, "sm_13"), Cute::new(4, 0, 4)),
        (spec(4, 32, 4, &[Access::unwrapped_col().vec(4).max_ways(2)], "sm_13"), Cute::new(2, 3, 2)),
        (spec(32, 128, 2, &paired, "sm_35").arch(eight_byte_banks), Cute::new(5, 2, 5)),
    ] {
        for choice in [LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)] {
            let found = solved(spec.choice(choice).prefer(Prefer::Balance)).unwrap();
            let by_hand = solved(spec.choice(LayoutChoice::Swizzle(AutoOr::Exactly(by_hand.unwrap())))).unwrap();
            assert_eq!(found.bytes(), by_hand.bytes());
            assert!(index_cost(found.layout()) <= index_cost(by_hand.layout()), "{}", found.layout());
            assert!(found.is_proven());
        }
    }
}

/// Vectors of 16 bytes in rows of 64: the row is shifted by more bits than rows and columns have together.
#[test]
fn a_row_that_is_shifted_far_is_taken_without_a_mask() {
    let accesses = [Access::row().vec(4), Access::block(4, 2).vec(16)];
    let found = solved(TileSpec::builder(4, 64, 1, &accesses)).unwrap();
    assert_eq!(found.layout().to_string(), "4 x 64, Swizzle<2, 4, 2>");
}

#[test]
fn an_xor_of_the_offset_of_two_terms_is_found_where_it_is_the_cheapest() {
    let all = [Access::row(), Access::col(), Access::depth()];
    // col ^ ((col & 3) << 3) ^ row, where an XOR of the row alone takes two copies with masks.
    let planes = solved(TileSpec::builder(8, 32, 4, &all).planes(4)).unwrap();
    assert!(index_cost(planes.layout()) <= 2.5, "{}", planes.layout());
}
