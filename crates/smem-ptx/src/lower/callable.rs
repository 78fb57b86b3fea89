//! Functions that are called and not expanded: those that call themselves, and those that are called through a register.
//!
//! Each is lowered once, after the kernel. Its registers are its own; its local variables and parameters are in a frame of local
//! memory, at an address that a register holds.

use super::frame::Frame;
use super::lowerer::Callable;
use super::scope::{Binding, Scope};
use super::{ALWAYS, Lower, Lowerer};
use crate::parse::syntax::{InitialValue, PtxFunction, PtxInstruction, PtxOperand, Statement, VariableDeclaration};
use smem_sim::ParseError;
use smem_sim::alu::integer::add;
use smem_sim::isa::{AddressOperand, CallOperands, CalledFunction, Callee, Inst, Operation, Pred, PtxFlow, Slot, Type};
use smem_sim::program::InstInfo;
use std::collections::HashSet;

/// Frames begin at multiples of this, and so do parameters and results.
const UNIT: u64 = 16;

/// Offset and bytes of variables that follow one another from `at` on, which moves after them.
fn places(variables: &[VariableDeclaration], at: &mut u64) -> Vec<(u64, u64)> {
    let place = |variable: &VariableDeclaration| {
        let start = at.next_multiple_of(UNIT);
        *at = start + variable.bytes;
        (start, variable.bytes)
    };
    variables.iter().map(place).collect()
}

impl<'a> Lowerer<'a> {
    /// The number of a function that is called, which will be lowered after the kernel.
    pub(super) fn callable(&mut self, function: &'a PtxFunction) -> usize {
        let known = self.callables.iter().position(|callable| std::ptr::eq(callable.function, function));
        let at = known.unwrap_or_else(|| {
            let mut end = 0;
            let (results, params) = (places(&function.returns, &mut end), places(&function.params, &mut end));
            let label = self.new_label();
            let none = 0..0;
            self.callables.push(Callable {
                function,
                label,
                params,
                results,
                registers: none.clone(),
                predicates: none,
                frame: end,
            });
            self.callables.len() - 1
        });
        at + 1
    }

    /// Lowers all functions that are called, those that they call among them.
    pub(super) fn lower_callables(&mut self) -> Lower<()> {
        let mut at = 0;
        while at < self.callables.len() {
            self.lower_callable(at)?;
            at += 1;
        }
        Ok(())
    }

    fn lower_callable(&mut self, at: usize) -> Lower<()> {
        let Callable { function, label, frame, .. } = self.callables[at];
        let Some(body) = &function.body else { return Ok(()) };
        let (registers, predicates) = (self.registers, self.predicates);
        self.current = at + 1;
        self.local_bytes = frame;
        self.frames = vec![Frame::called_by_address(&function.name, body)];
        self.scopes = vec![Scope::default()];
        let places: Vec<u64> =
            self.callables[at].results.iter().chain(&self.callables[at].params).map(|(place, _)| *place).collect();
        for (formal, place) in function.returns.iter().chain(&function.params).zip(places) {
            self.bind(formal.line, &formal.name, Binding::CallParam(place))?;
        }
        self.place(label);
        self.scope(body)?;
        self.code.push(Inst { op: Operation::Flow(PtxFlow::Return), guard: ALWAYS });
        let line = self.info.last().map_or(function.line, |info| info.line);
        self.info.push(InstInfo { line, text: "ret;".into(), loc: None });
        let callable = &mut self.callables[at];
        callable.registers = registers..self.registers;
        callable.predicates = predicates..self.predicates;
        callable.frame = self.local_bytes.next_multiple_of(UNIT);
        Ok(())
    }

