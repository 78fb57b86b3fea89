//! The accesses of PTX: where their operands are.

mod async_copy;
mod atomics;
mod fragment;
mod group_product;
mod load_store;
mod matrix;
mod mbarrier;
