//! The bytes of loads that the kernel goes on to read.
//!
//! Compilers merge neighbouring loads into a wide one, and load `x`, `y` and `z` of a `float4` as four words. The source does not access
//! the fourth, and a write to it at the same time does no harm: so the race check and the check for uninitialized memory leave it
//! out. A load from global memory that was widened so may end past the end of a buffer, inside one aligned unit: what is there is not read.
//!
//! The code counts and not the path that a thread takes: a word that is read after one arm of a branch is read.

use crate::control_flow::{length, successors};
use crate::isa::sass::{self, JumpKind, SassAccess, SassFlow, SassOp};
use crate::isa::{MemoryOrder, Operation, RegisterUse, RegisterUses, Slot, Space, TRUE};
use crate::program::KernelCode;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// For each load of which some bytes are never read, those that are.
#[derive(Debug, Default)]
pub(in crate::machine) struct LiveParts {
    /// A bit for each byte, by instruction; 0 for all bytes. Empty where every load is read as a whole.
    masks: Vec<u32>,
    /// The same of loads from global memory that were asked for.
    of_global: Mutex<BTreeMap<u32, Option<u32>>>,
}

/// Neighbouring bytes of a load: the first one's distance from the address, and their number.
pub(in crate::machine) type RegisterPart = (u32, u32);

/// Bytes of the widest load from shared memory.
const WIDEST: u32 = 16;

/// A register that a load fills, with the bytes that it takes of memory.
struct Component {
    slot: Slot,
    bytes: u32,
}

impl LiveParts {
    pub(in crate::machine) fn new(code: &KernelCode) -> Self {
        let mut paths = Paths::new(code);
        let mut masks = Vec::new();
        for pc in 0..length(code) as u32 {
            let is_shared = |space| matches!(space, Space::Shared | Space::Generic);
            if let Some(read) = paths.read_of_load(pc, is_shared) {
                masks.resize(length(code), 0);
                masks[pc as usize] = read;
            }
        }
        Self { masks, of_global: Mutex::default() }
    }

    /// As [`of`](Self::of), of a load from global memory: looked for when it is asked for.
    #[cold]
    pub(in crate::machine) fn of_global(&self, code: &KernelCode, pc: u32) -> Option<u32> {
        let mut known = self.of_global.lock().unwrap_or_else(PoisonError::into_inner);
        let is_global = |space| matches!(space, Space::Global | Space::Generic);
        *known.entry(pc).or_insert_with(|| Paths::new(code).read_of_load(pc, is_global))
    }

    /// The bytes of a load that something reads, a bit for each; `None` for all.
    #[inline]
    pub(in crate::machine) fn of(&self, pc: u32) -> Option<u32> {
        self.masks.get(pc as usize).copied().filter(|mask| *mask != 0)
    }
}

/// The mask of all bytes of an access, of at most 32.
pub(in crate::machine) fn all_parts(bytes: u32) -> u32 {
    u32::MAX >> 32u32.saturating_sub(bytes).min(31)
}

/// The neighbouring bytes of a mask, each within a word or of whole words, for an address that is a multiple of the load's bytes.
pub(in crate::machine) fn parts(mask: u32) -> impl Iterator<Item = RegisterPart> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += mask.checked_shr(at)?.trailing_zeros();
        let rest = mask.checked_shr(at).filter(|rest| *rest != 0)?;
        let run = rest.trailing_ones();
        let whole = if at % 4 == 0 && run >= 4 { run - run % 4 } else { run.min(4 - at % 4) };
        let part = (at, whole);
        at += whole;
        Some(part)
    })
}

/// The registers of a load from some spaces that may be left unread: in machine code any, in PTX those of vectors.
fn components(code: &KernelCode, pc: u32, is_of: impl Fn(Space) -> bool) -> Vec<Component> {
    match code {
        KernelCode::Ptx(code) => match &code.code[pc as usize].op {
            Operation::Load(load) if is_of(load.space) && load.order == MemoryOrder::Weak && load.slots.len() > 1 => {
                load.slots.iter().map(|&slot| Component { slot, bytes: load.bytes }).collect()
            }
            _ => Vec::new(),
        },
        KernelCode::Sass(code) => match &code.code[pc as usize].op {
            SassOp::Access(SassAccess::Load(load)) if is_of(load.space) && load.bytes >= 4 => {
                (0..load.bytes / 4).map(|word| Component { slot: load.register + word, bytes: 4 }).collect()
            }
            _ => Vec::new(),
        },
    }
}

/// The paths through a kernel's code.
struct Paths<'c> {
    code: &'c KernelCode,
    /// Where functions return to; `None` where a call through a pointer returns as well.
    returns: Option<Vec<u32>>,
    /// The number of the search that came to an instruction last.
    seen: Vec<u32>,
    search: u32,
}

