//! The GPU through cudarc: CUBIN for its compute capability, checked launches, times by events.

use std::cell::OnceCell;
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DevicePtr, DriverError, result, sys,
};
use cudarc::nvrtc::Ptx;
use smem_banks::Arch;
use smem_sim::{LaunchRefusal, LaunchShape};
use smem_toolchain::{Compiled, CudaSource, Nvrtc, ToolError, check_loader_path};

use super::arg::{Arg, check_pointers};
use super::clusters::launch_clusters;
use super::driver_errors::{no_memory, no_variable, version, words};
use super::element::Element;
use super::launch::LaunchOf;
use super::values::Values;
use crate::kernels;
use crate::{Error, LaunchProblem};

/// The oldest driver with every function cudarc asks for here: 12.8, as CUDA counts.
const OLDEST_DRIVER: i32 = 12_080;

/// Bytes of shared memory a block may have without asking.
const UNASKED_SHARED_BYTES: u32 = 48 * 1024;

/// Blocks of a cluster that a kernel may have without asking.
const UNASKED_CLUSTER_BLOCKS: u64 = 8;

/// How the devices of `smem-driver` begin their names.
const SIMULATED: &str = "smem-tile simulator";

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
    delay: OnceCell<GpuKernel>,
}

/// A piece of the GPU's memory, freed when dropped.
#[derive(Debug)]
pub(super) struct GpuMemory<T> {
    slice: CudaSlice<T>,
    address: u64,
}

#[derive(Debug)]
pub(super) struct GpuModule(Arc<CudaModule>);

/// A variable of a module, which stays loaded as long.
#[derive(Debug)]
pub(super) struct GpuVariable {
    module: Arc<CudaModule>,
    entry: String,
    size: usize,
}

#[derive(Debug)]
pub(super) struct GpuKernel {
    function: CudaFunction,
    /// Bytes of each parameter.
    parameters: Vec<u64>,
    /// Which parameters C++ declares as pointers, as far as its name says.
    pointers: Vec<bool>,
    static_shared_bytes: u32,
}

