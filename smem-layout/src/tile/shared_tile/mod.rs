//! `shared_tile!`: a tile in the shared memory of a GPU, from Rust.
//!
//! One macro for users and, below it, one for each kind of target: PTX, hosts, everything else.

/// Declares a tile in the shared memory of a block, for kernels in Rust.
///
/// Rust has no equivalent of CUDA's `__shared__`. On rustc's target `nvptx64-nvidia-cuda` a `static mut` is *global* memory, which
/// all blocks of a grid share. This macro declares `.shared` storage instead, with the size and the alignment of the type:
///
/// ```text
/// shared_tile!(static TILE: ScanTile);                        a handle: loads are `ld.shared`, stores `st.shared`
/// shared_tile!(fn tile() -> *mut ScanTile);                   a function that returns its address
/// shared_tile!(fn tile() -> *mut ScanTile, "scan_tile");      either, with a name in PTX
/// shared_tile!(extern static TILE: ScanTile);                 either, at the start of dynamic shared memory
/// ```
///
/// Each may have attributes and a visibility in front, and belongs at module level. The storage is uninitialised, and every thread of a
/// block has the same. The crate that uses the macro needs `#![feature(asm_experimental_arch)]` on the GPU target.
///
/// ```
/// use smem_layout::{Layout, SmemTile, shared_tile};
/// # #[repr(C)]
/// # struct ScanTile([u64; 33 * 32]);
/// # // SAFETY: the type is an array of 32 rows of 33 elements.
/// # unsafe impl SmemTile for ScanTile {
/// #     type Elem = u64;
/// #     const LAYOUT: Layout = match Layout::padded(32, 32, 1) { Ok(layout) => layout, Err(_) => panic!() };
/// #     const CUDA: &'static str = "";
/// #     fn index(row: u32, col: u32) -> u32 { row * 33 + col }
/// # }
///
/// // `ScanTile` is a type with `#[smem_tile(32, 32, pad = auto)]`.
/// shared_tile!(static TILE: ScanTile);
///
/// // SAFETY: row 3 and column 4 are inside the tile, and no other thread uses it.
/// let value = unsafe {
///     TILE.store(3, 4, 7);
///     TILE.load(3, 4)
/// };
/// assert_eq!(value, 7);
/// ```
///
/// # The handle
///
/// `static TILE: ScanTile` declares a unit struct `TILE` with these methods. Offsets are counted in elements from the start of the
/// storage, as [`SmemTile::index`](crate::SmemTile::index) returns them.
///
/// | method | |
/// | --- | --- |
/// | `unsafe fn load(self, row: u32, col: u32) -> Elem` | loads an element |
/// | `unsafe fn store(self, row: u32, col: u32, value: Elem)` | stores an element |
/// | `unsafe fn load_in_plane(self, plane: u32, row: u32, col: u32) -> Elem` | loads an element of a tile of planes |
/// | `unsafe fn store_in_plane(self, plane: u32, row: u32, col: u32, value: Elem)` | stores an element of a tile of planes |
/// | `unsafe fn load_at<V>(self, offset: u32) -> V` | loads a `V`, such as `[f32; 4]`, at an offset: vectors and stages |
/// | `unsafe fn store_at<V>(self, offset: u32, value: V)` | stores a `V` at an offset |
/// | `fn as_mut_ptr(self) -> *mut ScanTile` | the address of the storage |
///
/// The elements must be inside the tile, a `V` must be aligned to its size (at most to 16 bytes), what is loaded must have been stored
/// before, and threads that use the same element must be separated by a barrier.
///
/// A `V` of 1, 2, 4, 8, 16 or 32 bytes becomes `ld.shared` and `st.shared`, unless the tile is aligned to less; any other size becomes
/// a generic access. The instructions are inline assembly: the compiler keeps their order and does not remove them. Line numbers in
/// PTX name the call where the compiler writes `inlined_at` (LLVM 23, PTX 7.2 and later), else a line of this crate.
///
/// # The pointer
///
/// A Rust pointer is a generic address on this target, so an access through it is `ld` or `st` without a state space. It reaches the
/// same banks. What was tried to make the compiler write `ld.shared` for pointers, with LLVM 22 and 23:
///
/// | tried | result |
/// | --- | --- |
/// | `cvta.shared` in inline assembly | LLVM does not look into it: generic. `ptxas` 12.9 does not recover it either: `LD`, not `LDS` |
/// | `assert_unchecked` of the intrinsic `llvm.nvvm.isspacep.shared` | dropped before LLVM infers address spaces: generic |
/// | a branch on that intrinsic | the branch stays, the accesses are generic |
/// | `core::intrinsics::gpu::gpu_launch_sized_workgroup_mem` (dynamic shared memory) | `ld.shared` |
/// | the same as a base, plus the distance to static storage | `ld.shared`; but with LLVM 23 each call is another object, two pointers to one tile are taken for distinct memory, and the code is wrong |
/// | intrinsics that take or return `ptr addrspace(3)` | Rust has no such type |
///
/// # Other targets
///
/// On hosts (Unix, Windows, WebAssembly) the storage is an ordinary static, so that code which names the tile compiles and can be
/// tested. The process is then the one block: tests that use the same tile on several threads must take turns. On any other
/// target the macro is an error, since a static there could be memory that blocks share; under cuda-oxide, too, which compiles kernels
/// for the host's target.
///
/// # Errors
///
/// Compiling fails where the type has no size, where it is larger than the 48 KB of static shared memory and not `extern`, and
/// where the name is not an identifier of PTX. Names without a string are unique in a crate. Two tiles with the same string are an
/// error of `ptxas` or of the driver.
///
/// ```compile_fail
/// smem_layout::shared_tile!(fn huge() -> *mut [u8; 49153]);
/// ```
///
/// Dynamic shared memory has no size in PTX: the launch gives it one, at least the size of the type. All `extern` tiles of a kernel
/// begin at its start.
///
/// ```
/// smem_layout::shared_tile!(extern fn huge() -> *mut [u64; 10_000]);
/// assert!(huge().is_aligned());
/// ```
#[macro_export]
macro_rules! shared_tile {
    ($(#[$attribute:meta])* $vis:vis extern $($rest:tt)*) => {
        $crate::__shared_tile_form! { [extern] [$(#[$attribute])* $vis] $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis fn $($rest:tt)*) => {
        $crate::__shared_tile_form! { [] [$(#[$attribute])* $vis] fn $($rest)* }
    };
    ($(#[$attribute:meta])* $vis:vis static $($rest:tt)*) => {
        $crate::__shared_tile_form! { [] [$(#[$attribute])* $vis] static $($rest)* }
    };
    ($($other:tt)*) => {
        $crate::__shared_tile_form! { $($other)* }
    };
}

/// Tells the forms apart, and gives the storage its name in PTX: the template of an assembly text, and its operands.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_form {
    ([$($extern:tt)?] [$($front:tt)*] fn $name:ident() -> *mut $tile:ty $(;)?) => {
        $crate::__shared_tile_fn! {
            [$($extern)?] [$($front)*] $name [$tile] ["smem_tile_{id}"] [id = const $crate::shared_tile::id(
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!($name)), ::core::line!(), ::core::column!(),
            ),]
        }
    };
    ([$($extern:tt)?] [$($front:tt)*] fn $name:ident() -> *mut $tile:ty, $symbol:literal $(,)? $(;)?) => {
        const _: () = $crate::shared_tile::check_name($symbol);
        $crate::__shared_tile_fn! { [$($extern)?] [$($front)*] $name [$tile] [$symbol] [] }
    };
    ([$($extern:tt)?] [$($front:tt)*] static $name:ident: $tile:ty $(;)?) => {
        $crate::__shared_tile_static! {
            [$($extern)?] [$($front)*] $name [$tile] ["smem_tile_{id}"] [id = const $crate::shared_tile::id(
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!($name)), ::core::line!(), ::core::column!(),
            ),]
        }
    };
    ([$($extern:tt)?] [$($front:tt)*] static $name:ident: $tile:ty, $symbol:literal $(,)? $(;)?) => {
        const _: () = $crate::shared_tile::check_name($symbol);
        $crate::__shared_tile_static! { [$($extern)?] [$($front)*] $name [$tile] [$symbol] [] }
    };
    ($($other:tt)*) => {
        ::core::compile_error! {
            "expected `static TILE: Type` or `fn tile() -> *mut Type`, then perhaps a comma and the name in PTX as a string"
        }
    };
}

/// The function that returns the address of the storage.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_fn {
    ([$($extern:tt)?] [$($front:tt)*] $name:ident [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        $crate::__shared_tile_storage! { [$($extern)?] [$tile] [$symbol] [$($operand)*] }

        #[inline(always)]
        $($front)* fn $name() -> *mut $tile {
            $crate::__shared_tile_address! { [$tile] [$symbol] [$($operand)*] }
        }
    };
}

/// The handle of the storage.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_static {
    ([$($extern:tt)?] [$($front:tt)*] $name:ident [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        $crate::__shared_tile_storage! { [$($extern)?] [$tile] [$symbol] [$($operand)*] }

        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(non_camel_case_types, reason = "it is written as a static's name is")]
        $($front)* struct $name;

        #[allow(dead_code, reason = "not every kernel loads and stores by the handle")]
        impl $name {
            /// The address of the storage.
            #[inline(always)]
            pub fn as_mut_ptr(self) -> *mut $tile {
                $crate::__shared_tile_address! { [$tile] [$symbol] [$($operand)*] }
            }
        }

        // The bound makes another type one error, and not one for each function.
        #[allow(dead_code, reason = "not every kernel loads and stores by the handle")]
        impl $name
        where
            $tile: $crate::SmemTile,
        {
            /// Loads element (`row`, `col`).
            ///
            /// # Safety
            ///
            /// `row` and `col` are inside the tile, and the element was stored before.
            #[inline(always)]
            pub unsafe fn load(
                self,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> <$tile as $crate::SmemTile>::Elem {
                // SAFETY: the caller's word, and the index of an element is the offset of one.
                unsafe { self.load_at(<$tile as $crate::SmemTile>::index(row, col)) }
            }

            /// Stores element (`row`, `col`).
            ///
            /// # Safety
            ///
            /// `row` and `col` are inside the tile, and no other thread uses the element at the same time.
            #[inline(always)]
            pub unsafe fn store(
                self,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
                value: <$tile as $crate::SmemTile>::Elem,
            ) {
                // SAFETY: the caller's word, and the index of an element is the offset of one.
                unsafe { self.store_at(<$tile as $crate::SmemTile>::index(row, col), value) }
            }

            /// Loads element (`row`, `col`) of a plane.
            ///
            /// # Safety
            ///
            /// `plane`, `row` and `col` are inside the tile, and the element was stored before.
            #[inline(always)]
            pub unsafe fn load_in_plane(
                self,
                plane: ::core::primitive::u32,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> <$tile as $crate::SmemTile>::Elem {
                // SAFETY: the caller's word, and the index of an element is the offset of one.
                unsafe { self.load_at(<$tile as $crate::SmemTile>::index_in_plane(plane, row, col)) }
            }

            /// Stores element (`row`, `col`) of a plane.
            ///
            /// # Safety
            ///
            /// `plane`, `row` and `col` are inside the tile, and no other thread uses the element at the same time.
            #[inline(always)]
            pub unsafe fn store_in_plane(
                self,
                plane: ::core::primitive::u32,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
                value: <$tile as $crate::SmemTile>::Elem,
            ) {
                // SAFETY: the caller's word, and the index of an element is the offset of one.
                unsafe { self.store_at(<$tile as $crate::SmemTile>::index_in_plane(plane, row, col), value) }
            }

            /// Loads a `V` at an offset from the start of the storage, in elements.
            ///
            /// # Safety
            ///
            /// The `V` is inside the storage, aligned to its size up to 16 bytes, and was stored before.
            #[inline(always)]
            pub unsafe fn load_at<V>(self, offset: ::core::primitive::u32) -> V {
                // SAFETY: the caller's word.
                unsafe { $crate::__shared_tile_load! { [$tile] [$symbol] [$($operand)*] self offset [V] } }
            }

            /// Stores a `V` at an offset from the start of the storage, in elements.
            ///
            /// # Safety
            ///
            /// The `V` is inside the storage and aligned to its size up to 16 bytes, and no other thread uses that memory at the
            /// same time.
            #[inline(always)]
            pub unsafe fn store_at<V>(self, offset: ::core::primitive::u32, value: V) {
                // SAFETY: the caller's word.
                unsafe { $crate::__shared_tile_store! { [$tile] [$symbol] [$($operand)*] self offset [V] value } }
            }
        }
    };
}

#[cfg(target_arch = "nvptx64")]
mod gpu;
#[cfg(target_arch = "nvptx64")]
pub use gpu::access_bytes;

#[cfg(any(unix, windows, target_family = "wasm"))]
mod host;

#[cfg(not(any(target_arch = "nvptx64", unix, windows, target_family = "wasm")))]
mod other;

/// Bytes of static shared memory that a block can have, on every architecture.
const STATIC_BYTES: usize = 48 * 1024;

/// A number for the storage that is declared in `path` at a place of its file.
///
/// FNV-1a: a name of PTX has neither colons nor letters beyond ASCII, and the macro can put nothing but numbers into it.
pub const fn id(path: &str, line: u32, column: u32) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < path.len() {
        hash = (hash ^ path.as_bytes()[at] as u64).wrapping_mul(0x100_0000_01b3);
        at += 1;
    }
    hash = (hash ^ line as u64).wrapping_mul(0x100_0000_01b3);
    (hash ^ column as u64).wrapping_mul(0x100_0000_01b3)
}

/// Fails to compile where `name` is not an identifier of PTX.
#[track_caller]
pub const fn check_name(name: &str) {
    assert!(
        is_name(name.as_bytes()),
        "the name of a shared tile must be a PTX identifier: ASCII letters, digits, `_` and `$`, and no digit first"
    );
}

/// Fails to compile under cuda-oxide, whose crates are compiled for the host's target: it would take the static for global memory.
/// `variables` are those of the environment that it sets.
#[track_caller]
pub const fn check_compiler(variables: [Option<&str>; 3]) {
    assert!(
        matches!(variables, [None, None, None]),
        "`shared_tile!` declares a static on hosts, which cuda-oxide takes for global memory\n\
         help: in the kernel, write `static mut TILE: SharedArray<Elem, {{ Tile::LEN }}, {{ Tile::ALIGN }}> = SharedArray::UNINIT;` and \
         index it with `Tile::index`\n\
         help: if this is not for cuda-oxide, remove `CUDA_OXIDE_TARGET` and `CUDA_OXIDE_PTX_DIR` from the environment"
    );
}

/// Fails to compile where `T` cannot be shared memory.
#[track_caller]
pub const fn check_size<T>(is_dynamic: bool) {
    assert!(size_of::<T>() > 0, "a shared tile must have a size greater than zero");
    assert!(
        is_dynamic || size_of::<T>() <= STATIC_BYTES,
        "a block has 48 KB of static shared memory: write `extern static` or `extern fn` for dynamic shared memory"
    );
}

const fn is_name(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        let byte = name[at];
        if !(byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || at > 0 && byte.is_ascii_digit()) {
            return false;
        }
        at += 1;
    }
    // `_` and `$` alone are not identifiers.
    !name.is_empty() && (name.len() > 1 || name[0].is_ascii_alphabetic())
}
