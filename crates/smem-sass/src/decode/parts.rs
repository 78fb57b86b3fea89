//! An instruction's text in parts, which are taken one by one: what is left over is unknown.

use super::surroundings::Decode;
use crate::operand::{SassOperand, operands};
use smem_sim::ParseError;
use std::collections::VecDeque;

#[derive(Clone)]
pub(super) struct Parts<'t> {
    line: u32,
    /// All of it.
    text: &'t str,
    opcode: &'t str,
    /// The opcode before its first dot.
    pub(super) base: &'t str,
    pub(super) guard: Option<SassOperand<'t>>,
    modifiers: Vec<&'t str>,
    operands: VecDeque<SassOperand<'t>>,
    /// Why the operands are not there. An opcode that is unknown may have operands that are, too: it is the one to name.
    pub(super) unreadable: Option<ParseError>,
    /// The instruction's encoding, where it is known.
    pub(super) word: Option<u128>,
    /// Byte offset of the instruction.
    pub(super) address: u64,
    /// It writes a uniform register.
    pub(super) uniform: bool,
}

impl<'t> Parts<'t> {
    pub(super) fn read(line: u32, text: &'t str, address: u64, word: Option<u128>) -> Decode<Self> {
        let (guard, rest) = match text.strip_prefix('@') {
            Some(rest) => {
                let (guard, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                (Some(guard), rest.trim_start())
            }
            None => (None, text),
        };
        let (opcode, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let unreadable = |what: &str| ParseError::listing(line, format!("`{opcode}`: the operand `{what}` is unknown"));
        let guard = match guard.map(operands) {
            None => None,
            Some(Ok(guard)) => guard.into_iter().next(),
            Some(Err(what)) => return Err(unreadable(what)),
        };
        let mut names = opcode.split('.');
        let base = names.next().unwrap_or("");
        let modifiers = names.collect();
        let (operands, unreadable) = match operands(rest) {
            Ok(operands) => (operands.into(), None),
            Err(what) => (VecDeque::new(), Some(unreadable(what))),
        };
        Ok(Self { line, text, opcode, base, guard, modifiers, operands, unreadable, word, address, uniform: false })
    }

    pub(super) fn error(&self, message: &str) -> ParseError {
        ParseError::listing(self.line, format!("`{}`: {message}", self.text))
    }

    /// The instruction exists in no form that fits.
    pub(super) fn unknown(&self) -> ParseError {
        ParseError::listing(self.line, format!("unknown instruction `{}`", self.opcode))
    }

    /// Removes a modifier wherever it is.
    pub(super) fn take(&mut self, name: &str) -> bool {
        let found = self.modifiers.iter().position(|&m| m == name);
        if let Some(at) = found {
            self.modifiers.remove(at);
        }
        found.is_some()
    }

    /// Removes the first of `choices` that is there, and returns what it means.
    pub(super) fn take_named<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        choices.iter().find(|(name, _)| self.take(name)).map(|(_, meaning)| *meaning)
    }

    /// Removes the first modifier, whatever it is.
    pub(super) fn first(&mut self) -> Option<&'t str> {
        (!self.modifiers.is_empty()).then(|| self.modifiers.remove(0))
    }

    /// Removes the first modifier that is among `choices`, in the order of the modifiers, and returns what it means.
    pub(super) fn first_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        let meaning = |name: &str| choices.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning);
        let (at, found) = self.modifiers.iter().enumerate().find_map(|(at, name)| Some((at, meaning(name)?)))?;
        self.modifiers.remove(at);
        Some(found)
    }

    /// Removes the modifiers that change nothing here.
    pub(super) fn ignore(&mut self, names: &[&str]) {
        self.modifiers.retain(|m| !names.contains(m));
    }

    /// The same instruction on a register of each of its pairs, the lower (0) or the upper (1).
    pub(super) fn registers_of_pairs(&self, which: u32) -> Decode<Self> {
        let mut one = self.clone();
        for (at, operand) in one.operands.iter_mut().enumerate() {
            match operand {
                SassOperand::Register(register, _) if register.part == (if at == 0 { "" } else { "F32x2.HI_LO" }) => {
                    register.part = "";
                    register.number = register.number.map(|number| number + which);
                }
                _ => return Err(self.error("an operand is not a whole pair of registers")),
            }
        }
        Ok(one)
    }

    pub(super) fn left(&self) -> usize {
        self.operands.len()
    }

    pub(super) fn peek(&self) -> Option<&SassOperand<'t>> {
        self.operands.front()
    }

    pub(super) fn drop_operands(&mut self) {
        self.operands.clear();
    }

    /// Forgets the part of the next operand, which has been read elsewhere.
    pub(super) fn drop_part(&mut self) {
        if let Some(SassOperand::Register(register, _)) = self.operands.front_mut() {
            register.part = "";
        }
    }

    pub(super) fn peek_is_predicate(&self) -> bool {
        matches!(self.peek(), Some(SassOperand::Predicate { .. }))
    }

    pub(super) fn next(&mut self) -> Decode<SassOperand<'t>> {
        self.operands.pop_front().ok_or_else(|| self.error("an operand is missing"))
    }

    /// Every modifier and every operand must have been understood.
    pub(super) fn finish(&self) -> Decode<()> {
        if let Some(modifier) = self.modifiers.first() {
            return Err(self.error(&format!("unknown modifier `.{modifier}`")));
        }
        match self.operands.front() {
            None => Ok(()),
            Some(operand) => Err(self.error(&format!("it has {} operands too many: {operand:?}", self.operands.len()))),
        }
    }
}
