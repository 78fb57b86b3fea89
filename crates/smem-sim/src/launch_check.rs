//! Checks of a launch before it starts, and its parameters.

use crate::kernel_info::{
    MOST_BLOCKS, MOST_BLOCKS_X, MOST_BLOCKS_YZ, MOST_THREADS, MOST_THREADS_Z, threads_with_registers,
};
use crate::launch::{KernelArg, LaunchShape};
use crate::launch_refusal::LaunchRefusal;
use crate::program::{DecodedKernel, KernelCode};
use smem_banks::Arch;
use std::borrow::Cow;

/// Checks the launch; returns the threads of a block and its bytes of shared memory.
pub(crate) fn check(arch: Arch, kernel: &DecodedKernel, launch: &LaunchShape) -> Result<(u32, u32), LaunchRefusal> {
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
    let threads = [by, bz].iter().fold(u64::from(bx), |threads, &n| threads.saturating_mul(n.into()));
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
pub(crate) fn cluster(
    arch: Arch,
    kernel: &DecodedKernel,
    launch: &LaunchShape,
) -> Result<Option<[u32; 3]>, LaunchRefusal> {
    let Some(cluster) = kernel.required_cluster.or(launch.cluster) else { return Ok(None) };
    if let Some(given) = launch.cluster.filter(|given| *given != cluster) {
        return Err(LaunchRefusal::OtherCluster { wanted: cluster, given });
    }
    let KernelCode::Sass(code) = &kernel.code else {
        // A cluster of one block is a block.
        if cluster == [1; 3] {
            return Ok(None);
        }
        if !arch.has_bulk_tensor_copy() {
            return Err(LaunchRefusal::NoClusters { arch });
        }
        return checked_cluster(cluster, launch).map(Some);
    };
    if code.header.cluster.is_none() {
        return Err(LaunchRefusal::NoClusters { arch: code.arch });
    }
    checked_cluster(cluster, launch).map(Some)
}

/// Checks the extents of a launch's clusters.
fn checked_cluster(cluster: [u32; 3], launch: &LaunchShape) -> Result<[u32; 3], LaunchRefusal> {
    let blocks = cluster.iter().fold(1u64, |blocks, &n| blocks.saturating_mul(n.into()));
    if blocks == 0 || blocks > MOST_BLOCKS {
        return Err(LaunchRefusal::Cluster { cluster });
    }
    if launch.grid.iter().zip(cluster).any(|(grid, size)| grid % size != 0) {
        return Err(LaunchRefusal::GridOfClusters { grid: launch.grid, cluster });
    }
    Ok(cluster)
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
    if args.len() != kernel.params.len() {
        return Err(LaunchRefusal::ArgumentCount { takes: kernel.params.len(), given: args.len() });
    }
    let mut out = vec![0; kernel.param_bytes as usize];
    for (i, (arg, param)) in args.iter().zip(&kernel.params).enumerate() {
        let bytes = arg.bytes();
        if bytes.len() as u64 != param.bytes {
            return Err(LaunchRefusal::ArgumentBytes { at: i, takes: param.bytes, given: bytes.len() });
        }
        let at = param.offset as usize;
        out[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    Ok(out)
}
