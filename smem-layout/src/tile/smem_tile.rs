//! The trait of every annotated tile, and the text that the attribute expands to.

use smem_banks::{Arch, Cute};

use crate::layout::{Layout, Matrix, NoPitch, OffsetMatrix, Rotation, Swizzle};

/// A shared-memory tile, implemented by `#[smem_tile]`: a type that is the storage of its elements.
///
/// ```
/// use smem_layout::{Layout, SmemTile};
///
/// fn spare_bytes<T: SmemTile>() -> usize {
///     T::BYTES - (T::STAGES * T::ROWS * T::COLS) as usize * size_of::<T::Elem>()
/// }
///
/// #[repr(C, align(4))]
/// struct ByHand([f32; 32 * 33]);
///
/// // SAFETY: the type is an array of 32 * 33 elements, and the layout, of as many, has every index.
/// unsafe impl SmemTile for ByHand {
///     type Elem = f32;
///     const LAYOUT: Layout = match Layout::padded(32, 32, 1) { Ok(layout) => layout, Err(_) => panic!() };
///     const CUDA: &'static str = "";
///     fn index(row: u32, col: u32) -> u32 {
///         Self::LAYOUT.index(row, col)
///     }
/// }
///
/// assert_eq!(spare_bytes::<ByHand>(), 32 * 4);
/// let mut tile = ByHand([0.0; 32 * 33]);
/// // SAFETY: the tile is borrowed for the access, and (2, 5) is inside.
/// unsafe { *ByHand::at(&mut tile, 2, 5) = 1.0 };
/// assert_eq!(tile.0[2 * 33 + 5], 1.0);
/// ```
///
/// # Planes
///
/// Here a tile of three dimensions is its planes one below the other: `ROWS` counts the rows of all planes, and row `r` of plane `p` is
/// row `p * (ROWS / PLANES) + r`. So code that is generic over tiles reaches every element with a row and a column.
/// [`index_in_plane`](Self::index_in_plane) takes the plane too. The type itself counts otherwise: its own `ROWS`, where
/// `#[smem_tile(D, R, C)]` wrote it, is R, and its own `index` takes (plane, row, column).
///
/// # Safety
///
/// Generic code, such as [`at`](Self::at), relies on these promises of an implementation:
///
/// - A value of the type is storage of `BYTES` bytes that begins with `LEN` values of `Elem`, one after the other:
///   `repr(C)` around `[Elem; LEN]`, or `repr(transparent)`. Every constant that is derived here has the value derived here.
/// - [`index`](Self::index) returns a number less than `STAGE_LEN` for every `row < ROWS` and `col < COLS`, the same at every
///   call, and for two elements never the same.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared-memory tile",
    note = "a tile is a struct with the attribute, such as `#[smem_tile(32, 32)] struct Tile(f32);`"
)]
#[expect(unsafe_code, reason = "the trait promises what generic code dereferences")]
pub unsafe trait SmemTile: Sized {
    /// The element type.
    type Elem;
    /// The layout: where each element is stored.
    const LAYOUT: Layout;
    /// The same tile as CUDA C++ source.
    const CUDA: &'static str;

    /// The architecture whose banks the layout was solved for.
    const ARCH: Arch = Arch::DEFAULT;
    /// Tiles back to back in the storage.
    const STAGES: u32 = 1;
    /// Planes of the tile; 1 where it has no third dimension.
    const PLANES: u32 = 1;
    /// Rows of the tile, those of all planes.
    const ROWS: u32 = Self::LAYOUT.rows();
    /// Columns of the tile, in elements.
    const COLS: u32 = Self::LAYOUT.cols();
    /// Elements from a row to the next: element (`row`, `col`) is at `row * PITCH + col`. Where rows are not equally far apart, as
    /// under a swizzle, its use does not compile.
    const PITCH: u32 = match Self::LAYOUT.row_pitch() {
        Ok(pitch) => pitch,
        Err(NoPitch::Swizzled) => {
            panic!("a tile has no `PITCH` whose rows a swizzle moves\nhelp: `index` says where an element is")
        }
        Err(_) => {
            panic!("a tile has no `PITCH` that is padded inside its rows\nhelp: `index` says where an element is")
        }
    };
    /// Bytes of storage: the size of the type.
    const BYTES: usize = size_of::<Self>();
    /// Alignment of the storage, in bytes.
    const ALIGN: usize = align_of::<Self>();
    /// Elements of storage, padding and all stages included.
    const LEN: usize = Self::BYTES / size_of::<Self::Elem>();
    /// Elements from a stage to the next.
    const STAGE_LEN: usize = Self::LEN / Self::STAGES as usize;

