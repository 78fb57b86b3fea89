//! The statements of a function, and where a line is among them.

use std::ops::{Range, RangeInclusive};

use super::assignment::StoredValue;

/// The statements of a function, as blocks that each name the one around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionStatements {
    /// The name of the function.
    pub name: String,
    /// The bytes of the function in the file.
    pub place: Range<usize>,
    /// Its blocks; the first is its body.
    pub blocks: Vec<StatementBlock>,
}

/// Statements that follow one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementBlock {
    /// The bytes of the block in the file, with its braces.
    pub place: Range<usize>,
    /// How often its statements run, when the statement around it runs once.
    pub kind: StatementBlockKind,
    /// Whether it has braces: one without is a single statement.
    pub is_braced: bool,
    /// The statement that it is a part of; `None` for the body of the function.
    pub parent: Option<StatementPlace>,
    /// Its statements, in their order.
    pub statements: Vec<WrittenStatement>,
}

/// How often a block runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementBlockKind {
    /// Each time.
    Once,
    /// Only if a condition holds.
    Branch,
    /// As the body of a loop.
    Loop,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenStatement {
    /// Its bytes in the file, with its semicolon.
    pub place: Range<usize>,
    /// Its lines, from 1.
    pub lines: RangeInclusive<u32>,
    /// The condition of an `if`, with its parentheses.
    pub condition: Option<Range<usize>>,
    /// Whether it is an `if` with an `else`.
    pub has_alternative: bool,
    /// The place that it assigns to, and the value.
    pub stored: Option<StoredValue>,
    /// The variable that a loop counts up from 0 by 1.
    pub counter: Option<String>,
}

/// A statement by its block and its number there, or the place in front of it; after the last one the end of the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementPlace {
    /// The number of the block in its function.
    pub block: usize,
    /// The number of the statement in its block.
    pub index: usize,
}

impl FunctionStatements {
    /// Returns the block of a place.
    pub fn block(&self, place: StatementPlace) -> Option<&StatementBlock> {
        self.blocks.get(place.block)
    }

    /// Returns the statement of a place.
    pub fn statement(&self, place: StatementPlace) -> Option<&WrittenStatement> {
        self.block(place)?.statements.get(place.index)
    }

    /// Returns the statements around a line, the outermost first: where several of a block are on the line, the first or the last of them.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("void f(int* a) {\n  for (;;) {\n    a[0] = 1; a[1] = 2;\n  }\n}");
    /// let function = &text.function_statements()[0];
    /// let path: Vec<usize> = function.path(3, true).iter().map(|place| place.index).collect();
    /// assert_eq!(path, [0, 1]);
    /// assert!(function.path(1, false).is_empty());
    /// ```
    pub fn path(&self, line: u32, is_last: bool) -> Vec<StatementPlace> {
        let on_line = |block: &StatementBlock| {
            let mut all = block.statements.iter().enumerate().filter(|(_, one)| one.lines.contains(&line));
            let first = all.next();
            let found = if is_last { all.next_back().or(first) } else { first };
            found.map(|(index, _)| index)
        };
        let mut path: Vec<StatementPlace> = Vec::new();
        loop {
            let around = path.last().copied();
            let inner = self.blocks.iter().enumerate().filter(|(_, block)| block.parent == around);
            let mut inner = inner.filter_map(|(block, of)| Some(StatementPlace { block, index: on_line(of)? }));
            let first = inner.next();
            let next = if is_last { inner.next_back().or(first) } else { first };
            match next {
                Some(next) => path.push(next),
                None => return path,
            }
        }
    }

    /// Returns the places of the statements around a block, the innermost first.
    pub fn around(&self, block: usize) -> impl Iterator<Item = StatementPlace> {
        let parent = |block: usize| self.blocks.get(block).and_then(|block| block.parent);
        std::iter::successors(parent(block), move |place| parent(place.block))
    }
}
