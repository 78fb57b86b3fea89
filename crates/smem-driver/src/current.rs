//! The contexts of the calling thread, the current one last.

use std::cell::RefCell;

thread_local! {
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

/// Takes the current context away and returns it.
pub(crate) fn pop() -> Option<u64> {
    STACK.try_with(|stack| stack.borrow_mut().pop()).ok().flatten()
}
