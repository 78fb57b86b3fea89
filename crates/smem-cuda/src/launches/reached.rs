//! Launches that the host makes only where a condition holds, and one that is known not to.

use tree_sitter::Node;

use super::site::LaunchSite;
use crate::constants::Constant;
use crate::grammar::{descendants, named_children, without_clause};
use crate::types::TypeNames;

impl<'t> LaunchSite<'t> {
    /// Returns false for a call in the branch of an `if`, or in the case of a `switch`, that the constants of this instance do not take.
    pub(super) fn is_reached(&self) -> bool {
        let mut inner = self.call;
        for around in self.text.ancestors(self.call).take_while(|around| around.kind() != "function_definition") {
            let is_taken = match around.kind() {
                "if_statement" => self.takes_branch(around, inner),
                "compound_statement" if inner.kind() == "case_statement" => self.takes_case(around, inner),
                _ => true,
            };
            if !is_taken {
                return false;
            }
            inner = around;
        }
        true
    }

    fn takes_branch(&self, statement: Node<'t>, branch: Node<'t>) -> bool {
        let condition = statement.child_by_field_name("condition").filter(|condition| *condition != branch);
        let Some(holds) = condition.and_then(|condition| self.value_of_condition(condition)) else { return true };
        match statement.child_by_field_name("consequence") == Some(branch) {
            true => holds.is_true(),
            false => !holds.is_true(),
        }
    }

    /// Returns false where the value of a `switch` is that of another case, and no case before this one goes on into it.
    fn takes_case(&self, body: Node<'t>, own: Node<'t>) -> bool {
        let switch = self.text.parent(body).filter(|switch| switch.kind() == "switch_statement");
        let condition = switch.and_then(|switch| switch.child_by_field_name("condition"));
        let Some(value) = condition.and_then(|condition| self.value_of_condition(condition)) else { return true };
        let cases: Vec<Node<'t>> =
            named_children(body).into_iter().filter(|child| child.kind() == "case_statement").collect();
        // `default` has no value.
        let values: Option<Vec<Option<Constant>>> = cases
            .iter()
            .map(|case| match case.child_by_field_name("value") {
                Some(value) => self.names_at(case.start_byte()).value_at(value).map(Some),
                None => Some(None),
            })
            .collect();
        let Some(values) = values else { return true };
        let default = || values.iter().position(Option::is_none);
        let Some(first) = values.iter().position(|case| *case == Some(value)).or_else(default) else { return false };
        let goes_on = |case: &&Node<'t>| !descendants(**case).any(leaves_case);
        let last = first + cases[first..].iter().take_while(goes_on).count();
        cases.iter().position(|case| *case == own).is_none_or(|at| (first..=last).contains(&at))
    }

    fn value_of_condition(&self, condition: Node<'t>) -> Option<Constant> {
        self.names_at(condition.start_byte()).value_at(without_clause(condition))
    }
}

/// Returns true for what may end a case.
fn leaves_case(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "break_statement" | "return_statement" | "continue_statement" | "goto_statement" | "throw_statement"
    )
}
