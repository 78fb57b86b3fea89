//! Which addresses are whose: a table of the devices' allocations and of the host memory that the driver knows.

use std::collections::BTreeMap;

use super::{HostKind, HostRange};
use crate::error::DriverError;

/// An allocation of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeviceRange {
    pub(crate) address: u64,
    pub(crate) bytes: u64,
    pub(crate) device: u32,
    /// The context that it was made in, which frees it at its own end.
    pub(crate) context: u64,
    pub(crate) owner: RangeOwner,
    /// The handle of the pool that it was taken from; 0 where it is of none.
    pub(crate) pool: u64,
}

/// The part of the program or the driver that ends an allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RangeOwner {
    /// The program, which frees it.
    Program,
    /// The module that it is a variable of.
    Module(u64),
    /// The mapping of memory at reserved addresses.
    Mapping,
}

/// The memory that an address is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pointed {
    Device(DeviceRange),
    Host(HostRange),
    /// Memory of the program that the driver does not know, or none at all.
    Elsewhere,
}

/// The allocations of all devices, whose addresses differ, and the host memory that the driver knows.
#[derive(Debug, Default)]
pub(crate) struct MemoryMap {
    device: BTreeMap<u64, DeviceRange>,
    host: BTreeMap<u64, HostRange>,
    /// Bytes taken, by device.
    used: BTreeMap<u32, u64>,
    /// The use of pools, by their handles.
    pools: BTreeMap<u64, PoolUse>,
}

/// Bytes that were taken from a pool and not freed, now and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PoolUse {
    /// Now.
    pub used: u64,
    /// At most, since the pool was made or that was last forgotten.
    pub greatest: u64,
}

/// The bytes that an allocation takes from a device's memory, in pieces as drivers hand it out.
fn taken(bytes: u64) -> u64 {
    bytes.max(1).checked_next_multiple_of(512).unwrap_or(u64::MAX)
}

impl MemoryMap {
    /// Bytes taken of a device.
    pub(crate) fn used(&self, device: u32) -> u64 {
        self.used.get(&device).copied().unwrap_or(0)
    }

    /// Whether so many bytes more fit into `limit` bytes of a device.
    pub(crate) fn fits(&self, device: u32, bytes: u64, limit: u64) -> bool {
        self.used(device).checked_add(taken(bytes)).is_some_and(|used| used <= limit)
    }

    pub(crate) fn insert(&mut self, range: DeviceRange) {
        *self.used.entry(range.device).or_default() += taken(range.bytes);
        self.device.insert(range.address, range);
    }

    /// Takes an allocation out, by its first address.
    pub(crate) fn remove(&mut self, address: u64) -> Result<DeviceRange, DriverError> {
        let range = self.device.remove(&address).ok_or(DriverError::InvalidValue)?;
        if let Some(used) = self.used.get_mut(&range.device) {
            *used -= taken(range.bytes);
        }
        self.pools.entry(range.pool).and_modify(|pool| pool.used -= taken(range.bytes));
        Ok(range)
    }

    /// Returns the allocation that begins at an address and that programs may free.
    pub(crate) fn allocation(&self, address: u64) -> Result<DeviceRange, DriverError> {
        let range = self.device.get(&address).filter(|range| range.owner == RangeOwner::Program);
        range.copied().ok_or(DriverError::InvalidValue)
    }

    /// Notes the pool that an allocation, which is of none yet, was taken from.
    pub(crate) fn set_pool(&mut self, address: u64, pool: u64) {
        let Some(range) = self.device.get_mut(&address) else { return };
        range.pool = pool;
        let bytes = taken(range.bytes);
        let of_pool = self.pools.entry(pool).or_default();
        of_pool.used += bytes;
        of_pool.greatest = of_pool.greatest.max(of_pool.used);
    }

    /// The use of a pool.
    pub(crate) fn pool_use(&self, pool: u64) -> PoolUse {
        self.pools.get(&pool).copied().unwrap_or_default()
    }

    /// Forgets the greatest use of a pool so far.
    pub(crate) fn forget_greatest(&mut self, pool: u64) {
        self.pools.entry(pool).and_modify(|pool| pool.greatest = pool.used);
    }

    /// The variable of a module that begins at an address, if one is known.
    pub(crate) fn address_of_variable(&self, address: u64) -> Option<u64> {
        self.device.get(&address).filter(|range| range.owner != RangeOwner::Program).map(|range| range.address)
    }

    /// Takes out every allocation of a context that programs may free, and returns their addresses.
    pub(crate) fn remove_all(&mut self, context: u64) -> Vec<u64> {
        self.remove_those(|range| range.context == context && range.owner == RangeOwner::Program)
    }

    /// Takes out the variables of a module, whose memory ends with it.
    pub(crate) fn remove_variables(&mut self, module: u64) {
        self.remove_those(|range| range.owner == RangeOwner::Module(module));
    }

    fn remove_those(&mut self, are_meant: impl Fn(&DeviceRange) -> bool) -> Vec<u64> {
        let meant = self.device.values().filter(|range| are_meant(range));
        let addresses: Vec<u64> = meant.map(|range| range.address).collect();
        addresses.iter().for_each(|address| {
            let _ = self.remove(*address);
        });
        addresses
    }

