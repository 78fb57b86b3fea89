//! PTX text with what is read of it.

use std::sync::{Arc, OnceLock};

use crate::declared::PtxDeclarations;
use crate::header::PtxHeader;
use crate::module::module;
use smem_sim::{Module, ParseError};

/// PTX text, of which the header, the declarations and the module are read once, when they are first asked for. Clones share them.
///
/// ```
/// let ptx = smem_ptx::PtxText::from(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }");
/// assert_eq!(ptx.header().target.as_deref(), Some("sm_90"));
/// assert_eq!(ptx.declarations().kernels[0].name, "k");
/// assert!(std::sync::Arc::ptr_eq(&ptx.module()?, &ptx.clone().module()?));
/// # Ok::<(), smem_sim::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PtxText(Arc<PtxParts>);

#[derive(Debug, Default)]
struct PtxParts {
    text: String,
    header: OnceLock<PtxHeader>,
    declarations: OnceLock<Arc<PtxDeclarations>>,
    module: OnceLock<Result<Arc<Module>, ParseError>>,
}

impl PtxText {
    /// All of it.
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// Returns its version and target.
    pub fn header(&self) -> &PtxHeader {
        self.0.header.get_or_init(|| PtxHeader::read(self.as_str()))
    }

    /// Returns its kernels, variables and pragmas.
    pub fn declarations(&self) -> &Arc<PtxDeclarations> {
        self.0.declarations.get_or_init(|| Arc::new(PtxDeclarations::read(self.as_str())))
    }

    /// Returns true if one of its kernels reads the result of a matrix product of four warps before a wait for it: machine code does not.
    ///
    /// ```
    /// assert!(!smem_ptx::PtxText::from("bar.sync 0;").has_unawaited_results("k"));
    /// ```
    pub fn has_unawaited_results(&self, kernel: &str) -> bool {
        self.declarations().has_group_products && self.module().is_ok_and(|module| module.has_unawaited_results(kernel))
    }

    /// Returns its module, one for all clones: a simulator keeps one copy of its variables.
    ///
    /// # Errors
    /// Those of [`module`](crate::module).
    pub fn module(&self) -> Result<Arc<Module>, ParseError> {
        self.0.module.get_or_init(|| module(self.as_str()).map(Arc::new)).clone()
    }
}

impl From<String> for PtxText {
    fn from(text: String) -> PtxText {
        PtxText(Arc::new(PtxParts { text, ..PtxParts::default() }))
    }
}

impl From<&str> for PtxText {
    fn from(text: &str) -> PtxText {
        PtxText::from(text.to_owned())
    }
}

impl From<&String> for PtxText {
    fn from(text: &String) -> PtxText {
        PtxText::from(text.clone())
    }
}
