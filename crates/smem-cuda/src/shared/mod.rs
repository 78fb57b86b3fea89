//! Shared memory in the source: what declares it, and what uses it.

mod array_types;
mod calls;
mod declaration;
mod extents;
mod functions;
mod instance;
mod members;
mod parts;
mod passed;
mod pointers;
mod statement;
mod uses;
mod variables;

pub use declaration::{SharedDeclaration, SharedKind};
pub use extents::DeclaredArray;
pub use functions::DeviceFunction;
pub use parts::{SharedPart, SharedParts};
pub use uses::SharedArrayUse;