    /// Returns the offset of element (`row`, `col`) from the start of the tile, in elements.
    fn index(row: u32, col: u32) -> u32;

    /// Returns the offset of element (`row`, `col`) of a plane from the start of the tile, in elements.
    #[inline(always)]
    fn index_in_plane(plane: u32, row: u32, col: u32) -> u32 {
        Self::index(plane * (Self::ROWS / Self::PLANES) + row, col)
    }

    /// Returns the bank that the first byte of element (`row`, `col`) falls in.
    #[inline(always)]
    fn bank(row: u32, col: u32) -> u32 {
        __private_0_1_0::bank(Self::ARCH, Self::index(row, col), size_of::<Self::Elem>() as u32)
    }

    /// Returns a pointer to element (`row`, `col`) of the first stage.
    ///
    /// # Safety
    ///
    /// `this` points to a tile in one allocation, `row` is less than `ROWS` and `col` less than `COLS`.
    #[inline(always)]
    unsafe fn at(this: *mut Self, row: u32, col: u32) -> *mut Self::Elem {
        // SAFETY: the index is less than `LEN`, the number of elements that the type begins with.
        unsafe { this.cast::<Self::Elem>().add(Self::index(row, col) as usize) }
    }
}

/// The functions that the code of `#[smem_tile]` calls. The module is named for the version, so that no macro of another
/// version calls them.
///
/// All tiles share them, so rustc checks them once instead of once per tile: they are most of what a tile adds to the time
/// of a build.
#[doc(hidden)]
pub mod __private_0_1_0 {
    use super::{Arch, Cute, Layout, Matrix, OffsetMatrix, Rotation, Swizzle};
    /// Several tiles in one allocation.
    pub mod block {
        pub use crate::tile::shared_block::{
            Definition, Member, arch, arch_message, bytes_message, check_bytes, check_field, definition, own, whole,
        };
    }

    /// Layouts of constants, which rustc computes.
    pub mod constant {
        pub use crate::{
            access::{BorrowedTable, ConstAccess, ConstPattern, MmaShape, Operand, WmmaShape},
            codegen::Index,
            constant::{
                AttributePart, CudaElement, Dimension, Dimensions, SimpleChoice, SimpleSolution, SimpleTileSpec,
                dimension, element, solve,
            },
            text::{ConstantText, Text, TextWriter, cuda_text},
        };
    }

    /// Panics with debug assertions where element (`row`, `col`) is outside a tile of `rows` x `cols`.
    #[inline(always)]
    #[track_caller]
    pub const fn check(row: u32, col: u32, rows: u32, cols: u32) {
        debug_assert!(row < rows && col < cols, "row or column outside the tile");
    }

    /// Panics with debug assertions where element (`plane`, `row`, `col`) is outside a tile of `planes` planes of `rows` x `cols`.
    #[inline(always)]
    #[track_caller]
    pub const fn check_in_planes(plane: u32, row: u32, col: u32, planes: u32, rows: u32, cols: u32) {
        debug_assert!(plane < planes && row < rows && col < cols, "plane, row or column outside the tile");
    }

