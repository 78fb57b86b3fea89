//! Branches, calls, and the ends of threads.

use super::{Form, Lowering};
use crate::ParseError;
use crate::isa::{AddressOperand, DriverCallOperands, DriverFunction, NOWHERE, Operation, Pred, Type};
use crate::ptx::lower::frame::Frame;
use crate::ptx::lower::modifiers::Modifiers;
use crate::ptx::lower::names::{Binding, Scope};
use crate::ptx::lower::{ALWAYS, Lower, Lowerer};
use crate::ptx::parse::syntax::{PtxInstruction, PtxOperand};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["bra"], &[], &[1], |l, i, m| l.branch(i, m)).ignoring(is_uniform),
    Form::untyped(&["brx"], &["idx"], &[2], |l, i, m| l.branch_by_table(i, m)).ignoring(is_uniform),
    Form { names: &["call"], when: &[], ignores: is_uniform, operands: &[], lowering: Lowering::Call },
    Form::untyped(&["ret"], &[], &[0], |l, _, _| Ok(l.leave())).ignoring(is_uniform),
    Form::untyped(&["exit"], &[], &[0], |_, _, _| Ok(Operation::Exit)),
    Form::untyped(&["trap", "brkpt"], &[], &[0], |_, _, _| Ok(Operation::Trap)),
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
        Ok(Operation::Branch { target: self.label(i.line, name)?, join: NOWHERE })
    }

    fn branch_by_table(&mut self, i: &PtxInstruction, m: &Modifiers<'_>) -> Lower<Operation> {
        let index = self.source(i.line, &i.operands[0], Type::U(32))?;
        let PtxOperand::Name(name) = &i.operands[1] else { return Err(m.error("it needs a list of labels")) };
        let Some(Binding::Targets(names)) = self.lookup(name) else {
            return Err(ParseError::new(i.line, format!("there is no list of labels `{name}`")));
        };
        let targets = names.iter().map(|name| self.label(i.line, name)).collect::<Lower<_>>()?;
        Ok(Operation::Table { index, targets, join: NOWHERE })
    }

    /// `ret`: returns from an expanded function, or exits the kernel.
    fn leave(&mut self) -> Operation {
        match self.frame().after_call {
            Some(target) => Operation::Branch { target, join: NOWHERE },
            None => Operation::Exit,
        }
    }

    fn sleep(&mut self, i: &PtxInstruction, ty: Type) -> Lower<Operation> {
        self.source(i.line, &i.operands[0], ty)?;
        Ok(Operation::Yield)
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
            _ => return Err(ParseError::new(i.line, "only direct calls are supported")),
        };
        let Some((_, &function)) = self.symbols.functions.get_key_value(name.as_str()) else {
            return Err(ParseError::new(
                i.line,
                format!("only direct calls are supported, and `{name}` is not a function"),
            ));
        };
        if results.len() != function.returns.len() || arguments.len() != function.params.len() {
            return Err(ParseError::new(
                i.line,
                format!("`{name}` takes different arguments or returns different results"),
            ));
        }
        let Some(body) = &function.body else { return self.call_driver(i, guard, name, results, arguments) };
        if self.frames.iter().any(|frame| frame.function == function.name) {
            return Err(ParseError::new(i.line, format!("`{name}` calls itself: recursion is not supported")));
        }
        if self.frames.len() > 40 {
            return Err(ParseError::new(i.line, "calls are nested too deeply"));
        }
        // Looks up the caller's variables before its names go out of scope.
        let mut scope = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results).chain(function.params.iter().zip(arguments)) {
            scope.push((formal, Binding::CallParam(self.call_param(i.line, actual)?)));
        }
        let after = self.new_label();
        let skips = Pred { flip: !guard.flip, ..guard };
        let always = guard.slot == ALWAYS.slot && guard.flip == ALWAYS.flip;
        let op = if always { Operation::Nothing } else { Operation::Branch { target: after, join: NOWHERE } };
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

    /// The place in local memory of an argument or a result of a call.
    fn call_param(&self, line: u32, actual: &PtxOperand) -> Lower<u64> {
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
        name: &str,
        results: &[PtxOperand],
        arguments: &[PtxOperand],
    ) -> Lower<()> {
        let Some(function) = DriverFunction::named(name) else {
            return Err(ParseError::new(i.line, format!("the function `{name}` is declared but not defined here")));
        };
        if arguments.len() != function.params().len() || results.len() != usize::from(function.result() > 0) {
            return Err(ParseError::new(i.line, format!("`{name}` is not declared as the driver's function is")));
        }
        let mut place = |operand| {
            let at = self.call_param(i.line, operand)?;
            Ok(AddressOperand { base: self.bits(at), offset: 0, mask: u64::MAX })
        };
        let args = arguments.iter().map(&mut place).collect::<Lower<_>>()?;
        let result = results.first().map(&mut place).transpose()?;
        self.emit(i, guard, Operation::CallDriver(DriverCallOperands { function, args, result }))
    }
}
