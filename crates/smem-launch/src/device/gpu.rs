//! The GPU through cudarc: CUBIN for its compute capability, checked launches, times by events.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaModule, CudaSlice, CudaStream, CudaViewMut, DevicePtr, DriverError, result, sys,
};
use cudarc::nvrtc::Ptx;
use smem_banks::Arch;
use smem_ptx::PtxText;
use smem_sim::{LaunchRefusal, LaunchShape, Profile};
use smem_toolchain::{Nvrtc, ToolError, check_loader_path};

use super::arg::{Arg, check_pointers};
use super::backend::{Backend, CodeToLoad, LaunchOf};
use super::clusters::launch_clusters;
use super::driver_errors::{no_memory, no_variable, version, words};
use super::gpu_kernel::GpuKernel;
use super::values::Values;
use crate::{Error, LaunchProblem};

/// The oldest driver with every function cudarc asks for here: 12.8, as CUDA counts.
const OLDEST_DRIVER: i32 = 12_080;

/// Bytes of shared memory a block may have without asking.
const UNASKED_SHARED_BYTES: u32 = 48 * 1024;

/// Blocks of a cluster that a kernel may have without asking.
const UNASKED_CLUSTER_BLOCKS: u64 = 8;

/// How the devices of `smem-driver` begin their names.
const SIMULATED: &str = "smem-tile simulator";

#[derive(Debug)]
pub(super) struct CudarcGpu {
    pub(super) context: Arc<CudaContext>,
    /// The one stream all work goes through, so that it needs no further ordering.
    pub(super) stream: Arc<CudaStream>,
    name: String,
    /// Major and minor.
    capability: (u32, u32),
    /// As CUDA counts: 13000 for 13.0.
    driver: i32,
    /// Allocations and variables, by their addresses.
    places: RefCell<BTreeMap<u64, GpuPlace>>,
    modules: RefCell<BTreeMap<u64, Arc<CudaModule>>>,
    kernels: RefCell<BTreeMap<u64, Rc<GpuKernel>>>,
    /// The last number of a module or a kernel.
    last: Cell<u64>,
    /// The kernel that keeps the GPU busy while a sample is queued, once something has been timed.
    pub(super) delay: OnceCell<GpuKernel>,
}

/// A piece of the GPU's memory.
#[derive(Debug)]
enum GpuPlace {
    /// An allocation, freed when dropped.
    Memory(CudaSlice<u8>),
    /// A variable of a module.
    Variable { of: u64, module: Arc<CudaModule>, entry: String },
}

impl CudarcGpu {
    /// Opens the first GPU. The error says why there is none.
    pub(super) fn open() -> Result<CudarcGpu, String> {
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
        Ok(CudarcGpu {
            name: context.name().map_err(words)?,
            capability: (major.unsigned_abs(), minor.unsigned_abs()),
            stream: context.default_stream(),
            context,
            driver,
            places: RefCell::default(),
            modules: RefCell::default(),
            kernels: RefCell::default(),
            last: Cell::new(0),
            delay: OnceCell::new(),
        })
    }

    /// Whether the driver is the project's own, which simulates its devices: it is where `smem-tile run` has started this program.
    fn is_simulated(&self) -> bool {
        self.name.starts_with(SIMULATED)
    }

    /// A number that no module or kernel has yet.
    fn next(&self) -> u64 {
        self.last.set(self.last.get() + 1);
        self.last.get()
    }

    /// Loads the machine code, or else the PTX, which the driver finishes.
    pub(super) fn load_code(&self, code: CodeToLoad<'_>, name: &str) -> Result<Arc<CudaModule>, Error> {
        let image = match code {
            CodeToLoad::Compiled(compiled, ptx) => match compiled.cubin() {
                Some(cubin) => Ptx::from_binary(cubin.to_vec()),
                None => of_text(ptx, name)?,
            },
            CodeToLoad::Ptx(ptx) => of_text(ptx, name)?,
            CodeToLoad::Cubin(cubin, _) => Ptx::from_binary(cubin.to_vec()),
        };
        let module = self.context.load_module(image);
        module.map_err(|error| Error::Gpu(format!("the driver does not load `{name}`: {}", words(error))))
    }

