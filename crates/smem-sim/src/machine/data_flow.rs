//! The flow of loaded contents through registers, predicates and memory of a block.
//!
//! Each register holds the loads that its value may depend on, at each place of the code. Shared and local memory are one place each, whatever the
//! address: all that is stored there flows to each load.

use super::carried_reads::{PREDICATE, PlaceUses, RegisterPlace};
use super::data_accesses::{AccessDirection, AccessedMemory, DataAccess, accesses};
use crate::control_flow::{length, successors};
use crate::program::KernelCode;
use std::collections::BTreeSet;

/// Instructions that are looked at, before the flow counts as not known.
const MOST_STEPS: usize = 1 << 21;
/// The loads that are told apart; the rest is one.
const MOST_LOADS: u32 = 31;

/// A set of loads: those of which a value is computed, and those that chose between values by a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DataSources(u64);

impl DataSources {
    fn of_load(number: u32) -> DataSources {
        DataSources(1 << number.min(MOST_LOADS))
    }

    pub(super) fn or(self, other: DataSources) -> DataSources {
        DataSources(self.0 | other.0)
    }

    /// The same where they choose.
    pub(super) fn chosen(self) -> DataSources {
        DataSources((self.0 | self.0 >> 32) << 32)
    }

    pub(super) fn by_value(self) -> u32 {
        self.0 as u32
    }

    pub(super) fn by_choice(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Whether loads are among them that are not told apart.
    pub(super) fn is_partial(self) -> bool {
        (self.by_value() | self.by_choice()) >> MOST_LOADS != 0
    }
}

/// A predicate, and whether it is negated.
type Guard = (RegisterPlace, bool);

/// The loads that a register or a predicate depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HeldSources {
    place: RegisterPlace,
    sources: DataSources,
    /// Those of before a write under a guard: lanes without the guard still have that value.
    kept: Option<(Guard, DataSources)>,
}

impl HeldSources {
    /// The loads of the value that lanes with a guard, or all lanes, read there.
    fn under(&self, guard: Option<Guard>) -> DataSources {
        match self.kept {
            Some((own, _)) if Some(own) == guard => self.sources,
            Some((_, kept)) => self.sources.or(kept),
            None => self.sources,
        }
    }

    /// The same where it is not known which lanes have the guard.
    fn merged(&self) -> HeldSources {
        HeldSources { sources: self.under(None), kept: None, ..*self }
    }

    fn joined(&self, other: &HeldSources) -> HeldSources {
        match (self.kept, other.kept) {
            (Some((guard, one)), Some((own, two))) if guard == own => {
                HeldSources { sources: self.sources.or(other.sources), kept: Some((guard, one.or(two))), ..*self }
            }
            (None, None) => HeldSources { sources: self.sources.or(other.sources), ..*self },
            _ => HeldSources { sources: self.under(None).or(other.under(None)), kept: None, ..*self },
        }
    }
}

/// The registers and predicates that depend on loads.
type RegisterSources = Vec<HeldSources>;

fn held(places: &RegisterSources, place: RegisterPlace) -> Option<&HeldSources> {
    places.iter().find(|own| own.place == place)
}

/// The flow through a kernel.
#[derive(Debug)]
pub(super) struct DataFlow {
    pub(super) uses: Vec<PlaceUses>,
    pub(super) accesses: Vec<Vec<DataAccess>>,
    /// Of each instruction, what the guard depends on.
    pub(super) guards: Vec<DataSources>,
    /// Of each instruction, what the address of its access depends on.
    pub(super) addresses: Vec<DataSources>,
    /// Of each instruction, whether the guard is negated.
    negations: Vec<bool>,
    /// The loads of global memory, by their numbers.
    sources: Vec<u32>,
    shared: DataSources,
    local: DataSources,
}

impl DataFlow {
    /// The flow through a kernel; `None` where it takes too long to know.
    pub(super) fn of(code: &KernelCode) -> Option<DataFlow> {
        let count = length(code);
        let uses: Vec<PlaceUses> = (0..count).map(|pc| PlaceUses::of(code, pc)).collect();
        let accesses: Vec<Vec<DataAccess>> = (0..count).map(|pc| accesses(code, pc)).collect();
        let is_source = |own: &DataAccess| match own.direction {
            AccessDirection::Load => own.memory == AccessedMemory::Global,
            AccessDirection::CopyToShared => true,
            _ => false,
        };
        let sources: Vec<u32> =
            (0..).zip(&accesses).filter(|(_, own)| own.iter().any(is_source)).map(|(pc, _)| pc).collect();
        let (guards, addresses) = (vec![DataSources::default(); count], vec![DataSources::default(); count]);
        let (shared, local) = (DataSources::default(), DataSources::default());
        let negations = negations(code);
        let mut flow = DataFlow { negations, uses, accesses, guards, addresses, sources, shared, local };
        if flow.sources.is_empty() {
            return Some(flow);
        }
        let mut steps = 0;
        // Values that are stored on a later path flow to earlier loads as well.
        loop {
            let memory = (flow.shared, flow.local);
            flow.follow(code, &mut steps)?;
            if memory == (flow.shared, flow.local) {
                return Some(flow);
            }
        }
    }

    /// The instructions of these loads.
    pub(super) fn loads(&self, numbers: u32) -> Vec<u32> {
        let has = |number: u32| numbers >> number.min(MOST_LOADS) & 1 == 1;
        (0..).zip(&self.sources).filter(|(number, _)| has(*number)).map(|(_, pc)| *pc).collect()
    }

