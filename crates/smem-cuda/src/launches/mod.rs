//! The launches that the host code of a text makes: where they are, and what is constant of them.

mod argument;
mod deduction;
mod extent;
mod host_calls;
mod host_functions;
mod host_instances;
mod known;
mod opt_in;
mod pointer;
mod reached;
mod site;
mod unknown;
mod values;
mod wrapped_allocation;

pub use site::LaunchSite;
pub use values::{ArgumentValue, LaunchValues, PointerTarget};
