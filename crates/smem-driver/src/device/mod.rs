//! The simulated devices: what programs ask about them.

mod attributes;
mod product;

pub(crate) use attributes::attribute;
pub(crate) use product::Product;
