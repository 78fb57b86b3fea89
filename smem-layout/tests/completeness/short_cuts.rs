//! The short cuts of the second search against the long way.

use super::second_search::{
    banks::{Banks, Demand, all_accepted},
    compared::all_on,
    kernels::{KernelOutcome, KernelSpaces},
    layouts::{Lines, Mapped},
    matrices::{Class, Columns, MatrixOutcome, offsets},
    members::shifted_apart,
    parts::Parts,
    tile::Tile,
};

/// Forbidden values against every phase of every request, on every kind of banks; and the bits left out of the classes.
#[test]
fn a_matrix_is_free_exactly_when_it_takes_no_forbidden_value() {
    let mut verdicts = [0, 0];
    for banks in [Banks::HalfWarps, Banks::Words, Banks::PairedWords, Banks::DoubleWords] {
        for (rows, cols, elem) in
            [(9, 24, 4), (16, 16, 2), (11, 40, 1), (20, 12, 8), (1, 512, 1), (4, 512, 1), (7, 8, 16)]
        {
            let tile = Tile { planes: None, rows, cols, elem };
            let lines = Lines::of(tile, banks);
            for declared in all_on(tile) {
                let mut demand = Demand::new(declared, tile, banks);
                let granule = demand.wide;
                for pitch in [lines.line, lines.last_raised()] {
                    let class = Class::of(tile, banks, lines, pitch, granule);
                    let forbidden = class.forbidden(&demand, lines, pitch);
                    let base = granule.ilog2();
                    let bits = pitch.trailing_zeros().saturating_sub(base);
                    let all = Class { bits, base, ..class };
                    let kept = class.block() - (1 << class.base);
                    for number in 0..12u64 {
                        let columns = all.columns(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7);
                        let banked: Columns = columns.iter().map(|column| column & kept).collect();
                        let free = forbidden.as_ref().is_some_and(|values| class.is_free(values, &banked));
                        let offsets = offsets(tile, lines, pitch, &columns);
                        let mut phases = std::mem::take(&mut demand.phases);
                        let costed = all_accepted(&demand, &mut phases, &offsets);
                        demand.phases = phases;
                        assert_eq!(free, costed, "{tile}, {banks:?}, {declared:?}, pitch {pitch}, {columns:?}");
                        verdicts[usize::from(free)] += 1;
                    }
                }
            }
        }
    }
    assert!(verdicts.iter().all(|verdicts| *verdicts > 1000), "{verdicts:?} tell little");
}

#[test]
fn the_search_finds_a_matrix_exactly_where_there_is_one() {
    let mut verdicts = [0, 0];
    for (rows, cols, elem) in [(16, 8, 4), (8, 12, 4), (7, 16, 4), (32, 4, 8), (24, 8, 2), (13, 8, 4)] {
        let tile = Tile { planes: None, rows, cols, elem };
        let lines = Lines::of(tile, Banks::Words);
        let class = Class::of(tile, Banks::Words, lines, cols, 1);
        for declared in all_on(tile).into_iter().filter(|declared| declared.lane_elements(tile) == 1) {
            let demand = Demand::new(declared, tile, Banks::Words);
            let Some(forbidden) = class.forbidden(&demand, lines, cols) else { continue };
            let any = (0..1 << class.log_size()).any(|number| class.is_free(&forbidden, &class.columns(number)));
            match class.search(&forbidden) {
                MatrixOutcome::Found(columns) => assert!(any && class.is_free(&forbidden, &columns)),
                outcome => assert!(outcome == MatrixOutcome::None && !any),
            }
            verdicts[usize::from(any)] += 1;
        }
    }
    assert!(verdicts.iter().all(|verdicts| *verdicts > 5), "{verdicts:?} tell little");
}

