//! A layout of one of the classes, and the least of them.

use std::fmt;

use super::{inner::Inner, matrices::Columns, rotations::Turn};

/// A layout of one of the classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClassMember {
    pub(crate) pitch: u32,
    /// Elements of storage.
    pub(crate) storage: u32,
    pub(crate) swizzle: Moved,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Moved {
    Not,
    Cute(String),
    /// The image of each bit of the line, in elements.
    Matrix(Columns),
    /// A basis of the XORs of granules in one bank.
    Kernel(Vec<u32>),
    Turn(Turn),
    /// Padding inside rows: nothing is permuted.
    Inside(Inner),
}

/// The least member that is free, or how sure it is that there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Least {
    /// With whether every class before it was searched to its end.
    Found {
        member: ClassMember,
        sure: bool,
    },
    None,
    /// A class was too large to be searched to its end.
    Unknown,
}

impl fmt::Display for ClassMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pitch {}", self.pitch)?;
        match &self.swizzle {
            Moved::Not => Ok(()),
            Moved::Cute(cute) => write!(f, ", {cute}"),
            Moved::Matrix(columns) => write!(f, ", col ^ {columns:?} line"),
            Moved::Kernel(basis) => write!(f, ", a matrix of the offset with the kernel {basis:?}"),
            Moved::Turn(turn) => write!(f, ", {turn:?}"),
            Moved::Inside(inner) => write!(f, ", {inner:?}"),
        }?;
        write!(f, " ({} elements)", self.storage)
    }
}
