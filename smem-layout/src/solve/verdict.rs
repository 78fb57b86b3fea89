//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! A search judges thousands of layouts, and most of them conflict. What ruled one out is likely to rule out the next, so
//! those requests are remembered and tried first, and before them two lanes of each that met: a layout that conflicts then
//! costs a few pairs of lanes, and only one that is free costs a look at all positions.

use alloc::{collections::VecDeque, vec::Vec};

use smem_banks::LANES;

use crate::{
    access::{WarpLanes, representatives},
    layout::Layout,
    solve::{budget::Budget, checked_tile::CheckedTile},
};

/// The verdict of the bank model on a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// No request of any access has more ways than are allowed.
    Free,
    /// Some request has more ways than are allowed.
    Conflicts,
    /// The budget was spent before every position was seen.
    Unknown,
}

/// A request that ruled out a layout.
#[derive(Clone, Copy)]
pub(crate) struct Witness {
    /// The number of its access.
    pub(crate) access: usize,
    /// The elements that it touches.
    pub(crate) lanes: WarpLanes,
}

/// The most pairs of lanes that are tried before requests, and the most requests before all positions.
const MOST_TRIED: (usize, usize) = (16, 8);

/// The most pairs of lanes that are remembered.
const MOST_PAIRS: usize = 256;

/// The place of a witness in [`Judge::witnesses`]. A witness has hundreds of bytes: what is sorted and copied for every layout holds
/// its number.
type WitnessNumber = u32;

/// Two lanes of one phase that no layout may let meet, because their access allows no conflict.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    one: (u32, u32),
    other: (u32, u32),
    /// Bytes a lane.
    bytes: u32,
    /// The number of the request that they are of.
    witness: WitnessNumber,
}

impl Pair {
    /// Returns the numbers of the two elements, counted along the rows of `cols` columns.
    pub(crate) fn elements(&self, cols: u32) -> [u32; 2] {
        [self.one, self.other].map(|(row, col)| row * cols + col)
    }

    /// Returns the bytes that each lane touches.
    pub(crate) fn bytes(&self) -> u32 {
        self.bytes
    }
}

/// Judges layouts for one tile.
pub(crate) struct Judge<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    witnesses: Vec<Witness>,
    /// The numbers of the witnesses, the one that ruled out a layout last at the end.
    newest_last: Vec<WitnessNumber>,
    pairs: VecDeque<Pair>,
    /// The request that ruled out the last layout, and two lanes of it that met.
    last: (Option<WitnessNumber>, Option<Pair>),
}

impl<'a> Judge<'a> {
    /// Makes a judge that allows each access the number of ways in `allowed`.
    pub(crate) fn new(tile: CheckedTile<'a>, allowed: &'a [u32]) -> Self {
        Judge {
            tile,
            allowed,
            witnesses: Vec::new(),
            newest_last: Vec::new(),
            pairs: VecDeque::new(),
            last: (None, None),
        }
    }

    /// Returns the request that ruled out the last layout that was judged to conflict.
    pub(crate) fn last_witness(&self) -> Option<Witness> {
        self.last.0.map(|number| self.witnesses[number as usize])
    }

    /// Returns two lanes that met on the last layout that was judged to conflict, unless a conflict of two is allowed there.
    pub(crate) fn last_pair(&self) -> Option<Pair> {
        self.last.1
    }

    /// Returns true if a request that ruled out another layout rules out this one.
    pub(crate) fn is_ruled_out(&mut self, layout: &Layout) -> bool {
        if self.is_ruled_out_at(|row, col| layout.index(row, col)) {
            return true;
        }
        let accepting = |witness: &Witness| self.allowed[witness.access] > 1 || !self.tile.model.is_same_word_shared();
        let found = self.newest_last.iter().rposition(|number| {
            let witness = &self.witnesses[*number as usize];
            accepting(witness) && self.exceeds(layout, witness)
        });
        if let Some(place) = found {
            self.last = (Some(self.move_to_end(place)), None);
        }
        found.is_some()
    }

