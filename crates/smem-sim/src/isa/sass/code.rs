//! Instructions, constants, and what else a kernel's code consists of.

use super::SassOp;
use crate::isa::{Pred, Slot, SpecialRegister};
use smem_banks::Arch;

#[derive(Debug, Clone)]
pub struct SassInst {
    pub guard: Pred,
    /// Executed once for the warp, with a result in every lane.
    pub uniform: bool,
    pub op: SassOp,
}

/// The value of a slot when a warp starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SassConstant {
    Bits(u32),
    /// A word of a constant bank.
    Word {
        bank: u8,
        offset: u32,
    },
    /// One or two bytes of a constant bank.
    Narrow {
        bank: u8,
        offset: u32,
        bytes: u32,
        signed: bool,
    },
    /// A half of the address of a variable plus bytes.
    AddressHalf {
        variable: usize,
        plus: u64,
        upper: bool,
    },
    Special(SpecialRegister),
}

/// Where the driver puts what a kernel may ask of its launch into constant bank 0, as byte offsets.
#[derive(Debug, Clone, Copy)]
pub struct LaunchHeader {
    /// Threads of a block, along three axes.
    pub block: u32,
    /// Blocks, along three axes.
    pub grid: u32,
    /// The generic address of shared memory; `None` where kernels ask a special register for it.
    pub shared_window: Option<u32>,
    /// The generic address of local memory.
    pub local_window: u32,
    /// The generic address of `__constant__` variables.
    pub const_window: u32,
    pub stack_top: u32,
    /// `%dynamic_smem_size`.
    pub dynamic_shared: u32,
    /// Bytes of shared memory that the system keeps; `None` where it keeps none.
    pub reserved_shared: Option<u32>,
    /// The generic address of the parameters; `None` where it has not been found.
    pub params: Option<u32>,
    pub cluster: Option<ClusterHeader>,
    /// `%envreg1` and `%envreg2`: the upper and the lower half of the address at which the blocks of a cooperative launch meet.
    pub workspace: u32,
    /// `%reserved_smem_offset_1`: where the shared memory of cooperative groups begins.
    pub reserved: u32,
    /// `%nsmid`: the multiprocessors of the device.
    pub multiprocessors: u32,
    /// The descriptor of global memory, which says nothing that matters here.
    pub descriptor: u32,
}

/// The needs of a kernel beside its arguments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaunchNeeds {
    /// Memory at which the blocks wait for one another.
    pub workspace: bool,
    /// Shared memory for cooperative groups.
    pub reserved: bool,
}

impl std::ops::BitOrAssign for LaunchNeeds {
    fn bitor_assign(&mut self, other: Self) {
        self.workspace |= other.workspace;
        self.reserved |= other.reserved;
    }
}

/// Where a kernel finds its cluster.
#[derive(Debug, Clone, Copy)]
pub struct ClusterHeader {
    /// 1 for a launch of clusters.
    pub clustered: u32,
    /// Blocks of a cluster along three axes.
    pub size: u32,
    /// Their reciprocals as f32, along three axes.
    pub reciprocals: u32,
    /// Clusters of the grid, along three axes.
    pub clusters: u32,
    /// Blocks of a cluster.
    pub blocks: u32,
}

