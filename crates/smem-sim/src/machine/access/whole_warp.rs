//! Loads and stores of all lanes of a warp in the block's own shared memory: the most frequent requests, checked as a whole.

use super::reach::Reach;
use crate::alu::host::on_this_host;
use crate::lanes::Lanes;
use crate::machine::observe::RequestKind;

/// Returns the distances of addresses from `first`, if all are multiples of `bytes` and end at most `limit` bytes behind it.
#[inline(always)]
fn places(addresses: &Lanes, first: u64, bytes: u32, limit: u32) -> Option<[u32; 32]> {
    let (mut places, mut bits, mut last) = ([0; 32], 0, 0);
    for lane in 0..32 {
        let place = addresses[lane].wrapping_sub(first);
        bits |= place;
        places[lane] = place as u32;
        last = places[lane].max(last);
    }
    let is_plain =
        bits >> 32 == 0 && bits & u64::from(bytes - 1) == 0 && u64::from(last) + u64::from(bytes) <= limit.into();
    is_plain.then_some(places)
}

impl Reach<'_> {
    /// Returns the places of a request in the block's shared memory, if all lanes make it and no check has anything to say about its
    /// addresses: they are aligned, within the bytes that the block asked for, and kept there.
    #[inline]
    pub(in crate::machine) fn whole_places(&self, addresses: &Lanes, mask: u32, bytes: u32) -> Option<[u32; 32]> {
        if mask != u32::MAX || self.context.map.is_some() || !bytes.is_power_of_two() {
            return None;
        }
        let (first, limit) = (self.own_base(), self.context.shared_bytes.min(self.shared.size()));
        on_this_host!(places(addresses, first, bytes, limit))
    }

    /// Loads bytes of every lane, from its place on, into the first registers of a list. Returns false where they are not words.
    #[inline]
    pub(in crate::machine) fn loads_words(&mut self, places: &[u32; 32], bytes: u32, to: &mut [[u32; 32]]) -> bool {
        match (bytes, to) {
            (4, [a, ..]) => self.load_words(places, [a]),
            (8, [a, b, ..]) => self.load_words(places, [a, b]),
            (16, [a, b, c, d, ..]) => self.load_words(places, [a, b, c, d]),
            _ => return false,
        }
        true
    }

    #[inline]
    fn load_words<const N: usize>(&mut self, places: &[u32; 32], to: [&mut [u32; 32]; N]) {
        let bytes = 4 * N as u32;
        for lane in 0..32 {
            let at = places[lane] as usize;
            self.note_unwritten(lane, at, bytes);
            let words = self.shared.words::<N>(at);
            for word in 0..N {
                to[word][lane] = words[word];
            }
        }
        self.pass_on(RequestKind::Load, places, u32::MAX, bytes);
    }

    /// Stores bytes of every lane, from its place on, of the first registers of a list. Returns false where they are not words.
    #[inline]
    pub(in crate::machine) fn stores_words(
        &mut self,
        addresses: &Lanes,
        places: &[u32; 32],
        bytes: u32,
        from: &[[u32; 32]],
    ) -> bool {
        match (bytes, from) {
            (4, [a, ..]) => self.store_words(addresses, places, [a]),
            (8, [a, b, ..]) => self.store_words(addresses, places, [a, b]),
            (16, [a, b, c, d, ..]) => self.store_words(addresses, places, [a, b, c, d]),
            _ => return false,
        }
        true
    }

    #[inline]
    fn store_words<const N: usize>(&mut self, addresses: &Lanes, places: &[u32; 32], from: [&[u32; 32]; N]) {
        let bytes = 4 * N as u32;
        if self.tally.hazards.is_some() {
            let byte = |lane: usize, byte: usize| from[byte / 4][lane].to_le_bytes()[byte % 4];
            self.check_store(&self.own(addresses), u32::MAX, bytes, &byte);
        }
        for lane in 0..32 {
            self.shared.set_words(places[lane] as usize, std::array::from_fn::<u32, N, _>(|word| from[word][lane]));
        }
        self.pass_on(RequestKind::Store, places, u32::MAX, bytes);
    }
}
