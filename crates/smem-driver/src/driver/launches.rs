//! Launches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use smem_sim::{FaultKind, Isa, LaunchArguments, LaunchRefusal, LaunchShape, Simulator};

use super::Driver;
use crate::code::LoadedKernel;
use crate::error::DriverError;
use crate::panics::caught;
use crate::report::Scopes;
use crate::stream::{NodeKind, StreamUser};
use crate::verdict::JudgedLaunch;

/// A launch of a kernel, but for its parameters.
///
/// ```
/// use smem_driver::{LaunchRequest, LaunchShape};
///
/// # let kernel = 0;
/// let request = LaunchRequest::new(kernel, LaunchShape::of([16, 1, 1], [256, 1, 1]).shared_bytes(4096)).stream(0);
/// assert_eq!((request.shape.block, request.shape.shared_bytes), ([256, 1, 1], 4096));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchRequest {
    /// The kernel's handle.
    pub function: u64,
    /// Its blocks and threads, shared memory and clusters.
    pub shape: LaunchShape,
    /// The stream's handle; 0 is the default stream.
    pub stream: u64,
    /// Whether all blocks have to run at once, for barriers of the grid.
    pub is_cooperative: bool,
}

impl LaunchRequest {
    /// A launch into the default stream.
    pub fn new(function: u64, shape: LaunchShape) -> LaunchRequest {
        LaunchRequest { function, shape, stream: 0, is_cooperative: false }
    }

    /// Sets the stream.
    #[must_use]
    pub fn stream(self, stream: u64) -> LaunchRequest {
        LaunchRequest { stream, ..self }
    }

    /// Sets the blocks of a cluster along x, y and z.
    #[must_use]
    pub fn cluster(self, blocks: [u32; 3]) -> LaunchRequest {
        LaunchRequest { shape: self.shape.cluster(blocks), ..self }
    }

    /// Sets whether all blocks have to run at once.
    #[must_use]
    pub fn cooperative(self, is_cooperative: bool) -> LaunchRequest {
        LaunchRequest { is_cooperative, ..self }
    }
}

/// Launches of one kernel and shape, of which the first run whole.
struct LaunchSampling {
    whole: u64,
    /// Those so far.
    launches: Arc<AtomicU64>,
}

impl LaunchSampling {
    /// Counts a launch, and returns whether it runs as a sample.
    fn is_due(&self) -> bool {
        self.launches.fetch_add(1, Relaxed) >= self.whole
    }
}

impl Driver {
    /// Launches a kernel with the bytes of its parameters, each at its offset. What goes wrong while it runs is returned by the next call
    /// that waits.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`]; [`DriverError::InvalidValue`] for a shape or parameters that the kernel cannot have, and for more
    /// than 48 KiB of shared memory that the program has not opted in to; [`DriverError::NotSupported`] for a kernel that the simulator
    /// refuses.
    pub fn launch(&self, request: &LaunchRequest, parameters: &[u8]) -> Result<(), DriverError> {
        let given = parameters;
        let stream = self.stream(request.stream)?;
        stream.context.check()?;
        let function = self.kernel(request.function)?;
        if let Err(error) = self.check_launch(request, &function, parameters) {
            stream.queue.capture().iter().for_each(|capture| capture.invalidate());
            return Err(error);
        }
        let shape = request.shape;
        let (machine, collector, parameters) = (self.machine.clone(), Arc::clone(&self.collector), parameters.to_vec());
        let isa = function.info.as_ref().map_or(Isa::Ptx, |info| info.isa);
        let sampling = self.sampling_of(request, &function.name);
        let kernel = function.name.clone();
        let verdicts = Arc::clone(&self.verdicts);
        let run = move |scopes: &[u64]| {
            let name = &function.name;
            let launch = function.launched(&shape, LaunchArguments::Raw(&parameters));
            if sampling.as_ref().is_some_and(LaunchSampling::is_due) {
                let (outcome, printed) = machine.of_samples().launch(&launch);
                collector.print(&printed);
                collector.add_sample(name, isa, &outcome, scopes);
                return Ok(());
            }
            let verdict = machine.launch_judged(&verdicts, &launch);
            collector.print(&verdict.printed);
            let error = verdict.fault.as_ref().filter(|_| verdict.is_cut).map(|fault| error_of(&fault.kind));
            let is_denied = collector.add(verdict, (name, isa), &shape, scopes);
            match error {
                Some(error) => Err(error),
                None if is_denied => Err(DriverError::LaunchFailed),
                None => Ok(()),
            }
        };
        let (collector, name) = (Arc::clone(&self.collector), kernel.clone());
        let work = stream.context.work(NodeKind::Kernel, move || {
            // Asked when it runs: a captured launch runs any number of times, for whoever launches its graph.
            let scopes = Scopes::of_this_thread();
            caught(|| run(&scopes)).unwrap_or_else(|panic| {
                collector.add_panic(&name, isa, &panic, &scopes);
                Err(DriverError::Unknown)
            })
        });
        let end = stream.context.enqueue(&stream.queue, work.of_kernel(&kernel))?;
        if let Some((end, place)) = end.and_then(|end| end.place().map(|place| (end, place))) {
            let user = StreamUser { kernel, isa };
            self.note_misuses(self.order.used(given, &user, place, end.clock()));
        }
        Ok(())
    }

