//! The syntax tree of a PTX module.

use smem_sim::isa::{Space, Type};
use std::collections::HashMap;
use std::ops::{Index, Range, RangeFrom, RangeFull, RangeTo};

#[derive(Debug, Default)]
pub(crate) struct PtxModule {
    /// The language's version, as [8, 7].
    pub(crate) version: Option<[u32; 2]>,
    /// The compute capability of the target, as 90.
    pub(crate) capability: Option<u32>,
    pub(crate) variables: Vec<VariableDeclaration>,
    pub(crate) functions: Vec<PtxFunction>,
    /// Paths by their `.file` number.
    pub(crate) files: HashMap<u64, String>,
    /// Strings of `.debug_str` by their labels: the function names that `.loc` refers to.
    pub(crate) strings: HashMap<String, String>,
}

#[derive(Debug)]
pub(crate) struct VariableDeclaration {
    /// Unique in the module, so that variables of the same name in two functions stay apart.
    pub(crate) id: usize,
    pub(crate) line: u32,
    pub(crate) name: String,
    pub(crate) space: Space,
    pub(crate) align: u64,
    pub(crate) bytes: u64,
    /// `extern` with `[]`: its size is the launch's dynamic shared memory.
    pub(crate) unsized_extern: bool,
    /// An `.extern` declaration: the storage would be in another module.
    pub(crate) declared_only: bool,
    pub(crate) init: Vec<Initial>,
}

/// One initialiser, at a byte offset in its variable.
#[derive(Debug)]
pub(crate) struct Initial {
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    pub(crate) value: InitialValue,
}

#[derive(Debug)]
pub(crate) enum InitialValue {
    Bits(u64),
    /// The address of another variable, plus bytes.
    Address(String, u64),
}

#[derive(Debug)]
pub(crate) struct PtxFunction {
    pub(crate) line: u32,
    pub(crate) name: String,
    pub(crate) kernel: bool,
    pub(crate) returns: Vec<VariableDeclaration>,
    pub(crate) params: Vec<VariableDeclaration>,
    /// `.reqntid`: the one block size the kernel may be launched with.
    pub(crate) required_block: Option<[u32; 3]>,
    /// `.reqnctapercluster`: the one size of clusters the kernel may be launched with.
    pub(crate) required_cluster: Option<[u32; 3]>,
    /// `.maxntid`: the largest block, of which only the number of threads counts.
    pub(crate) max_block: Option<[u32; 3]>,
    pub(crate) body: Option<Vec<Statement>>,
}

#[derive(Debug)]
pub(crate) enum Statement {
    Registers {
        line: u32,
        ty: Type,
        name: String,
        count: Option<u32>,
    },
    Variable(VariableDeclaration),
    Label {
        line: u32,
        name: String,
    },
    /// `.branchtargets` under a label.
    Targets {
        line: u32,
        name: String,
        labels: Vec<String>,
    },
    /// `.callprototype` under a label: what a call through a register takes and returns.
    Prototype {
        line: u32,
        name: String,
        returns: Vec<VariableDeclaration>,
        params: Vec<VariableDeclaration>,
    },
    Instruction(PtxInstruction),
    Loc(Loc),
    Scope(Vec<Statement>),
}

#[derive(Debug, Clone)]
pub(crate) struct Loc {
    pub(crate) file: u64,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Label of the function's name in `.debug_str`, and the place it was inlined at.
    pub(crate) inlined: Option<(String, u64, u32, u32)>,
}

#[derive(Debug)]
pub(crate) struct PtxInstruction {
    pub(crate) line: u32,
    /// Predicate register and whether it is negated.
    pub(crate) guard: Option<(String, bool)>,
    pub(crate) opcode: String,
    pub(crate) operands: PtxOperands,
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PtxOperand {
    Name(String),
    /// A variable's address plus bytes.
    Sum(String, i64),
    Int(u64),
    F32(u32),
    F64(u64),
    Not(Box<PtxOperand>),
    /// `%r1|%p1`
    Pair(Box<PtxOperand>, Box<PtxOperand>),
    /// `{%r1, %r2}`
    Vector(Vec<PtxOperand>),
    /// `[base + offset]`
    Address(Box<PtxOperand>, i64),
    /// `[texture, {%f1, %f2}]`: a texture and coordinates
    TextureAddress(Box<PtxOperand>, Box<PtxOperand>),
    /// `(a, b)`, of a call
    List(Vec<PtxOperand>),
}

/// The operands of an instruction. One that is not there is an empty vector, which no opcode takes, so that it is an error wherever it is read.
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
