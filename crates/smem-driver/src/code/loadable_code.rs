//! Code that was read.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use smem_ptx::{PtxText, ptx_has_source_lines};
use smem_sim::{Arch, Module, ParseError};
use smem_toolchain::{Assembler, Disassembler, ToolError};

/// Code in the simulator's form, to be loaded by [`Driver::load_code`](crate::Driver::load_code).
///
/// ```
/// use smem_driver::LoadableCode;
/// use smem_ptx::PtxText;
///
/// let ptx = PtxText::from(".version 8.0 .target sm_80 .address_size 64 .visible .entry nothing() { ret; }");
/// let code = LoadableCode::of_ptx(&ptx)?;
/// assert!(code.module().refused("nothing").is_none());
/// # Ok::<(), smem_sim::ParseError>(())
/// ```
#[derive(Debug)]
pub struct LoadableCode {
    pub(crate) module: Arc<Module>,
    /// Whether its machine code was assembled here, from its PTX.
    assembled: bool,
    /// The PTX that judges its machine code.
    pub(crate) ptx: Option<PtxText>,
    /// The context that it was loaded into.
    pub(crate) context: u64,
    /// Handles of its kernels that were asked for, by name.
    functions: Mutex<BTreeMap<String, u64>>,
}

/// Why code cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeError {
    /// A tool is missing, came to a limit, or refuses the code.
    Tool(ToolError),
    /// The simulator refuses it.
    Refused(ParseError),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::Tool(error) => error.fmt(f),
            CodeError::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CodeError {}

impl LoadableCode {
    /// PTX, which runs as it is.
    ///
    /// # Errors
    /// Those of [`smem_ptx::module`].
    pub fn of_ptx(ptx: &PtxText) -> Result<LoadableCode, ParseError> {
        Ok(LoadableCode::of(ptx.module()?, None))
    }

    /// The machine code of a cubin, which the PTX that it was made of judges, where that is known.
    ///
    /// # Errors
    /// Those of the disassembler, and of [`smem_sass::module`].
    pub fn of_cubin(
        cubin: &[u8],
        disassembler: &Disassembler,
        ptx: Option<PtxText>,
    ) -> Result<LoadableCode, CodeError> {
        let listing = disassembler.listing(cubin).map_err(CodeError::Tool)?;
        let module = smem_sass::module(cubin, &listing).map_err(CodeError::Refused)?;
        Ok(LoadableCode::of(Arc::new(module), ptx))
    }

    /// The machine code that PTX becomes for an architecture, as a driver makes it. `name` is what findings call a text that names no source.
    ///
    /// # Errors
    /// Those of the tools, and of [`smem_sass::module`].
    pub fn assembled(
        ptx: &PtxText,
        name: &str,
        (assembler, disassembler): (&Assembler, &Disassembler),
        arch: Arch,
    ) -> Result<LoadableCode, CodeError> {
        let (target, has_lines) = (ptx.header().target_on(arch.number()), ptx_has_source_lines(ptx.as_str()));
        let made = disassembler.assembled(assembler, ptx.as_str(), name, &target, has_lines);
        let (cubin, listing) = made.map_err(CodeError::Tool)?;
        let module = smem_sass::module(&cubin, &listing).map_err(CodeError::Refused)?;
        Ok(LoadableCode { assembled: true, ..LoadableCode::of(Arc::new(module), Some(ptx.clone())) })
    }

    fn of(module: Arc<Module>, ptx: Option<PtxText>) -> LoadableCode {
        LoadableCode { module, assembled: false, ptx, context: 0, functions: Mutex::default() }
    }

    /// Says which PTX judges its machine code.
    pub(super) fn judged_by(self, ptx: Option<PtxText>) -> LoadableCode {
        LoadableCode { ptx, ..self }
    }

    /// The module that runs.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Whether the simulator can run all of its kernels.
    pub(super) fn runs_all(&self) -> bool {
        self.module.kernels().all(|kernel| self.module.kernel_info(kernel).is_some())
    }

    /// The version of the PTX that its machine code was assembled from.
    pub(super) fn ptx_version(&self) -> Option<[u32; 2]> {
        self.ptx.as_ref().filter(|_| self.assembled).and_then(|ptx| ptx.header().version)
    }

    /// Says which context it is in.
    pub(crate) fn in_context(self, context: u64) -> LoadableCode {
        LoadableCode { context, ..self }
    }

    /// Whether it has a kernel of that name.
    pub(crate) fn has_kernel(&self, name: &str) -> bool {
        self.module.kernels().any(|known| known == name)
    }

    /// Returns the handle of a kernel, which `new` makes the first time.
    pub(crate) fn function(&self, name: &str, new: impl FnOnce() -> u64) -> u64 {
        *self.functions.lock().entry(name.to_owned()).or_insert_with(new)
    }

    /// Handles of the kernels that were asked for.
    pub(crate) fn functions(&self) -> Vec<u64> {
        self.functions.lock().values().copied().collect()
    }
}