/// Phases that are whole words apart cost the same at every pitch.
#[test]
fn phases_that_are_shifted_apart_are_free_together() {
    let mut verdicts = [0, 0];
    for banks in [Banks::HalfWarps, Banks::Words, Banks::PairedWords, Banks::DoubleWords] {
        for (rows, cols, elem) in [(9, 24, 4), (16, 16, 2), (11, 40, 1), (20, 12, 8), (1, 120, 4), (7, 8, 16)] {
            let tile = Tile { planes: None, rows, cols, elem };
            let lines = Lines::of(tile, banks);
            for declared in all_on(tile) {
                let mut demand = Demand::new(declared, tile, banks);
                let mut few = shifted_apart(&demand, tile, lines, banks);
                let mut all = std::mem::take(&mut demand.phases);
                for pitch in lines.pitches(tile).step_by(7) {
                    let offsets = lines.at_pitch(tile, pitch);
                    let free = all_accepted(&demand, &mut all, &offsets);
                    assert_eq!(free, all_accepted(&demand, &mut few, &offsets), "{tile}, {banks:?}, {declared:?}");
                    verdicts[usize::from(free)] += 1;
                }
            }
        }
    }
    assert!(verdicts.iter().all(|verdicts| *verdicts > 200), "{verdicts:?} tell little");
}

/// Random matrices by their definition, of whole words and of parts of them, against what their kernels say.
#[test]
fn a_matrix_of_the_offset_is_free_exactly_when_its_kernel_holds_nothing_forbidden() {
    let (mut verdicts, mut of_parts) = ([0, 0], [0, 0]);
    for (rows, cols, elem) in [(1, 256, 4), (1, 512, 1), (8, 32, 1), (16, 16, 2), (32, 16, 4), (4, 64, 2), (16, 8, 8)] {
        let tile = Tile { planes: None, rows, cols, elem };
        for declared in all_on(tile).into_iter().filter(|declared| declared.max_ways == 1) {
            let demand = Demand::new(declared, tile, Banks::Words);
            let pitch = Lines::of(tile, Banks::Words).line;
            let costed = |offsets: &[u32]| demand.phases.iter().all(|phase| demand.accepts(phase, offsets));
            let words = KernelSpaces::of(tile, Banks::Words, pitch, demand.wide);
            let parts = Parts::of(tile, Banks::Words, pitch, demand.wide);
            let elements = tile.elements().ilog2();
            let mut found = [false; 2];
            for number in 0..40 {
                let granule = demand.wide.max(4 / elem).ilog2();
                if let Some(words) = words {
                    let mapped = Mapped::random(elements, granule, number);
                    let forbidden = words.forbidden(&demand, tile);
                    let banks = 32u32.min((128 / elem) >> granule) - 1;
                    let meets = |one: u32| forbidden[one as usize] && mapped.at(one << granule) >> granule & banks == 0;
                    let free = !(1..1u32 << (elements - granule)).any(meets);
                    assert_eq!(free, costed(&mapped.offsets(tile)), "{tile}, {declared:?}, {mapped:?}");
                    verdicts[usize::from(free)] += 1;
                    found[0] |= free;
                }
                if let Some(parts) = parts {
                    let granule = demand.wide.ilog2();
                    let mapped = Mapped::random(elements, granule, number);
                    let forbidden = parts.forbidden(&demand, tile);
                    let meets = |one: u32| {
                        let byte = mapped.at(one << granule) * elem;
                        forbidden[one as usize] && (byte / 4).is_multiple_of(32) && byte >= 4
                    };
                    let free = !(1..1u32 << (elements - granule)).any(meets);
                    assert_eq!(free, costed(&mapped.offsets(tile)), "{tile}, {declared:?}, {mapped:?}");
                    of_parts[usize::from(free)] += 1;
                    found[1] |= free;
                }
            }
            // The search does not deny what the random ones find.
            if found[0] {
                let words = words.unwrap();
                assert_ne!(words.search(&words.forbidden(&demand, tile), &mut |_| true), KernelOutcome::None);
            }
            if found[1] {
                let parts = parts.unwrap();
                let outcome = parts.search(&parts.forbidden(&demand, tile), &mut |offsets| costed(offsets), tile);
                assert_ne!(outcome, KernelOutcome::None, "{tile}, {declared:?}");
            }
        }
    }
    assert!(verdicts.iter().chain(&of_parts).all(|verdicts| *verdicts > 200), "{verdicts:?}, {of_parts:?} tell little");
}
