//! Locks of tables.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a table. One whose holder panicked is used as it is: entries are put in and taken out whole.
pub(crate) fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}
