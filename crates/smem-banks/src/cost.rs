//! Costs of requests.

/// The cost of a request, in wavefronts.
///
/// ```
/// use smem_banks::{Arch, WarpRequest};
///
/// // 8 bytes a lane take two phases, and a column of a dense tile has all lanes of each in one bank.
/// let column = WarpRequest::from_fn(8, |lane| Some(256 * lane))?;
/// let cost = Arch::SM_90.bank_model().cost(&column);
/// assert_eq!((cost.wavefronts, cost.ideal, cost.ways, cost.excess()), (32, 2, 16, 30));
/// # Ok::<(), smem_banks::WarpRequestError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Passes through the banks; the most that are possible where the hardware leaves it open (compute capability 1.x).
    pub wavefronts: u32,
    /// Wavefronts of a request of this width and these active lanes without a conflict: one for each phase that has
    /// active lanes. The phases are those without merging, so that a load from a layout without conflicts never has
    /// excess; if merging makes a load cheaper than its phases, the ideal is what it takes.
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
