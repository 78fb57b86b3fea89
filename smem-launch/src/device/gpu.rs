//! The GPU through cudarc: CUBIN for its compute capability, checked launches, times by events.

use std::cell::OnceCell;
use std::ffi::CString;
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DevicePtr, DriverError, LaunchConfig, PushKernelArg,
    result, sys,
};
use cudarc::nvrtc::Ptx;
use smem_layout::Arch;

use super::arg::{Arg, Call, Launch};
use super::buffer::{Buffer, Element, On};
use crate::Error;
use crate::Nvrtc;

/// The oldest driver with every function cudarc asks for here: 12.8, as CUDA counts.
const OLDEST_DRIVER: i32 = 12_080;

/// Bytes of shared memory a block may have without asking.
const UNASKED_SHARED_BYTES: u32 = 48 * 1024;

/// Runs before a sample starts.
const WARM_UP: u32 = 3;

/// Cycles for each launch of a sample that a kernel holds the GPU while the sample is queued: some 20 us.
const DELAY_CYCLES: u64 = 40_000;

const DELAY: &str = "extern \"C\" __global__ void delay(unsigned long long cycles) {\n    \
                     const long long start = clock64();\n    \
                     while ((unsigned long long)(clock64() - start) < cycles) {}\n}\n";

#[derive(Debug)]
pub(super) struct Gpu {
    context: Arc<CudaContext>,
    /// The one stream all work goes through, so that it needs no further ordering.
    stream: Arc<CudaStream>,
    name: String,
    /// Major and minor.
    capability: (u32, u32),
    /// As CUDA counts: 13000 for 13.0.
    driver: i32,
    /// The kernel that keeps the GPU busy while a sample is queued, once something has been timed.
    delay: OnceCell<Kernel>,
}

#[derive(Debug)]
pub(super) struct Program {
    module: Arc<CudaModule>,
    source: String,
}

#[derive(Debug)]
pub(super) struct Kernel {
    function: CudaFunction,
    /// Bytes of each parameter.
    parameters: Vec<usize>,
    static_shared_bytes: u32,
}

impl Gpu {
    /// Opens the first GPU. The error says why there is none.
    pub(super) fn open() -> Result<Gpu, String> {
        // SAFETY: opens and closes the driver's library, which any CUDA program does.
        if !unsafe { sys::is_culib_present() } {
            return Err("libcuda is not installed".to_owned());
        }
        result::init().map_err(|error| match error.0 {
            sys::CUresult::CUDA_ERROR_NO_DEVICE => "the driver sees no GPU".to_owned(),
            _ => format!("the driver does not start: {}", words(error)),
        })?;
        let mut driver = 0;
        // SAFETY: points to an integer that lives through the call.
        unsafe { sys::cuDriverGetVersion(&mut driver) }.result().map_err(words)?;
        if driver < OLDEST_DRIVER {
            return Err(format!("the driver is {}, and this needs 12.8 or later", version(driver)));
        }
        if CudaContext::device_count().map_err(words)? == 0 {
            return Err("the driver sees no GPU".to_owned());
        }
        let context = CudaContext::new(0).map_err(words)?;
        let (major, minor) = context.compute_capability().map_err(words)?;
        Ok(Gpu {
            name: context.name().map_err(words)?,
            capability: (major.unsigned_abs(), minor.unsigned_abs()),
            stream: context.default_stream(),
            context,
            driver,
            delay: OnceCell::new(),
        })
    }

    pub(super) fn describe(&self) -> String {
        let (major, minor) = self.capability;
        format!("{} (sm_{major}{minor}), driver {}", self.name, version(self.driver))
    }

    pub(super) fn arch(&self) -> Arch {
        Arch::from_compute_capability(self.capability.0, self.capability.1).unwrap_or(Arch::DEFAULT)
    }

    /// Compiles for this GPU alone; where NVRTC is older than the GPU, to PTX that the driver finishes.
    pub(super) fn load(&self, nvrtc: &Nvrtc, source: &str, name: &str, options: &[&str]) -> Result<Program, Error> {
        let wanted = self.capability.0 * 10 + self.capability.1;
        let image = match nvrtc.architecture_up_to(wanted) {
            Some(known) if known == wanted => {
                let arch = format!("-arch=sm_{known}");
                Ptx::from_binary(nvrtc.compile_cubin(source, name, &with(options, &arch))?)
            }
            Some(known) => {
                let arch = format!("-arch=compute_{known}");
                let ptx = nvrtc.compile_ptx(source, name, &with(options, &arch))?;
                Ptx::from_src(ptx)
            }
            None => {
                let (major, minor) = nvrtc.version();
                return Err(Error::Nvrtc(format!(
                    "NVRTC {major}.{minor} no longer compiles for sm_{wanted}: point `CUDA_PATH` to an older toolkit"
                )));
            }
        };
        self.load_image(image, name)
    }

