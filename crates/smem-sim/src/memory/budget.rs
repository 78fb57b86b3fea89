//! The memory budget of simulated devices: counted before memory is taken, and given back when it is freed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes of the host's memory that simulators may take together: device memory, variables, and the registers, the local and the shared
/// memory of the blocks that run. Clones are handles on the same budget.
///
/// Memory counts from its allocation on, though the host commits no page of zeros before it is written.
///
/// ```
/// use smem_sim::*;
///
/// let budget = MemoryBudget::new(1 << 20);
/// let sim = Simulator::new(Arch::SM_90).budgeted_by(&budget);
/// let address = sim.alloc(1 << 19);
/// assert_eq!((budget.used(), budget.left()), (1 << 19, 1 << 19));
/// assert_eq!(sim.alloc(1 << 20), 0, "that is more than is left");
/// sim.free(address)?;
/// assert_eq!(budget.used(), 0);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct MemoryBudget(Arc<BudgetState>);

/// Equal are handles on one budget.
impl PartialEq for MemoryBudget {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Debug)]
struct BudgetState {
    limit: u64,
    used: AtomicU64,
}

/// Bytes that are taken, until this is dropped.
#[derive(Debug, PartialEq)]
pub(crate) struct TakenMemory {
    budget: MemoryBudget,
    bytes: u64,
}

impl MemoryBudget {
    /// The bytes of a budget by default: 4 GiB.
    pub const DEFAULT: u64 = 4 << 30;

    /// Makes a budget of so many bytes.
    pub fn new(bytes: u64) -> Self {
        Self(Arc::new(BudgetState { limit: bytes, used: AtomicU64::new(0) }))
    }

    /// Returns all of its bytes.
    pub fn limit(&self) -> u64 {
        self.0.limit
    }

    /// Returns the bytes that are taken.
    pub fn used(&self) -> u64 {
        self.0.used.load(Relaxed)
    }

    /// Returns the bytes that are left.
    pub fn left(&self) -> u64 {
        self.0.limit.saturating_sub(self.used())
    }

    /// Takes bytes. `None` if they are more than are left.
    pub(crate) fn take(&self, bytes: u64) -> Option<TakenMemory> {
        let fits = |used: u64| used.checked_add(bytes).filter(|used| *used <= self.0.limit);
        self.0.used.fetch_update(Relaxed, Relaxed, fits).ok()?;
        Some(TakenMemory { budget: self.clone(), bytes })
    }

    /// Describes, for an error, what there is.
    pub(crate) fn describe(&self) -> String {
        format!("the memory budget is {} bytes, of which {} are left", self.limit(), self.left())
    }
}

impl Default for MemoryBudget {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}

impl Drop for TakenMemory {
    fn drop(&mut self) {
        self.budget.0.used.fetch_sub(self.bytes, Relaxed);
    }
}
