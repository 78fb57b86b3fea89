//! The statements of functions, block by block: where a statement may be added.

mod assignment;
mod block;

use std::ops::Range;

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::grammar::{descendants, named_children};
pub use assignment::StoredValue;
pub use block::{FunctionStatements, StatementBlock, StatementBlockKind, StatementPlace, WrittenStatement};

impl CudaText {
    /// Returns the statements of each function of the file that has a body, in the order of the file.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__global__ void k(int* a) {\n  if (a[0])\n    a[1] = 2;\n  a[3] = 4;\n}");
    /// let function = &text.function_statements()[0];
    /// assert_eq!((function.name.as_str(), function.blocks[0].statements.len()), ("k", 2));
    /// // The body of the `if` has no braces.
    /// assert!(!function.blocks[1].is_braced);
    /// ```
    pub fn function_statements(&self) -> Vec<FunctionStatements> {
        let functions = self.file_nodes().filter(|node| node.kind() == "function_definition");
        functions.filter_map(|function| self.statements_of(function)).collect()
    }

    fn statements_of(&self, function: Node<'_>) -> Option<FunctionStatements> {
        let body = function.child_by_field_name("body").filter(|body| body.kind() == "compound_statement")?;
        let declarator = function.child_by_field_name("declarator")?;
        let name = descendants(declarator)
            .find(|node| matches!(node.kind(), "identifier" | "field_identifier"))
            .map_or(String::new(), |node| self.text_of(node).to_owned());
        let mut found = FunctionStatements { name, place: self.place_of(function), blocks: Vec::new() };
        self.add_block(&mut found, None, StatementBlockKind::Once, body);
        Some(found)
    }

    /// Adds the block that a node is: its statements, or itself where it has no braces.
    fn add_block(
        &self,
        all: &mut FunctionStatements,
        parent: Option<StatementPlace>,
        kind: StatementBlockKind,
        node: Node<'_>,
    ) {
        let is_braced = node.kind() == "compound_statement";
        let nodes = if is_braced { named_children(node) } else { vec![node] };
        self.add_statements(all, parent, (kind, is_braced), self.place_of(node), nodes);
    }

    fn add_statements(
        &self,
        all: &mut FunctionStatements,
        parent: Option<StatementPlace>,
        (kind, is_braced): (StatementBlockKind, bool),
        place: Range<usize>,
        nodes: Vec<Node<'_>>,
    ) {
        let number = all.blocks.len();
        let statements = nodes.iter().map(|node| self.written_statement(*node)).collect();
        all.blocks.push(StatementBlock { place, kind, is_braced, parent, statements });
        for (index, node) in nodes.into_iter().enumerate() {
            self.add_inner(all, StatementPlace { block: number, index }, node);
        }
    }

    fn written_statement(&self, node: Node<'_>) -> WrittenStatement {
        let place = self.place_of(node);
        let place = self.with_attributes(place.start)..place.end;
        let lines = self.line_at(place.start)..=self.line_at(place.end.max(1) - 1);
        let condition = node.child_by_field_name("condition").filter(|_| node.kind() == "if_statement");
        WrittenStatement {
            condition: condition.map(|condition| self.place_of(condition)),
            has_alternative: node.child_by_field_name("alternative").is_some(),
            stored: self.stored_value(node),
            counter: self.counter_of(node),
            place,
            lines,
        }
    }

    /// Adds the blocks in a statement.
    fn add_inner(&self, all: &mut FunctionStatements, at: StatementPlace, node: Node<'_>) {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "compound_statement" => self.add_block(all, Some(at), StatementBlockKind::Once, node),
            "if_statement" => {
                for part in field("consequence").into_iter().chain(field("alternative")) {
                    let body = match part.kind() {
                        "else_clause" => named_children(part).into_iter().last(),
                        _ => Some(part),
                    };
                    body.into_iter().for_each(|body| self.add_block(all, Some(at), StatementBlockKind::Branch, body));
                }
            }
            "for_statement" | "for_range_loop" | "while_statement" | "do_statement" => {
                field("body")
                    .into_iter()
                    .for_each(|body| self.add_block(all, Some(at), StatementBlockKind::Loop, body));
            }
            "switch_statement" => {
                field("body")
                    .into_iter()
                    .for_each(|body| self.add_block(all, Some(at), StatementBlockKind::Branch, body));
            }
            "case_statement" => {
                let value = field("value").map(|value| value.id());
                let inner = named_children(node).into_iter().filter(|child| Some(child.id()) != value).collect();
                self.add_statements(all, Some(at), (StatementBlockKind::Branch, true), self.place_of(node), inner);
            }
            "labeled_statement" | "attributed_statement" => {
                let inner = named_children(node).into_iter().last();
                inner.into_iter().for_each(|inner| self.add_inner(all, at, inner));
            }
            _ => {
                let bodies = descendants(node).filter(|inner| inner.kind() == "lambda_expression");
                for body in bodies.filter_map(|lambda| lambda.child_by_field_name("body")) {
                    self.add_block(all, Some(at), StatementBlockKind::Once, body);
                }
            }
        }
    }

    /// The variable that a loop counts up from 0 by 1, `i` of `for (int i = 0; i < n; ++i)`.
    fn counter_of(&self, node: Node<'_>) -> Option<String> {
        let initializer = node.child_by_field_name("initializer").filter(|_| node.kind() == "for_statement")?;
        let written = self.text_of(initializer).trim_end_matches(';');
        let (name, value) = written.split_once('=')?;
        let name = name.split_whitespace().last()?;
        let update: String = self.text_of(node.child_by_field_name("update")?).split_whitespace().collect();
        let counts = [format!("++{name}"), format!("{name}++"), format!("{name}+=1")].contains(&update);
        (value.trim() == "0" && counts).then(|| name.to_owned())
    }
}

#[cfg(test)]
mod tests;
