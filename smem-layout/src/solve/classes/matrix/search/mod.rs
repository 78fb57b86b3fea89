//! The search for an XOR swizzle: a matrix over F2 under which no two lanes meet.
//!
//! Two lanes of one phase at rows `r`, `r'` and granules `c`, `c'` meet in a bank exactly when what the matrix `A` makes of
//! their rows differs as much as their granules do: `A (r ^ r') = c ^ c'` (the bits of the address above the swizzled
//! ones do not depend on `A`, and where they differ within the span of the banks the lanes cannot meet). So each pair of
//! lanes *forbids* one value of `A` at one argument, and the accesses together forbid a set of values at each argument.
//! A matrix is free of conflict exactly when it takes no forbidden value, for accesses of any space.
//!
//! The matrix is built a column at a time, lowest row bit first. An argument whose bits are all decided but one forbids
//! values of that one column, so each column has a mask of taken values, and a branch ends as soon as one of them is full.
//!
//! An access that accepts conflicts forbids no single pair; its requests are costed on the lanes whose rows the chosen
//! columns already separate, which bounds the ways from below, and exactly once all columns are chosen.
//!
//! On a large tile not every position is looked at before the search. The matrix that comes out is judged on all of them,
//! and where one conflicts the search learns that request ([`MatrixSearch::learn`]) and goes on.
//!
//! Relabelling banks by a linear map that leaves all forbidden values where they are changes nothing. Such maps can take
//! any value that is independent of the forbidden ones and of the columns chosen so far to any other: one represents all.
//!
//! Of the matrices that serve, the cheapest comes out: its index is a sum of shifted and masked copies of the row, one a
//! diagonal, so the search runs with a growing limit on the operations of the diagonals in use.

use alloc::{vec, vec::Vec};

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    layout::{Layout, Matrix, ROW_BITS, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            avoiding::{KernelPart, KernelSpec, VectorKernel, reduced},
            bit_space::VectorSet,
            matrix::{
                forbidden,
                space::{Columns, MatrixSpace},
            },
            value_set::{image, permuted, with_value},
        },
    },
};

mod diagonals;

/// Index operations of one diagonal: a shift and an XOR with its mask.
const SINGLE_DIAGONAL_OPERATIONS: u32 = 2;

/// The most requests of an access that accepts conflicts that are looked at before the search.
const MOST_BOUNDED: usize = 8;

/// Index operations of the bit-reversed matrix: reversal, which runs at a fraction of the rate, shift, XOR.
const REVERSAL_OPERATIONS: u32 = 4;

/// The search for a matrix at one pitch, with all that the accesses forbid.
pub(crate) struct MatrixSearch<'a> {
    space: MatrixSpace<'a>,
    /// A mask of the line bits that matter to any access.
    used_bits: u32,
    /// Values that each column cannot have, whatever the others are.
    taken: TakenValues,
    /// For each line bit, the values that are forbidden once the columns up to it are chosen.
    forbidden: Vec<Vec<ForbiddenValues>>,
    /// For each argument, the values that the matrix must not have there, as a set.
    values: Vec<u32>,
    /// Requests of the accesses that accept conflicts, with the ways that they accept.
    bounded: Vec<BoundedLanes>,
    /// The span of all forbidden values, as a set; of everything where requests are bounded.
    fixed: u32,
    budget: &'a Budget,
}

/// The progress that a request that conflicts brings to the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Learned {
    /// Matrices that were not ruled out before are ruled out now.
    Narrowed,
    /// Every matrix conflicts.
    NoMatrix,
    /// None: the search cannot go on.
    Stuck,
}

/// For each column, the values that it cannot have.
type TakenValues = [u32; ROW_BITS];

/// The values that the matrix must not have at the argument `rest` plus line bit `column`, the highest.
struct ForbiddenValues {
    column: u32,
    rest: u32,
    values: u32,
}

/// A request of an access that accepts conflicts.
struct BoundedLanes {
    lanes: WarpLanes,
    /// The line of each lane.
    lines: [u32; LANES],
    vec: u32,
    ways: u32,
}

