//! Types of C++ as a launch needs them: which number a parameter takes, and how many bytes a type has.

mod layout;
mod scalar;
mod value_type;

pub(crate) use layout::{TypeNames, pointer_alias, resolved, unqualified};
pub use scalar::Scalar;
pub use value_type::{StructField, StructType, ValueType};
pub(crate) use value_type::{layout, value_type};
