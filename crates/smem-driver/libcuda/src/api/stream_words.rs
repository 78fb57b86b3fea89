//! Words of memory that streams write, and wait for.

use smem_driver::{DriverError, WordCondition};

use crate::foreign::In;
use crate::process::driver;

/// Kinds of operations of a batch.
const WAIT_32: u32 = 1;
const WRITE_32: u32 = 2;
const FLUSH: u32 = 3;
const WAIT_64: u32 = 4;
const WRITE_64: u32 = 5;
const BARRIER: u32 = 6;

/// A flag of waits that a flush of writes by other devices follows: there are none.
const WAIT_FLUSHES: u32 = 1 << 30;
/// A flag of writes that may overtake earlier ones.
const WRITE_OVERTAKES: u32 = 1;

/// `CUstreamBatchMemOpParams` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct WordOperation {
    kind: u32,
    padding: u32,
    address: u64,
    value: u64,
    flags: u32,
    rest: [u32; 5],
}

/// An operation that was checked.
enum Checked {
    Wait(WordCondition, usize),
    Write(usize),
    Nothing,
}

fn checked(kind: u32, address: u64, flags: u32) -> Result<Checked, DriverError> {
    let bytes = if matches!(kind, WAIT_64 | WRITE_64) { 8 } else { 4 };
    match kind {
        WAIT_32 | WAIT_64 => {
            let condition = match flags & !WAIT_FLUSHES {
                0 => WordCondition::AtLeast,
                1 => WordCondition::Equal,
                2 => WordCondition::And,
                3 => WordCondition::Nor,
                _ => return Err(DriverError::InvalidValue),
            };
            driver()?.check_word(address, bytes)?;
            Ok(Checked::Wait(condition, bytes))
        }
        WRITE_32 | WRITE_64 if flags & !WRITE_OVERTAKES == 0 => {
            driver()?.check_word(address, bytes)?;
            Ok(Checked::Write(bytes))
        }
        FLUSH | BARRIER => Ok(Checked::Nothing),
        _ => Err(DriverError::InvalidValue),
    }
}

fn enqueue(operation: &Checked, address: u64, value: u64, stream: u64) -> Result<(), DriverError> {
    match *operation {
        Checked::Wait(condition, bytes) => driver()?.wait_for_word_in(address, value, bytes, condition, stream),
        Checked::Write(bytes) => driver()?.write_word_in(address, &value.to_le_bytes()[..bytes], stream),
        Checked::Nothing => Ok(()),
    }
}

fn one(kind: u32, stream: u64, address: u64, value: u64, flags: u32) -> Result<(), DriverError> {
    enqueue(&checked(kind, address, flags)?, address, value, stream)
}

functions! {
    fn cuStreamWaitValue32_v2(stream: u64, address: u64, value: u32, flags: u32) {
        one(WAIT_32, stream, address, u64::from(value), flags)
    }

    fn cuStreamWaitValue64_v2(stream: u64, address: u64, value: u64, flags: u32) {
        one(WAIT_64, stream, address, value, flags)
    }

    fn cuStreamWriteValue32_v2(stream: u64, address: u64, value: u32, flags: u32) {
        one(WRITE_32, stream, address, u64::from(value), flags)
    }

    fn cuStreamWriteValue64_v2(stream: u64, address: u64, value: u64, flags: u32) {
        one(WRITE_64, stream, address, value, flags)
    }

    fn cuStreamBatchMemOp_v2(stream: u64, count: u32, list: In<WordOperation>, flags: u32) {
        if flags != 0 || count == 0 || count > 256 {
            return Err(DriverError::InvalidValue);
        }
        let operations: Vec<WordOperation> = (0..count as usize).map(|at| list.at(at)).collect::<Result<_, _>>()?;
        // All or none of them.
        let kinds: Vec<Checked> = operations
            .iter()
            .map(|operation| checked(operation.kind, operation.address, operation.flags))
            .collect::<Result<_, _>>()?;
        let mut pairs = operations.iter().zip(&kinds);
        pairs.try_for_each(|(operation, kind)| enqueue(kind, operation.address, operation.value, stream))
    }
}
