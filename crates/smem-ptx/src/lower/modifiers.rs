//! The dotted parts of an opcode, taken one by one. A part that remains is an unknown modifier.

use crate::type_names::type_named;
use smem_sim::ParseError;
use smem_sim::isa::Type;

pub(crate) struct Modifiers<'a> {
    pub(crate) line: u32,
    opcode: &'a str,
    base: &'a str,
    parts: Vec<&'a str>,
}

impl<'a> Modifiers<'a> {
    pub(crate) fn new(opcode: &'a str, line: u32) -> Self {
        let mut parts = opcode.split('.');
        let base = parts.next().unwrap_or("");
        Self { line, opcode, base, parts: parts.collect() }
    }

    pub(crate) fn base(&self) -> &'a str {
        self.base
    }

    pub(crate) fn error(&self, message: &str) -> ParseError {
        ParseError::new(self.line, format!("`{}`: {message}", self.opcode))
    }

    /// The error of an instruction whose types and modifiers fit none of its forms.
    pub(crate) fn unknown(&self) -> ParseError {
        ParseError::new(self.line, format!("unknown instruction `{}`", self.opcode))
    }

    /// Removes a modifier at any position; returns whether it was there.
    pub(crate) fn take(&mut self, part: &str) -> bool {
        let found = self.parts.iter().position(|&p| p == part);
        if let Some(at) = found {
            self.parts.remove(at);
        }
        found.is_some()
    }

    /// The number of modifiers that were not taken yet.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns whether a modifier is present and was not taken yet.
    pub(crate) fn has(&self, part: &str) -> bool {
        self.parts.contains(&part)
    }

    /// Removes the first of `choices` that is present and returns its meaning.
    pub(crate) fn take_named<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        choices.iter().find(|(name, _)| self.take(name)).map(|(_, meaning)| *meaning)
    }

    /// Removes and returns all that remain, in their order.
    pub(crate) fn take_all(&mut self) -> Vec<&'a str> {
        std::mem::take(&mut self.parts)
    }

    /// Removes the modifiers that have no effect in the simulator.
    pub(crate) fn ignore(&mut self, which: impl Fn(&str) -> bool) {
        self.parts.retain(|p| !which(p));
    }

    /// Removes the last part, which must be a type.
    pub(crate) fn ty(&mut self) -> Result<Type, ParseError> {
        match self.parts.last().and_then(|p| type_named(p)) {
            Some(ty) => {
                self.parts.pop();
                Ok(ty)
            }
            None => Err(self.error("a type is missing")),
        }
    }

    /// Returns the type that comes last, not counting the modifiers `beside`.
    pub(crate) fn last_type(&self, beside: &[&str]) -> Option<Type> {
        type_named(self.parts.iter().rev().find(|part| !beside.contains(part))?)
    }

    /// Removes the last part.
    pub(crate) fn drop_last(&mut self) {
        self.parts.pop();
    }

    /// Fails if a modifier remains that was not taken.
    pub(crate) fn finish(&self) -> Result<(), ParseError> {
        match self.parts.first() {
            None => Ok(()),
            Some(part) => Err(self.error(&format!("unknown modifier `.{part}`"))),
        }
    }
}
