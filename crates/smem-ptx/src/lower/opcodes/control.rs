//! Branches, calls, and the ends of threads.

use super::{Form, Lowering};
use crate::lower::frame::Frame;
use crate::lower::modifiers::Modifiers;
use crate::lower::scope::{Binding, Scope};
use crate::lower::{ALWAYS, Lower, Lowerer};
use crate::parse::syntax::{PtxFunction, PtxInstruction, PtxOperand};
use smem_sim::ParseError;
use smem_sim::isa::{Callee, DriverCallOperands, DriverFunction, NOWHERE, Operation, Pred, PtxFlow, Type};
use smem_sim::kernel_name::readable_name;

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["bra"], &[], &[1], |l, i, m| l.branch(i, m)).ignoring(is_uniform),
    Form::untyped(&["brx"], &["idx"], &[2], |l, i, m| l.branch_by_table(i, m)).ignoring(is_uniform),
    Form { names: &["call"], when: &[], ignores: is_uniform, operands: &[], lowering: Lowering::Call },
    Form::untyped(&["ret"], &[], &[0], |l, _, _| Ok(l.leave())).ignoring(is_uniform),
    Form::untyped(&["exit"], &[], &[0], |_, _, _| Ok(Operation::Flow(PtxFlow::Exit))),
    Form::untyped(&["trap", "brkpt"], &[], &[0], |_, _, _| Ok(Operation::Flow(PtxFlow::Trap))),
    // Signals between a kernel and the one that depends on it: kernels run one after the other.
    Form::untyped(&["griddepcontrol"], &["launch_dependents"], &[0], |_, _, _| Ok(Operation::Nothing)),
    Form::untyped(&["griddepcontrol"], &["wait"], &[0], |_, _, _| Ok(Operation::Nothing)),
    Form::typed(&["nanosleep"], &[], |ty| ty == Type::U(32), &[1], |l, i, _, ty| l.sleep(i, ty)),
];

/// `.uni` promises that the lanes do not diverge, so it has no effect.
fn is_uniform(part: &str) -> bool {
    part == "uni"
}

impl<'a> Lowerer<'a> {
    fn label(&self, line: u32, name: &str) -> Lower<u32> {
        match self.lookup(name) {
            Some(Binding::Label(label)) => Ok(label),
            _ => Err(ParseError::new(line, format!("there is no label `{name}`"))),
        }
    }

    fn branch(&self, i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
        let PtxOperand::Name(name) = &i.operands[0] else { return Err(m.error("it needs a label")) };
        Ok(Operation::Flow(PtxFlow::Branch { target: self.label(i.line, name)?, join: NOWHERE }))
    }

    fn branch_by_table(&mut self, i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
        let index = self.source(i.line, &i.operands[0], Type::U(32))?;
        let PtxOperand::Name(name) = &i.operands[1] else { return Err(m.error("it needs a list of labels")) };
        let Some(Binding::Targets(names)) = self.lookup(name) else {
            return Err(ParseError::new(i.line, format!("there is no list of labels `{name}`")));
        };
        let targets = names.iter().map(|name| self.label(i.line, name)).collect::<Lower<_>>()?;
        Ok(Operation::Flow(PtxFlow::Table { index, targets, join: NOWHERE }))
    }

    /// `ret`: returns from an expanded function, or exits the kernel.
    fn leave(&mut self) -> Operation {
        let is_called = self.current != 0;
        match self.frame().after_call {
            Some(target) => Operation::Flow(PtxFlow::Branch { target, join: NOWHERE }),
            None if is_called => Operation::Flow(PtxFlow::Return),
            None => Operation::Flow(PtxFlow::Exit),
        }
    }

    fn sleep(&mut self, i: &PtxInstruction, ty: Type) -> Lower<Operation> {
        self.source(i.line, &i.operands[0], ty)?;
        Ok(Operation::Flow(PtxFlow::Yield))
    }

