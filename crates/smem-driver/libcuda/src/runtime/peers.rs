//! Access of a device to another's memory.

use super::device_choice::{chosen, primary, ready};
use super::error::{RuntimeError, answer};
use crate::api::{contexts, devices};
use crate::foreign::Out;

/// Peers that were enabled, by device.
static ENABLED: std::sync::Mutex<std::collections::BTreeSet<(i32, i32)>> =
    std::sync::Mutex::new(std::collections::BTreeSet::new());

fn enabled() -> std::sync::MutexGuard<'static, std::collections::BTreeSet<(i32, i32)>> {
    ENABLED.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Errors of access that is enabled already, or is not.
const ENABLED_ALREADY: i32 = 704;
const NOT_ENABLED: i32 = 705;

fn error(code: i32) -> Result<(), RuntimeError> {
    answer(code)
}

runtime_functions! {
    fn cudaDeviceCanAccessPeer(can: Out<i32>, device: i32, peer: i32) {
        ready()?;
        can.check()?;
        answer(devices::cuDeviceCanAccessPeer(can, device, peer))
    }

    fn cudaDeviceGetP2PAttribute(value: Out<i32>, attribute: u32, device: i32, peer: i32) {
        ready()?;
        answer(devices::cuDeviceGetP2PAttribute(value, attribute, device, peer))
    }

    fn cudaDeviceEnablePeerAccess(peer: i32, flags: u32) in context {
        if flags != 0 {
            return Err(RuntimeError::INVALID_VALUE);
        }
        answer(contexts::cuCtxEnablePeerAccess(primary(peer)?, flags))?;
        if enabled().insert((chosen()?, peer)) { Ok(()) } else { error(ENABLED_ALREADY) }
    }

    fn cudaDeviceDisablePeerAccess(peer: i32) in context {
        ready()?.device(peer)?;
        if enabled().remove(&(chosen()?, peer)) { Ok(()) } else { error(NOT_ENABLED) }
    }
}
