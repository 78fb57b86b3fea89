//! What a request costs, in wavefronts.

/// What a request costs, in wavefronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Passes through the banks. Where the hardware leaves it open (compute capability 1.x), the most it can be.
    pub wavefronts: u32,
    /// What a request of this width and these active lanes takes without a conflict: a pass for each phase that has
    /// active lanes. A load whose phases merge is compared with the same phases, so that no load of a layout without
    /// conflicts has any; where it takes less than they, that is its ideal.
    pub ideal: u32,
    /// Words that the busiest bank serves one after the other in the worst phase, of phases as they are without merging: 1 is free
    /// of conflict.
    pub ways: u32,
    /// The least number of passes; equal to `wavefronts` except on compute capability 1.x.
    pub at_least: u32,
}

impl Cost {
    /// Wavefronts beyond the ideal; a conflict is an excess above zero.
    pub const fn excess(&self) -> u32 {
        self.wavefronts.saturating_sub(self.ideal)
    }
}