impl LaunchHeader {
    /// Read in the machine code that NVRTC makes of each special register and of each conversion of an address.
    pub fn of(capability: u32) -> Self {
        match capability {
            100.. => Self {
                block: 0x360,
                grid: 0x370,
                shared_window: None,
                local_window: 0x2f8,
                const_window: 0x120,
                stack_top: 0x37c,
                dynamic_shared: 0x2ac,
                reserved_shared: Some(0x16c),
                params: Some(0x348),
                cluster: Some(ClusterHeader {
                    clustered: 0x36c,
                    size: 0x2a0,
                    reciprocals: 0x2b0,
                    clusters: 0x2c0,
                    blocks: 0x2cc,
                }),
                workspace: 0x254,
                reserved: 0x27c,
                multiprocessors: 0x2d0,
                descriptor: 0x358,
            },
            _ => {
                let hopper = capability >= 90;
                let cluster =
                    ClusterHeader { clustered: 0x140, size: 0x144, reciprocals: 0x150, clusters: 0x15c, blocks: 0x188 };
                Self {
                    block: 0x0,
                    grid: 0xc,
                    shared_window: Some(0x18),
                    local_window: 0x20,
                    const_window: if hopper { 0xd0 } else { 0x50 },
                    stack_top: 0x28,
                    dynamic_shared: 0x2c,
                    reserved_shared: (capability >= 80).then_some(0x114),
                    params: hopper.then_some(0x198),
                    cluster: hopper.then_some(cluster),
                    workspace: if hopper { 0x44 } else { 0x8c },
                    reserved: if hopper { 0x6c } else { 0x124 },
                    multiprocessors: 0x10c,
                    descriptor: if hopper { 0x208 } else { 0x118 },
                }
            }
        }
    }

    /// Whether a word is one of these.
    pub fn holds(&self, offset: u32) -> bool {
        let within = |start: u32, bytes: u32| (start..start + bytes).contains(&offset);
        let cluster = |at: ClusterHeader| {
            within(at.clustered, 4)
                || within(at.size, 12)
                || within(at.reciprocals, 12)
                || within(at.clusters, 12)
                || within(at.blocks, 4)
        };
        self.shared_window.is_some_and(|at| within(at, 8))
            || within(self.local_window, 8)
            || within(self.const_window, 8)
            || self.cluster.is_some_and(cluster)
            || self.params.is_some_and(|at| within(at, 8))
            || within(self.block, 12)
            || within(self.grid, 12)
            || within(self.stack_top, 4)
            || within(self.dynamic_shared, 4)
            || self.reserved_shared.is_some_and(|at| within(at, 4))
            || within(self.descriptor, 8)
            || within(self.workspace, 8)
            || within(self.reserved, 4)
            || within(self.multiprocessors, 4)
    }

    /// Returns the needs of a kernel that reads this word of the bank.
    pub fn needs(&self, offset: u32) -> LaunchNeeds {
        LaunchNeeds {
            workspace: (self.workspace..self.workspace + 8).contains(&offset),
            reserved: offset == self.reserved,
        }
    }
}

/// A value that the loader puts into a constant bank or into a variable.
#[derive(Debug, Clone, Copy)]
pub struct Patch {
    pub offset: u64,
    pub bytes: u32,
    /// The address of a variable plus bytes, or, without one, a code address.
    pub variable: Option<usize>,
    pub plus: u64,
}

/// Decoded machine code of a kernel, with the functions that it calls.
#[derive(Debug, Clone)]
pub struct SassCode {
    pub code: Vec<SassInst>,
    /// Slots of a warp's file.
    pub registers: u32,
    pub constants: Vec<(Slot, SassConstant)>,
    /// Byte offset of the parameters in constant bank 0.
    pub params_at: u32,
    pub local_bytes: u32,
    /// Bank 2: the compiler's own constants.
    pub bank2: Vec<u8>,
    /// Bytes of bank 3, the `__constant__` variables, which are in memory.
    pub bank3_bytes: u64,
    /// Bank 4: addresses of variables.
    pub bank4_bytes: u64,
    pub bank4: Vec<Patch>,
    pub needs: LaunchNeeds,
    /// Bytes at the start of shared memory that the system keeps.
    pub reserved_shared: u32,
    pub header: LaunchHeader,
    pub arch: Arch,
}

impl SassCode {
    /// Whether the simulator has these bytes of constant bank 0, at an address that a lane computed.
    pub fn in_bank0(&self, at: u64, bytes: u32) -> bool {
        let Ok(at) = u32::try_from(at) else { return false };
        at >= self.params_at || (at..at + bytes).step_by(4).all(|word| self.header.holds(word))
    }
}
