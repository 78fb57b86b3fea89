//! The functions of the CUDA driver that kernels call: `printf`, `malloc`, `free`, and the end of a failed `assert`.
//!
//! ```text
//! format    the conversions of C's printf
//! printed   what the kernels of a launch print
//! ```

mod format;
mod printed;

pub(crate) use printed::Printed;

use super::access::{Reach, outside};
use super::lane_fault::{LaneFault, LaneResult};
use crate::fault::FaultKind;
use crate::isa::{DriverFunction, Space};
use crate::memory::resolve;
use format::{Piece, PrintWidth, Taken, pieces};

/// The longest string that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The widest field and the highest precision: what formats numbers accepts no more, and a thread with a line of text could take all memory.
const WIDEST: u64 = 65_535;

/// A call of a lane. Its addresses are generic ones.
pub(super) struct DriverCall<'c, 'r> {
    pub(super) reach: &'c mut Reach<'r>,
    pub(super) lane: usize,
}

impl DriverCall<'_, '_> {
    /// Calls a function with its arguments, as many as it has parameters. Returns its result, if it has one.
    pub(super) fn call(&mut self, function: DriverFunction, args: &[u64]) -> LaneResult<u64> {
        let arg = |i: usize| args.get(i).copied().unwrap_or(0);
        match function {
            DriverFunction::Vprintf => self.print(arg(0), arg(1)),
            DriverFunction::Malloc => Ok(self.reach.context.global.heap().alloc(arg(0)).unwrap_or(0)),
            DriverFunction::Free => self.free(arg(0)),
            DriverFunction::AssertFail => Err(self.assertion(arg(0), arg(1), arg(2) as u32, arg(3))),
        }
    }

    fn free(&mut self, address: u64) -> LaneResult<u64> {
        if address == 0 || self.reach.context.global.heap().free(address) {
            return Ok(0);
        }
        let message = format!("`free` of {address:#x}, which `malloc` did not return or which is free already");
        Err(self.fault(address, FaultKind::DeviceHeap(message)))
    }

    fn assertion(&self, text: u64, file: u64, line: u32, function: u64) -> Box<LaneFault> {
        let read = |address| -> LaneResult<String> { Ok(String::from_utf8_lossy(&self.text(address)?).into_owned()) };
        let found = || -> LaneResult<FaultKind> {
            Ok(FaultKind::Assertion { text: read(text)?, file: read(file)?, line, function: read(function)? })
        };
        match found() {
            Ok(kind) => self.fault(None, kind),
            Err(fault) => fault,
        }
    }

    /// Prints, and returns the number of arguments, as CUDA's `printf` does.
    fn print(&mut self, format: u64, args: u64) -> LaneResult<u64> {
        if format == 0 {
            return Ok(u64::from(u32::MAX));
        }
        let format = self.text(format)?;
        let pieces = pieces(&format);
        let mut buffer = ArgumentBuffer { call: self, at: args, count: 0 };
        let mut out = Vec::new();
        for piece in pieces {
            let conversion = match piece {
                Piece::Literal(text) => {
                    out.extend_from_slice(text);
                    continue;
                }
                Piece::Conversion(conversion) => conversion,
            };
            let width = buffer.amount(conversion.width)?.unwrap_or(0);
            let precision = buffer.amount(conversion.precision)?;
            let bits = buffer.next(conversion.argument_bytes())?;
            out.extend(match conversion.taken {
                Taken::Text if bits == 0 => conversion.text(width, precision, b"(null)"),
                Taken::Text => conversion.text(width, precision, &buffer.call.text(bits)?),
                _ => conversion.number(width, precision, bits),
            });
        }
        let count = buffer.count;
        let ([x, y, z], [width, height, _]) = (self.reach.site.block.map(u64::from), self.reach.context.grid);
        let block = (z * u64::from(height) + y) * u64::from(width) + x;
        self.reach.context.printed.add(block, out);
        Ok(count)
    }

    /// The string that ends in a zero byte.
    fn text(&self, address: u64) -> LaneResult<Vec<u8>> {
        let mut out = Vec::new();
        for at in address..address.saturating_add(LONGEST) {
            match self.load(at, 1)? as u8 {
                0 => return Ok(out),
                byte => out.push(byte),
            }
        }
        let message = format!("the string at {address:#x} does not end");
        Err(self.fault(address, FaultKind::Printf(message)))
    }

    /// Reads memory at a generic address.
    fn load(&self, address: u64, bytes: u32) -> LaneResult<u64> {
        let (space, at) = resolve(address);
        let reach = &self.reach;
        let none = |detail: String| outside(space, self.lane, address, bytes, detail);
        match space {
            Space::Shared => {
                let at = reach.shared_at(self.lane, at.wrapping_sub(reach.own_base()), bytes)?;
                Ok(reach.shared.load(at, bytes))
            }
            Space::Local => {
                reach.local.load(self.lane, at, bytes).ok_or_else(|| reach.outside_local(self.lane, at, bytes))
            }
            Space::Param => {
                let found = reach.context.params.get(at as usize..(at as usize).saturating_add(bytes as usize));
                let found = found.ok_or_else(|| none("the kernel's parameters end before".to_owned()))?;
                Ok(found.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
            }
            _ => match reach.context.global.find(address, bytes.into()) {
                Some(found) => Ok(found.load(found.offset(address, bytes.into()).unwrap_or(0), bytes)),
                None => Err(none(reach.context.global.describe(address))),
            },
        }
    }

    fn fault(&self, address: impl Into<Option<u64>>, kind: FaultKind) -> Box<LaneFault> {
        LaneFault::boxed(self.lane, address, kind)
    }
}

/// The arguments of a `printf`, each at a multiple of its size.
struct ArgumentBuffer<'b, 'c, 'r> {
    call: &'b DriverCall<'c, 'r>,
    at: u64,
    count: u64,
}

impl ArgumentBuffer<'_, '_, '_> {
    fn next(&mut self, bytes: u32) -> LaneResult<u64> {
        let at = self.at.next_multiple_of(bytes.into());
        let value = self.call.load(at, bytes)?;
        self.at = at + u64::from(bytes);
        self.count += 1;
        Ok(value)
    }

    fn amount(&mut self, amount: Option<PrintWidth>) -> LaneResult<Option<i64>> {
        let amount = match amount {
            None => return Ok(None),
            Some(PrintWidth::Given(n)) => i64::try_from(n).unwrap_or(i64::MAX),
            Some(PrintWidth::Argument) => (self.next(4)? as u32).cast_signed().into(),
        };
        if amount.unsigned_abs() > WIDEST {
            let message = format!("a width or a precision of {amount} characters: {WIDEST} are the most here");
            return Err(self.call.fault(self.at, FaultKind::Printf(message)));
        }
        Ok(Some(amount))
    }
}
