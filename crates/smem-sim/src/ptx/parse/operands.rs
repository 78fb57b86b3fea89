//! The operands of an instruction, of which there may be fewer than its opcode takes.

use std::ops::{Index, Range, RangeFrom, RangeFull, RangeTo};

use super::syntax::PtxOperand;

/// The operands. One that is not there is an empty vector, which no opcode takes, so that it is an error wherever it is read.
#[derive(Debug)]
pub(crate) struct PtxOperands(Vec<PtxOperand>);

static MISSING: PtxOperand = PtxOperand::Vector(Vec::new());

impl From<Vec<PtxOperand>> for PtxOperands {
    fn from(operands: Vec<PtxOperand>) -> PtxOperands {
        PtxOperands(operands)
    }
}

impl PtxOperands {
    /// The number of those that are there.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// An operand that an opcode can do without.
    pub(crate) fn optional(&self, at: usize) -> Option<&PtxOperand> {
        self.0.get(at)
    }
}

impl Index<usize> for PtxOperands {
    type Output = PtxOperand;

    fn index(&self, at: usize) -> &PtxOperand {
        self.0.get(at).unwrap_or(&MISSING)
    }
}

macro_rules! parts {
    ($($range:ty),*) => {$(
        /// Those that are there of a part.
        impl Index<$range> for PtxOperands {
            type Output = [PtxOperand];

            fn index(&self, range: $range) -> &[PtxOperand] {
                self.0.get(range).unwrap_or_default()
            }
        }
    )*};
}
parts!(Range<usize>, RangeFrom<usize>, RangeTo<usize>, RangeFull);

impl<'o> IntoIterator for &'o PtxOperands {
    type Item = &'o PtxOperand;
    type IntoIter = std::slice::Iter<'o, PtxOperand>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operand_that_is_missing_is_an_empty_vector() {
        let operands = PtxOperands::from(vec![PtxOperand::Int(7)]);
        assert_eq!((&operands[0], &operands[1]), (&PtxOperand::Int(7), &PtxOperand::Vector(Vec::new())));
        assert_eq!((operands[1..].len(), operands[2..].len(), operands[..3].len(), operands[0..1].len()), (0, 0, 0, 1));
    }
}
