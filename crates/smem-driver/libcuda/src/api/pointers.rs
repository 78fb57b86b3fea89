//! Attributes of an address.

use smem_driver::DriverError;

use crate::foreign::{CallerAddress, In};
use crate::process::driver;

/// Kinds of memory.
const HOST: u32 = 1;

/// The device of memory that the driver does not know.
const NO_DEVICE: i32 = -2;

/// The attribute that programs may set: calls wait for copies of the memory, as all do here.
const WAITS_FOR_COPIES: u32 = 6;

/// Writes an attribute in as many bytes as drivers do: a truth takes four as well.
fn put(attribute: u32, place: CallerAddress, value: u64) -> Result<(), DriverError> {
    match attribute {
        2 | 6 | 8 | 9 | 13 | 15 | 16 => place.out::<u32>().set(value as u32),
        _ => place.out::<u64>().set(value),
    }
}

fn answer(attribute: u32, address: u64) -> Result<u64, DriverError> {
    let driver = driver()?;
    let (context, device, kind) = driver.pointer_owner(address)?;
    let [start, bytes] = driver.address_range(address)?;
    let (pool, is_managed) = (driver.pool_of(start), driver.is_managed(address));
    Ok(match attribute {
        // Memory of a pool is of no context.
        1 if pool != 0 => 0,
        1 => context,
        2 => kind.into(),
        3 => address,
        4 if kind == HOST || is_managed => address,
        6 | 8 => is_managed.into(),
        // A number that no other allocation has, and no address.
        7 => start / 16,
        9 => device.into(),
        11 => start,
        12 => bytes,
        13 => 1,
        // Other devices of the bus reach what the program allocated on the device.
        15 => (kind != HOST && driver.is_own_allocation(start) && pool == 0).into(),
        // To read and to write.
        16 => 3,
        17 => pool,
        _ => return Err(DriverError::InvalidValue),
    })
}

/// Writes an attribute that the memory does not have, in a list of several. Of a range nothing is written.
fn put_none(attribute: u32, place: CallerAddress, address: u64) -> Result<(), DriverError> {
    match attribute {
        4 if driver()?.pointer_owner(address).is_err() => put(attribute, place, address),
        9 => put(attribute, place, NO_DEVICE as u64),
        11 | 12 => Ok(()),
        1..=4 | 6..=8 | 13 | 15..=17 => put(attribute, place, 0),
        _ => Err(DriverError::InvalidValue),
    }
}

functions! {
    fn cuPointerGetAttribute(place: CallerAddress, attribute: u32, address: u64) {
        if place.number() == 0 {
            return Err(DriverError::InvalidValue);
        }
        put(attribute, place, answer(attribute, address)?)
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
            let (attribute, place) = (attributes.at(at)?, places.at(at)?);
            match answer(attribute, address) {
                Err(DriverError::InvalidValue) => put_none(attribute, place, address)?,
                answered => put(attribute, place, answered?)?,
            }
        }
        Ok(())
    }
}
