//! A second search for layouts, which shares no code with the crate's: what it says is compared with what the solver says.
//!
//! It walks the accesses from the table at the top of `access.rs`, counts words in banks, and tries every layout of each class.
//! The short cuts it takes need little theory: requests whose addresses are whole words apart cost the same, and so do lines
//! that an XOR moves alike. A test compares them with the long way.

pub(crate) mod accesses;
mod banks;
pub(crate) mod compare;
mod large;
mod layouts;
mod least_excess;
mod matrices;
pub(crate) mod small;
pub(crate) mod sweep;
