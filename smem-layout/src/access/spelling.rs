//! Accesses as the attribute spells them, for messages and for const evaluation.

#[cfg(feature = "alloc")]
use core::fmt;

#[cfg(feature = "alloc")]
use crate::{access::access::Access, text::written};
use crate::{
    access::{
        borrowed_table::BorrowedTable,
        const_access::{ConstAccess, ConstPattern},
    },
    text::{TextWriter, put},
};

/// Writes the access as the attribute spells it: `block(4, 8, vec = 2)`.
#[cfg(feature = "alloc")]
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(64, |text| self.borrowed().write(text)))
    }
}

impl ConstAccess<'_> {
    /// Writes the access as the attribute spells it: `block(4, 8, vec = 2)`.
    pub(crate) const fn write(&self, text: &mut TextWriter<'_>) {
        if self.transposed {
            text.push("transposed(");
        }
        let mut arguments = self.pattern.write(text);
        if self.transposed {
            if arguments > 0 {
                text.push(")");
            }
            arguments = 1;
        }
        if self.vec != 1 {
            text.push(if arguments == 0 { "(vec = " } else { ", vec = " });
            text.number(self.vec as u64);
            arguments += 1;
        }
        if self.max_ways != 1 {
            text.push(if arguments == 0 { "(max_ways = " } else { ", max_ways = " });
            text.number(self.max_ways as u64);
            arguments += 1;
        }
        if arguments > 0 {
            text.push(")");
        }
    }
}

impl ConstPattern<'_> {
    /// Writes the name and the arguments without the closing parenthesis; returns the number of arguments.
    const fn write(&self, text: &mut TextWriter<'_>) -> u32 {
        match *self {
            ConstPattern::Row { wrap } | ConstPattern::Col { wrap } | ConstPattern::Depth { wrap } => {
                text.push(match self {
                    ConstPattern::Row { .. } => "row",
                    ConstPattern::Col { .. } => "col",
                    _ => "depth",
                });
                if !wrap {
                    text.push("(wrap = false");
                }
                !wrap as u32
            }
            ConstPattern::LdMatrix { trans } => {
                text.push(if trans { "ldmatrix(trans" } else { "ldmatrix" });
                trans as u32
            }
            ConstPattern::Block { height, width } | ConstPattern::Window { height, width } => {
                text.push(if matches!(self, ConstPattern::Block { .. }) { "block(" } else { "window(" });
                put!(text; #height, ", ", #width,);
                2
            }
            ConstPattern::Block3d { depth, height, width } => {
                put!(text; "block(", #depth, ", ", #height, ", ", #width,);
                3
            }
            ConstPattern::Stride { step, aligned } => {
                text.push("stride(");
                text.number(step as u64);
                text.push(if aligned { ", aligned" } else { "" });
                1
            }
            ConstPattern::Fragment { shape, operand } => {
                put!(text; "fragment(", shape.name(), ", ", operand.name(),);
                2
            }
            ConstPattern::Wmma { shape, operand } => {
                put!(text; "wmma(", shape.name(), ", ", operand.name(),);
                2
            }
            ConstPattern::Lanes(BorrowedTable { text: closure, .. }) => {
                text.push("lanes(");
                text.push(closure);
                1
            }
        }
    }
}
