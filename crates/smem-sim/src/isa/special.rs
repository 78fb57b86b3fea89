//! Special registers: their names in PTX and in machine code, and what they hold.

use SpecialRegister as Is;

/// The value of a special register, which stays the same while a thread runs. Axes are 0 to 2 for x, y and z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialRegister {
    /// The thread's place in its block.
    Thread(usize),
    /// All three places of the thread, as 16, 10 and 6 bits.
    PackedThread,
    /// Threads of a block.
    Threads(usize),
    /// The block's place in the grid.
    Block(usize),
    /// Blocks of the grid.
    Blocks(usize),
    Lane,
    Warp,
    /// Warps of a block.
    Warps,
    LanesEqual,
    LanesLess,
    LanesLessEqual,
    LanesGreater,
    LanesGreaterEqual,
    /// This number, for every lane.
    Same(u32),
    /// Bytes of dynamic shared memory.
    DynamicShared,
    /// Bytes of the block's shared memory in whole granules, with those that the system keeps.
    TotalShared,
    /// Where the shared memory begins that CUDA's cooperative groups use.
    ReservedShared,
    /// The upper half of the shared window's generic address.
    SharedWindow,
    /// The halves of the address of the grid's workspace, the low one first.
    GridWorkspace(usize),
    /// The block's number in its cluster.
    ClusterRank,
    /// Blocks of a cluster.
    ClusterBlocks,
    /// The block's place in its cluster.
    BlockInCluster(usize),
    /// Blocks of a cluster along an axis.
    BlocksOfCluster(usize),
    /// The cluster's place in the grid.
    Cluster(usize),
    /// Clusters of the grid.
    Clusters(usize),
    /// The number of the multiprocessor that the block runs on.
    Multiprocessor,
    /// The multiprocessors of the device.
    Multiprocessors,
}

/// The names of a special register.
struct SpecialNames {
    /// In PTX, where it has a name.
    ptx: &'static str,
    /// In machine code, where it is a register.
    sass: &'static str,
    register: SpecialRegister,
}

const fn names(ptx: &'static str, sass: &'static str, register: SpecialRegister) -> SpecialNames {
    SpecialNames { ptx, sass, register }
}

/// Clocks are instructions of their own. Machine code finds in constant bank 0 what is in PTX alone here.
#[rustfmt::skip]
static SPECIALS: &[SpecialNames] = &[
    names("%tid.x", "SR_TID.X", Is::Thread(0)),
    names("%tid.y", "SR_TID.Y", Is::Thread(1)),
    names("%tid.z", "SR_TID.Z", Is::Thread(2)),
    names("", "SR_TID", Is::PackedThread),
    names("%ntid.x", "", Is::Threads(0)),
    names("%ntid.y", "", Is::Threads(1)),
    names("%ntid.z", "", Is::Threads(2)),
    names("%ctaid.x", "SR_CTAID.X", Is::Block(0)),
    names("%ctaid.y", "SR_CTAID.Y", Is::Block(1)),
    names("%ctaid.z", "SR_CTAID.Z", Is::Block(2)),
    names("%nctaid.x", "SR_NCTAID.X", Is::Blocks(0)),
    names("%nctaid.y", "SR_NCTAID.Y", Is::Blocks(1)),
    names("%nctaid.z", "SR_NCTAID.Z", Is::Blocks(2)),
    names("%laneid", "SR_LANEID", Is::Lane),
    names("%warpid", "SR_WARPID", Is::Warp),
    names("", "SR_VIRTID", Is::Warp),
    names("%nwarpid", "", Is::Warps),
    names("%smid", "SR_VIRTUALSMID", Is::Multiprocessor),
    names("%nsmid", "", Is::Multiprocessors),
    names("%lanemask_eq", "SR_EQMASK", Is::LanesEqual),
    names("%lanemask_lt", "SR_LTMASK", Is::LanesLess),
    names("%lanemask_le", "SR_LEMASK", Is::LanesLessEqual),
    names("%lanemask_gt", "SR_GTMASK", Is::LanesGreater),
    names("%lanemask_ge", "SR_GEMASK", Is::LanesGreaterEqual),
    names("%dynamic_smem_size", "", Is::DynamicShared),
    names("%total_smem_size", "SR_SMEMSZ", Is::TotalShared),
    names("%reserved_smem_offset_1", "", Is::ReservedShared),
    names("", "SR_SWINHI", Is::SharedWindow),
    // CUDA's cooperative groups find the grid's workspace there.
    names("%envreg1", "", Is::GridWorkspace(1)),
    names("%envreg2", "", Is::GridWorkspace(0)),
    names("%clusterid.x", "", Is::Cluster(0)),
    names("%clusterid.y", "", Is::Cluster(1)),
    names("%clusterid.z", "", Is::Cluster(2)),
    names("%nclusterid.x", "", Is::Clusters(0)),
    names("%nclusterid.y", "", Is::Clusters(1)),
    names("%nclusterid.z", "", Is::Clusters(2)),
    names("%cluster_ctaid.x", "", Is::BlockInCluster(0)),
    names("%cluster_ctaid.y", "", Is::BlockInCluster(1)),
    names("%cluster_ctaid.z", "", Is::BlockInCluster(2)),
    names("%cluster_nctaid.x", "", Is::BlocksOfCluster(0)),
    names("%cluster_nctaid.y", "", Is::BlocksOfCluster(1)),
    names("%cluster_nctaid.z", "", Is::BlocksOfCluster(2)),
    names("%cluster_ctarank", "SR_CgaCtaId", Is::ClusterRank),
    names("%cluster_nctarank", "", Is::ClusterBlocks),
    // The lowest address of a thread's local memory: code for debugging traps where its stack pointer is below, and accesses fault here.
    names("", "SR_LMEMHIOFF", Is::Same(0)),
    // From sm_100 on a grid may have clusters of two sizes, and constant bank 0 has what depends on the size twice: kernels subtract 160
    // times this register from the places. Here clusters have one size, the first.
    names("", "SR_CgaSize", Is::Same(0)),
    names("", "SRZ", Is::Same(0)),
];

impl SpecialRegister {
    /// The register that PTX gives this name.
    pub fn of_ptx(name: &str) -> Option<Self> {
        SPECIALS.iter().find(|row| row.ptx == name && !name.is_empty()).map(|row| row.register)
    }

    /// The register that machine code gives this name.
    pub fn of_sass(name: &str) -> Option<Self> {
        SPECIALS.iter().find(|row| row.sass == name && !name.is_empty()).map(|row| row.register)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_there_twice() {
        let (mut seen, mut names) = (std::collections::HashSet::new(), 0);
        for name in SPECIALS.iter().flat_map(|row| [row.ptx, row.sass]).filter(|name| !name.is_empty()) {
            assert!(seen.insert(name), "`{name}` is there twice");
            names += 1;
        }
        assert!(names > 50);
    }

    #[test]
    fn a_register_has_one_meaning_under_both_names() {
        for (ptx, sass) in [("%tid.y", "SR_TID.Y"), ("%nctaid.z", "SR_NCTAID.Z"), ("%lanemask_gt", "SR_GTMASK")] {
            assert_eq!(SpecialRegister::of_ptx(ptx), SpecialRegister::of_sass(sass), "{ptx}");
        }
        assert_eq!((SpecialRegister::of_ptx(""), SpecialRegister::of_sass("")), (None, None));
        assert_eq!((SpecialRegister::of_ptx("SR_TID.X"), SpecialRegister::of_sass("%tid.x")), (None, None));
    }
}
