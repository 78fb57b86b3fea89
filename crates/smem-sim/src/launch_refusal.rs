//! Why a launch cannot start.

use std::fmt;

use smem_banks::Arch;

use crate::kernel_info::{MOST_BLOCKS_X, MOST_BLOCKS_YZ, MOST_THREADS, MOST_THREADS_Z};

/// Why a launch cannot start. Its [`Display`](fmt::Display) is a clause about the kernel. Sizes are in bytes, and arguments are counted from 0.
///
/// ```
/// # use smem_sim::*;
/// let ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry nothing() { ret; }";
/// let simulator = Simulator::new(Arch::SM_90);
/// let launch = LaunchShape::new(1, 2048);
/// let fault = simulator.launch(&smem_ptx::module(ptx).unwrap(), "nothing", &launch, &[]).unwrap_err();
/// assert!(matches!(fault.kind, FaultKind::Launch(LaunchRefusal::Block { threads: 2048, .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaunchRefusal {
    /// The module has no kernel of the name.
    #[non_exhaustive]
    NoKernel {
        /// The names of the module's kernels.
        known: Vec<String>,
    },
    /// The kernel is machine code for another architecture.
    #[non_exhaustive]
    OtherArch {
        /// The architecture of the code.
        code: Box<Arch>,
        /// The architecture of the simulator.
        simulator: Arch,
    },
    /// A grid or a block has an extent of 0.
    #[non_exhaustive]
    NoThreads {
        /// The blocks of the grid.
        grid: [u32; 3],
        /// The threads of a block.
        block: [u32; 3],
    },
    /// The grid has more blocks along a dimension than there may be.
    #[non_exhaustive]
    Grid {
        /// The blocks of the grid.
        grid: [u32; 3],
    },
    /// A block has more threads than there may be.
    #[non_exhaustive]
    Block {
        /// The extents of the block, in threads.
        block: [u32; 3],
        /// The threads of the block.
        threads: u64,
    },
    /// The kernel is compiled for blocks of another shape.
    #[non_exhaustive]
    OtherBlock {
        /// The extents that the kernel is compiled for, in threads.
        wanted: [u32; 3],
    },
    /// A block has more threads than the kernel is compiled for.
    #[non_exhaustive]
    Threads {
        /// The threads of the block.
        threads: u64,
        /// The most threads that the kernel allows.
        most: u64,
    },
    /// The threads of a block need more registers than a multiprocessor has.
    #[non_exhaustive]
    Registers {
        /// The threads of the block.
        threads: u64,
        /// The registers of a thread.
        registers: u32,
        /// The most threads that there are registers for.
        most: u32,
    },
    /// The kernel declares more static shared memory than a block may have.
    #[non_exhaustive]
    StaticShared {
        /// The bytes of static shared memory that the kernel declares.
        bytes: u64,
        /// The most bytes of static shared memory of a block.
        limit: u64,
    },
    /// A block needs more shared memory than the architecture has.
    #[non_exhaustive]
    Shared {
        /// The bytes of static shared memory.
        fixed: u64,
        /// The bytes of dynamic shared memory.
        dynamic: u32,
        /// The most bytes of shared memory of a block.
        limit: u64,
        /// The architecture.
        arch: Arch,
    },
    /// A block needs more shared memory than a kernel may have to which the host does not give more.
    #[non_exhaustive]
    OptIn {
        /// The bytes of static shared memory.
        fixed: u64,
        /// The bytes of dynamic shared memory.
        dynamic: u32,
        /// The most bytes without `cudaFuncSetAttribute`.
        limit: u64,
    },
    /// The kernel is compiled for clusters of another shape.
    #[non_exhaustive]
    OtherCluster {
        /// The extents that the kernel is compiled for, in blocks.
        wanted: [u32; 3],
        /// The extents of the launch's clusters, in blocks.
        given: [u32; 3],
    },
    /// The kernel's architecture has no clusters.
    #[non_exhaustive]
    NoClusters {
        /// The architecture of the kernel.
        arch: Arch,
    },
    /// A cluster has no block, or too many.
    #[non_exhaustive]
    Cluster {
        /// The extents of the cluster, in blocks.
        cluster: [u32; 3],
        /// The most blocks that there may be.
        most: u32,
    },
    /// The grid is not made of whole clusters.
    #[non_exhaustive]
    GridOfClusters {
        /// The blocks of the grid.
        grid: [u32; 3],
        /// The blocks of a cluster.
        cluster: [u32; 3],
    },
    /// The parameters that were laid out have another size.
    #[non_exhaustive]
    ParameterBytes {
        /// The bytes of the kernel's parameters.
        takes: u64,
        /// The bytes that the launch passes.
        given: usize,
    },
    /// The kernel takes another number of arguments.
    #[non_exhaustive]
    ArgumentCount {
        /// The number of arguments that the kernel takes.
        takes: usize,
        /// The number of arguments that the launch passes.
        given: usize,
    },
    /// An argument has another size than its parameter.
    #[non_exhaustive]
    ArgumentBytes {
        /// The number of the argument.
        at: usize,
        /// The bytes of the parameter.
        takes: u64,
        /// The bytes of the argument.
        given: usize,
    },
    /// A map is for another size of shared memory.
    #[non_exhaustive]
    MapBytes {
        /// The bytes of shared memory of the kernel's blocks.
        shared: u32,
        /// The bytes of shared memory that the map is for.
        mapped: u32,
    },
    /// A map spreads shared memory over more than a block may have.
    #[non_exhaustive]
    MapShared {
        /// The bytes that the map needs.
        bytes: u32,
        /// The most bytes of a block.
        limit: u32,
        /// The architecture.
        arch: Arch,
    },
    /// The shared memory of cooperative groups cannot be mapped.
    MapOfGroups,
    /// The shared memory of clusters cannot be mapped.
    MapOfClusters,
    /// The blocks of the grid wait for one another, and do not all run at the same time, or there is no memory for that.
    #[non_exhaustive]
    Cooperative {
        /// The reason, as a clause.
        why: String,
    },
    /// The kernel cannot run, and there is no error of an instruction.
    Unsupported,
}

