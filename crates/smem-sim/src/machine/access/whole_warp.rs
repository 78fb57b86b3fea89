//! Loads and stores of words by all lanes of a warp: the most frequent requests, checked as a whole.

use super::reach::Reach;
use crate::global_count::GlobalOp;
use crate::isa::Space;
use crate::lanes::{Lanes, per_lane};
use crate::machine::observe::RequestKind;
use crate::machine::pattern::WarpPattern;

/// The places of addresses from `first` on, if all are multiples of `bytes` and end at most `limit` bytes past it.
#[inline(always)]
fn places(addresses: &Lanes, first: u64, bytes: u32, limit: u32) -> Option<[u32; 32]> {
    let (mut narrow, mut upper) = ([0; 32], 0);
    for lane in 0..32 {
        let place = addresses[lane].wrapping_sub(first);
        upper |= place >> 32;
        narrow[lane] = place as u32;
    }
    if upper == 0 { checked(narrow, bytes, limit) } else { None }
}

#[inline(always)]
fn checked(places: [u32; 32], bytes: u32, limit: u32) -> Option<[u32; 32]> {
    let (mut bits, mut last) = (0, 0);
    for place in places {
        bits |= place;
        last = place.max(last);
    }
    (bits & (bytes - 1) == 0 && u64::from(last) + u64::from(bytes) <= limit.into()).then_some(places)
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
        match space {
            Space::Shared => {
                self.whole_places(addresses, bytes).is_some_and(|places| self.loads_shared(&places, bytes, to))
            }
            Space::Global => match (bytes, to) {
                (4, [a, ..]) => self.loads_global(addresses, [a]),
                (8, [a, b, ..]) => self.loads_global(addresses, [a, b]),
                (16, [a, b, c, d, ..]) => self.loads_global(addresses, [a, b, c, d]),
                _ => false,
            },
            _ => false,
        }
    }

    /// The bytes from the block's first one that no check has anything to say about; none where a map has them elsewhere.
    #[inline(always)]
    fn plain_bytes(&self) -> u32 {
        if self.context.map.is_some() { 0 } else { self.context.shared_bytes.min(self.shared.size()) }
    }

    /// The places of a request in the block's shared memory, if they are aligned, within the bytes that the block asked for, and kept
    /// there.
    #[inline(always)]
    pub(in crate::machine) fn whole_places(&self, addresses: &Lanes, bytes: u32) -> Option<[u32; 32]> {
        places(addresses, self.own_base(), bytes, self.plain_bytes())
    }

    /// The same of addresses of 32 bits.
    #[inline(always)]
    pub(in crate::machine) fn whole_narrow_places(&self, addresses: &[u32; 32], bytes: u32) -> Option<[u32; 32]> {
        let first = u32::try_from(self.own_base()).ok()?;
        checked(per_lane(|lane| addresses[lane].wrapping_sub(first)), bytes, self.plain_bytes())
    }

    /// Loads from places of shared memory as [`loads_whole`](Self::loads_whole) does.
    #[inline(always)]
    pub(in crate::machine) fn loads_shared(&mut self, places: &[u32; 32], bytes: u32, to: &mut [[u32; 32]]) -> bool {
        match (bytes, to) {
            (4, [a, ..]) => self.load_shared(places, [a]),
            (8, [a, b, ..]) => self.load_shared(places, [a, b]),
            (16, [a, b, c, d, ..]) => self.load_shared(places, [a, b, c, d]),
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn load_shared<const N: usize>(&mut self, places: &[u32; 32], to: [&mut [u32; 32]; N]) {
        let bytes = 4 * N as u32;
        let first = places[0] as usize;
        match WarpPattern::of_places(places, bytes) {
            WarpPattern::Alike => {
                if self.notes_unwritten() && !self.shared.are_written(first, bytes) {
                    self.note_all_unwritten(places, bytes);
                }
                let words = self.shared.words::<N>(first);
                to.into_iter().zip(words).for_each(|(to, word)| *to = [word; 32]);
            }
            WarpPattern::InRow if N == 1 => {
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
        self.pass_on_whole(RequestKind::Load, places, bytes);
    }

    #[inline(always)]
    fn pass_on_whole(&mut self, kind: RequestKind, places: &[u32; 32], bytes: u32) {
        if let Some(arrays) = self.checked_arrays() {
            let (mut least, mut most) = (u32::MAX, 0);
            for &place in places {
                (least, most) = (place.min(least), place.max(most));
            }
            let variables = &self.context.kernel.shared_variables;
            if !arrays.iter().any(|&array| variables[array].holds(least.into(), most - least + bytes)) {
                self.note_overruns(arrays, &places.map(u64::from), u32::MAX, bytes);
            }
        }
        self.pass_on(kind, places, u32::MAX, bytes);
    }

    fn note_all_unwritten(&mut self, places: &[u32; 32], bytes: u32) {
        (0..32).for_each(|lane| self.note_unwritten(lane, places[lane] as usize, bytes));
    }

    /// Loads from one allocation of the device, where global races are not looked for.
    #[inline(always)]
    fn loads_global<const N: usize>(&mut self, addresses: &Lanes, to: [&mut [u32; 32]; N]) -> bool {
        let bytes = 4 * N as u32;
        if self.tally.global.is_some() {
            return false;
        }
        let Some((memory, base)) = self.context.global.own(addresses[0]) else { return false };
        let limit = u32::try_from(memory.bytes()).unwrap_or(u32::MAX);
        let Some(places) = places(addresses, base, bytes, limit) else { return false };
        // An allocation may begin anywhere.
        if base & u64::from(bytes - 1) != 0 {
            return false;
        }
        let pattern = WarpPattern::of_places(&places, bytes);
        match pattern {
            WarpPattern::Alike => {
                let words = memory.words::<N>(places[0]);
                to.into_iter().zip(words).for_each(|(to, word)| *to = [word; 32]);
            }
            WarpPattern::InRow if N == 1 && places[0].is_multiple_of(8) => {
                let words = memory.words::<32>(places[0]);
                to.into_iter().for_each(|to| *to = words);
            }
            _ => {
                for lane in 0..32 {
                    let words = memory.words::<N>(places[lane]);
                    for word in 0..N {
                        to[word][lane] = words[word];
                    }
                }
            }
        }
        self.tally.whole_global_request(self.pc, GlobalOp::Load, pattern, addresses, bytes);
        true
    }

    /// Stores bytes of all lanes, of the first registers of a list, to places of shared memory. Returns false where they are not words.
    #[inline(always)]
    pub(in crate::machine) fn stores_shared(&mut self, places: &[u32; 32], bytes: u32, from: &[[u32; 32]]) -> bool {
        match (bytes, from) {
            (4, [a, ..]) => self.store_words(places, [a]),
            (8, [a, b, ..]) => self.store_words(places, [a, b]),
            (16, [a, b, c, d, ..]) => self.store_words(places, [a, b, c, d]),
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn store_words<const N: usize>(&mut self, places: &[u32; 32], from: [&[u32; 32]; N]) {
        let bytes = 4 * N as u32;
        if self.tally.hazards.is_some() {
            let byte = |lane: usize, byte: usize| from[byte / 4][lane].to_le_bytes()[byte % 4];
            self.check_store(&places.map(u64::from), u32::MAX, bytes, &byte);
        }
        for lane in 0..32 {
            let mut words = [0; N];
            for word in 0..N {
                words[word] = from[word][lane];
            }
            self.shared.set_words(places[lane] as usize, words);
        }
        self.pass_on_whole(RequestKind::Store, places, bytes);
    }
}
