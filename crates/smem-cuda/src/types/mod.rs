//! Types of C++ as a launch needs them: which number a parameter takes, and how many bytes a type has.

mod layout;
mod scalar;
mod value_type;

pub(crate) use layout::{TypeNames, layout, resolved, unqualified};
pub use scalar::Scalar;
pub(crate) use value_type::value_type;
pub use value_type::{StructField, StructType, ValueType};
