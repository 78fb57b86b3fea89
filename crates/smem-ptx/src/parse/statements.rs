//! The body of a function: declarations, labels, instructions.

use super::lexer::Token;
use super::reader::{Read, Reader, variable_space};
use super::syntax::{Loc, PtxInstruction, PtxOperand, Statement};
use crate::type_names::type_named;
use smem_sim::ParseError;
use smem_sim::isa::Space;

/// Scopes nested deeper than this are refused: the reader recurses.
const DEEPEST: u32 = 64;

impl Reader<'_> {
    /// Reads statements up to the closing brace.
    pub(super) fn body(&mut self) -> Read<Vec<Statement>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ParseError::new(self.line(), format!("scopes are nested deeper than {DEEPEST}")));
        }
        let mut out = Vec::new();
        loop {
            let line = self.line();
            match self.peek() {
                Some(Token::Punct('}')) => {
                    self.at += 1;
                    break;
                }
                Some(Token::Punct('{')) => {
                    self.at += 1;
                    out.push(Statement::Scope(self.body()?));
                }
                // An empty statement: inline assembly that ends in one semicolon too many.
                Some(Token::Punct(';')) => self.at += 1,
                Some(Token::Word(".reg")) => {
                    self.at += 1;
                    self.registers(&mut out)?;
                }
                Some(Token::Word(".loc")) => {
                    self.at += 1;
                    out.push(Statement::Loc(self.loc()?));
                }
                Some(Token::Word(".pragma")) => self.pragma()?,
                Some(Token::Word(word)) if variable_space(word).is_some() => {
                    self.at += 1;
                    let space = variable_space(word).unwrap_or(Space::Local);
                    self.variables(space, false, |v| out.push(Statement::Variable(v)))?;
                }
                Some(Token::Word(".extern")) => {
                    self.at += 1;
                    let word = self.word("a state space")?;
                    let Some(space) = variable_space(word) else {
                        return Err(ParseError::new(line, format!("unknown directive `.extern {word}`")));
                    };
                    self.variables(space, true, |v| out.push(Statement::Variable(v)))?;
                }
                Some(Token::Word(word)) if word.starts_with('.') => {
                    return Err(ParseError::new(line, format!("unknown directive `{word}`")));
                }
                Some(Token::Word(word))
                    if self.tokens.get(self.at + 1).is_some_and(|t| t.token == Token::Punct(':')) =>
                {
                    self.at += 2;
                    if self.accept_word(".branchtargets") {
                        let mut labels = vec![self.word("a label")?.to_owned()];
                        while self.accept(',') {
                            labels.push(self.word("a label")?.to_owned());
                        }
                        self.expect(';')?;
                        out.push(Statement::Targets { line, name: word.to_owned(), labels });
                    } else if self.accept_word(".callprototype") {
                        let returns = if self.peek() == Some(Token::Punct('(')) { self.formals()? } else { Vec::new() };
                        self.word("`_`")?;
                        let params = if self.peek() == Some(Token::Punct('(')) { self.formals()? } else { Vec::new() };
                        self.accept_word(".noreturn");
                        self.expect(';')?;
                        out.push(Statement::Prototype { line, name: word.to_owned(), returns, params });
                    } else {
                        out.push(Statement::Label { line, name: word.to_owned() });
                    }
                }
                Some(Token::Word(_) | Token::Punct('@')) => out.push(Statement::Instruction(self.instruction()?)),
                _ => return self.fail("an instruction"),
            }
        }
        self.depth -= 1;
        Ok(out)
    }

    fn registers(&mut self, out: &mut Vec<Statement>) -> Read<()> {
        let line = self.line();
        let word = self.word("a register type")?;
        let Some(ty) = word.strip_prefix('.').and_then(type_named) else {
            return Err(ParseError::new(line, format!("registers of type `{word}` are not supported")));
        };
        loop {
            let name = self.word("a register's name")?.to_owned();
            let mut count = None;
            if self.accept('<') {
                let n = self.int32()?;
                if n > 1 << 20 {
                    return Err(ParseError::new(line, format!("{n} registers are too many")));
                }
                count = Some(n);
                self.expect('>')?;
            }
            out.push(Statement::Registers { line, ty, name, count });
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')
    }

    fn loc(&mut self) -> Read<Loc> {
        let file = self.int()?;
        let line = self.int32()?;
        let column = self.int32()?;
        let mut inlined = None;
        if self.accept(',') {
            let at = self.line();
            if !self.accept_word("function_name") {
                return self.fail("`function_name`");
            }
            let name = self.word("a label")?.to_owned();
            if self.accept('+') {
                return Err(ParseError::new(at, "an offset in `.loc`'s function name is not supported"));
            }
            self.expect(',')?;
            if !self.accept_word("inlined_at") {
                return self.fail("`inlined_at`");
            }
            inlined = Some((name, self.int()?, self.int32()?, self.int32()?));
        }
        Ok(Loc { file, line, column, inlined })
    }

    fn instruction(&mut self) -> Read<PtxInstruction> {
        let line = self.line();
        let start = self.tokens.get(self.at).map_or(self.text.len(), |token| token.start);
        let mut guard = None;
        if self.accept('@') {
            let negated = self.accept('!');
            guard = Some((self.word("a predicate")?.to_owned(), negated));
        }
        let opcode = self.word("an instruction")?.to_owned();
        let mut operands = Vec::new();
        if self.peek() != Some(Token::Punct(';')) {
            loop {
                operands.push(self.operand()?);
                if !self.accept(',') {
                    break;
                }
            }
        }
        let end = self.tokens.get(self.at).map_or(self.text.len(), |t| t.end);
        self.expect(';')?;
        let text = self.text.get(start..end).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(PtxInstruction { line, guard, opcode, operands: operands.into(), text })
    }

    fn operand(&mut self) -> Read<PtxOperand> {
        let first = self.simple_operand()?;
        if self.accept('|') {
            let second = self.simple_operand()?;
            return Ok(PtxOperand::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }

    fn operands_until(&mut self, close: char) -> Read<Vec<PtxOperand>> {
        let mut out = Vec::new();
        if self.accept(close) {
            return Ok(out);
        }
        loop {
            out.push(self.simple_operand()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(out)
    }

    fn simple_operand(&mut self) -> Read<PtxOperand> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ParseError::new(self.line(), "this operand is nested too deeply"));
        }
        let operand = match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                match self.peek() {
                    Some(Token::Punct('+')) => {
                        self.at += 1;
                        PtxOperand::Sum(word.to_owned(), self.signed()? as i64)
                    }
                    Some(Token::Punct('-')) => {
                        self.at += 1;
                        PtxOperand::Sum(word.to_owned(), self.int()?.wrapping_neg() as i64)
                    }
                    _ => PtxOperand::Name(word.to_owned()),
                }
            }
            Some(Token::Int(_) | Token::Punct('-')) => match self.signed() {
                Ok(value) => PtxOperand::Int(value),
                // `-1.5`
                Err(error) => match self.peek() {
                    Some(Token::F64(bits)) => {
                        self.at += 1;
                        PtxOperand::F64(bits ^ (1 << 63))
                    }
                    _ => return Err(error),
                },
            },
            Some(Token::Punct('~')) => {
                self.at += 1;
                PtxOperand::Int(!self.int()?)
            }
            Some(Token::F32(bits)) => {
                self.at += 1;
                PtxOperand::F32(bits)
            }
            Some(Token::F64(bits)) => {
                self.at += 1;
                PtxOperand::F64(bits)
            }
            Some(Token::Punct('!')) => {
                self.at += 1;
                PtxOperand::Not(Box::new(self.simple_operand()?))
            }
            Some(Token::Punct('{')) => {
                self.at += 1;
                PtxOperand::Vector(self.operands_until('}')?)
            }
            Some(Token::Punct('(')) => {
                self.at += 1;
                PtxOperand::List(self.operands_until(')')?)
            }
            Some(Token::Punct('[')) => {
                self.at += 1;
                let (base, offset) = match self.simple_operand()? {
                    PtxOperand::Sum(name, offset) => (PtxOperand::Name(name), offset),
                    base @ (PtxOperand::Name(_) | PtxOperand::Int(_)) => (base, 0),
                    _ => return self.fail("an address"),
                };
                if offset == 0 && self.accept(',') {
                    let at = self.simple_operand()?;
                    self.expect(']')?;
                    PtxOperand::TextureAddress(Box::new(base), Box::new(at))
                } else {
                    self.expect(']')?;
                    PtxOperand::Address(Box::new(base), offset)
                }
            }
            _ => return self.fail("an operand"),
        };
        self.depth -= 1;
        Ok(operand)
    }
}
