//! Branches, calls, barriers and fences.

use super::arithmetic::bool_op;
use super::mentions::Mentions;
use super::modifiers::Modifiers;
use super::names::{Binding, Scope};
use super::{ALWAYS, Lower, Lowerer};
use crate::isa::Type;
use crate::isa::{Barrier, BarrierResult, BoolOp, Exchange, NOWHERE, Op, Pred};
use crate::parse::ParseError;
use crate::parse::syntax::{Instruction, Operand};

impl<'a> Lowerer<'a> {
    fn label(&self, line: u32, name: &str) -> Lower<u32> {
        match self.lookup(name) {
            Some(Binding::Label(label)) => Ok(label),
            _ => Err(ParseError::new(line, format!("there is no label `{name}`"))),
        }
    }

    pub(super) fn control(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        m.take("uni");
        match m.base() {
            "bra" => {
                self.count(i, &[1])?;
                let Operand::Name(name) = &i.operands[0] else { return Err(m.error("it needs a label")) };
                Ok(Op::Branch { target: self.label(i.line, name)?, join: NOWHERE })
            }
            "brx" => {
                if !m.take("idx") {
                    return Err(m.unknown());
                }
                self.count(i, &[2])?;
                let index = self.source(i.line, &i.operands[0], Type::U(32))?;
                let Operand::Name(name) = &i.operands[1] else { return Err(m.error("it needs a list of labels")) };
                let Some(Binding::Targets(names)) = self.lookup(name) else {
                    return Err(ParseError::new(i.line, format!("there is no list of labels `{name}`")));
                };
                let targets = names.iter().map(|name| self.label(i.line, name)).collect::<Lower<_>>()?;
                Ok(Op::Table { index, targets, join: NOWHERE })
            }
            "nanosleep" => {
                if m.ty()? != Type::U(32) {
                    return Err(m.unknown());
                }
                self.count(i, &[1])?;
                self.source(i.line, &i.operands[0], Type::U(32))?;
                Ok(Op::Yield)
            }
            base => {
                self.count(i, &[0])?;
                Ok(match base {
                    "ret" => match self.after_call {
                        Some(target) => Op::Branch { target, join: NOWHERE },
                        None => Op::Exit,
                    },
                    "exit" => Op::Exit,
                    _ => Op::Trap,
                })
            }
        }
    }

