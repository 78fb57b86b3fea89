//! A launch, as a verdict receives it.

use smem_ptx::PtxText;
use smem_sim::{AddressMap, Fault, LaunchArguments, LaunchShape, Module, Observer, Profile, Simulator};

/// A launch and the two texts of its kernel.
#[derive(Debug, Clone, Copy)]
pub struct JudgedLaunch<'a> {
    /// The code that runs: machine code, or PTX where there is no assembler.
    pub code: &'a Module,
    /// The PTX that judges machine code; `None` where there is none.
    pub ptx: Option<&'a PtxText>,
    /// The kernel's name in PTX.
    pub kernel: &'a str,
    /// Its blocks and threads.
    pub shape: &'a LaunchShape,
    /// Its arguments.
    pub args: LaunchArguments<'a>,
}

impl JudgedLaunch<'_> {
    /// Makes it with the kernel of one of its texts.
    ///
    /// # Errors
    /// Those of [`Simulator::launch`].
    pub fn made(&self, simulator: &Simulator, module: &Module) -> Result<Profile, Fault> {
        match self.args {
            LaunchArguments::Each(args) => simulator.launch(module, self.kernel, self.shape, args),
            LaunchArguments::Raw(bytes) => simulator.launch_raw(module, self.kernel, self.shape, bytes),
        }
    }

    /// Makes it by its code, with observers, and with the bytes of shared memory where `map` has them.
    ///
    /// # Errors
    /// Those of [`Simulator::launch_as`].
    pub fn observed<O: Observer>(
        &self,
        simulator: &Simulator,
        map: Option<&AddressMap>,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Fault> {
        simulator.launch_as(self.code, self.kernel, self.shape, self.args, map, new)
    }
}
