//! The driver: everything that its functions reach, by the subject of the functions.
//!
//! ```text
//! devices       which there are, and what programs ask about them
//! contexts      primary contexts, contexts of a program's own, the current one
//! allocations   device memory, pools, host memory that the driver knows
//! copies        between host and device, and fills
//! peers         access of contexts to each other's memory
//! streams       streams and events
//! stream_words  words of memory that streams write, and wait for
//! modules       images, kernels, variables
//! launches      kernels into streams
//! graphs        captured streams, and graphs that are launched
//! graph_nodes   graphs that programs build node by node
//! arrays        arrays and textures
//! virtual_memory  addresses and memory, apart
//! ```

mod allocations;
mod arrays;
#[expect(clippy::indexing_slicing, reason = "the numbers of devices and limits are checked first")]
mod contexts;
mod copies;
mod devices;
mod graph_nodes;
mod graphs;
mod launches;
mod modules;
mod occupancy;
mod peers;
#[expect(clippy::indexing_slicing, reason = "a word has four bytes or eight")]
mod stream_words;
mod streams;
mod virtual_memory;

use parking_lot::{Condvar, Mutex};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use smem_sim::{LaunchShape, MemoryBudget, Simulator};

use crate::code::{LoadableCode, LoadedKernel};
use crate::context::Context;
use crate::current;
use crate::device::Product;
use crate::error::DriverError;
use crate::handles::Handles;
use crate::memory::{DeviceArray, MappedMemory, MemoryMap, PageLocked, ReservedRange, UnmappedMemory};
use crate::options::DriverOptions;
use crate::panics::panic_message;
use crate::report::{Collector, RunReport, Scopes};
use crate::stream::{CapturesUnderWay, Event, ExecutableGraph, Queue, StreamOrder, WorkGraph};
use crate::streamed_simulator::{SharedMachine, StreamedSimulator};
use crate::verdict::VerdictEngine;

pub use contexts::CurrentContext;
pub use graph_nodes::RecordedWork;
pub use graphs::CaptureStatus;
pub use launches::LaunchRequest;
pub use modules::DriverRefusal;
pub use stream_words::WordCondition;

/// A stream, and the context that it belongs to.
#[derive(Debug)]
pub(crate) struct DriverStream {
    pub(crate) context: Arc<Context>,
    pub(crate) queue: Arc<Queue>,
}

/// A kernel's name, and the shape of its launch.
type LaunchKind = (String, LaunchShape);

/// The primary context of a device.
#[derive(Debug)]
struct PrimaryContext {
    handle: u64,
    retained: u32,
    flags: u32,
    /// The error that its last context ended with: a process that had one gets no other.
    error: Option<DriverError>,
    /// Whether its last context waits for its streams to end.
    is_ending: bool,
}