    /// Returns true if lanes that must not meet, of a request that ruled out another layout, meet where `index` is the offset of
    /// (row, column): for layouts that come in thousands.
    pub(crate) fn is_ruled_out_at(&mut self, index: impl Fn(u32, u32) -> u32) -> bool {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let address = |(row, col)| index(row, col) * elem_bytes;
        let meet = |pair: &Pair| model.meet(address(pair.one), address(pair.other), pair.bytes);
        // The request that ruled out the last one is tried first.
        if let Some(found) = self.pairs.iter().rev().take(MOST_TRIED.0).position(meet) {
            let last = self.pairs.len() - 1;
            self.pairs.swap(last - found, last);
            self.last = (Some(self.pairs[last].witness), Some(self.pairs[last]));
            return true;
        }
        let newest = self.newest_last.iter().enumerate().rev().take(MOST_TRIED.1);
        let mut meeting = newest.filter_map(|(place, number)| Some((place, self.meeting(*number, &index)?)));
        let Some((place, pair)) = meeting.next() else { return false };
        self.move_to_end(place);
        self.learn(pair);
        true
    }

    /// Judges whether `layout` is free of conflict.
    pub(crate) fn verdict(&mut self, layout: &Layout, budget: &Budget) -> Verdict {
        if self.is_ruled_out(layout) {
            return Verdict::Conflicts;
        }
        let CheckedTile { planes, accesses, elem_bytes, model, .. } = self.tile;
        for (number, access) in accesses.iter().enumerate() {
            let mut witness = None;
            let finished = representatives(access, planes, layout, elem_bytes, &model, |lanes| {
                let request = Witness { access: number, lanes };
                if self.exceeds(layout, &request) {
                    witness = Some(request);
                    return false;
                }
                budget.take(2)
            });
            if let Some(witness) = witness {
                let number = self.witnesses.len() as WitnessNumber;
                self.witnesses.push(witness);
                self.newest_last.push(number);
                self.last = (Some(number), None);
                if let Some(pair) = self.meeting(number, &|row, col| layout.index(row, col)) {
                    self.learn(pair);
                }
                return Verdict::Conflicts;
            }
            if !finished {
                return Verdict::Unknown;
            }
        }
        Verdict::Free
    }

    /// Makes the witness at `place` of [`Self::newest_last`] the newest, and returns its number.
    fn move_to_end(&mut self, place: usize) -> WitnessNumber {
        let number = self.newest_last.remove(place);
        self.newest_last.push(number);
        number
    }

    fn learn(&mut self, pair: Pair) {
        if self.pairs.len() == MOST_PAIRS {
            self.pairs.pop_front();
        }
        self.pairs.push_back(pair);
        self.last = (Some(pair.witness), Some(pair));
    }

    /// Returns two lanes of one phase of the request that meet; `None` if none do, if a conflict of two is allowed, or if it
    /// takes more than two lanes to know (compute capability 1.x).
    fn meeting(&self, number: WitnessNumber, index: &impl Fn(u32, u32) -> u32) -> Option<Pair> {
        let witness = &self.witnesses[number as usize];
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        if self.allowed[witness.access] > 1 || !model.is_same_word_shared() {
            return None;
        }
        let bytes = elem_bytes * accesses[witness.access].lane_elements(elem_bytes);
        let phase = model.lanes_per_phase(bytes);
        // The first lane in each bank, and its address.
        let mut first = [(0, u32::MAX); LANES];
        for lane in 0..LANES as u32 {
            if lane.is_multiple_of(phase) {
                first = [(0, u32::MAX); LANES];
            }
            if witness.lanes.active >> lane & 1 == 0 {
                continue;
            }
            let (row, col) = witness.lanes.at[lane as usize];
            let address = index(row, col) * elem_bytes;
            let slot = &mut first[model.bank(address) as usize % LANES];
            if slot.1 == u32::MAX {
                *slot = (lane as usize, address);
            } else if model.meet(slot.1, address, bytes) {
                let one = witness.lanes.at[slot.0];
                return Some(Pair { one, other: (row, col), bytes, witness: number });
            }
        }
        None
    }

    /// Returns true if the request has more ways on `layout` than its access is allowed.
    fn exceeds(&self, layout: &Layout, witness: &Witness) -> bool {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let vec = accesses[witness.access].lane_elements(elem_bytes);
        model.ways_and_excess(&witness.lanes.request(layout, elem_bytes, vec)).0 > self.allowed[witness.access]
    }
}
