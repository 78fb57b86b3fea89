//! Compute capability 1.x: sixteen banks, half-warps, and a single broadcast word a pass.
//!
//! The guide's procedure for one half-warp: choose any word among the remaining addresses as the broadcast word; serve
//! every lane on it, and one lane of each other bank; repeat. Which word is chosen is not specified, so the number of
//! passes is a range.

use crate::warp_request::LANES;

/// The number of banks, and the bytes of a word of each.
type BankCountAndBytes = (u32, u32);

/// Returns the most passes for the `active` lanes, `bytes` (1, 2 or 4) wide, `offset` bytes after their addresses.
///
/// An upper bound that is exact where it is 1: every pass serves at least one lane of every bank that still has any.
pub(crate) const fn most_passes(
    (banks, bank_bytes): BankCountAndBytes,
    addresses: &[u32; LANES],
    active: u32,
    offset: u32,
    bytes: u32,
) -> u32 {
    // A search costs thousands of layouts without optimisation: shifts instead of divisions.
    let (to_word, to_key) = (bank_bytes.trailing_zeros(), bytes.trailing_zeros());
    let first = addresses[active.trailing_zeros() as usize % LANES].wrapping_add(offset) >> to_key;
    let mut in_bank = [0u8; LANES];
    let (mut most, mut is_uniform) = (0, true);
    let mut left = active;
    while left != 0 {
        let address = addresses[left.trailing_zeros() as usize].wrapping_add(offset);
        left &= left - 1;
        is_uniform &= address >> to_key == first;
        let bank = (address >> to_word & (banks - 1)) as usize;
        in_bank[bank] += 1;
        if in_bank[bank] > most {
            most = in_bank[bank];
        }
    }
    if is_uniform { 1 } else { most as u32 }
}

/// Returns the fewest passes for the same lanes, which is exact.
pub(crate) const fn fewest_passes(
    banks: BankCountAndBytes,
    addresses: &[u32; LANES],
    active: u32,
    offset: u32,
    bytes: u32,
) -> u32 {
    // Bytes of one word do not share a pass unless they are the same bytes: the broadcast unit is the access itself.
    let mut keys = [0u32; LANES];
    let mut counts = [0u32; LANES];
    let mut distinct = 0;
    let mut in_bank = [0u32; LANES];
    let mut left = active;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        let address = addresses[lane].wrapping_add(offset);
        let key = address / bytes;
        in_bank[bank_of(banks, address) as usize] += 1;
        let mut slot = 0;
        while slot < distinct && keys[slot] != key {
            slot += 1;
        }
        keys[slot] = key;
        counts[slot] += 1;
        if slot == distinct {
            distinct += 1;
        }
    }
    if distinct == 1 {
        return 1;
    }
    let mut passes = 1;
    while !enough(banks, passes, bytes, &keys, &counts, distinct, &in_bank) {
        passes += 1;
    }
    passes
}

/// Returns true if `passes` can serve every lane: the broadcasts that the banks need, largest words first, fit in them.
const fn enough(
    banks: BankCountAndBytes,
    passes: u32,
    bytes: u32,
    keys: &[u32; LANES],
    counts: &[u32; LANES],
    distinct: usize,
    in_bank: &[u32; LANES],
) -> bool {
    let mut broadcasts = 0;
    let mut bank = 0;
    while bank < banks.0 {
        let mut used = [false; LANES];
        // Each pass serves one lane of the bank; a broadcast serves a whole word in place of that lane.
        let mut served = passes;
        while served < in_bank[bank as usize] {
            let mut largest = distinct;
            let mut slot = 0;
            while slot < distinct {
                let here = bank_of(banks, keys[slot] * bytes) == bank && !used[slot];
                if here && (largest == distinct || counts[slot] > counts[largest]) {
                    largest = slot;
                }
                slot += 1;
            }
            if largest == distinct || counts[largest] < 2 {
                return false;
            }
            used[largest] = true;
            served += counts[largest] - 1;
            broadcasts += 1;
        }
        bank += 1;
    }
    broadcasts <= passes
}

const fn bank_of((banks, bank_bytes): BankCountAndBytes, address: u32) -> u32 {
    address / bank_bytes % banks
}
