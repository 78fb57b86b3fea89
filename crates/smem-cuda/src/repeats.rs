//! Lines that a thread may execute several times in one call of their function.

use tree_sitter::Node;

use crate::CudaText;

impl CudaText {
    /// Returns whether a line of the file, counted from 1, is in a loop, or may be: it names a macro with statements, or the file has a `goto`.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__global__ void k(int* a) {\n  a[0] += 1; a[0] += 2;\n  while (a[0])\n    a[0] -= 1;\n}");
    /// assert_eq!([1, 2, 3, 4, 5].map(|line| text.may_repeat(line)), [false, false, true, true, false]);
    /// ```
    pub fn may_repeat(&self, line: usize) -> bool {
        let mut nodes = self.file_nodes();
        nodes.any(|node| node.kind() == "goto_statement" || is_loop(node) && self.lines_of(node).contains(&line))
            || self.names_statements(line)
    }

    fn lines_of(&self, node: Node<'_>) -> std::ops::RangeInclusive<usize> {
        let first = self.line_of(node);
        first..=first + (node.end_position().row - node.start_position().row)
    }

    /// Whether a line names a macro whose text has statements.
    fn names_statements(&self, line: usize) -> bool {
        let text = self.source.lines().nth(line.saturating_sub(1)).unwrap_or("");
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.macros.iter().any(|known| known.name == word && known.body.contains([';', '{'])))
    }
}

fn is_loop(node: Node<'_>) -> bool {
    matches!(node.kind(), "for_statement" | "for_range_loop" | "while_statement" | "do_statement")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_with_statements_and_a_goto_may_be_loops() {
        let text = CudaText::parse(
            "#define SUM for (int i = 0; i < 4; ++i) s += i;\n#define N 4\nvoid f(int s) {\n  SUM\n  s = N;\n}",
        );
        assert_eq!([4, 5].map(|line| text.may_repeat(line)), [true, false]);
        let jumps = CudaText::parse("void f(int s) {\n again: s -= 1;\n if (s) goto again;\n}");
        assert!(jumps.may_repeat(2));
    }
}