    /// Expands the function in place. Its parameters are the caller's variables themselves: nothing is copied.
    pub(super) fn call(&mut self, i: &'a Instruction, guard: Pred, mut m: Modifiers<'_>) -> Lower<()> {
        m.take("uni");
        m.finish()?;
        let (results, rest) = match &i.operands[..] {
            [Operand::List(results), rest @ ..] => (&results[..], rest),
            rest => (&[][..], rest),
        };
        let (name, arguments) = match rest {
            [Operand::Name(name)] => (name, &[][..]),
            [Operand::Name(name), Operand::List(arguments)] => (name, &arguments[..]),
            _ => return Err(ParseError::new(i.line, "only direct calls are supported")),
        };
        let Some((_, &function)) = self.symbols.functions.get_key_value(name.as_str()) else {
            return Err(ParseError::new(
                i.line,
                format!("only direct calls are supported, and `{name}` is no function"),
            ));
        };
        let Some(body) = &function.body else {
            // `assert` that has failed: the runtime's function prints and traps.
            if name == "__assertfail" {
                return self.emit(i, guard, Op::Trap);
            }
            return Err(ParseError::new(i.line, format!("the function `{name}` is declared and not defined here")));
        };
        if self.calls.contains(&function.name.as_str()) {
            return Err(ParseError::new(i.line, format!("`{name}` calls itself: recursion is not supported")));
        }
        if self.calls.len() > 40 {
            return Err(ParseError::new(i.line, "calls are nested too deeply"));
        }
        if results.len() != function.returns.len() || arguments.len() != function.params.len() {
            return Err(ParseError::new(i.line, format!("`{name}` takes other arguments or gives other results")));
        }
        // The caller's variables, before its names go out of sight.
        let mut scope = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results).chain(function.params.iter().zip(arguments)) {
            let binding = match actual {
                Operand::Name(name) => self.lookup(name),
                _ => None,
            };
            let Some(binding @ Binding::CallParam(_)) = binding else {
                return Err(ParseError::new(i.line, "the arguments and results of a call are `.param` variables"));
            };
            scope.push((formal, binding));
        }
        let after = self.new_label();
        let skips = Pred { flip: !guard.flip, ..guard };
        let always = guard.slot == ALWAYS.slot && guard.flip == ALWAYS.flip;
        let op = if always { Op::Nothing } else { Op::Branch { target: after, join: NOWHERE } };
        self.emit(i, if always { ALWAYS } else { skips }, op)?;
        let scopes = std::mem::replace(&mut self.scopes, vec![Scope::default()]);
        let after_call = self.after_call.replace(after);
        let loc = self.loc.take();
        self.calls.push(&function.name);
        self.mentions.push(Mentions::of(body));
        for (formal, binding) in scope {
            self.bind(formal.line, &formal.name, binding)?;
        }
        self.scope(body)?;
        self.mentions.pop();
        self.calls.pop();
        self.loc = loc;
        self.after_call = after_call;
        self.scopes = scopes;
        self.place(after);
        Ok(())
    }

    pub(super) fn barrier(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let line = i.line;
        m.take("cta");
        // `bar` is the aligned form of `barrier`.
        let aligned = m.take("aligned") | (m.base() == "bar");
        if m.base() == "bar" && m.take("warp") {
            if !m.take("sync") {
                return Err(m.unknown());
            }
            self.count(i, &[1])?;
            return Ok(Op::Exchange(Exchange::WarpSync { members: self.source(line, &i.operands[0], Type::U(32))? }));
        }
        let word = Type::U(32);
        if m.take("red") {
            let ty = m.ty()?;
            let reduction = if m.take("popc") { None } else { Some(bool_op(m).ok_or_else(|| m.unknown())?) };
            self.count(i, &[3, 4])?;
            let (middle, p) = i.operands[1..].split_at(i.operands.len() - 2);
            let id = self.source(line, &middle[0], word)?;
            let threads = middle.get(1).map(|t| self.source(line, t, word)).transpose()?;
            let p = self.predicate(line, &p[0])?;
            let result = match (reduction, ty) {
                (None, Type::U(32)) => BarrierResult::Count { d: self.target(line, &i.operands[0], 32)?, p },
                (Some(BoolOp::And), Type::Pred) => {
                    BarrierResult::And { d: self.predicate_target(line, &i.operands[0])?, p }
                }
                (Some(BoolOp::Or), Type::Pred) => {
                    BarrierResult::Or { d: self.predicate_target(line, &i.operands[0])?, p }
                }
                _ => return Err(m.unknown()),
            };
            return Ok(Op::Barrier(Barrier { id, threads, waits: true, aligned, result }));
        }
        let waits = match m.take_one(&["sync", "arrive"]) {
            Some("sync") => true,
            Some(_) => false,
            None => return Err(m.unknown()),
        };
        self.count(i, if waits { &[1, 2] } else { &[2] })?;
        let id = self.source(line, &i.operands[0], word)?;
        let threads = i.operands.get(1).map(|t| self.source(line, t, word)).transpose()?;
        Ok(Op::Barrier(Barrier { id, threads, waits, aligned, result: BarrierResult::None }))
    }

    pub(super) fn fence(&mut self, m: &mut Modifiers<'_>) -> Lower<Op> {
        m.ignore(|part| {
            matches!(part, "cta" | "gl" | "sys" | "gpu" | "cluster" | "sc" | "acq_rel" | "acquire" | "release")
        });
        Ok(Op::Fence)
    }
}
