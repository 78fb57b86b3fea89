//! The excess wavefronts of several accesses as one number, which a search makes as small as it can.

/// The sum of the excess wavefronts of the worst request of each access that has more ways than it is allowed, weighted.
pub(crate) type Excess = u64;

/// The excess of one access: of its worst request, if any has more ways than are allowed.
#[derive(Clone, Copy)]
pub(crate) struct OfAccess {
    allowed_ways: u32,
    ways: u32,
    worst: u32,
}

impl OfAccess {
    /// Returns the excess of an access of which no request has been seen.
    pub(crate) fn new(allowed_ways: u32) -> OfAccess {
        OfAccess { allowed_ways, ways: 0, worst: 0 }
    }

    /// Adds a request of so many ways and excess wavefronts; returns true if it is the worst so far, or the first that exceeds the
    /// ways.
    pub(crate) fn add(&mut self, (ways, excess): (u32, u32)) -> bool {
        let first_beyond = ways > self.allowed_ways && self.ways <= self.allowed_ways;
        let is_worst = excess > self.worst;
        self.ways = self.ways.max(ways);
        self.worst = self.worst.max(excess);
        is_worst || first_beyond
    }

    /// Returns the excess. An access that states how many ways it accepts keeps to them before any other is improved: it outweighs
    /// all the others together.
    pub(crate) fn weighted(&self) -> Excess {
        let weight = if self.allowed_ways > 1 { 1 << 32 } else { 1 };
        if self.ways > self.allowed_ways { Excess::from(self.worst) * weight } else { 0 }
    }
}
