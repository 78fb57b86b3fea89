//! A kernel's parameters, resources and limits.

use crate::instruction_set::Isa;
use crate::launch::count;
use crate::program::DecodedKernel;

/// The most blocks of a cluster.
pub(crate) const MOST_BLOCKS: u32 = 16;

/// Blocks of a grid along x, and along y and z, on every GPU so far.
pub(crate) const MOST_BLOCKS_X: u32 = i32::MAX as u32;
pub(crate) const MOST_BLOCKS_YZ: u32 = 65_535;
/// Threads of a block, and those along z, on every GPU so far.
pub(crate) const MOST_THREADS: u32 = 1024;
pub(crate) const MOST_THREADS_Z: u32 = 64;
/// Registers of each of the four parts of a multiprocessor.
const REGISTERS_OF_PART: u32 = 16 << 10;
/// Registers are allocated to a warp in units of so many.
const REGISTER_UNIT: u32 = 256;

/// A kernel's parameters, resources and limits, as [`Module::kernel_info`](crate::Module::kernel_info) returns them.
///
/// ```
/// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
/// #     .visible .entry k(.param .u32 n) { .shared .b8 tile[4224]; .reg .b32 %r; mov.u32 %r, tile; ret; }")?;
/// let info = module.kernel_info("k").unwrap();
/// println!("{} bytes of parameters, {} bytes of shared memory", info.parameter_bytes, info.static_shared_bytes);
/// # Ok::<(), smem_sim::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelInfo {
    /// Whether it is PTX or machine code.
    pub isa: Isa,
    /// The parameters, in order.
    pub parameters: Vec<ParameterPlace>,
    /// Bytes of all parameters, with those between them.
    pub parameter_bytes: usize,
    /// Registers of a thread; `None` for PTX, to which the assembler assigns them, and for a cubin that does not say.
    pub registers: Option<u32>,
    /// Bytes of static shared memory of a block, as the assembler allots them: rounded up where the module declares a dynamic array.
    pub static_shared_bytes: u32,
    /// Bytes of local memory of a thread. Machine code that calls itself or through a register has a stack of 8 KiB here.
    pub local_bytes: u32,
    /// Bytes of the module's `__constant__` variables.
    pub constant_bytes: u32,
    /// The largest number of threads of a block: by the kernel's launch bounds, and of machine code by its registers.
    pub max_threads: u32,
    /// The one block size that the kernel may be launched with, in threads along x, y and z.
    pub required_block: Option<[u32; 3]>,
    /// The one cluster size that the kernel may be launched with, in blocks along x, y and z.
    pub required_cluster: Option<[u32; 3]>,
    /// The version of PTX that the text is in, as `[8, 7]`; `None` for machine code.
    pub ptx_version: Option<[u32; 2]>,
    /// The compute capability that the kernel was compiled for, as 90 for 9.0: the target of PTX, the architecture of machine code.
    pub capability: Option<u32>,
}

/// A parameter's place among a kernel's parameters.
///
/// ```
/// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
/// #     .visible .entry k(.param .u32 n, .param .u64 to) { ret; }")?;
/// let to = module.kernel_info("k").unwrap().parameters[1];
/// assert_eq!((to.offset, to.bytes), (8, 8));
/// # Ok::<(), smem_sim::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParameterPlace {
    /// Bytes from the start of all parameters.
    pub offset: usize,
    /// Its bytes.
    pub bytes: usize,
}

/// The part of each kernel's information that its module determines.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct ModuleFacts {
    /// Bytes of the `__constant__` variables.
    pub constant_bytes: u64,
    /// The version of PTX; `None` for machine code.
    pub ptx_version: Option<[u32; 2]>,
    /// The architecture that it was compiled for, as 90.
    pub capability: Option<u32>,
}

impl KernelInfo {
    /// Of a kernel in a module.
    pub(crate) fn of(kernel: &DecodedKernel, module: ModuleFacts) -> Self {
        let place = |param: &crate::program::Param| ParameterPlace {
            offset: param.offset as usize,
            bytes: param.bytes as usize,
        };
        Self {
            isa: kernel.code.isa(),
            parameters: kernel.params.iter().map(place).collect(),
            parameter_bytes: kernel.param_bytes as usize,
            registers: kernel.registers,
            static_shared_bytes: u32::try_from(kernel.allotted_shared).unwrap_or(u32::MAX),
            local_bytes: u32::try_from(kernel.local_bytes).unwrap_or(u32::MAX),
            constant_bytes: u32::try_from(module.constant_bytes).unwrap_or(u32::MAX),
            max_threads: max_threads(kernel),
            required_block: kernel.required_block,
            required_cluster: kernel.required_cluster,
            ptx_version: module.ptx_version,
            capability: module.capability,
        }
    }
}

fn max_threads(kernel: &DecodedKernel) -> u32 {
    let bound = kernel.max_threads.or(kernel.required_block.map(count));
    let by_bounds = bound.map_or(MOST_THREADS, |most| u32::try_from(most).unwrap_or(u32::MAX));
    let by_registers = kernel.registers.map_or(MOST_THREADS, threads_with_registers);
    by_bounds.min(by_registers).min(MOST_THREADS)
}

/// The largest number of threads of a block whose threads have so many registers. Each of the four parts of a multiprocessor runs whole
/// warps with registers of its own.
pub(crate) fn threads_with_registers(registers: u32) -> u32 {
    // A damaged image may name any number.
    let of_warp = (32 * registers.clamp(1, REGISTERS_OF_PART)).next_multiple_of(REGISTER_UNIT);
    (4 * 32 * (REGISTERS_OF_PART / of_warp)).min(MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_limit_the_threads_of_a_block() {
        // CUDA C++ Programming Guide and the occupancy calculator: 65536 registers a block, in warps of four parts.
        for (registers, threads) in [(1, 1024), (64, 1024), (65, 896), (72, 896), (128, 512), (168, 384), (255, 256)] {
            assert_eq!(threads_with_registers(registers), threads, "{registers}");
        }
    }
}
