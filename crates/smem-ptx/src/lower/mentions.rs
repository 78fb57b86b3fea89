//! Counts how often the instructions of a body name each register. A register that is named only where it is written is never read.

use crate::parse::syntax::{PtxOperand, Statement};
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(super) struct Mentions<'a>(HashMap<&'a str, u32>);

impl<'a> Mentions<'a> {
    pub(super) fn of(body: &'a [Statement]) -> Self {
        let mut mentions = Mentions::default();
        mentions.add_all(body);
        mentions
    }

    /// Returns whether the body names this register exactly once.
    pub(super) fn only_once(&self, register: &str) -> bool {
        self.0.get(register) == Some(&1)
    }

    fn add_all(&mut self, body: &'a [Statement]) {
        for statement in body {
            match statement {
                Statement::Scope(inner) => self.add_all(inner),
                Statement::Instruction(instruction) => {
                    for operand in &instruction.operands {
                        self.add(operand);
                    }
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, operand: &'a PtxOperand) {
        match operand {
            PtxOperand::Name(name) | PtxOperand::Sum(name, _) => *self.0.entry(name).or_default() += 1,
            PtxOperand::Not(inner) | PtxOperand::Address(inner, _) => self.add(inner),
            PtxOperand::Pair(one, other) | PtxOperand::TextureAddress(one, other) => {
                self.add(one);
                self.add(other);
            }
            PtxOperand::Vector(parts) | PtxOperand::List(parts) => {
                for part in parts {
                    self.add(part);
                }
            }
            PtxOperand::Int(_) | PtxOperand::F32(_) | PtxOperand::F64(_) => {}
        }
    }
}
