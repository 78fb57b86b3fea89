//! The driver without its C interface. One program, so that it is linked once.

mod captures;
mod contexts;
mod driver;
mod global_races;
mod setting;
mod stream_memory;
