//! The device that a thread chose, and the context of its calls.

use parking_lot::{Mutex, MutexGuard};
use std::cell::Cell;
use std::collections::BTreeMap;

use smem_driver::{Driver, DriverError};

use super::error::RuntimeError;
use crate::process::driver;

thread_local! {
    static CHOSEN: Cell<i32> = const { Cell::new(0) };
}

/// The primary contexts that the runtime retains, by device.
static RETAINED: Mutex<BTreeMap<i32, u64>> = Mutex::new(BTreeMap::new());

fn retained() -> MutexGuard<'static, BTreeMap<i32, u64>> {
    RETAINED.lock()
}

/// The driver, which works from now on.
pub(super) fn ready() -> Result<&'static Driver, RuntimeError> {
    let driver = driver()?;
    driver.init(0)?;
    Ok(driver)
}

/// Makes a context current, where none is: the primary one of the device that the thread chose. A primary context that was reset since is
/// retained again.
pub(super) fn context() -> Result<(), RuntimeError> {
    let driver = ready()?;
    let current = driver.current_context()?;
    if current == 0 {
        return enter(driver, CHOSEN.get());
    }
    let ended = retained().iter().find(|(_, handle)| **handle == current).map(|(device, _)| *device);
    match ended {
        Some(device) if !driver.primary_state(device)?.1 => enter(driver, device),
        _ => Ok(()),
    }
}

/// Makes the primary context of a device current.
fn enter(driver: &Driver, device: i32) -> Result<(), RuntimeError> {
    driver.device(device)?;
    let mut retained = retained();
    if !retained.contains_key(&device) || !driver.primary_state(device)?.1 {
        // A device whose context ended with an error gives this process no other.
        let handle = driver.retain_primary(device).map_err(|_| RuntimeError::DEVICES_UNAVAILABLE)?;
        retained.insert(device, handle);
    }
    driver.set_current(retained[&device])?;
    Ok(())
}

/// Chooses the device of the calling thread.
pub(super) fn choose(device: i32) -> Result<(), RuntimeError> {
    let driver = ready()?;
    driver.device(device)?;
    CHOSEN.set(device);
    enter(driver, device)
}

/// The device of the calling thread: that of the current context, else the one that it chose.
pub(super) fn chosen() -> Result<i32, RuntimeError> {
    let driver = ready()?;
    match driver.current_device() {
        Ok(device) => Ok(device as i32),
        Err(DriverError::InvalidContext | DriverError::ContextIsDestroyed) => Ok(CHOSEN.get()),
        Err(error) => Err(error.into()),
    }
}

/// The primary context of a device, which is retained.
pub(super) fn primary(device: i32) -> Result<u64, RuntimeError> {
    let driver = ready()?;
    let before = driver.current_context()?;
    enter(driver, device)?;
    let handle = driver.current_context()?;
    driver.set_current(before)?;
    Ok(handle)
}
