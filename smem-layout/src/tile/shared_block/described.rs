//! Fields and blocks, described by their types.

use crate::tile::shared_block::{
    SharedBlock, SharedField,
    definition::{Definition, Member},
};

impl Member {
    /// Returns the field `name`, `offset` bytes from the start of its block.
    pub const fn new<T: SharedField>(name: &'static str, offset: usize) -> Member {
        Member { name, offset, definition: T::DEFINITION, lengths: T::LENGTHS }
    }
}

/// Returns a block whose own struct has this text.
pub const fn definition<B: SharedBlock>(text: &'static str) -> Definition {
    Definition { name: B::CUDA_NAME, includes: "", text, arch: Some(B::ARCH), members: B::MEMBERS }
}
