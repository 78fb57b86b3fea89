//! Launches.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use smem_driver::{DriverError, LaunchRequest, LaunchShape};

use super::default_stream::stream;
use super::device_choice::ready;
use super::error::RuntimeError;
use super::program::{function, is_kernel};
use crate::api::launches::{LaunchAttribute, parameters, with_attributes};
use crate::foreign::{CallerAddress, In, Out};

/// Blocks of a grid or threads of a block, `dim3` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct LaunchExtent {
    x: u32,
    y: u32,
    z: u32,
}

impl LaunchExtent {
    pub(super) fn numbers(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

/// The configuration of a call, between `<<<` and `>>>`.
#[derive(Clone, Copy)]
struct CallConfiguration {
    grid: LaunchExtent,
    block: LaunchExtent,
    shared_bytes: usize,
    stream: u64,
}

thread_local! {
    /// Configurations of calls whose stubs were not called yet. Never dropped, since a program may launch in the destructors of its thread.
    static CONFIGURED: RefCell<ManuallyDrop<Vec<CallConfiguration>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// A launch as `cudaLaunchKernelExC` takes it, in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
struct RuntimeLaunch {
    grid: LaunchExtent,
    block: LaunchExtent,
    shared_bytes: usize,
    stream: u64,
    attributes: In<LaunchAttribute>,
    count: u32,
}

impl RuntimeLaunch {
    fn request(self, stub: u64) -> Result<LaunchRequest, RuntimeError> {
        let request = request(stub, self.grid, self.block, self.shared_bytes, stream(self.stream))?;
        Ok(with_attributes(request, self.attributes, self.count)?)
    }
}

/// A request of a launch, but for its attributes.
pub(super) fn request(
    stub: u64,
    grid: LaunchExtent,
    block: LaunchExtent,
    shared_bytes: usize,
    of_stream: u64,
) -> Result<LaunchRequest, RuntimeError> {
    let function = function(ready()?, stub)?;
    let shared_bytes = u32::try_from(shared_bytes).map_err(|_| RuntimeError::INVALID_VALUE)?;
    let shape = LaunchShape::of(grid.numbers(), block.numbers()).shared_bytes(shared_bytes);
    Ok(LaunchRequest::new(function, shape).stream(of_stream))
}

fn launch(request: &LaunchRequest, list: In<CallerAddress>) -> Result<(), RuntimeError> {
    let driver = ready()?;
    let bytes = parameters(driver, request.function, list, In::none())?;
    Ok(driver.launch(request, &bytes)?)
}

// SAFETY: the name is one of the runtime API, and no other function of this library has it.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaPushCallConfiguration(
    grid: LaunchExtent,
    block: LaunchExtent,
    shared_bytes: usize,
    stream: u64,
) -> u32 {
    CONFIGURED.with_borrow_mut(|all| all.push(CallConfiguration { grid, block, shared_bytes, stream }));
    0
}

runtime_functions! {
    fn __cudaPopCallConfiguration(grid: Out<LaunchExtent>, block: Out<LaunchExtent>, shared_bytes: Out<usize>, stream: Out<u64>) {
        let last = CONFIGURED.with_borrow_mut(|all| all.pop()).ok_or(RuntimeError::MISSING_CONFIGURATION)?;
        grid.set(last.grid)?;
        block.set(last.block)?;
        shared_bytes.set(last.shared_bytes)?;
        Ok(stream.set(last.stream)?)
    }

    fn cudaLaunchKernel(
        stub: u64,
        grid: LaunchExtent,
        block: LaunchExtent,
        list: In<CallerAddress>,
        shared_bytes: usize,
        of_stream: u64,
    ) in context, per thread cudaLaunchKernel_ptsz, also __cudaLaunchKernel per thread __cudaLaunchKernel_ptsz {
        launch(&request(stub, grid, block, shared_bytes, stream(of_stream))?, list)
    }

    fn cudaLaunchCooperativeKernel(
        stub: u64,
        grid: LaunchExtent,
        block: LaunchExtent,
        list: In<CallerAddress>,
        shared_bytes: usize,
        of_stream: u64,
    ) in context, per thread cudaLaunchCooperativeKernel_ptsz {
        launch(&request(stub, grid, block, shared_bytes, stream(of_stream))?.cooperative(true), list)
    }

    fn cudaLaunchKernelExC(configuration: In<RuntimeLaunch>, stub: u64, list: In<CallerAddress>) in context, per thread cudaLaunchKernelExC_ptsz {
        launch(&configuration.get()?.request(stub)?, list)
    }

    fn cudaOccupancyMaxActiveClusters(count: Out<i32>, stub: u64, configuration: In<RuntimeLaunch>) in context {
        count.check()?;
        Ok(count.set(ready()?.clusters_at_once(&configuration.get()?.request(stub)?)? as i32)?)
    }

    fn cudaOccupancyMaxPotentialClusterSize(blocks: Out<i32>, stub: u64, configuration: In<RuntimeLaunch>) in context {
        blocks.check()?;
        Ok(blocks.set(ready()?.largest_cluster(&configuration.get()?.request(stub)?)? as i32)?)
    }

    // A stub is its kernel's handle, since the kernel is another in each context.
    fn __cudaGetKernel(kernel: Out<u64>, stub: u64) {
        if !is_kernel(stub) {
            return Err(RuntimeError::INVALID_FUNCTION);
        }
        Ok(kernel.set(stub)?)
    }

    fn cudaGetKernel(kernel: Out<u64>, stub: u64) in context {
        kernel.check()?;
        if !is_kernel(stub) {
            return Err(RuntimeError::INVALID_FUNCTION);
        }
        Ok(kernel.set(function(ready()?, stub)?)?)
    }

    fn cudaGetFuncBySymbol(kernel: Out<u64>, stub: u64) in context {
        kernel.check()?;
        Ok(kernel.set(function(ready()?, stub)?)?)
    }

    fn cudaLaunchHostFunc(of_stream: u64, function: crate::foreign::HostFunction, data: crate::foreign::Data) in context, per thread cudaLaunchHostFunc_ptsz {
        let function = function.ok_or(DriverError::InvalidValue)?;
        Ok(ready()?.call_in(stream(of_stream), move || function(data))?)
    }
}
