//! The cost of a request, in wavefronts.

/// The cost of a request, in wavefronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Passes through the banks; the most that are possible where the hardware leaves it open (compute capability 1.x).
    pub wavefronts: u32,
    /// Wavefronts of a request of this width and these active lanes without a conflict: one for each phase that has
    /// active lanes. A load whose phases merge is compared with the same phases, so that no load of a layout without
    /// conflicts has any; where it takes less than they, that is its ideal.
    pub ideal: u32,
    /// Words that the busiest bank serves one after the other in the worst phase, with phases as they are without
    /// merging: 1 is free of conflict.
    pub ways: u32,
    /// The least number of passes; equal to `wavefronts` except on compute capability 1.x.
    pub at_least: u32,
}

impl Cost {
    /// Returns the number of wavefronts beyond the ideal; a conflict is an excess above zero.
    pub const fn excess(&self) -> u32 {
        self.wavefronts.saturating_sub(self.ideal)
    }
}
