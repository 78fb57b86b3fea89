//! The trait of blocks.

use crate::{
    banks::Arch,
    tile::shared_block::{definition::Member, field::SharedField},
};

/// Several tiles in one allocation of shared memory, implemented by `#[shared_block]`.
///
/// ```
/// use smem_layout::{Arch, SharedBlock};
///
/// /// What a launch needs to know of any block.
/// fn dynamic_bytes<B: SharedBlock>() -> usize {
///     if B::BYTES > B::ARCH.static_limit() as usize { B::BYTES } else { 0 }
/// }
/// ```
pub trait SharedBlock: SharedField {
    /// Bytes of storage: the size of the type.
    const BYTES: usize = size_of::<Self>();
    /// Alignment of the storage, in bytes.
    const ALIGN: usize = align_of::<Self>();
    /// The architecture of the block: its own, or else the one that its tiles name, or else [`Arch::DEFAULT`].
    const ARCH: Arch;
    /// The same block as CUDA C++ source, after the types of its fields.
    const CUDA: &'static str;

    /// `struct` or `union`.
    #[doc(hidden)]
    const KIND: &'static str;
    /// The name in CUDA C++.
    #[doc(hidden)]
    const CUDA_NAME: &'static str;
    /// The fields.
    #[doc(hidden)]
    const MEMBERS: &'static [Member];
}
