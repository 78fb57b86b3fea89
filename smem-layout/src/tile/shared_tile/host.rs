//! On hosts: an ordinary static, and the process is the block.

/// The checks that hold on every target. The storage itself is inside the function that returns its address.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_storage {
    ([] [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        const _: () = $crate::shared_tile::check_compiler([
            ::core::option_env!("CUDA_OXIDE_TARGET"),
            ::core::option_env!("CUDA_OXIDE_PTX_DIR"),
            ::core::option_env!("CUDA_OXIDE_INTERNAL_CODEGEN_FINGERPRINT"),
        ]);
        const _: () = $crate::shared_tile::check_size::<$tile>(false);
    };
    ([extern] [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        const _: () = $crate::shared_tile::check_compiler([
            ::core::option_env!("CUDA_OXIDE_TARGET"),
            ::core::option_env!("CUDA_OXIDE_PTX_DIR"),
            ::core::option_env!("CUDA_OXIDE_INTERNAL_CODEGEN_FINGERPRINT"),
        ]);
        const _: () = $crate::shared_tile::check_size::<$tile>(true);
    };
}

/// The address of the storage. It is expanded once for each tile.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_address {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {{
        struct Shared<T>(::core::cell::UnsafeCell<::core::mem::MaybeUninit<T>>);
        // SAFETY: it hands out nothing but a raw pointer, whose users are responsible for their accesses.
        unsafe impl<T> ::core::marker::Sync for Shared<T> {}
        static STORAGE: Shared<$tile> = Shared(::core::cell::UnsafeCell::new(::core::mem::MaybeUninit::uninit()));
        STORAGE.0.get() as *mut $tile
    }};
}

/// A load through the address.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_load {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*] $this:ident $offset:ident [$type:ty]) => {
        ($this.as_mut_ptr() as *const <$tile as $crate::SmemTile>::Elem)
            .add($offset as ::core::primitive::usize)
            .cast::<$type>()
            .read_unaligned()
    };
}

/// A store through the address.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_store {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*] $this:ident $offset:ident [$type:ty] $value:ident) => {
        ($this.as_mut_ptr() as *mut <$tile as $crate::SmemTile>::Elem)
            .add($offset as ::core::primitive::usize)
            .cast::<$type>()
            .write_unaligned($value)
    };
}
