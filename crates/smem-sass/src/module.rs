//! A cubin and its listing become a module.

use crate::cubin::{Loaded, load};
use smem_sim::kernel_info::ModuleFacts;
use smem_sim::module::{KernelEntry, ModuleParts};
use smem_sim::parse_error::Refusals;
use smem_sim::{Module, ParseError};

/// Reads a cubin, and decodes its kernels from the listing that NVIDIA's disassembler prints for it:
/// `nvdisasm --print-code --print-line-info-inline kernel.cubin`.
///
/// A launch then executes machine code: what the assembler merged, hoisted, predicated or left out is executed and counted as it
/// is there. A kernel with an opcode or a modifier that is unknown is [refused](Module::refused) when it is launched.
///
/// ```no_run
/// # use smem_sim::*;
/// let cubin = std::fs::read("kernel.cubin")?;
/// let listing = std::fs::read_to_string("kernel.sass")?;
/// let module = smem_sass::module(&cubin, &listing)?;
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 32), &[])?;
/// assert_eq!(profile.isa, Isa::Sass);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the bytes are not a cubin or are corrupt, its architecture is unknown, or the text is not a listing of it.
pub fn module(cubin: &[u8], listing: &str) -> Result<Module, ParseError> {
    let Loaded { kernels, variables, constants, arch } = load(cubin, listing)?;
    let entry = |(name, kernel)| match kernel {
        Ok(kernel) => KernelEntry::Runnable(Box::new(kernel)),
        Err(Refusals(errors)) => KernelEntry::Refused { name, errors },
    };
    let kernels = kernels.into_iter().map(entry).collect();
    let capability = Some(arch.number());
    let facts = ModuleFacts { constant_bytes: constants.len() as u64, ptx_version: None, capability };
    Ok(Module::of(ModuleParts { kernels, variables, constants, facts }))
}
