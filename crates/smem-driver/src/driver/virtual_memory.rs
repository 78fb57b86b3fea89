//! Virtual memory: addresses that are reserved, memory that is made apart, and where it is mapped.

use super::Driver;
use crate::error::DriverError;
use crate::memory::{DeviceRange, MappedMemory, RangeOwner, ReservedRange, UnmappedMemory};

/// Addresses are reserved, memory is made and mapped in pieces of so many bytes.
const GRANULE: u64 = 2 << 20;
/// Memory is mapped at a multiple of so many bytes.
const PAGE: u64 = 4096;

impl Driver {
    /// Bytes of which reserved addresses and memory for them are multiples.
    pub const GRANULARITY: u64 = GRANULE;

    /// Reserves addresses.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for bytes that are not a multiple of [`GRANULARITY`](Self::GRANULARITY),
    /// [`DriverError::OutOfMemory`].
    pub fn reserve(&self, bytes: u64) -> Result<u64, DriverError> {
        self.check_initialized()?;
        check_granules(bytes)?;
        // The pages of an allocation are made when they are written. It begins anywhere, so there is a granule more.
        let allocated = bytes.checked_add(GRANULE).and_then(|bytes| self.machine.alloc(bytes));
        let allocation = allocated.ok_or(DriverError::OutOfMemory)?;
        let address = allocation.next_multiple_of(GRANULE);
        self.reserved.lock().insert(address, ReservedRange { bytes, allocation });
        Ok(address)
    }

    /// Gives reserved addresses back.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where so many bytes are not reserved from there on, or memory is mapped there.
    pub fn give_back(&self, address: u64, bytes: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        let end = address.checked_add(bytes.max(1)).ok_or(DriverError::InvalidValue)?;
        let mut reserved = self.reserved.lock();
        let is_mapped = self.mapped.lock().range(address..end).next().is_some();
        let range = reserved.get(&address).copied().filter(|range| range.bytes == bytes && !is_mapped);
        let range = range.ok_or(DriverError::InvalidValue)?;
        reserved.remove(&address);
        self.machine.free(range.allocation);
        Ok(())
    }

    /// Makes memory of a device that has no address yet.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve); [`DriverError::InvalidDevice`].
    pub fn create_memory(&self, bytes: u64, device: i32) -> Result<u64, DriverError> {
        let device = self.device(device)?;
        check_granules(bytes)?;
        let made = self.bytes_without_address(device);
        if !self.map.lock().fits(device, bytes.saturating_add(made), self.options.memory) {
            return Err(DriverError::OutOfMemory);
        }
        Ok(self.unmapped.insert(UnmappedMemory { bytes, device }))
    }

    /// Bytes of a device that were made and are not counted among its allocations.
    fn bytes_without_address(&self, device: u32) -> u64 {
        let counted: Vec<u64> =
            self.mapped.lock().values().filter(|one| one.is_accessible).map(|one| one.memory).collect();
        let all = self.unmapped.all();
        let made = all.iter().filter(|(memory, one)| one.device == device && !counted.contains(memory));
        made.map(|(_, one)| one.bytes).sum()
    }

    /// Ends what keeps memory; what is mapped of it stays until it is unmapped.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not memory.
    pub fn release_memory(&self, memory: u64) -> Result<(), DriverError> {
        self.unmapped.remove(memory).map(|_| ()).map_err(|_| DriverError::InvalidValue)
    }

    /// Maps memory at reserved addresses. It is zero there, wherever it was mapped before.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for addresses that are not reserved or are mapped already, and for other bytes than the memory has.
    pub fn map_memory(&self, address: u64, bytes: u64, memory: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        let known = self.unmapped.get(memory).map_err(|_| DriverError::InvalidValue)?;
        let reserved = self.reserved.lock();
        let range = reserved.range(..=address).next_back();
        let end = address.checked_add(bytes).ok_or(DriverError::InvalidValue)?;
        let is_reserved = range.is_some_and(|(start, range)| end <= start + range.bytes);
        let mut mapped = self.mapped.lock();
        let is_mapped = mapped.range(..end).next_back().is_some_and(|(start, one)| start + one.bytes > address);
        if !is_reserved || is_mapped || bytes != known.bytes || !address.is_multiple_of(PAGE) {
            return Err(DriverError::InvalidValue);
        }
        mapped.insert(address, MappedMemory { memory, bytes, device: known.device, is_accessible: false });
        Ok(())
    }

    /// Lets devices and copies reach what is mapped from an address on.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where the bytes are not all mapped.
    pub fn allow_access(&self, address: u64, bytes: u64) -> Result<(), DriverError> {
        let context = self.any_context().map_or(0, |context| context.handle);
        let end = address.checked_add(bytes).ok_or(DriverError::InvalidValue)?;
        let mut mapped = self.mapped.lock();
        let all: u64 = mapped.range(address..end).map(|(_, one)| one.bytes).sum();
        if all != bytes || bytes == 0 {
            return Err(DriverError::InvalidValue);
        }
        for (start, one) in mapped.range_mut(address..end).filter(|(_, one)| !one.is_accessible) {
            one.is_accessible = true;
            let range = DeviceRange {
                address: *start,
                bytes: one.bytes,
                device: one.device,
                context,
                owner: RangeOwner::Mapping,
                pool: 0,
            };
            self.map.lock().insert(range);
        }
        Ok(())
    }

    /// Takes away what is mapped from an address on, when all work is done.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where the bytes are not all mapped.
    pub fn unmap_memory(&self, address: u64, bytes: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        for (_, context) in self.contexts.all() {
            context.all_ends().iter().for_each(|end| end.wait());
        }
        let end = address.checked_add(bytes).ok_or(DriverError::InvalidValue)?;
        let mut mapped = self.mapped.lock();
        let found: Vec<(u64, MappedMemory)> = mapped.range(address..end).map(|(start, one)| (*start, *one)).collect();
        if found.iter().map(|(_, one)| one.bytes).sum::<u64>() != bytes || bytes == 0 {
            return Err(DriverError::InvalidValue);
        }
        for (start, one) in found {
            mapped.remove(&start);
            if one.is_accessible {
                self.map.lock().remove(start)?;
            }
            // The next memory here begins with zeros.
            let _ = self.machine.fill(start, &[0], one.bytes);
        }
        Ok(())
    }
}

fn check_granules(bytes: u64) -> Result<(), DriverError> {
    if bytes > 0 && bytes.is_multiple_of(GRANULE) { Ok(()) } else { Err(DriverError::InvalidValue) }
}
