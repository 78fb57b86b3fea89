//! The contexts of the calling thread, the current one last.

use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;

thread_local! {
    static IS_OUTSIDE: Cell<bool> = const { Cell::new(false) };
    /// Never dropped: a program frees memory in destructors of its thread, which run after those of the driver. So a thread leaks a few words.
    static STACK: RefCell<ManuallyDrop<Vec<u64>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// The handle of the current context; 0 where there is none.
pub(crate) fn current() -> u64 {
    STACK.with_borrow(|stack| stack.last().copied().unwrap_or(0))
}

/// Puts a context in the place of the current one; 0 takes that away.
pub(crate) fn set_current(context: u64) {
    STACK.with_borrow_mut(|stack| {
        stack.pop();
        if context != 0 {
            stack.push(context);
        }
    });
}

pub(crate) fn push(context: u64) {
    STACK.with_borrow_mut(|stack| stack.push(context));
}

/// Calls a function of the program's, which may not use the driver meanwhile.
pub(crate) fn outside_of_driver(function: impl FnOnce()) {
    let was = IS_OUTSIDE.replace(true);
    function();
    IS_OUTSIDE.set(was);
}

/// Whether the calling thread is in such a function.
pub(crate) fn is_outside() -> bool {
    IS_OUTSIDE.get()
}

/// Takes the current context away and returns it.
pub(crate) fn pop() -> Option<u64> {
    STACK.with_borrow_mut(|stack| stack.pop())
}
