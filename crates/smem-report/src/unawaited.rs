//! The details of a use of the result of a matrix product that nothing has waited for.

use serde::{Deserialize, Serialize};

use crate::place::LinePlace;

/// A use of the result of a matrix product of four warps before a wait for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnawaitedDetail {
    /// The line of the product.
    pub product: LinePlace,
}
