//! One way to run a kernel, on a GPU or in the simulator.
//!
//! ```no_run
//! use smem_launch::{Choice, Device, Install, Launch};
//!
//! # fn main() -> Result<(), smem_launch::Error> {
//! let device = Device::open(Choice::Auto, Install::Allowed)?;
//! let source = r#"extern "C" __global__ void twice(unsigned* data) { data[threadIdx.x] *= 2; }"#;
//! let program = device.load(source, "twice.cu")?;
//! let data = device.upload(&[1_u32, 2, 3])?;
//! device.launch(&program.kernel("twice")?, Launch::new([1, 1, 1], [3, 1, 1]), &[data.arg()])?;
//! assert_eq!(device.download(&data)?, [2, 4, 6]);
//! # Ok(())
//! # }
//! ```

mod arg;
mod buffer;
mod gpu;
mod sim;
mod timing;

use std::str::FromStr;

pub use arg::{Address, Arg, Call, Launch};
pub use buffer::{Buffer, Element};
pub use timing::Timing;

use crate::Error;
use crate::{Install, Nvrtc};

/// What the user asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// The GPU where there is one, else the simulator.
    #[default]
    Auto,
    /// The GPU, or an error.
    Gpu,
    /// The simulator, whatever there is.
    Sim,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Choice::Auto),
            "gpu" => Ok(Choice::Gpu),
            "sim" => Ok(Choice::Sim),
            _ => Err("expected `auto`, `gpu` or `sim`".to_owned()),
        }
    }
}

/// A GPU or the simulator, and the compiler for it.
#[derive(Debug)]
pub struct Device {
    nvrtc: Nvrtc,
    backend: Backend,
    /// Why a device was passed over on the way to this one.
    passed_over: Option<String>,
}

#[derive(Debug)]
enum Backend {
    Gpu(gpu::Gpu),
    Sim(sim::Sim),
}

/// Compiled and loaded kernels.
#[derive(Debug)]
pub struct Program(ProgramOn);

#[derive(Debug)]
enum ProgramOn {
    Gpu(gpu::Program),
    Sim(sim::Program),
}

/// A kernel of a [`Program`].
#[derive(Debug)]
pub struct Kernel {
    name: String,
    on: KernelOn,
}

#[derive(Debug)]
enum KernelOn {
    Gpu(gpu::Kernel),
    Sim(sim::Program),
}

/// Compiled into every program: `.loc` lines, so that counts and faults name source lines, and the language.
const OPTIONS: [&str; 2] = ["--std=c++17", "-lineinfo"];

impl Device {
    /// Opens the device that `choice` asks for, and then finds NVRTC for it, which may be installed if `install` says so.
    ///
    /// # Errors
    /// [`Error::Gpu`] where a GPU is asked for and there is none that can be used, and those of [`Nvrtc::find`].
    pub fn open(choice: Choice, install: Install) -> Result<Device, Error> {
        let (gpu, passed_over) = match choice {
            Choice::Sim => (None, None),
            Choice::Gpu => {
                let gpu = gpu::Gpu::open().map_err(|why| Error::Gpu(format!("no GPU to run on: {why}")))?;
                (Some(gpu), None)
            }
            Choice::Auto => match gpu::Gpu::open() {
                Ok(gpu) => (Some(gpu), None),
                Err(why) => (None, Some(why)),
            },
        };
        let nvrtc = Nvrtc::find(install)?;
        let backend = match gpu {
            Some(gpu) => Backend::Gpu(gpu),
            None => Backend::Sim(sim::Sim::open(&nvrtc)?),
        };
        Ok(Device { nvrtc, backend, passed_over })
    }

    /// What it is, for people: `NVIDIA H200 (sm_90), driver 13.0`, or `simulator (smem-sim, sm_90), no GPU found: ..`.
    pub fn describe(&self) -> String {
        let described = match &self.backend {
            Backend::Gpu(gpu) => gpu.describe(),
            Backend::Sim(sim) => sim.describe(),
        };
        match &self.passed_over {
            Some(why) => format!("{described}, no GPU found: {why}"),
            None => described,
        }
    }

    /// Whether kernels run on a GPU.
    pub fn is_gpu(&self) -> bool {
        matches!(self.backend, Backend::Gpu(_))
    }