    /// Calls a function that makes a launch, when the work of its stream is done, in the calling thread. The function has a handle of its own on the simulator,
    /// with the settings of the device, and makes the launch as it wants: observed, judged, with shared memory laid out otherwise. What comes of it is the
    /// caller's: a fault leaves no error behind, and the report has nothing of it.
    ///
    /// ```
    /// use smem_driver::{LoadableCode, Driver, DriverError, LaunchRequest, LaunchShape, VerdictEngine};
    /// use smem_ptx::PtxText;
    /// use smem_sim::{Arch, LaunchArguments, Simulator};
    ///
    /// let driver = Driver::on(Simulator::new(Arch::SM_90).race_check(true));
    /// driver.init(0)?;
    /// let current = driver.enter(driver.retain_primary(0)?)?;
    /// let ptx = PtxText::from(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.u32 [a], %r; ret; }");
    /// let module = current.load_code(LoadableCode::of_ptx(&ptx).unwrap())?;
    /// let request = LaunchRequest::new(current.function(module, "k")?, LaunchShape::new(1, 64));
    /// let engine = VerdictEngine::default();
    /// let verdict = current.launch_with(&request, LaunchArguments::Raw(&[]), |simulator, launch| {
    ///     engine.run(simulator, launch, |simulator| Ok((launch.made(simulator, launch.code)?, ())))
    /// })?;
    /// assert_eq!(verdict.hazards.races.len(), 1);
    /// # Ok::<(), DriverError>(())
    /// ```
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`], or the error that a kernel left behind. A launch that cannot start is a fault of the launch itself.
    pub fn launch_with<T>(
        &self,
        request: &LaunchRequest,
        args: LaunchArguments<'_>,
        act: impl FnOnce(&Simulator, &JudgedLaunch<'_>) -> T,
    ) -> Result<T, DriverError> {
        let stream = self.stream(request.stream)?;
        let function = self.kernel(request.function)?;
        let launch = function.launched(&request.shape, args);
        stream.context.in_turn(&stream.queue, || act(&self.machine.handle(), &launch))
    }

    /// The launches of this kind, where later ones run as samples of their blocks. Blocks that wait for one another run together.
    fn sampling_of(&self, request: &LaunchRequest, kernel: &str) -> Option<LaunchSampling> {
        let whole = self.options.sample?;
        if request.is_cooperative || request.shape.cluster.is_some() {
            return None;
        }
        let kind = (kernel.to_owned(), request.shape);
        let launches = Arc::clone(self.launches.lock().entry(kind).or_default());
        Some(LaunchSampling { whole, launches })
    }

    fn check_launch(
        &self,
        request: &LaunchRequest,
        function: &LoadedKernel,
        parameters: &[u8],
    ) -> Result<(), DriverError> {
        let (module, shape) = (&function.code.module, &request.shape);
        if function.info.is_none() {
            let reason = module.refused(&function.name).map(ToString::to_string).unwrap_or_default();
            self.collector.add_refused(&function.name, &reason, &Scopes::of_this_thread());
            return Err(DriverError::NotSupported);
        }
        let args = LaunchArguments::Raw(parameters);
        let checked = module.check_launch(self.options.arch, &function.name, shape, args);
        checked.map_err(|refusal| error_of_refusal(&refusal))?;
        // A launch may have more shared memory, and larger clusters, only after the program has opted in.
        if shape.shared_bytes > function.dynamic_limit(self.options.arch.static_limit()) {
            return Err(DriverError::InvalidValue);
        }
        if shape.cluster.is_some() {
            function.check_cluster(shape)?;
        }
        if request.is_cooperative {
            let at_once = self.blocks_of(function, shape.threads() as u32, shape.shared_bytes);
            if shape.blocks() > u64::from(at_once) * u64::from(self.product.gpu.multiprocessors) {
                return Err(DriverError::CooperativeLaunchTooLarge);
            }
        }
        Ok(())
    }
}

/// The error that a program sees of a fault.
fn error_of(fault: &FaultKind) -> DriverError {
    match fault {
        FaultKind::OutOfBounds { .. } | FaultKind::Texture(_) => DriverError::IllegalAddress,
        FaultKind::Misaligned { .. } => DriverError::MisalignedAddress,
        FaultKind::Assertion { .. } => DriverError::Assert,
        FaultKind::Limit(_) | FaultKind::Deadlock(_) => DriverError::LaunchTimeout,
        FaultKind::Memory(_) => DriverError::LaunchOutOfResources,
        FaultKind::Launch(refusal) => error_of_refusal(refusal),
        FaultKind::Refused(_) => DriverError::NotSupported,
        _ => DriverError::LaunchFailed,
    }
}

/// The error that a program sees of a launch that cannot start.
pub(crate) fn error_of_refusal(refusal: &LaunchRefusal) -> DriverError {
    match refusal {
        LaunchRefusal::ParameterBytes { .. } => DriverError::LaunchOutOfResources,
        LaunchRefusal::OtherCluster { .. } | LaunchRefusal::Cluster { .. } | LaunchRefusal::GridOfClusters { .. } => {
            DriverError::InvalidClusterSize
        }
        _ => DriverError::InvalidValue,
    }
}
