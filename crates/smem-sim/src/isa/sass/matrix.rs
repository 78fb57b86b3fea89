//! Operations on small matrices.

use super::{AddressOf, GroupProduct, MatrixProduct, Source};
use crate::isa::Slot;

/// An operation that the whole warp executes on matrices in registers and shared memory.
#[derive(Debug, Clone)]
pub enum SassMatrix {
    Load {
        address: AddressOf,
        d: Slot,
        count: u32,
        transposed: bool,
    },
    Store {
        address: AddressOf,
        register: Slot,
        count: u32,
        transposed: bool,
    },
    Product(MatrixProduct),
    /// Transposes an 8 x 8 matrix of 16-bit elements that the warp's registers hold.
    Transpose {
        d: Slot,
        a: Source,
    },
    GroupProduct(GroupProduct),
}
