//! NVIDIA's tools that code is loaded with.

use smem_ptx::{PtxHeader, ptx_has_source_lines};
use smem_sim::{Arch, Module};
use smem_toolchain::{Assembler, Disassembler};

/// The name of a program's PTX in places of findings, where the PTX names no source.
const NAME: &str = "module.ptx";

/// The tools that there are: machine code needs the disassembler, PTX that is to become machine code both.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeTools {
    pub(crate) assembler: Option<Assembler>,
    pub(crate) disassembler: Option<Disassembler>,
    /// Whether code that is there as PTX runs as PTX.
    pub(crate) prefers_ptx: bool,
}

impl CodeTools {
    /// Whether PTX is assembled.
    pub(super) fn assembles(&self) -> bool {
        !self.prefers_ptx && self.assembler.is_some() && self.disassembler.is_some()
    }

    /// The machine code of PTX, as a driver makes it; none without the tools, where PTX is preferred, and where the simulator refuses one of
    /// its kernels.
    ///
    /// # Errors
    /// The assembler's sentence, where it refuses the PTX.
    pub(super) fn assembled(&self, text: &str, header: &PtxHeader, arch: Arch) -> Result<Option<Module>, String> {
        let assembler = self.assembler.as_ref().filter(|_| !self.prefers_ptx);
        let (Some(assembler), Some(disassembler)) = (assembler, &self.disassembler) else { return Ok(None) };
        let (target, has_lines) = (header.target_on(arch.number()), ptx_has_source_lines(text));
        let assembled = disassembler.assembled(assembler, text, NAME, &target, has_lines);
        let (cubin, listing) = assembled.map_err(|error| error.to_string())?;
        let module = smem_sass::module(&cubin, &listing).ok();
        let runs_all = |module: &Module| module.kernels().all(|kernel| module.kernel_info(kernel).is_some());
        Ok(module.filter(runs_all))
    }
}
