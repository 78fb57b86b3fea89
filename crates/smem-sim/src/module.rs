//! Modules: PTX or machine code, as a front end has decoded it.

use crate::ParseError;
use crate::kernel_info::{KernelInfo, ModuleFacts};
use crate::launch::LaunchShape;
use crate::launch_check::{LaunchArguments, check};
use crate::launch_refusal::LaunchRefusal;
use crate::program::{DecodedKernel, KernelCode, ModuleVariable, SharedVariable};
use smem_banks::Arch;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kernels and variables of a PTX text or of a cubin, parsed and decoded. A kernel with an instruction that the simulator does not support
/// is [refused](Self::refused) when it is launched; the others run.
///
/// ```
/// use smem_sim::Module;
///
/// let module = smem_ptx::module(
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
    kernels: Vec<KernelEntry>,
    pub(crate) variables: Vec<ModuleVariable>,
    /// Constant bank 3 of machine code, with the first values of the `__constant__` variables.
    pub(crate) constants: Vec<u8>,
    facts: ModuleFacts,
}

/// A decoded kernel, or the reason why it cannot run.
#[doc(hidden)]
#[derive(Debug)]
pub enum KernelEntry {
    /// As the machine executes it.
    Runnable(Box<DecodedKernel>),
    /// With all reasons that are known, at least one.
    Refused {
        /// Its linker name.
        name: String,
        /// In the order of the text.
        errors: Vec<ParseError>,
    },
}

/// A module as a front end has read it.
#[doc(hidden)]
#[derive(Debug)]
pub struct ModuleParts {
    /// In the order of the text.
    pub kernels: Vec<KernelEntry>,
    /// In global and constant memory.
    pub variables: Vec<ModuleVariable>,
    /// Constant bank 3 of machine code; empty of PTX.
    pub constants: Vec<u8>,
    /// The rest.
    pub facts: ModuleFacts,
}

impl KernelEntry {
    pub(crate) fn runnable(&self) -> Option<&DecodedKernel> {
        match self {
            KernelEntry::Runnable(kernel) => Some(kernel),
            KernelEntry::Refused { .. } => None,
        }
    }

    /// The variables in its shared memory; none of one that is refused.
    pub fn shared_variables(&self) -> &[SharedVariable] {
        match self {
            KernelEntry::Runnable(kernel) => &kernel.shared_variables,
            KernelEntry::Refused { .. } => &[],
        }
    }

    /// Its linker name.
    pub fn name(&self) -> &str {
        match self {
            Self::Runnable(kernel) => &kernel.name,
            Self::Refused { name, .. } => name,
        }
    }
}

