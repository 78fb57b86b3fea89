//! Graphs: pieces of work, and which waits for which.

use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};

use super::{NodeKind, Work};
use crate::error::DriverError;
use crate::handles::next_handle;

/// A node of a graph.
#[derive(Debug, Clone)]
pub(crate) struct GraphNode {
    pub(crate) work: Work,
    /// The nodes that this one waits for.
    pub(crate) after: Vec<u64>,
    /// The node that this one is a copy of.
    pub(crate) original: Option<u64>,
}

/// A graph that programs build, by the handles of its nodes, which grow in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct WorkGraph {
    nodes: Mutex<BTreeMap<u64, GraphNode>>,
}

/// A graph that can be launched: its work in an order that its dependencies allow.
#[derive(Debug, Default)]
pub(crate) struct ExecutableGraph {
    pub(crate) steps: Mutex<Vec<(u64, Work)>>,
}

impl WorkGraph {
    /// Adds a node after others and returns its handle.
    pub(crate) fn add(&self, work: Work, after: Vec<u64>) -> u64 {
        let node = next_handle();
        self.nodes.lock().insert(node, GraphNode { work, after, original: None });
        node
    }

    /// Whether all of these are nodes of the graph.
    pub(crate) fn has_all(&self, nodes: &[u64]) -> bool {
        let own = self.nodes.lock();
        nodes.iter().all(|node| own.contains_key(node))
    }

    /// The nodes in the order in which they were added.
    pub(crate) fn nodes(&self) -> Vec<u64> {
        self.nodes.lock().keys().copied().collect()
    }

    /// The nodes that wait for no other.
    pub(crate) fn roots(&self) -> Vec<u64> {
        let nodes = self.nodes.lock();
        nodes.iter().filter(|(_, node)| node.after.is_empty()).map(|(handle, _)| *handle).collect()
    }

    /// These nodes, and all that they wait for.
    pub(crate) fn with_all_before(&self, last: &[u64]) -> BTreeSet<u64> {
        let nodes = self.nodes.lock();
        let (mut found, mut left) = (BTreeSet::new(), last.to_vec());
        while let Some(node) = left.pop() {
            if found.insert(node) {
                left.extend(nodes.get(&node).into_iter().flat_map(|node| &node.after));
            }
        }
        found
    }

    /// Pairs of a node and one that waits for it.
    pub(crate) fn edges(&self) -> Vec<[u64; 2]> {
        let nodes = self.nodes.lock();
        nodes.iter().flat_map(|(to, node)| node.after.iter().map(|from| [*from, *to])).collect()
    }

    /// Reads or changes a node; `None` where the graph has not that one.
    pub(crate) fn with_node<T>(&self, node: u64, call: impl FnOnce(&mut GraphNode) -> T) -> Option<T> {
        self.nodes.lock().get_mut(&node).map(call)
    }

    /// Takes a node out; no other waits for it any more.
    pub(crate) fn remove(&self, node: u64) -> bool {
        let mut nodes = self.nodes.lock();
        nodes.values_mut().for_each(|other| other.after.retain(|known| *known != node));
        nodes.remove(&node).is_some()
    }

    /// A graph with copies of all nodes.
    pub(crate) fn copied(&self) -> WorkGraph {
        let nodes = self.nodes.lock();
        let names: BTreeMap<u64, u64> = nodes.keys().map(|node| (*node, next_handle())).collect();
        let copy = |(handle, node): (&u64, &GraphNode)| {
            let after = node.after.iter().map(|node| names[node]).collect();
            (names[handle], GraphNode { work: node.work.clone(), after, original: Some(*handle) })
        };
        WorkGraph { nodes: Mutex::new(nodes.iter().map(copy).collect()) }
    }

    /// The copy of another graph's node.
    pub(crate) fn copy_of(&self, original: u64) -> Option<u64> {
        let nodes = self.nodes.lock();
        nodes.iter().find(|(_, node)| node.original == Some(original)).map(|(handle, _)| *handle)
    }

    /// The work in an order in which no node comes before one that it waits for. [`DriverError::InvalidValue`] for a circle.
    pub(crate) fn in_order(&self) -> Result<Vec<(u64, Work)>, DriverError> {
        let nodes = self.nodes.lock();
        let mut missing: BTreeMap<u64, usize> =
            nodes.iter().map(|(handle, node)| (*handle, node.after.len())).collect();
        let mut behind: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (handle, node) in nodes.iter() {
            node.after.iter().for_each(|before| behind.entry(*before).or_default().push(*handle));
        }
        // The first that is ready is the one that was added first.
        let mut ready: BTreeSet<u64> =
            missing.iter().filter(|(_, count)| **count == 0).map(|(node, _)| *node).collect();
        let mut order = Vec::with_capacity(nodes.len());
        while let Some(handle) = ready.pop_first() {
            order.push((handle, nodes[&handle].work.clone()));
            for next in behind.remove(&handle).unwrap_or_default() {
                if let Some(count) = missing.get_mut(&next) {
                    *count -= 1;
                    if *count == 0 {
                        ready.insert(next);
                    }
                }
            }
        }
        if order.len() == nodes.len() { Ok(order) } else { Err(DriverError::InvalidValue) }
    }
}

impl ExecutableGraph {
    /// All of its work as one piece, as it is now.
    pub(crate) fn work(&self) -> Work {
        let steps = self.steps.lock().iter().map(|(_, work)| work.clone()).collect();
        Work::of_all(NodeKind::Child, steps)
    }

    /// Gives a node other work.
    pub(crate) fn set(&self, node: u64, work: Work) -> Result<(), DriverError> {
        let mut steps = self.steps.lock();
        let step = steps.iter_mut().find(|(known, _)| *known == node).ok_or(DriverError::InvalidValue)?;
        if step.1.kind != work.kind {
            return Err(DriverError::InvalidValue);
        }
        step.1 = work;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_comes_behind_what_it_waits_for_and_a_circle_has_no_order() {
        let graph = WorkGraph::default();
        let empty = || Work::nothing();
        let [first, second] = [graph.add(empty(), Vec::new()), graph.add(empty(), Vec::new())];
        let third = graph.add(empty(), vec![second]);
        graph.with_node(first, |node| node.after.push(third)).unwrap();
        let order =
            |graph: &WorkGraph| graph.in_order().map(|all| all.iter().map(|(node, _)| *node).collect::<Vec<_>>());
        assert_eq!(order(&graph), Ok(vec![second, third, first]));
        assert_eq!((graph.roots(), graph.edges()), (vec![second], vec![[third, first], [second, third]]));
        graph.with_node(second, |node| node.after.push(first)).unwrap();
        assert_eq!(order(&graph), Err(DriverError::InvalidValue));
        let copy = graph.copied();
        assert!(copy.remove(copy.copy_of(first).unwrap()));
        assert_eq!((copy.nodes().len(), order(&copy).unwrap().len(), graph.nodes().len()), (2, 2, 3));
    }
}
