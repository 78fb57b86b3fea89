//! Access of a device to another's memory.

use super::device_choice::{primary, ready};
use super::error::{RuntimeError, answer};
use crate::api::{contexts, devices};
use crate::foreign::Out;

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
        answer(contexts::cuCtxEnablePeerAccess(primary(peer)?, flags))
    }

    fn cudaDeviceDisablePeerAccess(peer: i32) in context {
        ready()?.device(peer)?;
        answer(contexts::cuCtxDisablePeerAccess(primary(peer)?))
    }
}
