//! Any tile, any layout, any access, for properties of their maps.

use proptest::prelude::*;
use smem_layout::{Access, Arch, Cute, Layout, Map, Position, Rotation, Swizzle};

/// A tile, and an access that may not fit it.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub(crate) layout: Layout,
    pub(crate) planes: Option<u32>,
    pub(crate) elem_bytes: u32,
    pub(crate) arch: Arch,
    pub(crate) access: Access,
}

impl Tile {
    /// Returns the map without an access.
    pub(crate) fn map(&self) -> Map {
        let map = Map::of(&self.layout, self.elem_bytes, self.arch);
        match self.planes {
            Some(planes) => map.in_planes(planes),
            None => map,
        }
    }

    /// Returns the map with the access at `position`; without it where it does not fit.
    pub(crate) fn marked(&self, position: Position) -> Map {
        self.map().access(&self.access, position).unwrap_or(self.map())
    }
}

fn layouts(rows: u32, cols: u32) -> impl Strategy<Value = Layout> {
    let plain = Layout::plain(rows, cols).unwrap();
    let cute = (0u32..5, 0u32..4, 1i32..6).prop_map(move |(bits, base, shift)| {
        let swizzle = Cute::new(bits, base, shift).map_or(Swizzle::None, Swizzle::Cute);
        plain.with_swizzle(swizzle).unwrap_or(plain)
    });
    let padded_cute = (0u32..4, 0u32..3, 1i32..6, 1u32..5).prop_map(move |(bits, base, shift, pad)| {
        let padded = Layout::padded(rows, cols, pad).unwrap();
        let swizzle = Cute::new(bits, base, shift).map_or(Swizzle::None, Swizzle::Cute);
        padded.with_swizzle(swizzle).unwrap_or(padded)
    });
    let rotated = (1u32..9, 1u32..3).prop_map(move |(step, every)| {
        let swizzle = Rotation::new(step, every).map_or(Swizzle::None, Swizzle::Rotate);
        plain.with_swizzle(swizzle).unwrap_or(plain)
    });
    prop_oneof![
        Just(plain),
        (0u32..5).prop_map(move |pad| Layout::padded(rows, cols, pad).unwrap()),
        (1u32..4, 1..=rows * cols).prop_map(move |(pad, every)| Layout::padded_every(rows, cols, pad, every).unwrap()),
        cute,
        padded_cute,
        rotated,
    ]
}

fn accesses() -> impl Strategy<Value = Access> {
    let vec = prop_oneof![Just(1u32), Just(2), Just(4)];
    prop_oneof![
        vec.clone().prop_map(|vec| Access::row().vec(vec)),
        vec.clone().prop_map(|vec| Access::col().vec(vec)),
        Just(Access::unwrapped_row()),
        Just(Access::unwrapped_col()),
        Just(Access::depth()),
        vec.prop_map(|vec| Access::block(4, 8).vec(vec)),
        Just(Access::window(3, 5)),
        (1u32..40).prop_map(Access::stride),
        Just(Access::ldmatrix()),
    ]
}

/// Returns any tile.
pub(crate) fn any() -> impl Strategy<Value = Tile> {
    let shape = prop_oneof![
        (Just(None), 1u32..14, 1u32..40),
        (Just(None), Just(1), 1u32..200),
        (Just(None), prop_oneof![Just(8u32), Just(16)], prop_oneof![Just(8u32), Just(16), Just(32)]),
        ((1u32..4).prop_map(Some), 1u32..6, 1u32..20),
    ];
    let arch = prop_oneof![
        Just(Arch::DEFAULT),
        Just(Arch::SM_90),
        Just(Arch::SM_35),
        Just(Arch::SM_35.with_eight_byte_banks().unwrap()),
        Just(Arch::SM_13),
    ];
    let of_shape = |(planes, rows, cols): (Option<u32>, u32, u32)| {
        layouts(rows * planes.unwrap_or(1), cols).prop_map(move |layout| (planes, layout))
    };
    let elem_bytes = prop_oneof![Just(1u32), Just(2), Just(4), Just(8), Just(16), Just(32)];
    (shape.prop_flat_map(of_shape), elem_bytes, arch, accesses())
        .prop_map(|((planes, layout), elem_bytes, arch, access)| Tile { layout, planes, elem_bytes, arch, access })
}
