//! Devices: the one that a thread chose, attributes, limits, the end of a context.

use std::ffi::c_char;

use super::device_choice::{choose, chosen, primary, ready};
use super::error::{RuntimeError, answer};
use super::program::forget_context;
use crate::api::{contexts, devices as driver_api};
use crate::foreign::{CallerText, In, Out};

/// Flags of devices: scheduling, mapped host memory, local memory that stays, synchronous copies.
const FLAGS: u32 = 0xff;
/// Host memory can always be mapped.
const MAPS_HOST: u32 = 8;

runtime_functions! {
    fn cudaGetDeviceCount(count: Out<i32>) {
        count.check()?;
        Ok(count.set(ready()?.device_count()? as i32)?)
    }

    fn cudaSetDevice(device: i32) {
        choose(device)
    }

    fn cudaInitDevice(device: i32, _device_flags: u32, _flags: u32) {
        primary(device).map(|_| ())
    }

    fn cudaGetDevice(device: Out<i32>) {
        device.check()?;
        Ok(device.set(chosen()?)?)
    }

    fn cudaSetValidDevices(devices: In<i32>, count: i32) {
        let driver = ready()?;
        (0..usize::try_from(count).unwrap_or(0)).try_for_each(|at| Ok(driver.device(devices.at(at)?).map(|_| ())?))
    }

    fn cudaSetDeviceFlags(flags: u32) {
        if flags & !FLAGS != 0 {
            return Err(RuntimeError::INVALID_VALUE);
        }
        Ok(ready()?.set_primary_flags(chosen()?, flags & !MAPS_HOST)?)
    }

    fn cudaGetDeviceFlags(flags: Out<u32>) {
        flags.check()?;
        Ok(flags.set(ready()?.primary_state(chosen()?)?.0 | MAPS_HOST)?)
    }

    fn cudaDeviceSynchronize() in context {
        Ok(ready()?.synchronize()?)
    }

    fn cudaThreadSynchronize() in context {
        Ok(ready()?.synchronize()?)
    }

    fn cudaDeviceReset() in context {
        let driver = ready()?;
        forget_context(driver.current_context()?);
        Ok(driver.reset_primary(chosen()?)?)
    }

    fn cudaThreadExit() in context {
        let driver = ready()?;
        forget_context(driver.current_context()?);
        Ok(driver.reset_primary(chosen()?)?)
    }

    fn cudaDeviceGetAttribute(value: Out<i32>, attribute: i32, device: i32) {
        ready()?;
        answer(driver_api::cuDeviceGetAttribute(value, attribute, device))
    }

    fn cudaDeviceGetPCIBusId(name: Out<c_char>, bytes: i32, device: i32) {
        ready()?;
        answer(driver_api::cuDeviceGetPCIBusId(name, bytes, device))
    }

    fn cudaDeviceGetByPCIBusId(device: Out<i32>, name: CallerText) {
        ready()?;
        answer(driver_api::cuDeviceGetByPCIBusId(device, name))
    }

    fn cudaDeviceGetLimit(value: Out<usize>, limit: i32) in context {
        answer(contexts::cuCtxGetLimit(value, limit))
    }

    fn cudaDeviceSetLimit(limit: i32, value: usize) in context {
        answer(contexts::cuCtxSetLimit(limit, value))
    }

    fn cudaThreadGetLimit(value: Out<usize>, limit: i32) in context {
        answer(contexts::cuCtxGetLimit(value, limit))
    }

    fn cudaThreadSetLimit(limit: i32, value: usize) in context {
        answer(contexts::cuCtxSetLimit(limit, value))
    }

    fn cudaDeviceGetCacheConfig(config: Out<u32>) in context {
        answer(contexts::cuCtxGetCacheConfig(config))
    }

    fn cudaDeviceSetCacheConfig(config: u32) in context {
        answer(contexts::cuCtxSetCacheConfig(config))
    }

    fn cudaThreadGetCacheConfig(config: Out<u32>) in context {
        answer(contexts::cuCtxGetCacheConfig(config))
    }

    fn cudaThreadSetCacheConfig(config: u32) in context {
        answer(contexts::cuCtxSetCacheConfig(config))
    }

    fn cudaDeviceGetSharedMemConfig(config: Out<u32>) in context {
        answer(contexts::cuCtxGetSharedMemConfig(config))
    }

    fn cudaDeviceSetSharedMemConfig(config: u32) in context {
        answer(contexts::cuCtxSetSharedMemConfig(config))
    }

    fn cudaDeviceFlushGPUDirectRDMAWrites(_target: u32, _scope: u32) in context {
        Ok(())
    }

    fn cudaProfilerStart() in context {
        Ok(())
    }

    fn cudaProfilerStop() in context {
        Ok(())
    }
}
