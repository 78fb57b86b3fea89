//! One way to run a kernel, on a GPU or in the simulator.

mod address;
mod arg;
mod backend;
mod buffer;
mod call;
mod choice;
#[cfg(feature = "gpu")]
mod clusters;
#[cfg(feature = "gpu")]
mod driver_errors;
mod element;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod gpu_kernel;
#[cfg(feature = "gpu")]
mod gpu_timing;
mod module;
mod program;
mod sim;
mod simulated;
mod texture;
mod timing;
#[cfg(feature = "gpu")]
mod values;
mod variable;

use std::rc::Rc;

pub use address::Address;
pub use arg::{Arg, StructArg};
pub use buffer::Buffer;
pub use call::Call;
pub use choice::DeviceChoice;
pub use element::Element;
pub use program::{Kernel, Program};
pub use texture::TextureObject;
pub use timing::Timing;
pub use variable::Variable;

use crate::{Error, LaunchProblem};
use backend::{Backend, DeviceCore};
use sim::DriverDevice;
use smem_ptx::PtxText;
use smem_sim::{Isa, LaunchShape};
use smem_toolchain::{Compiled, CudaSource, Install, Nvrtc};

/// A GPU or the simulator, and the compiler for it. It stays on the thread that opened it, with its programs and buffers.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// println!("on {}", device.describe());
/// let program = device.load("__global__ void twice(unsigned* data) { data[threadIdx.x] *= 2; }", "twice.cu")?;
/// let data = device.upload(&[1_u32, 2, 3])?;
/// // SAFETY: the three threads access the three elements of the buffer.
/// unsafe { device.launch(&program.kernel("twice")?, LaunchShape::of([1, 1, 1], [3, 1, 1]), &[data.arg()])? };
/// assert_eq!(device.download(&data)?, [2, 4, 6]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Device {
    core: Rc<DeviceCore>,
    /// Why a device was passed over on the way to this one.
    passed_over: Option<String>,
}

/// Opens the first GPU. The error says why there is none.
#[cfg(feature = "gpu")]
fn first_gpu() -> Result<Box<dyn Backend>, String> {
    Ok(Box::new(gpu::CudarcGpu::open()?))
}

#[cfg(not(feature = "gpu"))]
fn first_gpu() -> Result<Box<dyn Backend>, String> {
    Err("this program was built without the feature `gpu` of smem-launch".to_owned())
}

impl Device {
    /// Opens the device that `choice` asks for, and finds NVRTC, which is installed if it is missing and `install` allows that.
    ///
    /// # Errors
    /// [`Error::Gpu`] where a GPU is asked for and there is none that can be used, and those of [`Nvrtc::find`].
    pub fn open(choice: DeviceChoice, install: Install) -> Result<Device, Error> {
        let (gpu, passed_over) = match choice {
            DeviceChoice::Simulator => (None, None),
            DeviceChoice::Gpu => {
                let gpu = first_gpu().map_err(|why| Error::Gpu(format!("no GPU to run on: {why}")))?;
                (Some(gpu), None)
            }
            DeviceChoice::Auto => match first_gpu() {
                Ok(gpu) => (Some(gpu), None),
                Err(why) => (None, Some(why)),
            },
        };
        let nvrtc = Nvrtc::find(install.clone())?;
        let backend = match gpu {
            Some(gpu) => gpu,
            None => Box::new(DriverDevice::open(&nvrtc, Isa::Ptx, install)?),
        };
        Ok(Device { core: Rc::new(DeviceCore::new(nvrtc, backend)), passed_over })
    }

