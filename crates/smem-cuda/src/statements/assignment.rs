//! Statements that store a value: `s[t] += s[t + 16];`.

use std::ops::Range;

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::grammar::{descendants, named_children};

/// A statement that does nothing but to store a value in a place that names no call and no other assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredValue {
    /// The bytes of the place that is assigned to: `s[t]`.
    pub target: Range<usize>,
    /// The operator: `=`, `+=`, `++`.
    pub operator: String,
    /// The bytes of the operator.
    pub operator_place: Range<usize>,
    /// The bytes of the value; `None` for `++` and `--`.
    pub value: Option<Range<usize>>,
}

impl CudaText {
    /// Reads the assignment that a statement is.
    pub(super) fn stored_value(&self, statement: Node<'_>) -> Option<StoredValue> {
        let inner = named_children(statement);
        let [node] = inner[..] else { return None };
        if statement.kind() != "expression_statement" {
            return None;
        }
        let target = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left")?,
            "update_expression" => node.child_by_field_name("argument")?,
            _ => return None,
        };
        // It may be written twice.
        let repeats = |node: &Node<'_>| {
            matches!(
                node.kind(),
                "call_expression" | "assignment_expression" | "update_expression" | "lambda_expression"
            )
        };
        let operator = node.child_by_field_name("operator")?;
        if descendants(target).any(|node| repeats(&node)) {
            return None;
        }
        let value = node.child_by_field_name("right").map(|value| self.place_of(value));
        Some(StoredValue {
            target: self.place_of(target),
            operator: self.text_of(operator).to_owned(),
            operator_place: self.place_of(operator),
            value,
        })
    }
}
