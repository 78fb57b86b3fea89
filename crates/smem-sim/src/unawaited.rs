//! Results of matrix products of four warps that are used before a wait for their group.
//!
//! PTX leaves undefined what such a use finds (`wgmma.wait_group`). The assembler adds the wait, or runs the products one after the other, so machine
//! code has no such use. A copy of a result from register to register is not a use: the copy is looked at in its place.

use crate::control_flow::successors;
use crate::isa::{Operation, OrderOp, PtxMatrix, RegisterUse, RegisterUses, Slot};
use crate::program::{DecodedKernel, KernelCode, PtxCode};
use crate::remedy::CodePlace;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A use of the result of a `wgmma.mma_async` before a `wgmma.wait_group` that waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnawaitedResult {
    /// The instruction that reads the result.
    pub user: CodePlace,
    /// The product.
    pub product: CodePlace,
    /// How often warps executed the instruction.
    pub times: u64,
}

impl fmt::Display for UnawaitedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |place: &CodePlace| match &place.loc {
            Some(loc) => loc.to_string(),
            None => format!("line {}", place.line),
        };
        write!(
            f,
            "the result of the matrix product at {} is read at {} before it was waited for",
            place(&self.product),
            place(&self.user)
        )
    }
}

/// A product and an instruction that reads its result.
type ProductAndUser = (u32, u32);

/// Where the result of a product may be at an instruction, with so many groups committed since, that of the product among them.
type ResultPlaces = BTreeMap<(u32, u32), BTreeSet<Slot>>;

/// Instructions that are looked at for one product: beyond, nothing is found, which is on the safe side.
const MOST_STEPS: usize = 1 << 16;

/// The instructions of a kernel that read the result of a product before a wait for it, on a path of the code.
pub fn unawaited(kernel: &DecodedKernel) -> Vec<ProductAndUser> {
    let KernelCode::Ptx(code) = &kernel.code else { return Vec::new() };
    let mut found = BTreeSet::new();
    for (pc, inst) in (0..).zip(&code.code) {
        if let Operation::Matrix(PtxMatrix::GroupProduct(product)) = &inst.op {
            find_users(kernel, code, pc, &product.d, &mut found);
        }
    }
    found.into_iter().collect()
}

/// The unawaited results that warps have read: `executed` has how often they executed each instruction.
pub fn unawaited_results(kernel: &DecodedKernel, executed: &[u64]) -> Vec<UnawaitedResult> {
    let KernelCode::Ptx(code) = &kernel.code else { return Vec::new() };
    let times = |pc: u32| executed.get(pc as usize).copied().unwrap_or(0);
    let mut results: Vec<UnawaitedResult> = Vec::new();
    for &(product, user) in code.unawaited.iter().filter(|(product, user)| times(*product) > 0 && times(*user) > 0) {
        let (Some(product), Some(of_user)) = (place(kernel, product), place(kernel, user)) else { continue };
        let is_known = |known: &&mut UnawaitedResult| known.user == of_user && known.product == product;
        match results.iter_mut().find(is_known) {
            Some(known) => known.times += times(user),
            None => results.push(UnawaitedResult { user: of_user, product, times: times(user) }),
        }
    }
    results
}

fn place(kernel: &DecodedKernel, pc: u32) -> Option<CodePlace> {
    let info = kernel.info.get(pc as usize)?;
    Some(CodePlace { line: info.line, loc: info.loc.clone() })
}

/// Follows the result of a product along all paths up to the waits for it.
fn find_users(kernel: &DecodedKernel, code: &PtxCode, product: u32, d: &[Slot], found: &mut BTreeSet<ProductAndUser>) {
    let mut places = ResultPlaces::new();
    let mut left: Vec<(u32, u32)> = Vec::new();
    let (mut next, mut steps) = (Vec::new(), 0);
    let mut go_on =
        |places: &mut ResultPlaces, left: &mut Vec<(u32, u32)>, pc: u32, commits: u32, slots: &BTreeSet<Slot>| {
            successors(&kernel.code, pc, &mut next);
            for behind in next.drain(..) {
                let known = places.entry((behind, commits)).or_default();
                let before = known.len();
                known.extend(slots);
                if known.len() > before {
                    left.push((behind, commits));
                }
            }
        };
    go_on(&mut places, &mut left, product, 0, &d.iter().copied().collect());
    while let Some((pc, commits)) = left.pop() {
        steps += 1;
        let Some(inst) = code.code.get(pc as usize).filter(|_| steps < MOST_STEPS) else { continue };
        let mut slots = places.get(&(pc, commits)).cloned().unwrap_or_default();
        let mut commits = commits;
        match &inst.op {
            Operation::Order(OrderOp::CommitProducts) => commits += 1,
            // All but the last `pending` groups are done.
            Operation::Order(OrderOp::WaitProducts { pending }) if commits > *pending => continue,
            // A further product of the same accumulators comes after it, and is looked at by itself.
            Operation::Matrix(PtxMatrix::GroupProduct(other)) => other.d.iter().for_each(|slot| {
                slots.remove(slot);
            }),
            op => {
                let (mut reads, mut writes) = (false, Vec::new());
                op.registers(&mut RegisterUses(&mut |register| match register {
                    RegisterUse::Reads { first, count, .. } => {
                        reads |= slots.range(first..first + count).next().is_some()
                    }
                    RegisterUse::Writes { first, count } => writes.extend(first..first + count),
                    RegisterUse::ReadsAny => {}
                }));
                let is_copy = kernel.info.get(pc as usize).is_some_and(|info| is_mov(&info.text));
                if reads && !is_copy {
                    found.insert((product, pc));
                    continue;
                }
                for slot in writes {
                    if reads {
                        slots.insert(slot)
                    } else {
                        slots.remove(&slot)
                    };
                }
            }
        }
        // More commits than any wait counts are as good as a few.
        if !slots.is_empty() && commits <= MOST_GROUPS {
            go_on(&mut places, &mut left, pc, commits, &slots);
        }
    }
}

/// Groups that are committed after a product without a wait for it.
const MOST_GROUPS: u32 = 16;

fn is_mov(text: &str) -> bool {
    let opcode = text.split_whitespace().find(|word| !word.starts_with('@'));
    opcode.is_some_and(|opcode| opcode.starts_with("mov."))
}
