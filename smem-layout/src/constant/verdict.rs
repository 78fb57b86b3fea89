//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! Which positions can differ is decided as by the solver of the crate; a test compares the worst cost with that of all.

use crate::{
    banks::{BankModel, LANES},
    constant::{
        access::Pattern,
        positions::{Positions, offset},
        request::Tile,
    },
    layout::{Layout, Swizzle},
};

/// The work that a search may still do, in looks at two lanes.
pub(super) struct Budget {
    left: u32,
}

impl Budget {
    /// As much as rustc evaluates in two or three seconds.
    const ALL: u32 = 30_000;
    /// A request to the bank model.
    const REQUEST: u32 = 16;

    pub(super) const fn new() -> Budget {
        Budget { left: Budget::ALL }
    }

    /// The work for a better answer than there is: what rustc evaluates in about half a second.
    pub(super) const fn beside_an_answer() -> Budget {
        Budget { left: Budget::ALL / 4 }
    }

    /// Takes `work`, or returns false if less is left.
    pub(super) const fn take(&mut self, work: u32) -> bool {
        let enough = self.left >= work;
        self.left = if enough { self.left - work } else { 0 };
        enough
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// The cost of the request of most ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worst {
    pub(super) ways: u32,
    pub(super) wavefronts: u32,
    pub(super) ideal: u32,
    /// The position.
    pub(super) number: u32,
}

/// What ruled out a layout, and is likely to rule out the next.
#[derive(Clone, Copy)]
enum Witness {
    /// Two lanes of one phase, (row, column) of each, that may not meet.
    Lanes { one: (u32, u32), other: (u32, u32), bytes: u32 },
    /// A request, by the number of its access and its position.
    Request { access: usize, number: u32 },
}

/// The witnesses that ruled out most layouts of late, those first.
pub(super) struct Witnesses {
    found: [Witness; 12],
    count: usize,
}

impl Witnesses {
    pub(super) const fn new() -> Witnesses {
        Witnesses { found: [Witness::Request { access: 0, number: 0 }; 12], count: 0 }
    }

    /// Keeps a witness, in place of the last one if there are many.
    const fn add(&mut self, witness: Witness) {
        if self.count < self.found.len() {
            self.count += 1;
        }
        self.found[self.count - 1] = witness;
        self.move_up(self.count - 1);
    }

    /// Moves a witness to the front.
    const fn move_up(&mut self, mut at: usize) {
        let witness = self.found[at];
        while at > 0 {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[0] = witness;
    }
}

/// Returns true if every access has at most the ways that it accepts; false if the budget ended before.
pub(super) const fn is_free(tile: &Tile<'_>, layout: &Layout, witnesses: &mut Witnesses, budget: &mut Budget) -> bool {
    if is_ruled_out(tile, layout, witnesses, budget) {
        return false;
    }
    let mut number = 0;
    while number < tile.accesses.len() {
        let access = &tile.accesses[number];
        let worst = worst(&Positions::of(access, tile), layout, &tile.model, access.max_ways, budget);
        if worst.ways > access.max_ways {
            witnesses.add(witness(tile, layout, number, worst.number));
            return false;
        }
        if budget.is_spent() {
            return false;
        }
        number += 1;
    }
    true
}

/// Returns true if what ruled out an earlier layout rules out this one.
pub(super) const fn is_ruled_out(
    tile: &Tile<'_>,
    layout: &Layout,
    witnesses: &mut Witnesses,
    budget: &mut Budget,
) -> bool {
    let mut at = 0;
    while at < witnesses.count {
        let is_met = match witnesses.found[at] {
            Witness::Lanes { one, other, bytes } => budget.take(1) && meet(tile, layout, one, other, bytes),
            Witness::Request { access, number } => {
                let access = &tile.accesses[access];
                let request = Positions::of(access, tile).request(number, layout);
                budget.take(Budget::REQUEST) && tile.model.cost(&request).ways > access.max_ways
            }
        };
        if is_met {
            witnesses.move_up(at);
            return true;
        }
        at += 1;
    }
    false
}

/// Returns two lanes that meet at position `number` of an access, where no two may; otherwise the request.
const fn witness(tile: &Tile<'_>, layout: &Layout, access: usize, number: u32) -> Witness {
    let positions = Positions::of(&tile.accesses[access], tile);
    // On compute capability 1.x two lanes in one bank can be free.
    if positions.access.max_ways > 1 || !tile.model.is_same_word_shared() {
        return Witness::Request { access, number };
    }
    let request = positions.request(number, layout);
    let phase = tile.model.lanes_per_phase(request.bytes);
    // The first lane of the phase in each bank.
    let mut first = [LANES as u32; LANES];
    let mut lane = 0;
    while lane < positions.lanes() {
        if lane % phase == 0 {
            first = [LANES as u32; LANES];
        }
        if let Some(address) = request.address(lane) {
            let earlier = &mut first[tile.model.bank(address) as usize];
            if let Some(other) = request.address(*earlier)
                && tile.model.meet(other, address, request.bytes)
                && let (Some(one), Some(other)) = (positions.lane(number, *earlier), positions.lane(number, lane))
            {
                return Witness::Lanes { one, other, bytes: request.bytes };
            }
            if *earlier == LANES as u32 {
                *earlier = lane;
            }
        }
        lane += 1;
    }
    Witness::Request { access, number }
}

/// Returns true if lanes at these elements, of one phase, need two passes.
const fn meet(tile: &Tile<'_>, layout: &Layout, one: (u32, u32), other: (u32, u32), bytes: u32) -> bool {
    let (one, other) = (offset(layout, one.0, one.1), offset(layout, other.0, other.1));
    tile.model.meet(one * tile.elem_bytes, other * tile.elem_bytes, bytes)
}

/// Returns the cost of the request of most ways; of the first above `enough` ways, if there is one.
pub(super) const fn worst(
    positions: &Positions,
    layout: &Layout,
    model: &BankModel,
    enough: u32,
    budget: &mut Budget,
) -> Worst {
    let mut search =
        Search { positions, layout, model, enough, worst: Worst { ways: 0, wavefronts: 0, ideal: 0, number: 0 } };
    search.walk(budget);
    search.worst
}

struct Search<'a> {
    positions: &'a Positions,
    layout: &'a Layout,
    model: &'a BankModel,
    enough: u32,
    worst: Worst,
}

impl Search<'_> {
    /// Costs a position; returns false if the search ends with it.
    const fn visit(&mut self, number: u32, budget: &mut Budget) -> bool {
        if !budget.take(Budget::REQUEST) {
            return false;
        }
        let cost = self.model.cost(&self.positions.request(number, self.layout));
        if cost.ways > self.worst.ways {
            self.worst = Worst { ways: cost.ways, wavefronts: cost.wavefronts, ideal: cost.ideal, number };
        }
        cost.ways <= self.enough
    }

