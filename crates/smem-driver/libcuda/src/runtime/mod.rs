//! The runtime API, `libcudart.so.12` and `libcudart.so.13`, on the driver API's functions of this library.
//!
//! A program compiled by `nvcc -cudart shared` registers its images, kernels and variables when it starts, and calls the functions of
//! this folder. Each works in the context that is current, or in the primary context of the device that the calling thread chose.
//!
//! ```text
//! error          errors by number and name, the last one of a thread
//! device_choice  the device that a thread chose, and its context
//! default_stream the default stream of a call
//! program        images, kernels and variables that the program registered
//! ```
//!
//! The rest are the functions, by subject.

#[macro_use]
mod function;

mod default_stream;
mod device_choice;
mod error;
mod error_names;
mod program;

mod arrays;
mod captures;
mod copies;
mod devices;
mod entry_points;
mod errors;
mod events;
mod functions;
mod graph_nodes;
mod graphs;
mod launches;
mod memory;
mod missing;
mod peers;
mod pools;
mod properties;
mod registration;
mod rows;
mod streams;
mod symbols;
mod textures;
