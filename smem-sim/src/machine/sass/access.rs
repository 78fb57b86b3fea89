//! Operations on memory.

use super::Launched;
use super::warp::Warp;
use crate::fault::FaultKind;
use crate::isa::sass::{AddressOf, AtomicTransfer, LongSource, Op, Transfer, Words};
use crate::isa::{AtomicPasses, CopyPath, Slot, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, Reach, apply, by_space, check_aligned, outside};
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::{RequestKind, Tally};
use crate::memory::{SharedMemory, resolve};

/// Bytes of one register of a transfer, and how many registers there are.
fn registers(bytes: u32) -> (u32, usize) {
    if bytes < 4 { (bytes, 1) } else { (4, bytes as usize / 4) }
}

fn extend(value: u64, bytes: u32, signed: bool) -> u32 {
    let unused = 32 - 8 * bytes.clamp(1, 4);
    if signed { ((value as u32) << unused) as i32 >> unused } else { value as i32 }.cast_unsigned()
}

impl Warp {
    fn addresses(&self, address: &AddressOf) -> Lanes {
        let value = |slot: Slot, pair: bool| self.long(LongSource { slot, pair, and: u64::MAX, xor: 0 });
        let (register, uniform) = (value(address.register, address.pair), value(address.uniform, address.uniform_pair));
        std::array::from_fn(|lane| {
            let scaled = register[lane].wrapping_mul(address.scale.into());
            let sum = scaled.wrapping_add(uniform[lane]).wrapping_add(address.offset as u64);
            if address.short { sum & 0xffff_ffff } else { sum }
        })
    }

    /// Executes a memory operation or an exchange for the lanes `active`.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn access(
        &mut self,
        op: &Op,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &Launched<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let write = if launched.code.code[pc as usize].uniform { u32::MAX } else { active };
        if self.exchange(op, active, write)? {
            return Ok(());
        }
        let reserved = launched.code.reserved_shared;
        macro_rules! reach {
            () => {
                SassReach {
                    reach: Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site },
                    regs: &mut self.regs,
                    reserved,
                }
            };
        }
        match op {
            Op::Load(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().load(transfer, &addresses, active)
            }
            Op::Store(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().store(transfer, &addresses, active)
            }
            Op::Atomic(atomic) => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                reach!().atomic(atomic, &addresses, values, active)
            }
            Op::AtomicIfGlobal { atomic, done } => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let global = lanes(active).filter(|&lane| resolve(addresses[lane]).0 == Space::Global);
                let global = global.fold(0u32, |mask, lane| mask | 1 << lane);
                self.assign(*done, active, global);
                if global == 0 { Ok(()) } else { reach!().atomic(atomic, &addresses, values, global) }
            }
            Op::CompareAndStore { address, bytes, d, a, b } => {
                let addresses = self.addresses(address);
                let values = [self.long(*a), self.long(*b)];
                reach!().compare_and_store(&addresses, *bytes, *d, values, active)
            }
            Op::LoadMatrix { address, d, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().load_matrix(&addresses, *d, *count, *transposed)
            }
            Op::StoreMatrix { address, register, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().store_matrix(&addresses, *register, *count, *transposed)
            }
            Op::AsyncCopy { to, from, bytes, path, zeros, partial } => {
                let (to, from, zeros) = (self.addresses(to), self.addresses(from), self.pred(*zeros));
                let copy = Copy { to, from, bytes: *bytes, path: *path, zeros, partial: *partial };
                reach!().copy(&copy, active)
            }
            Op::IsShared { p, address } => {
                let addresses = self.addresses(address);
                let inside = lanes(active).filter(|&lane| resolve(addresses[lane]).0 == Space::Shared);
                let inside = inside.fold(0u32, |m, lane| m | 1 << lane);
                self.assign(*p, active, inside);
                Ok(())
            }
            Op::MatrixProduct(product) => {
                self.whole(active)?;
                self.product(product);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Faults where not all lanes of the warp are there.
    fn whole(&self, active: u32) -> LaneResult<()> {
        if active == u32::MAX {
            return Ok(());
        }
        let message = format!("the whole warp must execute this, and only the lanes {active:#010x} do");
        Err(LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)))
    }
}

