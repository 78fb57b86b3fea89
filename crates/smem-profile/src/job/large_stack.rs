//! A thread with a stack for parsers, which call themselves for each level of a text.

use std::io;
use std::thread;

use crate::error::Error;
use smem_launch::program::bounded::describe;

/// Bytes of the stack. How deep a text may nest has a limit that fits.
const STACK: usize = 256 << 20;

/// Calls a function on a thread with a large stack. A panic goes on in the caller.
///
/// # Errors
/// That of the function, or the system has no such thread.
pub(crate) fn on_large_stack<T: Send>(run: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    let no_thread = |error: io::Error| Error::Input(format!("cannot start a thread: {}", describe(&error)));
    thread::scope(|scope| {
        let running = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).map_err(no_thread)?;
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