    /// Opens the simulator with an instruction set, even where there is a GPU. [`Isa::Ptx`] is what
    /// [`DeviceChoice::Simulator`] opens.
    ///
    /// With [`Isa::Sass`] it executes the machine code that NVRTC's assembler makes, in which loads are merged, hoisted or left out, and
    /// counts that. This takes NVIDIA's disassembler, which is installed if it is missing and `install` allows that. What was compared with a
    /// GPU and what was not, [`smem_sim`] says.
    ///
    /// ```
    /// use smem_launch::{Device, Install, Isa, LaunchShape};
    ///
    /// # fn main() -> Result<(), smem_launch::Error> {
    /// // Four neighbouring words: the assembler loads them at once.
    /// let text = "__global__ void sum(float* to) {
    ///     __shared__ float tile[4 * 32];
    ///     for (int i = 0; i < 4; ++i) tile[32 * i + threadIdx.x] = i + threadIdx.x;
    ///     __syncthreads();
    ///     float* own = tile + 4 * threadIdx.x;
    ///     to[threadIdx.x] = own[0] + own[1] + own[2] + own[3];
    /// }";
    /// let mut loads = Vec::new();
    /// for isa in [Isa::Ptx, Isa::Sass] {
    ///     let device = Device::simulator(isa, Install::Allowed)?;
    ///     let kernel = device.load(text, "sum.cu")?.kernel("sum")?;
    ///     let to = device.zeros::<f32>(32)?;
    ///     let profile = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[to.arg()])?;
    ///     let of_loads = profile.shared.iter().filter(|count| count.op == smem_sim::SharedOp::Load);
    ///     loads.push(of_loads.map(|count| count.requests).sum::<u64>());
    /// }
    /// assert_eq!(loads, [4, 1]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Nvrtc::find`] and of [`Disassembler::find`](crate::Disassembler::find).
    pub fn simulator(isa: Isa, install: Install) -> Result<Device, Error> {
        let nvrtc = Nvrtc::find(install.clone())?;
        let backend = Box::new(DriverDevice::open(&nvrtc, isa, install)?);
        Ok(Device { core: Rc::new(DeviceCore::new(nvrtc, backend)), passed_over: None })
    }

    /// The instruction set that the simulator executes; `None` on a GPU.
    pub fn simulated_isa(&self) -> Option<Isa> {
        DriverDevice::of(&self.core).map(DriverDevice::isa)
    }

    /// A description for people: `NVIDIA H200 (sm_90), driver 13.0`, or `simulator (smem-sim, sm_90), no GPU found: ..`.
    pub fn describe(&self) -> String {
        let described = self.core.backend.describe();
        match &self.passed_over {
            Some(why) => format!("{described}, no GPU found: {why}"),
            None => described,
        }
    }

    /// Returns true if kernels run on a GPU. The simulated driver, which `smem-tile run` gives a program, has none: kernels run there through the
    /// calls for a GPU, its report has the counts, and there are no times.
    pub fn is_gpu(&self) -> bool {
        self.core.backend.is_gpu()
    }

    /// The compiler it loads programs with.
    pub fn nvrtc(&self) -> &Nvrtc {
        &self.core.nvrtc
    }

    /// The architecture whose banks and limits hold here. On a GPU that smem-banks does not know: its default.
    pub fn arch(&self) -> smem_banks::Arch {
        self.core.backend.arch()
    }

    /// Compiles CUDA C++ and loads it: as machine code for the GPU at hand, as PTX for the simulator. `name` is the file in messages.
    ///
    /// # Errors
    /// [`ToolError::Compile`](crate::ToolError::Compile) where the source does not compile; another where the device does not accept the result.
    pub fn load(&self, text: &str, name: &str) -> Result<Program, Error> {
        self.load_source(CudaSource::new(text, name))
    }

