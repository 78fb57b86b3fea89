//! The code that comes out means the same wherever it lands: without a prelude, without std, beside types that are
//! named like primitives and modules named like crates, under the strictest lints.

#![no_std]
#![no_implicit_prelude]
#![deny(missing_docs, unused, unreachable_pub, unsafe_op_in_unsafe_fn, warnings, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code, dead_code, unused_qualifications)]

/// Names that the expansion must not mean.
#[allow(non_camel_case_types, missing_docs)]
mod shadows {
    pub(crate) type Real = ::core::primitive::f32;
    pub(crate) struct u32;
    pub(crate) struct usize;
    pub(crate) struct str;
    pub(crate) struct Layout;
    pub(crate) struct SmemTile;
    pub(crate) struct Some;
    pub(crate) struct Result;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod smem_layout {}
    pub(crate) mod smem_tile {}

    /// All of them are in use here, so that no lint is about the test itself.
    pub(crate) const ALL: (u32, usize, str, Layout, SmemTile, Some, Result) =
        (u32, usize, str, Layout, SmemTile, Some, Result);
}

mod tiles {
    #[allow(unused_imports)]
    use super::shadows::{Layout, Result, SmemTile, Some, core, smem_layout, std, str, u32, usize};
    use ::smem_derive::smem_tile;

    /// Public.
    #[smem_tile(32, 32, pad = auto)]
    pub(crate) struct Padded(f32);

    #[smem_tile(32, 32, swizzle = auto, arch = sm_90, stages = 2)]
    pub(super) struct Swizzled(u64);

    /// A block, all of whose constants are unused.
    #[::smem_derive::shared_block]
    struct Block {
        padded: Padded,
        bias: [::core::primitive::f32; 4],
        lives: Lives,
    }

    /// Named as a type that the expansion uses.
    #[::smem_derive::shared_block]
    pub(crate) struct Text {
        pub(crate) text: [::core::primitive::u8; LEN],
    }

    /// A union, whose fields cannot be `Copy`.
    #[::smem_derive::shared_block(memory = dynamic, cuda = "LivesInCuda")]
    pub(crate) union Lives {
        /// One of them.
        pub(crate) padded: Padded,
        pub(super) sums: [::core::primitive::u64; 2],
    }

    /// The block's size, by a name that its constants have inside.
    pub(crate) const LEN: ::core::primitive::usize = Block::BYTES;

    /// The attribute of smem-tile, beside a module of that name.
    pub(crate) mod facade {
        #[allow(unused_imports)]
        use super::super::shadows::{Layout, SmemTile, core, smem_layout, smem_tile, str, u32};

        #[::smem_tile::smem_tile(32, 32, swizzle = auto, arch = sm_90, stages = 2)]
        pub(crate) struct Facade(u64);

        /// A block of the facade's attribute.
        #[::smem_tile::shared_block(arch = sm_90, memory = dynamic)]
        pub(crate) struct Facades {
            /// Its length is a constant that the expansion has too.
            facades: [Facade; LEN],
        }

        const LEN: ::core::primitive::usize = 3;
    }

    /// A tile of planes.
    #[smem_tile(4, 8, 32, stages = 2, access(row, depth))]
    pub(crate) struct Planes(f32);

    /// A vector, with every item private and unused.
    #[smem_tile(32, 32, access(row))]
    struct Unused([u8; 4]);

    const _: Unused = Unused([[0; 4]; Unused::LEN]);

    const N: ::core::primitive::u32 = 16;

    /// A shape of constants.
    #[smem_tile(N, 2 * N, arch = sm_90, stages = 2)]
    pub(crate) struct Constant(f32);

    /// An element that is known as a type, with the attribute of smem-tile.
    #[::smem_tile::smem_tile(2 * N, 2 * N, pad = auto)]
    pub(crate) struct Typed(pub(crate) super::shadows::Real);
}