    /// Loads PTX, which the driver finishes.
    pub(super) fn load_ptx(&self, ptx: &str, name: &str) -> Result<Program, Error> {
        self.load_image(Ptx::from_src(ptx), name)
    }

    fn load_image(&self, image: Ptx, name: &str) -> Result<Program, Error> {
        let module = self
            .context
            .load_module(image)
            .map_err(|error| Error::Gpu(format!("the driver does not load `{name}`: {}", words(error))))?;
        Ok(Program { module, source: name.to_owned() })
    }

    pub(super) fn zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        // The driver gives no memory of zero bytes.
        let slice = self.stream.alloc_zeros::<T>(len.max(1)).map_err(|error| no_memory::<T>(len, error))?;
        Ok(self.buffer(slice, len))
    }

    pub(super) fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        if values.is_empty() {
            return self.zeros(0);
        }
        let slice = self.stream.clone_htod(values).map_err(|error| no_memory::<T>(values.len(), error))?;
        Ok(self.buffer(slice, values.len()))
    }

    pub(super) fn clear<T: Element>(&self, slice: &mut CudaSlice<T>) -> Result<(), Error> {
        self.stream
            .memset_zeros(slice)
            .map_err(|error| Error::Gpu(format!("the GPU's memory cannot be cleared: {}", words(error))))
    }

    fn buffer<T: Element>(&self, slice: CudaSlice<T>, len: usize) -> Buffer<T> {
        // All work goes through one stream, so the guard, which orders streams, has nothing to do.
        let address = slice.device_ptr(&self.stream).0;
        Buffer { memory: On::Gpu { slice, address }, len }
    }

    pub(super) fn download<T: Element>(&self, slice: &CudaSlice<T>, len: usize) -> Result<Vec<T>, Error> {
        let mut values = self
            .stream
            .clone_dtoh(slice)
            .map_err(|error| Error::Gpu(format!("the GPU's memory cannot be read: {}", words(error))))?;
        self.finish("the copy")?;
        values.truncate(len);
        Ok(values)
    }

    /// Queues a kernel. It may still be running, and faults show in [`finish`](Self::finish).
    pub(super) fn enqueue(&self, name: &str, kernel: &Kernel, launch: Launch, args: &[Arg<'_>]) -> Result<(), Error> {
        kernel.check(name, args)?;
        if launch.shared_bytes > UNASKED_SHARED_BYTES {
            let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let bytes = i32::try_from(launch.shared_bytes).unwrap_or(i32::MAX);
            kernel.function.set_attribute(attribute, bytes).map_err(|error| {
                let shared = launch.shared_bytes;
                Error::Launch(format!("`{name}` cannot have {shared} bytes of dynamic shared memory: {}", words(error)))
            })?;
        }
        let mut builder = self.stream.launch_builder(&kernel.function);
        for arg in args {
            match arg {
                Arg::U8(value) => builder.arg(value),
                Arg::U16(value) => builder.arg(value),
                Arg::U32(value) => builder.arg(value),
                Arg::U64(value) => builder.arg(value),
                Arg::I32(value) => builder.arg(value),
                Arg::I64(value) => builder.arg(value),
                Arg::F32(value) => builder.arg(value),
                Arg::F64(value) => builder.arg(value),
                Arg::Buffer(pointer) => builder.arg(&pointer.address),
            };
        }
        let config = LaunchConfig {
            grid_dim: launch.grid.into(),
            block_dim: launch.block.into(),
            shared_mem_bytes: launch.shared_bytes,
        };
        // SAFETY: there are as many arguments as parameters, each of its parameter's size (`check`), so the driver reads no
        // host memory but theirs. Whatever the kernel then writes is device memory, which the host sees only as copies of
        // `Element`s, to which every bit pattern is a value.
        unsafe { builder.launch(config) }
            .map_err(|error| Error::Launch(format!("`{name}` cannot be launched with {launch}: {}", words(error))))?;
        Ok(())
    }

    /// Waits for all queued work.
    pub(super) fn finish(&self, name: &str) -> Result<(), Error> {
        self.stream.synchronize().map_err(|error| Error::Fault(format!("{name} failed on the GPU: {}", words(error))))
    }

    fn delay(&self, nvrtc: &Nvrtc) -> Result<&Kernel, Error> {
        if self.delay.get().is_none() {
            // Nobody else can have set it since.
            let _ = self.delay.set(self.load(nvrtc, DELAY, "delay.cu", &[])?.kernel("delay")?);
        }
        self.delay.get().ok_or_else(|| Error::Gpu("there is no kernel to hold the GPU with".to_owned()))
    }

    /// Times in microseconds, a list a sequence: `rounds` rounds, and in each a run of every sequence in turn, all its
    /// launches between two events.
    ///
    /// `before`, if there is one, runs ahead of every run and is not timed, so that all find the caches alike.
    ///
    /// A delay goes ahead of every run: start event, launches and end event are all queued before the GPU comes to them,
    /// so the time holds no waiting for the host.
    pub(super) fn time_in_turn(
        &self,
        nvrtc: &Nvrtc,
        sequences: &[Vec<(&Kernel, &Call<'_>)>],
        before: Option<(&Kernel, &Call<'_>)>,
        rounds: u32,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let delay = self.delay(nvrtc)?;
        let refused = |error| Error::Gpu(format!("the launches cannot be timed: {}", words(error)));
        for _ in 0..WARM_UP {
            for (kernel, call) in sequences.iter().flatten() {
                let name = call.kernel.name();
                self.enqueue(name, kernel, call.launch, &call.args)?;
                self.finish(name)?;
            }
        }
        let event = || self.context.new_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT)).map_err(refused);
        let (start, end) = (event()?, event()?);
        let mut times = vec![Vec::new(); sequences.len()];
        for _ in 0..rounds {
            for (sequence, times) in sequences.iter().zip(&mut times) {
                let cycles = DELAY_CYCLES * sequence.len() as u64;
                self.enqueue("delay", delay, Launch::new([1, 1, 1], [1, 1, 1]), &[Arg::U64(cycles)])?;
                if let Some((kernel, call)) = before {
                    self.enqueue(call.kernel.name(), kernel, call.launch, &call.args)?;
                }
                start.record(&self.stream).map_err(refused)?;
                for (kernel, call) in sequence {
                    self.enqueue(call.kernel.name(), kernel, call.launch, &call.args)?;
                }
                end.record(&self.stream).map_err(refused)?;
                times.push(f64::from(start.elapsed_ms(&end).map_err(refused)?) * 1e3);
            }
        }
        Ok(times)
    }
}

impl Program {
    pub(super) fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let missing = || Error::Launch(format!("`{}` has no kernel `{name}`", self.source));
        if CString::new(name).is_err() {
            return Err(missing());
        }
        let function = self.module.load_function(name).map_err(|_| missing())?;
        let unknown = |error| Error::Gpu(format!("the driver does not tell what `{name}` takes: {}", words(error)));
        let static_shared_bytes = function.shared_size_bytes().map_err(unknown)?.unsigned_abs();
        Ok(Kernel { parameters: parameters(&function).map_err(unknown)?, static_shared_bytes, function })
    }
}