    /// Expands a call in place. The parameters are the caller's variables themselves: nothing is copied.
    pub(super) fn call(&mut self, i: &'a PtxInstruction, guard: Pred) -> Lower<()> {
        let (results, rest) = match &i.operands[..] {
            [PtxOperand::List(results), rest @ ..] => (&results[..], rest),
            rest => (&[][..], rest),
        };
        let (name, arguments) = match rest {
            [PtxOperand::Name(name)] => (name, &[][..]),
            [PtxOperand::Name(name), PtxOperand::List(arguments)] => (name, &arguments[..]),
            [PtxOperand::Name(name), PtxOperand::Name(prototype)] => {
                return self.call_register(i, guard, name, prototype, (results, &[]));
            }
            [PtxOperand::Name(name), PtxOperand::List(arguments), PtxOperand::Name(prototype)] => {
                return self.call_register(i, guard, name, prototype, (results, arguments));
            }
            _ => return Err(ParseError::new(i.line, "a call names a function, arguments and a prototype")),
        };
        let Some((_, &function)) = self.symbols.functions.get_key_value(name.as_str()) else {
            return Err(ParseError::new(
                i.line,
                format!("a call without a prototype names a function, and `{name}` is not a function"),
            ));
        };
        if results.len() != function.returns.len() || arguments.len() != function.params.len() {
            return Err(ParseError::new(
                i.line,
                format!("`{name}` takes different arguments or returns different results"),
            ));
        }
        let Some(body) = &function.body else { return self.call_driver(i, guard, function, (results, arguments)) };
        // A function that calls itself cannot be expanded, nor what is nested too deeply.
        if self.frames.iter().any(|frame| frame.function == function.name) || self.frames.len() > 40 {
            let callee = Callee::Known(self.callable(function));
            return self.emit_call(i, guard, callee, (results, &function.returns), (arguments, &function.params));
        }
        // Looks up the caller's variables before its names go out of scope.
        let mut scope = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results).chain(function.params.iter().zip(arguments)) {
            scope.push((formal, Binding::CallParam(self.call_param(i.line, actual)?)));
        }
        let after = self.new_label();
        let skips = Pred { flip: !guard.flip, ..guard };
        let always = guard.slot == ALWAYS.slot && guard.flip == ALWAYS.flip;
        let op =
            if always { Operation::Nothing } else { Operation::Flow(PtxFlow::Branch { target: after, join: NOWHERE }) };
        self.emit(i, if always { ALWAYS } else { skips }, op)?;
        let scopes = std::mem::replace(&mut self.scopes, vec![Scope::default()]);
        let call_site = self.frame().loc.clone();
        self.frames.push(Frame::called(&function.name, body, after, call_site));
        for (formal, binding) in scope {
            self.bind(formal.line, &formal.name, binding)?;
        }
        self.scope(body)?;
        self.frames.pop();
        self.scopes = scopes;
        self.place(after);
        Ok(())
    }

    /// A call through a register.
    fn call_register(
        &mut self,
        i: &'a PtxInstruction,
        guard: Pred,
        register: &str,
        prototype: &str,
        (results, arguments): (&[PtxOperand], &[PtxOperand]),
    ) -> Lower<()> {
        let Some(Binding::Prototype(returns, params)) = self.lookup(prototype) else {
            return Err(ParseError::new(i.line, format!("there is no `.callprototype` of the name `{prototype}`")));
        };
        let register = self.source(i.line, &PtxOperand::Name(register.to_owned()), Type::B(64))?;
        self.call_by_address();
        self.emit_call(i, guard, Callee::Register(register), (results, returns), (arguments, params))
    }

    /// The place in local memory of an argument or a result of a call.
    pub(crate) fn call_param(&self, line: u32, actual: &PtxOperand) -> Lower<u64> {
        let binding = match actual {
            PtxOperand::Name(name) => self.lookup(name),
            _ => None,
        };
        match binding {
            Some(Binding::CallParam(at)) => Ok(at),
            _ => Err(ParseError::new(line, "the arguments and results of a call are `.param` variables")),
        }
    }

    /// A call of a function that no module defines.
    fn call_driver(
        &mut self,
        i: &PtxInstruction,
        guard: Pred,
        PtxFunction { name, params, .. }: &PtxFunction,
        (results, arguments): (&[PtxOperand], &[PtxOperand]),
    ) -> Lower<()> {
        let Some(function) = DriverFunction::named(name).or_else(|| DriverFunction::of_runtime(name)) else {
            return Err(ParseError::new(i.line, foreign(name)));
        };
        let mut places = Vec::new();
        for (argument, formal) in arguments.iter().zip(params) {
            let at = self.call_param(i.line, argument)?;
            // An extent is an array of words, each an argument of the driver's.
            let words = if formal.bytes == EXTENT { EXTENT / 4 } else { 1 };
            places.extend((0..words).map(|word| at + 4 * word));
        }
        if places.len() != function.params().len() || results.len() != usize::from(function.result() > 0) {
            return Err(ParseError::new(i.line, format!("`{name}` is not declared as the driver's function is")));
        }
        let args = places.into_iter().map(|at| self.in_frame(at)).collect();
        let result = results.first().map(|result| self.call_param(i.line, result)).transpose()?;
        let result = result.map(|at| self.in_frame(at));
        self.emit(i, guard, Operation::CallDriver(DriverCallOperands { function, args, result }))
    }
}

/// Bytes of the extent of a grid or a block.
const EXTENT: u64 = 12;

/// The words for a function that is not in the module.
fn foreign(name: &str) -> String {
    if name.starts_with("__cudaCDP2") || name.starts_with("cuda") {
        return format!("the function `{name}` is one of CUDA's device runtime, which is linked to machine code alone");
    }
    format!("the function `{}` is declared here and defined in another file", readable_name(name))
}
