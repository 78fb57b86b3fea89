//! Memory pools. Every pool takes from its device's memory, so a pool is a number and the attributes that programs set.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;

use smem_driver::{DriverError, PoolUse};

use crate::foreign::{CallerAddress, In, Out};
use crate::process::driver;

/// The handle of the default pool of device 0; those of other devices and of programs follow.
const FIRST: u64 = 0x4000_0000;
const STEP: u64 = 16;
/// Default pools come first, of so many devices.
const DEFAULTS: u64 = 64;

/// Attributes of 4 bytes, and all that programs may set.
const FLAGS: std::ops::RangeInclusive<u32> = 1..=3;
const THRESHOLD: u32 = 4;
const COUNTS: std::ops::RangeInclusive<u32> = 5..=8;
const RESERVED: u32 = 5;
const GREATEST_RESERVED: u32 = 6;
const USED: u32 = 7;
const GREATEST_USED: u32 = 8;

/// Pools reserve memory of the device in pieces of so many bytes.
const PIECE: u64 = 32 << 20;

/// The kind of memory that pools have, and the kinds of places that have pools or reach them.
const PINNED: u32 = 1;
const OF_DEVICE: u32 = 1;
const OF_HOST: u32 = 2;

/// `CUmemPoolProps` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PoolProperties {
    kind: u32,
    handles: u32,
    place: [u32; 2],
    security: u64,
    most: u64,
    usage: u16,
    reserved: [u8; 54],
}

/// `CUmemAccessDesc`: a place and how it reaches the memory, to read and write or not at all.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PlaceAccess {
    place: [u32; 2],
    flags: u32,
}

const READ: u32 = 1;
const READ_AND_WRITE: u32 = 3;

#[derive(Default)]
struct PoolTable {
    /// Attributes that were set, by pool and number.
    attributes: BTreeMap<(u64, u32), u64>,
    /// Pools that programs made.
    made: BTreeMap<u64, ()>,
    /// Pools that programs chose, by device.
    chosen: BTreeMap<u32, u64>,
    count: u64,
}

static TABLE: Mutex<PoolTable> = Mutex::new(PoolTable {
    attributes: BTreeMap::new(),
    made: BTreeMap::new(),
    chosen: BTreeMap::new(),
    count: DEFAULTS,
});

fn table() -> MutexGuard<'static, PoolTable> {
    TABLE.lock()
}

fn check(pool: u64) -> Result<(), DriverError> {
    let devices = u64::from(driver()?.device_count()?);
    let is_default = pool >= FIRST && pool < FIRST + STEP * devices && pool.is_multiple_of(STEP);
    if is_default || table().made.contains_key(&pool) { Ok(()) } else { Err(DriverError::InvalidValue) }
}

fn default_of(device: i32) -> Result<u64, DriverError> {
    Ok(FIRST + STEP * u64::from(driver()?.device(device)?))
}

/// The pool that allocations in streams of a device take from.
fn chosen_of(device: i32) -> Result<u64, DriverError> {
    let default = default_of(device)?;
    Ok(table().chosen.get(&(device as u32)).copied().unwrap_or(default))
}

/// Notes that memory is of a pool, or of the one chosen for the current device.
pub(super) fn note_pool(address: u64, pool: Option<u64>) -> Result<(), DriverError> {
    let driver = driver()?;
    let pool = pool.map_or_else(|| chosen_of(driver.current_device()? as i32), Ok)?;
    driver.set_pool(address, pool);
    Ok(())
}

/// A number of bytes of a pool: reserved or used, now or at most. What is reserved and not used goes back to the device when a program next
/// waits, unless all of it is within the pool's threshold.
fn count_of(pool: u64, attribute: u32) -> Result<u64, DriverError> {
    let PoolUse { used, greatest } = driver()?.pool_use(pool);
    let [reserved, most] = [used, greatest].map(|bytes| bytes.next_multiple_of(PIECE));
    let threshold = table().attributes.get(&(pool, THRESHOLD)).copied().unwrap_or(0);
    Ok(match attribute {
        RESERVED if most <= threshold => most,
        RESERVED => reserved,
        GREATEST_RESERVED => most,
        USED => used,
        _ => greatest,
    })
}

