//! Where the source has room between two accesses, by their lines: in the block around both first, then in the blocks of each, then around the
//! loops that both are in.

use smem_cuda::{FunctionStatements, StatementBlockKind, StatementPlace};

/// As many places in one block are looked at.
const MOST_IN_BLOCK: usize = 4;

/// The places that may be between two accesses of one function.
#[derive(Debug, Default)]
pub(super) struct PairPlaces {
    /// In the block around both, from the second access up to the first.
    pub(super) between: Vec<StatementPlace>,
    /// In front of the second access in the blocks that it alone is in, the outermost first.
    pub(super) in_front: Vec<StatementPlace>,
    /// After the first access in the blocks that it alone is in, the innermost first.
    pub(super) behind: Vec<StatementPlace>,
    /// Between the second access and the first one of the next round, of the innermost loop first.
    pub(super) back: Vec<StatementPlace>,
    /// On both sides of a statement.
    pub(super) beside: Vec<StatementPlace>,
    /// The statements of the two.
    pub(super) own: Vec<[StatementPlace; 2]>,
}

/// Returns the number of the function that has both lines, the innermost one.
pub(super) fn function_of(functions: &[FunctionStatements], lines: [u32; 2]) -> Option<usize> {
    let has = |function: &FunctionStatements| lines.iter().all(|line| !function.path(*line, false).is_empty());
    functions.iter().rposition(has)
}

impl PairPlaces {
    /// The places between the statements of two lines, of which the first access comes first, or in an earlier round of a loop.
    pub(super) fn of(function: &FunctionStatements, [first, second]: [u32; 2]) -> Option<PairPlaces> {
        let (one, other) = (function.path(first, true), function.path(second, false));
        let depth = one.iter().zip(&other).rposition(|(one, other)| one.block == other.block)?;
        let (from, to) = (one[depth].index, other[depth].index);
        let block = one[depth].block;
        let at = |index: usize| StatementPlace { block, index };
        let mut places = PairPlaces { own: vec![[*one.last()?, *other.last()?]], ..PairPlaces::default() };
        if from < to && first != second {
            places.between = nearest(from + 1, to).map(at).collect();
        } else if first == second {
            // Several statements of one line.
            places.between = nearest(to + 1, from).map(at).collect();
        }
        for inner in &other[depth + 1..] {
            let before = (0..=inner.index).rev().take(MOST_IN_BLOCK);
            places.in_front.extend(before.map(|index| StatementPlace { index, ..*inner }));
        }
        if first == second {
            // The other access may be anywhere.
            places.beside.extend([at(to), at(from + 1)]);
        }
        for inner in one[depth + 1..].iter().rev() {
            let end = function.block(*inner).map_or(0, |block| block.statements.len());
            let after = (inner.index + 1..=end).take(MOST_IN_BLOCK);
            places.behind.extend(after.map(|index| StatementPlace { index, ..*inner }));
        }
        let around = function.around(block).map(|place| [place, place]);
        for [one, other] in [[at(from), at(to)]].into_iter().chain(around) {
            let Some(body) = function.block(one).filter(|block| block.kind == StatementBlockKind::Loop) else {
                continue;
            };
            let mut all = vec![one.index + 1, body.statements.len(), other.index, 0];
            if first == second || from >= to {
                all.extend(one.index + 2..body.statements.len());
            }
            for index in all {
                let place = StatementPlace { index, ..one };
                if !places.back.contains(&place) {
                    places.back.push(place);
                }
            }
        }
        Some(places)
    }

    /// All of them, in the order in which a barrier is tried.
    pub(super) fn of_barrier(&self, in_next_round: bool) -> Vec<StatementPlace> {
        let forward = self.between.iter().chain(&self.in_front).chain(&self.behind);
        let mut all: Vec<StatementPlace> = match in_next_round {
            true => self.back.iter().chain(forward).copied().collect(),
            false => forward.chain(&self.back).copied().collect(),
        };
        all.extend(&self.beside);
        distinct(&mut all);
        all
    }

    /// Those of a wait of the thread that made the first access: after it, before others are let in.
    pub(super) fn of_wait(&self) -> Vec<StatementPlace> {
        let mut forward = self.between.clone();
        forward.sort();
        let mut all: Vec<StatementPlace> =
            self.behind.iter().chain(&forward).chain(&self.back).chain(&self.in_front).copied().collect();
        distinct(&mut all);
        all
    }
}

/// The indices from one end to the other, those at the ends first.
fn nearest(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let inner = (from + 1..to).rev().take(MOST_IN_BLOCK);
    let mut all = vec![to, from];
    all.extend(inner);
    all.dedup();
    all.into_iter()
}

fn distinct(places: &mut Vec<StatementPlace>) {
    let mut seen = Vec::new();
    places.retain(|place| {
        let is_new = !seen.contains(place);
        seen.push(*place);
        is_new
    });
}
