//! Results of searches in a text that each name and launch asks for: functions, declarations, kernels.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The results, one of each type.
#[derive(Default)]
pub(crate) struct KeptSearches(Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl KeptSearches {
    /// Returns what `search` finds, which is called for the first `T` alone.
    #[expect(clippy::expect_used, reason = "each result is stored by its type")]
    pub(crate) fn once<T: Any + Send + Sync>(&self, search: impl FnOnce() -> T) -> Arc<T> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_type = |found: Arc<dyn Any + Send + Sync>| found.downcast().expect("it is stored by its type");
        let first = known().get(&TypeId::of::<T>()).map(Arc::clone);
        if let Some(found) = first {
            return of_type(found);
        }
        // Not while it is locked: a search may ask for what others found.
        let found: Arc<dyn Any + Send + Sync> = Arc::new(search());
        of_type(Arc::clone(known().entry(TypeId::of::<T>()).or_insert(found)))
    }
}

/// A copy may get another tree.
impl Clone for KeptSearches {
    fn clone(&self) -> KeptSearches {
        KeptSearches::default()
    }
}

impl fmt::Debug for KeptSearches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptSearches")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Length(usize);
    struct Lines(usize);

    #[test]
    fn a_search_is_made_once_for_each_type() {
        let searches = KeptSearches::default();
        let length = || searches.once(|| Length(13));
        let lines = searches.once(|| Lines(length().0 + 2));
        assert_eq!((length().0, lines.0), (13, 15));
        assert_eq!(searches.once(|| Lines(0)).0, 15);
        assert_eq!(searches.clone().once(|| Lines(0)).0, 0);
    }
}
