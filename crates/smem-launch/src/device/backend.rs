//! The backends of a device, a GPU or the simulator, and the compiler that both share.

use std::cell::Cell;

use smem_toolchain::{Compiled, CudaSource, Nvrtc, ToolError};

use super::{gpu, sim};

/// Options of every program: source lines in machine code, so that counts and faults name them, and the language.
const OPTIONS: [(&str, &[&str]); 2] = [
    ("--std=c++17", &["--std", "-std"]),
    ("-lineinfo", &["-lineinfo", "--generate-line-info", "-G", "--device-debug"]),
];

/// The part of a device that its programs keep: they compile templates later.
#[derive(Debug)]
pub(super) struct DeviceCore {
    pub(super) nvrtc: Nvrtc,
    pub(super) backend: Backend,
    /// Whether results of earlier calls of tools are taken.
    pub(super) has_cache: Cell<bool>,
}

#[derive(Debug)]
#[cfg_attr(not(feature = "gpu"), expect(clippy::large_enum_variant, reason = "the small one is of no value"))]
pub(super) enum Backend {
    Gpu(gpu::Gpu),
    Sim(sim::Sim),
}

impl DeviceCore {
    pub(super) fn new(nvrtc: Nvrtc, backend: Backend) -> DeviceCore {
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
            defaults.push(match &self.backend {
                Backend::Gpu(gpu) => gpu.target(&self.nvrtc)?,
                Backend::Sim(sim) => sim.target(),
            });
        }
        let source = source.with_defaults(defaults);
        self.nvrtc.clone().cache(self.has_cache.get()).compile(&source)
    }
}
