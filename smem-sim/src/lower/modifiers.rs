//! The dotted parts of an opcode, taken one by one: what is left over is unknown.

use crate::isa::Type;
use crate::parse::ParseError;

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

    /// The instruction exists in no form that fits these types and modifiers.
    pub(crate) fn unknown(&self) -> ParseError {
        ParseError::new(self.line, format!("unknown instruction `{}`", self.opcode))
    }

    /// Removes a modifier wherever it stands.
    pub(crate) fn take(&mut self, part: &str) -> bool {
        let found = self.parts.iter().position(|&p| p == part);
        if let Some(at) = found {
            self.parts.remove(at);
        }
        found.is_some()
    }

    /// Removes the first of `choices` that is there.
    pub(crate) fn take_one(&mut self, choices: &[&'static str]) -> Option<&'static str> {
        choices.iter().copied().find(|choice| self.take(choice))
    }

    /// Removes the modifiers that change nothing here.
    pub(crate) fn ignore(&mut self, which: impl Fn(&str) -> bool) {
        self.parts.retain(|p| !which(p));
    }

    /// Removes the last part, which must be a type.
    pub(crate) fn ty(&mut self) -> Result<Type, ParseError> {
        match self.parts.last().and_then(|p| Type::parse(p)) {
            Some(ty) => {
                self.parts.pop();
                Ok(ty)
            }
            None => Err(self.error("a type is missing")),
        }
    }

    /// Removes the first part.
    pub(crate) fn first(&mut self) -> Option<&'a str> {
        if self.parts.is_empty() { None } else { Some(self.parts.remove(0)) }
    }

    /// Every modifier must have been understood.
    pub(crate) fn finish(&self) -> Result<(), ParseError> {
        match self.parts.first() {
            None => Ok(()),
            Some(part) => Err(self.error(&format!("unknown modifier `.{part}`"))),
        }
    }
}
