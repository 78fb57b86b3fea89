//! The simulator as a device: one context and one stream of the simulated driver, through which `smem-tile run` launches as well.

use std::any::Any;
use std::cell::RefCell;

use smem_banks::Arch;
use smem_driver::{
    CodeError, Driver, DriverError, JudgedLaunch, LaunchRequest, LaunchVerdict, LoadableCode, VerdictEngine,
};
use smem_sim::{
    AddressMap, Fault, FaultKind, Isa, KernelArg, LaunchArguments, LaunchRefusal, Observer, Profile, Simulator,
    Texture, shown_kernel,
};
use smem_toolchain::{Assembler, Disassembler, Install, Nvrtc, ToolError};

use super::arg::Arg;
use super::backend::{Backend, CodeToLoad, DeviceCore, LaunchOf};
use crate::printable;
use crate::{Error, LaunchProblem};

/// The compute capability simulated where NVRTC compiles for it, as 90 for 9.0.
const CAPABILITY: u32 = 90;

pub(super) struct DriverDevice {
    driver: RefCell<Driver>,
    context: u64,
    arch: Arch,
    /// For machine code; PTX without it.
    disassembler: Option<Disassembler>,
    /// For an assembler, once PTX is loaded as machine code.
    install: Install,
    /// The profiles of grids that kernels launched, until they are taken.
    launched: RefCell<Vec<Profile>>,
}

impl DriverDevice {
    /// The simulator that a device is, if it is one.
    pub(super) fn of(core: &DeviceCore) -> Option<&DriverDevice> {
        let backend: &dyn Any = &*core.backend;
        backend.downcast_ref()
    }

    /// Opens a simulator of an instruction set, and finds the tool that machine code takes.
    pub(super) fn open(nvrtc: &Nvrtc, isa: Isa, install: Install) -> Result<DriverDevice, Error> {
        let (major, minor) = nvrtc.version();
        let capability = nvrtc.architecture_up_to(CAPABILITY);
        let arch = capability.and_then(|known| Arch::from_compute_capability(known / 10, known % 10));
        match arch {
            Some(arch) => DriverDevice::open_arch(nvrtc, arch, isa, install),
            None => {
                Err(ToolError::Unusable(format!("NVRTC {major}.{minor} compiles for nothing the simulator knows"))
                    .into())
            }
        }
    }

    /// The same for an architecture.
    pub(super) fn open_arch(nvrtc: &Nvrtc, arch: Arch, isa: Isa, install: Install) -> Result<DriverDevice, Error> {
        if !nvrtc.architectures().contains(&arch.number()) {
            let (major, minor) = nvrtc.version();
            let known: Vec<String> = nvrtc.architectures().iter().map(|known| format!("sm_{known}")).collect();
            let known = known.join(", ");
            return Err(ToolError::Unusable(format!(
                "NVRTC {major}.{minor} does not compile for {arch}, but for {known}"
            ))
            .into());
        }
        let disassembler = match isa {
            Isa::Sass => Some(Disassembler::find(install.clone())?),
            _ => None,
        };
        let driver = Driver::on(Simulator::new(arch));
        driver.init(0).map_err(failed)?;
        let context = driver.retain_primary(0).map_err(failed)?;
        Ok(DriverDevice {
            driver: RefCell::new(driver),
            context,
            arch,
            disassembler,
            install,
            launched: RefCell::default(),
        })
    }

    /// Changes the settings of the simulator.
    pub(super) fn change(&self, change: impl FnOnce(Simulator) -> Simulator) {
        self.driver.borrow_mut().change_simulator(change);
    }

    pub(super) fn isa(&self) -> Isa {
        if self.disassembler.is_some() { Isa::Sass } else { Isa::Ptx }
    }

    /// Calls the driver with this device's context.
    fn with<T, E: From<DriverError>>(&self, act: impl FnOnce(&Driver) -> Result<T, E>) -> Result<T, E> {
        let driver = self.driver.borrow();
        let current = driver.enter(self.context)?;
        act(&current)
    }

    /// The error for something that takes more memory than there is.
    fn no_memory(&self, what: String) -> Error {
        let driver = self.driver.borrow();
        let budget = driver.memory_budget();
        let (limit, left) = (budget.limit(), budget.left());
        Error::MemoryLimit(format!("{what} is more than the memory that is left: {left} of {limit} bytes"))
    }