#[::core::prelude::v1::test]
fn a_tile_means_the_same_without_prelude_and_beside_its_own_names() {
    let _ = shadows::ALL;
    ::core::assert_eq!(tiles::Padded::index(1, 1), 34);
    ::core::assert_eq!(tiles::Text::BYTES, tiles::LEN);
    ::core::assert_eq!(tiles::Constant::stage_index(1, 0, 0) as ::core::primitive::usize, tiles::Constant::STAGE_LEN);
    ::core::assert_eq!(tiles::Typed::index(0, 1), 1);
    ::core::assert_eq!(tiles::Typed([0.0; tiles::Typed::LEN]).0.len(), tiles::Typed::LEN);
    ::core::assert_eq!(tiles::LEN, tiles::Lives::BYTES + (4220_usize + 16).next_multiple_of(8));
    ::core::assert_eq!(tiles::facade::Facades::BYTES, 3 * 2 * 32 * 32 * 8);
    ::core::assert_eq!(tiles::Padded::BYTES, (31 * 33 + 32) * 4);
    ::core::assert_eq!(<tiles::Padded as ::smem_layout::SmemTile>::index(1, 1), 34);
    ::core::assert_eq!(<tiles::Planes as ::smem_layout::SmemTile>::index(9, 2), tiles::Planes::index(1, 1, 2));
    ::core::assert_eq!(tiles::Planes::stage_index(1, 0, 0, 0) as usize, tiles::Planes::STAGE_LEN);
    ::core::assert_eq!(tiles::Swizzled::STAGES, 2);
    ::core::assert_eq!(tiles::facade::Facade::stage_index(1, 0, 0), tiles::Swizzled::stage_index(1, 0, 0));
    ::core::assert_eq!(tiles::Swizzled::stage_index(1, 0, 0) as usize, tiles::Swizzled::STAGE_LEN);
}

/// An item is found under any path that the attribute is given.
mod reexport {
    pub(crate) mod inner {
        pub(crate) use ::smem_layout as layouts;
    }

    #[::smem_derive::smem_tile(8, 32, crate = inner::layouts)]
    pub(crate) struct Relative(f32);

    #[::smem_derive::smem_tile(8, 32, crate = crate::reexport::inner::layouts)]
    pub(crate) struct Absolute(f32);

    #[::smem_derive::shared_block(crate = inner::layouts)]
    pub(crate) struct Both {
        relative: Relative,
        absolute: Absolute,
    }
}

#[::core::prelude::v1::test]
fn the_layout_crate_may_be_reexported() {
    ::core::assert_eq!(reexport::Both::ABSOLUTE_OFFSET, reexport::Relative::BYTES);
    ::core::assert_eq!(reexport::Relative::ROWS, reexport::Absolute::ROWS);
}

/// Substitutions of `macro_rules` arrive in invisible groups.
macro_rules! tile {
    ($name:ident, $rows:expr, $cols:literal, $elem:ty, $pad:expr, $step:expr) => {
        #[::smem_derive::smem_tile($rows, $cols, pad = $pad, access(row, lanes(|lane| (lane, $step * 2 - 2))))]
        struct $name($elem);
    };
}

tile!(FromMacro, 32, 32, [f32; 2], 1, 0 + 1);

macro_rules! block {
    ($name:ident { $($field:ident: $type:ty),* }, $arch:ident) => {
        #[::smem_derive::shared_block(arch = $arch)]
        struct $name {
            $($field: $type,)*
        }
    };
}

block!(BlockFromMacro { tile: FromMacro, numbers: [[u8; 3]; 5] }, sm_80);

#[::core::prelude::v1::test]
fn a_tile_may_come_from_another_macro() {
    ::core::assert_eq!(FromMacro::PITCH, 33);
    ::core::assert_eq!(BlockFromMacro::NUMBERS_OFFSET, (31 * 33 + 32) * 8);
    ::core::assert_eq!(::core::mem::size_of::<FromMacro>(), (31 * 33 + 32) * 8);
}
