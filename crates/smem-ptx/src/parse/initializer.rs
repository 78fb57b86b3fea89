//! Initial values of module variables: numbers, a list of them, addresses of other variables.

use super::lexer::Token;
use super::reader::Reader;
use super::syntax::{Initial, InitialValue};
use smem_sim::ParseError;

impl Reader<'_> {
    pub(super) fn initializer(&mut self, element: u64, out: &mut Vec<Initial>) -> Result<(), ParseError> {
        if self.accept('{') {
            // An inner list may stop short of its row, so reading it flat would be a guess.
            if self.peek() == Some(Token::Punct('{')) {
                return Err(ParseError::new(self.line(), "nested initial values are not supported"));
            }
            while !self.accept('}') {
                self.initial_value(element, out)?;
                if !self.accept(',') {
                    self.expect('}')?;
                    break;
                }
            }
            return Ok(());
        }
        self.initial_value(element, out)
    }

    fn initial_value(&mut self, element: u64, out: &mut Vec<Initial>) -> Result<(), ParseError> {
        let value = match self.peek() {
            Some(Token::F32(bits)) => {
                self.skip();
                InitialValue::Bits(u64::from(bits))
            }
            Some(Token::F64(bits)) => {
                self.skip();
                InitialValue::Bits(bits)
            }
            Some(Token::Word("generic")) => {
                self.skip();
                self.expect('(')?;
                let name = self.word("a variable's name")?.to_owned();
                self.expect(')')?;
                InitialValue::Address(name, self.initial_offset()?)
            }
            Some(Token::Word(_)) => {
                let name = self.word("a variable's name")?.to_owned();
                InitialValue::Address(name, self.initial_offset()?)
            }
            _ => InitialValue::Bits(self.signed()?),
        };
        if matches!(value, InitialValue::Address(..)) && element != 8 {
            return Err(ParseError::new(self.line(), "an address needs an element of 8 bytes"));
        }
        let offset = out.last().map_or(0, |i| i.offset + i.bytes);
        out.push(Initial { offset, bytes: element, value });
        Ok(())
    }

    fn initial_offset(&mut self) -> Result<u64, ParseError> {
        if self.accept('+') { self.signed() } else { Ok(0) }
    }
}
