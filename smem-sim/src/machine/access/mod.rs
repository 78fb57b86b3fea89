//! Instructions that access memory.

mod async_copy;
mod atomics;
mod load_store;
mod matrix;
mod reach;

pub(super) use reach::Reach;