    /// Reads code, called `name` in messages.
    fn read_code(&self, code: CodeToLoad<'_>, name: &str, has_cache: bool) -> Result<LoadableCode, Error> {
        let disassembler = self.disassembler.clone().map(|tool| tool.cache(has_cache));
        let refused = |error: CodeError| match error {
            CodeError::Tool(error) => Error::Tool(error),
            CodeError::Refused(error) => Error::Simulator(format!("the simulator cannot run `{name}`: {error}")),
        };
        match (code, disassembler) {
            (CodeToLoad::Compiled(_, ptx) | CodeToLoad::Ptx(ptx), None) => {
                LoadableCode::of_ptx(ptx).map_err(|error| refused(CodeError::Refused(error)))
            }
            (CodeToLoad::Compiled(compiled, ptx), Some(disassembler)) => match compiled.cubin() {
                Some(cubin) => LoadableCode::of_cubin(cubin, &disassembler, Some(ptx.clone())).map_err(refused),
                None => Err(Error::Simulator(format!(
                    "`{name}` is compiled for no real architecture such as `-arch=sm_90`, so it has no machine code"
                ))),
            },
            // As a driver does.
            (CodeToLoad::Ptx(ptx), Some(disassembler)) => {
                let assembler = Assembler::find(self.install.clone())?.cache(has_cache);
                LoadableCode::assembled(ptx, name, (&assembler, &disassembler), self.arch).map_err(refused)
            }
            (CodeToLoad::Cubin(cubin, ptx), Some(disassembler)) => {
                LoadableCode::of_cubin(cubin, &disassembler, ptx.cloned()).map_err(refused)
            }
            (CodeToLoad::Cubin(..), None) => {
                Err(Error::Simulator(format!("`{name}` is machine code, and this simulator runs PTX")))
            }
        }
    }

    pub(super) fn create_texture(&self, texture: Texture) -> Result<u64, Error> {
        self.with(|driver| driver.create_texture(texture)).map_err(|refusal| Error::Simulator(refusal.message))
    }

    pub(super) fn destroy_texture(&self, texture: u64) {
        // It was made there and is destroyed once, so there is nothing to fail.
        let _ = self.with(|driver| driver.destroy_texture(texture));
    }

    /// Runs a kernel to its end.
    pub(super) fn simulate(&self, launch: &LaunchOf<'_>) -> Result<Profile, Error> {
        self.run(launch, |simulator, launch| launch.made(simulator, launch.code))
    }

    /// Launches a kernel with observers that `new` makes, one for each host thread, with the bytes of shared memory where `map` has them.
    pub(super) fn launch_observed<O: Observer>(
        &self,
        launch: &LaunchOf<'_>,
        map: Option<&AddressMap>,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        self.run(launch, |simulator, launch| launch.observed(simulator, map, new))
    }

    /// Launches a kernel with observers, and judges the launch.
    pub(super) fn launch_judged<O: Observer>(
        &self,
        launch: &LaunchOf<'_>,
        engine: &VerdictEngine,
        new: impl Fn() -> O + Sync,
    ) -> Result<LaunchVerdict<Vec<O>>, Error> {
        let mut verdict = self.launch_with(launch, |simulator, launch| {
            engine.run(simulator, launch, |simulator| launch.observed(simulator, None, new))
        })?;
        eprint!("{}", printable(&verdict.printed));
        let own = |found| named(found, launch);
        if let Some(found) = verdict.fault.take_if(|found| is_refusal(&found.kind)) {
            return Err(fault(own(found)));
        }
        verdict.fault = verdict.fault.map(own);
        verdict.earlier_fault = verdict.earlier_fault.map(own);
        for grids in &mut verdict.launched {
            grids.profile.kernel = shown_kernel(&grids.profile.kernel);
        }
        Ok(verdict)
    }

    /// Makes a launch, and keeps what its kernel launched.
    fn run<T>(
        &self,
        launch: &LaunchOf<'_>,
        act: impl FnOnce(&Simulator, &JudgedLaunch<'_>) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        let (result, printed, launched) = self.launch_with(launch, |simulator, launch| {
            (act(simulator, launch), simulator.take_printed(), simulator.take_launched())
        })?;
        // Not to standard output, which may be a report for other programs to read.
        eprint!("{}", printable(&printed));
        self.launched.borrow_mut().extend(launched.into_iter().map(|mut profile| {
            profile.kernel = shown_kernel(&profile.kernel);
            profile
        }));
        result.map_err(|found| fault(named(found, launch)))
    }

    fn launch_with<T>(
        &self,
        launch: &LaunchOf<'_>,
        act: impl FnOnce(&Simulator, &JudgedLaunch<'_>) -> T,
    ) -> Result<T, Error> {
        let args: Vec<KernelArg> = launch.args.iter().map(Arg::value).cloned().collect();
        let request = LaunchRequest::new(launch.kernel, launch.shape);
        self.with(|driver| driver.launch_with(&request, LaunchArguments::Each(&args), act)).map_err(failed)
    }

    /// The profiles of the grids that kernels launched.
    pub(super) fn take_launched(&self) -> Vec<Profile> {
        self.launched.take()
    }
}

impl Backend for DriverDevice {
    fn describe(&self) -> String {
        match self.disassembler {
            Some(_) => format!("simulator of machine code (smem-sim, sm_{})", self.arch.number()),
            None => format!("simulator (smem-sim, sm_{})", self.arch.number()),
        }
    }

    fn is_gpu(&self) -> bool {
        false
    }

    fn arch(&self) -> Arch {
        self.arch
    }

    fn target(&self, _: &Nvrtc) -> Result<String, ToolError> {
        let kind = if self.disassembler.is_some() { "sm" } else { "compute" };
        Ok(format!("-arch={kind}_{}", self.arch.number()))
    }

    fn memory_left(&self) -> u64 {
        self.driver.borrow().memory_budget().left()
    }

