//! Names and scopes: registers, special registers, variables of a function.

use super::scope::{Binding, Family};
use super::{Lower, Lowerer, MOST_LOCAL, MOST_REGISTERS};
use crate::parse::syntax::VariableDeclaration;
use smem_sim::ParseError;
use smem_sim::isa::{Space, Type};

impl<'a> Lowerer<'a> {
    pub(super) fn bind(&mut self, line: u32, name: &'a str, binding: Binding<'a>) -> Lower<()> {
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        match scope.names.insert(name, binding) {
            None => Ok(()),
            Some(_) => Err(ParseError::new(line, format!("`{name}` is declared twice"))),
        }
    }

    pub(super) fn lookup(&self, name: &str) -> Option<Binding<'a>> {
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, number) = name.split_at(name.len() - digits);
        let number = if digits > 1 && number.starts_with('0') { None } else { number.parse::<u32>().ok() };
        for scope in self.scopes.iter().rev() {
            if let Some(binding) = scope.names.get(name) {
                return Some(*binding);
            }
            let family = scope.families.get(prefix).zip(number).filter(|(f, n)| *n < f.count);
            if let Some((family, n)) = family {
                return Some(register(family.ty, family.first + n));
            }
        }
        None
    }

    pub(super) fn registers(&mut self, line: u32, ty: Type, name: &'a str, count: Option<u32>) -> Lower<()> {
        let next = if ty == Type::Pred { &mut self.predicates } else { &mut self.registers };
        let first = *next;
        *next += count.unwrap_or(1);
        if *next > MOST_REGISTERS {
            return Err(ParseError::new(line, format!("more than {MOST_REGISTERS} registers")));
        }
        let Some(count) = count else { return self.bind(line, name, register(ty, first)) };
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        match scope.families.insert(name, Family { first, count, ty }) {
            None => Ok(()),
            Some(_) => Err(ParseError::new(line, format!("`{name}<..>` is declared twice"))),
        }
    }

    /// A variable declared inside a function.
    pub(super) fn local_variable(&mut self, variable: &'a VariableDeclaration) -> Lower<()> {
        let binding = match variable.space {
            Space::Shared => Binding::Shared(variable),
            Space::Local => {
                let at = self.local_room(variable)?;
                if self.current == 0 {
                    self.local.add(variable, at);
                }
                Binding::Local(at)
            }
            Space::Param => Binding::CallParam(self.local_room(variable)?),
            other => {
                let message = format!("a variable in {} memory inside a function is not supported", other.name());
                return Err(ParseError::new(variable.line, message));
            }
        };
        self.bind(variable.line, &variable.name, binding)
    }

    pub(super) fn local_room(&mut self, variable: &VariableDeclaration) -> Lower<u64> {
        let at = self.local_bytes.next_multiple_of(variable.align);
        self.local_bytes = at + variable.bytes;
        if self.local_bytes > MOST_LOCAL {
            let message = format!("`{}` takes local memory beyond {MOST_LOCAL} bytes a thread", variable.name);
            return Err(ParseError::new(variable.line, message));
        }
        Ok(at)
    }
}

fn register<'a>(ty: Type, slot: u32) -> Binding<'a> {
    match ty {
        Type::Pred => Binding::Predicate(slot),
        _ => Binding::Register { slot, bits: ty.bits() },
    }
}
