//! What programs ask about an address.

use smem_driver::DriverError;

use crate::foreign::{Address, In};
use crate::process::driver;

/// Kinds of memory.
const HOST: u32 = 1;

fn answer(attribute: u32, place: Address, address: u64) -> Result<(), DriverError> {
    let driver = driver()?;
    let (context, device, kind) = driver.pointer_owner(address)?;
    let [start, bytes] = driver.address_range(address)?;
    match attribute {
        1 => place.out::<u64>().set(context),
        2 => place.out::<u32>().set(kind),
        3 => place.out::<u64>().set(address),
        4 if kind == HOST || driver.is_managed(address) => place.out::<u64>().set(address),
        6 => place.out::<u32>().set(0),
        8 => place.out::<u8>().set(driver.is_managed(address).into()),
        7 => place.out::<u64>().set(start),
        9 => place.out::<i32>().set(device as i32),
        11 => place.out::<u64>().set(start),
        12 => place.out::<usize>().set(bytes as usize),
        13 => place.out::<u32>().set(1),
        _ => Err(DriverError::InvalidValue),
    }
}

functions! {
    fn cuPointerGetAttribute(place: Address, attribute: u32, address: u64) {
        if place.number() == 0 {
            return Err(DriverError::InvalidValue);
        }
        answer(attribute, place, address)
    }

    fn cuPointerGetAttributes(count: u32, attributes: In<u32>, places: In<Address>, address: u64) {
        for at in 0..count as usize {
            // Memory that is unknown has the values of none.
            match answer(attributes.at(at)?, places.at(at)?, address) {
                Ok(()) | Err(DriverError::InvalidValue) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
