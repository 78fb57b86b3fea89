//! Counts of machine code that a GPU may not repeat.

use smem_sim::{SharedCount, SharedOp};

/// Why a count of machine code is an estimate.
pub(super) fn estimate(count: &SharedCount) -> Option<&'static str> {
    // An instruction without a wavefront takes none wherever its source is.
    if count.op == SharedOp::AsyncCopy && count.wavefronts > 0 {
        return Some("an asynchronous copy takes fewer wavefronts where its source is in L1");
    }
    count.depends_on_timing().then_some(
        "warps of a block contended for a word, and how often such a loop of compare-and-swap retries or waits depends on timing",
    )
}
