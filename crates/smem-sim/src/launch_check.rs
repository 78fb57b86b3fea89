//! Checks of a launch before it starts, and its parameters.

use crate::kernel_info::{
    MOST_BLOCKS, MOST_BLOCKS_X, MOST_BLOCKS_YZ, MOST_THREADS, MOST_THREADS_Z, threads_with_registers,
};
use crate::launch::{KernelArg, LaunchShape, count};
use crate::launch_refusal::LaunchRefusal;
use crate::program::{DecodedKernel, KernelCode};
use smem_banks::Arch;
use std::borrow::Cow;

/// A launch that can start.
pub(crate) struct CheckedLaunch<'a> {
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Bytes of shared memory of a block.
    pub(crate) shared_bytes: u32,
    /// The bytes of all parameters.
    pub(crate) params: Cow<'a, [u8]>,
    /// The blocks of a cluster; `None` without clusters.
    pub(crate) cluster: Option<[u32; 3]>,
}

/// Checks a launch: its blocks and threads, its shared memory, its arguments, its clusters. Every launch of every door is checked here.
pub(crate) fn check<'a>(
    arch: Arch,
    kernel: &DecodedKernel,
    launch: &LaunchShape,
    args: LaunchArguments<'a>,
) -> Result<CheckedLaunch<'a>, LaunchRefusal> {
    let (threads, shared_bytes) = check_blocks(arch, kernel, launch)?;
    let params = args.packed(kernel)?;
    let cluster = cluster(arch, kernel, launch)?;
    Ok(CheckedLaunch { threads, shared_bytes, params, cluster })
}

/// Checks blocks, threads and shared memory; returns the threads of a block and its bytes of shared memory.
fn check_blocks(arch: Arch, kernel: &DecodedKernel, launch: &LaunchShape) -> Result<(u32, u32), LaunchRefusal> {
    if let KernelCode::Sass(code) = &kernel.code
        && code.arch != arch
    {
        return Err(LaunchRefusal::OtherArch { code: Box::new(code.arch), simulator: arch });
    }
    let LaunchShape { grid, block, shared_bytes, .. } = *launch;
    let ([gx, gy, gz], [bx, by, bz]) = (grid, block);
    if [gx, gy, gz, bx, by, bz].contains(&0) {
        return Err(LaunchRefusal::NoThreads { grid, block });
    }
    if gx > MOST_BLOCKS_X || gy > MOST_BLOCKS_YZ || gz > MOST_BLOCKS_YZ {
        return Err(LaunchRefusal::Grid { grid });
    }
    let threads = launch.threads();
    if threads > MOST_THREADS.into() || bz > MOST_THREADS_Z {
        return Err(LaunchRefusal::Block { block, threads });
    }
    if let Some(wanted) = kernel.required_block.filter(|wanted| *wanted != block) {
        return Err(LaunchRefusal::OtherBlock { wanted });
    }
    if let Some(most) = kernel.max_threads.filter(|&most| threads > most) {
        return Err(LaunchRefusal::Threads { threads, most });
    }
    if let Some(registers) = kernel.registers
        && let most = threads_with_registers(registers)
        && threads > u64::from(most)
    {
        return Err(LaunchRefusal::Registers { threads, registers, most });
    }
    let (fixed, limit) = (kernel.shared_bytes, u64::from(arch.static_limit()));
    if fixed > limit {
        return Err(LaunchRefusal::StaticShared { bytes: fixed, limit });
    }
    let total = fixed + u64::from(shared_bytes);
    if total > limit && !launch.has_opted_in {
        return Err(LaunchRefusal::OptIn { fixed, dynamic: shared_bytes, limit });
    }
    let limit = u64::from(arch.opt_in_limit());
    if total > limit {
        return Err(LaunchRefusal::Shared { fixed, dynamic: shared_bytes, limit, arch });
    }
    Ok((threads as u32, total as u32))
}

/// The cluster of a launch; `None` without clusters.
fn cluster(arch: Arch, kernel: &DecodedKernel, launch: &LaunchShape) -> Result<Option<[u32; 3]>, LaunchRefusal> {
    let Some(cluster) = kernel.required_cluster.or(launch.cluster) else { return Ok(None) };
    let has_clusters = match &kernel.code {
        KernelCode::Sass(code) => code.header.cluster.is_some(),
        // A cluster of one block is a block.
        _ if cluster == [1; 3] => return launch.check_cluster(kernel.required_cluster, MOST_BLOCKS).map(|_| None),
        _ => arch.has_bulk_tensor_copy(),
    };
    let checked = launch.check_cluster(kernel.required_cluster, MOST_BLOCKS);
    match checked {
        Err(refusal @ LaunchRefusal::OtherCluster { .. }) => Err(refusal),
        _ if !has_clusters => Err(LaunchRefusal::NoClusters { arch }),
        checked => checked,
    }
}

