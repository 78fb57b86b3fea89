//! The instructions whose addresses, predicates and branches depend on the contents of global memory.
//!
//! The code counts and not the path that a thread takes: what may depend is named, and a run with other contents says whether it does.

use super::carried_reads::PlaceUses;
use super::data_accesses::{AccessDirection, AccessedMemory};
use super::data_flow::{DataFlow, DataSources};
use crate::control_flow::successors;
use crate::dominators::dominators;
use crate::isa::sass::{SassFlow, SassOp};
use crate::isa::{Operation, PtxFlow};
use crate::program::{DecodedKernel, KernelCode};
use crate::source_loc::SourceLoc;
use std::sync::Arc;

/// The instructions of a kernel that depend on the contents of global memory: [`Simulator::data_dependence`](crate::Simulator::data_dependence).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataDependence {
    /// Each with the loads that it depends on, in the order of the code.
    pub uses: Vec<DependentUse>,
    /// Whether some loads are not named, because there are too many of them or of instructions.
    pub is_partial: bool,
}

/// An instruction that depends on loaded contents.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DependentUse {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The source line.
    pub loc: Option<Arc<SourceLoc>>,
    /// The kind of instruction.
    pub kind: DependentKind,
    /// The lines, as of `line`, of the loads of which the address is computed.
    pub by_value: Vec<u32>,
    /// Those of the loads that decide by a comparison: whether it is executed, or which of two addresses it has.
    pub by_choice: Vec<u32>,
}

/// The kind of an instruction that depends on contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DependentKind {
    /// An access to shared memory.
    SharedAccess,
    /// An access to global memory.
    GlobalAccess,
    /// A barrier.
    Barrier,
    /// A branch, past which memory is accessed or threads meet.
    Branch,
}

impl DataDependence {
    /// Looks at a kernel's code.
    pub(crate) fn of(kernel: &DecodedKernel) -> DataDependence {
        let code = &kernel.code;
        let Some(flow) = DataFlow::of(code) else { return DataDependence { uses: Vec::new(), is_partial: true } };
        let mut found = DataDependence::default();
        let mut branches = Vec::new();
        for (pc, (uses, accesses)) in (0..).zip(flow.uses.iter().zip(&flow.accesses)) {
            let guard = flow.guards.get(pc as usize).copied().unwrap_or_default().chosen();
            let mut note = |kind: DependentKind, sources: DataSources| {
                found.is_partial |= sources.is_partial();
                if let Some(one) = flow.dependent_use(kernel, pc, kind, sources) {
                    found.uses.push(one);
                }
            };
            let address = flow.addresses.get(pc as usize).copied().unwrap_or_default();
            for access in accesses {
                match access.memory {
                    AccessedMemory::Shared => note(DependentKind::SharedAccess, address.or(guard)),
                    AccessedMemory::Global if access.direction != AccessDirection::StrongLoad => {
                        note(DependentKind::GlobalAccess, address.or(guard));
                    }
                    _ => {}
                }
            }
            if uses.is_block_barrier {
                note(DependentKind::Barrier, guard);
            } else if is_branch(code, pc) && guard != DataSources::default() {
                branches.push((pc, guard));
            }
        }
        let regions = if branches.is_empty() { None } else { Some(Regions::of(code, &flow)) };
        for (pc, guard) in branches {
            if regions.as_ref().is_some_and(|regions| regions.decides(pc)) {
                found.is_partial |= guard.is_partial();
                found.uses.extend(flow.dependent_use(kernel, pc, DependentKind::Branch, guard));
            }
        }
        found
    }
}

impl DataFlow {
    fn dependent_use(
        &self,
        kernel: &DecodedKernel,
        pc: u32,
        kind: DependentKind,
        sources: DataSources,
    ) -> Option<DependentUse> {
        let info = kernel.info.get(pc as usize)?;
        let lines = |loads: Vec<u32>| -> Vec<u32> {
            let mut lines: Vec<u32> =
                loads.into_iter().filter_map(|load| kernel.info.get(load as usize)).map(|info| info.line).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let (by_value, by_choice) = (lines(self.loads(sources.by_value())), lines(self.loads(sources.by_choice())));
        let is_dependent = !by_value.is_empty() || !by_choice.is_empty();
        is_dependent.then(|| DependentUse { line: info.line, loc: info.loc.clone(), kind, by_value, by_choice })
    }
}

/// Whether an instruction decides where lanes go on.
fn is_branch(code: &KernelCode, pc: u32) -> bool {
    match code {
        KernelCode::Ptx(code) => code.code.get(pc as usize).is_some_and(|inst| {
            matches!(
                inst.op,
                Operation::Flow(PtxFlow::Branch { .. } | PtxFlow::Table { .. } | PtxFlow::Exit | PtxFlow::Return)
            )
        }),
        KernelCode::Sass(code) => code.code.get(pc as usize).is_some_and(|inst| {
            matches!(
                inst.op,
                SassOp::Flow(
                    SassFlow::Branch { .. }
                        | SassFlow::BranchIfTogether { .. }
                        | SassFlow::BranchIfAny { .. }
                        | SassFlow::Exit { .. }
                )
            )
        }),
    }
}

/// The code that each branch decides about: up to the instruction where all of its paths meet again.
struct Regions {
    next: Vec<Vec<u32>>,
    meeting: Vec<Option<u32>>,
    /// Whether an instruction accesses memory, or threads meet at it.
    counts: Vec<bool>,
}

impl Regions {
    fn of(code: &KernelCode, flow: &DataFlow) -> Regions {
        let count = flow.uses.len();
        let mut next: Vec<Vec<u32>> = (0..count as u32)
            .map(|pc| {
                let mut own = Vec::new();
                successors(code, pc, &mut own);
                own.retain(|to| (*to as usize) < count);
                // A function comes back.
                if is_call(&flow.uses, pc) {
                    own.retain(|to| *to == pc + 1);
                }
                own
            })
            .collect();
        next.iter_mut().for_each(|own| own.dedup());
        let mut before = vec![Vec::new(); count];
        for (from, to) in next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to))) {
            if let Some(before) = before.get_mut(to as usize) {
                before.push(from as u32);
            }
        }
        let ends: Vec<u32> = (0..count as u32).filter(|pc| next.get(*pc as usize).is_some_and(Vec::is_empty)).collect();
        let meeting = dominators(&before, &ends);
        let counts = flow.uses.iter().zip(&flow.accesses).map(|(uses, accesses)| {
            let of_memory =
                accesses.iter().any(|access| matches!(access.memory, AccessedMemory::Shared | AccessedMemory::Global));
            of_memory || uses.is_block_barrier || uses.is_exchange
        });
        Regions { meeting, counts: counts.collect(), next }
    }

    /// Whether what follows a branch, on one of its paths, accesses memory or meets others.
    fn decides(&self, branch: u32) -> bool {
        let meeting = self.meeting.get(branch as usize).copied().flatten();
        let mut left = self.next.get(branch as usize).cloned().unwrap_or_default();
        let mut seen = vec![false; self.next.len()];
        while let Some(pc) = left.pop() {
            let Some(seen) = seen.get_mut(pc as usize) else { continue };
            if Some(pc) == meeting || std::mem::replace(seen, true) {
                continue;
            }
            if self.counts.get(pc as usize) == Some(&true) {
                return true;
            }
            left.extend(self.next.get(pc as usize).into_iter().flatten());
        }
        false
    }
}

fn is_call(uses: &[PlaceUses], pc: u32) -> bool {
    uses.get(pc as usize).is_some_and(|uses| uses.is_call)
}