    /// Checks that `bytes` bytes from an address on are inside one allocation of a device, or memory of the host that devices reach.
    pub(crate) fn check(&self, address: u64, bytes: u64) -> Result<(), DriverError> {
        match self.pointed(address) {
            _ if bytes == 0 => Ok(()),
            Pointed::Device(range) if range.bytes - (address - range.address) >= bytes => Ok(()),
            Pointed::Host(range) if range.bytes - (address - range.address) >= bytes => Ok(()),
            _ => Err(DriverError::InvalidValue),
        }
    }

    pub(crate) fn insert_host(&mut self, range: HostRange) -> Result<(), DriverError> {
        let before = self.host.range(..range.address + range.bytes).next_back();
        if before.is_some_and(|(_, known)| known.address + known.bytes > range.address) {
            return Err(DriverError::HostMemoryAlreadyRegistered);
        }
        self.host.insert(range.address, range);
        Ok(())
    }

    /// Takes host memory out by its first address; `None` where there is none of that kind.
    pub(crate) fn remove_host(&mut self, address: u64, kind: HostKind) -> Option<HostRange> {
        self.host.get(&address).filter(|range| range.kind == kind)?;
        self.host.remove(&address)
    }

    /// Returns the memory that an address is in.
    pub(crate) fn pointed(&self, address: u64) -> Pointed {
        let device = self.device.range(..=address).next_back().map(|(_, range)| *range);
        if let Some(range) = device.filter(|range| address - range.address < range.bytes) {
            return Pointed::Device(range);
        }
        let host = self.host.range(..=address).next_back().map(|(_, range)| *range);
        match host.filter(|range| address - range.address < range.bytes) {
            Some(range) => Pointed::Host(range),
            None => Pointed::Elsewhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_in_the_allocation_that_holds_it_and_in_no_other() {
        let mut map = MemoryMap::default();
        map.insert(DeviceRange {
            address: 0x1000,
            bytes: 100,
            device: 0,
            context: 7,
            owner: RangeOwner::Program,
            pool: 0,
        });
        map.insert(DeviceRange {
            address: 0x2000,
            bytes: 8,
            device: 1,
            context: 7,
            owner: RangeOwner::Module(3),
            pool: 0,
        });
        assert!(matches!(map.pointed(0x1063), Pointed::Device(range) if range.address == 0x1000));
        assert_eq!([map.pointed(0x1064), map.pointed(0xfff)], [Pointed::Elsewhere, Pointed::Elsewhere]);
        assert_eq!(map.check(0x1000, 100), Ok(()));
        assert_eq!([map.check(0x1001, 100), map.check(0x3000, 1)], [Err(DriverError::InvalidValue); 2]);
        assert_eq!(map.check(0x3000, 0), Ok(()));
        assert_eq!([map.allocation(0x1001), map.allocation(0x2000)], [Err(DriverError::InvalidValue); 2]);
        assert_eq!((map.used(0), map.used(1), map.used(2)), (512, 512, 0));
        assert_eq!((map.fits(0, 513, 1024), map.fits(0, 512, 1024)), (false, true));
        assert_eq!((map.remove_all(8), map.remove_all(7)), (vec![], vec![0x1000]));
        assert_eq!((map.used(0), map.remove(0x1000)), (0, Err(DriverError::InvalidValue)));
        map.remove_variables(3);
        assert_eq!((map.used(1), map.pointed(0x2000)), (0, Pointed::Elsewhere));
    }

    #[test]
    fn a_pool_knows_its_use_and_the_greatest_so_far() {
        let mut map = MemoryMap::default();
        for (address, bytes) in [(0x1000, 100), (0x2000, 600), (0x4000, 1)] {
            let owner = RangeOwner::Program;
            map.insert(DeviceRange { address, bytes, device: 0, context: 7, owner, pool: 0 });
        }
        map.set_pool(0x1000, 5);
        map.set_pool(0x2000, 5);
        assert_eq!(map.pool_use(5), PoolUse { used: 1536, greatest: 1536 });
        map.remove(0x2000).unwrap();
        map.remove(0x4000).unwrap();
        assert_eq!(map.pool_use(5), PoolUse { used: 512, greatest: 1536 });
        map.forget_greatest(5);
        assert_eq!(map.pool_use(5), PoolUse { used: 512, greatest: 512 });
        assert_eq!(map.pool_use(6), PoolUse::default());
    }

    #[test]
    fn host_memory_is_registered_once() {
        let range = |address, bytes| HostRange { address, bytes, flags: 0, kind: HostKind::Registered };
        let mut map = MemoryMap::default();
        map.insert_host(range(0x1000, 0x100)).unwrap();
        for (address, bytes) in [(0x1000, 1), (0xf00, 0x101), (0x10ff, 8), (0xf00, 0x1000)] {
            assert_eq!(map.insert_host(range(address, bytes)), Err(DriverError::HostMemoryAlreadyRegistered));
        }
        map.insert_host(range(0x1100, 1)).unwrap();
        assert_eq!(map.remove_host(0x1000, HostKind::Managed), None);
        assert!(map.remove_host(0x1000, HostKind::Registered).is_some());
    }
}