impl LaunchRefusal {
    /// The sentence about the kernel that cannot be launched.
    ///
    /// ```
    /// use smem_sim::LaunchRefusal;
    ///
    /// let refusal = LaunchRefusal::check_arguments(&[8], &[]).unwrap_err();
    /// assert_eq!(refusal.of("add"), "`add` takes 1 arguments, not 0");
    /// ```
    pub fn of(&self, kernel: &str) -> String {
        match self {
            Self::ArgumentCount { takes, given } => format!("`{kernel}` takes {takes} arguments, not {given}"),
            Self::ArgumentBytes { at, takes, given } => {
                format!("argument {at} of `{kernel}` takes {takes} bytes, not {given}")
            }
            other => format!("`{kernel}`: {other}"),
        }
    }
}

impl fmt::Display for LaunchRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |[x, y, z]: [u32; 3]| format!("{x} x {y} x {z}");
        match self {
            Self::NoKernel { known } => {
                let names: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                write!(f, "the module has no such kernel; it has {names}")
            }
            Self::OtherArch { code, simulator } => {
                write!(f, "it is machine code for {code}, and this is a simulator of {simulator}")
            }
            Self::NoThreads { grid, block } => {
                let (grid, block) = (times(*grid), times(*block));
                write!(f, "a grid of {grid} blocks of {block} threads has no threads")
            }
            Self::Grid { grid } => {
                let most = times([MOST_BLOCKS_X, MOST_BLOCKS_YZ, MOST_BLOCKS_YZ]);
                write!(f, "a grid of {} blocks is too large: at most {most}", times(*grid))
            }
            Self::Block { block, threads } => {
                let limit = format!("at most {MOST_THREADS} in all, and {MOST_THREADS_Z} along z");
                write!(f, "a block of {} is {threads} threads: {limit}", times(*block))
            }
            Self::OtherBlock { wanted } => {
                write!(f, "it must be launched with blocks of {} threads", times(*wanted))
            }
            Self::Threads { threads, most } => {
                write!(f, "a block has {threads} threads, but the kernel allows at most {most}")
            }
            Self::Registers { threads, registers, most } => write!(
                f,
                "a block has {threads} threads of {registers} registers each, and there are registers for {most} threads"
            ),
            Self::StaticShared { bytes, limit } => {
                let hint = "use dynamic shared memory for the rest";
                write!(f, "{bytes} bytes of static shared memory are more than the limit of {limit}: {hint}")
            }
            Self::Shared { fixed, dynamic, limit, arch } => {
                let total = fixed + u64::from(*dynamic);
                write!(
                    f,
                    "{total} bytes of shared memory ({fixed} static, {dynamic} dynamic) are more than the {limit} bytes of {arch}"
                )
            }
            Self::OptIn { fixed, dynamic, limit } => {
                let total = fixed + u64::from(*dynamic);
                write!(
                    f,
                    "the launch fails with \"invalid argument\": {total} bytes of shared memory ({fixed} static, {dynamic} dynamic) are more than {limit}, and \
                     the host code does not set `cudaFuncAttributeMaxDynamicSharedMemorySize` of the kernel to as many"
                )
            }
            Self::OtherCluster { wanted, given } => {
                let (wanted, given) = (times(*wanted), times(*given));
                write!(f, "it must be launched with clusters of {wanted} blocks, not {given}")
            }
            Self::NoClusters { arch } => write!(f, "clusters need sm_90 or later, and it is for {arch}"),
            Self::Cluster { cluster, most } => {
                write!(f, "a cluster of {} blocks is not one of 1 to {most}", times(*cluster))
            }
            Self::GridOfClusters { grid, cluster } => {
                write!(f, "a grid of {} blocks is not made of clusters of {}", times(*grid), times(*cluster))
            }
            Self::ParameterBytes { takes, given } => write!(f, "its parameters are {takes} bytes, not {given}"),
            Self::ArgumentCount { takes, given } => write!(f, "it takes {takes} arguments, not {given}"),
            Self::ArgumentBytes { at, takes, given } => {
                write!(f, "argument {at} takes {takes} bytes, not {given}")
            }
            Self::MapBytes { shared, mapped } => {
                write!(f, "its blocks have {shared} bytes of shared memory, and the map has {mapped}")
            }
            Self::MapShared { bytes, limit, arch } => {
                write!(f, "{bytes} bytes of shared memory are more than the {limit} bytes of {arch}")
            }
            Self::MapOfGroups => {
                f.write_str("its shared memory has a part for cooperative groups, and cannot be laid out otherwise")
            }
            Self::MapOfClusters => f.write_str("the shared memory of clusters cannot be laid out otherwise"),
            Self::Cooperative { why } => f.write_str(why),
            Self::Unsupported => f.write_str("it cannot run"),
        }
    }
}