    /// The functions of the finished kernel; none if nothing is called.
    pub(super) fn called_functions(&self) -> Vec<CalledFunction> {
        if self.callables.is_empty() {
            return Vec::new();
        }
        let kernel = CalledFunction {
            name: String::new(),
            address: 0,
            entry: 0,
            registers: 0..0,
            predicates: 0..0,
            frame: self.local_bytes.next_multiple_of(UNIT),
            params: Vec::new(),
            results: Vec::new(),
        };
        let called = |callable: &Callable<'_>| CalledFunction {
            name: callable.function.name.clone(),
            address: self.symbols.code_address(&callable.function.name).unwrap_or(0),
            entry: self.labels[callable.label as usize],
            registers: callable.registers.clone(),
            predicates: callable.predicates.clone(),
            frame: callable.frame,
            params: callable.params.clone(),
            results: callable.results.clone(),
        };
        std::iter::once(kernel).chain(self.callables.iter().map(called)).collect()
    }

    /// An address in the frame of the function that is being lowered.
    pub(super) fn in_frame(&mut self, at: u64) -> AddressOperand {
        if self.current == 0 {
            return AddressOperand { base: self.bits(at), offset: 0, mask: u64::MAX };
        }
        AddressOperand { base: self.stack, offset: at as i64, mask: u64::MAX }
    }

    /// The same as a value: in a function that is called, of an instruction of its own.
    pub(super) fn frame_address(&mut self, line: u32, at: u64) -> Lower<Slot> {
        let b = self.bits(at);
        if self.current == 0 {
            return Ok(b);
        }
        let Some(f) = add(Type::U(64)) else { return Ok(b) };
        let d = self.registers;
        self.registers += 1;
        self.code.push(Inst { op: Operation::Two { f, d, a: self.stack, b }, guard: ALWAYS });
        let loc = self.frame().loc.clone();
        self.info.push(InstInfo { line, text: "the address of a local variable".into(), loc });
        Ok(d)
    }

    /// A call of a function that is not expanded.
    pub(super) fn emit_call(
        &mut self,
        i: &PtxInstruction,
        guard: Pred,
        callee: Callee,
        (results, returns): (&[PtxOperand], &[VariableDeclaration]),
        (arguments, params): (&[PtxOperand], &[VariableDeclaration]),
    ) -> Lower<()> {
        if results.len() != returns.len() || arguments.len() != params.len() {
            return Err(ParseError::new(i.line, "the call takes different arguments or returns different results"));
        }
        let placed = |actual: &[PtxOperand], formal: &[VariableDeclaration]| -> Lower<Vec<(u64, u64)>> {
            let place = |(actual, formal): (&PtxOperand, &VariableDeclaration)| {
                Ok((self.call_param(i.line, actual)?, formal.bytes))
            };
            actual.iter().zip(formal).map(place).collect()
        };
        let (args, results) = (placed(arguments, params)?, placed(results, returns)?);
        self.emit(
            i,
            guard,
            Operation::Flow(PtxFlow::Call(CallOperands { caller: self.current, callee, args, results })),
        )
    }

    /// Makes every function whose address is taken one that is called: a register may hold any of them.
    pub(super) fn call_by_address(&mut self) {
        let mut taken: HashSet<&str> = HashSet::new();
        for variable in &self.symbols.source.variables {
            for initial in &variable.init {
                if let InitialValue::Address(name, _) = &initial.value {
                    taken.insert(name);
                }
            }
        }
        for function in &self.symbols.source.functions {
            names_in(function.body.as_deref().unwrap_or(&[]), &mut taken);
        }
        for function in &self.symbols.source.functions {
            if !function.kernel && function.body.is_some() && taken.contains(function.name.as_str()) {
                self.callable(function);
            }
        }
    }
}

/// Collects the names that instructions other than calls have as operands.
fn names_in<'a>(body: &'a [Statement], out: &mut HashSet<&'a str>) {
    for statement in body {
        match statement {
            Statement::Scope(inner) => names_in(inner, out),
            Statement::Instruction(instruction) if !instruction.opcode.starts_with("call") => {
                for operand in &instruction.operands {
                    if let PtxOperand::Name(name) | PtxOperand::Sum(name, _) = operand {
                        out.insert(name);
                    }
                }
            }
            _ => {}
        }
    }
}
