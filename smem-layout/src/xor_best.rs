//! The best XOR swizzle where none is free of conflict: branch and bound over the columns of the matrix.
//!
//! Columns are chosen lowest line bit first, as in [`xor_search`](crate::xor_search). What is chosen already fixes which
//! lanes of equal higher line bits meet, and that bounds the cost of every completion from below. A completed matrix is
//! costed exactly. The search ends early when it meets the bound that holds for every matrix: more words than banks.

use alloc::vec::Vec;

use crate::{
    bank::LANES,
    layout::Layout,
    pairs::Pairs,
    problem::Problem,
    swizzle::{Matrix, ROW_BITS, Swizzle},
    xor_shape::{Columns, Shape, image},
};

/// Partial matrices costed before the search settles for the best so far: a fifth of a second in an unoptimised build. It
/// covers every class of up to 2^14 matrices; most searches end far earlier, at the floor.
const BUDGET: u32 = 1 << 14;

/// Requests of an access that take part in the lower bound; any subset gives a valid one.
const BOUNDING_REQUESTS: usize = 4;

/// One phase of one request: what decides where its lanes fall.
struct Phase {
    /// Line, granule and fixed part of the bank, for one lane a distinct word.
    lanes: Vec<(u32, u32, u32)>,
}

/// A request of an access that must not exceed its ways.
struct Bound {
    access: usize,
    phases: Vec<Phase>,
}

struct Search<'a, 'b> {
    shape: Shape<'a>,
    bounds: Vec<Bound>,
    allowed: &'b [u32],
    /// Excess wavefronts that no matrix avoids.
    floor: u32,
    best: Option<(u32, Matrix)>,
    least: u32,
    looked_at: u32,
}

/// The layout at `pitch` (elements) whose swizzle leaves the fewest excess wavefronts, if fewer than `limit`, with them.
pub(crate) fn best_at(problem: Problem<'_>, pitch: u32, allowed: &[u32], limit: u32) -> Option<(u32, Layout)> {
    let shape = Shape::new(problem, pitch)?;
    let bounds = bounds(&shape);
    let floor = total(&bounds, allowed, |phase| {
        // Lanes that the banks tell apart by more than the swizzled bits share only their own part of the banks.
        let granules = 1 << shape.granule_bits;
        let most =
            phase.lanes.iter().map(|lane| phase.lanes.iter().filter(|other| other.2 == lane.2).count() as u32).max();
        most.unwrap_or(0).div_ceil(granules)
    });
    let mut search = Search { shape, bounds, allowed, floor, best: None, least: limit, looked_at: 0 };
    search.descend(0, &mut [0; ROW_BITS]);
    let (excess, matrix) = search.best?;
    Some((excess, problem.swizzled(pitch, Swizzle::Matrix(matrix))))
}

fn bounds(shape: &Shape<'_>) -> Vec<Bound> {
    let problem = shape.problem;
    let mut bounds = Vec::new();
    for (number, access) in problem.accesses.iter().enumerate() {
        let mut requests = 0;
        let vec = access.lane_elements(problem.elem_bytes);
        let phase_lanes = problem.model.lanes_per_phase(problem.elem_bytes * vec);
        shape.visit(access, |lanes, _| {
            let pairs = Pairs::new(shape, lanes, vec);
            let phases = (0..LANES).step_by(phase_lanes as usize);
            let phases =
                phases.map(|first| Phase { lanes: pairs.words(first..first + phase_lanes as usize) }).collect();
            bounds.push(Bound { access: number, phases });
            requests += 1;
            requests < BOUNDING_REQUESTS
        });
    }
    bounds
}

/// Excess wavefronts of the accesses that exceed their ways, given the least ways of each phase.
fn total(bounds: &[Bound], allowed: &[u32], ways_of: impl Fn(&Phase) -> u32) -> u32 {
    let mut total = 0;
    for (number, &allowed) in allowed.iter().enumerate() {
        let mut worst = 0;
        for bound in bounds.iter().filter(|bound| bound.access == number) {
            let ways = || bound.phases.iter().map(&ways_of);
            if ways().max().unwrap_or(0) > allowed {
                worst = worst.max(ways().map(|ways| ways.saturating_sub(1)).sum());
            }
        }
        total += worst;
    }
    total
}

impl Search<'_, '_> {
    /// Completes `columns` from line bit `level` on, the most promising column first; false when the search is over.
    fn descend(&mut self, level: u32, columns: &mut Columns) -> bool {
        if level == self.shape.line_bits {
            return self.complete(columns);
        }
        let mut values: Vec<(u32, u8)> = Vec::new();
        for value in 0..1u32 << self.shape.granule_bits {
            columns[level as usize] = value as u8;
            self.looked_at += 1;
            if self.looked_at > BUDGET {
                return false;
            }
            let least = total(&self.bounds, self.allowed, |phase| self.decided_ways(phase, level + 1, columns));
            if least < self.least {
                values.push((least, value as u8));
            }
        }
        values.sort_unstable();
        for (least, value) in values {
            if least >= self.least {
                break;
            }
            columns[level as usize] = value;
            if !self.descend(level + 1, columns) {
                return false;
            }
        }
        columns[level as usize] = 0;
        true
    }

    /// Costs a matrix exactly; false when no other can be better.
    fn complete(&mut self, columns: &Columns) -> bool {
        let matrix = Matrix::new(columns, self.shape.base);
        let layout = self.shape.problem.swizzled(self.shape.pitch, Swizzle::Matrix(matrix));
        if let Some(excess) = self.shape.problem.unaccepted_excess(&layout, self.allowed, self.least) {
            self.least = excess;
            self.best = Some((excess, matrix));
        }
        self.least > self.floor
    }

    /// Most words in one bank among lanes whose lines agree from bit `level` on.
    fn decided_ways(&self, phase: &Phase, level: u32, columns: &Columns) -> u32 {
        // An open hash table: (place, words there), no more than half full.
        let mut taken = [(0u32, 0u32); 2 * LANES];
        let mut most = 0;
        let decided = (1 << level) - 1;
        for &(line, granule, fixed) in &phase.lanes {
            let granule = granule ^ image(columns, line & decided);
            let place = (line >> level) << 14 ^ fixed << 5 ^ granule;
            let mut slot = place.wrapping_mul(0x9e37_79b1) as usize >> 26;
            while taken[slot].1 != 0 && taken[slot].0 != place {
                slot = (slot + 1) % taken.len();
            }
            taken[slot] = (place, taken[slot].1 + 1);
            most = most.max(taken[slot].1);
        }
        most
    }
}
