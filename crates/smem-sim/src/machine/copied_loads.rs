//! Loads from shared memory of which the kernel only stores the values again.
//!
//! To copy a structure is to copy its padding, which nothing has written. That does not use it: the check for uninitialized memory leaves out
//! bytes beside written ones that a copy takes along. The code counts and not the path that a thread takes: a value that is used on one
//! path is used.

use crate::control_flow::{length, successors};
use crate::isa::sass::{SassAccess, SassFlow, SassOp};
use crate::isa::{Operation, PtxFlow, RegisterUse, RegisterUses, Slot, Space};
use crate::program::KernelCode;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Where the values of a load go, and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::machine) enum CopyTarget {
    /// To shared or local memory, where a use shows later.
    OnChip,
    /// To global memory as well, where the host reads them.
    Global,
}

/// The loads that are copies, by their instructions. They are looked for when a load finds uninitialized bytes, which few kernels have.
#[derive(Debug, Default)]
pub(in crate::machine) struct CopiedLoads(OnceLock<HashMap<u32, CopyTarget>>);

impl CopiedLoads {
    /// Where the values of a load go, if it is a copy.
    pub(in crate::machine) fn of(&self, code: &KernelCode, pc: u32) -> Option<CopyTarget> {
        let of_load = |pc: u32| Some((pc, target(code, pc, &loaded(code, pc)?)?));
        self.0.get_or_init(|| (0..length(code) as u32).filter_map(of_load).collect()).get(&pc).copied()
    }
}

/// The registers that a load from shared memory fills; `None` for other instructions.
fn loaded(code: &KernelCode, pc: u32) -> Option<Vec<Slot>> {
    let is_shared = |space: Space| matches!(space, Space::Shared | Space::Generic);
    match code {
        KernelCode::Ptx(code) => match &code.code.get(pc as usize)?.op {
            Operation::Load(load) if is_shared(load.space) => Some(load.slots.clone()),
            _ => None,
        },
        KernelCode::Sass(code) => match &code.code.get(pc as usize)?.op {
            SassOp::Access(SassAccess::Load(load)) if is_shared(load.space) => {
                Some((load.register..load.register + load.bytes.div_ceil(4)).collect())
            }
            _ => None,
        },
    }
}

/// Where the values of a load go; `None` where one is used, or not stored at all.
fn target(code: &KernelCode, load: u32, slots: &[Slot]) -> Option<CopyTarget> {
    let mut target = None;
    for &slot in slots {
        let mut seen = vec![false; length(code)];
        let (mut left, mut next) = (vec![load], Vec::new());
        while let Some(pc) = left.pop() {
            successors(code, pc, &mut next);
            for at in next.drain(..) {
                let Some(seen) = seen.get_mut(at as usize) else { continue };
                if std::mem::replace(seen, true) {
                    continue;
                }
                let fate = SlotFate::of(code, at, slot)?;
                target = target.max(fate.stored);
                if !fate.is_overwritten {
                    left.push(at);
                }
            }
        }
    }
    target
}

/// The effect of an instruction on a register that holds a loaded value.
struct SlotFate {
    stored: Option<CopyTarget>,
    is_overwritten: bool,
}

impl SlotFate {
    /// `None` where the instruction uses the value, or goes on where it may be used.
    fn of(code: &KernelCode, pc: u32, slot: Slot) -> Option<SlotFate> {
        let (mut reads, mut is_overwritten, mut is_any) = (0, false, false);
        let mut note = |used: RegisterUse| match used {
            RegisterUse::Reads { first, count, .. } if first <= slot && slot - first < count => reads += 1,
            RegisterUse::Writes { first, count } if first <= slot && slot - first < count => is_overwritten = true,
            RegisterUse::ReadsAny => is_any = true,
            RegisterUse::Reads { .. } | RegisterUse::Writes { .. } => {}
        };
        let mut uses = RegisterUses(&mut note);
        // How often a store names the register as its value, and where it stores.
        let (stores, space) = match code {
            KernelCode::Ptx(code) => {
                let op = &code.code.get(pc as usize)?.op;
                op.registers(&mut uses);
                match op {
                    Operation::Store(store) => {
                        (store.slots.iter().filter(|stored| **stored == slot).count(), Some(store.space))
                    }
                    Operation::Flow(PtxFlow::Call(_) | PtxFlow::Return) => return None,
                    _ => (0, None),
                }
            }
            KernelCode::Sass(code) => {
                let op = &code.code.get(pc as usize)?.op;
                op.registers(&mut uses);
                match op {
                    SassOp::Access(SassAccess::Store(store)) => {
                        let stored = store.register..store.register + store.bytes.div_ceil(4);
                        (usize::from(stored.contains(&slot)), Some(store.space))
                    }
                    SassOp::Flow(SassFlow::Call { .. } | SassFlow::Jump { .. }) => return None,
                    _ => (0, None),
                }
            }
        };
        if is_any || reads > stores {
            return None;
        }
        let stored = space.filter(|_| stores > 0).map(|space| match space {
            Space::Shared | Space::Local => CopyTarget::OnChip,
            _ => CopyTarget::Global,
        });
        Some(SlotFate { stored, is_overwritten })
    }
}
