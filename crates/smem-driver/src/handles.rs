//! Handles: the numbers by which programs name contexts, streams, events, modules and the rest.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::error::DriverError;

/// The objects of a kind by handle. A handle that is not one of theirs, or whose object is gone, is an error and never an access.
#[derive(Debug)]
pub(crate) struct Handles<T> {
    objects: Mutex<HashMap<u64, Arc<T>>>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Handles { objects: Mutex::default() }
    }
}

/// Returns a handle that no other object has. Small numbers mean something else: 0 no object, 1 and 2 the default streams.
pub(crate) fn next_handle() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    0x5000_0000 + 16 * NEXT.fetch_add(1, Relaxed)
}

impl<T> Handles<T> {
    pub(crate) fn insert(&self, object: T) -> u64 {
        let handle = next_handle();
        self.insert_as(handle, Arc::new(object));
        handle
    }

    pub(crate) fn insert_as(&self, handle: u64, object: Arc<T>) {
        self.objects.lock().insert(handle, object);
    }

    pub(crate) fn get(&self, handle: u64) -> Result<Arc<T>, DriverError> {
        self.objects.lock().get(&handle).cloned().ok_or(DriverError::InvalidHandle)
    }

    pub(crate) fn remove(&self, handle: u64) -> Result<Arc<T>, DriverError> {
        self.objects.lock().remove(&handle).ok_or(DriverError::InvalidHandle)
    }

    /// The handle of an object that `is_it` names.
    pub(crate) fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<u64> {
        self.objects.lock().iter().find(|(_, object)| is_it(object)).map(|(handle, _)| *handle)
    }

    /// Keeps the objects that `is_kept` names, and removes the others.
    pub(crate) fn retain(&self, is_kept: impl Fn(&T) -> bool) {
        self.objects.lock().retain(|_, object| is_kept(object));
    }

    /// Every object with its handle, in no particular order.
    pub(crate) fn all(&self) -> Vec<(u64, Arc<T>)> {
        self.objects.lock().iter().map(|(handle, object)| (*handle, Arc::clone(object))).collect()
    }
}
