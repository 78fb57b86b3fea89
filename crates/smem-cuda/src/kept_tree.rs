//! A syntax tree with its nodes in order, so that the node around one is found at once.
//!
//! The parser finds it from the root, by the children of each level: that is as much work as a file has declarations.

use std::collections::HashMap;
use std::fmt;

use tree_sitter::{Node, Tree};

use crate::grammar::NodePlace;

self_cell::self_cell!(
    /// A tree and its nodes.
    pub(crate) struct KeptTree {
        owner: Tree,
        #[covariant]
        dependent: NodeTable,
    }
);

/// The nodes of a tree, each before those inside it.
struct NodeTable<'t> {
    nodes: Vec<Node<'t>>,
    /// The number of the node around each; the root has its own.
    around: Vec<u32>,
    numbers: HashMap<usize, u32>,
}

impl<'t> NodeTable<'t> {
    fn of(tree: &'t Tree) -> NodeTable<'t> {
        let (mut nodes, mut around, mut numbers) = (Vec::new(), Vec::new(), HashMap::new());
        let mut open = vec![(tree.root_node(), 0)];
        while let Some((node, parent)) = open.pop() {
            let number = nodes.len() as u32;
            nodes.push(node);
            around.push(parent);
            numbers.insert(node.id(), number);
            let (mut cursor, before) = (node.walk(), open.len());
            open.extend(node.children(&mut cursor).map(|child| (child, number)));
            open[before..].reverse();
        }
        NodeTable { nodes, around, numbers }
    }

    fn parent(&self, number: u32) -> Option<u32> {
        self.around.get(number as usize).copied().filter(|around| *around != number)
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
        let table = self.borrow_dependent();
        match table.numbers.get(&node.id()) {
            Some(number) => table.parent(*number).and_then(|around| table.nodes.get(around as usize)).copied(),
            // Of another tree: an expression of its own.
            None => node.parent(),
        }
    }

    /// The node at a place of this tree.
    pub(crate) fn node(&self, place: &NodePlace) -> Option<Node<'_>> {
        let table = self.borrow_dependent();
        table.numbers.get(&place.id()).and_then(|number| table.nodes.get(*number as usize)).copied()
    }

    /// The nodes that begin at a byte or after it, each before those inside it.
    pub(crate) fn nodes_from(&self, start: usize) -> impl Iterator<Item = Node<'_>> {
        let nodes = &self.borrow_dependent().nodes;
        nodes[nodes.partition_point(|node| node.start_byte() < start)..].iter().copied()
    }

    /// The smallest node around a byte.
    pub(crate) fn node_around(&self, at: usize) -> Node<'_> {
        let table = self.borrow_dependent();
        // The last that begins before it is in all that are around it.
        let last = table.nodes.partition_point(|node| node.start_byte() <= at).saturating_sub(1);
        let mut around = std::iter::successors(u32::try_from(last).ok(), |number| table.parent(*number));
        let found = around.find_map(|number| table.nodes.get(number as usize).filter(|node| node.end_byte() > at));
        found.copied().unwrap_or_else(|| self.root())
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
    use crate::grammar::descendants;

    #[test]
    fn the_node_around_each_is_that_of_the_parser() {
        let text =
            "namespace a { template <int N> __global__ void k(float* x) { if (N) { x[0] = 1; } } } int broken( { ;";
        let tree = KeptTree::of(crate::grammar::parse(text));
        let mut count = 0;
        for node in descendants(tree.root()) {
            assert_eq!(tree.parent(node), node.parent(), "{node}");
            assert_eq!(tree.node(&NodePlace::of(node)), Some(node));
            let at = node.start_byte();
            assert_eq!(Some(tree.node_around(at)), tree.root().descendant_for_byte_range(at, at), "{at}");
            count += 1;
        }
        assert!(count > 50, "{count}");
        assert_eq!(tree.nodes_from(0).collect::<Vec<_>>(), descendants(tree.root()).collect::<Vec<_>>());
        assert!(tree.nodes_from(20).eq(descendants(tree.root()).filter(|node| node.start_byte() >= 20)));
    }
}
