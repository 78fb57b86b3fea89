//! Declarations, and the one that a name means at a place.

mod changes;
mod declared;
mod functions;
mod index;
mod scope;

pub(crate) use changes::{changes, scope_of};
pub(crate) use declared::{DeclaredName, enumerators};
pub(crate) use functions::functions_named;
pub(crate) use index::{is_specialized, types_named};
pub(crate) use scope::{Meaning, function_name, meaning, member, parameter_list, variable_template};
