//! The devices, and what programs ask about them.

use super::Driver;
use crate::device::attribute;
use crate::error::DriverError;

impl Driver {
    /// The number of devices.
    ///
    /// # Errors
    /// [`DriverError::NotInitialized`] before [`init`](Self::init).
    pub fn device_count(&self) -> Result<u32, DriverError> {
        self.check_initialized()?;
        Ok(self.options.devices)
    }

    /// Checks the number of a device and returns it.
    ///
    /// # Errors
    /// [`DriverError::InvalidDevice`] where there is none of that number.
    pub fn device(&self, ordinal: i32) -> Result<u32, DriverError> {
        self.check_initialized()?;
        u32::try_from(ordinal).ok().filter(|device| *device < self.options.devices).ok_or(DriverError::InvalidDevice)
    }

    /// The product name of a device.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn device_name(&self, device: i32) -> Result<String, DriverError> {
        self.device(device)?;
        Ok(self.product.name())
    }

    /// An attribute by its number in CUDA's header.
    ///
    /// ```
    /// # use smem_driver::*;
    /// let driver = Driver::new(DriverOptions::default());
    /// driver.init(0)?;
    /// let threads_of_a_warp = 10;
    /// assert_eq!(driver.device_attribute(threads_of_a_warp, 0)?, 32);
    /// # Ok::<(), DriverError>(())
    /// ```
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a number that is unknown, or as [`device`](Self::device).
    pub fn device_attribute(&self, number: i32, device: i32) -> Result<i32, DriverError> {
        let device = self.device(device)?;
        attribute(&self.product, number, device).ok_or(DriverError::InvalidValue)
    }

    /// Compute capability, major and minor.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn compute_capability(&self, device: i32) -> Result<[i32; 2], DriverError> {
        Ok([self.device_attribute(75, device)?, self.device_attribute(76, device)?])
    }

    /// Bytes of a device's memory.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn device_memory(&self, device: i32) -> Result<u64, DriverError> {
        self.device(device)?;
        Ok(self.options.memory)
    }

    /// Bytes of a device's memory that this process uses.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn used_memory(&self, device: i32) -> Result<u64, DriverError> {
        let device = self.device(device)?;
        Ok(self.map.lock().used(device).min(self.options.memory))
    }

    /// An identifier of 16 bytes, unique among the devices of this process.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn device_uuid(&self, device: i32) -> Result<[u8; 16], DriverError> {
        let device = self.device(device)?;
        let mut uuid = *b"smem-tile device";
        uuid[15] = device as u8;
        Ok(uuid)
    }

    /// The place of a device on a bus.
    ///
    /// # Errors
    /// As [`device`](Self::device).
    pub fn bus(&self, device: i32) -> Result<String, DriverError> {
        Ok(format!("0000:{:02x}:00.0", self.device(device)? + 1))
    }

    /// Bytes of the current device that are free, and all of its bytes.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] without a context, or the error that a kernel left behind.
    pub fn memory_info(&self) -> Result<[u64; 2], DriverError> {
        let device = self.context()?.device;
        let used = self.map.lock().used(device);
        Ok([self.options.memory.saturating_sub(used), self.options.memory])
    }
}