    /// Compiles CUDA C++ with options, or with templates, and loads it. Unless the options say otherwise, the language is
    /// C++17, there is line information, and the target is this device.
    ///
    /// ```
    /// use smem_launch::{CudaSource, Device, DeviceChoice, Install, LaunchShape};
    ///
    /// # fn main() -> Result<(), smem_launch::Error> {
    /// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
    /// let text = "__device__ int calls;
    /// template <int N> __global__ void count(int* to) { *to = calls += N; }";
    /// let source = CudaSource::new(text, "count.cu").kernel("count<1>").kernel("count<STEP>").option("-DSTEP=10");
    /// let program = device.load_source(source)?;
    /// let to = device.zeros::<i32>(1)?;
    /// for name in ["count<1>", "count<STEP>", "count<10>"] {
    ///     // SAFETY: the one thread writes the one element of the buffer.
    ///     unsafe { device.launch(&program.kernel(name)?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()])? };
    /// }
    /// assert_eq!(device.download(&to)?, [21]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`load`](Self::load), and [`Error::NoKernel`] where the source has no kernel of a name that it is to be compiled with.
    pub fn load_source(&self, source: CudaSource) -> Result<Program, Error> {
        Program::load(&self.core, source)
    }

    /// Compiles CUDA C++ for this device without loading it, with the options that [`load_source`](Self::load_source) adds.
    ///
    /// # Errors
    /// [`ToolError::Compile`](crate::ToolError::Compile) where the source does not compile; [`ToolError::Unusable`](crate::ToolError::Unusable) where NVRTC does not accept it.
    pub fn compile(&self, source: &CudaSource) -> Result<Compiled, Error> {
        Ok(self.core.compile(source)?)
    }

    /// Loads what was compiled before, here or on another machine. Templates have the instances that it was compiled with, and no
    /// others. `name` is the file in messages.
    ///
    /// ```
    /// use smem_launch::{Compiled, CudaSource, Device, Install, Isa, LaunchShape};
    ///
    /// let text = "template <int N> __global__ void put(int* to) { *to = N; }";
    /// let device = Device::simulator(Isa::Sass, Install::Allowed)?;
    /// let compiled = device.compile(&CudaSource::new(text, "put.cu").kernel("put<7>"))?;
    /// let elsewhere = Compiled::from_parts(compiled.ptx(), compiled.cubin(), compiled.names());
    /// assert_eq!(elsewhere.mangled("put<7>"), compiled.mangled("put<7>"));
    /// let program = device.load_compiled(&elsewhere, "put.cu")?;
    /// let to = device.zeros::<i32>(1)?;
    /// device.simulate(&program.kernel("put<7>")?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()])?;
    /// assert_eq!(device.download(&to)?, [7]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where the device does not accept it.
    pub fn load_compiled(&self, compiled: &Compiled, name: &str) -> Result<Program, Error> {
        Program::load_compiled(&self.core, compiled, name)
    }

    /// Loads PTX that another compiler made. A simulator of machine code has it [assembled](crate::Assembler), as a GPU's driver does.
    /// `name` is the file in messages. Loading a [`PtxText`] again does not read it again, and its variables are the same on one device.
    ///
    /// # Errors
    /// Where the device does not accept it.
    pub fn load_ptx(&self, ptx: impl Into<PtxText>, name: &str) -> Result<Program, Error> {
        Program::load_ptx(&self.core, &ptx.into(), name)
    }

    /// Loads the machine code that a compiler left in a file: a cubin, a fatbin, or a library, a program or an object file of the host. Of
    /// several pieces it takes those for exactly this device's architecture. `name` is the file in messages.
    ///
    /// ```
    /// use smem_launch::{CudaSource, Device, Install, Isa, LaunchShape};
    ///
    /// let device = Device::simulator(Isa::Sass, Install::Allowed)?;
    /// let text = r#"extern "C" __global__ void put(int* to) { *to = 7; }"#;
    /// let compiled = device.compile(&CudaSource::new(text, "put.cu"))?;
    /// let program = device.load_binary(compiled.cubin().unwrap(), "put.cubin")?;
    /// let to = device.zeros::<i32>(1)?;
    /// device.simulate(&program.kernel("put")?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()])?;
    /// assert_eq!(device.download(&to)?, [7]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where the file holds no machine code for this architecture, with what it holds; [`Error::Simulator`] in a simulator of
    /// PTX; another where the device does not accept the code.
    pub fn load_binary(&self, file: &[u8], name: &str) -> Result<Program, Error> {
        Program::load_binary(&self.core, file, name)
    }

