//! The contexts of the calling thread, the current one last.

use std::cell::{Cell, RefCell};

thread_local! {
    static IS_OUTSIDE: Cell<bool> = const { Cell::new(false) };
    static STACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The handle of the current context; 0 where there is none, as at the end of a thread.
pub(crate) fn current() -> u64 {
    STACK.try_with(|stack| stack.borrow().last().copied()).ok().flatten().unwrap_or(0)
}

/// Puts a context in the place of the current one; 0 takes that away.
pub(crate) fn set_current(context: u64) {
    let _ = STACK.try_with(|stack| {
        let mut stack = stack.borrow_mut();
        stack.pop();
        if context != 0 {
            stack.push(context);
        }
    });
}

pub(crate) fn push(context: u64) {
    let _ = STACK.try_with(|stack| stack.borrow_mut().push(context));
}

/// Calls a function of the program's, which may not use the driver meanwhile.
pub(crate) fn outside_of_driver(function: impl FnOnce()) {
    let was = IS_OUTSIDE.replace(true);
    function();
    IS_OUTSIDE.set(was);
}

/// Whether the calling thread is in such a function.
pub(crate) fn is_outside() -> bool {
    IS_OUTSIDE.try_with(Cell::get).unwrap_or(false)
}

/// Takes the current context away and returns it.
pub(crate) fn pop() -> Option<u64> {
    STACK.try_with(|stack| stack.borrow_mut().pop()).ok().flatten()
}
