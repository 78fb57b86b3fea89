//! The accesses that a block makes to its tile, and their predicted cost.

use smem_layout::{Access, Arch, Report};
use smem_sim::SharedOp;

use super::BlockVariant;

/// One of the accesses that a block makes to its tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileAccess {
    /// A load or a store.
    pub op: SharedOp,
    /// The pattern of a warp's lanes.
    pub access: Access,
    /// Requests of it, all warps of a block together.
    pub requests: u32,
}

impl BlockVariant {
    /// Returns the accesses that a block makes to its tile, in their order. Each goes over the whole tile once, with a
    /// request for every 32 elements. Where a tile reaches over the picture's edge, the last one leaves out the elements
    /// outside.
    ///
    /// ```
    /// use smem_hardware::block_scan::BlockVariant;
    ///
    /// let told: Vec<String> = BlockVariant::CASES[0][0]
    ///     .accesses()
    ///     .iter()
    ///     .map(|access| format!("{} {} x {}", access.op, access.access, access.requests))
    ///     .collect();
    /// assert_eq!(told, ["store row x 8", "load col x 8", "store col x 8", "load row x 8"]);
    /// ```
    pub fn accesses(&self) -> Vec<TileAccess> {
        let requests = self.pixels() / 32;
        [
            (SharedOp::Store, Access::row()),
            (SharedOp::Load, Access::col()),
            (SharedOp::Store, Access::col()),
            (SharedOp::Load, Access::row()),
        ]
        .map(|(op, access)| TileAccess { op, access, requests })
        .into()
    }

    /// Returns the wavefronts of shared memory, by smem-layout, of a block whose tile lies inside the picture.
    ///
    /// ```
    /// use smem_hardware::block_scan::BlockVariant;
    /// use smem_layout::Arch;
    ///
    /// let of = |name: &str| BlockVariant::all().find(|variant| variant.kernel_name() == name).unwrap();
    /// // 32 requests of each access: 2 wavefronts a row, 32 a column of the dense tile and 2 of the padded one.
    /// assert_eq!(of("block_scan_32x32_u64_dense").wavefronts(Arch::SM_90), 32 * (2 + 32 + 32 + 2));
    /// assert_eq!(of("block_scan_32x32_u64_padded").wavefronts(Arch::SM_90), 32 * (2 + 2 + 2 + 2));
    /// ```
    pub fn wavefronts(&self, arch: Arch) -> u64 {
        let accesses = self.accesses();
        let patterns: Vec<Access> = accesses.iter().map(|access| access.access.clone()).collect();
        let report =
            Report::of(&self.layout, self.elem.bytes(), &patterns, arch).expect("the accesses of its own kernel");
        let costs = report.accesses.iter().map(|access| u64::from(access.cost.wavefronts));
        costs.zip(&accesses).map(|(wavefronts, access)| wavefronts * u64::from(access.requests)).sum()
    }
}
