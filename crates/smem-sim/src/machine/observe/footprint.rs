//! The sectors of global memory that a launch touches, each once.

use crate::block_path::GlobalFootprint;
use crate::global_count::GlobalOp;
use crate::lanes::{Lanes, lanes};
use std::collections::{BTreeSet, HashMap};

/// Bytes of a sector, and of the page whose sectors have a bit each.
const SECTOR: u64 = 32;
const PAGE: u64 = 128 * SECTOR;

/// The sectors of a page that are loaded and stored.
#[derive(Debug, Clone, Copy, Default)]
struct PageSectors {
    loaded: u128,
    stored: u128,
}

#[derive(Debug, Default)]
pub(super) struct Footprint {
    places: HashMap<u64, usize>,
    pages: Vec<PageSectors>,
    /// Pages of the last requests, each at the place of its number's lower bits, and the places of their sectors.
    last: [Option<(u64, usize)>; LAST],
}

/// As many pages as a few streams of requests are in.
const LAST: usize = 32;

impl Footprint {
    pub(super) fn request(&mut self, op: GlobalOp, addresses: &Lanes, mask: u32) {
        let mut before = None;
        for sector in lanes(mask).map(|lane| addresses[lane] / SECTOR) {
            if before == Some(sector) {
                continue;
            }
            before = Some(sector);
            self.note(op, sector);
        }
    }

    /// Notes a request of bytes that follow one another.
    pub(super) fn range(&mut self, op: GlobalOp, first: u64, bytes: u32) {
        (first / SECTOR..=(first + u64::from(bytes) - 1) / SECTOR).for_each(|sector| self.note(op, sector));
    }

    #[inline]
    fn note(&mut self, op: GlobalOp, sector: u64) {
        let (loads, stores) = match op {
            GlobalOp::Load | GlobalOp::AsyncCopy => (u128::MAX, 0),
            GlobalOp::Store => (0, u128::MAX),
            GlobalOp::Atomic | GlobalOp::Reduction => (u128::MAX, u128::MAX),
        };
        let bit = 1_u128 << (sector % (PAGE / SECTOR));
        let page = self.page(sector / (PAGE / SECTOR));
        page.loaded |= bit & loads;
        page.stored |= bit & stores;
    }

    fn page(&mut self, number: u64) -> &mut PageSectors {
        let recent = number as usize % LAST;
        let at = match self.last[recent] {
            Some((last, at)) if last == number => at,
            _ => *self.places.entry(number).or_insert_with(|| {
                self.pages.push(PageSectors::default());
                self.pages.len() - 1
            }),
        };
        self.last[recent] = Some((number, at));
        &mut self.pages[at]
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (&number, &at) in &other.places {
            let PageSectors { loaded, stored } = other.pages[at];
            let page = self.page(number);
            page.loaded |= loaded;
            page.stored |= stored;
        }
    }

    /// Returns the bytes of all sectors, and of the allocations that they are in: `allocation` gives the first address and the bytes of the
    /// one that holds an address.
    pub(super) fn total(&self, allocation: impl Fn(u64) -> Option<(u64, u64)>) -> GlobalFootprint {
        let bytes = |of: fn(&PageSectors) -> u128| {
            SECTOR * self.pages.iter().map(|page| u64::from(of(page).count_ones())).sum::<u64>()
        };
        let allocated = |of: fn(&PageSectors) -> u128| {
            let pages = self.places.iter().filter(|(_, at)| of(&self.pages[**at]) != 0);
            // An allocation that begins inside a page is found by the page's last sector that is touched.
            let sectors = pages.flat_map(|(number, at)| {
                let bits = of(&self.pages[*at]);
                [bits.trailing_zeros(), 127 - bits.leading_zeros()].map(|bit| number * PAGE + u64::from(bit) * SECTOR)
            });
            let all: BTreeSet<(u64, u64)> = sectors.filter_map(&allocation).collect();
            all.into_iter().map(|(_, bytes)| bytes).sum()
        };
        GlobalFootprint {
            loaded_bytes: bytes(|page| page.loaded),
            stored_bytes: bytes(|page| page.stored),
            loaded_allocations: allocated(|page| page.loaded),
            stored_allocations: allocated(|page| page.stored),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_counts_once_however_often_it_is_touched() {
        let mut footprint = Footprint::default();
        let row = |from: u64| -> Lanes { std::array::from_fn(|lane| from + 4 * lane as u64) };
        footprint.request(GlobalOp::Load, &row(4096), u32::MAX);
        footprint.request(GlobalOp::Load, &row(4096 + 64), u32::MAX);
        footprint.request(GlobalOp::Store, &row(8192 - 64), u32::MAX);
        let mut other = Footprint::default();
        other.request(GlobalOp::Reduction, &row(4096), 1);
        footprint.merge(&other);
        // Two allocations in one page, and a third that the last store reaches into.
        let allocations = [(4096_u64, 2048_u64), (6144, 2048), (8192, 64)];
        let total = footprint
            .total(|address| allocations.into_iter().find(|&(base, bytes)| (base..base + bytes).contains(&address)));
        assert_eq!((total.loaded_bytes, total.stored_bytes), (192, 128 + 32));
        assert_eq!((total.loaded_allocations, total.stored_allocations), (2048, 2048 + 2048 + 64));
    }
}
