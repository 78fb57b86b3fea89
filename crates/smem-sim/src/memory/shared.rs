//! A block's shared memory, with a bit for every byte that was written, and through it that of the other blocks of its cluster.

use super::cluster_barrier::ClusterBarrier;
use super::mbarrier_past::MbarrierPast;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct SharedMemory {
    bytes: Vec<u8>,
    written: Vec<u64>,
    /// Whether a store has changed a byte, since this was last cleared.
    pub(crate) changed: bool,
    /// Bytes that the kernel and its launch ask for. The bytes after them are unused, or the system's.
    declared: usize,
    /// The past of each `mbarrier`, by its first byte.
    pub(crate) mbarriers: BTreeMap<u32, MbarrierPast>,
    /// The block's cluster, while the block runs.
    pub(crate) cluster: Option<Box<ClusterMemory>>,
    /// All threads of the block have exited.
    pub(crate) has_ended: bool,
}

impl SharedMemory {
    /// Begins a block: it asks for `declared` bytes and can address `bytes`, each of which holds `unwritten`.
    pub(crate) fn reset(&mut self, declared: usize, bytes: usize, unwritten: u8) {
        (self.declared, self.has_ended) = (declared, false);
        self.bytes.clear();
        self.bytes.resize(bytes, unwritten);
        self.written.clear();
        self.written.resize(bytes.div_ceil(64), 0);
        self.mbarriers.clear();
    }

    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Bytes that the block asks for.
    pub(crate) fn declared(&self) -> u64 {
        self.declared as u64
    }

    /// Returns the address as an index, if these bytes are inside.
    #[inline]
    pub(crate) fn check(&self, address: u64, bytes: u32) -> Option<usize> {
        let len = self.len();
        (address < len && len - address >= u64::from(bytes)).then_some(address as usize)
    }

    #[inline]
    fn bits(at: usize, bytes: u32) -> (usize, u64) {
        (at / 64, (u64::MAX >> (64 - bytes)) << (at % 64))
    }

    /// Whether these bytes, at most 64, inside and not across a multiple of 64, have been written.
    #[inline]
    pub(crate) fn is_written(&self, at: usize, bytes: u32) -> bool {
        let (word, bits) = Self::bits(at, bytes);
        self.written[word] & bits == bits
    }

    /// Whether all of these bytes, which are inside, have been written.
    #[inline]
    pub(crate) fn are_written(&self, at: usize, bytes: u32) -> bool {
        let end = at + bytes as usize;
        (at / 64..end.div_ceil(64)).all(|word| {
            let from = at.saturating_sub(64 * word) as u32;
            let to = (end - 64 * word).min(64) as u32;
            let bits = u64::MAX >> (64 - (to - from)) << from;
            self.written[word] & bits == bits
        })
    }

    /// The address of the first uninitialized one of these bytes, if the block asked for that byte.
    pub(crate) fn first_unwritten(&self, at: usize, bytes: u32) -> Option<usize> {
        (at..self.declared.min(at + bytes as usize))
            .find(|&byte| self.written.get(byte / 64).is_some_and(|word| word >> (byte % 64) & 1 == 0))
    }

    #[inline]
    pub(crate) fn load(&self, at: usize, bytes: u32) -> u64 {
        let from = &self.bytes[at..];
        match bytes {
            1 => from[0].into(),
            2 => u16::from_le_bytes([from[0], from[1]]).into(),
            4 => from.first_chunk().map_or(0, |b| u32::from_le_bytes(*b).into()),
            _ => from.first_chunk().map_or(0, |b| u64::from_le_bytes(*b)),
        }
    }

    /// Bytes that the block can address.
    pub(crate) fn size(&self) -> u32 {
        u32::try_from(self.bytes.len()).unwrap_or(u32::MAX)
    }

    /// The words from `at` on, which are inside.
    #[inline(always)]
    pub(crate) fn words<const N: usize>(&self, at: usize) -> [u32; N] {
        let mut words = [0; N];
        for (word, bytes) in words.iter_mut().zip(self.bytes[at..at + 4 * N].as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        words
    }

    /// Stores words from `at` on, which are inside and not across a multiple of 64 bytes.
    #[inline(always)]
    pub(crate) fn set_words<const N: usize>(&mut self, at: usize, words: [u32; N]) {
        let (word, bits) = Self::bits(at, 4 * N as u32);
        self.written[word] |= bits;
        self.changed |= !self.changed && self.words(at) != words;
        for (to, word) in self.bytes[at..at + 4 * N].chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
    }

    #[inline]
    pub(crate) fn store(&mut self, at: usize, bytes: u32, value: u64) {
        let (word, bits) = Self::bits(at, bytes);
        self.written[word] |= bits;
        self.changed |= self.load(at, bytes) != value & (u64::MAX >> (64 - 8 * bytes.clamp(1, 8)));
        let to = &mut self.bytes[at..];
        match bytes {
            1 => to[0] = value as u8,
            2 => to[..2].copy_from_slice(&(value as u16).to_le_bytes()),
            4 => to[..4].copy_from_slice(&(value as u32).to_le_bytes()),
            _ => to[..8].copy_from_slice(&value.to_le_bytes()),
        }
    }
}

/// A cluster, as the block that is running sees it.
#[derive(Debug, Default)]
pub(crate) struct ClusterMemory {
    /// The number of the block in the cluster.
    pub(crate) own: usize,
    /// The memory of each block of the cluster but this one.
    pub(crate) blocks: Vec<SharedMemory>,
    pub(crate) barrier: ClusterBarrier,
    /// The barrier's phase when the block's turn began. Its threads see a phase end at the next turn, all at once.
    pub(crate) seen: u32,
}

impl ClusterMemory {
    /// Of so many blocks with so many threads each.
    pub(crate) fn new(blocks: usize, threads: u32) -> Self {
        let mut memory = Self { barrier: ClusterBarrier::new(blocks as u32 * threads), ..Self::default() };
        memory.blocks.resize_with(blocks, SharedMemory::default);
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_written_when_each_of_its_bytes_is() {
        let mut memory = SharedMemory::default();
        memory.reset(512, 512, 0);
        for at in (0..512).step_by(4).filter(|at| !matches!(at, 60 | 64 | 252 | 256 | 400..=411)) {
            memory.store(at, 4, 7);
        }
        for at in (0..512).step_by(4) {
            for bytes in (4..=512 - at as u32).step_by(4) {
                let each = (at..at + bytes as usize).all(|byte| memory.is_written(byte, 1));
                assert_eq!(memory.are_written(at, bytes), each, "{bytes} bytes from {at}");
            }
        }
    }
}