/// A node of the search: columns `0..level` of a matrix, and their consequences.
#[derive(Clone, Copy)]
struct MatrixNode {
    level: u32,
    columns: Columns,
    taken: TakenValues,
    /// Bit `ROW_BITS - 1 + d` is set when the diagonal of distance `d` from line bit to element bit is in use.
    diagonals: u32,
    /// The span of the columns and of all forbidden values, as a set.
    span: u32,
}

impl<'a> MatrixSearch<'a> {
    /// Collects what the accesses forbid at `pitch` (elements), or `None` where no matrix can help.
    pub(crate) fn new(tile: CheckedTile<'a>, pitch: u32, allowed_ways: &[u32], budget: &'a Budget) -> Option<Self> {
        let space = MatrixSpace::new(tile, pitch)?;
        let line_bits = space.line_bits;
        let mut search = MatrixSearch {
            space,
            used_bits: 0,
            taken: [0; ROW_BITS],
            forbidden: Vec::new(),
            values: vec![0; 1 << line_bits],
            bounded: Vec::new(),
            fixed: 1,
            budget,
        };
        let mut values = core::mem::take(&mut search.values);
        for (access, &ways) in tile.accesses.iter().zip(allowed_ways) {
            if ways > 1 {
                search.bound(access, ways);
            } else if !forbidden::by_access(&search.space, access, budget, &mut values) {
                return None;
            }
        }
        search.values = values;
        search.is_open().then_some(search)
    }

    /// Adds a request that conflicts under the matrix last found.
    pub(crate) fn learn(&mut self, access: usize, lanes: &WarpLanes, ways: u32) -> Learned {
        let vec = self.space.tile.accesses[access].lane_elements(self.space.tile.elem_bytes);
        if ways > 1 {
            let known = self.bounded.iter().any(|bounded| bounded.ways == ways && bounded.lanes == *lanes);
            self.bounded.push(BoundedLanes { lanes: *lanes, lines: self.lines(lanes), vec, ways });
            return if known { Learned::Stuck } else { self.learned() };
        }
        let mut values = self.values.clone();
        if !forbidden::by_request(&self.space, lanes, vec, false, &mut values) {
            return Learned::NoMatrix;
        }
        let known = values == self.values;
        self.values = values;
        if known { Learned::Stuck } else { self.learned() }
    }

    fn learned(&mut self) -> Learned {
        match self.is_open() {
            true => Learned::Narrowed,
            // `is_open` is also false when the budget is spent.
            false if self.budget.is_spent() => Learned::Stuck,
            false => Learned::NoMatrix,
        }
    }

    /// Files the forbidden values by column, and returns false if a column has no value left.
    fn is_open(&mut self) -> bool {
        self.sort_forbidden();
        let all = self.every_value();
        let columns = self.space.line_bits as usize;
        self.taken[..columns].iter().all(|taken| *taken != all) && self.within_bounds(0, &[0; ROW_BITS])
    }

    /// Files the forbidden values of each argument under the column that decides it last but one.
    fn sort_forbidden(&mut self) {
        self.taken = [0; ROW_BITS];
        self.forbidden.clear();
        self.forbidden.resize_with(self.space.line_bits as usize, Vec::new);
        for (argument, &values) in (0u32..).zip(&self.values) {
            if values != 0 {
                let column = argument.ilog2();
                let rest = argument ^ 1 << column;
                self.used_bits |= argument;
                match rest {
                    0 => self.taken[column as usize] |= values,
                    _ => self.forbidden[rest.ilog2() as usize].push(ForbiddenValues { column, rest, values }),
                }
            }
        }
        let mut forbidden = if self.bounded.is_empty() { 0 } else { u32::MAX };
        self.values.iter().for_each(|values| forbidden |= values);
        for value in 0..1 << self.space.granule_bits {
            if forbidden >> value & 1 == 1 {
                self.fixed = with_value(self.fixed, value);
            }
        }
        if !self.bounded.is_empty() {
            self.used_bits = (1 << self.space.line_bits) - 1;
        }
    }

