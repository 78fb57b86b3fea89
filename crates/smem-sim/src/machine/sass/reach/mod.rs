//! The accesses of machine code that PTX has not, or not in that form.
//!
//! ```text
//! atomic    the compare-and-store that loops are made of, and atomics that shared memory refuses
//! bulk      bulk copies, and stores that complete at a barrier
//! mbarrier  arrivals at asynchronous barriers
//! tensor    bulk copies of boxes of tensors
//! ```

mod atomic;
mod bulk;
mod mbarrier;
mod tensor;

pub(super) use tensor::TensorOperands;
