//! Calls of functions that are not expanded: frames in local memory, and registers that a function which calls itself gets back.

use super::activation::Activation;
use super::warp::PtxWarp;
use crate::fault::FaultKind;
use crate::isa::{CallOperands, CalledFunction, Callee, Operation, PtxFlow, Space};
use crate::lanes::lanes;
use crate::machine::access::outside;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::program::PtxCode;

/// Bytes of local memory of a thread, and calls that it may be in.
const MOST_BYTES: u64 = 512 << 10;
const MOST_CALLS: usize = 4096;

impl PtxWarp {
    /// Sends the lanes `active` of fragment `f` to the functions that they call.
    pub(super) fn call(
        &mut self,
        f: usize,
        active: u32,
        pc: u32,
        call: &CallOperands,
        code: &PtxCode,
    ) -> LaneResult<()> {
        let mask = self.core.fragments.list[f].mask;
        let mut groups: Vec<(usize, u32)> = Vec::new();
        for lane in lanes(active) {
            let function = self.callee(lane, call, code)?;
            self.enter(lane, pc, call, function, code)?;
            match groups.iter_mut().find(|(other, _)| *other == function) {
                Some((_, group)) => *group |= 1 << lane,
                None => groups.push((function, 1 << lane)),
            }
        }
        let fragments = &mut self.core.fragments;
        fragments.call(f, pc + 1);
        if mask != active {
            fragments.beside(f, mask & !active, pc + 1);
        }
        for (i, &(function, group)) in groups.iter().enumerate() {
            let entry = code.functions[function].entry;
            if i == 0 {
                fragments.list[f].mask = group;
                fragments.list[f].pc = entry;
                fragments.change_depth(f, 1);
            } else {
                // As deep as the first one.
                fragments.beside(f, group, entry);
            }
        }
        Ok(())
    }

    /// The number of the function that a lane calls.
    fn callee(&self, lane: usize, call: &CallOperands, code: &PtxCode) -> LaneResult<usize> {
        let register = match call.callee {
            Callee::Known(function) => return Ok(function),
            Callee::Register(register) => register,
        };
        let address = self.regs[register as usize][lane];
        let fault = |message: String| Err(LaneFault::boxed(lane, address, FaultKind::Call(message)));
        let Some(found) = code.functions.iter().skip(1).position(|function| function.address == address) else {
            return fault(match address {
                0 => "a call through a null pointer".to_owned(),
                _ => format!("a call of {address:#x}, where no function is"),
            });
        };
        let function = &code.functions[found + 1];
        let same = |ours: &[(u64, u64)], theirs: &[(u64, u64)]| {
            ours.iter().map(|(_, bytes)| bytes).eq(theirs.iter().map(|(_, bytes)| bytes))
        };
        if !same(&call.args, &function.params) || !same(&call.results, &function.results) {
            return fault(format!(
                "a call of `{}`, which takes other arguments or returns another result",
                function.name
            ));
        }
        Ok(found + 1)
    }

    /// Makes a frame for one lane, and copies the arguments there.
    fn enter(&mut self, lane: usize, pc: u32, call: &CallOperands, number: usize, code: &PtxCode) -> LaneResult<()> {
        let function = &code.functions[number];
        let frame = self.regs[code.stack as usize][lane];
        let inner = frame + code.functions[call.caller].frame;
        let end = inner + function.frame;
        if end > MOST_BYTES || self.calls[lane].len() >= MOST_CALLS {
            let detail = format!("calls are nested {} deep in `{}`", self.calls[lane].len() + 1, function.name);
            return Err(outside(Space::Local, lane, inner, function.frame as u32, detail));
        }
        let no_memory = |kind| LaneFault::boxed(lane, None, kind);
        let grown = self.core.local.growth(end as usize);
        if grown > 0 {
            self.frames.taken.push(self.frames.take(grown).map_err(no_memory)?);
        }
        self.core.local.grow(end as usize);
        for (&(from, bytes), &(to, _)) in call.args.iter().zip(&function.params) {
            self.copy(lane, frame + from, inner + to, bytes);
        }
        let is_inside = call.caller == number || self.calls[lane].iter().any(|outer| outer.function == number);
        let registers = 8 * function.registers.len() as u64 + function.predicates.len() as u64;
        let taken = is_inside.then(|| self.frames.take(registers)).transpose().map_err(no_memory)?;
        let saved = is_inside.then(|| self.registers_of(lane, function));
        self.calls[lane].push(Activation { pc, function: number, frame, saved, _taken: taken });
        self.regs[code.stack as usize][lane] = inner;
        Ok(())
    }

    fn registers_of(&self, lane: usize, function: &CalledFunction) -> (Vec<u64>, Vec<bool>) {
        let registers = function.registers.clone().map(|slot| self.regs[slot as usize][lane]);
        let predicates = function.predicates.clone().map(|slot| self.preds[slot as usize] >> lane & 1 == 1);
        (registers.collect(), predicates.collect())
    }

    /// Copies bytes of a lane's local memory. Both places are inside its frames.
    fn copy(&mut self, lane: usize, from: u64, to: u64, bytes: u64) {
        for i in 0..bytes {
            if let Some(byte) = self.core.local.load(lane, from + i, 1) {
                let _ = self.core.local.store(lane, to + i, 1, byte);
            }
        }
    }

    /// Sends the lanes `active` of fragment `f` back to where they were called.
    pub(super) fn leave(&mut self, f: usize, active: u32, pc: u32, code: &PtxCode) -> LaneResult<()> {
        let mask = self.core.fragments.list[f].mask;
        let mut groups: Vec<(u32, u32)> = Vec::new();
        for lane in lanes(active) {
            let Some(call) = self.calls[lane].pop() else {
                let message = "a return where nothing was called".to_owned();
                return Err(LaneFault::boxed(lane, None, FaultKind::Call(message)));
            };
            let inner = self.regs[code.stack as usize][lane];
            let function = &code.functions[call.function];
            if let Operation::Flow(PtxFlow::Call(operands)) = &code.code[call.pc as usize].op {
                for (&(to, bytes), &(from, _)) in operands.results.iter().zip(&function.results) {
                    self.copy(lane, inner + from, call.frame + to, bytes);
                }
            }
            if let Some((registers, predicates)) = call.saved {
                for (slot, value) in function.registers.clone().zip(registers) {
                    self.regs[slot as usize][lane] = value;
                }
                for (slot, value) in function.predicates.clone().zip(predicates) {
                    let p = &mut self.preds[slot as usize];
                    *p = *p & !(1 << lane) | u32::from(value) << lane;
                }
            }
            self.regs[code.stack as usize][lane] = call.frame;
            match groups.iter_mut().find(|(to, _)| *to == call.pc + 1) {
                Some((_, group)) => *group |= 1 << lane,
                None => groups.push((call.pc + 1, 1 << lane)),
            }
        }
        let fragments = &mut self.core.fragments;
        if mask != active {
            fragments.beside(f, mask & !active, pc + 1);
        }
        for (i, &(to, group)) in groups.iter().enumerate() {
            if i == 0 {
                fragments.list[f].mask = group;
                fragments.list[f].pc = to;
                fragments.change_depth(f, -1);
            } else {
                fragments.beside(f, group, to);
            }
        }
        Ok(())
    }
}
