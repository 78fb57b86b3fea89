//! Features of the simulator alone: launches that are safe, other architectures, and observers of shared accesses.

use std::rc::Rc;

use smem_banks::Arch;
use smem_driver::{LaunchVerdict, VerdictEngine};
use smem_sim::{AddressMap, Isa, LaunchShape, Observer, Profile, Simulator};
use smem_toolchain::{Install, Nvrtc};

use super::backend::DeviceCore;
use super::sim::DriverDevice;
use super::{Arg, Device, Kernel};
use crate::{Error, LaunchProblem, SimulatorTask};

impl Device {
    /// Opens the simulator of an architecture, as [`simulator`](Device::simulator) does of `sm_90`.
    ///
    /// ```
    /// use smem_launch::{Arch, Device, Install, Isa};
    ///
    /// let device = Device::simulator_of(Arch::SM_80, Isa::Ptx, Install::Allowed)?;
    /// assert_eq!(device.arch(), Arch::SM_80);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`simulator`](Device::simulator), and [`ToolError::Unusable`](crate::ToolError::Unusable) where NVRTC does not compile for the architecture.
    pub fn simulator_of(arch: Arch, isa: Isa, install: Install) -> Result<Device, Error> {
        let nvrtc = Nvrtc::find(install.clone())?;
        let backend = Box::new(DriverDevice::open_arch(&nvrtc, arch, isa, install)?);
        Ok(Device { core: Rc::new(DeviceCore::new(nvrtc, backend)), passed_over: None })
    }

