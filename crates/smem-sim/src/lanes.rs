//! Registers of a whole warp, and types of functions over them. The last argument of each is the mask of lanes to write.

/// One register of the 32 lanes. A narrower value is zero-extended.
pub type Lanes = [u64; 32];

/// Functions over registers of either width.
pub type Lanes1<T = u64> = fn(&mut [T; 32], &[T; 32], u32);
pub type Lanes2<T = u64> = fn(&mut [T; 32], &[T; 32], &[T; 32], u32);
pub type Lanes3<T = u64> = fn(&mut [T; 32], &[T; 32], &[T; 32], &[T; 32], u32);
pub type Lanes4 = fn(&mut Lanes, &Lanes, &Lanes, &Lanes, &Lanes, u32);
/// A function over registers, by its number of operands.
#[derive(Debug, Clone, Copy)]
pub enum LanesFunction {
    One(Lanes1),
    Two(Lanes2),
    Three(Lanes3),
}

impl LanesFunction {
    /// Returns its results in the lanes of `mask`, and zeros in the others.
    pub fn apply(self, [a, b, c]: &[Lanes; 3], mask: u32) -> Lanes {
        let mut result = [0; 32];
        match self {
            Self::One(f) => f(&mut result, a, mask),
            Self::Two(f) => f(&mut result, a, b, mask),
            Self::Three(f) => f(&mut result, a, b, c, mask),
        }
        result
    }
}

/// The lanes in which two registers compare.
pub type Compare<T = u64> = fn(&[T; 32], &[T; 32]) -> u32;

/// A lane of a register of either width.
pub trait LaneWord: Copy {
    /// The lower 32 bits.
    fn low(self) -> u32;
    /// All bits, zero-extended.
    fn whole(self) -> u64;
    /// A value of 32 bits.
    fn of_low(bits: u32) -> Self;
}

impl LaneWord for u32 {
    #[inline(always)]
    fn low(self) -> u32 {
        self
    }

    #[inline(always)]
    fn whole(self) -> u64 {
        self.into()
    }

    #[inline(always)]
    fn of_low(bits: u32) -> Self {
        bits
    }
}

impl LaneWord for u64 {
    #[inline(always)]
    fn low(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn whole(self) -> u64 {
        self
    }

    #[inline(always)]
    fn of_low(bits: u32) -> Self {
        bits.into()
    }
}

/// A register of either width, as operations see it that are the same for both.
pub trait RegisterWord {
    /// A lane's value, zero-extended.
    fn word(&self, lane: usize) -> u64;
    fn set_word(&mut self, lane: usize, value: u32);
    /// Gives a lane a value of the register's width.
    fn set(&mut self, lane: usize, value: u64);
}

impl RegisterWord for Lanes {
    fn word(&self, lane: usize) -> u64 {
        self[lane]
    }

    fn set_word(&mut self, lane: usize, value: u32) {
        self[lane] = value.into();
    }

    fn set(&mut self, lane: usize, value: u64) {
        self[lane] = value;
    }
}

impl RegisterWord for [u32; 32] {
    fn word(&self, lane: usize) -> u64 {
        self[lane].into()
    }

    fn set_word(&mut self, lane: usize, value: u32) {
        self[lane] = value;
    }

    fn set(&mut self, lane: usize, value: u64) {
        self[lane] = value as u32;
    }
}

/// Iterates over the lanes of a mask, lowest first.
pub fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
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
pub fn lanes_where(mask: u32, condition: impl Fn(usize) -> bool) -> u32 {
    lanes(mask).fold(0, |found, lane| found | u32::from(condition(lane)) << lane)
}

/// Returns the lanes of the whole warp in which a condition holds.
#[inline(always)]
pub fn where_true(condition: impl Fn(usize) -> bool) -> u32 {
    (0..32).fold(0, |mask, lane| mask | u32::from(condition(lane)) << lane)
}

/// Returns a value for each lane. In code for this host alone the loop becomes vectors, where `std::array::from_fn` stays a call.
#[inline(always)]
pub fn per_lane<T: Copy + Default>(value: impl Fn(usize) -> T) -> [T; 32] {
    let mut all = [T::default(); 32];
    for (lane, one) in all.iter_mut().enumerate() {
        *one = value(lane);
    }
    all
}

/// Gives the lanes of `mask` their values.
#[inline(always)]
pub fn put<T>(d: &mut [T; 32], mask: u32, value: impl Fn(usize) -> T) {
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

/// Returns `a` in the lanes of `chosen`, and `b` in the others.
#[inline(always)]
pub fn select<T: Copy + Default>(chosen: u32, a: &[T; 32], b: &[T; 32]) -> [T; 32] {
    per_lane(|lane| if chosen >> lane & 1 == 1 { a[lane] } else { b[lane] })
}

/// Gives the lanes of `mask` the value `one` where `result` holds, and else zero.
#[inline(always)]
pub fn set<T: Copy + Default>(d: &mut [T; 32], mask: u32, result: u32, one: T) {
    put(d, mask, |lane| if result >> lane & 1 == 1 { one } else { T::default() });
}

/// Gives the lanes of `mask` their values of a predicate.
#[inline(always)]
pub fn assign(predicate: &mut u32, mask: u32, value: u32) {
    *predicate = *predicate & !mask | value & mask;
}

/// Returns a predicate that has the same value in every lane.
#[inline(always)]
pub fn every_lane(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}
