//! Modules: parsed and decoded PTX or machine code.

use crate::ParseError;
use crate::kernel_info::{KernelInfo, ModuleFacts};
use crate::launch::LaunchShape;
use crate::launch_check::{LaunchArguments, check};
use crate::launch_refusal::LaunchRefusal;
use crate::parse_error::Refusals;
use crate::program::{DecodedKernel, KernelCode, ModuleVariable, SharedVariable};
use crate::ptx::{Symbols, constant_bytes, lower_kernel, lower_variables, read};
use crate::sass;
use smem_banks::Arch;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kernels and variables of a PTX text or of a cubin, parsed and decoded. A kernel with an instruction that the simulator does not support
/// is [refused](Self::refused) when it is launched; the others run.
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
    kernels: Vec<KernelEntry>,
    pub(crate) variables: Vec<ModuleVariable>,
    /// Constant bank 3 of machine code, with the first values of the `__constant__` variables.
    pub(crate) constants: Vec<u8>,
    facts: ModuleFacts,
}

/// A decoded kernel, or the reason why it cannot run.
#[derive(Debug)]
pub(crate) enum KernelEntry {
    Runnable(Box<DecodedKernel>),
    /// With all reasons that are known, at least one.
    Refused {
        name: String,
        errors: Vec<ParseError>,
    },
}

/// The most instructions of a module's kernels together, after calls are expanded.
const MOST_INSTRUCTIONS: usize = 4_000_000;

fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl KernelEntry {
    pub(crate) fn runnable(&self) -> Option<&DecodedKernel> {
        match self {
            KernelEntry::Runnable(kernel) => Some(kernel),
            KernelEntry::Refused { .. } => None,
        }
    }

    /// The variables in its shared memory; none of one that is refused.
    fn shared_variables(&self) -> &[SharedVariable] {
        match self {
            KernelEntry::Runnable(kernel) => &kernel.shared_variables,
            KernelEntry::Refused { .. } => &[],
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Runnable(kernel) => &kernel.name,
            Self::Refused { name, .. } => name,
        }
    }
}

impl Module {
    /// Parses PTX text and decodes all of its kernels.
    ///
    /// ```
    /// let error = smem_sim::Module::parse(
    ///     ".version 8.8 .target sm_90 .address_size 64
    ///      .visible .entry f( {
    ///        ret;
    ///      }",
    /// )
    /// .unwrap_err();
    /// assert_eq!(error.line(), 2);
    /// ```
    ///
    /// # Errors
    /// If the text is not PTX, or has an unknown directive or an unsupported variable: [`ParseError`] has the line. An unknown
    /// instruction is not an error here, see [`refused`](Self::refused).
    pub fn parse(ptx: &str) -> Result<Self, ParseError> {
        let source = read(ptx)?;
        let mut symbols = Symbols::of(&source);
        let variables = lower_variables(&source, &symbols)?;
        let mut kernels: Vec<KernelEntry> = Vec::new();
        let mut instructions = 0;
        for function in &source.functions {
            if let Some(body) = function.body.as_ref().filter(|_| function.kernel) {
                if kernels.iter().any(|k| k.name() == function.name) {
                    return Err(ParseError::new(
                        function.line,
                        format!("the kernel `{}` is defined twice", function.name),
                    ));
                }
                let lowered = lower_kernel(&symbols, function, body).and_then(|kernel| {
                    instructions += kernel.info.len();
                    let message = "the kernels of this module have too many instructions together";
                    if instructions > MOST_INSTRUCTIONS {
                        Err(ParseError::new(function.line, message))
                    } else {
                        Ok(kernel)
                    }
                });
                kernels.push(match lowered {
                    Ok(kernel) => KernelEntry::Runnable(Box::new(kernel)),
                    Err(error) => KernelEntry::Refused { name: function.name.clone(), errors: vec![error] },
                });
            }
        }
        // Which variables several kernels use is known when all are lowered.
        if symbols.place_behind(kernels.iter().map(KernelEntry::shared_variables)) {
            for function in source.functions.iter().filter(|function| function.kernel) {
                let known = kernels.iter_mut().find(|kernel| kernel.name() == function.name);
                let (Some(known), Some(body)) = (known, &function.body) else { continue };
                if known.shared_variables().len() > 1
                    && let Ok(kernel) = lower_kernel(&symbols, function, body)
                {
                    *known = KernelEntry::Runnable(Box::new(kernel));
                }
            }
        }
        let (ptx_version, capability) = (source.version, source.capability);
        let facts = ModuleFacts { constant_bytes: constant_bytes(&source), ptx_version, capability };
        Ok(Self { id: next_id(), kernels, variables, constants: Vec::new(), facts })
    }

    /// Reads a cubin, and decodes its kernels from the listing that NVIDIA's disassembler prints for it:
    /// `nvdisasm --print-code --print-line-info-inline kernel.cubin`.
    ///
    /// A launch then executes machine code: what the assembler merged, hoisted, predicated or left out is executed and counted as it
    /// is there. A kernel with an opcode or a modifier that is unknown is [refused](Self::refused) when it is launched.
    ///
    /// ```no_run
    /// # use smem_sim::*;
    /// let cubin = std::fs::read("kernel.cubin")?;
    /// let listing = std::fs::read_to_string("kernel.sass")?;
    /// let module = Module::from_cubin(&cubin, &listing)?;
    /// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 32), &[])?;
    /// assert_eq!(profile.isa, Isa::Sass);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a cubin or are corrupt, its architecture is unknown, or the text is not a listing of it.
    pub fn from_cubin(cubin: &[u8], listing: &str) -> Result<Self, ParseError> {
        let sass::Loaded { kernels, variables, constants, arch } = sass::load(cubin, listing)?;
        let entry = |(name, kernel)| match kernel {
            Ok(kernel) => KernelEntry::Runnable(Box::new(kernel)),
            Err(Refusals(errors)) => KernelEntry::Refused { name, errors },
        };
        let kernels = kernels.into_iter().map(entry).collect();
        let capability = Some(arch.number());
        let facts = ModuleFacts { constant_bytes: constants.len() as u64, ptx_version: None, capability };
        Ok(Self { id: next_id(), kernels, variables, constants, facts })
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
    /// let module = smem_sim::Module::parse(
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
    /// # let module = smem_sim::Module::parse(".version 8.8 .target sm_90 .address_size 64
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
    /// let module = smem_sim::Module::parse(".version 8.7 .target sm_90a .address_size 64
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
    /// let module = smem_sim::Module::parse(".version 8.8 .target sm_90 .address_size 64
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
    /// let modules = [smem_sim::Module::parse(text)?, smem_sim::Module::parse(text)?];
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
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() .maxntid 64 { ret; }")?;
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
    /// # let module = smem_sim::Module::parse(".version 8.8 .target sm_90 .address_size 64
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
