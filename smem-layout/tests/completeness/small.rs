//! Every layout of a class, for classes that are small enough: which of them are free of conflict, access by access.
//!
//! Two accesses together are free where both are, so each set is found once a tile and pairs cost an intersection.

use std::{collections::HashMap, rc::Rc};

use super::{
    accesses::Tile,
    banks::{Demand, Phase},
    layouts::pitches,
    matrices::{Class, moves},
};

/// Matrices of the largest class that is searched to its end, as a logarithm.
pub(crate) const SMALL: u32 = 16;

/// The matrices of a class, the cheapest first.
pub(crate) struct Order {
    /// Index operations and number of each.
    pub(crate) matrices: Vec<(u32, u64)>,
    /// What each does to the lines, one after the other.
    moves: Vec<u32>,
}

/// The orders of the classes met so far.
#[derive(Default)]
pub(crate) struct Orders(HashMap<Class, Rc<Order>>);

impl Orders {
    pub(crate) fn of(&mut self, class: Class) -> Rc<Order> {
        let order = || {
            let matrices = class.cheapest_first();
            let moves = matrices.iter().flat_map(|matrix| moves(&class.columns(matrix.1))).collect();
            Rc::new(Order { matrices, moves })
        };
        Rc::clone(self.0.entry(class).or_insert_with(order))
    }
}

/// A set of layouts, by their number in the order of their class.
pub(crate) type Set = Rc<Vec<u64>>;

/// What is free of conflict for one access.
pub(crate) struct FreeSets {
    tile: Tile,
    pub(crate) demand: Demand,
    pads: Option<Set>,
    matrices: HashMap<(u32, Class), Set>,
    /// Layouts looked at.
    pub(crate) tried: u64,
}

impl FreeSets {
    pub(crate) fn new(tile: Tile, demand: Demand) -> FreeSets {
        FreeSets { tile, demand, pads: None, matrices: HashMap::new(), tried: 0 }
    }

    /// Pitches without XOR, the line's own first.
    pub(crate) fn pads(&mut self) -> Set {
        if let Some(pads) = &self.pads {
            return Rc::clone(pads);
        }
        // As many elements as make whole words, whatever the pitch.
        let words = (4 / self.tile.elem).max(1);
        let mut phases = self.demand.distinct_phases(words, words);
        let still = vec![0; self.tile.lines() as usize];
        let mut set = vec![0; 8];
        for pitch in pitches(self.tile, self.demand.wide) {
            self.tried += 1;
            if all_free(&self.demand, &mut phases, pitch, &still) {
                let number = (pitch - self.tile.line()) as usize;
                set[number / 64] |= 1 << (number % 64);
            }
        }
        let set = Rc::new(set);
        self.pads = Some(Rc::clone(&set));
        set
    }

    /// The matrices of `class` at `pitch`, in the order given.
    pub(crate) fn matrices(&mut self, pitch: u32, class: Class, order: &Order) -> Set {
        if let Some(set) = self.matrices.get(&(pitch, class)) {
            return Rc::clone(set);
        }
        let phases = self.demand.distinct_phases(u32::MAX, class.block());
        let (mut narrow, mut phases) = narrow(&self.demand, phases, pitch, class);
        let mut set = vec![0u64; order.matrices.len().div_ceil(64)];
        for (place, moves) in order.moves.chunks(1 << class.line_bits).enumerate() {
            if narrow.all_free(moves) && all_free(&self.demand, &mut phases, pitch, moves) {
                set[place / 64] |= 1 << (place % 64);
            }
        }
        self.tried += order.matrices.len() as u64;
        let set = Rc::new(set);
        self.matrices.insert((pitch, class), Rc::clone(&set));
        set
    }

    /// The first matrix of `class` whose bits outside `banks` are not as useless as they are held to be, if any.
    pub(crate) fn useful_bits(&mut self, pitch: u32, class: Class, banks: Class) -> Option<Vec<u32>> {
        let mut phases = self.demand.distinct_phases(u32::MAX, class.block().max(banks.block()));
        let mask = banks.block() - (1 << banks.base);
        self.tried += 1 << class.log_size();
        (0..1 << class.log_size()).map(|number| class.columns(number)).find(|columns| {
            let reduced: Vec<u32> = columns.iter().map(|column| column & mask).collect();
            all_free(&self.demand, &mut phases, pitch, &moves(columns))
                != all_free(&self.demand, &mut phases, pitch, &moves(&reduced))
        })
    }
}