    /// Copies with a place, and waits for it.
    fn copied(
        &self,
        address: u64,
        copy: impl FnOnce(&mut CudaViewMut<'_, u8>) -> Result<(), DriverError>,
    ) -> Result<(), Error> {
        let failed = |error| Error::Gpu(format!("the GPU's memory cannot be accessed: {}", words(error)));
        let mut places = self.places.borrow_mut();
        match places.get_mut(&address) {
            Some(GpuPlace::Memory(slice)) => copy(&mut slice.as_view_mut()).map_err(failed)?,
            Some(GpuPlace::Variable { module, entry, .. }) => {
                self.context.bind_to_thread().map_err(no_variable)?;
                copy(&mut module.get_global(entry, &self.stream).map_err(no_variable)?).map_err(no_variable)?;
            }
            None => return Err(Error::Gpu("there is no memory of the GPU's at this address".to_owned())),
        }
        self.finish("the copy")
    }

    fn module_of(&self, module: u64) -> Result<Arc<CudaModule>, Error> {
        let modules = self.modules.borrow();
        modules.get(&module).map(Arc::clone).ok_or_else(|| Error::Gpu("the module is not loaded".to_owned()))
    }

    fn kernel_of(&self, kernel: u64) -> Result<Rc<GpuKernel>, Error> {
        let kernels = self.kernels.borrow();
        kernels.get(&kernel).map(Rc::clone).ok_or_else(|| Error::Gpu("the kernel's module is not loaded".to_owned()))
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
        let given: Vec<Vec<u8>> = args.iter().map(|arg| arg.value().bytes()).collect();
        LaunchRefusal::check_arguments(&kernel.parameters, &given).map_err(|refusal| {
            let (kernel, refusal) = (name.to_owned(), Box::new(refusal));
            Error::from(LaunchProblem::Refused { kernel, refusal })
        })?;
        check_pointers(name, &kernel.pointers, args)?;
        // Beyond the limit without asking the driver refuses the launch, where the host is not to ask.
        let shared_bytes = launch.shared_bytes.saturating_add(kernel.static_shared_bytes);
        if shared_bytes > UNASKED_SHARED_BYTES && launch.has_opted_in {
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

    /// Queues a launch.
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch).
    pub(super) unsafe fn enqueue_launch(&self, launch: &LaunchOf<'_>) -> Result<(), Error> {
        let kernel = self.kernel_of(launch.kernel)?;
        // SAFETY: the caller guarantees it.
        unsafe { self.enqueue(launch.name, &kernel, launch.shape, launch.args) }
    }

    /// Waits for all queued work.
    pub(super) fn finish(&self, name: &str) -> Result<(), Error> {
        self.stream.synchronize().map_err(|error| Error::Failed(format!("{name} failed on the GPU: {}", words(error))))
    }
}

impl Backend for CudarcGpu {
    fn describe(&self) -> String {
        let (major, minor) = self.capability;
        format!("{} (sm_{major}{minor}), driver {}", self.name, version(self.driver))
    }

    fn is_gpu(&self) -> bool {
        !self.is_simulated()
    }

    fn arch(&self) -> Arch {
        Arch::from_compute_capability(self.capability.0, self.capability.1).unwrap_or(Arch::DEFAULT)
    }

    /// For this GPU alone; where NVRTC is older than the GPU, to PTX that the driver finishes.
    fn target(&self, nvrtc: &Nvrtc) -> Result<String, ToolError> {
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

    /// More bytes than a GPU has: its driver decides for itself.
    fn memory_left(&self) -> u64 {
        1 << 38
    }

    fn alloc(&self, bytes: usize) -> Result<u64, Error> {
        // The driver gives no memory of zero bytes.
        let slice = self.stream.alloc_zeros::<u8>(bytes.max(1)).map_err(|error| no_memory(bytes, error))?;
        // All work goes through one stream, so the guard, which orders streams, has nothing to do.
        let address = slice.device_ptr(&self.stream).0;
        self.places.borrow_mut().insert(address, GpuPlace::Memory(slice));
        Ok(address)
    }

    fn free(&self, address: u64) {
        self.places.borrow_mut().remove(&address);
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error> {
        match bytes.is_empty() {
            true => Ok(()),
            false => self.copied(to, |place| self.stream.memcpy_htod(bytes, place)),
        }
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), Error> {
        match bytes.is_empty() {
            true => Ok(()),
            false => self.copied(from, |place| self.stream.memcpy_dtoh(place, bytes)),
        }
    }

    fn clear(&self, address: u64, _: usize) -> Result<(), Error> {
        self.copied(address, |place| self.stream.memset_zeros(place))
    }

    fn load(&self, code: CodeToLoad<'_>, name: &str, _: bool) -> Result<u64, Error> {
        let (module, handle) = (self.load_code(code, name)?, self.next());
        self.modules.borrow_mut().insert(handle, module);
        Ok(handle)
    }

    fn unload(&self, module: u64) {
        let is_of = |place: &GpuPlace| matches!(place, GpuPlace::Variable { of, .. } if *of == module);
        self.places.borrow_mut().retain(|_, place| !is_of(place));
        self.kernels.borrow_mut().retain(|_, kernel| kernel.of != module);
        self.modules.borrow_mut().remove(&module);
    }

    fn variable(&self, module: u64, entry: &str) -> Result<(u64, usize), Error> {
        self.context.bind_to_thread().map_err(no_variable)?;
        let code = self.module_of(module)?;
        let (address, bytes) = {
            let place = code.get_global(entry, &self.stream).map_err(no_variable)?;
            (place.device_ptr(&self.stream).0, place.len())
        };
        let place = GpuPlace::Variable { of: module, module: code, entry: entry.to_owned() };
        self.places.borrow_mut().insert(address, place);
        Ok((address, bytes))
    }

    fn kernel(&self, module: u64, entry: &str, name: &str, program: &str) -> Result<u64, Error> {
        let kernel = GpuKernel::of((&self.module_of(module)?, module), entry, name, program)?;
        let handle = self.next();
        self.kernels.borrow_mut().insert(handle, Rc::new(kernel));
        Ok(handle)
    }

    fn static_shared_bytes(&self, kernel: u64) -> Result<u32, Error> {
        Ok(self.kernel_of(kernel)?.static_shared_bytes)
    }

    unsafe fn launch(&self, launch: &LaunchOf<'_>) -> Result<Option<Profile>, Error> {
        // SAFETY: the caller guarantees what the kernel accesses and expects.
        unsafe { self.enqueue_launch(launch)? };
        self.finish(launch.name)?;
        Ok(None)
    }

    unsafe fn time_in_turn(
        &self,
        nvrtc: &Nvrtc,
        sequences: &[Vec<LaunchOf<'_>>],
        before: Option<LaunchOf<'_>>,
        rounds: u32,
    ) -> Result<Option<Vec<Vec<f64>>>, Error> {
        if self.is_simulated() {
            return Ok(None);
        }
        // SAFETY: the caller guarantees what the kernels access and expect.
        unsafe { self.timed(nvrtc, sequences, before, rounds).map(Some) }
    }
}

/// PTX as cudarc takes it, which panics on a zero byte.
fn of_text(ptx: &PtxText, name: &str) -> Result<Ptx, Error> {
    match ptx.as_str().contains('\0') {
        true => Err(Error::Gpu(format!("the PTX of `{name}` holds a zero byte"))),
        false => Ok(Ptx::from_src(ptx.as_str())),
    }
}