    const fn walk(&mut self, budget: &mut Budget) {
        let linear = is_linear(self.layout, self.positions.elem_bytes(), self.model);
        if linear && self.positions.are_aligned_blocks() {
            self.visit(0, budget);
            return;
        }
        let (down, across) = periods(self.layout, self.positions.elem_bytes(), self.model);
        let (count, vec) = (self.positions.count(), self.positions.vec as u64);
        match self.positions.access.pattern {
            Pattern::Row { wrap: true } | Pattern::Col { wrap: true } => {
                // The walk repeats once it has passed `down` rows of the tile and is at the same column again (or the other
                // way about).
                let by_rows = matches!(self.positions.access.pattern, Pattern::Row { .. }) && self.layout.rows() > 1;
                let lap = match by_rows {
                    true => self.positions.vectors() as u64 * down,
                    false => self.layout.rows() as u64 * at_least_one(across / vec),
                };
                let period = lap / gcd(lap, LANES as u64);
                let end = least(count, period);
                // The last may lack lanes, which makes it part of a complete one, if there is one like it.
                if self.visit_all(end, budget) && end < count {
                    self.visit(count - 1, budget);
                }
            }
            Pattern::Stride { .. } => {
                self.visit_all(least(count, at_least_one(across / vec)), budget);
            }
            _ => {
                let (down_count, across_count) = self.positions.grid();
                let (down_step, across_step) = self.positions.steps();
                let end = (
                    least(down_count, down / gcd(down, down_step as u64)),
                    least(across_count, across / gcd(across, across_step as u64)),
                );
                if linear {
                    self.visit_carries(end, budget);
                } else {
                    self.visit_classes(end, budget);
                }
            }
        }
    }

    const fn visit_all(&mut self, end: u32, budget: &mut Budget) -> bool {
        let mut number = 0;
        while number < end {
            if !self.visit(number, budget) {
                return false;
            }
            number += 1;
        }
        true
    }

    /// Visits the positions of a grid at which rows and columns can differ on a layout that is linear over F2.
    const fn visit_carries(&mut self, (down_end, across_end): (u32, u32), budget: &mut Budget) {
        let (height, width) = self.positions.extent();
        let (down_step, across_step) = self.positions.steps();
        let (_, across_count) = self.positions.grid();
        let mut rows = Carries::new(down_step, height);
        let mut down = 0;
        while down < down_end {
            if rows.is_new(down) {
                let mut cols = Carries::new(across_step, width * self.positions.vec);
                let mut across = 0;
                while across < across_end {
                    if cols.is_new(across) && !self.visit(down * across_count + across, budget) {
                        return;
                    }
                    across += 1;
                }
            }
            down += 1;
        }
    }

