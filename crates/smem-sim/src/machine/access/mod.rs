//! Instructions that access memory.

mod atomic;
mod mbarrier;
mod reach;

pub(super) use atomic::apply;
pub(super) use mbarrier::arrived;
pub(super) use reach::{Finder, Reach, addresses, by_space, check_aligned, outside};