    /// Returns the CUDA C++ source of a tile.
    #[inline(always)]
    pub const fn cuda<T: super::SmemTile>() -> &'static str {
        T::CUDA
    }

    /// Returns the bank of the element at `index`, for elements of `elem_bytes` bytes.
    #[inline(always)]
    pub const fn bank(arch: Arch, index: u32, elem_bytes: u32) -> u32 {
        arch.bank_model().bank(index * elem_bytes)
    }

    /// Returns the layout that `#[smem_tile]` solved for, from numbers that it has checked.
    pub const fn layout(rows: u32, cols: u32, line: u32, pad: u32, swizzle: Swizzle) -> Layout {
        let layout = match Layout::padded_every(rows, cols, pad, line) {
            Ok(layout) => layout.with_swizzle(swizzle),
            Err(error) => Err(error),
        };
        match layout {
            Ok(layout) => layout,
            Err(_) => panic!("this layout was not solved by `#[smem_tile]` of the same version"),
        }
    }

    /// Returns the swizzle that moves nothing.
    pub const fn no_swizzle() -> Swizzle {
        Swizzle::None
    }

    /// Returns CuTe's `Swizzle<bits, base, shift>`.
    pub const fn cute(bits: u32, base: u32, shift: i32) -> Swizzle {
        Swizzle::Cute(Cute::new(bits, base, shift).unwrap())
    }

    /// Returns the XOR by a matrix of these columns.
    pub const fn matrix(columns: &[u8], base: u32) -> Swizzle {
        Swizzle::Matrix(Matrix::new(columns, base).unwrap())
    }

    /// Returns the swizzle by the matrix of the offset with these rows.
    pub const fn offset_matrix(rows: &[u32]) -> Swizzle {
        match OffsetMatrix::new(rows) {
            Ok(matrix) => Swizzle::Offset(matrix),
            Err(_) => panic!("this matrix was not solved by `#[smem_tile]` of the same version"),
        }
    }

    /// Returns the rotation by `step` elements after every `every` rows.
    pub const fn rotation(step: u32, every: u32) -> Swizzle {
        Swizzle::Rotate(Rotation::new(step, every).unwrap())
    }
}

