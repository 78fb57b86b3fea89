//! Tensor maps, which bulk copies of tensors take.

use smem_driver::{DriverError, TensorElement, TensorMap, TmaSwizzle};

use crate::foreign::{In, Out};
use crate::process::{driver, say};

/// The last numbers of each list in CUDA's header, and the first of the elements that have a not-a-number.
const LAST_ELEMENT: u32 = 15;
const FIRST_FLOAT: u32 = 6;
const LAST_SWIZZLE: u32 = 6;
const LAST_PROMOTION: u32 = 3;

/// The error of a map that the simulator refuses, with its sentence.
fn refused(fault: &dyn std::fmt::Display) -> DriverError {
    say(&format!("a tensor map was not made: {fault}"));
    DriverError::InvalidValue
}

fn numbers<T: Copy>(list: In<T>, count: usize) -> Result<Vec<T>, DriverError> {
    (0..count).map(|at| list.at(at)).collect()
}

functions! {
    fn cuTensorMapEncodeTiled(
        map: Out<[u8; 128]>,
        element: u32,
        rank: u32,
        address: u64,
        dims: In<u64>,
        strides: In<u64>,
        box_dims: In<u32>,
        steps: In<u32>,
        interleave: u32,
        swizzle: u32,
        promotion: u32,
        fill: u32,
    ) {
        map.check()?;
        driver()?.device_count()?;
        let rank = rank as usize;
        if !(1..=5).contains(&rank) || fill > 1 || promotion > LAST_PROMOTION || swizzle > LAST_SWIZZLE {
            return Err(DriverError::InvalidValue);
        }
        if interleave != 0 {
            return Err(DriverError::NotSupported);
        }
        if element > LAST_ELEMENT || (fill == 1 && element < FIRST_FLOAT) {
            return Err(DriverError::InvalidValue);
        }
        let element = *TensorElement::ALL.get(element as usize).ok_or(DriverError::NotSupported)?;
        let (dims, strides) = (numbers(dims, rank)?, numbers(strides, rank - 1)?);
        let made = TensorMap::tiled(element, address, &dims, &strides, &numbers(box_dims, rank)?);
        let mut made = made.and_then(|made| made.steps(&numbers(steps, rank).unwrap_or_default())).map_err(|fault| refused(&fault))?;
        let swizzle = match swizzle {
            0 => None,
            1 => Some(TmaSwizzle::B32),
            2 => Some(TmaSwizzle::B64),
            3 => Some(TmaSwizzle::B128),
            _ => return Err(DriverError::NotSupported),
        };
        if let Some(swizzle) = swizzle {
            made = made.swizzle(swizzle).map_err(|fault| refused(&fault))?;
        }
        if fill == 1 {
            made = made.fill_with_nan();
        }
        map.set(made.bytes())
    }
}
