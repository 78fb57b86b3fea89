//! Types of C++ as a launch needs them: which number a parameter takes, and how many bytes a type has.

mod layout;
mod scalar;

pub(crate) use layout::{TypeNames, layout, resolved, unqualified};
pub use scalar::Scalar;
