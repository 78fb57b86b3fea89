//! A check for const evaluation, whose time goes by statements: whether a phase is free of conflict.

use crate::{bank_model::BankModel, warp_request::LANES};

/// The units that banks serve: words, or what a lane accesses where that is wider.
#[derive(Clone, Copy)]
pub struct BankUnits {
    /// The logarithm of the bytes of a unit.
    pub shift: u32,
    /// The number of units that the banks have side by side, less one.
    pub last_group: u32,
    /// The bit that distinguishes words that share a pass.
    pub partner: u32,
}

impl BankUnits {
    /// Returns those of a request of `bytes` bytes a lane; `None` where a conflict is not two words in one bank (compute capability 1.x),
    /// or where the request is split.
    #[inline]
    pub const fn of(model: &BankModel, bytes: u32) -> Option<BankUnits> {
        if !model.is_same_word_shared() || bytes > model.widest {
            return None;
        }
        let (unit, partner) = model.bank_unit(bytes);
        let shift = unit.trailing_zeros();
        Some(BankUnits { shift, last_group: (model.span() >> shift) - 1, partner: partner >> shift })
    }
}

/// The words of one phase so far, at most one in each bank.
#[derive(Clone, Copy)]
pub struct OneWordABank {
    of: BankUnits,
    /// The groups that have a unit.
    seen: u32,
    units: [u32; LANES],
    lanes: [u32; LANES],
}

impl OneWordABank {
    /// Starts with the first phase of a request.
    #[inline]
    pub const fn new(of: BankUnits) -> OneWordABank {
        OneWordABank { of, seen: 0, units: [0; LANES], lanes: [0; LANES] }
    }

    /// Forgets the words: the next lane is of another phase.
    #[inline]
    pub const fn next_phase(&mut self) {
        self.seen = 0;
    }

    /// Adds a lane; returns an earlier one whose word is another one of the same bank, and this one if there is none.
    #[inline]
    pub const fn add(&mut self, lane: u32, address: u32) -> u32 {
        let unit = address >> self.of.shift & !self.of.partner;
        let group = (unit & self.of.last_group) as usize;
        if self.seen >> group & 1 == 1 {
            return if self.units[group] == unit { lane } else { self.lanes[group] };
        }
        self.seen |= 1 << group;
        self.units[group] = unit;
        self.lanes[group] = lane;
        lane
    }
}