/// Fails for a place that is not a device's: `CUmemLocation`.
fn check_place(place: &[u32; 2]) -> Result<(), DriverError> {
    match *place {
        [OF_DEVICE, device] => driver()?.device(device as i32).map(|_| ()),
        _ => Err(DriverError::InvalidValue),
    }
}

functions! {
    fn cuDeviceGetDefaultMemPool(pool: Out<u64>, device: i32) {
        pool.set(default_of(device)?)
    }

    fn cuDeviceGetMemPool(pool: Out<u64>, device: i32) {
        pool.set(chosen_of(device)?)
    }

    fn cuDeviceSetMemPool(device: i32, pool: u64) {
        let device = driver()?.device(device).map_err(|_| DriverError::InvalidValue)?;
        check(pool)?;
        table().chosen.insert(device, pool);
        Ok(())
    }

    fn cuMemPoolCreate(pool: Out<u64>, properties: In<PoolProperties>) {
        pool.check()?;
        let properties = properties.get()?;
        let is_known = properties.kind == PINNED && properties.reserved.iter().all(|byte| *byte == 0);
        if !is_known || check_place(&properties.place).is_err() {
            return Err(DriverError::InvalidValue);
        }
        let mut table = table();
        table.count += 1;
        let handle = FIRST + STEP * table.count;
        table.made.insert(handle, ());
        pool.set(handle)
    }

    fn cuMemPoolDestroy(pool: u64) {
        let mut table = table();
        table.made.remove(&pool).ok_or(DriverError::InvalidValue)?;
        table.chosen.retain(|_, chosen| *chosen != pool);
        Ok(())
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
            _ if COUNTS.contains(&attribute) => value.out::<u64>().set(count_of(pool, attribute)?),
            _ => Err(DriverError::InvalidValue),
        }
    }

    fn cuMemPoolSetAttribute(pool: u64, attribute: u32, value: CallerAddress) {
        check(pool)?;
        let set = match attribute {
            _ if FLAGS.contains(&attribute) => u64::from(value.value::<u32>().get()?),
            THRESHOLD => value.value::<u64>().get()?,
            // The greatest counts so far may be forgotten.
            GREATEST_RESERVED | GREATEST_USED if value.value::<u64>().get()? == 0 => {
                driver()?.forget_greatest_use(pool);
                return Ok(());
            }
            _ => return Err(DriverError::InvalidValue),
        };
        table().attributes.insert((pool, attribute), set);
        Ok(())
    }

    // Every device reaches every address, so access is neither given nor taken.
    fn cuMemPoolSetAccess(pool: u64, list: In<PlaceAccess>, count: usize) {
        check(pool)?;
        if count == 0 {
            return Err(DriverError::InvalidValue);
        }
        for at in 0..count {
            let PlaceAccess { place, flags } = list.at(at)?;
            check_place(&place).map_err(|_| DriverError::InvalidDevice)?;
            match flags {
                READ_AND_WRITE => {}
                READ => return Err(DriverError::NotSupported),
                // A device keeps access to its own memory.
                0 => return Err(DriverError::InvalidDevice),
                _ => return Err(DriverError::InvalidValue),
            }
        }
        Ok(())
    }

    fn cuMemPoolGetAccess(flags: Out<u32>, pool: u64, place: In<[u32; 2]>) {
        flags.check()?;
        check(pool)?;
        let place = place.get()?;
        if place[0] == OF_HOST {
            return flags.set(0);
        }
        check_place(&place).map_err(|_| DriverError::InvalidValue)?;
        flags.set(READ_AND_WRITE)
    }

    fn cuMemAllocFromPoolAsync(address: Out<u64>, bytes: usize, pool: u64, stream: u64) {
        address.check()?;
        check(pool)?;
        let allocated = driver()?.alloc_in_stream(bytes as u64, stream)?;
        note_pool(allocated, Some(pool))?;
        address.set(allocated)
    }
}