    /// Returns the mask of all values that a column can have.
    fn every_value(&self) -> u32 {
        u32::MAX >> (32 - (1 << self.space.granule_bits))
    }

    /// Adds the first requests of an access that accepts conflicts of `ways` ways; the search learns the others.
    fn bound(&mut self, access: &Access, ways: u32) {
        let vec = access.lane_elements(self.space.tile.elem_bytes);
        let mut requests = Vec::new();
        self.space.visit(access, |lanes, _| {
            requests.push(BoundedLanes { lanes: *lanes, lines: self.lines(lanes), vec, ways });
            requests.len() < MOST_BOUNDED
        });
        self.bounded.append(&mut requests);
    }

    /// Returns the matrix that frees every access, of those that cost fewest index operations but more than a single
    /// diagonal.
    pub(crate) fn several_diagonals(&self) -> Option<Matrix> {
        let start = self.start();
        let any = match self.kernel_spec().search(&self.forbidden_differences(), self.budget) {
            VectorKernel::None => return None,
            // Pairs say nothing about accesses that accept conflicts.
            VectorKernel::Found(basis) if self.bounded.is_empty() => self.columns_of(&basis),
            _ => self.extend(&start, u32::MAX)?,
        };
        let most = operations(self.extend_diagonals(&any));
        for limit in SINGLE_DIAGONAL_OPERATIONS + 1..most {
            let reversed = if limit == REVERSAL_OPERATIONS { self.reversed_bits() } else { None };
            if let Some(columns) = reversed.or_else(|| self.extend(&start, limit)) {
                return Some(self.matrix(&columns));
            }
        }
        let reversed = if most >= REVERSAL_OPERATIONS { self.reversed_bits() } else { None };
        Some(self.matrix(&reversed.unwrap_or(any)))
    }

    /// Returns the kernels of matrices, in which a vector is a line above a granule: the differences of elements in one bank.
    fn kernel_spec(&self) -> KernelSpec {
        let granule_bits = self.space.granule_bits;
        KernelSpec { map_bits: granule_bits, free_bits: granule_bits, free_map_bits: granule_bits }
    }

    /// Returns the differences that a matrix must not take to bank 0.
    fn forbidden_differences(&self) -> KernelPart {
        let granules = 1u32 << self.space.granule_bits;
        let mut forbidden = VectorSet::empty(self.space.line_bits + self.space.granule_bits);
        // Granules of one line are never in one bank.
        (1..granules).for_each(|granule| forbidden.insert(granule));
        for (line, values) in (0u32..).zip(&self.values).skip(1) {
            let of_line = (0..granules).filter(|granule| values >> granule & 1 == 1);
            of_line.for_each(|granule| forbidden.insert(line * granules + granule));
        }
        KernelPart::new(self.space.line_bits + self.space.granule_bits, forbidden)
    }

    /// Returns the matrix whose kernel has this basis: what it makes of each line bit is in one bank with that line bit.
    fn columns_of(&self, basis: &[u32]) -> Columns {
        let granule_bits = self.space.granule_bits;
        let mut columns = [0; ROW_BITS];
        for vector in reduced(basis) {
            columns[(vector.ilog2() - granule_bits) as usize] = (vector & ((1 << granule_bits) - 1)) as u8;
        }
        columns
    }

    /// Returns the matrix of which no column is chosen.
    fn start(&self) -> MatrixNode {
        MatrixNode { level: 0, columns: [0; ROW_BITS], taken: self.taken, diagonals: 0, span: self.fixed }
    }

    /// Completes `node` with diagonals of at most `limit` operations in all.
    fn extend(&self, node: &MatrixNode, limit: u32) -> Option<Columns> {
        let level = node.level;
        if level == self.space.line_bits {
            return Some(node.columns);
        }
        let values = if self.used_bits >> level & 1 == 0 { 1 } else { 1 << self.space.granule_bits };
        // Any operations will do: then one independent value represents all.
        let symmetric = limit == u32::MAX;
        let independent = if symmetric { node.span.trailing_ones() } else { u32::MAX };
        let pending = self.pending(node);
        for value in 0..values {
            let redundant = symmetric && node.span >> value & 1 == 0 && value != independent;
            if redundant || node.taken[level as usize] >> value & 1 == 1 {
                continue;
            }
            if !self.budget.take(1 + pending.len() / 8) {
                return None;
            }
            let next = self.choose(node, value, limit, &pending);
            if let Some(columns) = next.and_then(|next| self.extend(&next, limit)) {
                return Some(columns);
            }
        }
        None
    }