impl LaunchShape {
    /// Checks the clusters of this launch of a kernel that is compiled for clusters of `required` blocks, if it is for any, where a cluster has at
    /// most so many blocks. Returns the blocks of a cluster along x, y and z; `None` without clusters.
    ///
    /// ```
    /// use smem_sim::{LaunchRefusal, LaunchShape};
    ///
    /// let launch = LaunchShape::new(16, 256).cluster([4, 1, 1]);
    /// assert_eq!(launch.check_cluster(None, 8), Ok(Some([4, 1, 1])));
    /// assert!(matches!(launch.check_cluster(Some([2, 1, 1]), 8), Err(LaunchRefusal::OtherCluster { .. })));
    /// assert!(matches!(LaunchShape::new(18, 256).check_cluster(Some([4, 1, 1]), 8), Err(LaunchRefusal::GridOfClusters { .. })));
    /// ```
    ///
    /// # Errors
    /// The launch's clusters are not those of the kernel, have no block or too many, or do not divide the grid.
    pub fn check_cluster(&self, required: Option<[u32; 3]>, most: u32) -> Result<Option<[u32; 3]>, LaunchRefusal> {
        let Some(cluster) = required.or(self.cluster) else { return Ok(None) };
        if let Some(given) = self.cluster.filter(|given| *given != cluster) {
            return Err(LaunchRefusal::OtherCluster { wanted: cluster, given });
        }
        let blocks = count(cluster);
        if blocks == 0 || blocks > most.into() {
            return Err(LaunchRefusal::Cluster { cluster, most });
        }
        if self.grid.iter().zip(cluster).any(|(grid, size)| grid % size != 0) {
            return Err(LaunchRefusal::GridOfClusters { grid: self.grid, cluster });
        }
        Ok(Some(cluster))
    }
}

/// The arguments of a launch: one by one, or laid out already.
#[derive(Debug, Clone, Copy)]
pub enum LaunchArguments<'a> {
    /// One for each parameter.
    Each(&'a [KernelArg]),
    /// The bytes of all parameters, each at its [offset](crate::ParameterPlace::offset).
    Raw(&'a [u8]),
}

impl<'a> LaunchArguments<'a> {
    /// Lays the arguments out as the kernel's parameters.
    pub(crate) fn packed(self, kernel: &DecodedKernel) -> Result<Cow<'a, [u8]>, LaunchRefusal> {
        match self {
            Self::Each(args) => pack(kernel, args).map(Cow::Owned),
            Self::Raw(bytes) if bytes.len() as u64 == kernel.param_bytes => Ok(Cow::Borrowed(bytes)),
            Self::Raw(bytes) => Err(LaunchRefusal::ParameterBytes { takes: kernel.param_bytes, given: bytes.len() }),
        }
    }
}

fn pack(kernel: &DecodedKernel, args: &[KernelArg]) -> Result<Vec<u8>, LaunchRefusal> {
    let args: Vec<Vec<u8>> = args.iter().map(KernelArg::bytes).collect();
    let takes: Vec<u64> = kernel.params.iter().map(|param| param.bytes).collect();
    LaunchRefusal::check_arguments(&takes, &args)?;
    let mut out = vec![0; kernel.param_bytes as usize];
    for (bytes, param) in args.iter().zip(&kernel.params) {
        let at = param.offset as usize;
        out[at..at + bytes.len()].copy_from_slice(bytes);
    }
    Ok(out)
}

impl LaunchRefusal {
    /// Checks that there is an argument for each parameter, of its size: `takes` are the bytes of the parameters, `args` those of the arguments.
    ///
    /// ```
    /// use smem_sim::LaunchRefusal;
    ///
    /// assert_eq!(LaunchRefusal::check_arguments(&[8, 4], &[vec![0; 8], vec![0; 4]]), Ok(()));
    /// let refusal = LaunchRefusal::check_arguments(&[8, 4], &[vec![0; 8], vec![0; 8]]).unwrap_err();
    /// assert_eq!(refusal.of("add"), "argument 1 of `add` takes 4 bytes, not 8");
    /// ```
    ///
    /// # Errors
    /// Another number of arguments, or the first that has another size.
    pub fn check_arguments(takes: &[u64], args: &[Vec<u8>]) -> Result<(), LaunchRefusal> {
        if args.len() != takes.len() {
            return Err(LaunchRefusal::ArgumentCount { takes: takes.len(), given: args.len() });
        }
        let mut pairs = args.iter().zip(takes).enumerate();
        match pairs.find(|(_, (arg, takes))| arg.len() as u64 != **takes) {
            Some((at, (arg, takes))) => Err(LaunchRefusal::ArgumentBytes { at, takes: *takes, given: arg.len() }),
            None => Ok(()),
        }
    }
}