    fn alloc(&self, bytes: usize) -> Result<u64, Error> {
        let address = self.with(|driver| driver.alloc_any(bytes as u64));
        address.map_err(|error| match error {
            DriverError::OutOfMemory => self.no_memory(format!("a buffer of {bytes} bytes")),
            error => failed(error),
        })
    }

    fn free(&self, address: u64) {
        // It was allocated there and is freed once, so there is nothing to fail.
        let _ = self.with(|driver| driver.free(address));
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error> {
        self.with(|driver| driver.write(to, bytes)).map_err(failed)
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), Error> {
        self.with(|driver| driver.read(from, bytes)).map_err(failed)
    }

    fn clear(&self, address: u64, bytes: usize) -> Result<(), Error> {
        self.with(|driver| driver.clear(address, bytes as u64)).map_err(failed)
    }

    fn load(&self, code: CodeToLoad<'_>, name: &str, has_cache: bool) -> Result<u64, Error> {
        let code = self.read_code(code, name, has_cache)?;
        self.with(|driver| driver.load_code(code)).map_err(failed)
    }

    /// Its variables stay: PTX that is loaded again has them.
    fn unload(&self, _: u64) {}

    fn variable(&self, module: u64, entry: &str) -> Result<(u64, usize), Error> {
        // The program has looked it up, so it is there.
        let found = self.with(|driver| driver.global(module, entry));
        let [address, bytes] =
            found.map_err(|_: DriverError| self.no_memory(format!("the module with the variable `{entry}`")))?;
        Ok((address, bytes as usize))
    }

    fn kernel(&self, module: u64, entry: &str, name: &str, program: &str) -> Result<u64, Error> {
        let found = self.with(|driver| {
            let kernel = driver.function(module, entry)?;
            Ok::<_, DriverError>((kernel, driver.function_refusal(kernel)?))
        });
        let cannot = |why: String| Error::Simulator(format!("the simulator cannot run `{name}` of `{program}`: {why}"));
        match found {
            Ok((kernel, None)) => Ok(kernel),
            Ok((_, Some(refusal))) => Err(cannot(refusal.to_string())),
            Err(error) => Err(cannot(error.to_string())),
        }
    }

    fn static_shared_bytes(&self, kernel: u64) -> Result<u32, Error> {
        const STATIC_SHARED: i32 = 1;
        let bytes = self.with(|driver| driver.function_attribute(kernel, STATIC_SHARED)).map_err(failed)?;
        Ok(bytes.unsigned_abs())
    }

    /// Every launch is sound here: kernels see the simulator's memory alone.
    unsafe fn launch(&self, launch: &LaunchOf<'_>) -> Result<Option<Profile>, Error> {
        self.simulate(launch).map(Some)
    }

    unsafe fn time_in_turn(
        &self,
        _: &Nvrtc,
        _: &[Vec<LaunchOf<'_>>],
        _: Option<LaunchOf<'_>>,
        _: u32,
    ) -> Result<Option<Vec<Vec<f64>>>, Error> {
        Ok(None)
    }
}

impl Drop for DriverDevice {
    fn drop(&mut self) {
        // Nothing is left to be done for a context that has ended.
        let _ = self.driver.get_mut().release_primary(0);
    }
}

/// A fault with the names of kernels that users know: the launch's own for its entry. It may be of a kernel that this one launched.
fn named(mut fault: Fault, launch: &LaunchOf<'_>) -> Fault {
    let launched = fault.kernel.as_deref().filter(|own| *own != launch.entry).map(shown_kernel);
    if let Some(profile) = fault.so_far.as_mut().filter(|_| launched.is_some()) {
        profile.kernel = shown_kernel(&profile.kernel);
    }
    fault.kernel = Some(launched.map_or_else(|| launch.name.into(), Into::into));
    fault
}

/// Whether a fault is of the launch, and not of its kernel. What the program's own host code leaves out is a fault of the program.
fn is_refusal(kind: &FaultKind) -> bool {
    if matches!(kind, FaultKind::Launch(LaunchRefusal::OptIn { .. })) {
        return false;
    }
    matches!(kind, FaultKind::Launch(_) | FaultKind::Host(_))
}

fn fault(fault: Fault) -> Error {
    match fault.kind {
        FaultKind::Launch(refusal) => {
            let kernel = fault.kernel.as_deref().unwrap_or_default().to_owned();
            LaunchProblem::Refused { kernel, refusal: Box::new(refusal) }.into()
        }
        FaultKind::Host(_) => Error::Simulator(fault.to_string()),
        FaultKind::Limit(_) => Error::InstructionLimit(fault.to_string()),
        FaultKind::Memory(_) => Error::MemoryLimit(fault.to_string()),
        _ => Error::Fault(Box::new(fault)),
    }
}

/// The error of a call that the simulated driver refuses.
fn failed(error: DriverError) -> Error {
    Error::Simulator(format!("the simulated driver refuses a call: {error}"))
}

// Written by hand: a simulator's memory is nothing to print.
impl std::fmt::Debug for DriverDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DriverDevice").field("arch", &self.arch).finish_non_exhaustive()
    }
}
