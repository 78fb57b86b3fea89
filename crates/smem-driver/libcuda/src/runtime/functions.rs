//! Kernels: their attributes and parameters, and how many of their blocks fit.

use std::ffi::c_char;

use super::device_choice::ready;
use super::error::{RuntimeError, answer};
use super::program::function;
use crate::api::{modules, occupancy};
use crate::foreign::Out;

/// Attributes of a kernel, `cudaFuncAttributes` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
struct StubAttributes {
    shared_bytes: usize,
    constant_bytes: usize,
    local_bytes: usize,
    most_threads: i32,
    registers: i32,
    ptx_version: i32,
    binary_version: i32,
    caches_globals: i32,
    most_dynamic_bytes: i32,
    carveout: i32,
    must_have_clusters: i32,
    cluster: [i32; 3],
    scheduling: i32,
    allows_other_clusters: i32,
    reserved: [i32; 16],
}

fn of_stub(stub: u64) -> Result<u64, RuntimeError> {
    function(ready()?, stub)
}

/// Attributes that programs may set.
const SETTABLE: std::ops::RangeInclusive<i32> = 8..=15;

runtime_functions! {
    fn cudaFuncGetAttributes(attributes: Out<StubAttributes>, stub: u64) in context {
        attributes.check()?;
        let (driver, kernel) = (ready()?, of_stub(stub)?);
        let number = |number| driver.function_attribute(kernel, number);
        Ok(attributes.set(StubAttributes {
            most_threads: number(0)?,
            shared_bytes: number(1)? as usize,
            constant_bytes: number(2)? as usize,
            local_bytes: number(3)? as usize,
            registers: number(4)?,
            ptx_version: number(5)?,
            binary_version: number(6)?,
            caches_globals: number(7)?,
            most_dynamic_bytes: number(8)?,
            carveout: number(9)?,
            must_have_clusters: number(10)?,
            cluster: [number(11)?, number(12)?, number(13)?],
            allows_other_clusters: number(14)?,
            scheduling: number(15)?,
            reserved: [0; 16],
        })?)
    }

    fn cudaFuncSetAttribute(stub: u64, attribute: i32, value: i32) in context {
        if !SETTABLE.contains(&attribute) {
            return Err(RuntimeError::INVALID_VALUE);
        }
        Ok(ready()?.set_function_attribute(of_stub(stub)?, attribute, value)?)
    }

    fn cudaKernelSetAttributeForDevice(kernel: u64, attribute: i32, value: i32, _device: i32) in context {
        Ok(ready()?.set_function_attribute(of_stub(kernel)?, attribute, value)?)
    }

    fn cudaFuncSetCacheConfig(stub: u64, config: u32) in context {
        answer(modules::cuFuncSetCacheConfig(of_stub(stub)?, config))
    }

    fn cudaFuncSetSharedMemConfig(stub: u64, config: u32) in context {
        answer(modules::cuFuncSetSharedMemConfig(of_stub(stub)?, config))
    }

    fn cudaFuncGetName(name: Out<*const c_char>, stub: u64) in context {
        answer(modules::cuFuncGetName(name, of_stub(stub)?))
    }

    fn cudaFuncGetParamInfo(stub: u64, index: usize, offset: Out<usize>, bytes: Out<usize>) in context {
        answer(modules::cuFuncGetParamInfo(of_stub(stub)?, index, offset, bytes))
    }

    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(count: Out<i32>, stub: u64, threads: i32, dynamic_bytes: usize) in context {
        answer(occupancy::cuOccupancyMaxActiveBlocksPerMultiprocessor(count, of_stub(stub)?, threads, dynamic_bytes))
    }

    fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(count: Out<i32>, stub: u64, threads: i32, dynamic_bytes: usize, flags: u32) in context {
        let stub = of_stub(stub)?;
        answer(occupancy::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(count, stub, threads, dynamic_bytes, flags))
    }

    fn cudaOccupancyAvailableDynamicSMemPerBlock(bytes: Out<usize>, stub: u64, blocks: i32, threads: i32) in context {
        answer(occupancy::cuOccupancyAvailableDynamicSMemPerBlock(bytes, of_stub(stub)?, blocks, threads))
    }
}