/// What a memory operation reaches, with the registers.
struct SassReach<'r> {
    reach: Reach<'r>,
    regs: &'r mut [Words],
    /// Bytes at the start of shared memory that the system keeps: a kernel's own begins behind them.
    reserved: u32,
}

impl SassReach<'_> {
    /// Addresses from the block's own first byte.
    fn own(&self, addresses: &Lanes) -> Lanes {
        addresses.map(|address| address.wrapping_sub(self.reserved.into()))
    }

    /// Merged and hoisted loads read words that the program never asked for, so a read of what nothing wrote is not a fault.
    fn shared_at(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<usize> {
        self.reach.shared_at(lane, address, bytes, false)
    }

    fn set(&mut self, slot: Slot, lane: usize, value: u32) {
        self.regs[slot as usize][lane] = value;
    }

    fn load(&mut self, t: &Transfer, addresses: &Lanes, active: u32) -> LaneResult<()> {
        let (each, count) = registers(t.bytes);
        by_space(t.space, addresses, active, |space, addresses, mask| {
            match space {
                Space::Shared => {
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.shared_at(lane, addresses[lane], t.bytes)?;
                        for i in 0..count {
                            let value = self.reach.shared.load(at + 4 * i, each);
                            self.set(t.register + i as u32, lane, extend(value, each, t.signed));
                        }
                    }
                    self.reach.observe(RequestKind::load(t.space), &addresses, mask, t.bytes);
                }
                Space::Local => {
                    for lane in lanes(mask) {
                        let address = addresses[lane];
                        check_aligned(space, lane, address, t.bytes)?;
                        for i in 0..count {
                            let value = self.reach.local.load(lane, address.wrapping_add(4 * i as u64), each);
                            let value = value.ok_or_else(|| self.reach.outside_local(lane, address, t.bytes))?;
                            self.set(t.register + i as u32, lane, extend(value, each, t.signed));
                        }
                    }
                }
                Space::Global | Space::Const | Space::Generic => {
                    let mut finder = Finder::new(self.reach.context.global);
                    for lane in lanes(mask) {
                        check_aligned(space, lane, addresses[lane], t.bytes)?;
                        let (found, offset) = finder.find(lane, addresses[lane], t.bytes)?;
                        if t.bytes < 8 {
                            self.set(t.register, lane, extend(found.load(offset, each), each, t.signed));
                            continue;
                        }
                        // Words of 64 bits are read as a whole: another block may be writing them.
                        for i in (0..count).step_by(2) {
                            let value = found.load(offset + 4 * i as u64, 8);
                            self.set(t.register + i as u32, lane, value as u32);
                            self.set(t.register + i as u32 + 1, lane, (value >> 32) as u32);
                        }
                    }
                    self.reach.tally.global_loaded += u64::from(t.bytes) * u64::from(mask.count_ones());
                }
                Space::Param => return Err(self.no_such(space, addresses, mask, t.bytes)),
            }
            Ok(())
        })
    }

    fn no_such(&self, space: Space, addresses: &Lanes, mask: u32, bytes: u32) -> Box<LaneFault> {
        let lane = mask.trailing_zeros() as usize & 31;
        outside(space, lane, addresses[lane], bytes, "machine code has its parameters in a constant bank".to_owned())
    }

    fn store(&mut self, t: &Transfer, addresses: &Lanes, active: u32) -> LaneResult<()> {
        let (each, count) = registers(t.bytes);
        by_space(t.space, addresses, active, |space, addresses, mask| {
            let value = |regs: &[Words], lane: usize, i: usize| u64::from(regs[t.register as usize + i][lane]);
            match space {
                Space::Shared => {
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.shared_at(lane, addresses[lane], t.bytes)?;
                        for i in 0..count {
                            self.reach.shared.store(at + 4 * i, each, value(self.regs, lane, i));
                        }
                    }
                    self.reach.observe(RequestKind::Store, &addresses, mask, t.bytes);
                }
                Space::Local => {
                    for lane in lanes(mask) {
                        let address = addresses[lane];
                        check_aligned(space, lane, address, t.bytes)?;
                        for i in 0..count {
                            let at = address.wrapping_add(4 * i as u64);
                            let stored = self.reach.local.store(lane, at, each, value(self.regs, lane, i));
                            stored.ok_or_else(|| self.reach.outside_local(lane, address, t.bytes))?;
                        }
                    }
                }
                Space::Global | Space::Const | Space::Generic => {
                    let mut finder = Finder::new(self.reach.context.global);
                    for lane in lanes(mask) {
                        check_aligned(space, lane, addresses[lane], t.bytes)?;
                        let (found, offset) = finder.find(lane, addresses[lane], t.bytes)?;
                        if t.bytes >= 8 {
                            for i in (0..count).step_by(2) {
                                let whole = value(self.regs, lane, i) | value(self.regs, lane, i + 1) << 32;
                                found.store(offset + 4 * i as u64, 8, whole);
                            }
                        } else {
                            found.store(offset, each, value(self.regs, lane, 0));
                        }
                    }
                    self.reach.tally.global_stored += u64::from(t.bytes) * u64::from(mask.count_ones());
                }
                Space::Param => return Err(self.no_such(space, addresses, mask, t.bytes)),
            }
            Ok(())
        })
    }

    fn set_old(&mut self, d: Slot, bytes: u32, lane: usize, old: u64) {
        self.set(d, lane, old as u32);
        if bytes == 8 {
            self.set(d + 1, lane, (old >> 32) as u32);
        }
    }

    fn atomic(&mut self, t: &AtomicTransfer, addresses: &Lanes, [a, b]: [Lanes; 2], active: u32) -> LaneResult<()> {
        let bytes = t.bytes;
        by_space(t.space, addresses, active, |space, addresses, mask| {
            match space {
                Space::Shared => {
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.shared_at(lane, addresses[lane], bytes)?;
                        let old = self.reach.shared.load(at, bytes);
                        self.reach.shared.store(at, bytes, apply(t.op, bytes, old, a[lane], b[lane]));
                        self.set_old(t.d, bytes, lane, old);
                    }
                    self.reach.observe(RequestKind::Atomic(t.passes), &addresses, mask, bytes);
                }
                Space::Global => {
                    let mut finder = Finder::new(self.reach.context.global);
                    for lane in lanes(mask) {
                        check_aligned(space, lane, addresses[lane], bytes)?;
                        let (found, offset) = finder.find(lane, addresses[lane], bytes)?;
                        let old = found.update(offset, bytes, |old| apply(t.op, bytes, old, a[lane], b[lane]));
                        self.set_old(t.d, bytes, lane, old);
                    }
                    self.reach.tally.global_atomic += u64::from(bytes) * u64::from(mask.count_ones());
                }
                other => {
                    let lane = mask.trailing_zeros() as usize & 31;
                    let detail = "atomics work on global and shared memory".to_owned();
                    return Err(outside(other, lane, addresses[lane], bytes, detail));
                }
            }
            Ok(())
        })
    }

    fn compare_and_store(
        &mut self,
        addresses: &Lanes,
        bytes: u32,
        d: Slot,
        [a, b]: [Lanes; 2],
        active: u32,
    ) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let mut failed = 0;
        for lane in lanes(active) {
            let at = self.shared_at(lane, addresses[lane], bytes)?;
            let holds = self.reach.shared.load(at, bytes) == a[lane];
            if holds {
                self.reach.shared.store(at, bytes, b[lane]);
            } else {
                failed |= 1 << lane;
            }
            self.set(d, lane, u32::from(holds));
        }
        self.reach.observe(RequestKind::Atomic(AtomicPasses::Retried { failed }), &addresses, active, bytes);
        Ok(())
    }

    /// Where the rows of `count` matrices begin.
    fn rows(&self, addresses: &Lanes, count: u32) -> LaneResult<([usize; 32], u32)> {
        let used = u32::MAX >> (32 - 8 * count.clamp(1, 4));
        let mut starts = [0; 32];
        for lane in lanes(used) {
            starts[lane] = self.shared_at(lane, addresses[lane], 16)?;
        }
        Ok((starts, used))
    }

    fn load_matrix(&mut self, addresses: &Lanes, d: Slot, count: u32, transposed: bool) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let (starts, used) = self.rows(&addresses, count)?;
        for matrix in 0..count as usize {
            for lane in 0..32 {
                let element =
                    |[row, column]: [usize; 2]| self.reach.shared.load(starts[8 * matrix + row] + 2 * column, 2) as u32;
                let [low, high] = pair(lane, transposed);
                let value = element(low) | element(high) << 16;
                self.set(d + matrix as u32, lane, value);
            }
        }
        self.reach.observe(RequestKind::LoadMatrix, &addresses, used, 16);
        Ok(())
    }

    fn store_matrix(&mut self, addresses: &Lanes, register: Slot, count: u32, transposed: bool) -> LaneResult<()> {
        let addresses = self.own(addresses);
        let (starts, used) = self.rows(&addresses, count)?;
        for matrix in 0..count as usize {
            for lane in 0..32 {
                let value = u64::from(self.regs[register as usize + matrix][lane]);
                for (half, [row, column]) in pair(lane, transposed).into_iter().enumerate() {
                    self.reach.shared.store(starts[8 * matrix + row] + 2 * column, 2, value >> (16 * half));
                }
            }
        }
        self.reach.observe(RequestKind::StoreMatrix, &addresses, used, 16);
        Ok(())
    }

    fn copy(&mut self, copy: &Copy, active: u32) -> LaneResult<()> {
        let bytes = copy.bytes;
        let to = self.own(&copy.to);
        let mut finder = Finder::new(self.reach.context.global);
        for lane in lanes(active) {
            let at = self.shared_at(lane, to[lane], bytes)?;
            let missing = if copy.partial { copy.from[lane] % u64::from(bytes) } else { 0 };
            let from = copy.from[lane] - missing;
            let wanted = if copy.zeros >> lane & 1 == 1 { 0 } else { bytes - missing as u32 };
            let found = if wanted == 0 {
                None
            } else {
                check_aligned(Space::Global, lane, from, bytes)?;
                Some(finder.find(lane, from, wanted)?)
            };
            self.reach.tally.global_loaded += u64::from(wanted);
            for i in 0..bytes {
                let byte =
                    found.filter(|_| i < wanted).map_or(0, |(found, offset)| found.load(offset + u64::from(i), 1));
                self.reach.shared.store(at + i as usize, 1, byte);
            }
        }
        self.reach.observe(RequestKind::AsyncCopy(copy.path), &to, active, bytes);
        Ok(())
    }
}

/// One copy from global to shared memory.
struct Copy {
    to: Lanes,
    from: Lanes,
    bytes: u32,
    path: CopyPath,
    /// The lanes that copy zeros.
    zeros: u32,
    /// The lowest bits of the global address are the bytes at the end that are zeros.
    partial: bool,
}

/// Row and column of the two elements that a lane holds of an 8 x 8 matrix.
fn pair(lane: usize, transposed: bool) -> [[usize; 2]; 2] {
    let (r, c) = (lane / 4, 2 * (lane % 4));
    if transposed { [[c, r], [c + 1, r]] } else { [[r, c], [r, c + 1]] }
}
