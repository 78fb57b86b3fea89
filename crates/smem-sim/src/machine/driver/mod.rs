//! The functions of the CUDA driver that kernels call: `printf`, `malloc`, `free`, the end of a failed `assert`, and launches.
//!
//! ```text
//! children  grids that kernels launch
//! format    the conversions of C's printf
//! printed   what the kernels of a launch print
//! ```

mod children;
mod format;
mod printed;

pub(crate) use children::{ChildLaunch, ChildLaunches};
pub(crate) use printed::Printed;

use super::access::{Reach, outside};
use super::lane_fault::{LaneFault, LaneResult};
use crate::fault::FaultKind;
use crate::isa::{DriverFunction, Space};
use crate::launch::LaunchShape;
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
            DriverFunction::ParameterBuffer => {
                let extent = |first: usize| [first, first + 1, first + 2].map(|i| arg(i) as u32);
                let shape = LaunchShape::of(extent(1), extent(4)).shared_bytes(arg(7) as u32);
                let heap = self.reach.context.global.heap();
                Ok(self.reach.context.children.prepare(arg(0), shape, |bytes| heap.alloc(bytes)).unwrap_or(0))
            }
            DriverFunction::LaunchDevice => Ok(self.launch(arg(0), arg(1))),
            DriverFunction::GetLastError => Ok(self.reach.context.children.last_error(self.thread()).into()),
            DriverFunction::SetLastError => {
                self.reach.context.children.set_last_error(self.thread(), arg(0) as u32);
                Ok(arg(0))
            }
            DriverFunction::NewHandle => {
                let handle = self.reach.context.children.new_handle();
                self.store(arg(0), handle).map(|()| 0)
            }
            DriverFunction::EndHandle | DriverFunction::RecordEvent | DriverFunction::WaitEvent => Ok(0),
        }
    }

    /// The block of the calling thread, and its number there.
    fn thread(&self) -> (u64, u32) {
        (self.reach.context.number_of(self.reach.site.block), self.reach.thread_of(self.lane))
    }

    /// Launches a grid. Returns the device runtime's number of an error, or 0.
    fn launch(&self, buffer: u64, stream: u64) -> u64 {
        let context = self.reach.context;
        let read = |parameters: &mut [u8]| {
            let is_read = context.global.read(buffer, parameters);
            context.global.heap().free(buffer) && is_read
        };
        context.children.launch((buffer, stream), self.thread().0, context.trial.is_some(), read)
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

    /// Writes 8 bytes at a generic address: of a local variable, or in global memory.
    fn store(&mut self, address: u64, value: u64) -> LaneResult<()> {
        const BYTES: u32 = 8;
        let (space, at) = resolve(address);
        if space == Space::Local {
            let stored = self.reach.local.store(self.lane, at, BYTES, value);
            return stored.ok_or_else(|| self.reach.outside_local(self.lane, at, BYTES));
        }
        if space == Space::Shared {
            let at = self.reach.shared_at(self.lane, at.wrapping_sub(self.reach.own_base()), BYTES)?;
            self.reach.shared.store(at, BYTES, value);
            return Ok(());
        }
        let global = self.reach.context.global;
        let found = global.find(address, BYTES.into());
        let found = found.and_then(|found| Some((found, found.offset(address, BYTES.into())?)));
        let (found, offset) =
            found.ok_or_else(|| outside(space, self.lane, address, BYTES, global.describe(address)))?;
        found.store(offset, BYTES, value);
        Ok(())
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