/// The effect of an instruction on a register.
#[derive(Default)]
struct Fate {
    read: u32,
    is_overwritten: bool,
}

impl<'c> Paths<'c> {
    fn new(code: &'c KernelCode) -> Self {
        Self { code, returns: returns(code), seen: vec![0; length(code)], search: 0 }
    }

    /// The bytes that are read of a load from some spaces, if not all are.
    fn read_of_load(&mut self, pc: u32, is_of: impl Fn(Space) -> bool) -> Option<u32> {
        let components = components(self.code, pc, is_of);
        let all = components.iter().map(|component| component.bytes).sum::<u32>();
        if all > WIDEST {
            return None;
        }
        let (mut read, mut at) = (0, 0);
        for Component { slot, bytes } in components {
            read |= self.read_behind(pc, slot, bytes) << at;
            at += bytes;
        }
        // A load of which nothing is read was asked for as it is, or the compiler had dropped it.
        (read != 0 && read != (1 << all) - 1).then_some(read)
    }

    /// The bytes of a register that are read after an instruction, of the `bytes` that it fills.
    fn read_behind(&mut self, pc: u32, slot: Slot, bytes: u32) -> u32 {
        let filled = (1 << bytes) - 1;
        self.search += 1;
        let (mut read, mut left, mut next) = (0, vec![pc], Vec::new());
        while let Some(at) = left.pop() {
            self.behind(at, &mut next);
            for to in next.drain(..) {
                let Some(seen) = self.seen.get_mut(to as usize) else { continue };
                if std::mem::replace(seen, self.search) == self.search {
                    continue;
                }
                if self.returns.is_none() && is_return(self.code, to) {
                    return filled;
                }
                let fate = fate(self.code, to, slot);
                read |= fate.read & filled;
                if read == filled {
                    return read;
                }
                if !fate.is_overwritten {
                    left.push(to);
                }
            }
        }
        read
    }

    fn behind(&self, pc: u32, next: &mut Vec<u32>) {
        successors(self.code, pc, next);
        if is_return(self.code, pc) {
            next.extend(self.returns.iter().flatten());
        }
    }
}

fn is_return(code: &KernelCode, pc: u32) -> bool {
    let KernelCode::Sass(code) = code else { return false };
    matches!(&code.code[pc as usize].op, SassOp::Flow(SassFlow::Jump { kind: JumpKind::Return, .. }))
}

/// The instructions after calls, to which functions return.
fn returns(code: &KernelCode) -> Option<Vec<u32>> {
    let KernelCode::Sass(code) = code else { return Some(Vec::new()) };
    let is_unknown = |op: &SassOp| matches!(op, SassOp::Flow(SassFlow::Jump { kind: JumpKind::Call, .. }));
    let ops = || code.code.iter().map(|inst| &inst.op);
    (!ops().any(is_unknown)).then(|| {
        let calls = (1..).zip(ops()).filter(|(_, op)| matches!(op, SassOp::Flow(SassFlow::Call { .. })));
        calls.map(|(behind, _)| behind).collect()
    })
}

fn fate(code: &KernelCode, pc: u32, slot: Slot) -> Fate {
    let mut fate = Fate::default();
    let holds = |first: Slot, count: u32| first <= slot && slot - first < count;
    let mut note = |used: RegisterUse| match used {
        RegisterUse::Reads { first, count, bytes } if !fate.is_overwritten && holds(first, count) => fate.read |= bytes,
        RegisterUse::Writes { first, count } => fate.is_overwritten |= holds(first, count),
        RegisterUse::ReadsAny => fate.read = u32::MAX,
        RegisterUse::Reads { .. } => {}
    };
    let mut uses = RegisterUses(&mut note);
    let is_always = match code {
        KernelCode::Ptx(code) => {
            let inst = &code.code[pc as usize];
            inst.op.registers(&mut uses);
            inst.guard.slot == TRUE && inst.guard.flip == 0
        }
        KernelCode::Sass(code) => {
            let inst = &code.code[pc as usize];
            inst.op.registers(&mut uses);
            (inst.guard.slot, inst.guard.flip) == (sass::TRUE.slot, sass::TRUE.flip)
        }
    };
    fate.is_overwritten &= is_always;
    fate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_bytes_of_a_word_or_whole_words() {
        let of = |mask| parts(mask).collect::<Vec<_>>();
        assert_eq!(of(0xf0ff), [(0, 8), (12, 4)]);
        assert_eq!(of(0x0f3f), [(0, 4), (4, 2), (8, 4)]);
        assert_eq!(of(0x0016), [(1, 2), (4, 1)]);
        assert_eq!(of(0xfff0), [(4, 12)]);
        assert_eq!(of(0x3ffc), [(2, 2), (4, 8), (12, 2)]);
        assert_eq!(of(0), []);
        assert_eq!(of(0x8000_0000), [(31, 1)]);
    }
}