    /// The compiler it loads programs with.
    pub fn nvrtc(&self) -> &Nvrtc {
        &self.nvrtc
    }

    /// The architecture whose banks and limits hold here. On a GPU that smem-layout does not know: its default.
    pub fn arch(&self) -> smem_layout::Arch {
        match &self.backend {
            Backend::Gpu(gpu) => gpu.arch(),
            Backend::Sim(sim) => sim.arch(),
        }
    }

    /// Compiles CUDA C++ and loads it: as CUBIN for the GPU at hand, as PTX for the simulator. `name` stands for the
    /// file in messages.
    ///
    /// # Errors
    /// [`Error::Compile`] where the source does not compile; another where the device does not take the result.
    pub fn load(&self, source: &str, name: &str) -> Result<Program, Error> {
        Ok(Program(match &self.backend {
            Backend::Gpu(gpu) => ProgramOn::Gpu(gpu.load(&self.nvrtc, source, name, &OPTIONS)?),
            Backend::Sim(sim) => ProgramOn::Sim(sim.load(&self.nvrtc, source, name, &OPTIONS)?),
        }))
    }

    /// Loads PTX that another compiler made. `name` stands for it in messages.
    ///
    /// # Errors
    /// Where the device does not take it.
    pub fn load_ptx(&self, ptx: &str, name: &str) -> Result<Program, Error> {
        Ok(Program(match &self.backend {
            Backend::Gpu(gpu) => ProgramOn::Gpu(gpu.load_ptx(ptx, name)?),
            Backend::Sim(_) => ProgramOn::Sim(sim::Sim::load_ptx(ptx, name)?),
        }))
    }

