//! The functions that a device has, a GPU or the simulated driver, and the compiler that programs share.

use std::any::Any;
use std::cell::Cell;
use std::fmt;

use smem_banks::Arch;
use smem_ptx::PtxText;
use smem_sim::{LaunchShape, Profile};
use smem_toolchain::{Compiled, CudaSource, Nvrtc, ToolError};

use super::arg::Arg;
use crate::Error;

/// Options of every program: source lines in machine code, so that counts and faults name them, and the language.
const OPTIONS: [(&str, &[&str]); 2] = [
    ("--std=c++17", &["--std", "-std"]),
    ("-lineinfo", &["-lineinfo", "--generate-line-info", "-G", "--device-debug"]),
];

/// Code to load.
#[derive(Debug, Clone, Copy)]
pub(super) enum CodeToLoad<'a> {
    /// Code that NVRTC has made, and its PTX.
    Compiled(&'a Compiled, &'a PtxText),
    /// PTX of another compiler.
    Ptx(&'a PtxText),
    /// A cubin, and the PTX that judges it, where that is known.
    Cubin(&'a [u8], Option<&'a PtxText>),
}

/// A launch of a kernel that a device has loaded.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaunchOf<'a> {
    pub(super) kernel: u64,
    /// Its name in PTX.
    pub(super) entry: &'a str,
    /// Its name in messages.
    pub(super) name: &'a str,
    pub(super) shape: LaunchShape,
    pub(super) args: &'a [Arg<'a>],
}

/// A device. Addresses, modules and kernels are numbers: those that its functions return.
pub(super) trait Backend: fmt::Debug + Any {
    /// A description for people.
    fn describe(&self) -> String;

    /// Whether kernels run on a GPU, which has times.
    fn is_gpu(&self) -> bool;

    /// The architecture whose banks and limits hold.
    fn arch(&self) -> Arch;

    /// NVRTC's option to compile for this device.
    fn target(&self, nvrtc: &Nvrtc) -> Result<String, ToolError>;

    /// Bytes that buffers may still take, as far as that is known.
    fn memory_left(&self) -> u64;

    /// Returns the address of so many zero bytes.
    fn alloc(&self, bytes: usize) -> Result<u64, Error>;

    /// Frees what `alloc` returned.
    fn free(&self, address: u64);

    /// Writes a whole allocation or variable, by its address.
    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error>;

    /// Reads a whole allocation or variable, by its address.
    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), Error>;

    /// Sets an allocation of so many bytes to zero.
    fn clear(&self, address: u64, bytes: usize) -> Result<(), Error>;

    /// Loads code, called `name` in messages, and returns the module. With `has_cache` results of earlier calls of tools are taken.
    fn load(&self, code: CodeToLoad<'_>, name: &str, has_cache: bool) -> Result<u64, Error>;

    /// Ends a module, whose kernels and variables are not used any more.
    fn unload(&self, module: u64);

    /// The address and the bytes of the variable that is `entry` in PTX.
    fn variable(&self, module: u64, entry: &str) -> Result<(u64, usize), Error>;

    /// The kernel that is `entry` in PTX, which messages call `name`, of the source `program`.
    fn kernel(&self, module: u64, entry: &str, name: &str, program: &str) -> Result<u64, Error>;

    /// Bytes of static shared memory of a block.
    fn static_shared_bytes(&self, kernel: u64) -> Result<u32, Error>;

    /// Runs a kernel to its end. The simulator returns the counts.
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch).
    unsafe fn launch(&self, launch: &LaunchOf<'_>) -> Result<Option<Profile>, Error>;

    /// Times in microseconds, a list a sequence: `rounds` rounds, and in each a run of every sequence in turn, after a run of `before`, which is not timed.
    /// `None` where there are no times.
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch), for each of these runs.
    unsafe fn time_in_turn(
        &self,
        nvrtc: &Nvrtc,
        sequences: &[Vec<LaunchOf<'_>>],
        before: Option<LaunchOf<'_>>,
        rounds: u32,
    ) -> Result<Option<Vec<Vec<f64>>>, Error>;
}

/// The part of a device that its programs and buffers keep.
#[derive(Debug)]
pub(super) struct DeviceCore {
    pub(super) nvrtc: Nvrtc,
    pub(super) backend: Box<dyn Backend>,
    /// Whether results of earlier calls of tools are taken.
    pub(super) has_cache: Cell<bool>,
}

impl DeviceCore {
    pub(super) fn new(nvrtc: Nvrtc, backend: Box<dyn Backend>) -> DeviceCore {
        DeviceCore { nvrtc, backend, has_cache: true.into() }
    }

    /// Compiles for the device at hand, with the options that every program has.
    pub(super) fn compile(&self, source: &CudaSource) -> Result<Compiled, ToolError> {
        let mut defaults = Vec::new();
        for (option, names) in OPTIONS {
            if !source.has_option(names) {
                defaults.push(option.to_owned());
            }
        }
        if !source.has_option(&["-arch", "--gpu-architecture"]) {
            defaults.push(self.backend.target(&self.nvrtc)?);
        }
        let source = source.with_defaults(defaults);
        self.nvrtc.clone().cache(self.has_cache.get()).compile(&source)
    }
}
