//! A second search for layouts, which shares no code with the crate's: what it says is compared with what the solver says.
//!
//! It walks the accesses from the table at the top of `access.rs`, counts words in banks by the rules of the programming guides,
//! and tries every layout of each class: every pitch, every padding inside rows, every swizzle of CuTe's, every XOR matrix of the
//! row and of the offset (those that take words apart included), every rotation. Where a class is too large on a tile, an answer is only compared with a sample of it. The short cuts it takes need
//! little theory, and a test compares each with the long way.

pub(crate) mod accesses;
pub(crate) mod banks;
pub(crate) mod class_member;
pub(crate) mod compared;
pub(crate) mod cutes;
pub(crate) mod few_terms;
mod free_listed;
pub(crate) mod inner;
pub(crate) mod judge;
pub(crate) mod kernels;
pub(crate) mod layouts;
pub(crate) mod least_excess;
pub(crate) mod matrices;
pub(crate) mod members;
mod messages;
pub(crate) mod parts;
pub(crate) mod rotations;
mod set;
pub(crate) mod sweep;
pub(crate) mod tile;
