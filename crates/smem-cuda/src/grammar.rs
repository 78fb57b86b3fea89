//! The grammar of CUDA C++, by tree-sitter.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

/// Parses a text. A text that is not CUDA C++ gives a tree with error nodes.
#[expect(clippy::expect_used, reason = "whatever the text is: tree-sitter has its language, and no limit of time")]
pub(crate) fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_cuda::LANGUAGE.into())
        .expect("the grammar is of the version that the parser was built with");
    parser.parse(text, None).expect("a parser with a language and without a time limit returns a tree")
}

/// Returns the children of a node that are not punctuation or keywords.
pub(crate) fn named_children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// Returns the children of a node in a field of the grammar, such as the declarators of a declaration.
pub(crate) fn in_field<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor).collect()
}

/// Returns a node and all below it, each before its children.
pub(crate) fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    descendants_where(node, |_| true)
}

/// Returns a node and all below it, each before its children, but for nodes of a kind and what is in them.
pub(crate) fn descendants_outside<'t>(node: Node<'t>, kind: &'static str) -> impl Iterator<Item = Node<'t>> {
    descendants_where(node, move |node| node.kind() != kind)
}

fn descendants_where<'t>(node: Node<'t>, is_of_it: impl Fn(&Node<'t>) -> bool) -> impl Iterator<Item = Node<'t>> {
    let mut open = vec![node];
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let mut cursor = next.walk();
        let before = open.len();
        open.extend(next.children(&mut cursor).filter(&is_of_it));
        open[before..].reverse();
        Some(next)
    })
}

/// Where a node is in its tree, for a search that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodePlace {
    id: usize,
    range: Range<usize>,
}

impl NodePlace {
    pub(crate) fn of(node: Node<'_>) -> NodePlace {
        NodePlace { id: node.id(), range: node.byte_range() }
    }

    /// The bytes of the node.
    pub(crate) fn range(&self) -> &Range<usize> {
        &self.range
    }

    /// Returns true for the place of this node.
    pub(crate) fn is_of(&self, node: Node<'_>) -> bool {
        self.id == node.id()
    }

    /// Returns the number of the node in its own tree.
    pub(crate) fn id(&self) -> usize {
        self.id
    }
}

/// Returns the expression of the condition of an `if` or a loop: `n > 1` of `(n > 1)`, which may be a clause with a declaration in front.
pub(crate) fn without_clause(condition: Node<'_>) -> Node<'_> {
    condition.child_by_field_name("value").filter(|_| condition.kind() == "condition_clause").unwrap_or(condition)
}

/// Returns the expression in parentheses.
pub(crate) fn unparenthesized<'t>(node: Node<'t>) -> Node<'t> {
    let inner =
        |node: &Node<'t>| named_children(*node).first().copied().filter(|_| node.kind() == "parenthesized_expression");
    // A loop: text may have more parentheses than the stack has room for.
    std::iter::successors(Some(node), inner).last().unwrap_or(node)
}

/// An expression that is not part of a file: the body of a macro, or an argument with the parameters replaced.
#[derive(Debug)]
pub(crate) struct ParsedExpression {
    source: String,
    tree: Tree,
}

impl ParsedExpression {
    /// Parses an expression; `None` where the text is not one.
    pub(crate) fn expression(text: &str) -> Option<ParsedExpression> {
        let source = format!("auto x = {text};");
        let tree = parse(&source);
        let fragment = ParsedExpression { source, tree };
        fragment.node().is_some().then_some(fragment)
    }

    fn node(&self) -> Option<Node<'_>> {
        let root = self.tree.root_node();
        if root.has_error() || root.named_child_count() != 1 {
            return None;
        }
        let declarators = in_field(root.named_child(0)?, "declarator");
        let [only] = declarators[..] else { return None };
        only.child_by_field_name("value")
    }

    /// The expression, as a part of [`source`](Self::source).
    #[expect(clippy::expect_used, reason = "the constructor has looked for it")]
    pub(crate) fn root(&self) -> Node<'_> {
        self.node().expect("checked when the fragment was made")
    }

    pub(crate) fn source(&self) -> &str {
        &self.source
    }
}
