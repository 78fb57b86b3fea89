//! Memory that belongs to the host's program, at an address of its own.

use std::fmt::Debug;

/// Memory of the host's program that kernels access while the program does: managed, pinned or registered memory, where a pointer of the
/// host and one of the device are equal. [`Simulator::map_host`](crate::Simulator::map_host) puts it among the device's allocations.
///
/// Words have 8 bytes, in little-endian order: word `i` is bytes `8 * i` to `8 * i + 7`. Kernels access it a word at a time, also for a
/// narrow store, which replaces the word if no other thread has changed it meanwhile. Accesses must be atomic; loads acquire and stores
/// release, so that a flag in this memory works between host and kernel. Where the bytes are not a multiple of 8, the last word has bytes
/// beyond them, which keep their values.
///
/// This crate has no unsafe code: whoever implements the trait over raw memory answers for it.
///
/// ```
/// use smem_sim::HostMemory;
/// use std::sync::atomic::{AtomicU64, Ordering::{AcqRel, Acquire}};
///
/// #[derive(Debug)]
/// struct Words(Vec<AtomicU64>);
///
/// impl HostMemory for Words {
///     fn bytes(&self) -> u64 {
///         8 * self.0.len() as u64
///     }
///     fn load(&self, word: u64) -> u64 {
///         self.0[word as usize].load(Acquire)
///     }
///     fn compare_exchange(&self, word: u64, old: u64, new: u64) -> Result<u64, u64> {
///         self.0[word as usize].compare_exchange(old, new, AcqRel, Acquire)
///     }
/// }
/// ```
pub trait HostMemory: Debug + Send + Sync {
    /// Returns how many bytes it has.
    fn bytes(&self) -> u64;

    /// Returns a word.
    fn load(&self, word: u64) -> u64;

    /// Replaces a word that is `old` by `new`.
    ///
    /// # Errors
    /// The word as it is, if it is not `old`; it then stays.
    fn compare_exchange(&self, word: u64, old: u64, new: u64) -> Result<u64, u64>;
}
