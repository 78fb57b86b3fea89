//! A matrix product of four warps, as PTX has it.

use super::register::{Pred, Slot};
use super::tensor::GroupShape;

/// Where the left factor is.
#[derive(Debug, Clone, Copy)]
pub enum DescribedLeft {
    Registers([Slot; 4]),
    /// In shared memory, where the descriptor in this register of 64 bits says.
    Shared(Slot),
}

/// A product of four warps together, `d = a * b + d`, of 64 rows. Each warp has 16 of them.
#[derive(Debug, Clone)]
pub struct DescribedProduct {
    pub shape: GroupShape,
    pub d: Vec<Slot>,
    pub a: DescribedLeft,
    /// The descriptor of the right factor.
    pub b: Slot,
    /// Where it is false, `d` counts as zeros.
    pub adds: Pred,
}

impl DescribedProduct {
    /// Bytes that the four warps read of shared memory.
    pub fn shared_bytes(&self) -> u64 {
        self.shape.shared_bytes(matches!(self.a, DescribedLeft::Shared(_)))
    }
}
