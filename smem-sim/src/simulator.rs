//! The simulated device: memory and launches.

use crate::fault::{Fault, FaultKind};
use crate::isa::sass::LaunchNeeds;
use crate::launch::{KernelArg, LaunchShape};
use crate::launch_check::{all_resident, check, cluster, pack};
use crate::launch_control::LaunchControl;
use crate::machine::{HostSettings, LaunchContext, NewObserver, Observer, Printed, run};
use crate::memory::{AddressMap, GlobalMemory};
use crate::module::{KernelEntry, Module};
use crate::profile::Profile;
use crate::program::{KernelCode, PtxSpecial};
use smem_layout::Arch;
use std::any::Any;
use std::collections::HashMap;

/// A simulated device: global memory, and launches that run on the CPU.
///
/// ```
/// use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};
///
/// let module = Module::parse(
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
/// let mut sim = Simulator::new(Arch::SM_90);
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
    global: GlobalMemory,
    /// Addresses of the variables of each module that was used, by the module's id.
    variables: HashMap<u64, Vec<u64>>,
    host: HostSettings,
    race_check: bool,
    deny_races: bool,
    /// What kernels have printed and nobody has taken.
    printed: String,
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
        let host = HostSettings { host_threads, resident: 0, limit, sample: 0, control };
        let printed = String::new();
        Self {
            arch,
            global: GlobalMemory::default(),
            variables: HashMap::new(),
            host,
            race_check: false,
            deny_races: false,
            printed,
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

    /// Sets how many blocks take turns on a host thread. Unless it is set, blocks run in order, and a block may wait for any earlier
    /// one; where blocks do not end for long, because they may wait for *later* ones, more begin beside them. With 1 none does.
    ///
    /// ```
    /// let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90).concurrent_blocks(8);
    /// # let _ = sim;
    /// ```
    #[must_use]
    pub fn concurrent_blocks(mut self, blocks: usize) -> Self {
        self.host.resident = blocks.max(1);
        self
    }

    /// Sets the number of host threads that run blocks. The default is what
    /// [`available_parallelism`](std::thread::available_parallelism) reports. With one, even kernels
    /// with races or floating-point atomics give the same result every time.
    ///
    /// ```
    /// let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90).host_threads(1);
    /// # let _ = sim;
    /// ```
    #[must_use]
    pub fn host_threads(mut self, threads: usize) -> Self {
        self.host.host_threads = threads.max(1);
        self
    }

    /// Sets the number of thread instructions after which a launch ends with a fault. Each instruction of a warp counts as 32,
    /// however many of its lanes are active. The default is [`DEFAULT_INSTRUCTION_LIMIT`](Self::DEFAULT_INSTRUCTION_LIMIT); 0
    /// means no limit. A launch may exceed the limit by the turns of the warps that are running.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry forever() { again: bra again; }").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90).instruction_limit(1_000_000);
    /// let fault = sim.launch(&module, "forever", &LaunchShape::new(1, 32), &[]).unwrap_err();
    /// assert!(matches!(fault.kind, FaultKind::Limit(1_000_000)));
    /// ```
    #[must_use]
    pub fn instruction_limit(mut self, thread_instructions: u64) -> Self {
        self.host.limit = thread_instructions;
        self
    }

    /// Sets how many blocks of each launch are run, spread over the grid: one of each of as many equal parts, the same in every run. 0, the
    /// default, runs all. Counts and memory are then those of the blocks that ran, and a block that waits for one that did not run
    /// waits until the [instruction limit](Self::instruction_limit).
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; st.shared.u32 [a], 7; ret; }").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90).sample_blocks(10);
    /// let profile = sim.launch(&module, "k", &LaunchShape::new(1_000_000, 32), &[]).unwrap();
    /// assert_eq!((profile.blocks_run, profile.grid_blocks, profile.wavefronts()), (10, 1_000_000, 10));
    /// ```
    #[must_use]
    pub fn sample_blocks(mut self, blocks: u64) -> Self {
        self.host.sample = blocks;
        self
    }

    /// Lets a handle stop the launches and see how far they are; its example shows how.
    #[must_use]
    pub fn controlled_by(mut self, control: &LaunchControl) -> Self {
        self.host.control = control.clone();
        self
    }

    /// Sets whether launches look for races on shared memory: [`Profile::races`]. The default is not to. Launches with clusters of several
    /// blocks never do: [`Profile::races_checked`].
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry shift() {
    ///       .shared .align 4 .b8 a[512]; .reg .b32 %r<4>;
    ///       mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 4, %r0;
    ///       st.shared.u32 [%r2], %r1;
    ///       // No barrier: a thread of the other warp may not have written yet.
    ///       ld.shared.u32 %r3, [%r2+128];
    ///       ret;
    ///     }").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90).race_check(true);
    /// let profile = sim.launch(&module, "shift", &LaunchShape::new(1, 64), &[]).unwrap();
    /// let [race] = &profile.races[..] else { panic!("one race") };
    /// assert_eq!(race.kind, RaceKind::ReadAfterWrite);
    /// assert_eq!((race.first.thread, race.second.thread, race.address), ([32, 0, 0], [0, 0, 0], 128));
    /// assert_eq!(race.remedy, RaceRemedy::BlockBarrier { in_next_round: false });
    /// ```
    #[must_use]
    pub fn race_check(mut self, on: bool) -> Self {
        self.race_check = on;
        self
    }

    /// Makes a race on shared memory that does harm a fault of its launch, [`FaultKind::Race`]: for tests of kernels. It looks for races as
    /// [`race_check`](Self::race_check) does.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry k() { .shared .align 4 .b8 a[4]; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.u32 [a], %r; ret; }").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90).deny_races();
    /// let fault = sim.launch(&module, "k", &LaunchShape::new(1, 64), &[]).unwrap_err();
    /// assert!(matches!(&fault.kind, FaultKind::Race(race) if race.kind == RaceKind::WriteAfterWrite));
    /// sim.launch(&module, "k", &LaunchShape::new(64, 1), &[]).unwrap();
    /// ```
    #[must_use]
    pub fn deny_races(mut self) -> Self {
        (self.race_check, self.deny_races) = (true, true);
        self
    }

    /// Allocates `bytes` bytes of global memory, all zero, and returns their device address, a multiple of 256. Returns 0 if the
    /// host does not have that much memory; as on a GPU, address 0 cannot be read or written.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(1000);
    /// assert_eq!(address % 256, 0);
    /// ```
    pub fn alloc(&mut self, bytes: usize) -> u64 {
        self.global.alloc(bytes as u64).unwrap_or(0)
    }

    /// Frees an allocation; any later access to it is a fault.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(16);
    /// sim.free(address)?;
    /// assert!(sim.free(address).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the address is not one that [`alloc`](Self::alloc) returned, or is already free.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        if self.global.free(address) {
            return Ok(());
        }
        Err(host(format!("there is no allocation at {address:#x} to free")))
    }

    /// Copies `data` to the device address.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// sim.write(address, &7u32.to_le_bytes())?;
    /// assert!(sim.write(address + 2, &[0; 4]).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault> {
        if self.global.write(address, data) { Ok(()) } else { Err(self.outside("write", address, data.len())) }
    }

    /// Copies bytes from the device address to `data`.
    ///
    /// ```
    /// # let mut sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// let mut bytes = [1; 4];
    /// sim.read(address, &mut bytes)?;
    /// assert_eq!(bytes, [0; 4]);
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn read(&self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        if self.global.read(address, data) { Ok(()) } else { Err(self.outside("read", address, data.len())) }
    }

    fn outside(&self, what: &str, address: u64, bytes: usize) -> Fault {
        host(format!(
            "a {what} of {bytes} bytes at {address:#x} is outside every allocation: {}",
            self.global.describe(address)
        ))
    }

    /// Takes what kernels have printed with `printf` since the last call, up to a fault if there was one: launch after launch, and in a
    /// launch block after block.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
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
    /// let mut sim = Simulator::new(Arch::SM_90);
    /// sim.launch(&module, "greet", &LaunchShape::new(1, 2), &[])?;
    /// assert_eq!(sim.take_printed(), "hello\nhello\n");
    /// assert_eq!(sim.take_printed(), "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    /// Returns the device address and the bytes of a `__device__` or `__constant__` variable, by its linker name; `None` if the
    /// module has no such variable, or the host has no memory for it.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
    ///     .global .align 4 .u32 counter = 100;").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90);
    /// let (address, bytes) = sim.variable(&module, "counter").unwrap();
    /// let mut value = [0; 4];
    /// sim.read(address, &mut value).unwrap();
    /// assert_eq!((u32::from_le_bytes(value), bytes), (100, 4));
    /// ```
    pub fn variable(&mut self, module: &Module, name: &str) -> Option<(u64, usize)> {
        let index = module.variables.iter().position(|v| v.name == name && v.bytes > 0)?;
        let addresses = self.load(module).ok()?;
        Some((addresses[index], module.variables[index].bytes as usize))
    }

    /// Returns the addresses of the module's variables, which get their initial values the first time.
    fn load(&mut self, module: &Module) -> Result<Vec<u64>, String> {
        if let Some(addresses) = self.variables.get(&module.id) {
            return Ok(addresses.clone());
        }
        let mut addresses = Vec::with_capacity(module.variables.len());
        for variable in &module.variables {
            let address = if variable.bytes == 0 { Some(0) } else { self.global.alloc(variable.bytes) };
            let Some(address) = address else {
                return Err(format!("there is no memory for the {} bytes of `{}`", variable.bytes, variable.name));
            };
            addresses.push(address);
        }
        for (variable, &address) in module.variables.iter().zip(&addresses) {
            self.global.write(address, &variable.init);
            for &(offset, target, plus) in &variable.addresses {
                let value = addresses[target].wrapping_add(plus);
                self.global.write(address + offset, &value.to_le_bytes());
            }
        }
        self.variables.insert(module.id, addresses.clone());
        Ok(addresses)
    }

    /// Runs a kernel to its end and returns its counts.
    ///
    /// ```
    /// # use smem_sim::*;
    /// # let module = Module::parse(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { ret; }").unwrap();
    /// let mut sim = Simulator::new(Arch::SM_90);
    /// let profile = sim.launch(&module, "k", &LaunchShape::new(1, 32), &[])?;
    /// assert_eq!(profile.kernel, "k");
    /// let fault = sim.launch(&module, "q", &LaunchShape::new(1, 32), &[]).unwrap_err();
    /// assert_eq!(fault.to_string(), "`q`: the module has no such kernel; it has `k`");
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the launch cannot start, or a block has a fault: that of the first faulted block, in the order of blocks. Memory then
    /// holds what the blocks wrote until they stopped.
    pub fn launch(
        &mut self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
    ) -> Result<Profile, Fault> {
        self.run(module, kernel, launch, args, None, None).map(|(profile, _)| profile)
    }

    /// Runs a kernel to its end with an [`Observer`], as its example shows, of the accesses to shared memory. `new` makes one for
    /// each host thread; a block runs on one thread. Returns the profile, and the observers in no particular order.
    ///
    /// # Errors
    /// As [`launch`](Self::launch); the observers are then dropped.
    pub fn launch_observed<O: Observer>(
        &mut self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        let (profile, observers) = self.run(module, kernel, launch, args, None, Some(&|| Box::new(new())))?;
        Ok((profile, own(observers)))
    }

    /// Runs a kernel to its end with the bytes of its shared memory where `map` has them, as if it had been compiled with another
    /// layout of its arrays, and with observers as [`launch_observed`](Self::launch_observed). Observers receive the places, and the
    /// profile counts wavefronts there; faults have the addresses of the kernel.
    ///
    /// ```
    /// # use smem_sim::*;
    /// // Each thread writes the first word of a row of 128 bytes.
    /// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64 .visible .entry column() {
    ///     .shared .align 4 .b8 tile[4096]; .reg .b32 %r<3>;
    ///     mov.u32 %r0, tile; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 128, %r0; st.shared.u32 [%r2], 7; ret; }")?;
    /// struct Nobody;
    /// impl Observer for Nobody {
    ///     fn shared(&mut self, _: &SharedAccess<'_>) {}
    /// }
    /// let one_warp = LaunchShape::new(1, 32);
    /// let mut sim = Simulator::new(Arch::SM_90);
    /// assert_eq!(sim.launch(&module, "column", &one_warp, &[])?.wavefronts(), 32);
    /// // A word of padding behind each row.
    /// let padded = AddressMap::new((0..4096).map(|byte| byte + byte / 128 * 4).collect())?;
    /// let (profile, _) = sim.launch_relaid(&module, "column", &one_warp, &[], &padded, || Nobody)?;
    /// assert_eq!(profile.wavefronts(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`launch_observed`](Self::launch_observed); if the map is not one of as many bytes as the launch has, or keeps more than a block
    /// may have; and [`FaultKind::TornApart`] for an access that the map takes apart.
    pub fn launch_relaid<O: Observer>(
        &mut self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
        map: &AddressMap,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        let (profile, observers) = self.run(module, kernel, launch, args, Some(map), Some(&|| Box::new(new())))?;
        Ok((profile, own(observers)))
    }

    fn run(
        &mut self,
        module: &Module,
        kernel: &str,
        launch: &LaunchShape,
        args: &[KernelArg],
        map: Option<&AddressMap>,
        new: Option<NewObserver<'_>>,
    ) -> Result<(Profile, Vec<Box<dyn Observer>>), Fault> {
        let fail = |message: String| Fault::launch(kernel, message);
        let found = match module.entry(kernel) {
            Some(KernelEntry::Runnable(found)) => found,
            Some(KernelEntry::Refused { error, .. }) => {
                let kind = FaultKind::Refused(error.clone());
                return Err(Fault { kind, kernel: Some(kernel.into()), site: None });
            }
            None => {
                let names: Vec<_> = module.kernels().map(|k| format!("`{k}`")).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(fail(format!("the module has no such kernel; it has {names}")));
            }
        };
        let (threads, shared_bytes) = check(self.arch, found, launch).map_err(fail)?;
        if let Some(map) = map {
            self.check_map(map, shared_bytes).map_err(fail)?;
        }
        let params = pack(found, args).map_err(fail)?;
        let cluster = cluster(found, launch).map_err(fail)?;
        if map.is_some() && cluster.is_some() {
            return Err(fail("the shared memory of clusters cannot be laid out otherwise".to_owned()));
        }
        let variables = self.load(module).map_err(fail)?;
        let mut host = self.host.clone();
        let mut workspace = 0;
        let mut reserved_shared = 0..0;
        let needs = match &found.code {
            KernelCode::Ptx(code) => LaunchNeeds {
                workspace: code.reads(|special| matches!(special, PtxSpecial::GridWorkspace(_))),
                reserved: code.reads(|special| special == PtxSpecial::ReservedShared),
            },
            KernelCode::Sass(code) => code.needs,
        };
        if needs.workspace {
            host.resident = all_resident(launch, threads).map_err(fail)?;
            // A sample of them would wait for the others.
            host.sample = 0;
            workspace = self.global.alloc(WORKSPACE).ok_or_else(|| fail("there is no memory for it".to_owned()))?;
        }
        if needs.reserved {
            let start = shared_bytes.next_multiple_of(RESERVED);
            reserved_shared = start..start + RESERVED;
            if map.is_some() {
                let message = "its shared memory has a part for cooperative groups, and cannot be laid out otherwise";
                return Err(fail(message.to_owned()));
            }
        }
        let printed = Printed::default();
        let context = LaunchContext {
            kernel: found,
            global: &self.global,
            params: &params,
            variables: &variables,
            grid: launch.grid,
            block: launch.block,
            cluster: cluster.unwrap_or([1; 3]),
            clustered: cluster.is_some(),
            threads,
            dynamic_shared: launch.shared_bytes,
            shared_bytes,
            reserved_shared,
            workspace,
            banks: self.arch.bank_model(),
            // What other blocks of a cluster do is not followed, nor bytes that are kept elsewhere.
            race_check: self.race_check && map.is_none() && cluster.is_none_or(|cluster| cluster == [1; 3]),
            map,
            printed: &printed,
        };
        let result = run(&context, &host, new).and_then(|(profile, observers)| {
            let race = profile.races.iter().find(|race| self.deny_races && !race.same_values);
            match race {
                Some(race) => {
                    let kind = FaultKind::Race(Box::new(race.clone()));
                    Err(Fault { kind, kernel: Some(kernel.into()), site: None })
                }
                None => Ok((profile, observers)),
            }
        });
        if workspace != 0 {
            self.global.free(workspace);
        }
        self.printed += &printed.into_text();
        result
    }

    /// Checks a map for a block of so many bytes.
    fn check_map(&self, map: &AddressMap, shared_bytes: u32) -> Result<(), String> {
        let (mapped, kept, limit) = (map.bytes(), map.kept_bytes(), self.arch.opt_in_limit());
        if mapped != shared_bytes {
            return Err(format!("its blocks have {shared_bytes} bytes of shared memory, and the map has {mapped}"));
        }
        if kept > limit {
            return Err(format!("{kept} bytes of shared memory are more than the {limit} bytes of {}", self.arch));
        }
        Ok(())
    }
}

/// The observers, as the type that they were made as.
fn own<O: Observer>(observers: Vec<Box<dyn Observer>>) -> Vec<O> {
    let own = |observer: Box<dyn Observer>| (observer as Box<dyn Any>).downcast().ok().map(|own| *own);
    observers.into_iter().filter_map(own).collect()
}

/// Bytes of the memory at which the blocks of a grid wait for one another.
const WORKSPACE: u64 = 256;
/// Bytes of a block's shared memory that are the system's.
const RESERVED: u32 = 1024;

fn host(message: String) -> Fault {
    Fault { kind: FaultKind::Host(message), kernel: None, site: None }
}
