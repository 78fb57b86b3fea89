//! NVIDIA's tools that code is loaded with.

use smem_ptx::PtxText;
use smem_sim::Arch;
use smem_toolchain::{Assembler, Disassembler};

use super::loadable_code::{CodeError, LoadableCode};

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
    pub(super) fn assembled(&self, ptx: &PtxText, arch: Arch) -> Result<Option<LoadableCode>, String> {
        let assembler = self.assembler.as_ref().filter(|_| !self.prefers_ptx);
        let (Some(assembler), Some(disassembler)) = (assembler, &self.disassembler) else { return Ok(None) };
        match LoadableCode::assembled(ptx, NAME, (assembler, disassembler), arch) {
            Ok(code) => Ok(Some(code).filter(LoadableCode::runs_all)),
            Err(CodeError::Tool(error)) => Err(error.to_string()),
            Err(CodeError::Refused(_)) => Ok(None),
        }
    }
}
