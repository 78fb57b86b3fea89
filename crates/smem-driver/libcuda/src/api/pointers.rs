//! Attributes of an address.

use smem_driver::DriverError;

use super::pools::pool_of;
use crate::foreign::{CallerAddress, In};
use crate::process::driver;

/// Kinds of memory.
const HOST: u32 = 1;

/// The device of memory that the driver does not know.
const NO_DEVICE: i32 = -2;

/// The attribute that programs may set: calls wait for copies of the memory, as all do here.
const WAITS_FOR_COPIES: u32 = 6;

fn answer(attribute: u32, place: CallerAddress, address: u64) -> Result<(), DriverError> {
    let driver = driver()?;
    let (context, device, kind) = driver.pointer_owner(address)?;
    let [start, bytes] = driver.address_range(address)?;
    match attribute {
        // Memory of a pool is of no context.
        1 => place.out::<u64>().set(if pool_of(start) == 0 { context } else { 0 }),
        2 => place.out::<u32>().set(kind),
        3 => place.out::<u64>().set(address),
        4 if kind == HOST || driver.is_managed(address) => place.out::<u64>().set(address),
        6 => place.out::<u32>().set(driver.is_managed(address).into()),
        // A number that no other allocation has, and no address.
        7 => place.out::<u64>().set(start / 16),
        8 => place.out::<u8>().set(driver.is_managed(address).into()),
        9 => place.out::<i32>().set(device as i32),
        11 => place.out::<u64>().set(start),
        12 => place.out::<usize>().set(bytes as usize),
        13 => place.out::<u32>().set(1),
        // Other devices of the bus reach what the program allocated on the device.
        15 => place.out::<u8>().set((kind != HOST && driver.is_own_allocation(start) && pool_of(start) == 0).into()),
        // To read and to write.
        16 => place.out::<u32>().set(3),
        17 => place.out::<u64>().set(pool_of(start)),
        _ => Err(DriverError::InvalidValue),
    }
}

functions! {
    fn cuPointerGetAttribute(place: CallerAddress, attribute: u32, address: u64) {
        if place.number() == 0 {
            return Err(DriverError::InvalidValue);
        }
        answer(attribute, place, address)
    }

    fn cuPointerSetAttribute(_value: CallerAddress, attribute: u32, address: u64) {
        driver()?.pointer_owner(address)?;
        if attribute == WAITS_FOR_COPIES { Ok(()) } else { Err(DriverError::InvalidValue) }
    }

    fn cuPointerGetAttributes(count: u32, attributes: In<u32>, places: In<CallerAddress>, address: u64) {
        if count == 0 {
            return Err(DriverError::InvalidValue);
        }
        for at in 0..count as usize {
            // Memory that is unknown has the values of none.
            let (attribute, place) = (attributes.at(at)?, places.at(at)?);
            match (answer(attribute, place, address), attribute) {
                (Err(DriverError::InvalidValue), 2 | 6) => place.out::<u32>().set(0)?,
                (Err(DriverError::InvalidValue), 8 | 13) => place.out::<u8>().set(0)?,
                (Err(DriverError::InvalidValue), 9) => place.out::<i32>().set(NO_DEVICE)?,
                (Err(DriverError::InvalidValue), 4) => {
                    let is_known = driver()?.pointer_owner(address).is_ok();
                    place.out::<u64>().set(if is_known { 0 } else { address })?;
                }
                (Err(DriverError::InvalidValue), 1 | 3 | 7 | 11 | 12 | 16 | 17) => place.out::<u64>().set(0)?,
                (answered, _) => answered?,
            }
        }
        Ok(())
    }
}
