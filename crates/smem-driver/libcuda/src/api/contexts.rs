//! Contexts.

use smem_driver::{Driver, DriverError};

use crate::foreign::{CallerAddress, Out};
use crate::process::driver;

/// The version of the driver API that contexts are made for.
const API_VERSION: u32 = 3020;

/// Calls the driver in a context, or in the current one if that is null.
fn within<T>(context: u64, call: impl Fn(&Driver) -> Result<T, DriverError>) -> Result<T, DriverError> {
    let driver = driver()?;
    if context == 0 {
        return call(driver);
    }
    driver.push_context(context)?;
    let answer = call(driver);
    driver.pop_context()?;
    answer
}

functions! {
    fn cuDevicePrimaryCtxRetain(context: Out<u64>, device: i32) {
        context.check()?;
        context.set(driver()?.retain_primary(device)?)
    }

    fn cuDevicePrimaryCtxRelease_v2(device: i32) {
        driver()?.release_primary(device)
    }

    fn cuDevicePrimaryCtxReset_v2(device: i32) {
        driver()?.reset_primary(device)
    }

    fn cuDevicePrimaryCtxGetState(device: i32, flags: Out<u32>, active: Out<i32>) {
        let (set, is_active) = driver()?.primary_state(device)?;
        flags.set_if_asked(set);
        active.set_if_asked(is_active.into());
        Ok(())
    }

    fn cuDevicePrimaryCtxSetFlags_v2(device: i32, flags: u32) {
        driver()?.set_primary_flags(device, flags)
    }

    fn cuCtxCreate_v2(context: Out<u64>, flags: u32, device: i32) {
        context.check()?;
        context.set(driver()?.create_context(flags, device)?)
    }

    fn cuCtxCreate_v3(context: Out<u64>, _affinity: CallerAddress, _count: i32, flags: u32, device: i32) {
        context.check()?;
        context.set(driver()?.create_context(flags, device)?)
    }

    fn cuCtxCreate_v4(context: Out<u64>, _parameters: CallerAddress, flags: u32, device: i32) {
        context.check()?;
        context.set(driver()?.create_context(flags, device)?)
    }

    fn cuCtxDestroy_v2(context: u64) {
        driver()?.destroy_context(context)
    }

    fn cuCtxGetCurrent(context: Out<u64>) {
        context.set(driver()?.current_context()?)
    }

    fn cuCtxSetCurrent(context: u64) {
        driver()?.set_current(context)
    }

    fn cuCtxPushCurrent_v2(context: u64) {
        driver()?.push_context(context)
    }

    fn cuCtxPopCurrent_v2(context: Out<u64>) {
        context.set_if_asked(driver()?.pop_context()?);
        Ok(())
    }

    fn cuCtxGetDevice(device: Out<i32>) {
        device.set(driver()?.current_device()? as i32)
    }

    fn cuCtxGetDevice_v2(device: Out<i32>, context: u64) {
        device.set(within(context, Driver::current_device)? as i32)
    }

    fn cuCtxSynchronize() {
        driver()?.synchronize()
    }

    fn cuCtxSynchronize_v2(context: u64) {
        within(context, Driver::synchronize)
    }

    fn cuCtxGetFlags(flags: Out<u32>) {
        flags.set(driver()?.context_flags()?)
    }

    fn cuCtxSetFlags(flags: u32) {
        driver()?.set_context_flags(flags)
    }

    fn cuCtxGetApiVersion(context: u64, version: Out<u32>) {
        let driver = driver()?;
        if context != 0 && context != driver.current_context()? {
            return Err(DriverError::InvalidContext);
        }
        driver.current_device()?;
        version.set(API_VERSION)
    }

    fn cuCtxGetLimit(value: Out<usize>, limit: i32) {
        value.set(driver()?.limit(limit)? as usize)
    }

    fn cuCtxSetLimit(limit: i32, value: usize) {
        driver()?.set_limit(limit, value as u64)
    }

    fn cuCtxGetCacheConfig(config: Out<u32>) {
        config.set(driver()?.cache_config()?)
    }

    fn cuCtxSetCacheConfig(config: u32) {
        driver()?.set_cache_config(config)
    }

    fn cuCtxGetSharedMemConfig(config: Out<u32>) {
        driver()?.context_flags()?;
        // Banks of 4 bytes, which later architectures always have.
        config.set(1)
    }

    fn cuCtxSetSharedMemConfig(_config: u32) {
        driver()?.context_flags().map(|_| ())
    }

    fn cuCtxResetPersistingL2Cache() {
        driver()?.context_flags().map(|_| ())
    }

    fn cuCtxGetStreamPriorityRange(least: Out<i32>, greatest: Out<i32>) {
        driver()?.context_flags()?;
        least.set_if_asked(Driver::PRIORITIES[0]);
        greatest.set_if_asked(Driver::PRIORITIES[1]);
        Ok(())
    }

    fn cuCtxEnablePeerAccess(peer: u64, flags: u32) {
        driver()?.enable_peer(peer, flags)
    }

    fn cuCtxDisablePeerAccess(peer: u64) {
        driver()?.disable_peer(peer)
    }
}
