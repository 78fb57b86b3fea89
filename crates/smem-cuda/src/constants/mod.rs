//! Constants: the numbers that a text fixes before the program runs.

mod command_line;
pub(crate) mod expression;
mod named;
pub(crate) mod number;

pub(crate) use command_line::needs_arguments;
use expression::value;
pub use named::template_arguments;
pub(crate) use named::{BoundParameter, ScopedNames};
pub use number::Constant;
pub(crate) use number::literal;

use crate::cuda_text::CudaText;
use crate::grammar::ParsedExpression;

impl CudaText {
    /// Returns the value of an expression, with the names that the file declares outside functions; `None` where it is not fixed there.
    ///
    /// ```
    /// use smem_cuda::{Constant, CudaText};
    ///
    /// let text = CudaText::parse("#define TILE 32\nconstexpr int up(int a) { return (a + TILE - 1) / TILE; }\nenum { ROWS = up(100) };");
    /// assert_eq!(text.constant("ROWS * sizeof(float)"), Some(Constant::Integer(16)));
    /// assert_eq!(text.constant("COLS"), None);
    /// ```
    pub fn constant(&self, expression: &str) -> Option<Constant> {
        let fragment = ParsedExpression::expression(expression)?;
        value(fragment.root(), fragment.source(), &ScopedNames::at(self, self.readable.len()))
    }

    /// Returns the value of an [integer](Constant::Integer) expression at a byte of the file: the names of the functions and blocks around it
    /// are known, as far as they are declared before it.
    ///
    /// ```
    /// let source = "__global__ void k() { constexpr int N = 32; int i = 0; }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// assert_eq!(text.integer_at("N + 1", source.find("int i").unwrap()), Some(33));
    /// assert_eq!(text.integer("N + 1"), None);
    /// ```
    pub fn integer_at(&self, expression: &str, at: usize) -> Option<i64> {
        let fragment = ParsedExpression::expression(expression)?;
        value(fragment.root(), fragment.source(), &ScopedNames::at(self, self.start + at))?.integer()
    }

    /// Returns the value of an [integer](Constant::Integer) expression.
    pub fn integer(&self, expression: &str) -> Option<i64> {
        self.constant(expression)?.integer()
    }
}
