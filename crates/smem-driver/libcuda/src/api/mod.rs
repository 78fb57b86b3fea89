//! The functions of the driver API, by subject.

#[macro_use]
mod function;

pub(crate) mod arrays;
pub(crate) mod boxes;
pub(crate) mod captures;
pub(crate) mod contexts;
pub(crate) mod copies;
pub(crate) mod devices;
pub(crate) mod entry_points;
pub(crate) mod errors;
pub(crate) mod events;
mod first_forms;
pub(crate) mod graph_nodes;
pub(crate) mod graphs;
pub(crate) mod launches;
pub(crate) mod libraries;
mod links;
pub(crate) mod memory;
mod missing;
pub(crate) mod modules;
pub(crate) mod occupancy;
pub(crate) mod pointers;
pub(crate) mod pools;
pub(crate) mod rows;
mod stream_words;
pub(crate) mod streams;
mod tensor_maps;
pub(crate) mod textures;
pub(crate) mod user_objects;
mod virtual_memory;
