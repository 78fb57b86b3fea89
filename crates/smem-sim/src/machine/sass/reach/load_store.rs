//! Loads and stores of every space.

use super::SassReach;
use crate::isa::Space;
use crate::isa::sass::{Transfer, Words};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, by_space, check_aligned, outside};
use crate::machine::hazards::GlobalKind;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::RequestKind;

/// Bytes of one register of a transfer, and how many registers there are.
fn registers(bytes: u32) -> (u32, usize) {
    if bytes < 4 { (bytes, 1) } else { (4, bytes as usize / 4) }
}

fn extend(value: u64, bytes: u32, signed: bool) -> u32 {
    let unused = 32 - 8 * bytes.clamp(1, 4);
    if signed { ((value as u32) << unused) as i32 >> unused } else { value as i32 }.cast_unsigned()
}

impl SassReach<'_> {
    pub(in crate::machine::sass) fn load(&mut self, t: &Transfer, addresses: &Lanes, active: u32) -> LaneResult<()> {
        let (each, count) = registers(t.bytes);
        by_space(t.space, addresses, active, |space, addresses, mask| {
            match space {
                Space::Shared => {
                    let elsewhere = self.elsewhere(t.space, addresses, mask);
                    for lane in lanes(elsewhere) {
                        let place = self.place(lane, addresses[lane], t.bytes)?;
                        for i in 0..count {
                            let value = self.memory(place.block).load(place.at + 4 * i, each);
                            self.set(t.register + i as u32, lane, extend(value, each, t.signed));
                        }
                    }
                    let mask = mask & !elsewhere;
                    if mask == 0 {
                        return Ok(());
                    }
                    let addresses = self.own(addresses);
                    for lane in lanes(mask) {
                        let at = self.read_at(lane, addresses[lane], t.bytes)?;
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
                    self.reach.check_global((GlobalKind::Load, t.order), addresses, mask, t.bytes, &|_, _| 0);
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

    pub(in crate::machine::sass) fn store(&mut self, t: &Transfer, addresses: &Lanes, active: u32) -> LaneResult<()> {
        let (each, count) = registers(t.bytes);
        by_space(t.space, addresses, active, |space, addresses, mask| {
            let value = |regs: &[Words], lane: usize, i: usize| u64::from(regs[t.register as usize + i][lane]);
            match space {
                Space::Shared => {
                    let elsewhere = self.elsewhere(t.space, addresses, mask);
                    for lane in lanes(elsewhere) {
                        let place = self.place(lane, addresses[lane], t.bytes)?;
                        for i in 0..count {
                            let value = value(self.regs, lane, i);
                            self.memory_mut(place.block).store(place.at + 4 * i, each, value);
                        }
                    }
                    let mask = mask & !elsewhere;
                    if mask == 0 {
                        return Ok(());
                    }
                    let addresses = self.own(addresses);
                    let regs = &*self.regs;
                    self.reach.check_store(&addresses, mask, t.bytes, &|lane, byte| {
                        value(regs, lane, byte / 4).to_le_bytes()[byte % 4]
                    });
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
                    let regs = &*self.regs;
                    self.reach.check_global((GlobalKind::Store, t.order), addresses, mask, t.bytes, &|lane, byte| {
                        value(regs, lane, byte / 4).to_le_bytes()[byte % 4]
                    });
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
}