    /// Bytes that buffers may still take, as far as that is known: the driver of a GPU decides for itself.
    pub(crate) fn memory_left(&self) -> u64 {
        self.core.backend.memory_left()
    }

    /// A buffer of `len` zeros.
    ///
    /// # Errors
    /// Where the device has less memory than that.
    pub fn zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        Buffer::zeros(len, &self.core)
    }

    /// A buffer that holds `values`.
    ///
    /// # Errors
    /// Where the device has less memory than that.
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        Buffer::upload(values, &self.core)
    }

    /// Fills a buffer with zeros.
    ///
    /// # Errors
    /// Where the device fails, or the buffer is another device's.
    pub fn clear<T: Element>(&self, buffer: &mut Buffer<T>) -> Result<(), Error> {
        buffer.clear(&self.core)
    }

    /// The elements of the buffer.
    ///
    /// # Errors
    /// Where the device fails, or the buffer is another device's.
    pub fn download<T: Element>(&self, buffer: &Buffer<T>) -> Result<Vec<T>, Error> {
        buffer.read(&self.core)
    }

    /// Runs a kernel to its end. In the simulator the result holds the counts of shared-memory wavefronts; a GPU counts nothing.
    ///
    /// [`simulate`](Self::simulate) is the safe function for programs that only use the simulator.
    ///
    /// # Safety
    /// In the simulator every launch is sound: kernels see its memory alone.
    ///
    /// On a GPU the kernel runs with the rights of this process, and nothing checks its accesses. The caller guarantees that the kernel, with
    /// this shape and these arguments,
    ///
    /// - accesses no memory but its own variables, the buffers that its arguments and variables lead to, inside their bounds, and
    ///   what it allocates itself. In particular it accesses no memory of the host, which heterogeneous memory management and
    ///   page-locked memory let a GPU reach through any number that is used as an address;
    /// - expects what it is given. This function compares the number of arguments and the size of each with the kernel's parameters, and
    ///   refuses anything but addresses for parameters that C++ declares as pointers. It does not compare the types of numbers, nor what a
    ///   pointer points to: the elements of a buffer, their number, and pointers inside buffers, structs and variables. The name
    ///   of a kernel with `extern "C"` has no types, so which of its parameters are pointers is unknown, too.
    ///
    /// A kernel that does not end, such as one whose blocks wait for blocks that find no place on the GPU, is not unsound, but this function
    /// then waits without end.
    ///
    /// ```compile_fail,E0133
    /// # fn launched(device: &smem_launch::Device, kernel: &smem_launch::Kernel, launch: smem_launch::LaunchShape) {
    /// device.launch(kernel, launch, &[]).unwrap(); // an error: this has to be in an `unsafe` block
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where arguments or shared memory do not fit the kernel, [`Error::Fault`] or [`Error::Failed`] where the kernel
    /// does something invalid, such as an access outside every buffer.
    pub unsafe fn launch(
        &self,
        kernel: &Kernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
    ) -> Result<Option<smem_sim::Profile>, Error> {
        self.check_own(kernel)?;
        // SAFETY: the caller guarantees what the kernel accesses and expects.
        unsafe { self.core.backend.launch(&kernel.launch(launch, args)) }
    }

    /// Fails for a kernel of another device.
    fn check_own(&self, kernel: &Kernel) -> Result<(), Error> {
        let is_own = Rc::ptr_eq(&self.core, &kernel.module.core);
        if is_own { Ok(()) } else { Err(LaunchProblem::loaded_elsewhere(kernel.name()).into()) }
    }

    /// Runs a [`Call`] to its end, as [`launch`](Self::launch) does.
    ///
    /// # Safety
    /// As [`launch`](Self::launch).
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub unsafe fn run(&self, call: &Call<'_>) -> Result<Option<smem_sim::Profile>, Error> {
        // SAFETY: the caller guarantees what `launch` wants.
        unsafe { self.launch(call.kernel, call.launch, &call.args) }
    }
}
