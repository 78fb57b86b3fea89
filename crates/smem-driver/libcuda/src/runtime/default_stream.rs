//! The default stream of a call: the legacy one, or that of the calling thread in functions of the forms `_ptsz` and `_ptds`.

use std::cell::Cell;

/// The handles of the default streams.
const LEGACY: u64 = 0;
const OF_THREAD: u64 = 2;

thread_local! {
    static DEFAULT: Cell<u64> = const { Cell::new(LEGACY) };
}

/// Runs a call whose default stream is the thread's own.
pub(super) fn per_thread<T>(call: impl FnOnce() -> T) -> T {
    let before = DEFAULT.replace(OF_THREAD);
    let answer = call();
    DEFAULT.set(before);
    answer
}

/// The stream of a handle, where 0 is the default stream of the call.
pub(super) fn stream(handle: u64) -> u64 {
    if handle == LEGACY { DEFAULT.get() } else { handle }
}

/// The default stream of the call.
pub(super) fn default_stream() -> u64 {
    DEFAULT.get()
}
