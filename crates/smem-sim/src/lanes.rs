//! Registers of a whole warp, and types of functions over them. The last argument of each is the mask of lanes to write.

/// One register of the 32 lanes. A narrower value is zero-extended.
pub(crate) type Lanes = [u64; 32];

pub(crate) type Lanes1 = fn(&mut Lanes, &Lanes, u32);
pub(crate) type Lanes2 = fn(&mut Lanes, &Lanes, &Lanes, u32);
pub(crate) type Lanes3 = fn(&mut Lanes, &Lanes, &Lanes, &Lanes, u32);
pub(crate) type Lanes4 = fn(&mut Lanes, &Lanes, &Lanes, &Lanes, &Lanes, u32);
pub(crate) type Compare = fn(&Lanes, &Lanes) -> u32;

/// A register of either width, as operations see it that are the same for both.
pub(crate) trait RegisterWord {
    /// A lane's value, zero-extended.
    fn word(&self, lane: usize) -> u64;
    fn set_word(&mut self, lane: usize, value: u32);
}

impl RegisterWord for Lanes {
    fn word(&self, lane: usize) -> u64 {
        self[lane]
    }

    fn set_word(&mut self, lane: usize, value: u32) {
        self[lane] = value.into();
    }
}

impl RegisterWord for [u32; 32] {
    fn word(&self, lane: usize) -> u64 {
        self[lane].into()
    }

    fn set_word(&mut self, lane: usize, value: u32) {
        self[lane] = value;
    }
}

/// Iterates over the lanes of a mask, lowest first.
pub(crate) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lane)
    })
}

/// Returns the lanes of a mask in which a condition holds.
#[inline(always)]
pub(crate) fn lanes_where(mask: u32, condition: impl Fn(usize) -> bool) -> u32 {
    lanes(mask).fold(0, |found, lane| found | u32::from(condition(lane)) << lane)
}

/// Returns the lanes of the whole warp in which a condition holds.
#[inline(always)]
pub(crate) fn where_true(condition: impl Fn(usize) -> bool) -> u32 {
    (0..32).fold(0, |mask, lane| mask | u32::from(condition(lane)) << lane)
}

/// Gives the lanes of `mask` their values.
#[inline(always)]
pub(crate) fn put<T>(d: &mut [T; 32], mask: u32, value: impl Fn(usize) -> T) {
    if mask == u32::MAX {
        for (lane, d) in d.iter_mut().enumerate() {
            *d = value(lane);
        }
    } else {
        for (lane, d) in d.iter_mut().enumerate() {
            if mask >> lane & 1 == 1 {
                *d = value(lane);
            }
        }
    }
}

/// Gives the lanes of `mask` their values of a predicate.
#[inline(always)]
pub(crate) fn assign(predicate: &mut u32, mask: u32, value: u32) {
    *predicate = *predicate & !mask | value & mask;
}

/// Returns a predicate that has the same value in every lane.
#[inline(always)]
pub(crate) fn every_lane(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}
