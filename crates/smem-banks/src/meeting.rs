//! Which lanes meet: two lanes of one phase that need two passes.

use crate::bank_model::{BankModel, Sharing};

impl BankModel {
    /// Returns the number of words of one bank that can share a pass: two where words are paired.
    #[doc(hidden)]
    #[inline]
    pub const fn words_a_pass(&self) -> u32 {
        match self.sharing {
            Sharing::PairedWords => 2,
            Sharing::Word | Sharing::BroadcastWord => 1,
        }
    }

    /// Returns true if lanes on one word are certain to share a pass, and false on compute capability 1.x, where only the
    /// broadcast word is shared.
    #[doc(hidden)]
    #[inline]
    pub const fn is_same_word_shared(&self) -> bool {
        !matches!(self.sharing, Sharing::BroadcastWord)
    }

    /// Returns true if two lanes of one phase at these addresses, with `bytes` bytes a lane, need two passes. On compute
    /// capability 1.x lanes of one bank do, unless all lanes of the phase are on one word.
    #[doc(hidden)]
    #[inline]
    pub const fn meet(&self, one: u32, other: u32, bytes: u32) -> bool {
        let (bank, word) = self.meeting_bits(bytes);
        let between = one ^ other;
        between & bank == 0 && (between & word != 0 || !self.is_same_word_shared())
    }

    /// Returns the bits of an address that choose the bank, and those that choose among what the bank serves in different passes: two lanes
    /// of one phase need two passes if the XOR of their addresses has none of the first and one of the second.
    #[doc(hidden)]
    #[inline]
    pub const fn meeting_bits(&self, bytes: u32) -> (u32, u32) {
        let (unit, partner) = self.bank_unit(bytes);
        (self.span() - unit, !(unit - 1) & !partner)
    }

    /// Returns the bytes of what a request of `bytes` bytes a lane occupies in the banks together, words or more, and the bit of an address
    /// that distinguishes words that share a pass, or 0.
    #[inline]
    pub(crate) const fn bank_unit(&self, bytes: u32) -> (u32, u32) {
        let bytes = if bytes < self.widest { bytes } else { self.widest };
        let unit = if bytes > self.bank_bytes { bytes } else { self.bank_bytes };
        (unit, if self.words_a_pass() > 1 { self.span() } else { 0 })
    }

    /// Returns a number for what a bank serves in one pass to all lanes that access it: two addresses of one bank share
    /// a pass exactly if they have the same number. `None` where no two lanes are certain to share one (compute
    /// capability 1.x).
    #[doc(hidden)]
    #[inline]
    pub const fn served_together(&self, address: u32) -> Option<u32> {
        if self.is_same_word_shared() { Some(address / self.translation_bytes()) } else { None }
    }
}
