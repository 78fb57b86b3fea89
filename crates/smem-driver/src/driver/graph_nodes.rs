//! Graphs that programs build node by node.

use std::sync::Arc;

use super::{Driver, DriverStream};
use crate::error::DriverError;
use crate::stream::{Capture, CaptureMode, CapturedStream, NodeKind, Queue, Work, WorkGraph};

/// Work for a node of a graph, as [`Driver::record`] notes it.
///
/// ```
/// # use smem_driver::*;
/// # let driver = Driver::new(DriverOptions::default());
/// # driver.init(0)?;
/// # driver.set_current(driver.retain_primary(0)?)?;
/// let place = driver.alloc(4)?;
/// let fill: RecordedWork = driver.record(NodeKind::Fill, |stream| driver.fill_in(place, &[7], 4, stream))?;
/// let graph = driver.create_graph(0)?;
/// let first = driver.add_node(graph, &[], fill.clone())?;
/// driver.add_node(graph, &[first], fill)?;
/// assert_eq!(driver.graph_nodes(graph)?.len(), 2);
/// # Ok::<(), DriverError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RecordedWork(Work);

impl Driver {
    /// Notes what calls would do in a stream, as work of one node; the calls get a stream's handle.
    ///
    /// # Errors
    /// Those of the calls, and [`DriverError::InvalidContext`].
    pub fn record<E: From<DriverError>>(
        &self,
        kind: NodeKind,
        calls: impl FnOnce(u64) -> Result<(), E>,
    ) -> Result<RecordedWork, E> {
        let context = self.context()?;
        let queue = Queue::new(1, 0);
        let graph = Arc::new(WorkGraph::default());
        let capture = Capture::new(0, Arc::clone(&graph), CaptureMode::Relaxed);
        queue.set_capture(Some(CapturedStream::origin(capture, Vec::new())));
        let stream = self.streams.insert(DriverStream { context, queue: Arc::clone(&queue) });
        let outcome = calls(stream);
        // The handle is this function's own.
        let _ = self.streams.remove(stream);
        outcome?;
        if queue.capture().is_some_and(|capture| capture.is_invalid()) {
            return Err(DriverError::StreamCaptureInvalidated.into());
        }
        Ok(RecordedWork(Work::of_all(kind, graph.in_order()?.into_iter().map(|(_, work)| work).collect())))
    }

    pub(super) fn graph(&self, graph: u64) -> Result<Arc<WorkGraph>, DriverError> {
        self.check_initialized()?;
        self.graphs.get(graph).map_err(|_| DriverError::InvalidValue)
    }

    /// The graph that a node is in.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a node.
    pub fn graph_of_node(&self, node: u64) -> Result<u64, DriverError> {
        self.graphs.find(|graph| graph.has_all(&[node])).ok_or(DriverError::InvalidValue)
    }

    /// Adds a node that waits for others, and returns its handle.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph, or not a node of it.
    pub fn add_node(&self, graph: u64, after: &[u64], work: RecordedWork) -> Result<u64, DriverError> {
        let found = self.graph(graph)?;
        if !found.has_all(after) {
            return Err(DriverError::InvalidValue);
        }
        Ok(found.add(work.0, after.to_vec()))
    }

    /// Work that does nothing.
    pub fn nothing(&self) -> RecordedWork {
        RecordedWork(Work::nothing())
    }

    /// The work of all nodes of a graph, as they are now.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph, or has a circle.
    pub fn child(&self, graph: u64) -> Result<RecordedWork, DriverError> {
        let steps = self.graph(graph)?.in_order()?;
        Ok(RecordedWork(Work::of_all(NodeKind::Child, steps.into_iter().map(|(_, work)| work).collect())))
    }

    /// Gives a node other work of its kind.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a node, or one of another kind.
    pub fn set_node(&self, node: u64, work: RecordedWork) -> Result<(), DriverError> {
        let graph = self.graph(self.graph_of_node(node)?)?;
        let is_alike = graph.with_node(node, |known| {
            let is_alike = known.work.kind == work.0.kind;
            if is_alike {
                known.work = work.0;
            }
            is_alike
        });
        if is_alike == Some(true) { Ok(()) } else { Err(DriverError::InvalidValue) }
    }

