//! Copies to, from and in the simulated device's global memory.

use super::Simulator;
use super::device_memory::host;
use crate::fault::Fault;
use crate::memory::{MemoryHandle, copy};

impl Simulator {
    /// Copies `data` to the device address.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// sim.write(address, &7u32.to_le_bytes())?;
    /// assert!(sim.write(address + 2, &[0; 4]).is_err());
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn write(&self, address: u64, data: &[u8]) -> Result<(), Fault> {
        if let Some((memory, offset)) = self.place("write", address, data.len())? {
            let _write = self.device.begin_write();
            memory.write(offset, data);
        }
        Ok(())
    }

    /// Copies bytes from the device address to `data`.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(4);
    /// let mut bytes = [1; 4];
    /// sim.read(address, &mut bytes)?;
    /// assert_eq!(bytes, [0; 4]);
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation.
    pub fn read(&self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        if let Some((memory, offset)) = self.place("read", address, data.len())? {
            memory.read(offset, data);
        }
        Ok(())
    }

    /// Copies bytes on the device, from one address to another; the two ranges may overlap.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(6);
    /// sim.write(address, &[1, 2, 3, 4, 5, 6])?;
    /// sim.copy(address + 1, address, 5)?;
    /// let mut bytes = [0; 6];
    /// sim.read(address, &mut bytes)?;
    /// assert_eq!(bytes, [1, 1, 2, 3, 4, 5]);
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not all inside one allocation, there or here; then none is copied.
    pub fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), Fault> {
        let (source, target) = (self.place("copy source", from, bytes)?, self.place("copy target", to, bytes)?);
        if let (Some((source, from)), Some((target, to))) = (source, target) {
            let _write = self.device.begin_write();
            copy((&target, to), (&source, from), bytes as u64);
        }
        Ok(())
    }

    /// Fills memory with `count` copies of a pattern of 1, 2, 4 or 8 bytes. Zeros for memory that was never written take no time.
    ///
    /// ```
    /// # let sim = smem_sim::Simulator::new(smem_sim::Arch::SM_90);
    /// let address = sim.alloc(16);
    /// sim.fill(address + 4, &0x0102_0304_u32.to_le_bytes(), 3)?;
    /// let mut bytes = [0; 16];
    /// sim.read(address, &mut bytes)?;
    /// assert_eq!(bytes, [0, 0, 0, 0, 4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1]);
    /// let fault = sim.fill(address + 2, &[0; 4], 1).unwrap_err();
    /// assert!(fault.to_string().ends_with("is not a multiple of the 4 bytes of the pattern"));
    /// # Ok::<(), smem_sim::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the pattern has another number of bytes, the address is not a multiple of that number, or the bytes are not all inside one
    /// allocation; then none is filled.
    pub fn fill(&self, address: u64, pattern: &[u8], count: usize) -> Result<(), Fault> {
        let size = pattern.len();
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Err(host(format!("a pattern of {size} bytes is not one of 1, 2, 4 or 8")));
        }
        if !address.is_multiple_of(size as u64) {
            return Err(host(format!("the address {address:#x} is not a multiple of the {size} bytes of the pattern")));
        }
        let bytes = count.saturating_mul(size);
        if let Some((memory, offset)) = self.place("fill", address, bytes)? {
            let _write = self.device.begin_write();
            memory.fill(offset, pattern, bytes as u64);
        }
        Ok(())
    }

    /// The place of so many bytes; nothing if there are none of them.
    fn place(&self, what: &str, address: u64, bytes: usize) -> Result<Option<(MemoryHandle, u64)>, Fault> {
        if bytes == 0 {
            return Ok(None);
        }
        let tables = self.device.tables();
        tables.global.place_of(address, bytes as u64).map(Some).ok_or_else(|| {
            let near = tables.global.describe(address);
            host(format!("a {what} of {bytes} bytes at {address:#x} is outside every allocation: {near}"))
        })
    }
}
