//! The simulator behind the same calls as the GPU.

use std::cell::RefCell;
use std::rc::Rc;

use smem_banks::Arch;
use smem_driver::{JudgedLaunch, LaunchVerdict, VerdictEngine};
use smem_ptx::{PtxText, ptx_has_source_lines};
use smem_sim::{
    AddressMap, Fault, FaultKind, Isa, KernelArg, LaunchArguments, LaunchRefusal, LaunchShape, Observer, Profile,
    Simulator, shown_kernel,
};
use smem_toolchain::{Assembler, Compiled, Disassembler, Install, Nvrtc, ToolError};

use super::arg::Arg;
use super::element::Element;
use super::sim_module::{SimKernel, SimModule};
use crate::printable;
use crate::{Error, LaunchProblem};

/// The compute capability simulated where NVRTC compiles for it, as 90 for 9.0.
const CAPABILITY: u32 = 90;

pub(super) struct Sim {
    simulator: Rc<RefCell<Simulator>>,
    arch: Arch,
    /// As 90 for 9.0.
    capability: u32,
    /// For machine code; PTX without it.
    disassembler: Option<Disassembler>,
    /// For an assembler, once PTX is loaded as machine code.
    install: Install,
    /// The fault of the last launch that had one, until it is taken.
    faulted: RefCell<Option<Fault>>,
}

/// A variable of a module, in the simulator's memory.
#[derive(Debug)]
pub(super) struct SimVariable {
    address: u64,
    size: usize,
}

/// A piece of the simulator's memory, freed when dropped.
pub(super) struct SimMemory {
    simulator: Rc<RefCell<Simulator>>,
    address: u64,
}

impl Sim {
    /// Opens a simulator of an instruction set, and finds the tool that machine code takes.
    pub(super) fn open(nvrtc: &Nvrtc, isa: Isa, install: Install) -> Result<Sim, Error> {
        let (major, minor) = nvrtc.version();
        let capability = nvrtc.architecture_up_to(CAPABILITY);
        let arch = capability.and_then(|known| Arch::from_compute_capability(known / 10, known % 10));
        match arch {
            Some(arch) => Sim::open_arch(nvrtc, arch, isa, install),
            None => {
                Err(ToolError::Unusable(format!("NVRTC {major}.{minor} compiles for nothing the simulator knows"))
                    .into())
            }
        }
    }

    /// The same for an architecture.
    pub(super) fn open_arch(nvrtc: &Nvrtc, arch: Arch, isa: Isa, install: Install) -> Result<Sim, Error> {
        let capability = arch.number();
        if !nvrtc.architectures().contains(&capability) {
            let (major, minor) = nvrtc.version();
            let known: Vec<String> = nvrtc.architectures().iter().map(|known| format!("sm_{known}")).collect();
            let known = known.join(", ");
            return Err(ToolError::Unusable(format!(
                "NVRTC {major}.{minor} does not compile for {arch}, but for {known}"
            ))
            .into());
        }
        let simulator = Rc::new(RefCell::new(Simulator::new(arch)));
        let disassembler = match isa {
            Isa::Sass => Some(Disassembler::find(install.clone())?),
            _ => None,
        };
        Ok(Sim { simulator, arch, capability, disassembler, install, faulted: RefCell::default() })
    }

    /// Changes the settings of a simulator.
    pub(super) fn change(&self, change: impl FnOnce(Simulator) -> Simulator) {
        let simulator = self.simulator.replace(Simulator::new(self.arch));
        self.simulator.replace(change(simulator));
    }

    pub(super) fn describe(&self) -> String {
        match self.disassembler {
            Some(_) => format!("simulator of machine code (smem-sim, sm_{})", self.capability),
            None => format!("simulator (smem-sim, sm_{})", self.capability),
        }
    }

    pub(super) fn isa(&self) -> Isa {
        if self.disassembler.is_some() { Isa::Sass } else { Isa::Ptx }
    }

    /// Loads what NVRTC has made, called `name` in messages. With `has_cache` results of earlier calls of tools are taken.
    pub(super) fn load(
        &self,
        compiled: &Compiled,
        ptx: &PtxText,
        name: &str,
        has_cache: bool,
    ) -> Result<SimModule, Error> {
        if self.disassembler.is_none() {
            return SimModule::of_ptx(ptx, name);
        }
        let Some(cubin) = compiled.cubin() else {
            let message = format!(
                "`{name}` is compiled for no real architecture such as `-arch=sm_90`, so it has no machine code"
            );
            return Err(Error::Simulator(message));
        };
        self.load_cubin(cubin, Some(ptx), name, has_cache)
    }

