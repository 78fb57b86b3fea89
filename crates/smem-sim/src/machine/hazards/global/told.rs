//! Accesses that are done, as blocks tell one another.

use crate::machine::hazards::order::{Fenced, Tick};
use std::collections::HashMap;
use std::sync::Arc;

/// Known accesses of each block, by its number.
#[derive(Debug, Default, Clone)]
pub(super) struct Told(HashMap<u64, Arc<Fenced>>);

impl Told {
    /// `access`: its block's number, its thread and its tick.
    pub(super) fn has(&self, (number, thread, tick): (u64, u32, Tick)) -> bool {
        self.0.get(&number).is_some_and(|fenced| fenced.has(thread, tick))
    }

    pub(super) fn join_block(&mut self, number: u64, fenced: &Arc<Fenced>) {
        match self.0.get_mut(&number) {
            None => drop(self.0.insert(number, Arc::clone(fenced))),
            Some(known) if Arc::ptr_eq(known, fenced) || known.covers(fenced) => {}
            // Words that hold the same share it.
            Some(known) if fenced.covers(known) => *known = Arc::clone(fenced),
            Some(known) => Arc::make_mut(known).join(fenced),
        }
    }

    fn covers(&self, other: &Self) -> bool {
        let has = |(number, fenced): (&u64, &Arc<Fenced>)| {
            self.0.get(number).is_some_and(|known| Arc::ptr_eq(known, fenced) || known.covers(fenced))
        };
        other.0.len() <= self.0.len() && other.0.iter().all(has)
    }

    pub(super) fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(number, fenced)| self.join_block(*number, fenced));
    }
}

/// Adds to what is told. Words that tell the same share it.
pub(super) fn add_told(into: &mut Arc<Told>, told: &Arc<Told>) {
    if Arc::ptr_eq(into, told) || into.covers(told) {
        return;
    }
    if told.covers(into) {
        *into = Arc::clone(told);
    } else {
        Arc::make_mut(into).join(told);
    }
}

/// The same where there may be nothing yet.
pub(super) fn join_told(into: &mut Option<Arc<Told>>, told: &Arc<Told>) {
    match into {
        None => *into = Some(Arc::clone(told)),
        Some(known) => add_told(known, told),
    }
}