    /// Returns the device with results of earlier calls of compilers and of the tools of machine code, which is the default, or without, for
    /// programs that it loads from now on.
    ///
    /// ```
    /// use smem_launch::{Device, Install, Isa};
    ///
    /// let device = Device::simulator(Isa::Ptx, Install::Allowed)?.cache(false);
    /// assert_eq!(device.load("__global__ void k() {}", "k.cu")?.kernels(), ["k()"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn cache(self, is_used: bool) -> Device {
        self.core.has_cache.set(is_used);
        self
    }

    /// Changes the settings of the simulator; a GPU stays as it is. `change` receives the simulator and returns it.
    ///
    /// ```
    /// use smem_launch::{Device, Install, Isa, LaunchShape};
    ///
    /// let device = Device::simulator(Isa::Ptx, Install::Allowed)?.with_simulator(|simulator| simulator.sample_blocks(4));
    /// let kernel = device.load("__global__ void k() { }", "k.cu")?.kernel("k")?;
    /// let profile = device.simulate(&kernel, LaunchShape::of([1000, 1, 1], [32, 1, 1]), &[])?;
    /// assert_eq!(profile.blocks_run, 4);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn with_simulator(self, change: impl FnOnce(Simulator) -> Simulator) -> Device {
        if let Some(simulated) = DriverDevice::of(&self.core) {
            simulated.change(change);
        }
        self
    }

    /// Takes the profiles of the grids that kernels launched since the last call, in the order in which they ran, as
    /// [`Simulator::take_launched`] does: their kernels are named as in C++, without their parameters. Empty on a GPU.
    ///
    /// ```
    /// use smem_launch::{CudaSource, Device, Install, Isa, LaunchShape};
    ///
    /// let text = "__global__ void leaf() { } __global__ void k() { leaf<<<3, 32>>>(); }";
    /// let device = Device::simulator(Isa::Sass, Install::Allowed)?;
    /// let kernel = device.load_source(CudaSource::new(text, "k.cu").option("-rdc=true"))?.kernel("k")?;
    /// device.simulate(&kernel, LaunchShape::of([1, 1, 1], [2, 1, 1]), &[])?;
    /// let launched = device.take_launched();
    /// assert_eq!((launched.len(), &launched[0].kernel[..], launched[0].grid), (2, "leaf", [3, 1, 1]));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    pub fn take_launched(&self) -> Vec<Profile> {
        DriverDevice::of(&self.core).map(DriverDevice::take_launched).unwrap_or_default()
    }

    /// Runs a kernel to its end in the simulator, and returns the counts of shared-memory wavefronts. Kernels see the simulator's memory
    /// alone, so any kernel may be run with any arguments.
    ///
    /// ```
    /// use smem_launch::{Device, Error, Install, Isa, LaunchShape};
    ///
    /// let text = "__global__ void column(float* to) {
    ///     __shared__ float tile[32 * 32];
    ///     tile[32 * threadIdx.x] = threadIdx.x;
    ///     to[threadIdx.x] = tile[32 * threadIdx.x];
    /// }";
    /// let device = Device::simulator(Isa::Ptx, Install::Allowed)?;
    /// let (kernel, to) = (device.load(text, "column.cu")?.kernel("column")?, device.zeros::<f32>(32)?);
    /// let profile = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[to.arg()])?;
    /// assert_eq!((profile.requests(), profile.wavefronts()), (1, 32)); // the compiler keeps what it has stored
    /// // An access outside every buffer is a fault, with what the launch had counted until then.
    /// let Err(Error::Fault(fault)) = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [64, 1, 1]), &[to.arg()]) else { panic!() };
    /// assert_eq!(fault.so_far.unwrap().blocks_run, 0);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where arguments or shared memory do not fit the kernel, and on a GPU, where [`launch`](Device::launch) runs
    /// kernels; [`Error::Fault`] where the kernel does something invalid, such as an access outside every buffer.
    pub fn simulate(&self, kernel: &Kernel, launch: LaunchShape, args: &[Arg<'_>]) -> Result<Profile, Error> {
        self.simulated(kernel, SimulatorTask::Simulate)?.simulate(&kernel.launch(launch, args))
    }

    /// Runs a kernel in the simulator, as [`simulate`](Device::simulate) does, with observers of its accesses to shared memory. `new` makes
    /// one for each host thread; a block runs on one thread. Returns the counts, and the observers in no particular order.
    ///
    /// ```
    /// use smem_launch::{Device, Install, Isa, LaunchShape};
    /// use smem_sim::{Observer, SharedAccess};
    ///
    /// /// The most expensive request.
    /// struct Worst(u32);
    /// impl Observer for Worst {
    ///     fn shared(&mut self, access: &SharedAccess<'_>) {
    ///         self.0 = self.0.max(access.cost().wavefronts);
    ///     }
    /// }
    ///
    /// let text = "__global__ void column(float* to) {
    ///     __shared__ float tile[32 * 32];
    ///     tile[32 * threadIdx.x] = threadIdx.x;
    ///     to[threadIdx.x] = tile[32 * threadIdx.x];
    /// }";
    /// let device = Device::simulator(Isa::Ptx, Install::Allowed)?;
    /// let (kernel, to) = (device.load(text, "column.cu")?.kernel("column")?, device.zeros::<f32>(32)?);
    /// let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
    /// let (_, seen) = device.launch_observed(&kernel, launch, &[to.arg()], || Worst(0))?;
    /// assert_eq!(seen.iter().map(|worst| worst.0).max(), Some(32));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`simulate`](Device::simulate).
    pub fn launch_observed<O: Observer>(
        &self,
        kernel: &Kernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        self.simulated(kernel, SimulatorTask::Observe)?.launch_observed(&kernel.launch(launch, args), None, new)
    }

    /// Runs a kernel in the simulator, as [`launch_observed`](Device::launch_observed) does, and judges the launch: what machine code raises is
    /// judged by the PTX that it was made of. A fault of the kernel is part of the verdict.
    ///
    /// ```
    /// use smem_driver::VerdictEngine;
    /// use smem_launch::{Device, Install, Isa, LaunchShape};
    /// use smem_sim::{Observer, SharedAccess};
    ///
    /// struct Unseen;
    /// impl Observer for Unseen {
    ///     fn shared(&mut self, _: &SharedAccess<'_>) {}
    /// }
    ///
    /// let text = "__global__ void shift(int* to) {
    ///     __shared__ int tile[64];
    ///     tile[threadIdx.x] = threadIdx.x;
    ///     to[threadIdx.x] = tile[threadIdx.x ^ 32];
    /// }";
    /// let device = Device::simulator(Isa::Sass, Install::Allowed)?.with_simulator(|simulator| simulator.race_check(true));
    /// let (kernel, to) = (device.load(text, "shift.cu")?.kernel("shift")?, device.zeros::<i32>(64)?);
    /// let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    /// let verdict = device.launch_judged(&kernel, launch, &[to.arg()], &VerdictEngine::default(), || Unseen)?;
    /// assert_eq!((verdict.hazards.races.len(), verdict.hazards.unjudged), (1, None));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where arguments or shared memory do not fit the kernel, and on a GPU.
    pub fn launch_judged<O: Observer>(
        &self,
        kernel: &Kernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        engine: &VerdictEngine,
        new: impl Fn() -> O + Sync,
    ) -> Result<LaunchVerdict<Vec<O>>, Error> {
        self.simulated(kernel, SimulatorTask::Observe)?.launch_judged(&kernel.launch(launch, args), engine, new)
    }

    /// Runs a kernel in the simulator with the bytes of its shared memory where `map` has them, as
    /// [`Simulator::launch_relaid`](smem_sim::Simulator::launch_relaid) does, and with observers.
    ///
    /// ```
    /// use smem_launch::{Device, Install, Isa, LaunchShape};
    /// use smem_sim::{AddressMap, Observer, SharedAccess};
    ///
    /// struct Nobody;
    /// impl Observer for Nobody {
    ///     fn shared(&mut self, _: &SharedAccess<'_>) {}
    /// }
    ///
    /// let text = "__global__ void column(float* to) {
    ///     __shared__ float tile[32][32];
    ///     tile[threadIdx.x][0] = threadIdx.x;
    ///     __syncthreads();
    ///     to[threadIdx.x] = tile[31 - threadIdx.x][0];
    /// }";
    /// let device = Device::simulator(Isa::Ptx, Install::Allowed)?;
    /// let (kernel, to) = (device.load(text, "column.cu")?.kernel("column")?, device.zeros::<f32>(32)?);
    /// // A word of padding after each row.
    /// let padded = AddressMap::new((0..4096).map(|byte| byte + byte / 128 * 4).collect()).unwrap();
    /// let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
    /// let (profile, _) = device.launch_relaid(&kernel, launch, &[to.arg()], &padded, || Nobody)?;
    /// assert_eq!((profile.requests(), profile.wavefronts()), (2, 2));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`launch_observed`](Device::launch_observed), [`Error::Launch`] where the map is for another number of bytes, and
    /// [`Error::Fault`] for an access that it takes apart.
    pub fn launch_relaid<O: Observer>(
        &self,
        kernel: &Kernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        map: &AddressMap,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        let launch = kernel.launch(launch, args);
        self.simulated(kernel, SimulatorTask::Relay)?.launch_observed(&launch, Some(map), new)
    }

    /// The simulator that has loaded a kernel.
    fn simulated(&self, kernel: &Kernel, task: SimulatorTask) -> Result<&DriverDevice, Error> {
        self.check_own(kernel)?;
        DriverDevice::of(&self.core).ok_or_else(|| LaunchProblem::SimulatorOnly { task }.into())
    }
}
