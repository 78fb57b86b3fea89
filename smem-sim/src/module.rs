//! A parsed and checked PTX module.

use crate::lower::{Symbols, lower_kernel, lower_variables};
use crate::parse::{ParseError, read};
use crate::program::{Kernel, ModuleVariable};
use std::sync::atomic::{AtomicU64, Ordering};

/// PTX, parsed and decoded: every instruction in it is one that the simulator knows.
///
/// ```
/// use smem_sim::Module;
///
/// let module = Module::parse(
///     ".version 8.8
///      .target sm_90
///      .address_size 64
///      .visible .entry nothing() { ret; }",
/// )?;
/// assert_eq!(module.kernels().collect::<Vec<_>>(), ["nothing"]);
/// # Ok::<(), smem_sim::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Module {
    /// Unique in the process: a simulator keeps one copy of the variables of each module.
    pub(crate) id: u64,
    kernels: Vec<Kernel>,
    pub(crate) variables: Vec<ModuleVariable>,
}

impl Module {
    /// Parses PTX text and decodes all of its kernels.
    ///
    /// ```
    /// let error = smem_sim::Module::parse(
    ///     ".version 8.8 .target sm_90 .address_size 64
    ///      .visible .entry f() {
    ///        wgmma.fence.sync.aligned;
    ///      }",
    /// )
    /// .unwrap_err();
    /// assert_eq!(error.to_string(), "PTX line 3: unknown instruction `wgmma.fence.sync.aligned`");
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] names the line and what is unknown or wrong there.
    pub fn parse(ptx: &str) -> Result<Self, ParseError> {
        let source = read(ptx)?;
        let symbols = Symbols::of(&source);
        let variables = lower_variables(&source, &symbols)?;
        let mut kernels: Vec<Kernel> = Vec::new();
        for function in &source.functions {
            if let Some(body) = function.body.as_ref().filter(|_| function.kernel) {
                if kernels.iter().any(|k| *k.name == *function.name) {
                    return Err(ParseError::new(
                        function.line,
                        format!("the kernel `{}` is there twice", function.name),
                    ));
                }
                kernels.push(lower_kernel(&symbols, function, body)?);
            }
        }
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Ok(Self { id: NEXT.fetch_add(1, Ordering::Relaxed), kernels, variables })
    }

    /// Names of the kernels, in the order of the text.
    ///
    /// ```
    /// # fn show(module: &smem_sim::Module) {
    /// for kernel in module.kernels() {
    ///     println!("{kernel}");
    /// }
    /// # }
    /// ```
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.kernels.iter().map(|k| &*k.name)
    }

    /// Bytes of static shared memory of a block of this kernel, `None` when there is no such kernel.
    ///
    /// ```
    /// # let module = smem_sim::Module::parse(".version 8.8 .target sm_90 .address_size 64
    /// #     .visible .entry k() { .shared .b8 tile[4224]; .reg .b32 %r; mov.u32 %r, tile; ret; }").unwrap();
    /// assert_eq!(module.static_shared_bytes("k"), Some(4224));
    /// assert_eq!(module.static_shared_bytes("l"), None);
    /// ```
    pub fn static_shared_bytes(&self, kernel: &str) -> Option<u32> {
        self.kernel(kernel).map(|k| u32::try_from(k.shared_bytes).unwrap_or(u32::MAX))
    }

    pub(crate) fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| &*k.name == name)
    }
}
