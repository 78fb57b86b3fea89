//! Grids that kernels launch. They begin when the launching grid has ended, which CUDA allows: nothing orders a child before any work of its
//! parent, and a parent cannot wait for it.
//!
//! ```text
//! parameter buffer   in the device's heap, until its launch
//! child              in the order of the launching blocks, and in a block of its launches
//! tail launch        after all other children and theirs
//! ```

use crate::isa::kernel_of_handle;
use crate::launch::LaunchShape;
use crate::launch_check::{LaunchArguments, check};
use crate::program::DecodedKernel;
use smem_banks::Arch;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Grids within grids, below the one that the host launched.
const DEEPEST: u32 = 24;
/// Launches of a grid that may wait for its end.
const MOST_WAITING: usize = 1 << 20;

/// Errors of the device runtime, by its own numbers, which device code translates.
pub(super) const INVALID_VALUE: u64 = 1;
const OUT_OF_MEMORY: u64 = 4;
const TOO_DEEP: u64 = 5;
const INVALID_CONFIGURATION: u64 = 7;

/// `cudaStreamTailLaunch`.
const TAIL: u64 = 3;

/// A grid that a kernel launched.
#[derive(Debug, Clone)]
pub(crate) struct ChildLaunch {
    pub(crate) kernel: String,
    pub(crate) shape: LaunchShape,
    pub(crate) parameters: Vec<u8>,
    /// The number of the block that launched it.
    block: u64,
    is_tail: bool,
}

/// The grids that the kernel of one launch has launched.
#[derive(Debug)]
pub(crate) struct ChildLaunches<'m> {
    arch: Arch,
    /// The kernels of the module, in its order; `None` for one that is refused.
    kernels: Vec<Option<&'m DecodedKernel>>,
    /// How many grids are around this one.
    depth: u32,
    state: Mutex<ChildState>,
}

#[derive(Debug, Default)]
struct ChildState {
    /// By the address of its parameters: the number of a kernel, and a shape.
    buffers: HashMap<u64, (usize, LaunchShape)>,
    waiting: Vec<ChildLaunch>,
    /// Last errors that are not 0, by block and thread.
    errors: HashMap<(u64, u32), u32>,
    handles: u64,
}

impl<'m> ChildLaunches<'m> {
    /// Nothing launched yet, by a grid that so many are around.
    pub(crate) fn new(arch: Arch, kernels: Vec<Option<&'m DecodedKernel>>, depth: u32) -> Self {
        Self { arch, kernels, depth, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, ChildState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kernel(&self, number: usize) -> Option<&'m DecodedKernel> {
        self.kernels.get(number).copied().flatten()
    }

    /// Notes a launch that is to come; `alloc` makes the memory for its parameters. `None` where there is no such kernel, or no memory.
    pub(super) fn prepare(
        &self,
        handle: u64,
        shape: LaunchShape,
        alloc: impl FnOnce(u64) -> Option<u64>,
    ) -> Option<u64> {
        let number = kernel_of_handle(handle)?;
        let at = alloc(self.kernel(number)?.param_bytes)?;
        self.state().buffers.insert(at, (number, shape));
        Some(at)
    }

    /// Launches what was prepared, unless the call is one of a `trial`. `read` fills the bytes of the parameters from their memory, and frees it.
    pub(super) fn launch(
        &self,
        (buffer, stream): (u64, u64),
        block: u64,
        is_trial: bool,
        read: impl FnOnce(&mut [u8]) -> bool,
    ) -> u64 {
        let Some((number, shape)) = self.state().buffers.remove(&buffer) else { return INVALID_VALUE };
        let Some(kernel) = self.kernel(number) else { return INVALID_VALUE };
        let mut parameters = vec![0; kernel.param_bytes as usize];
        if !read(&mut parameters) {
            return INVALID_VALUE;
        }
        if self.depth >= DEEPEST {
            return TOO_DEEP;
        }
        if check(self.arch, kernel, &shape, LaunchArguments::Raw(&parameters)).is_err() {
            return INVALID_CONFIGURATION;
        }
        let mut state = self.state();
        if state.waiting.len() >= MOST_WAITING {
            return OUT_OF_MEMORY;
        }
        if !is_trial {
            let (kernel, is_tail) = (kernel.name.to_string(), stream == TAIL);
            state.waiting.push(ChildLaunch { kernel, shape, parameters, block, is_tail });
        }
        0
    }

    /// A handle of a stream or an event, which nothing else has. The order of the children keeps what they ask for.
    pub(super) fn new_handle(&self) -> u64 {
        let mut state = self.state();
        state.handles += 1;
        // Beyond the handles that are streams of the grid, as `TAIL`.
        16 * state.handles
    }

    pub(super) fn last_error(&self, thread: (u64, u32)) -> u32 {
        self.state().errors.get(&thread).copied().unwrap_or(0)
    }

    pub(super) fn set_last_error(&self, thread: (u64, u32), error: u32) {
        if error == 0 {
            self.state().errors.remove(&thread);
        } else {
            self.state().errors.insert(thread, error);
        }
    }

    /// The launched grids, in the order in which they run.
    pub(crate) fn into_order(self) -> Vec<ChildLaunch> {
        let mut all = self.state.into_inner().unwrap_or_else(PoisonError::into_inner).waiting;
        all.sort_by_key(|child| (child.is_tail, child.block));
        all
    }
}
