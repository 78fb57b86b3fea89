//! The types that a field of a block can have.

use crate::{
    constant::CudaElement,
    tile::{
        SmemTile,
        shared_block::definition::{Definition, Lengths},
    },
};

/// A type that a field of a `#[shared_block]` can have: a tile of `#[smem_tile]`, another block, a number that CUDA C++ has
/// (`u8` to `u64`, `i8` to `i64`, `f32`, `f64`), or an array of any of them.
///
/// The types implement it themselves. [`SharedBlock`](crate::SharedBlock) has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a shared block",
    note = "a field is a tile of `#[smem_tile]`, another `#[shared_block]`, a number from `u8` to `f64`, or an array of them"
)]
pub trait SharedField: Sized {
    /// The type, or that of the elements of an array.
    #[doc(hidden)]
    const DEFINITION: Definition;
    /// The lengths of an array.
    #[doc(hidden)]
    const LENGTHS: Option<&'static Lengths> = None;
}

impl<T: SmemTile> SharedField for T {
    const DEFINITION: Definition = Definition::tile::<T>();
}

impl<T: SharedField, const N: usize> SharedField for [T; N] {
    const DEFINITION: Definition = T::DEFINITION;
    const LENGTHS: Option<&'static Lengths> = Some(&Lengths { len: N, inner: T::LENGTHS });
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl SharedField for $number {
            const DEFINITION: Definition = Definition::scalar(<$number as CudaElement>::CUDA);
        }
    )* };
}

numbers! { u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 }
