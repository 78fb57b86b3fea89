//! The simulator behind the same calls as the GPU.

use std::cell::RefCell;
use std::rc::Rc;

use smem_layout::Arch;
use smem_sim::{Fault, FaultKind, Module, Profile, Simulator};

use super::arg::{Arg, Launch};
use super::buffer::{Buffer, Element, On};
use crate::Error;
use crate::Nvrtc;

/// The compute capability simulated where NVRTC compiles for it, as 90 for 9.0.
const CAPABILITY: u32 = 90;

pub(super) struct Sim {
    simulator: Rc<RefCell<Simulator>>,
    arch: Arch,
    /// As 90 for 9.0.
    capability: u32,
}

#[derive(Clone)]
pub(super) struct Program {
    module: Rc<Module>,
    source: Rc<str>,
}

/// A piece of the simulator's memory, freed when dropped.
pub(super) struct Memory {
    simulator: Rc<RefCell<Simulator>>,
    address: u64,
}

impl Sim {
    pub(super) fn open(nvrtc: &Nvrtc) -> Result<Sim, Error> {
        let (major, minor) = nvrtc.version();
        let capability = nvrtc.architecture_up_to(CAPABILITY);
        let arch = capability.and_then(|known| Arch::from_compute_capability(known / 10, known % 10));
        let (Some(capability), Some(arch)) = (capability, arch) else {
            return Err(Error::Nvrtc(format!("NVRTC {major}.{minor} compiles for nothing the simulator knows")));
        };
        let simulator = Rc::new(RefCell::new(Simulator::new(arch)));
        Ok(Sim { simulator, arch, capability })
    }

    pub(super) fn describe(&self) -> String {
        format!("simulator (smem-sim, sm_{})", self.capability)
    }

    pub(super) fn arch(&self) -> Arch {
        self.arch
    }

    pub(super) fn load(&self, nvrtc: &Nvrtc, source: &str, name: &str, options: &[&str]) -> Result<Program, Error> {
        let arch = format!("-arch=compute_{}", self.capability);
        let options: Vec<&str> = options.iter().copied().chain([arch.as_str()]).collect();
        Sim::load_ptx(&nvrtc.compile_ptx(source, name, &options)?, name)
    }

    pub(super) fn load_ptx(ptx: &str, name: &str) -> Result<Program, Error> {
        let module = Module::parse(ptx)
            .map_err(|error| Error::Simulator(format!("the simulator cannot run `{name}`: {error}")))?;
        Ok(Program { module: Rc::new(module), source: name.into() })
    }

    pub(super) fn zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .ok_or_else(|| Error::Simulator(format!("{len} elements are more than the simulator's memory holds")))?;
        let address = self.simulator.borrow_mut().alloc(bytes);
        let memory = Memory { simulator: Rc::clone(&self.simulator), address };
        Ok(Buffer { memory: On::Sim(memory), len })
    }

    pub(super) fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.zeros(values.len())?;
        let mut bytes = Vec::with_capacity(size_of_val(values));
        for value in values {
            value.put(&mut bytes);
        }
        if let On::Sim(memory) = &buffer.memory {
            self.simulator.borrow_mut().write(memory.address, &bytes).map_err(fault)?;
        }
        Ok(buffer)
    }

    pub(super) fn launch(
        &self,
        name: &str,
        program: &Program,
        launch: Launch,
        args: &[Arg<'_>],
    ) -> Result<Profile, Error> {
        let args: Vec<smem_sim::KernelArg> = args.iter().map(argument).collect();
        let launch =
            smem_sim::LaunchShape { grid: launch.grid, block: launch.block, shared_bytes: launch.shared_bytes };
        self.simulator.borrow_mut().launch(&program.module, name, &launch, &args).map_err(fault)
    }
}

impl Program {
    pub(super) fn kernel(&self, name: &str) -> Result<Program, Error> {
        if let Some(error) = self.module.refused(name) {
            Err(Error::Simulator(format!("the simulator cannot run `{name}` of `{}`: {error}", self.source)))
        } else if self.module.kernels().any(|known| known == name) {
            Ok(self.clone())
        } else {
            Err(Error::Launch(format!("`{}` has no kernel `{name}`", self.source)))
        }
    }
}

impl Memory {
    pub(super) fn address(&self) -> u64 {
        self.address
    }

    pub(super) fn clear(&mut self, bytes: usize) -> Result<(), Error> {
        self.simulator.borrow_mut().write(self.address, &vec![0; bytes]).map_err(fault)
    }

    pub(super) fn read<T: Element>(&self, len: usize) -> Result<Vec<T>, Error> {
        let mut bytes = vec![0; len * size_of::<T>()];
        self.simulator.borrow().read(self.address, &mut bytes).map_err(fault)?;
        Ok(bytes.chunks_exact(size_of::<T>()).map(T::get).collect())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // It was allocated there and is freed only here, so there is nothing to fail.
        let _ = self.simulator.borrow_mut().free(self.address);
    }
}

fn argument(arg: &Arg<'_>) -> smem_sim::KernelArg {
    match *arg {
        Arg::U8(value) => smem_sim::KernelArg::U8(value),
        Arg::U16(value) => smem_sim::KernelArg::U16(value),
        Arg::U32(value) => smem_sim::KernelArg::U32(value),
        Arg::U64(value) => smem_sim::KernelArg::U64(value),
        Arg::I32(value) => smem_sim::KernelArg::I32(value),
        Arg::I64(value) => smem_sim::KernelArg::I64(value),
        Arg::F32(value) => smem_sim::KernelArg::F32(value),
        Arg::F64(value) => smem_sim::KernelArg::F64(value),
        Arg::Buffer(pointer) => smem_sim::KernelArg::Ptr(pointer.address),
    }
}

fn fault(fault: Fault) -> Error {
    let told = fault.to_string();
    match fault.kind {
        FaultKind::Launch(_) => Error::Launch(told),
        FaultKind::Host(_) => Error::Simulator(told),
        _ => Error::Fault(told),
    }
}

// Written by hand: a simulator's memory is nothing to print.
impl std::fmt::Debug for Sim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sim").field("capability", &self.capability).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("source", &self.source).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("address", &self.address).finish_non_exhaustive()
    }
}