    /// Follows all paths from the start, with what memory holds so far.
    fn follow(&mut self, code: &KernelCode, steps: &mut usize) -> Option<()> {
        let count = self.uses.len();
        let mut before: Vec<Option<RegisterSources>> = vec![None; count];
        let joins = joins(code, count);
        let mut left: BTreeSet<u32> = BTreeSet::new();
        if let Some(start) = before.first_mut() {
            *start = Some(Vec::new());
            left.insert(0);
        }
        let mut next = Vec::new();
        while let Some(start) = left.pop_first() {
            let mut places = before.get(start as usize).cloned().flatten().unwrap_or_default();
            let mut pc = start;
            loop {
                *steps += 1;
                if *steps > MOST_STEPS {
                    return None;
                }
                self.act(pc as usize, &mut places);
                successors(code, pc, &mut next);
                next.retain(|to| (*to as usize) < count);
                if next[..] == [pc + 1] && joins.get(pc as usize + 1) == Some(&false) {
                    next.clear();
                    pc += 1;
                    continue;
                }
                for to in next.drain(..) {
                    let Some(known) = before.get_mut(to as usize) else { continue };
                    match known {
                        None => {
                            *known = Some(places.clone());
                            left.insert(to);
                        }
                        Some(known) => {
                            if join(known, &places) {
                                left.insert(to);
                            }
                        }
                    }
                }
                break;
            }
        }
        Some(())
    }

    /// Executes an instruction.
    fn act(&mut self, pc: usize, places: &mut RegisterSources) {
        let (Some(uses), Some(accesses)) = (self.uses.get(pc), self.accesses.get(pc)) else { return };
        let own_guard = self.negations.get(pc).and_then(|negated| uses.guard.map(|guard| (guard, *negated)));
        let read = |place: &RegisterPlace| {
            let own = held(places, *place).map_or(DataSources::default(), |held| held.under(own_guard));
            if place & PREDICATE != 0 { own.chosen() } else { own }
        };
        let guard = uses.guard.as_ref().map_or(DataSources::default(), read);
        let mut value = uses.reads.iter().map(read).fold(guard, DataSources::or);
        if let Some(own) = self.guards.get_mut(pc) {
            *own = own.or(guard);
        }
        for access in accesses {
            let address = access.address.iter().map(read).fold(DataSources::default(), DataSources::or);
            if let Some(own) = self.addresses.get_mut(pc) {
                *own = own.or(address);
            }
            let number = self.sources.binary_search(&(pc as u32)).ok().map(|number| number as u32);
            let own = number.map_or(DataSources::default(), DataSources::of_load);
            use AccessDirection::{Atomic, CopyToShared, Load, Store, StrongLoad};
            match (access.memory, access.direction) {
                (AccessedMemory::Global, Load) => value = value.or(own),
                (AccessedMemory::Shared, Load | StrongLoad) => value = value.or(self.shared),
                (AccessedMemory::Local, Load | StrongLoad) => value = value.or(self.local),
                (AccessedMemory::Shared, CopyToShared) => self.shared = self.shared.or(own).or(value),
                (AccessedMemory::Shared, Store) => self.shared = self.shared.or(value),
                (AccessedMemory::Shared, Atomic) => {
                    self.shared = self.shared.or(value);
                    value = self.shared;
                }
                (AccessedMemory::Local, Store | Atomic) => self.local = self.local.or(value),
                _ => {}
            }
        }
        for place in &uses.writes {
            if place & PREDICATE != 0 {
                let is_of = |held: &&mut HeldSources| held.kept.is_some_and(|((guard, _), _)| guard == *place);
                places.iter_mut().filter(is_of).for_each(|held| *held = held.merged());
            }
            let before = places.iter().position(|own| own.place == *place).map(|at| places.swap_remove(at));
            // Lanes that do not execute it keep what was there.
            let kept = before.zip(own_guard).map(|(before, guard)| match before.kept {
                Some((own, kept)) if own == guard => (guard, kept),
                _ => (guard, before.under(None)),
            });
            let new = HeldSources { place: *place, sources: value, kept };
            if new.under(None) != DataSources::default() {
                places.push(new);
            }
        }
    }
}

/// Whether more than one path leads to each instruction.
fn joins(code: &KernelCode, count: usize) -> Vec<bool> {
    let mut paths = vec![0_u32; count];
    let mut next = Vec::new();
    for pc in 0..count as u32 {
        successors(code, pc, &mut next);
        for to in next.drain(..) {
            if let Some(paths) = paths.get_mut(to as usize) {
                *paths += 1;
            }
        }
    }
    paths.into_iter().map(|paths| paths > 1).collect()
}

/// Adds what registers depend on by another path; returns whether that is more.
fn join(known: &mut RegisterSources, other: &RegisterSources) -> bool {
    let mut is_more = false;
    for own in other {
        match known.iter_mut().find(|known| known.place == own.place) {
            Some(known) => {
                let joined = known.joined(own);
                is_more |= joined != *known;
                *known = joined;
            }
            None => {
                known.push(*own);
                is_more = true;
            }
        }
    }
    is_more
}

/// Whether the guard of each instruction is negated.
fn negations(code: &KernelCode) -> Vec<bool> {
    match code {
        KernelCode::Ptx(code) => code.code.iter().map(|inst| inst.guard.flip != 0).collect(),
        KernelCode::Sass(code) => code.code.iter().map(|inst| inst.guard.flip != 0).collect(),
    }
}