    /// Visits the positions of a grid; without a swizzle one of those whose first elements are whole words apart.
    const fn visit_classes(&mut self, (down_end, across_end): (u32, u32), budget: &mut Budget) {
        let (_, across_count) = self.positions.grid();
        let in_rows = self.layout.line() == self.layout.cols() && matches!(self.layout.swizzle(), Swizzle::None);
        let period = self.model.translation_period(self.positions.elem_bytes());
        let mut seen = [false; 256];
        let classified = in_rows && period as usize <= seen.len();
        let mut down = 0;
        while down < down_end {
            let mut across = 0;
            while across < across_end {
                let number = down * across_count + across;
                let ((row, col), is_complete) = self.positions.start(number);
                let class = ((row * self.layout.pitch() + col) % period) as usize;
                if !(classified && seen[class]) {
                    if !self.visit(number, budget) {
                        return;
                    }
                    // The lanes of a position that is cut off are part of those of a complete one.
                    if classified && is_complete {
                        seen[class] = true;
                    }
                }
                across += 1;
            }
            down += 1;
        }
    }
}

/// The starts of rows (or columns) that were seen, on a layout that is linear over F2.
///
/// Rows `hi * 2^t + lo ..` that do not carry into `hi` are those from `lo` on, XOR a constant; if they do, it is
/// `hi ^ (hi + 1)` that counts, the trailing ones of `hi`.
struct Carries {
    step: u32,
    extent: u32,
    /// For each `lo`, the carries that were seen, as a set.
    seen: [u32; 512],
}

impl Carries {
    const fn new(step: u32, extent: u32) -> Carries {
        Carries { step, extent, seen: [0; 512] }
    }

    const fn is_new(&mut self, number: u32) -> bool {
        let block = self.extent.next_power_of_two();
        let (hi, lo) = (number * self.step / block, number * self.step % block);
        let carry = 1 << if lo + self.extent > block { hi.trailing_ones() } else { 0 };
        let is_new = self.seen[lo as usize] & carry == 0;
        self.seen[lo as usize] |= carry;
        is_new
    }
}

/// Returns true if the banks of `layout` are a linear map over F2 of the bits of row and column, and no two rows share
/// a word.
const fn is_linear(layout: &Layout, elem_bytes: u32, model: &BankModel) -> bool {
    if layout.rows() == 1 && layout.line() == layout.cols() {
        // The offset is the column, then swizzled: bit by bit, whatever the length.
        return true;
    }
    // A line that holds the whole span of the banks repeats them: then the row only matters through the swizzle.
    let aligned = 1 << layout.pitch().trailing_zeros();
    let repeats = aligned * elem_bytes >= model.span() && model.is_xor_invariant();
    let (linear, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (true, matrix.reach()),
        (None, Swizzle::None) => (true, 0),
        // Other CuTe swizzles are linear in the bits of the offset, which are those of row and column here.
        (None, _) => (layout.pitch().is_power_of_two() && layout.cols() == layout.pitch(), 0),
    };
    let lines = layout.line() == layout.cols() || layout.line().is_power_of_two();
    linear && lines && reach < aligned && (layout.pitch().is_power_of_two() || repeats)
}

/// Returns the rows and the columns by which a position can move without a change of cost.
const fn periods(layout: &Layout, elem_bytes: u32, model: &BankModel) -> (u64, u64) {
    let (word, elem_bytes) = (model.translation_bytes() as u64, elem_bytes as u64);
    let in_rows = layout.line() == layout.cols();
    let element_words = word / gcd(word, elem_bytes);
    let (row_bits, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (matrix.columns().len() as u32, matrix.reach() as u64),
        // CuTe's swizzle of the offset, on any pitch: the offset may move by multiples of the lowest bit above all that it
        // reads.
        (None, Swizzle::Cute(cute)) => {
            let above = 1u64 << (cute.bits() + cute.base() + cute.shift().unsigned_abs());
            let period = if above > element_words { above } else { element_words };
            let down = period / gcd(period, layout.pitch() as u64);
            return if in_rows { (down, period) } else { (1, layout.line() as u64 * down) };
        }
        (None, _) => (0, 0),
    };
    let columns = (reach + 1).next_power_of_two();
    let columns = if columns > element_words { columns } else { element_words };
    let rows = 1u64 << row_bits;
    let rows = rows * (word / gcd(word, rows * layout.pitch() as u64 * elem_bytes));
    if in_rows { (rows, columns) } else { (1, layout.line() as u64 * rows) }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

const fn least(count: u32, period: u64) -> u32 {
    if (count as u64) < period { count } else { period as u32 }
}

const fn at_least_one(number: u64) -> u64 {
    if number == 0 { 1 } else { number }
}
