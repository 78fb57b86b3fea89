//! The simulated device: memory and launches.

mod children;
mod copies;
mod data_dependences;
mod device;
mod device_memory;
mod host_memory;
mod known_launches;
mod launches;
mod repeats;
mod settings;
mod snapshot;
mod textures;
mod variables;

use crate::gpu::Gpu;
use crate::launch_control::LaunchControl;
use crate::machine::HostSettings;
use crate::memory::MemoryBudget;
use crate::profile::Profile;
use device::SimulatedDevice;
use repeats::Repeats;
use smem_banks::Arch;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use snapshot::NoSnapshot;

/// A simulated device: global memory, and launches that run on the CPU.
///
/// Several threads may use it: all but its settings takes a shared reference, and launches run side by side. A [clone](Self::clone) is another
/// handle on the same device.
///
/// ```
/// use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};
///
/// let module = smem_ptx::module(
///     ".version 8.8
///      .target sm_90
///      .address_size 64
///      .visible .entry square(.param .u64 data) {
///        .reg .b32 %r<3>;
///        .reg .b64 %rd<3>;
///        ld.param.u64 %rd0, [data];
///        mov.u32 %r0, %tid.x;
///        mul.lo.u32 %r1, %r0, %r0;
///        mad.wide.u32 %rd1, %r0, 4, %rd0;
///        st.global.u32 [%rd1], %r1;
///        ret;
///      }",
/// )?;
/// let sim = Simulator::new(Arch::SM_90);
/// let data = sim.alloc(4 * 64);
/// sim.launch(&module, "square", &LaunchShape::new(1, 64), &[KernelArg::Ptr(data)])?;
/// let mut last = [0; 4];
/// sim.read(data + 4 * 63, &mut last)?;
/// assert_eq!(u32::from_le_bytes(last), 63 * 63);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Simulator {
    arch: Arch,
    gpu: &'static Gpu,
    device: Arc<SimulatedDevice>,
    budget: MemoryBudget,
    host: HostSettings,
    race_check: bool,
    global_races: bool,
    deny_races: bool,
    race_remedies: bool,
    reuses_repeats: bool,
    observes_launched: bool,
    repeats: Arc<Mutex<Repeats>>,
    /// Output of `printf` in kernels that has not been taken yet.
    printed: Mutex<String>,
    /// The profiles of grids that kernels launched, which have not been taken yet.
    launched: Mutex<Vec<Profile>>,
}

impl Simulator {
    /// The default of [`instruction_limit`](Self::instruction_limit): over 68 billion thread instructions, which take one to
    /// four minutes on two cores.
    pub const DEFAULT_INSTRUCTION_LIMIT: u64 = 1 << 36;

    /// Makes a device of this architecture, without allocations.
    ///
    /// ```
    /// let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// assert_eq!(sim.arch(), smem_sim::Arch::SM_90);
    /// ```
    pub fn new(arch: Arch) -> Self {
        let host_threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        let (limit, control) = (Self::DEFAULT_INSTRUCTION_LIMIT, LaunchControl::new());
        let host = HostSettings {
            host_threads,
            resident: 0,
            limit,
            sample: 0,
            only: Vec::new(),
            schedule: None,
            unwritten: 0,
            control,
            patience: Arc::new(Duration::ZERO),
        };
        Self {
            arch,
            gpu: Gpu::of(arch),
            device: Arc::default(),
            budget: MemoryBudget::default(),
            host,
            race_check: false,
            global_races: false,
            deny_races: false,
            race_remedies: false,
            reuses_repeats: false,
            observes_launched: false,
            repeats: Arc::default(),
            printed: Mutex::default(),
            launched: Mutex::default(),
        }
    }

    /// The architecture, which determines the cost of requests and the limits of shared memory.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// println!("as on {}", sim.arch());
    /// ```
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// The GPU whose multiprocessors the device has: `%nsmid`.
    ///
    /// ```
    /// use smem_sim::{Arch, Gpu, Simulator};
    ///
    /// let sim = Simulator::new(Arch::SM_89);
    /// assert_eq!(sim.gpu().name, "RTX 4090");
    /// assert_eq!(sim.like(Gpu::from_name("l4").unwrap()).gpu().multiprocessors, 58);
    /// ```
    pub fn gpu(&self) -> &'static Gpu {
        self.gpu
    }

    /// Gives the device the multiprocessors of a GPU, instead of those of [`Gpu::of`] its architecture.
    #[must_use]
    pub fn like(self, gpu: &'static Gpu) -> Self {
        Self { gpu, ..self }
    }

    /// Takes what kernels have printed with `printf` since the last call, up to a fault if there was one: launch after launch, and in a
    /// launch block after block.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .extern .func (.param .b32 count) vprintf(.param .b64 format, .param .b64 arguments);
    ///     .global .align 1 .b8 hello[7] = {104, 101, 108, 108, 111, 10, 0};
    ///     .visible .entry greet() {
    ///       .reg .b64 %text;
    ///       .param .b64 format; .param .b64 arguments; .param .b32 count;
    ///       mov.u64 %text, hello;
    ///       st.param.b64 [format], %text;
    ///       st.param.b64 [arguments], 0;
    ///       call (count), vprintf, (format, arguments);
    ///       ret;
    ///     }")?;
    /// let sim = Simulator::new(Arch::SM_90);
    /// sim.launch(&module, "greet", &LaunchShape::new(1, 2), &[])?;
    /// assert_eq!(sim.take_printed(), "hello\nhello\n");
    /// assert_eq!(sim.take_printed(), "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_printed(&self) -> String {
        std::mem::take(&mut self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A clone is another handle on the same device: allocations, variables, textures and the heap of `malloc` are those of all handles. It begins
/// with the same settings and the same budget, and has its own from then on, and its own printed text and launched grids.
///
/// ```
/// use smem_sim::*;
///
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry add(.param .u64 to) { .reg .b64 %p; .reg .b32 %r;
///       ld.param.u64 %p, [to]; atom.global.add.u32 %r, [%p], 1; ret; }")?;
/// let sim = Simulator::new(Arch::SM_90);
/// let to = sim.alloc(4);
/// let arguments = [KernelArg::Ptr(to)];
/// let checked = sim.clone().global_race_check(true); // settings of one stream, or of one launch
/// std::thread::scope(|scope| {
///     for handle in [&sim, &checked] {
///         scope.spawn(|| handle.launch(&module, "add", &LaunchShape::new(4, 32), &arguments).unwrap());
///     }
/// });
/// let mut sum = [0; 4];
/// sim.read(to, &mut sum)?;
/// assert_eq!(u32::from_le_bytes(sum), 2 * 4 * 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Clone for Simulator {
    fn clone(&self) -> Self {
        let (device, repeats) = (Arc::clone(&self.device), Arc::clone(&self.repeats));
        let (budget, host) = (self.budget.clone(), self.host.clone());
        Self { device, repeats, budget, host, printed: Mutex::default(), launched: Mutex::default(), ..*self }
    }
}