impl Gpu {
    /// Opens the first GPU. The error says why there is none.
    pub(super) fn open() -> Result<Gpu, String> {
        check_loader_path("libcuda")?;
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

    /// Whether the driver is the project's own, which simulates its devices: it is where `smem-tile run` has started this program.
    pub(super) fn is_simulated(&self) -> bool {
        self.name.starts_with(SIMULATED)
    }

    pub(super) fn arch(&self) -> Arch {
        Arch::from_compute_capability(self.capability.0, self.capability.1).unwrap_or(Arch::DEFAULT)
    }

    /// NVRTC's option to compile for this GPU alone; where NVRTC is older than the GPU, to PTX that the driver finishes.
    pub(super) fn target(&self, nvrtc: &Nvrtc) -> Result<String, ToolError> {
        let wanted = self.capability.0 * 10 + self.capability.1;
        match nvrtc.architecture_up_to(wanted) {
            Some(known) if known == wanted => Ok(format!("-arch=sm_{known}")),
            Some(known) => Ok(format!("-arch=compute_{known}")),
            None => {
                let (major, minor) = nvrtc.version();
                Err(ToolError::Unusable(format!(
                    "NVRTC {major}.{minor} no longer compiles for sm_{wanted}: point `CUDA_PATH` to an older toolkit"
                )))
            }
        }
    }

    /// Loads the machine code, or else the PTX, which the driver finishes.
    pub(super) fn load(&self, compiled: &Compiled, name: &str) -> Result<GpuModule, Error> {
        match compiled.cubin() {
            Some(cubin) => self.load_cubin(cubin, name),
            None => self.load_ptx(compiled.ptx(), name),
        }
    }

    /// Loads PTX, which the driver finishes.
    pub(super) fn load_ptx(&self, ptx: &str, name: &str) -> Result<GpuModule, Error> {
        // cudarc panics on one.
        if ptx.contains('\0') {
            return Err(Error::Gpu(format!("the PTX of `{name}` holds a zero byte")));
        }
        self.load_image(Ptx::from_src(ptx), name)
    }

    /// Loads a cubin.
    pub(super) fn load_cubin(&self, cubin: &[u8], name: &str) -> Result<GpuModule, Error> {
        self.load_image(Ptx::from_binary(cubin.to_vec()), name)
    }

    fn load_image(&self, image: Ptx, name: &str) -> Result<GpuModule, Error> {
        let module = self.context.load_module(image);
        module
            .map(GpuModule)
            .map_err(|error| Error::Gpu(format!("the driver does not load `{name}`: {}", words(error))))
    }

    pub(super) fn zeros<T: Element>(&self, len: usize) -> Result<GpuMemory<T>, Error> {
        // The driver gives no memory of zero bytes.
        let slice = self.stream.alloc_zeros::<T>(len.max(1)).map_err(|error| no_memory::<T>(len, error))?;
        Ok(self.memory(slice))
    }

    pub(super) fn upload<T: Element>(&self, values: &[T]) -> Result<GpuMemory<T>, Error> {
        if values.is_empty() {
            return self.zeros(0);
        }
        let slice = self.stream.clone_htod(values).map_err(|error| no_memory::<T>(values.len(), error))?;
        Ok(self.memory(slice))
    }

    pub(super) fn clear<T: Element>(&self, memory: &mut GpuMemory<T>) -> Result<(), Error> {
        self.stream
            .memset_zeros(&mut memory.slice)
            .map_err(|error| Error::Gpu(format!("the GPU's memory cannot be cleared: {}", words(error))))
    }

    fn memory<T: Element>(&self, slice: CudaSlice<T>) -> GpuMemory<T> {
        // All work goes through one stream, so the guard, which orders streams, has nothing to do.
        let address = slice.device_ptr(&self.stream).0;
        GpuMemory { slice, address }
    }

    pub(super) fn download<T: Element>(&self, memory: &GpuMemory<T>, len: usize) -> Result<Vec<T>, Error> {
        let mut values = self
            .stream
            .clone_dtoh(&memory.slice)
            .map_err(|error| Error::Gpu(format!("the GPU's memory cannot be read: {}", words(error))))?;
        self.finish("the copy")?;
        values.truncate(len);
        Ok(values)
    }

    /// The variable that is `entry` in PTX.
    pub(super) fn variable(&self, module: &GpuModule, entry: &str) -> Result<GpuVariable, Error> {
        self.context.bind_to_thread().map_err(no_variable)?;
        let size = module.0.get_global(entry, &self.stream).map_err(no_variable)?.len();
        Ok(GpuVariable { module: Arc::clone(&module.0), entry: entry.to_owned(), size })
    }

    pub(super) fn write_variable(&self, variable: &GpuVariable, bytes: &[u8]) -> Result<(), Error> {
        self.context.bind_to_thread().map_err(no_variable)?;
        let mut place = variable.module.get_global(&variable.entry, &self.stream).map_err(no_variable)?;
        self.stream.memcpy_htod(bytes, &mut place).map_err(no_variable)?;
        self.finish("the copy")
    }

    pub(super) fn read_variable(&self, variable: &GpuVariable, bytes: &mut [u8]) -> Result<(), Error> {
        self.context.bind_to_thread().map_err(no_variable)?;
        let place = variable.module.get_global(&variable.entry, &self.stream).map_err(no_variable)?;
        self.stream.memcpy_dtoh(&place, bytes).map_err(no_variable)?;
        self.finish("the copy")
    }

    /// Queues a kernel. It may still be running, and faults show in [`finish`](Self::finish).
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch).
    pub(super) unsafe fn enqueue(
        &self,
        name: &str,
        kernel: &GpuKernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
    ) -> Result<(), Error> {
        let given: Vec<Vec<u8>> = args.iter().map(Arg::bytes).collect();
        LaunchRefusal::check_arguments(&kernel.parameters, &given).map_err(|refusal| {
            let (kernel, refusal) = (name.to_owned(), Box::new(refusal));
            Error::from(LaunchProblem::Refused { kernel, refusal })
        })?;
        check_pointers(name, &kernel.pointers, args)?;
        if launch.shared_bytes > UNASKED_SHARED_BYTES {
            let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let bytes = i32::try_from(launch.shared_bytes).unwrap_or(i32::MAX);
            kernel.function.set_attribute(attribute, bytes).map_err(|error| {
                let (kernel, bytes, why) = (name.to_owned(), launch.shared_bytes, words(error));
                Error::from(LaunchProblem::SharedMemory { kernel, bytes, why })
            })?;
        }
        let refused = |error| {
            let (kernel, launch) = (name.to_owned(), launch.to_string());
            Error::from(LaunchProblem::Driver { kernel, launch, why: words(error) })
        };
        if launch.cluster.is_some_and(|blocks| blocks.map(u64::from).iter().product::<u64>() > UNASKED_CLUSTER_BLOCKS) {
            let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
            kernel.function.set_attribute(attribute, 1).map_err(refused)?;
        }
        self.context.bind_to_thread().map_err(refused)?;
        let mut values = Values::of(args);
        let mut pointers = values.pointers();
        // SAFETY: the function and the stream are alive. There are as many arguments as parameters, each of its parameter's size
        // (`check_arguments`), so the driver reads no host memory but theirs, and copies it before it returns. What is declared as a pointer is the
        // address of a buffer, which outlives the call (`check_pointers`), and what the kernel writes there the host sees only as copies of
        // `Element`s, to which every bit pattern is a value. The caller guarantees that it writes nowhere else.
        unsafe {
            match launch.cluster {
                Some(blocks) => launch_clusters(&kernel.function, launch, blocks, &self.stream, &mut pointers),
                None => result::launch_kernel(
                    kernel.function.cu_function(),
                    launch.grid.into(),
                    launch.block.into(),
                    launch.shared_bytes,
                    self.stream.cu_stream(),
                    &mut pointers,
                ),
            }
        }
        .map_err(refused)
    }

