//! Instructions that access memory.

mod async_copy;
mod atomics;
mod fragment;
mod group_product;
mod load_store;
mod matrix;
mod mbarrier;
mod reach;

pub(super) use atomics::apply;
pub(super) use mbarrier::arrived;
pub(super) use reach::{Finder, Reach, addresses, by_space, check_aligned, outside};
