//! Devices and what programs ask about them.

use std::ffi::c_char;

use smem_driver::DriverError;

use crate::foreign::{Out, Text};
use crate::process::driver;

functions! {
    fn cuInit(flags: u32) {
        driver()?.init(flags)
    }

    fn cuDeviceGetCount(count: Out<i32>) {
        count.set(driver()?.device_count()? as i32)
    }

    fn cuDeviceGet(device: Out<i32>, ordinal: i32) {
        device.set(driver()?.device(ordinal)? as i32)
    }

    fn cuDeviceGetName(name: Out<c_char>, bytes: i32, device: i32) {
        let bytes = usize::try_from(bytes).map_err(|_| DriverError::InvalidValue)?;
        name.set_text(&driver()?.device_name(device)?, bytes)
    }

    fn cuDeviceGetUuid(uuid: Out<[u8; 16]>, device: i32) {
        uuid.set(driver()?.device_uuid(device)?)
    }

    fn cuDeviceGetUuid_v2(uuid: Out<[u8; 16]>, device: i32) {
        uuid.set(driver()?.device_uuid(device)?)
    }

    fn cuDeviceTotalMem_v2(bytes: Out<usize>, device: i32) {
        bytes.set(driver()?.device_memory(device)? as usize)
    }

    fn cuDeviceGetAttribute(value: Out<i32>, attribute: i32, device: i32) {
        value.check()?;
        value.set(driver()?.device_attribute(attribute, device)?)
    }

    fn cuDeviceComputeCapability(major: Out<i32>, minor: Out<i32>, device: i32) {
        let [first, second] = driver()?.compute_capability(device)?;
        major.set(first)?;
        minor.set(second)
    }

    fn cuDeviceGetPCIBusId(name: Out<c_char>, bytes: i32, device: i32) {
        let bus = driver()?.bus(device)?;
        let bytes = usize::try_from(bytes).ok().filter(|bytes| *bytes > bus.len()).ok_or(DriverError::InvalidValue)?;
        name.set_text(&bus, bytes)
    }

    fn cuDeviceGetByPCIBusId(device: Out<i32>, name: Text) {
        let (name, driver) = (name.get()?, driver()?);
        let count = driver.device_count()? as i32;
        let found = (0..count).find(|device| driver.bus(*device).is_ok_and(|bus| bus.eq_ignore_ascii_case(&name)));
        device.set(found.ok_or(DriverError::InvalidDevice)?)
    }

    fn cuDeviceCanAccessPeer(can: Out<i32>, device: i32, peer: i32) {
        let (driver, own) = (driver()?, device);
        driver.device(own)?;
        driver.device(peer)?;
        can.set(i32::from(own != peer))
    }

    fn cuDeviceGetP2PAttribute(value: Out<i32>, _attribute: u32, device: i32, peer: i32) {
        let driver = driver()?;
        driver.device(device)?;
        driver.device(peer)?;
        if device == peer {
            return Err(DriverError::InvalidDevice);
        }
        value.set(1)
    }

    fn cuProfilerStart() {
        driver()?.current_device().map(|_| ())
    }

    fn cuProfilerStop() {
        driver()?.current_device().map(|_| ())
    }
}