    /// Gives a node of an executable graph other work of its kind. The graph that it was made of stays as it is.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not an executable graph, not a node of it, or one of another kind.
    pub fn set_in_executable(&self, executable: u64, node: u64, work: RecordedWork) -> Result<(), DriverError> {
        self.executables.get(executable).map_err(|_| DriverError::InvalidValue)?.set(node, work.0)
    }

    /// Gives all nodes of an executable graph the work of another graph's, whose nodes are of the same kinds in the same order.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for other handles; [`DriverError::GraphExecUpdateFailure`] where the graphs differ.
    pub fn update_executable(&self, executable: u64, graph: u64) -> Result<(), DriverError> {
        let executable = self.executables.get(executable).map_err(|_| DriverError::InvalidValue)?;
        let order = self.graph(graph)?.in_order()?;
        let mut steps = executable.steps.lock();
        let is_alike = |(old, new): (&(u64, Work), &(u64, Work))| old.1.kind == new.1.kind;
        if steps.len() != order.len() || !steps.iter().zip(&order).all(is_alike) {
            return Err(DriverError::GraphExecUpdateFailure);
        }
        steps.iter_mut().zip(order).for_each(|(old, new)| old.1 = new.1);
        Ok(())
    }

    /// The nodes of a graph, in the order in which they were added.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph.
    pub fn graph_nodes(&self, graph: u64) -> Result<Vec<u64>, DriverError> {
        Ok(self.graph(graph)?.nodes())
    }

    /// The nodes of a graph that wait for no other.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph.
    pub fn graph_roots(&self, graph: u64) -> Result<Vec<u64>, DriverError> {
        Ok(self.graph(graph)?.roots())
    }

    /// Pairs of a node and one that waits for it.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph.
    pub fn graph_edges(&self, graph: u64) -> Result<Vec<[u64; 2]>, DriverError> {
        Ok(self.graph(graph)?.edges())
    }

    /// Returns the kind of a node.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a node.
    pub fn node_kind(&self, node: u64) -> Result<NodeKind, DriverError> {
        let graph = self.graph(self.graph_of_node(node)?)?;
        graph.with_node(node, |node| node.work.kind).ok_or(DriverError::InvalidValue)
    }

    /// Adds edges, pairs of a node and one that then waits for it, or takes them out.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph, not a node of it, an edge that is there or one that is not.
    pub fn set_edges(&self, graph: u64, edges: &[[u64; 2]], are_there: bool) -> Result<(), DriverError> {
        let graph = self.graph(graph)?;
        let known = graph.edges();
        for [from, to] in edges {
            if !graph.has_all(&[*from, *to]) || from == to || known.contains(&[*from, *to]) == are_there {
                return Err(DriverError::InvalidValue);
            }
        }
        for [from, to] in edges {
            graph.with_node(*to, |node| match are_there {
                true => node.after.push(*from),
                false => node.after.retain(|known| known != from),
            });
        }
        Ok(())
    }

    /// Takes a node out of its graph.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a node.
    pub fn destroy_node(&self, node: u64) -> Result<(), DriverError> {
        let graph = self.graph(self.graph_of_node(node)?)?;
        if graph.remove(node) { Ok(()) } else { Err(DriverError::InvalidValue) }
    }

    /// Makes a graph of copies of another's nodes.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for what is not a graph.
    pub fn copy_graph(&self, graph: u64) -> Result<u64, DriverError> {
        Ok(self.graphs.insert(self.graph(graph)?.copied()))
    }

    /// The copy that a graph has of another's node.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where it has none.
    pub fn copy_of_node(&self, original: u64, graph: u64) -> Result<u64, DriverError> {
        self.graph(graph)?.copy_of(original).ok_or(DriverError::InvalidValue)
    }
}
