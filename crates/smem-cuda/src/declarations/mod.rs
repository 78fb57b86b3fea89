//! Declarations, and the one that a name means at a place.

mod changes;
mod declared;
mod scope;

pub(crate) use changes::is_changed;
pub(crate) use declared::DeclaredName;
pub(crate) use scope::{Meaning, enumerators, is_specialized, meaning, member, parameter_list, variable_template};