    /// A buffer of `len` zeros.
    ///
    /// # Errors
    /// Where the device has not that much memory.
    pub fn zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        match &self.backend {
            Backend::Gpu(gpu) => gpu.zeros(len),
            Backend::Sim(sim) => sim.zeros(len),
        }
    }

    /// A buffer that holds `values`.
    ///
    /// # Errors
    /// Where the device has not that much memory.
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        match &self.backend {
            Backend::Gpu(gpu) => gpu.upload(values),
            Backend::Sim(sim) => sim.upload(values),
        }
    }

    /// Fills a buffer with zeros.
    ///
    /// # Errors
    /// Where the device fails, or the buffer is another device's.
    pub fn clear<T: Element>(&self, buffer: &mut Buffer<T>) -> Result<(), Error> {
        buffer.clear(&self.backend)
    }

    /// What the buffer holds now.
    ///
    /// # Errors
    /// Where the device fails, or the buffer is another device's.
    pub fn download<T: Element>(&self, buffer: &Buffer<T>) -> Result<Vec<T>, Error> {
        buffer.read(&self.backend)
    }

    /// Runs a kernel to its end. In the simulator the result holds what it counted; a GPU counts nothing.
    ///
    /// # Errors
    /// [`Error::Launch`] where arguments or shared memory do not fit the kernel, [`Error::Fault`] where the kernel does
    /// what it must not.
    pub fn launch(
        &self,
        kernel: &Kernel,
        launch: Launch,
        args: &[Arg<'_>],
    ) -> Result<Option<smem_sim::Profile>, Error> {
        match (&self.backend, &kernel.on) {
            (Backend::Gpu(gpu), KernelOn::Gpu(on)) => {
                gpu.enqueue(&kernel.name, on, launch, args)?;
                gpu.finish(&kernel.name)?;
                Ok(None)
            }
            (Backend::Sim(sim), KernelOn::Sim(on)) => sim.launch(&kernel.name, on, launch, args).map(Some),
            _ => Err(Error::Launch(format!("`{}` is loaded on another device", kernel.name))),
        }
    }

    /// Runs a [`Call`] to its end, as [`launch`](Self::launch) does.
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub fn run(&self, call: &Call<'_>) -> Result<Option<smem_sim::Profile>, Error> {
        self.launch(call.kernel, call.launch, &call.args)
    }

    /// Times a kernel on a GPU by events, `samples` times after a warm-up. `None` in the simulator, which has no time.
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub fn time(
        &self,
        kernel: &Kernel,
        launch: Launch,
        args: &[Arg<'_>],
        samples: u32,
    ) -> Result<Option<Timing>, Error> {
        let timings = self.time_in_turn(&[vec![Call::new(kernel, launch, args.to_vec())]], samples)?;
        Ok(timings.and_then(|timings| timings.first().copied()))
    }

    /// Times sequences of calls against one another on a GPU, a [`Timing`] each: after a warm-up, `rounds` rounds with a
    /// run of every sequence in turn, so that a change of clocks meets all alike. The calls of a sequence follow one
    /// another without a wait between them, and are timed as one. `None` in the simulator, which has no time, and for no
    /// rounds.
    ///
    /// ```no_run
    /// use smem_launch::{Call, Choice, Device, Install, Launch};
    ///
    /// # fn main() -> Result<(), smem_launch::Error> {
    /// let device = Device::open(Choice::Auto, Install::Allowed)?;
    /// let source = r#"extern "C" __global__ void twice(unsigned* data) { data[threadIdx.x] *= 2; }"#;
    /// let (program, data) = (device.load(source, "twice.cu")?, device.upload(&[1_u32; 32])?);
    /// let twice = program.kernel("twice")?;
    /// let call = || Call::new(&twice, Launch::new([1, 1, 1], [32, 1, 1]), vec![data.arg()]);
    /// if let Some(timings) = device.time_in_turn(&[vec![call()], vec![call(), call()]], 100)? {
    ///     println!("once {}, two in a row {}", timings[0], timings[1]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub fn time_in_turn(&self, sequences: &[Vec<Call<'_>>], rounds: u32) -> Result<Option<Vec<Timing>>, Error> {
        self.time_after(None, sequences, rounds)
    }

    /// As [`time_in_turn`](Self::time_in_turn), with a run of `before` ahead of every run, which is not timed: so each finds the
    /// caches as the others do, whatever runs ahead of it.
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub fn time_after(
        &self,
        before: Option<&Call<'_>>,
        sequences: &[Vec<Call<'_>>],
        rounds: u32,
    ) -> Result<Option<Vec<Timing>>, Error> {
        let elsewhere = |call: &Call<'_>| Error::Launch(format!("`{}` is loaded on another device", call.kernel.name));
        match &self.backend {
            Backend::Gpu(gpu) => {
                let mut on_gpu = Vec::new();
                for sequence in sequences {
                    let kernel = |call| gpu_kernel(call).ok_or_else(|| elsewhere(call));
                    on_gpu.push(sequence.iter().map(|call| Ok((kernel(call)?, call))).collect::<Result<_, Error>>()?);
                }
                let before = match before {
                    Some(call) => Some((gpu_kernel(call).ok_or_else(|| elsewhere(call))?, call)),
                    None => None,
                };
                let times = gpu.time_in_turn(&self.nvrtc, &on_gpu, before, rounds)?;
                Ok(times.into_iter().map(Timing::of).collect())
            }
            Backend::Sim(_) => match sequences.iter().flatten().chain(before).find(|call| gpu_kernel(call).is_some()) {
                Some(call) => Err(elsewhere(call)),
                None => Ok(None),
            },
        }
    }
}

/// The call's kernel, if it is loaded on a GPU.
fn gpu_kernel<'a>(call: &Call<'a>) -> Option<&'a gpu::Kernel> {
    match &call.kernel.on {
        KernelOn::Gpu(kernel) => Some(kernel),
        KernelOn::Sim(_) => None,
    }
}

impl Program {
    /// The kernel of that name (`extern "C"`).
    ///
    /// # Errors
    /// [`Error::Launch`] where there is none.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let on = match &self.0 {
            ProgramOn::Gpu(program) => KernelOn::Gpu(program.kernel(name)?),
            ProgramOn::Sim(program) => KernelOn::Sim(program.kernel(name)?),
        };
        Ok(Kernel { name: name.to_owned(), on })
    }
}

impl Kernel {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of static shared memory a block, as the driver counts them; `None` in the simulator.
    pub fn static_shared_bytes(&self) -> Option<u32> {
        match &self.on {
            KernelOn::Gpu(kernel) => Some(kernel.static_shared_bytes()),
            KernelOn::Sim(_) => None,
        }
    }
}