    /// Waits for all queued work.
    pub(super) fn finish(&self, name: &str) -> Result<(), Error> {
        self.stream.synchronize().map_err(|error| Error::Fault(format!("{name} failed on the GPU: {}", words(error))))
    }

    fn delay(&self, nvrtc: &Nvrtc) -> Result<&GpuKernel, Error> {
        if self.delay.get().is_none() {
            let source = CudaSource::new(DELAY, "delay.cu").option(self.target(nvrtc)?);
            let module = self.load(&nvrtc.compile(&source)?, "delay.cu")?;
            // Nobody else can have set it since.
            let _ = self.delay.set(module.kernel("delay", "delay", "delay.cu")?);
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
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch), for each of these runs.
    pub(super) unsafe fn time_in_turn(
        &self,
        nvrtc: &Nvrtc,
        sequences: &[Vec<LaunchOf<'_, GpuKernel>>],
        before: Option<LaunchOf<'_, GpuKernel>>,
        rounds: u32,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let delay = self.delay(nvrtc)?;
        let refused = |error| Error::Gpu(format!("the launches cannot be timed: {}", words(error)));
        for _ in 0..WARM_UP {
            for call in sequences.iter().flatten() {
                // SAFETY: the caller guarantees what this kernel accesses and expects.
                unsafe { self.enqueue(call.name, call.kernel, call.launch, call.args)? };
                self.finish(call.name)?;
            }
        }
        let event = || self.context.new_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT)).map_err(refused);
        let (start, end) = (event()?, event()?);
        let mut times = vec![Vec::new(); sequences.len()];
        for _ in 0..rounds {
            for (sequence, times) in sequences.iter().zip(&mut times) {
                let cycles = DELAY_CYCLES * sequence.len() as u64;
                // SAFETY: the kernel takes this number, and accesses no memory.
                unsafe { self.enqueue("delay", delay, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[Arg::U64(cycles)])? };
                if let Some(call) = &before {
                    // SAFETY: the caller guarantees what this kernel accesses and expects.
                    unsafe { self.enqueue(call.name, call.kernel, call.launch, call.args)? };
                }
                start.record(&self.stream).map_err(refused)?;
                for call in sequence {
                    // SAFETY: as for `before`.
                    unsafe { self.enqueue(call.name, call.kernel, call.launch, call.args)? };
                }
                end.record(&self.stream).map_err(refused)?;
                times.push(f64::from(start.elapsed_ms(&end).map_err(refused)?) * 1e3);
            }
        }
        Ok(times)
    }
}

impl GpuModule {
    /// The kernel `entry`, which messages call `name`, of the source `program`.
    pub(super) fn kernel(&self, entry: &str, name: &str, program: &str) -> Result<GpuKernel, Error> {
        let refused = |error| Error::Gpu(format!("the driver does not load `{name}` of `{program}`: {}", words(error)));
        let function = self.0.load_function(entry).map_err(refused)?;
        let unknown = |error| Error::Gpu(format!("cannot query the parameters of `{name}`: {}", words(error)));
        let static_shared_bytes = function.shared_size_bytes().map_err(unknown)?.unsigned_abs();
        let parameters = parameters(&function).map_err(unknown)?;
        Ok(GpuKernel { parameters, pointers: kernels::pointer_parameters(entry), static_shared_bytes, function })
    }
}

/// Bytes of each parameter of the kernel.
fn parameters(function: &CudaFunction) -> Result<Vec<u64>, DriverError> {
    let mut sizes = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the function is loaded, and both integers outlive the call.
        let status = unsafe { sys::cuFuncGetParamInfo(function.cu_function(), sizes.len(), &mut offset, &mut size) };
        match status.result() {
            Ok(()) => sizes.push(size as u64),
            // There is no parameter of that number: they have all been seen.
            Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE)) => return Ok(sizes),
            Err(error) => return Err(error),
        }
    }
}

impl<T> GpuMemory<T> {
    pub(super) fn address(&self) -> u64 {
        self.address
    }
}

impl GpuVariable {
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

impl GpuKernel {
    pub(super) fn static_shared_bytes(&self) -> u32 {
        self.static_shared_bytes
    }
}