/// The methods of a tile: what `#[smem_tile]` writes after the struct.
///
/// The attribute passes numbers and this macro has the text, because a procedural macro runs unoptimised and every token costs time.
/// Paths are absolute, so that the code means the same without a prelude and beside a `struct u32`. The names of row and
/// column are arguments because the body of `index` comes from outside, and local names are hygienic.
///
/// The first token is the version of the macro: any but this library's is an error that names both. The name of this macro and the
/// version in front are the same in all versions.
#[doc(hidden)]
#[macro_export]
macro_rules! __smem_tile {
    (
        "0.1.0" [$($generics:tt)*] [$vis:vis struct $name:ident] [$($arguments:tt)*] [$($bounds:tt)*] [$elem:ty]
        $rows:tt $cols:tt $pitch:tt $len:tt
        [$bytes:expr] [$align:expr] [$elem_bytes:expr] [$layout:expr] $cuda:tt
        index($([$plane:ident $planes:tt $plane_rows:tt])? $row:ident, $col:ident) $index:block
        $(arch($arch:expr))?
        $(public_index($([$public_plane:ident])? $public_row:ident, $public_col:ident))?
        $(stage_index($stage:ident, $([$stage_plane:ident])? $stage_row:ident, $stage_col:ident))?
        $(stages($stages:literal, $stage_len:tt))?
        $(tensor_map_swizzle($tensor_map_swizzle:literal))?
        $(lines($line:tt, $pad:tt))?
    ) => {
        impl $($generics)* $name $($arguments)* $($bounds)* {
            $(
                /// Planes of the tile.
                $vis const PLANES: ::core::primitive::u32 = $planes;
            )?
            /// Rows of the tile, or of each plane.
            $vis const ROWS: ::core::primitive::u32 = $rows;
            /// Columns of the tile, in elements.
            $vis const COLS: ::core::primitive::u32 = $cols;
            /// Elements from a row to the next: element (`row`, `col`) is at `row * PITCH + col`. Where rows are not equally far
            /// apart, its use does not compile.
            $vis const PITCH: ::core::primitive::u32 = $pitch;
            $(
                /// Elements between two paddings, counted along the rows: element `e` is at `e + e / LINE * PAD`.
                $vis const LINE: ::core::primitive::u32 = $line;
                /// Unused elements after every `LINE`.
                $vis const PAD: ::core::primitive::u32 = $pad;
            )?
            /// Elements of storage, padding and all stages included.
            $vis const LEN: ::core::primitive::usize = $len;
            /// Bytes of storage: the size of the type.
            $vis const BYTES: ::core::primitive::usize = $bytes;
            /// Alignment of the storage, in bytes.
            $vis const ALIGN: ::core::primitive::usize = $align;
            /// Where each element is stored. Its rows are those of all planes.
            $vis const LAYOUT: $crate::Layout = {
                use $crate::__private_0_1_0::*;
                $layout
            };
            /// The same tile as CUDA C++ source.
            $vis const CUDA: &'static ::core::primitive::str = {
                // By a function, so that rustc does not compute the text where it is not used.
                $crate::__private_0_1_0::cuda::<Self>()
            };
            $(
                /// Tiles back to back in the storage.
                $vis const STAGES: ::core::primitive::u32 = $stages;
                /// Elements from a stage to the next.
                $vis const STAGE_LEN: ::core::primitive::usize = $stage_len;
            )?
            $(
                /// The `CUtensorMapSwizzle` with which the bulk tensor copy fills the tile as `index` reads it.
                $vis const TENSOR_MAP_SWIZZLE: ::core::primitive::u32 = $tensor_map_swizzle;
            )?

            $(
                /// The offset of the element from the start of the tile, in elements.
                ///
                /// Outside the tile it panics with debug assertions, and is meaningless without.
                #[inline(always)]
                #[track_caller]
                $vis const fn index(
                    $($public_plane: ::core::primitive::u32,)?
                    $public_row: ::core::primitive::u32,
                    $public_col: ::core::primitive::u32,
                ) -> ::core::primitive::u32 {
                    Self::__index($($public_plane,)? $public_row, $public_col)
                }
            )?

            // The function that the others call, so that an `index` of the user's own is one error.
            #[doc(hidden)]
            #[inline(always)]
            #[track_caller]
            const fn __index(
                $($plane: ::core::primitive::u32,)?
                $row: ::core::primitive::u32,
                $col: ::core::primitive::u32,
            ) -> ::core::primitive::u32 $index

            $(
                /// The offset of the element of a stage from the start of the storage, in elements.
                #[inline(always)]
                #[track_caller]
                $vis const fn stage_index(
                    $stage: ::core::primitive::u32,
                    $($stage_plane: ::core::primitive::u32,)?
                    $stage_row: ::core::primitive::u32,
                    $stage_col: ::core::primitive::u32,
                ) -> ::core::primitive::u32 {
                    ::core::debug_assert!($stage < Self::STAGES, "stage outside the storage");
                    $stage * (Self::STAGE_LEN as ::core::primitive::u32) + Self::__index($($stage_plane,)? $stage_row, $stage_col)
                }
            )?

            /// The bank that the first byte of the element falls in.
            #[inline(always)]
            #[track_caller]
            $vis const fn bank(
                $($plane: ::core::primitive::u32,)?
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> ::core::primitive::u32 {
                $crate::__private_0_1_0::bank(
                    <Self as $crate::SmemTile>::ARCH,
                    Self::__index($($plane,)? row, col),
                    $elem_bytes,
                )
            }

            /// A pointer to the element.
            ///
            /// # Safety
            ///
            /// `this` points to a tile in one allocation, and the element is inside the tile.
            #[inline(always)]
            #[track_caller]
            $vis const unsafe fn at(
                this: *mut Self,
                $($plane: ::core::primitive::u32,)?
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> *mut $elem {
                // SAFETY: the index is less than `LEN`, the elements of the array that the type begins with.
                unsafe { (this as *mut $elem).add(Self::__index($($plane,)? row, col) as ::core::primitive::usize) }
            }
        }

        // SAFETY: the struct is `repr(C)` around an array of `LEN` elements, which `BYTES` counts, and the layout, checked by
        // the library, has the index of every element below `STAGE_LEN`.
        #[automatically_derived]
        unsafe impl $($generics)* $crate::SmemTile for $name $($arguments)* $($bounds)* {
            type Elem = $elem;
            const LAYOUT: $crate::Layout = Self::LAYOUT;
            const CUDA: &'static ::core::primitive::str = {
                // rustdoc prints a literal on the page of every tile, and nothing for a block with a statement.
                let text: &'static ::core::primitive::str = $cuda;
                text
            };
            $(const ARCH: $crate::Arch = $arch;)?
            $(const STAGES: ::core::primitive::u32 = $stages;)?
            $(const PLANES: ::core::primitive::u32 = $planes;)?
            #[inline(always)]
            // A plane may have one row.
            #[allow(clippy::modulo_one)]
            fn index($row: ::core::primitive::u32, $col: ::core::primitive::u32) -> ::core::primitive::u32 {
                // Without planes these are the row and the column.
                Self::__index($($row / $plane_rows,)? $row $(% $plane_rows)?, $col)
            }
        }
    };
    ($version:literal $($rest:tt)*) => {
        ::core::compile_error! { ::core::concat!(
            "`#[smem_tile]` is from smem-derive ", $version, ", and the tile's library is smem-layout 0.1.0\n",
            "help: use one version of both: depend on smem-tile alone, or on smem-derive and smem-layout of one version",
        ) }
    };
}
