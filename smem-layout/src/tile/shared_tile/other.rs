//! On targets that are neither rustc's `nvptx64` nor a host: an error.

/// A static could be memory that all blocks share.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_storage {
    ($($any:tt)*) => {
        ::core::compile_error! {
            "`shared_tile!` declares shared memory on the target `nvptx64-nvidia-cuda` and a static on hosts: on this target it \
             does neither\n\
             help: declare the tile as the compiler does, and index it with `Tile::index`\n\
             rust-gpu: `#[spirv(workgroup)] tile: &mut [Elem; Tile::LEN]`, a parameter of the kernel\n\
             Rust-CUDA: `#[address_space(shared)] static mut TILE: MaybeUninit<Tile> = MaybeUninit::uninit();`\n\
             cuda-oxide: `static mut TILE: SharedArray<Elem, { Tile::LEN }, { Tile::ALIGN }> = SharedArray::UNINIT;`\n\
             CubeCL: `SharedMemory::<Elem>::new(Tile::LEN)`"
        }
    };
}

/// A placeholder: the declaration has reported the error.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_address {
    ($($any:tt)*) => {
        ::core::ptr::null_mut()
    };
}

/// A placeholder: the declaration has reported the error.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_load {
    ($($any:tt)*) => {
        ::core::unreachable!("the declaration is an error on this target")
    };
}

/// A placeholder: the declaration has reported the error.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_store {
    ($($any:tt)*) => {
        ::core::unreachable!("the declaration is an error on this target")
    };
}
