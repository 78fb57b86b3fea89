//! The order in which warps and blocks run, chosen by a seed.
//!
//! Blocks start in another order than that of the grid, and several take turns. The warps of a block take their turns in an order of each round, and now and then one
//! is held back or stopped after a few instructions: a few such preemptions show most errors of order. The first seed reverses all orders and
//! preempts nothing.

use super::sample::mixed;

/// The seed of the reversed order.
const REVERSED: u64 = 1;
/// Blocks that take turns.
pub(super) const RESIDENT: usize = 8;
/// A warp is held back, and has a short turn, once in so many.
const HELD_BACK: u64 = 4;
const SHORT: u64 = 4;
/// The most instructions of a short turn.
const SHORT_TURN: u64 = 64;

/// A stream of choices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schedule {
    seed: u64,
    state: u64,
    /// Whether the last turn was that of the last block.
    was_last: bool,
}

impl Schedule {
    /// The choices of one block, or of the grid.
    pub(super) fn of(seed: u64, stream: u64) -> Schedule {
        Schedule { seed, state: mixed(seed) ^ mixed(stream.rotate_left(32)), was_last: false }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(1);
        mixed(self.state)
    }

    fn is_reversed(&self) -> bool {
        self.seed == REVERSED
    }

    /// The place of the cluster that has the next turn, among those that run: in the reversed order every second turn is that of the last one in the
    /// grid, which sees what each other one has done.
    pub(super) fn next_cluster(&mut self, numbers: impl ExactSizeIterator<Item = u64>) -> usize {
        if !self.is_reversed() {
            return (self.next() % numbers.len().max(1) as u64) as usize;
        }
        self.was_last = !self.was_last;
        let last = numbers.enumerate().max_by_key(|(_, number)| *number).map_or(0, |(at, _)| at);
        if self.was_last { last } else { 0 }
    }

    /// The order of so many warps in a round.
    pub(super) fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).rev().collect();
        if !self.is_reversed() {
            for last in (1..count).rev() {
                let other = (self.next() % (last as u64 + 1)) as usize;
                order.swap(last, other);
            }
        }
        order
    }

    /// Whether a warp is held back in a round in which others can go on.
    pub(super) fn holds_back(&mut self) -> bool {
        !self.is_reversed() && self.next().is_multiple_of(HELD_BACK)
    }

    /// The instructions of a turn, of which a whole one has so many.
    pub(super) fn turn(&mut self, whole: u32) -> u32 {
        if self.is_reversed() || !self.next().is_multiple_of(SHORT) {
            return whole;
        }
        1 + (self.next() % SHORT_TURN) as u32
    }
}

/// The number of the cluster that starts at this place, of so many.
pub(super) fn started(seed: u64, at: u64, count: u64) -> u64 {
    if seed == REVERSED || count < 3 {
        return count.saturating_sub(at + 1);
    }
    // A step that has no divisor in common with the count reaches each once.
    let first = mixed(seed) % count;
    let has_common = |step: u64| common_divisor(step, count) != 1;
    let mut step = 1 + mixed(seed ^ count) % (count - 1);
    while has_common(step) {
        step = 1 + step % (count - 1);
    }
    ((u128::from(at) * u128::from(step) + u128::from(first)) % u128::from(count)) as u64
}

fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_cluster_starts_once_in_another_order_by_each_seed() {
        for count in [1, 2, 3, 4, 7, 64, 1000] {
            let order = |seed: u64| (0..count).map(|at| started(seed, at, count)).collect::<Vec<_>>();
            for seed in 1..20 {
                assert_eq!(order(seed).into_iter().collect::<BTreeSet<_>>(), (0..count).collect(), "{seed} {count}");
            }
            assert!(order(1).is_sorted_by(|one, next| one > next));
            assert!(count < 64 || order(2) != order(3));
        }
    }

    #[test]
    fn a_seed_makes_the_same_choices_each_time() {
        let choices = |seed: u64| {
            let mut own = Schedule::of(seed, 7);
            (own.order(8), own.holds_back(), own.turn(1 << 14), own.next_cluster([1, 3, 2].into_iter()))
        };
        assert_eq!(choices(5), choices(5));
        assert_ne!(choices(5).0, choices(6).0);
        assert_eq!(choices(1), (vec![7, 6, 5, 4, 3, 2, 1, 0], false, 1 << 14, 1));
    }
}
