//! A syntax tree with its nodes in order, so that the node around one is found at once.
//!
//! The parser finds it from the root, by the children of each level: that is as much work as a file has declarations.

use std::collections::HashMap;
use std::fmt;

use tree_sitter::{Node, Tree};

use crate::grammar::{NodePlace, descendants};

self_cell::self_cell!(
    /// A tree and its nodes.
    pub(crate) struct KeptTree {
        owner: Tree,
        #[covariant]
        dependent: NodeTable,
    }
);

/// The nodes of a tree, each with the one around it.
struct NodeTable<'t> {
    around: HashMap<usize, (Node<'t>, Option<Node<'t>>)>,
}

impl<'t> NodeTable<'t> {
    fn of(tree: &'t Tree) -> NodeTable<'t> {
        let mut around = HashMap::new();
        around.insert(tree.root_node().id(), (tree.root_node(), None));
        for node in descendants(tree.root_node()) {
            let mut cursor = node.walk();
            around.extend(node.children(&mut cursor).map(|child| (child.id(), (child, Some(node)))));
        }
        NodeTable { around }
    }
}

impl KeptTree {
    pub(crate) fn of(tree: Tree) -> KeptTree {
        KeptTree::new(tree, |tree| NodeTable::of(tree))
    }

    pub(crate) fn root(&self) -> Node<'_> {
        self.borrow_owner().root_node()
    }

    /// The node around a node of this tree.
    pub(crate) fn parent<'t>(&'t self, node: Node<'t>) -> Option<Node<'t>> {
        match self.borrow_dependent().around.get(&node.id()) {
            Some((_, around)) => *around,
            // Of another tree: an expression of its own.
            None => node.parent(),
        }
    }

    /// The node at a place of this tree.
    pub(crate) fn node(&self, place: &NodePlace) -> Option<Node<'_>> {
        self.borrow_dependent().around.get(&place.id()).map(|(node, _)| *node)
    }
}

impl Clone for KeptTree {
    fn clone(&self) -> KeptTree {
        KeptTree::of(self.borrow_owner().clone())
    }
}

impl fmt::Debug for KeptTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptTree")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_around_each_is_that_of_the_parser() {
        let text =
            "namespace a { template <int N> __global__ void k(float* x) { if (N) { x[0] = 1; } } } int broken( { ;";
        let tree = KeptTree::of(crate::grammar::parse(text));
        let mut count = 0;
        for node in descendants(tree.root()) {
            assert_eq!(tree.parent(node), node.parent(), "{node}");
            assert_eq!(tree.node(&NodePlace::of(node)), Some(node));
            count += 1;
        }
        assert!(count > 50, "{count}");
    }
}