    /// Loads a cubin, called `name` in messages, and the PTX that it was made of, if that is there.
    pub(super) fn load_cubin(
        &self,
        cubin: &[u8],
        ptx: Option<&PtxText>,
        name: &str,
        has_cache: bool,
    ) -> Result<SimModule, Error> {
        let Some(disassembler) = self.disassembler.clone() else {
            return Err(Error::Simulator(format!("`{name}` is machine code, and this simulator runs PTX")));
        };
        SimModule::of_code(cubin, &disassembler.cache(has_cache).listing(cubin)?, name, ptx)
    }

    /// Loads PTX, called `name` in messages; a simulator of machine code assembles it, as a driver does.
    pub(super) fn load_ptx(&self, ptx: &PtxText, name: &str, has_cache: bool) -> Result<SimModule, Error> {
        let Some(disassembler) = self.disassembler.clone() else { return SimModule::of_ptx(ptx, name) };
        let disassembler = disassembler.cache(has_cache);
        let assembler = Assembler::find(self.install.clone())?.cache(has_cache);
        let (target, has_lines) = (ptx.header().target_on(self.capability), ptx_has_source_lines(ptx.as_str()));
        let (cubin, listing) = disassembler.assembled(&assembler, ptx.as_str(), name, &target, has_lines)?;
        SimModule::of_code(&cubin, &listing, name, Some(ptx))
    }

    pub(super) fn simulator(&self) -> &Rc<RefCell<Simulator>> {
        &self.simulator
    }

    pub(super) fn arch(&self) -> Arch {
        self.arch
    }

    /// NVRTC's option to compile for the capability that is simulated.
    pub(super) fn target(&self) -> String {
        let kind = if self.disassembler.is_some() { "sm" } else { "compute" };
        format!("-arch={kind}_{}", self.capability)
    }

    pub(super) fn zeros<T: Element>(&self, len: usize) -> Result<SimMemory, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .ok_or_else(|| Error::Simulator(format!("{len} elements are more than the simulator's memory holds")))?;
        let address = self.simulator.borrow().alloc(bytes);
        if address == 0 {
            return Err(self.no_memory(format!("a buffer of {bytes} bytes")));
        }
        Ok(SimMemory { simulator: Rc::clone(&self.simulator), address })
    }

    /// The error for something that takes more memory than there is.
    fn no_memory(&self, what: String) -> Error {
        let simulator = self.simulator.borrow();
        let budget = simulator.memory_budget();
        let (limit, left) = (budget.limit(), budget.left());
        Error::MemoryLimit(format!("{what} is more than the memory that is left: {left} of {limit} bytes"))
    }

    /// Bytes that buffers may still take.
    pub(super) fn memory_left(&self) -> u64 {
        self.simulator.borrow().memory_budget().left()
    }

    pub(super) fn upload<T: Element>(&self, values: &[T]) -> Result<SimMemory, Error> {
        let memory = self.zeros::<T>(values.len())?;
        let simulator = self.simulator.borrow();
        simulator.write(memory.address, &T::stored(values)).map_err(fault)?;
        drop(simulator);
        Ok(memory)
    }

    /// The variable that is `entry` in PTX.
    pub(super) fn variable(&self, module: &SimModule, entry: &str) -> Result<SimVariable, Error> {
        let found = self.simulator.borrow().variable(&module.code, entry);
        let (address, size) = found.ok_or_else(|| self.no_memory(format!("the module with the variable `{entry}`")))?;
        Ok(SimVariable { address, size })
    }

    pub(super) fn write_variable(&self, variable: &SimVariable, bytes: &[u8]) -> Result<(), Error> {
        self.simulator.borrow().write(variable.address, bytes).map_err(fault)
    }

    pub(super) fn read_variable(&self, variable: &SimVariable, bytes: &mut [u8]) -> Result<(), Error> {
        self.simulator.borrow().read(variable.address, bytes).map_err(fault)
    }

    pub(super) fn launch(
        &self,
        name: &str,
        kernel: &SimKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
    ) -> Result<Profile, Error> {
        self.run(name, kernel, launch, args, |simulator, shape, args| {
            simulator.launch(&kernel.module.code, &kernel.entry, shape, args)
        })
    }

    /// Launches a kernel with observers that `new` makes, one for each host thread.
    pub(super) fn launch_observed<O: Observer>(
        &self,
        name: &str,
        kernel: &SimKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        self.run(name, kernel, launch, args, |simulator, shape, args| {
            simulator.launch_observed(&kernel.module.code, &kernel.entry, shape, args, new)
        })
    }

    /// The same with the bytes of shared memory where `map` has them.
    pub(super) fn launch_relaid<O: Observer>(
        &self,
        name: &str,
        kernel: &SimKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        map: &AddressMap,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        self.run(name, kernel, launch, args, |simulator, shape, args| {
            simulator.launch_relaid(&kernel.module.code, &kernel.entry, shape, args, map, new)
        })
    }

    /// Launches a kernel with observers, and judges the launch.
    pub(super) fn launch_judged<O: Observer>(
        &self,
        name: &str,
        kernel: &SimKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        engine: &VerdictEngine,
        new: impl Fn() -> O + Sync,
    ) -> Result<LaunchVerdict<Vec<O>>, Error> {
        let (shape, args) = (launch, given(args));
        let SimKernel { module: SimModule { code, ptx }, entry } = kernel;
        let judged =
            JudgedLaunch { code, ptx: ptx.as_ref(), kernel: entry, shape: &shape, args: LaunchArguments::Each(&args) };
        let mut verdict = engine.run(&self.simulator.borrow(), &judged, |simulator| {
            simulator.launch_observed(code, entry, &shape, &args, new)
        });
        eprint!("{}", printable(&verdict.printed));
        if let Some(found) = verdict.fault.take_if(|found| is_refusal(&found.kind)) {
            return Err(fault(named(found, entry, name)));
        }
        verdict.fault = verdict.fault.map(|found| named(found, entry, name));
        verdict.earlier_fault = verdict.earlier_fault.map(|found| named(found, entry, name));
        for grids in &mut verdict.launched {
            grids.profile.kernel = shown_kernel(&grids.profile.kernel);
        }
        Ok(verdict)
    }

    fn run<T>(
        &self,
        name: &str,
        kernel: &SimKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        act: impl FnOnce(&Simulator, &LaunchShape, &[KernelArg]) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let (shape, args) = (launch, given(args));
        // Faults call the kernel what the user calls it.
        let simulator = self.simulator.borrow();
        let result = act(&simulator, &shape, &args);
        // Not to standard output, which may be a report for other programs to read.
        eprint!("{}", printable(&simulator.take_printed()));
        result.map_err(|found| {
            let found = named(found, &kernel.entry, name);
            self.faulted.replace(Some(found.clone()));
            fault(found)
        })
    }

    /// The profiles of the grids that kernels launched.
    pub(super) fn take_launched(&self) -> Vec<Profile> {
        let mut launched = self.simulator.borrow().take_launched();
        for profile in &mut launched {
            profile.kernel = shown_kernel(&profile.kernel);
        }
        launched
    }

    pub(super) fn take_fault(&self) -> Option<Fault> {
        self.faulted.take()
    }
}