impl Module {
    /// Returns the module of what a front end has read.
    #[doc(hidden)]
    pub fn of(parts: ModuleParts) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let ModuleParts { kernels, variables, constants, facts } = parts;
        Self { id: NEXT.fetch_add(1, Ordering::Relaxed), kernels, variables, constants, facts }
    }

    /// Names of the kernels, in the order of the text. Those that are [refused](Self::refused) are included.
    ///
    /// ```
    /// # fn show(module: &smem_sim::Module) {
    /// for kernel in module.kernels() {
    ///     println!("{kernel}");
    /// }
    /// # }
    /// ```
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.kernels.iter().map(KernelEntry::name)
    }

    /// Returns why this kernel cannot run: the first instruction, modifier or declaration, in it or in a function that it calls,
    /// that the simulator does not support. `None` if it can run, or if the module has no such kernel. To launch a refused kernel
    /// is a [`FaultKind::Refused`](crate::FaultKind::Refused).
    ///
    /// ```
    /// let module = smem_ptx::module(
    ///     ".version 8.8 .target sm_90 .address_size 64
    ///      .visible .entry f() { ret; }
    ///      .visible .entry g() {
    ///        tcgen05.fence::before_thread_sync;
    ///      }",
    /// )?;
    /// assert_eq!(module.refused("f"), None);
    /// let error = module.refused("g").unwrap();
    /// assert_eq!(error.to_string(), "PTX line 4: unknown instruction `tcgen05.fence::before_thread_sync`");
    /// # Ok::<(), smem_sim::ParseError>(())
    /// ```
    pub fn refused(&self, kernel: &str) -> Option<&ParseError> {
        self.refusals(kernel).first()
    }

    /// Returns all reasons why this kernel cannot run, as [`refused`](Self::refused) the first. Of machine code these are all instructions
    /// that are unknown; PTX is read up to the first. Empty if it can run, or if the module has no such kernel.
    ///
    /// ```
    /// # fn show(module: &smem_sim::Module) {
    /// for error in module.refusals("gemm") {
    ///     println!("{error}");
    /// }
    /// # }
    /// ```
    pub fn refusals(&self, kernel: &str) -> &[ParseError] {
        match self.entry(kernel) {
            Some(KernelEntry::Refused { errors, .. }) => errors,
            _ => &[],
        }
    }

    /// Bytes of the static shared memory that this kernel declares: dynamic shared memory begins after them. What the assembler allots may
    /// be more, see [`KernelInfo::static_shared_bytes`]. `None` if the kernel is refused, or if the module has no such kernel.
    ///
    /// ```
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    /// #     .visible .entry k() { .shared .b8 tile[4224]; .reg .b32 %r; mov.u32 %r, tile; ret; }").unwrap();
    /// assert_eq!(module.static_shared_bytes("k"), Some(4224));
    /// assert_eq!(module.static_shared_bytes("l"), None);
    /// ```
    pub fn static_shared_bytes(&self, kernel: &str) -> Option<u32> {
        match self.entry(kernel)? {
            KernelEntry::Runnable(kernel) => Some(u32::try_from(kernel.shared_bytes).unwrap_or(u32::MAX)),
            KernelEntry::Refused { .. } => None,
        }
    }

    /// Returns a kernel's parameters, resources and limits; `None` if it is [refused](Self::refused), or if the module has no such kernel.
    ///
    /// ```
    /// let module = smem_ptx::module(".version 8.7 .target sm_90a .address_size 64
    ///     .visible .entry k(.param .u8 a, .param .align 8 .b8 b[24]) .maxntid 128 { .local .b8 kept[40]; .reg .b64 %a;
    ///       mov.u64 %a, kept; ret; }")?;
    /// let info = module.kernel_info("k").unwrap();
    /// let places: Vec<(usize, usize)> = info.parameters.iter().map(|one| (one.offset, one.bytes)).collect();
    /// assert_eq!((places, info.parameter_bytes), (vec![(0, 1), (8, 24)], 32));
    /// assert_eq!((info.max_threads, info.local_bytes, info.registers), (128, 40, None));
    /// assert_eq!((info.ptx_version, info.capability), (Some([8, 7]), Some(90)));
    /// # Ok::<(), smem_sim::ParseError>(())
    /// ```
    pub fn kernel_info(&self, kernel: &str) -> Option<KernelInfo> {
        match self.entry(kernel)? {
            KernelEntry::Runnable(kernel) => Some(KernelInfo::of(kernel, self.facts)),
            KernelEntry::Refused { .. } => None,
        }
    }

    /// Returns true if a kernel reads a clock, whose values depend on the order in which warps run. False if the module has no such kernel, or it is
    /// [refused](Self::refused).
    ///
    /// ```
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry timed() { .reg .b64 %d; mov.u64 %d, %clock64; ret; } .visible .entry plain() { ret; }")?;
    /// assert!(module.reads_clock("timed") && !module.reads_clock("plain"));
    /// # Ok::<(), smem_sim::ParseError>(())
    /// ```
    pub fn reads_clock(&self, kernel: &str) -> bool {
        self.entry(kernel).and_then(KernelEntry::runnable).is_some_and(|kernel| kernel.code.reads_clock())
    }

    /// A number that no other module of the process has.
    ///
    /// ```
    /// let text = ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }";
    /// let modules = [smem_ptx::module(text)?, smem_ptx::module(text)?];
    /// assert_ne!(modules[0].id(), modules[1].id());
    /// # Ok::<(), smem_sim::ParseError>(())
    /// ```
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Checks a launch on this architecture, as it is before it begins: blocks, threads, shared memory, arguments and clusters. Nothing is said of a
    /// kernel that is refused or not there.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() .maxntid 64 { ret; }")?;
    /// let check = |threads| module.check_launch(Arch::SM_90, "k", &LaunchShape::new(1, threads), LaunchArguments::Raw(&[]));
    /// assert!(check(64).is_ok() && matches!(check(65), Err(LaunchRefusal::Threads { .. })));
    /// # Ok::<(), ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The first reason why the launch cannot begin.
    pub fn check_launch(
        &self,
        arch: Arch,
        kernel: &str,
        launch: &LaunchShape,
        args: LaunchArguments<'_>,
    ) -> Result<(), LaunchRefusal> {
        let Some(KernelEntry::Runnable(kernel)) = self.entry(kernel) else { return Ok(()) };
        check(arch, kernel, launch, args).map(|_| ())
    }

    /// The variables in shared memory of a kernel, in the order of their addresses. Empty if the module has no such kernel, or it is
    /// refused, or it is machine code, whose cubin has no names of them.
    ///
    /// The assembler gives the same addresses to the variables of the PTX that it makes machine code of, as far as NVRTC 12.9 was looked
    /// at: in the order of the text, each aligned as it says, and those that several kernels of the module use after the others.
    ///
    /// ```
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    /// #     .visible .entry k() { .shared .align 1 .b8 flag[3]; .shared .align 16 .b8 tile[4096];
    /// #     st.shared.u8 [flag], 7; st.shared.u8 [tile], 7; ret; }").unwrap();
    /// let [flag, tile] = module.shared_variables("k") else { panic!("two variables") };
    /// assert_eq!((flag.name.as_str(), flag.offset, flag.bytes), ("flag", 0, Some(3)));
    /// assert_eq!((tile.name.as_str(), tile.offset, tile.bytes), ("tile", 16, Some(4096)));
    /// ```
    pub fn shared_variables(&self, kernel: &str) -> &[SharedVariable] {
        self.entry(kernel).map_or(&[], KernelEntry::shared_variables)
    }

    /// Whether a kernel of PTX reads the result of a matrix product of four warps before a wait for it, on a path of its code.
    pub fn has_unawaited_results(&self, kernel: &str) -> bool {
        let found = self.entry(kernel).and_then(KernelEntry::runnable);
        found.is_some_and(|kernel| matches!(&kernel.code, KernelCode::Ptx(code) if !code.unawaited.is_empty()))
    }

    /// Its kernels, in order; `None` for one that is refused.
    pub(crate) fn runnable(&self) -> Vec<Option<&DecodedKernel>> {
        self.kernels.iter().map(KernelEntry::runnable).collect()
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&KernelEntry> {
        self.kernels.iter().find(|kernel| kernel.name() == name)
    }
}
