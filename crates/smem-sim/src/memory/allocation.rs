//! One allocation of global memory: 64-bit words that all blocks share.
//!
//! Blocks run on several host threads, so every word is atomic, every load acquires and every
//! store releases: a flag that one block sets for another works on any host. A narrow store changes its
//! bytes of the word and no others.

use super::{HostMemory, TakenMemory};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Release, SeqCst},
    fence,
};

/// The mark that an allocation was ever written.
const WRITTEN: u64 = 1 << 63;
/// The bit of [`StateReader`](super::StateReader) among those that say which launch has not seen a change. No launch has it.
pub(super) const READER: u64 = 1 << 62;

#[derive(Debug)]
pub(crate) struct Allocation {
    base: u64,
    bytes: u64,
    /// None if the host's program has the memory.
    words: Vec<AtomicU64>,
    host: Option<Arc<dyn HostMemory>>,
    /// Of the budget; the heap of `malloc` is beside it.
    _taken: Option<TakenMemory>,
    /// A bit for each launch that has not seen the last change, and [`WRITTEN`].
    changed: AtomicU64,
}

#[inline]
fn mask_of(bytes: u32) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

impl Allocation {
    fn of(base: u64, bytes: u64, words: Vec<AtomicU64>, taken: Option<TakenMemory>) -> Self {
        Self { base, bytes, words, host: None, _taken: taken, changed: AtomicU64::new(0) }
    }

    /// Memory of zeros; `None` if the host does not have as much. The host commits pages when they are written.
    pub(super) fn zeroed(base: u64, bytes: u64, taken: Option<TakenMemory>) -> Option<Self> {
        let words = usize::try_from(bytes.div_ceil(8)).ok()?;
        Some(Self::of(base, bytes, bytemuck::allocation::try_zeroed_vec(words).ok()?, taken))
    }

    /// Memory of the host's program.
    pub(super) fn of_host(base: u64, memory: Arc<dyn HostMemory>, bytes: u64) -> Self {
        Self { host: Some(memory), ..Self::of(base, bytes, Vec::new(), None) }
    }

    /// The memory as it is now, with the same address.
    pub(super) fn copied(&self, taken: Option<TakenMemory>) -> Option<Self> {
        // The host commits no pages for what holds zeros.
        if self.is_untouched() {
            return Self::zeroed(self.base, self.bytes, taken);
        }
        let words = (0..self.bytes.div_ceil(8)).map(|word| AtomicU64::new(self.load_word(word))).collect();
        let copy = Self::of(self.base, self.bytes, words, taken);
        Some(Self { changed: AtomicU64::new(WRITTEN), ..copy })
    }

    /// Whether it holds the zeros that it began with.
    pub(super) fn is_untouched(&self) -> bool {
        self.host.is_none() && self.changed.load(Acquire) & WRITTEN == 0
    }

    /// A number of its contents: those of different contents are different but by a chance of 2 to the power of -128.
    pub(super) fn fingerprint(&self) -> u128 {
        if self.is_untouched() {
            return 0;
        }
        let [mut a, mut b] = [0x9e37_79b9_7f4a_7c15_u64, 0xc2b2_ae3d_27d4_eb4f];
        for word in &self.words {
            let word = word.load(Acquire);
            // Each step is one to one in the word and in what came before.
            a = (a ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(23);
            b = b.wrapping_add(word).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(37);
        }
        u128::from(a) << 64 | u128::from(b)
    }

    pub(super) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the offset of `bytes` bytes at an address if they are inside.
    #[inline]
    pub(crate) fn offset(&self, address: u64, bytes: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.base);
        (offset < self.bytes && self.bytes - offset >= bytes).then_some(offset)
    }

    #[inline]
    fn load_word(&self, word: u64) -> u64 {
        match self.words.get(word as usize) {
            Some(own) => own.load(Acquire),
            None => self.load_host(word),
        }
    }

