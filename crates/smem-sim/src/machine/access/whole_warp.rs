//! Loads and stores of words by all lanes of a warp: the most frequent requests, checked as a whole.

use super::reach::Reach;
use crate::global_count::GlobalOp;
use crate::isa::Space;
use crate::lanes::Lanes;
use crate::machine::observe::RequestKind;
use crate::machine::pattern::Pattern;

/// The distances of addresses from `first`, if all are multiples of `bytes` and end at most `limit` bytes past it.
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
    /// Loads bytes of all lanes into the first registers of a list. Returns false, and has done nothing, where a check has anything to say
    /// about an address, or where the bytes are not words.
    #[inline(always)]
    pub(in crate::machine) fn loads_whole(
        &mut self,
        space: Space,
        addresses: &Lanes,
        bytes: u32,
        to: &mut [[u32; 32]],
    ) -> bool {
        match (bytes, to) {
            (4, [a, ..]) => self.loads_words(space, addresses, [a]),
            (8, [a, b, ..]) => self.loads_words(space, addresses, [a, b]),
            (16, [a, b, c, d, ..]) => self.loads_words(space, addresses, [a, b, c, d]),
            _ => false,
        }
    }

    #[inline(always)]
    fn loads_words<const N: usize>(&mut self, space: Space, addresses: &Lanes, to: [&mut [u32; 32]; N]) -> bool {
        match space {
            Space::Shared => match self.whole_places(addresses, 4 * N as u32) {
                Some(places) => {
                    self.load_shared(&places, to);
                    self.check_arrays(addresses, u32::MAX, 4 * N as u32);
                }
                None => return false,
            },
            Space::Global => return self.loads_global(addresses, to),
            _ => return false,
        }
        true
    }

    /// The places of a request in the block's shared memory, if they are aligned, within the bytes that the block asked for, and kept
    /// there.
    #[inline(always)]
    fn whole_places(&self, addresses: &Lanes, bytes: u32) -> Option<[u32; 32]> {
        if self.context.map.is_some() {
            return None;
        }
        places(addresses, self.own_base(), bytes, self.context.shared_bytes.min(self.shared.size()))
    }

    #[inline(always)]
    fn load_shared<const N: usize>(&mut self, places: &[u32; 32], to: [&mut [u32; 32]; N]) {
        let bytes = 4 * N as u32;
        let first = places[0] as usize;
        match Pattern::of_places(places, bytes) {
            Pattern::Alike => {
                if self.notes_unwritten() && !self.shared.are_written(first, bytes) {
                    self.note_all_unwritten(places, bytes);
                }
                let words = self.shared.words::<N>(first);
                to.into_iter().zip(words).for_each(|(to, word)| *to = [word; 32]);
            }
            Pattern::InRow if N == 1 => {
                if self.notes_unwritten() && !self.shared.are_written(first, 32 * bytes) {
                    self.note_all_unwritten(places, bytes);
                }
                let words = self.shared.words::<32>(first);
                to.into_iter().for_each(|to| *to = words);
            }
            _ => {
                if self.notes_unwritten() {
                    self.note_all_unwritten(places, bytes);
                }
                // Four lanes at a time, so that the exchange of rows and columns is one of vectors.
                for four in 0..8 {
                    let mut of_lanes = [[0; N]; 4];
                    for lane in 0..4 {
                        of_lanes[lane] = self.shared.words::<N>(places[4 * four + lane] as usize);
                    }
                    for word in 0..N {
                        let [a, b, c, d] = of_lanes;
                        to[word][4 * four..4 * four + 4].copy_from_slice(&[a[word], b[word], c[word], d[word]]);
                    }
                }
            }
        }
        self.pass_on(RequestKind::Load, places, u32::MAX, bytes);
    }

    fn note_all_unwritten(&mut self, places: &[u32; 32], bytes: u32) {
        (0..32).for_each(|lane| self.note_unwritten(lane, places[lane] as usize, bytes));
    }

    /// Loads from one allocation of the device, where nobody looks for races.
    #[inline(always)]
    fn loads_global<const N: usize>(&mut self, addresses: &Lanes, to: [&mut [u32; 32]; N]) -> bool {
        let bytes = 4 * N as u32;
        if self.tally.global.is_some() {
            return false;
        }
        let (mut bits, mut least, mut most) = (0, u64::MAX, 0);
        for lane in 0..32 {
            bits |= addresses[lane];
            least = least.min(addresses[lane]);
            most = most.max(addresses[lane]);
        }
        if bits & u64::from(bytes - 1) != 0 {
            return false;
        }
        let Some((memory, base)) = self.context.global.own(least, most - least + u64::from(bytes)) else {
            return false;
        };
        let pattern = Pattern::of(addresses, bytes);
        match pattern {
            Pattern::Alike => {
                let words = memory.words::<N>(least - base);
                to.into_iter().zip(words).for_each(|(to, word)| *to = [word; 32]);
            }
            _ => {
                for lane in 0..32 {
                    let words = memory.words::<N>(addresses[lane] - base);
                    for word in 0..N {
                        to[word][lane] = words[word];
                    }
                }
            }
        }
        self.tally.whole_global_request(self.pc, GlobalOp::Load, pattern, addresses, bytes);
        true
    }

    /// Stores bytes of all lanes, of the first registers of a list, to shared memory. Returns false as
    /// [`loads_whole`](Self::loads_whole) does.
    #[inline(always)]
    pub(in crate::machine) fn stores_whole(
        &mut self,
        space: Space,
        addresses: &Lanes,
        bytes: u32,
        from: &[[u32; 32]],
    ) -> bool {
        if space != Space::Shared || !matches!(bytes, 4 | 8 | 16) {
            return false;
        }
        let Some(places) = self.whole_places(addresses, bytes) else { return false };
        match (bytes, from) {
            (4, [a, ..]) => self.store_words(addresses, &places, [a]),
            (8, [a, b, ..]) => self.store_words(addresses, &places, [a, b]),
            (16, [a, b, c, d, ..]) => self.store_words(addresses, &places, [a, b, c, d]),
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn store_words<const N: usize>(&mut self, addresses: &Lanes, places: &[u32; 32], from: [&[u32; 32]; N]) {
        let bytes = 4 * N as u32;
        if self.tally.hazards.is_some() {
            let byte = |lane: usize, byte: usize| from[byte / 4][lane].to_le_bytes()[byte % 4];
            self.check_store(&self.own(addresses), u32::MAX, bytes, &byte);
            self.check_arrays(addresses, u32::MAX, bytes);
        }
        for lane in 0..32 {
            let mut words = [0; N];
            for word in 0..N {
                words[word] = from[word][lane];
            }
            self.shared.set_words(places[lane] as usize, words);
        }
        self.pass_on(RequestKind::Store, places, u32::MAX, bytes);
    }
}
