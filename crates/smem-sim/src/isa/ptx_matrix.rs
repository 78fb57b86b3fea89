//! Operations of PTX on small matrices.

use super::fragment::{FragmentAccess, TiledProduct};
use super::group_product::DescribedProduct;
use super::memory::MatrixAccess;

/// An operation that the whole warp executes on matrices in registers and shared memory.
#[derive(Debug, Clone)]
pub enum PtxMatrix {
    Load(MatrixAccess),
    Store(MatrixAccess),
    LoadFragment(FragmentAccess),
    StoreFragment(FragmentAccess),
    Product(TiledProduct),
    GroupProduct(DescribedProduct),
}
