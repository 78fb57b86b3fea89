//! Memory pools. Every pool takes from its device's memory, so a pool is a number and the attributes that programs set.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use smem_driver::DriverError;

use crate::foreign::{CallerAddress, Out};
use crate::process::driver;
use crate::sync::lock;

/// The handle of the default pool of device 0; those of other devices and of programs follow.
const FIRST: u64 = 0x4000_0000;
const STEP: u64 = 16;
/// Default pools come first, of so many devices.
const DEFAULTS: u64 = 64;

/// Attributes of 4 bytes, and all that programs may set.
const FLAGS: std::ops::RangeInclusive<u32> = 1..=3;
const THRESHOLD: u32 = 4;
const COUNTS: std::ops::RangeInclusive<u32> = 5..=8;

#[derive(Default)]
struct PoolTable {
    /// Attributes that were set, by pool and number.
    attributes: BTreeMap<(u64, u32), u64>,
    /// Pools that programs made.
    made: BTreeMap<u64, ()>,
    count: u64,
}

static TABLE: Mutex<PoolTable> =
    Mutex::new(PoolTable { attributes: BTreeMap::new(), made: BTreeMap::new(), count: DEFAULTS });

fn table() -> MutexGuard<'static, PoolTable> {
    lock(&TABLE)
}

fn check(pool: u64) -> Result<(), DriverError> {
    let devices = u64::from(driver()?.device_count()?);
    let is_default = pool >= FIRST && pool < FIRST + STEP * devices && pool.is_multiple_of(STEP);
    if is_default || table().made.contains_key(&pool) { Ok(()) } else { Err(DriverError::InvalidValue) }
}

fn default_pool(pool: Out<u64>, device: i32) -> Result<(), DriverError> {
    pool.set(FIRST + STEP * u64::from(driver()?.device(device)?))
}

functions! {
    fn cuDeviceGetDefaultMemPool(pool: Out<u64>, device: i32) {
        default_pool(pool, device)
    }

    fn cuDeviceGetMemPool(pool: Out<u64>, device: i32) {
        default_pool(pool, device)
    }

    fn cuDeviceSetMemPool(device: i32, pool: u64) {
        driver()?.device(device)?;
        check(pool)
    }

    fn cuMemPoolCreate(pool: Out<u64>, properties: CallerAddress) {
        pool.check()?;
        if properties.number() == 0 {
            return Err(DriverError::InvalidValue);
        }
        driver()?.device_count()?;
        let mut table = table();
        table.count += 1;
        let handle = FIRST + STEP * table.count;
        table.made.insert(handle, ());
        pool.set(handle)
    }

    fn cuMemPoolDestroy(pool: u64) {
        table().made.remove(&pool).ok_or(DriverError::InvalidValue)
    }

    fn cuMemPoolTrimTo(pool: u64, _bytes: usize) {
        check(pool)
    }

    fn cuMemPoolGetAttribute(pool: u64, attribute: u32, value: CallerAddress) {
        check(pool)?;
        let set = table().attributes.get(&(pool, attribute)).copied();
        match attribute {
            // Memory is used again as soon as it is free.
            _ if FLAGS.contains(&attribute) => value.out::<i32>().set(set.unwrap_or(1) as i32),
            THRESHOLD => value.out::<u64>().set(set.unwrap_or(0)),
            _ if COUNTS.contains(&attribute) => {
                let [free, all] = driver()?.memory_info()?;
                value.out::<u64>().set(all - free)
            }
            _ => Err(DriverError::InvalidValue),
        }
    }

    fn cuMemPoolSetAttribute(pool: u64, attribute: u32, value: CallerAddress) {
        check(pool)?;
        let set = match attribute {
            _ if FLAGS.contains(&attribute) => u64::from(value.value::<u32>().get()?),
            _ if attribute == THRESHOLD || COUNTS.contains(&attribute) => value.value::<u64>().get()?,
            _ => return Err(DriverError::InvalidValue),
        };
        table().attributes.insert((pool, attribute), set);
        Ok(())
    }

    // Every device reaches every address, so access is neither given nor taken.
    fn cuMemPoolSetAccess(pool: u64, _list: CallerAddress, _count: usize) {
        check(pool)
    }

    fn cuMemPoolGetAccess(flags: Out<u32>, pool: u64, _place: CallerAddress) {
        check(pool)?;
        // To read and to write.
        flags.set(3)
    }

    fn cuMemAllocFromPoolAsync(address: Out<u64>, bytes: usize, pool: u64, stream: u64) {
        address.check()?;
        check(pool)?;
        address.set(driver()?.alloc_in_stream(bytes as u64, stream)?)
    }
}