/// A CUDA driver: contexts, memory, streams, modules and launches on simulated devices.
///
/// Handles are numbers, which the functions check. Which context is current is a matter of the calling thread, as in CUDA; so tests of one
/// process that share a driver each set their own.
///
/// ```
/// use smem_driver::{Driver, DriverOptions, LaunchRequest, LaunchShape};
///
/// let driver = Driver::new(DriverOptions::default());
/// driver.init(0)?;
/// let context = driver.retain_primary(0)?;
/// driver.set_current(context)?;
/// let ptx = ".version 8.8 .target sm_90 .address_size 64 .visible .entry set(.param .u64 to) {
///     .reg .b64 %a; ld.param.u64 %a, [to]; st.global.u32 [%a], 7; ret; }";
/// let module = driver.load_module(ptx.as_bytes()).map_err(|failure| failure.error)?;
/// let kernel = driver.function(module, "set")?;
/// let to = driver.alloc(4)?;
/// driver.launch(&LaunchRequest::new(kernel, LaunchShape::new(1, 1)), &to.to_le_bytes())?;
/// driver.synchronize()?;
/// let report = driver.report();
/// assert_eq!(report.kernel("set").tally.launches, 1);
/// # Ok::<(), smem_driver::DriverError>(())
/// ```
#[derive(Debug)]
pub struct Driver {
    pub(crate) options: DriverOptions,
    pub(crate) product: Product,
    pub(crate) machine: SharedMachine,
    verdicts: Arc<VerdictEngine>,
    pub(crate) map: Mutex<MemoryMap>,
    /// Page-locked and managed memory, by its address.
    page_locked: Mutex<BTreeMap<u64, Arc<PageLocked>>>,
    pub(crate) contexts: Handles<Context>,
    primaries: Mutex<Vec<PrimaryContext>>,
    primary_ended: Condvar,
    pub(crate) streams: Handles<DriverStream>,
    pub(crate) events: Handles<Event>,
    pub(crate) modules: Handles<LoadableCode>,
    pub(crate) functions: Handles<LoadedKernel>,
    captures: CapturesUnderWay,
    pub(crate) graphs: Handles<WorkGraph>,
    pub(crate) executables: Handles<ExecutableGraph>,
    /// Addresses of memory that graphs allocate.
    of_graphs: Mutex<BTreeSet<u64>>,
    pub(crate) arrays: Handles<DeviceArray>,
    /// Reserved addresses, and what is mapped there, by address.
    reserved: Mutex<BTreeMap<u64, ReservedRange>>,
    mapped: Mutex<BTreeMap<u64, MappedMemory>>,
    unmapped: Handles<UnmappedMemory>,
    pub(crate) collector: Arc<Collector>,
    order: Arc<StreamOrder>,
    /// Launches so far, by kernel and shape, where later ones are samples.
    launches: Mutex<HashMap<LaunchKind, Arc<AtomicU64>>>,
    is_initialized: AtomicBool,
    /// The process that this driver was initialised in: one that was forked from it later has no driver.
    process: AtomicU32,
}

impl Driver {
    /// Makes a driver. Nothing is simulated before [`init`](Self::init).
    pub fn new(options: DriverOptions) -> Driver {
        let machine = StreamedSimulator::of_options(&options);
        Driver::with(options, machine)
    }

    /// Makes a driver of one device, on a simulator with settings of its own: its limits, checks and memory budget are those of the device.
    ///
    /// ```
    /// use smem_driver::{Driver, DriverError};
    /// use smem_sim::{Arch, Simulator};
    ///
    /// let driver = Driver::on(Simulator::new(Arch::SM_90).memory_limit(1 << 20));
    /// driver.init(0)?;
    /// let current = driver.enter(driver.retain_primary(0)?)?;
    /// let data = current.alloc(4)?;
    /// current.write(data, &7_u32.to_le_bytes())?;
    /// let mut bytes = [0; 4];
    /// current.read(data, &mut bytes)?;
    /// assert_eq!(u32::from_le_bytes(bytes), 7);
    /// assert_eq!(current.alloc(2 << 20), Err(DriverError::OutOfMemory));
    /// # Ok::<(), DriverError>(())
    /// ```
    pub fn on(simulator: Simulator) -> Driver {
        // The simulator's budget is the limit.
        let (arch, gpu) = (simulator.arch(), Some(simulator.gpu()));
        let options = DriverOptions { arch, gpu, memory: u64::MAX, ..DriverOptions::default() };
        Driver::with(options, StreamedSimulator::of(simulator))
    }

    fn with(options: DriverOptions, machine: StreamedSimulator) -> Driver {
        let primary = |_| {
            let handle = crate::handles::next_handle();
            PrimaryContext { handle, retained: 0, flags: 0, error: None, is_ending: false }
        };
        Driver {
            product: Product::of(options.arch, options.gpu()),
            machine: Arc::new(machine),
            verdicts: Arc::new(VerdictEngine::new(options.verdict())),
            map: Mutex::default(),
            page_locked: Mutex::default(),
            contexts: Handles::default(),
            primaries: Mutex::new((0..options.devices).map(primary).collect()),
            primary_ended: Condvar::new(),
            streams: Handles::default(),
            events: Handles::default(),
            modules: Handles::default(),
            functions: Handles::default(),
            captures: CapturesUnderWay::default(),
            graphs: Handles::default(),
            executables: Handles::default(),
            of_graphs: Mutex::default(),
            arrays: Handles::default(),
            reserved: Mutex::default(),
            mapped: Mutex::default(),
            unmapped: Handles::default(),
            collector: Arc::new(Collector::new(&options)),
            order: Arc::default(),
            launches: Mutex::default(),
            is_initialized: AtomicBool::new(false),
            process: AtomicU32::new(std::process::id()),
            options,
        }
    }

