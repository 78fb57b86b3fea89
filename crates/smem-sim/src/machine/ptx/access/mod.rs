//! The accesses of PTX: where their operands and results are.

mod cluster;
mod fragment;
mod group_product;
mod matrix;
mod mbarrier;
mod memory;

pub(super) use memory::addresses;