impl SimVariable {
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

impl SimMemory {
    pub(super) fn address(&self) -> u64 {
        self.address
    }

    pub(super) fn clear(&mut self, bytes: usize) -> Result<(), Error> {
        self.simulator.borrow().fill(self.address, &[0], bytes).map_err(fault)
    }

    pub(super) fn read<T: Element>(&self, len: usize) -> Result<Vec<T>, Error> {
        let mut bytes = vec![0; len * size_of::<T>()];
        self.simulator.borrow().read(self.address, &mut bytes).map_err(fault)?;
        Ok(bytes.chunks_exact(size_of::<T>()).map(T::get).collect())
    }
}

impl Drop for SimMemory {
    fn drop(&mut self) {
        // It was allocated there and is freed only here, so there is nothing to fail.
        let _ = self.simulator.borrow().free(self.address);
    }
}

/// The arguments as the simulator takes them.
fn given(args: &[Arg<'_>]) -> Vec<KernelArg> {
    args.iter().map(|arg| KernelArg::Bytes(arg.bytes())).collect()
}

/// A fault with the names of kernels that users know: `name` for `entry`. It may be of a kernel that this one launched.
fn named(mut fault: Fault, entry: &str, name: &str) -> Fault {
    let launched = fault.kernel.as_deref().filter(|own| *own != entry).map(shown_kernel);
    if let Some(profile) = fault.so_far.as_mut().filter(|_| launched.is_some()) {
        profile.kernel = shown_kernel(&profile.kernel);
    }
    fault.kernel = Some(launched.map_or_else(|| name.into(), Into::into));
    fault
}

/// Whether a fault is of the launch, and not of its kernel. What the program's own host code leaves out is a fault of the program.
fn is_refusal(kind: &FaultKind) -> bool {
    if matches!(kind, FaultKind::Launch(LaunchRefusal::OptIn { .. })) {
        return false;
    }
    matches!(kind, FaultKind::Launch(_) | FaultKind::Host(_))
}

pub(super) fn fault(fault: Fault) -> Error {
    let message = fault.to_string();
    match fault.kind {
        FaultKind::Launch(refusal) => {
            let kernel = fault.kernel.as_deref().unwrap_or_default().to_owned();
            LaunchProblem::Refused { kernel, refusal: Box::new(refusal) }.into()
        }
        FaultKind::Host(_) => Error::Simulator(message),
        FaultKind::Limit(_) => Error::InstructionLimit(message),
        FaultKind::Memory(_) => Error::MemoryLimit(message),
        _ => Error::Fault(message),
    }
}

// Written by hand: a simulator's memory is nothing to print.
impl std::fmt::Debug for Sim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sim").field("capability", &self.capability).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SimMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimMemory").field("address", &self.address).finish_non_exhaustive()
    }
}
