//! The trait of blocks.

use smem_banks::Arch;

use crate::tile::shared_block::{definition::Member, field::SharedField};

/// Several tiles in one allocation of shared memory, implemented by `#[shared_block]`.
///
/// ```
/// use smem_layout::SharedBlock;
///
/// /// Bytes of dynamic shared memory that a launch allocates for a block that is static where it fits.
/// fn dynamic_bytes<B: SharedBlock>() -> usize {
///     if B::BYTES > B::ARCH.static_limit() as usize { B::BYTES } else { 0 }
/// }
/// # #[repr(C)]
/// # struct Smem { bias: [f32; 64], full: u64 }
/// # smem_layout::__shared_block! {
/// #     "0.1.0" [pub(crate) struct Smem] "Smem" []
/// #     BIAS_OFFSET [""] "bias" bias: [f32; 64];
/// #     FULL_OFFSET [""] "full" full: u64;
/// # }
///
/// // `Smem` is a struct with `#[shared_block]`, of `bias: [f32; 64]` and `full: u64`.
/// assert_eq!(dynamic_bytes::<Smem>(), 0);
/// assert_eq!((Smem::BYTES, Smem::FULL_OFFSET), (264, 256));
/// assert!(<Smem as SharedBlock>::CUDA.contains("unsigned long long full;  // at byte 256"));
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
