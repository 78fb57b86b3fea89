//! Classes of more matrices than can be tried one by one: a search by columns that cuts off what already conflicts.
//!
//! Columns are chosen from the lowest bit of the line up. Lanes whose lines agree in all higher bits are moved by the same
//! unknown amount, which exchanges banks and nothing else, so that what they cost among themselves is known already.

use std::collections::HashSet;

use super::{
    banks::{Demand, Phase},
    matrices::{Class, moves},
    small::all_free,
};

/// What a search that may end early says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Found(Vec<u32>),
    None,
    TooLong,
}

/// Columns tried before a search ends without a result.
const PATIENCE: u64 = 1 << 19;

pub(crate) struct Search<'a> {
    class: Class,
    pitch: u32,
    /// For each access and number of columns chosen, the lanes that are decided then.
    decided: Vec<(&'a Demand, Vec<Vec<Phase>>)>,
    most_operations: u32,
    pub(crate) tried: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(class: Class, pitch: u32, demands: &[&'a Demand]) -> Search<'a> {
        let decided = demands.iter().map(|demand| {
            let phases = demand.distinct_phases(u32::MAX, class.block());
            (*demand, (0..=class.line_bits).map(|bits| decided(&phases, bits, class)).collect())
        });
        Search { class, pitch, decided: decided.collect(), most_operations: u32::MAX, tried: 0 }
    }

    /// A matrix free of conflict for every access, with at most `operations` index operations; reversal aside.
    pub(crate) fn within(&mut self, operations: u32) -> Outcome {
        self.most_operations = operations;
        self.tried = 0;
        let mut columns = Vec::new();
        if !self.is_free(&columns) {
            return Outcome::None;
        }
        self.extend(&mut columns)
    }

    /// True when the bit reversal is free of conflict.
    pub(crate) fn reversal_is_free(&mut self) -> bool {
        let reversal = self.class.reversal();
        (0..=reversal.len()).all(|bits| self.is_free(&reversal[..bits]))
    }

    fn extend(&mut self, columns: &mut Vec<u32>) -> Outcome {
        if columns.len() as u32 == self.class.line_bits {
            return Outcome::Found(columns.clone());
        }
        for value in 0..1u32 << self.class.bits {
            self.tried += 1;
            if self.tried > PATIENCE {
                return Outcome::TooLong;
            }
            columns.push(value << self.class.base);
            if diagonal_operations(columns) <= self.most_operations && self.is_free(columns) {
                let outcome = self.extend(columns);
                if outcome != Outcome::None {
                    return outcome;
                }
            }
            columns.pop();
        }
        Outcome::None
    }

    /// True when what the columns decide, and no fewer did, is free of conflict.
    fn is_free(&mut self, columns: &[u32]) -> bool {
        let moves = moves(columns);
        let pitch = self.pitch;
        self.decided.iter_mut().all(|(demand, decided)| all_free(demand, &mut decided[columns.len()], pitch, &moves))
    }
}

/// Operations by diagonals, as [`Class::operations`] counts them but for the reversal, which is no sum of its parts.
fn diagonal_operations(columns: &[u32]) -> u32 {
    let mut diagonals = 0u64;
    for (from, column) in columns.iter().enumerate() {
        diagonals |= u64::from(*column) << (32 - from);
    }
    2 * diagonals.count_ones() - (diagonals >> 32 & 1) as u32
}

/// The parts of phases that the lowest `bits` columns decide, and fewer do not: lanes of equal higher bits, which are dropped.
fn decided(phases: &[Phase], bits: u32, class: Class) -> Vec<Phase> {
    let mut parts = HashSet::new();
    for phase in phases {
        let groups: HashSet<u32> = phase.iter().map(|place| place.0 >> bits).collect();
        for group in groups {
            let mut part: Phase = phase.iter().filter(|place| place.0 >> bits == group).copied().collect();
            let first = part.iter().map(|place| place.1).min().unwrap_or(0) / class.block() * class.block();
            part.iter_mut().for_each(|place| *place = (place.0 & ((1 << bits) - 1), place.1 - first));
            let top = 1 << bits >> 1;
            let news =
                bits == 0 || part.iter().any(|place| place.0 & top == 0) && part.iter().any(|place| place.0 & top != 0);
            if part.len() > 1 && news {
                parts.insert(part);
            }
        }
    }
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completeness::{
        accesses::{Tile, all_on},
        small::{FreeSets, Orders, first_in_all},
    };

    /// In classes small enough for both, the search by columns finds a matrix exactly where trying all of them does.
    #[test]
    fn the_search_by_columns_agrees_with_trying_every_matrix() {
        let mut compared = [0, 0];
        for tile in [(16, 8, 4), (8, 12, 4), (7, 16, 4), (32, 4, 8), (24, 8, 2), (13, 8, 4)] {
            let tile = Tile { rows: tile.0, cols: tile.1, elem: tile.2 };
            let class = Class::of_banks(tile, tile.cols, 1);
            let order = Orders::default().of(class);
            for declared in all_on(tile).into_iter().filter(|declared| declared.lane_elements(tile) == 1) {
                let mut sets = FreeSets::new(tile, Demand::new(declared, tile));
                let free = sets.matrices(tile.cols, class, &order);
                let cheapest = first_in_all(&[free]).map(|place| order.matrices[place].0);
                let demands = [&sets.demand];
                let mut search = Search::new(class, tile.cols, &demands);
                let reversal = search.reversal_is_free().then(|| class.operations(&class.reversal()));
                let any = search.within(u32::MAX) != Outcome::None;
                let found = (0..40).find(|operations| any && search.within(*operations) != Outcome::None);
                assert_eq!(cheapest, found.into_iter().chain(reversal).min(), "{tile}, {declared:?}");
                compared[usize::from(found.is_some())] += 1;
            }
        }
        assert!(compared.iter().all(|compared| *compared > 5), "{compared:?} tell little");
    }
}
