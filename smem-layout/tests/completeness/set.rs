//! Sets of the layouts of a class.

use std::rc::Rc;

/// A set of layouts, by their number in their class: a bit each.
pub(crate) type Set = Rc<Vec<u64>>;

/// Returns the set of the numbers below `count` that it `contains`.
pub(crate) fn set_of(count: usize, mut contains: impl FnMut(usize) -> bool) -> Set {
    let mut set = vec![0u64; count.div_ceil(64)];
    for number in (0..count).filter(|number| contains(*number)) {
        set[number / 64] |= 1 << (number % 64);
    }
    Rc::new(set)
}

/// Returns the first number that is in every set.
pub(crate) fn first_in_all(sets: &[Set]) -> Option<usize> {
    let (first, rest) = sets.split_first()?;
    first.iter().enumerate().find_map(|(place, word)| {
        let word = rest.iter().fold(*word, |word, set| word & set[place]);
        (word != 0).then(|| place * 64 + word.trailing_zeros() as usize)
    })
}

/// Returns the numbers that are in every set.
pub(crate) fn members(sets: &[Set]) -> impl Iterator<Item = usize> + use<> {
    let words = sets.first().map_or(0, |set| set.len());
    let word = |place: usize| sets.iter().fold(u64::MAX, |word, set| word & set[place]);
    let common: Vec<u64> = (0..words).map(word).collect();
    (0..words * 64).filter(move |number| common[number / 64] >> (number % 64) & 1 == 1)
}
