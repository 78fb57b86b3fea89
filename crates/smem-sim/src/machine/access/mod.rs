//! Accesses of memory, over addresses and values: the meaning of PTX's and of machine code's.
//!
//! ```text
//! reach          the memories that an access can reach, and its observers
//! space, finder  the space of an address, and its allocation
//! cluster        addresses in the shared memory of other blocks
//! elsewhere      .. and requests there, as the race check sees them
//! load_store     loads and stores of every space
//! whole_warp     .. of words, by all lanes
//! atomic         atomics
//! matrix         rows of 8 x 8 matrices
//! copy, bulk     asynchronous copies
//! tensor_copy    bulk copies of boxes of tensors
//! tracked        stores that complete transactions of an `mbarrier`
//! mbarrier       asynchronous barriers
//! group_product  matrix products whose factors are in shared memory
//! ```

mod atomic;
mod bulk;
mod cluster;
mod copy;
mod elsewhere;
mod finder;
mod group_product;
mod load_store;
mod matrix;
mod mbarrier;
mod reach;
mod shared_names;
mod shared_place;
mod space;
mod tensor_copy;
mod tracked;
mod whole_warp;

pub(super) use atomic::{Update, apply};
pub(super) use bulk::{BulkEnd, BulkMove};
pub(super) use copy::CopyOrigin;
pub(super) use finder::Finder;
pub(super) use load_store::MovedElements;
pub(super) use matrix::{rows_of, transposed};
pub(super) use mbarrier::{ArrivalOf, MBARRIER_BYTES};
pub(super) use reach::Reach;
pub(super) use shared_names::SharedNames;
pub(super) use space::{in_shared, outside};
pub(super) use tensor_copy::TensorMove;
pub(super) use tracked::TrackedWords;
