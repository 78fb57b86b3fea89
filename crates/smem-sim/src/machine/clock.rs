//! Time, as kernels may ask for it.

use std::sync::OnceLock;
use std::time::Instant;

/// Nanoseconds since the first query.
pub(super) fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
