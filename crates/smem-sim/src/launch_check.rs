//! Checks of a launch before it starts, and its parameters.

use crate::kernel_info::{MOST_THREADS, threads_with_registers};
use crate::launch::{KernelArg, LaunchShape};
use crate::program::{DecodedKernel, KernelCode};
use smem_layout::Arch;
use std::borrow::Cow;

/// Checks the launch; returns the threads of a block and its bytes of shared memory.
pub(crate) fn check(arch: Arch, kernel: &DecodedKernel, launch: &LaunchShape) -> Result<(u32, u32), String> {
    if let KernelCode::Sass(code) = &kernel.code
        && code.arch != arch
    {
        return Err(format!("it is machine code for {}, and this is a simulator of {}", code.arch, arch));
    }
    let LaunchShape { grid: [gx, gy, gz], block: [bx, by, bz], shared_bytes, .. } = *launch;
    if [gx, gy, gz, bx, by, bz].contains(&0) {
        return Err(format!("a grid of {gx} x {gy} x {gz} blocks of {bx} x {by} x {bz} threads has no threads"));
    }
    if gx > i32::MAX as u32 || gy > 65_535 || gz > 65_535 {
        return Err(format!("a grid of {gx} x {gy} x {gz} blocks is too large: at most 2147483647 x 65535 x 65535"));
    }
    let threads = [by, bz].iter().fold(u64::from(bx), |threads, &n| threads.saturating_mul(n.into()));
    if threads > MOST_THREADS.into() || bz > 64 {
        let limit = format!("at most {MOST_THREADS} in all, and 64 along z");
        return Err(format!("a block of {bx} x {by} x {bz} is {threads} threads: {limit}"));
    }
    if let Some([x, y, z]) = kernel.required_block
        && [x, y, z] != launch.block
    {
        return Err(format!("it must be launched with blocks of {x} x {y} x {z} threads"));
    }
    if let Some(most) = kernel.max_threads.filter(|&most| threads > most) {
        return Err(format!("a block has {threads} threads, but the kernel allows at most {most}"));
    }
    if let Some(registers) = kernel.registers
        && let most = threads_with_registers(registers)
        && threads > u64::from(most)
    {
        return Err(format!(
            "a block has {threads} threads of {registers} registers each, and there are registers for {most} threads"
        ));
    }
    let (fixed, limit) = (kernel.shared_bytes, u64::from(arch.static_limit()));
    if fixed > limit {
        let hint = "use dynamic shared memory for the rest";
        return Err(format!("{fixed} bytes of static shared memory are more than the limit of {limit}: {hint}"));
    }
    let (total, limit) = (fixed + u64::from(shared_bytes), u64::from(arch.opt_in_limit()));
    if total > limit {
        return Err(format!(
            "{total} bytes of shared memory ({fixed} static, {shared_bytes} dynamic) are more than the {limit} bytes of {}",
            arch
        ));
    }
    Ok((threads as u32, total as u32))
}

/// The most blocks of a cluster.
const MOST_BLOCKS: u64 = 16;

/// The cluster of a launch; `None` without clusters.
pub(crate) fn cluster(arch: Arch, kernel: &DecodedKernel, launch: &LaunchShape) -> Result<Option<[u32; 3]>, String> {
    let Some(cluster) = kernel.required_cluster.or(launch.cluster) else { return Ok(None) };
    let [x, y, z] = cluster;
    if let Some(other) = launch.cluster.filter(|other| *other != cluster) {
        let [a, b, c] = other;
        return Err(format!("it must be launched with clusters of {x} x {y} x {z} blocks, not {a} x {b} x {c}"));
    }
    let KernelCode::Sass(code) = &kernel.code else {
        // A cluster of one block is a block.
        if cluster == [1; 3] {
            return Ok(None);
        }
        if !arch.has_bulk_tensor_copy() {
            return Err(format!("clusters need sm_90 or later, and it is for {arch}"));
        }
        return Err("clusters are there in machine code only".to_owned());
    };
    if code.header.cluster.is_none() {
        return Err(format!("clusters need sm_90 or later, and it is for {}", code.arch));
    }
    let blocks = cluster.iter().fold(1u64, |blocks, &n| blocks.saturating_mul(n.into()));
    if blocks == 0 || blocks > MOST_BLOCKS {
        return Err(format!("a cluster of {x} x {y} x {z} blocks is not one of 1 to {MOST_BLOCKS}"));
    }
    if launch.grid.iter().zip(cluster).any(|(grid, size)| grid % size != 0) {
        let [a, b, c] = launch.grid;
        return Err(format!("a grid of {a} x {b} x {c} blocks is not made of clusters of {x} x {y} x {z}"));
    }
    Ok(Some(cluster))
}

/// The arguments of a launch: one by one, or laid out already.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LaunchArguments<'a> {
    Each(&'a [KernelArg]),
    Raw(&'a [u8]),
}

impl<'a> LaunchArguments<'a> {
    /// Lays the arguments out as the kernel's parameters.
    pub(crate) fn packed(self, kernel: &DecodedKernel) -> Result<Cow<'a, [u8]>, String> {
        match self {
            Self::Each(args) => pack(kernel, args).map(Cow::Owned),
            Self::Raw(bytes) if bytes.len() as u64 == kernel.param_bytes => Ok(Cow::Borrowed(bytes)),
            Self::Raw(bytes) => Err(format!("its parameters are {} bytes, not {}", kernel.param_bytes, bytes.len())),
        }
    }
}

fn pack(kernel: &DecodedKernel, args: &[KernelArg]) -> Result<Vec<u8>, String> {
    if args.len() != kernel.params.len() {
        return Err(format!("it takes {} arguments, not {}", kernel.params.len(), args.len()));
    }
    let mut out = vec![0; kernel.param_bytes as usize];
    for (i, (arg, param)) in args.iter().zip(&kernel.params).enumerate() {
        let bytes = arg.bytes();
        if bytes.len() as u64 != param.bytes {
            return Err(format!("argument {i} has {} bytes, but its parameter has {}", bytes.len(), param.bytes));
        }
        let at = param.offset as usize;
        out[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    Ok(out)
}
