//! The slots of a kernel's registers and constants.

use super::surroundings::{MOST_REGISTERS, Surroundings};
use crate::listing::ListedFunction;
use smem_sim::isa::Slot;
use smem_sim::isa::sass::{GENERAL, SassConstant, UNIFORM, UNIFORM_SLOTS};
use std::collections::HashMap;

/// Slots after the last register of a kind, since it may be the first of several.
const BEHIND: u32 = 8;

/// The slots of a kernel: its registers, and those that hold constants.
pub(super) struct Slots<'t> {
    pub(super) surroundings: &'t Surroundings<'t>,
    /// Registers of a lane, with those that warps ask for while they run.
    pub(super) registers: u32,
    /// `UR0`.
    uniform: Slot,
    /// Where constants begin.
    constants_at: Slot,
    constants: Vec<(Slot, SassConstant)>,
    index: HashMap<Vec<SassConstant>, Slot>,
}

impl<'t> Slots<'t> {
    pub(super) fn new(surroundings: &'t Surroundings<'t>, function: &ListedFunction<'_>) -> Self {
        let registers = surroundings.registers.max(registers_asked_for(function));
        let behind = GENERAL + registers + BEHIND;
        let uniform_registers = uniform_registers(function);
        // Few kernels have more than the slots that all of them keep, and each of these takes space in every warp.
        let (uniform, constants_at) = match uniform_registers {
            0..=UNIFORM_SLOTS => (UNIFORM, behind),
            _ => (behind, behind + uniform_registers + BEHIND),
        };
        Self { surroundings, registers, uniform, constants_at, constants: Vec::new(), index: HashMap::new() }
    }

    /// The slot of a uniform register.
    pub(super) fn uniform(&self, number: u32) -> Slot {
        self.uniform + number
    }

    /// The first of the slots that hold `words`, one after the other.
    pub(super) fn constant(&mut self, words: &[SassConstant]) -> Slot {
        if let Some(&slot) = self.index.get(words) {
            return slot;
        }
        let slot = self.constants_at + self.constants.len() as u32;
        for (i, &word) in words.iter().enumerate() {
            self.constants.push((slot + i as u32, word));
        }
        self.index.insert(words.to_vec(), slot);
        slot
    }

    /// The number of slots, and the constants.
    pub(super) fn finish(self) -> (u32, Vec<(Slot, SassConstant)>) {
        (self.constants_at + self.constants.len() as u32 + 1, self.constants)
    }
}

/// One more than the largest number of a uniform register in a listing.
fn uniform_registers(function: &ListedFunction<'_>) -> u32 {
    let numbers = |text: &str| {
        let after = text.split("UR").skip(1);
        after.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()).max()
    };
    function.lines.iter().filter_map(|line| numbers(line.text)).max().map_or(0, |largest: u8| u32::from(largest) + 1)
}

/// The most registers that a `USETMAXREG` asks for.
fn registers_asked_for(function: &ListedFunction<'_>) -> u32 {
    let asks = function.lines.iter().filter(|line| line.text.contains("USETMAXREG.TRY_ALLOC"));
    let numbers = asks.filter_map(|line| u32::from_str_radix(line.text.rsplit_once("0x")?.1.trim(), 16).ok());
    numbers.max().unwrap_or(0).min(MOST_REGISTERS)
}
