//! Loads and stores of matrices in registers (`wmma`).
//!
//! Each register is loaded as an assembler loads it: neighbouring elements at once, and 16-bit elements in lines of memory, which are
//! then transposed in registers where the other dimension is the neighbouring one.

use super::addresses;
use crate::fault::FaultKind;
use crate::isa::{FragmentAccess, LoadStore, MemoryOrder, MemoryScope, Slot};
use crate::lanes::Lanes;
use crate::machine::access::{Reach, transposed};
use crate::machine::lane_fault::{LaneFault, LaneResult};

/// Where the elements of a core are.
enum CoreWords {
    /// The registers of a lane are neighbours in memory.
    Neighbours,
    /// 16-bit elements in lines along the other dimension.
    Transposed,
    /// Every element has an address of its own.
    Elements,
}

impl FragmentAccess {
    fn words(&self) -> CoreWords {
        if self.contiguous {
            CoreWords::Neighbours
        } else if self.bits == 16 {
            CoreWords::Transposed
        } else {
            CoreWords::Elements
        }
    }

    /// Registers of a core.
    fn of_a_core(&self) -> usize {
        (self.each * self.bits / self.register_bits) as usize
    }

    /// The registers of the core number `core`.
    fn registers(&self, core: usize) -> &[Slot] {
        let count = self.of_a_core();
        &self.slots[core * count..(core + 1) * count]
    }

    /// Elements of a register.
    fn packed(&self) -> u32 {
        self.register_bits / self.bits
    }

    fn transfer(&self, bytes: u32, slots: Vec<Slot>) -> LoadStore {
        LoadStore {
            space: self.space,
            address: self.address,
            bytes,
            slots,
            signed: false,
            keep: u64::MAX,
            order: MemoryOrder::Weak,
            scope: MemoryScope::Block,
        }
    }
}

fn transposed_lanes(from: &Lanes) -> Lanes {
    transposed(&from.map(|word| word as u32)).map(u64::from)
}

impl Reach<'_> {
    /// The addresses of each lane's elements, `more` beyond the first, of a core.
    fn core_addresses(&self, access: &FragmentAccess, core: [u32; 2], more: u32, regs: &[Lanes]) -> LaneResult<Lanes> {
        let base = addresses(regs, &access.address);
        let strides = &regs[access.stride as usize];
        if let Some(lane) = (1..32).find(|&lane| base[lane] != base[0] || strides[lane] as u32 != strides[0] as u32) {
            let message = format!("lanes 0 and {lane} name different matrices");
            return Err(LaneFault::boxed(lane, base[lane], FaultKind::Warp(message)));
        }
        let stride = u64::from(strides[0] as u32);
        let [line, depth] = core.map(u64::from);
        Ok(std::array::from_fn(|lane| {
            let (group, within) = (lane as u64 / 4, lane as u64 % 4);
            let element = match access.words() {
                CoreWords::Neighbours => (line + group) * stride + depth + u64::from(access.each) * within,
                CoreWords::Transposed => (depth + group) * stride + line + 2 * within,
                CoreWords::Elements => {
                    (depth + u64::from(access.each) * within + u64::from(more)) * stride + line + group
                }
            };
            base[0].wrapping_add(element.wrapping_mul(access.bits.into()) / 8)
        }))
    }

    pub(in crate::machine::ptx) fn load_fragment(
        &mut self,
        access: &FragmentAccess,
        regs: &mut [Lanes],
    ) -> LaneResult<()> {
        // All cores are there before a register changes: the address may be in one.
        let mut loaded: Vec<(Slot, Lanes)> = Vec::new();
        for (i, &core) in access.cores.iter().enumerate() {
            let registers = access.registers(i);
            let first = access.scratch;
            match access.words() {
                CoreWords::Neighbours => {
                    let at = self.core_addresses(access, core, 0, regs)?;
                    let into = (0..registers.len() as u32).map(|n| first + n).collect();
                    self.load_from(&access.transfer(access.register_bits / 8, into), &at, regs, u32::MAX)?;
                    loaded.extend(registers.iter().zip(first..).map(|(&slot, from)| (slot, regs[from as usize])));
                }
                CoreWords::Transposed => {
                    let at = self.core_addresses(access, core, 0, regs)?;
                    self.load_from(&access.transfer(4, vec![first]), &at, regs, u32::MAX)?;
                    loaded.push((registers[0], transposed_lanes(&regs[first as usize])));
                }
                CoreWords::Elements => {
                    let packed = access.packed();
                    for (register, &slot) in (0..).zip(registers) {
                        let mut whole = [0; 32];
                        for part in 0..packed {
                            let at = self.core_addresses(access, core, register * packed + part, regs)?;
                            self.load_from(&access.transfer(access.bits / 8, vec![first]), &at, regs, u32::MAX)?;
                            for (whole, element) in whole.iter_mut().zip(&regs[first as usize]) {
                                *whole |= element << (part * access.bits);
                            }
                        }
                        loaded.push((slot, whole));
                    }
                }
            }
        }
        // Further registers repeat the first ones.
        let count = loaded.len();
        for (i, &slot) in access.slots.iter().enumerate() {
            regs[slot as usize] = loaded[i % count].1;
        }
        Ok(())
    }

    pub(in crate::machine::ptx) fn store_fragment(
        &mut self,
        access: &FragmentAccess,
        regs: &mut [Lanes],
    ) -> LaneResult<()> {
        for (i, &core) in access.cores.iter().enumerate() {
            let registers = access.registers(i);
            let first = access.scratch;
            match access.words() {
                CoreWords::Neighbours => {
                    let at = self.core_addresses(access, core, 0, regs)?;
                    self.store_to(&access.transfer(access.register_bits / 8, registers.to_vec()), &at, regs, u32::MAX)?;
                }
                CoreWords::Transposed => {
                    let at = self.core_addresses(access, core, 0, regs)?;
                    regs[first as usize] = transposed_lanes(&regs[registers[0] as usize]);
                    self.store_to(&access.transfer(4, vec![first]), &at, regs, u32::MAX)?;
                }
                CoreWords::Elements => {
                    let packed = access.packed();
                    for (register, &slot) in (0..).zip(registers) {
                        for part in 0..packed {
                            let at = self.core_addresses(access, core, register * packed + part, regs)?;
                            regs[first as usize] = regs[slot as usize].map(|whole| whole >> (part * access.bits));
                            self.store_to(&access.transfer(access.bits / 8, vec![first]), &at, regs, u32::MAX)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