    /// Loads a word of the host's memory. The host's changes are not seen: a load counts as one for who compares states of memory, and what waits for
    /// one compares the word with what it was.
    #[cold]
    fn load_host(&self, word: u64) -> u64 {
        if self.changed.load(SeqCst) & READER == 0 {
            self.changed.fetch_or(READER, SeqCst);
        }
        self.host.as_ref().map_or(0, |host| host.load(word))
    }

    #[cold]
    fn update_host(&self, word: u64, change: impl Fn(u64) -> u64) -> u64 {
        let Some(host) = &self.host else { return 0 };
        let mut old = host.load(word);
        loop {
            let new = change(old);
            if new == old {
                return old;
            }
            match host.compare_exchange(word, old, new) {
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
        self.note_stores();
        old
    }

    /// Whether the memory is the device's own, and not the host's.
    #[inline]
    pub(crate) fn is_own(&self) -> bool {
        self.host.is_none()
    }

    /// One word of the device's own memory from an offset on, a multiple of 4, or an even number of words from a multiple of 8 on.
    #[inline(always)]
    pub(crate) fn words<const N: usize>(&self, offset: u32) -> [u32; N] {
        let first = offset as usize / 8;
        if N == 1 {
            return [(self.words[first].load(Acquire) >> (offset % 8 * 8)) as u32; N];
        }
        let mut words = [0; N];
        for (pair, word) in words.chunks_exact_mut(2).zip(&self.words[first..first + N / 2]) {
            let both = word.load(Acquire);
            (pair[0], pair[1]) = (both as u32, (both >> 32) as u32);
        }
        words
    }

    /// `bytes` is 1, 2, 4 or 8, and the offset a multiple of it.
    #[inline]
    pub(crate) fn load(&self, offset: u64, bytes: u32) -> u64 {
        self.load_word(offset / 8) >> (offset % 8 * 8) & mask_of(bytes)
    }

    #[inline]
    pub(crate) fn store(&self, offset: u64, bytes: u32, value: u64) {
        if bytes == 8 {
            return self.merge(offset / 8, u64::MAX, value);
        }
        self.merge(offset / 8, mask_of(bytes) << (offset % 8 * 8), value << (offset % 8 * 8));
    }

    /// Replaces the bits of `mask` in one word.
    #[inline]
    pub(crate) fn merge(&self, word: u64, mask: u64, value: u64) {
        let Some(own) = self.words.get(word as usize) else {
            self.update_host(word, |old| old & !mask | value & mask);
            return;
        };
        if mask == u64::MAX {
            if own.swap(value, SeqCst) != value {
                self.note_change();
            }
            return;
        }
        let mut old = own.load(Acquire);
        while let Err(now) = own.compare_exchange_weak(old, old & !mask | value & mask, SeqCst, Acquire) {
            old = now;
        }
        if (old ^ value) & mask != 0 {
            self.note_change();
        }
    }

    /// Notes that a byte has changed.
    ///
    /// The change, which comes first, is sequentially consistent, or a fence is after it. So either this load sees that a launch has taken
    /// the note, and notes again, or that launch sees the change when it looks at the byte after the fence of
    /// [`take_changed`](Self::take_changed).
    #[inline]
    pub(super) fn note_change(&self) {
        // Mostly it is noted, and the word stays shared among the host's cores.
        if self.changed.load(SeqCst) != u64::MAX {
            self.changed.store(u64::MAX, Release);
        }
    }

    /// Notes that bytes have changed that plain stores have written, or the host.
    fn note_stores(&self) {
        fence(SeqCst);
        self.note_change();
    }

    /// Whether a byte has changed since the launch with this bit asked last.
    pub(super) fn take_changed(&self, launch: u64) -> bool {
        let is_noted = self.changed.load(SeqCst) & launch != 0 && self.changed.fetch_and(!launch, SeqCst) & launch != 0;
        if is_noted {
            fence(SeqCst);
        }
        is_noted
    }

    /// Applies `change` to the bytes atomically and returns their old value.
    pub(crate) fn update(&self, offset: u64, bytes: u32, change: impl Fn(u64) -> u64) -> u64 {
        let (shift, mask) = (offset % 8 * 8, mask_of(bytes));
        let changed = |old: u64| old & !(mask << shift) | (change(old >> shift & mask) & mask) << shift;
        let Some(word) = self.words.get((offset / 8) as usize) else {
            return self.update_host(offset / 8, changed) >> shift & mask;
        };
        let mut old = word.load(Acquire);
        loop {
            let new = changed(old);
            match word.compare_exchange_weak(old, new, SeqCst, Acquire) {
                Ok(_) => {
                    if new != old {
                        self.note_change();
                    }
                    return old >> shift & mask;
                }
                Err(now) => old = now,
            }
        }
    }

    /// Copies bytes from an offset; all of them are inside.
    pub(crate) fn read(&self, offset: u64, data: &mut [u8]) {
        let head = data.len().min(((8 - offset % 8) % 8) as usize);
        let (first, rest) = data.split_at_mut(head);
        let mut word = offset / 8;
        if !first.is_empty() {
            let start = (offset % 8) as usize;
            first.copy_from_slice(&self.load_word(word).to_le_bytes()[start..start + head]);
            word += 1;
        }
        let (whole, last) = rest.as_chunks_mut::<8>();
        for chunk in whole {
            *chunk = self.load_word(word).to_le_bytes();
            word += 1;
        }
        if !last.is_empty() {
            let bytes = last.len();
            last.copy_from_slice(&self.load_word(word).to_le_bytes()[..bytes]);
        }
    }

    /// Copies bytes to an offset; all of them are inside.
    pub(crate) fn write(&self, offset: u64, data: &[u8]) {
        let (first, rest) = data.split_at(data.len().min(((8 - offset % 8) % 8) as usize));
        let mut word = offset / 8;
        if !first.is_empty() {
            self.merge_bytes(word, (offset % 8) as usize, first);
            word += 1;
        }
        let (whole, last) = rest.as_chunks::<8>();
        for chunk in whole {
            self.put_word(word, u64::from_le_bytes(*chunk));
            word += 1;
        }
        if !last.is_empty() {
            self.merge_bytes(word, 0, last);
        }
        self.note_stores();
    }

    /// Replaces a word without a look at what it was; the caller notes the change.
    #[inline]
    fn put_word(&self, word: u64, value: u64) {
        match self.words.get(word as usize) {
            Some(own) => own.store(value, Release),
            None => self.merge(word, u64::MAX, value),
        }
    }

    /// Replaces bytes of a word from `start` on.
    fn merge_bytes(&self, word: u64, start: usize, data: &[u8]) {
        let mut bytes = [0; 8];
        bytes[start..start + data.len()].copy_from_slice(data);
        self.merge(word, mask_of(data.len() as u32) << (8 * start), u64::from_le_bytes(bytes));
    }

    /// Fills bytes from an offset, a multiple of the pattern's bytes, with copies of a pattern of 1, 2, 4 or 8 bytes; all are inside.
    pub(crate) fn fill(&self, offset: u64, pattern: &[u8], bytes: u64) {
        let word: [u8; 8] = std::array::from_fn(|i| pattern[i % pattern.len()]);
        if bytes == 0 || word == [0; 8] && self.is_untouched() {
            return;
        }
        let (end, first) = (offset + bytes, offset.next_multiple_of(8));
        if first > offset {
            self.write(offset, &word[..(first.min(end) - offset) as usize]);
        }
        let last = (end / 8 * 8).max(first.min(end));
        (first / 8..last / 8).for_each(|at| self.put_word(at, u64::from_le_bytes(word)));
        if last < end && last >= first {
            self.write(last, &word[..(end - last) as usize]);
        }
        self.note_stores();
    }
}