    /// Changes the settings of the simulator for launches and allocations from now on: `change` receives a handle on the same device and returns it.
    pub fn change_simulator(&mut self, change: impl FnOnce(Simulator) -> Simulator) {
        self.machine = Arc::new(StreamedSimulator::of(change(self.machine.handle())));
    }

    /// The budget of the host's memory that allocations and launches take from.
    pub fn memory_budget(&self) -> &MemoryBudget {
        self.machine.budget()
    }

    /// Makes the functions work, as `cuInit`.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for flags other than 0.
    pub fn init(&self, flags: u32) -> Result<(), DriverError> {
        if flags != 0 {
            return Err(DriverError::InvalidValue);
        }
        if self.is_initialized.load(Relaxed) {
            return self.check_initialized();
        }
        self.process.store(std::process::id(), Relaxed);
        self.is_initialized.store(true, Relaxed);
        self.collector.begin_file();
        Ok(())
    }

    /// Fails before [`init`](Self::init), in a process that was forked after it, and in a function that a stream calls.
    pub(crate) fn check_initialized(&self) -> Result<(), DriverError> {
        match self.is_initialized_here() {
            true if current::is_outside() => Err(DriverError::NotPermitted),
            true => Ok(()),
            false => Err(DriverError::NotInitialized),
        }
    }

    /// Whether this process, and not one that it was forked from, has initialized the driver.
    fn is_initialized_here(&self) -> bool {
        self.is_initialized.load(Relaxed) && self.process.load(Relaxed) == std::process::id()
    }

    /// Everything that launches counted and found so far.
    pub fn report(&self) -> RunReport {
        self.collector.report()
    }

    /// The report of all launches so far: waits for those that are running.
    pub fn complete_report(&self) -> RunReport {
        self.wait_for_launches();
        self.report()
    }

    /// Begins a report for the launches that the calling thread makes, besides the one of the process, and returns its number.
    pub fn begin_scope(&self) -> u64 {
        self.collector.begin_scope(self.options.arch)
    }

    /// Ends the report that [`begin_scope`](Self::begin_scope) began: waits for the launches that are running, and returns it.
    pub fn end_scope(&self, scope: u64) -> RunReport {
        Scopes::leave(scope);
        self.wait_for_launches();
        self.collector.end_scope(scope)
    }

    fn wait_for_launches(&self) {
        for (_, context) in self.contexts.all() {
            context.all_ends().iter().for_each(|end| end.wait());
        }
    }

    /// Sets who is told of faults, a sentence each, when they happen. By default they are only part of the report.
    pub fn on_notice(&self, notice: impl Fn(&str) + Send + Sync + 'static) {
        self.collector.on_notice(Box::new(notice));
    }

    /// Sets who gets what kernels print with `printf`.
    pub fn on_print(&self, print: impl Fn(&str) + Send + Sync + 'static) {
        self.collector.on_print(Box::new(print));
    }

    /// The version of CUDA that programs are told.
    pub fn version(&self) -> i32 {
        self.options.driver_version.number()
    }

    /// Says a sentence to whom [`on_notice`](Self::on_notice) named.
    pub fn notice(&self, sentence: &str) {
        self.collector.notice(sentence);
    }

    /// Notes that a part of the driver panicked, which is a defect of it and fails the run.
    pub fn note_panic(&self, part: &str, panic: &(dyn Any + Send)) {
        self.collector.note_defect(part, &panic_message(panic), &Scopes::of_this_thread());
    }

    /// Notes a file with a CUDA runtime that does not start here; returns whether it is the first call of it.
    pub fn note_refused(&self, file: &str) -> bool {
        self.collector.note_refused(file)
    }

    /// Notes a function that a program called and that is not there; returns whether it is the first call of it.
    pub fn note_missing(&self, function: &str) -> bool {
        self.collector.note_missing(function)
    }

    /// Ends a run: waits for streams, at most so long. What is not done then is unfinished in the report. A process that was forked does
    /// not wait.
    pub fn finish(&self, wait: Duration) {
        if !self.is_initialized_here() {
            return;
        }
        let last = Instant::now() + wait;
        for (_, context) in self.contexts.all() {
            context.all_ends().iter().all(|end| end.wait_until(last));
        }
    }
}
