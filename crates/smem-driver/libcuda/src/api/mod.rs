//! The functions of the driver API, by subject.

#[macro_use]
mod function;

mod contexts;
mod copies;
mod devices;
mod entry_points;
mod errors;
mod events;
mod graphs;
mod launches;
mod libraries;
mod memory;
mod missing;
mod modules;
mod occupancy;
mod pointers;
mod pools;
mod rows;
mod streams;