/// Bytes of each parameter of the kernel.
fn parameters(function: &CudaFunction) -> Result<Vec<usize>, DriverError> {
    let mut sizes = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the function is loaded, and both integers outlive the call.
        let status = unsafe { sys::cuFuncGetParamInfo(function.cu_function(), sizes.len(), &mut offset, &mut size) };
        match status.result() {
            Ok(()) => sizes.push(size),
            // There is no parameter of that number: they have all been seen.
            Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE)) => return Ok(sizes),
            Err(error) => return Err(error),
        }
    }
}

impl Kernel {
    pub(super) fn static_shared_bytes(&self) -> u32 {
        self.static_shared_bytes
    }

    fn check(&self, name: &str, args: &[Arg<'_>]) -> Result<(), Error> {
        if args.len() != self.parameters.len() {
            let (takes, given) = (self.parameters.len(), args.len());
            return Err(Error::Launch(format!("`{name}` takes {takes} arguments, not {given}")));
        }
        for (at, (arg, takes)) in args.iter().zip(&self.parameters).enumerate() {
            if arg.size() != *takes {
                let given = arg.size();
                return Err(Error::Launch(format!("argument {at} of `{name}` takes {takes} bytes, not {given}")));
            }
        }
        Ok(())
    }
}

fn with<'a>(options: &[&'a str], one_more: &'a str) -> Vec<&'a str> {
    options.iter().copied().chain([one_more]).collect()
}

fn no_memory<T>(len: usize, error: DriverError) -> Error {
    let bytes = len.saturating_mul(size_of::<T>());
    Error::Gpu(format!("the GPU gives no {bytes} bytes of memory: {}", words(error)))
}

/// 13000 as `13.0`.
fn version(driver: i32) -> String {
    format!("{}.{}", driver / 1000, driver % 1000 / 10)
}

/// The driver's own words for an error.
fn words(error: DriverError) -> String {
    match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}