    /// Returns, for each later column, the values that the next column takes from it, XOR that next column.
    fn pending(&self, node: &MatrixNode) -> Vec<(u32, u32)> {
        let below = !(1 << node.level);
        let forbidden = self.forbidden[node.level as usize].iter();
        forbidden.map(|one| (one.column, permuted(one.values, image(&node.columns, one.rest & below)))).collect()
    }

    /// Returns `node` with `value` for its next column, unless that is taken, costs too much or leaves a column
    /// nothing.
    fn choose(&self, node: &MatrixNode, value: u32, limit: u32, pending: &[(u32, u32)]) -> Option<MatrixNode> {
        let level = node.level;
        let diagonals = node.diagonals | self.diagonals(level, value);
        if node.taken[level as usize] >> value & 1 == 1 || operations(diagonals) > limit {
            return None;
        }
        let mut next = MatrixNode { level: level + 1, diagonals, span: with_value(node.span, value), ..*node };
        next.columns[level as usize] = value as u8;
        let all = self.every_value();
        for &(column, values) in pending {
            let taken = next.taken[column as usize] | permuted(values, value);
            if taken == all {
                return None;
            }
            next.taken[column as usize] = taken;
        }
        self.within_bounds(next.level, &next.columns).then_some(next)
    }

    /// Returns the diagonals that `value` uses in column `level`.
    fn diagonals(&self, level: u32, value: u32) -> u32 {
        value << (self.space.base + ROW_BITS as u32 - 1 - level)
    }

    fn extend_diagonals(&self, columns: &Columns) -> u32 {
        (0..self.space.line_bits).fold(0, |all, level| all | self.diagonals(level, u32::from(columns[level as usize])))
    }

    /// Returns false if the columns below `level` already give a bounded request more ways than it accepts.
    fn within_bounds(&self, level: u32, columns: &Columns) -> bool {
        if self.bounded.is_empty() {
            return true;
        }
        let layout = self.layout(self.matrix(columns));
        // The latest conflict rules out the most.
        self.bounded.iter().rev().all(|bounded| {
            if !self.budget.take(16) {
                return false;
            }
            let request = bounded.lanes.request(&layout, self.space.tile.elem_bytes, bounded.vec);
            // Lanes whose lines differ in bits not chosen yet may still be kept apart by them: cost each set on its own.
            let undecided = bounded.lines.map(|line| line >> level);
            let mut left = bounded.lanes.active;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let mut active = 0;
                for (lane, bits) in undecided.iter().enumerate().skip(first) {
                    active |= u32::from(*bits == undecided[first]) << lane;
                }
                active &= left;
                left &= !active;
                if active.count_ones() > bounded.ways
                    && self.space.tile.model.ways_and_excess(&request.of_lanes(active)).0 > bounded.ways
                {
                    return false;
                }
            }
            true
        })
    }

    fn lines(&self, lanes: &WarpLanes) -> [u32; LANES] {
        let (is_line, line) = (self.space.tile.rows == 1, self.space.tile.line());
        lanes.at.map(|(row, col)| if is_line { col / line } else { row })
    }

    fn matrix(&self, columns: &Columns) -> Matrix {
        Matrix::of(*columns, self.space.base)
    }

    fn layout(&self, matrix: Matrix) -> Layout {
        self.space.tile.swizzled(self.space.pitch, Swizzle::Matrix(matrix))
    }
}

/// Returns the number of index operations of a set of diagonals: an XOR with a mask each, and a shift for all but the
/// main one.
fn operations(diagonals: u32) -> u32 {
    2 * diagonals.count_ones() - (diagonals >> (ROW_BITS - 1) & 1)
}