/// Phases of one or two lines, costed beforehand: moving both lines by the same amount exchanges banks and nothing else, so
/// that only the difference of their moves counts.
struct Narrow {
    base: u32,
    /// Two lines, and whether the phases on them are free, for each difference of their moves in granules.
    free: Vec<((u32, u32), Vec<bool>)>,
}

/// Sorts out the narrow phases.
fn narrow(demand: &Demand, phases: Vec<Phase>, pitch: u32, class: Class) -> (Narrow, Vec<Phase>) {
    let lines = |phase: &Phase| (phase[0].0, phase[phase.len() - 1].0);
    let is_narrow = |phase: &Phase| phase.iter().all(|place| place.0 == lines(phase).0 || place.0 == lines(phase).1);
    let (narrow, wide): (Vec<Phase>, Vec<Phase>) = phases.into_iter().partition(is_narrow);
    let mut free: HashMap<(u32, u32), Vec<bool>> = HashMap::new();
    let mut moves = vec![0; 1 << class.line_bits];
    for phase in narrow {
        let (one, other) = lines(&phase);
        let free = free.entry((one, other)).or_insert_with(|| vec![true; 1 << class.bits]);
        for (difference, free) in (0u32..).zip(free) {
            moves[other as usize] = if one == other { 0 } else { difference << class.base };
            *free &= demand.is_free(&phase, pitch, &moves);
        }
        moves[other as usize] = 0;
    }
    (Narrow { base: class.base, free: free.into_iter().collect() }, wide)
}

impl Narrow {
    fn all_free(&mut self, moves: &[u32]) -> bool {
        let conflicting = self.free.iter().position(|((one, other), free)| {
            !free[((moves[*one as usize] ^ moves[*other as usize]) >> self.base) as usize]
        });
        if let Some(place) = conflicting {
            self.free.swap(0, place);
        }
        conflicting.is_none()
    }
}

/// True when every phase is free; the first that is not moves to the front, where it ends the next look early.
pub(crate) fn all_free(demand: &Demand, phases: &mut [Phase], pitch: u32, moves: &[u32]) -> bool {
    match phases.iter().position(|phase| !demand.is_free(phase, pitch, moves)) {
        None => true,
        Some(place) => {
            phases.swap(0, place);
            false
        }
    }
}

/// The first layout that is in every set.
pub(crate) fn first_in_all(sets: &[Set]) -> Option<usize> {
    let (first, rest) = sets.split_first()?;
    first.iter().enumerate().find_map(|(place, word)| {
        let word = rest.iter().fold(*word, |word, set| word & set[place]);
        (word != 0).then(|| place * 64 + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completeness::accesses::all_on;

    /// Requests that are whole words apart are looked at once, and narrow phases beforehand: nothing is lost by it.
    #[test]
    fn the_sets_agree_with_every_phase_of_every_request() {
        let mut verdicts = [0, 0];
        for (rows, cols, elem) in [(9, 24, 4), (16, 16, 2), (11, 40, 1), (20, 12, 8), (1, 120, 4)] {
            let tile = Tile { rows, cols, elem };
            let class = Class::of_banks(tile, tile.line(), 1);
            let order = Orders::default().of(class);
            for declared in all_on(tile).into_iter().filter(|declared| declared.lane_elements(tile) == 1) {
                let mut sets = FreeSets::new(tile, Demand::new(declared, tile));
                let (pads, matrices) = (sets.pads(), sets.matrices(tile.line(), class, &order));
                let mut is_free = |number: usize, set: &Set, pitch: u32, moves: &[u32]| {
                    let demand = &sets.demand;
                    let free = demand.requests.iter().flatten().all(|phase| demand.is_free(phase, pitch, moves));
                    verdicts[usize::from(free)] += 1;
                    assert_eq!(free, set[number / 64] >> (number % 64) & 1 == 1, "{tile}, {declared:?}");
                };
                for number in (0..256 / elem as usize).step_by(13) {
                    let still = vec![0; tile.lines() as usize];
                    is_free(number, &pads, tile.line() + number as u32, &still);
                }
                for number in (0..order.matrices.len()).step_by(193) {
                    let columns = class.columns(order.matrices[number].1);
                    is_free(number, &matrices, tile.line(), &moves(&columns));
                }
            }
        }
        assert!(verdicts.iter().all(|verdicts| *verdicts > 200), "{verdicts:?} tell little");
    }
}
