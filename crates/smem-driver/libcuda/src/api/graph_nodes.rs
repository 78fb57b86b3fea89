//! Graphs that programs build node by node.

use smem_driver::{DriverError, LaunchRequest, LaunchShape, NodeKind, RecordedWork};

use super::copies::{fill, fill_rows};
use super::launches::parameters;
use super::rows::{VolumeCopy, copy_volume_in};
use crate::foreign::{CallerAddress, Data, HostFunction, In, Out};
use crate::process::driver;

/// `CUDA_KERNEL_NODE_PARAMS` in CUDA's header, of which later forms have more after.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct KernelOfNode {
    function: u64,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    list: In<CallerAddress>,
    extra: In<CallerAddress>,
}

/// `CUDA_MEMSET_NODE_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct FillOfNode {
    pub(crate) to: u64,
    pub(crate) pitch: usize,
    pub(crate) value: u32,
    pub(crate) element: u32,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `CUDA_HOST_NODE_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CallOfNode {
    function: HostFunction,
    data: Data,
}

/// The nodes that another waits for.
pub(crate) fn list(nodes: In<u64>, count: usize) -> Result<Vec<u64>, DriverError> {
    (0..count).map(|at| nodes.at(at)).collect()
}

/// The work of a kernel's node.
pub(crate) fn kernel(
    request: LaunchRequest,
    list: In<CallerAddress>,
    extra: In<CallerAddress>,
) -> Result<RecordedWork, DriverError> {
    let driver = driver()?;
    let bytes = parameters(driver, request.function, list, extra)?;
    driver.record(NodeKind::Kernel, |stream| driver.launch(&request.stream(stream), &bytes))
}

impl KernelOfNode {
    fn work(&self) -> Result<RecordedWork, DriverError> {
        let shape = LaunchShape::of(self.grid, self.block).shared_bytes(self.shared_bytes);
        let request = LaunchRequest::new(self.function, shape);
        kernel(request, self.list, self.extra)
    }
}

impl FillOfNode {
    /// The work of a fill's node.
    pub(crate) fn work(&self) -> Result<RecordedWork, DriverError> {
        let bytes = self.value.to_le_bytes();
        let pattern = match self.element {
            1 | 2 | 4 => &bytes[..self.element as usize],
            _ => return Err(DriverError::InvalidValue),
        };
        if self.width == 0 || self.height == 0 {
            return Err(DriverError::InvalidValue);
        }
        driver()?.record(NodeKind::Fill, |stream| match self.height {
            1 => fill(self.to, pattern, self.width, Some(stream)),
            height => fill_rows(self.to, self.pitch, pattern, [self.width, height], Some(stream)),
        })
    }
}

impl CallOfNode {
    /// The work of a node that calls the host.
    pub(crate) fn work(&self) -> Result<RecordedWork, DriverError> {
        let function = self.function.ok_or(DriverError::InvalidValue)?;
        let (driver, data) = (driver()?, self.data);
        driver.record(NodeKind::Host, |stream| driver.call_in(stream, move || function(data)))
    }
}

fn copied(volume: In<VolumeCopy>) -> Result<RecordedWork, DriverError> {
    if volume.get()?.is_empty() {
        return Err(DriverError::InvalidValue);
    }
    driver()?.record(NodeKind::Copy, |stream| copy_volume_in(volume, stream))
}

/// Adds a node, and returns its handle through a pointer.
pub(crate) fn add(
    node: Out<u64>,
    graph: u64,
    after: In<u64>,
    count: usize,
    work: RecordedWork,
) -> Result<(), DriverError> {
    node.check()?;
    node.set(driver()?.add_node(graph, &list(after, count)?, work)?)
}

/// Returns handles through pointers: with a place for them as many as `count` says, else their number.
pub(crate) fn answer_nodes(found: Vec<u64>, nodes: Out<u64>, count: Out<usize>) -> Result<(), DriverError> {
    count.check()?;
    if nodes.is_null() {
        return count.set(found.len());
    }
    let most = count.value()?;
    let given = found.len();
    nodes.set_all(found, most);
    count.set(given.min(most))
}

/// The pairs of two lists of nodes.
fn pairs(from: In<u64>, to: In<u64>, count: usize) -> Result<Vec<[u64; 2]>, DriverError> {
    (0..count).map(|at| Ok([from.at(at)?, to.at(at)?])).collect()
}

/// The result of an update, as programs read it beside its error.
fn update_result(updated: Result<(), DriverError>) -> u32 {
    // The graphs differ in their nodes. Other errors are of the call.
    if updated == Err(DriverError::GraphExecUpdateFailure) { 2 } else { 0 }
}

/// Adds or takes out edges.
pub(crate) fn set_edges(
    graph: u64,
    from: In<u64>,
    to: In<u64>,
    count: usize,
    are_there: bool,
) -> Result<(), DriverError> {
    driver()?.set_edges(graph, &pairs(from, to, count)?, are_there)
}

/// Returns the edges of a graph through pointers.
pub(crate) fn answer_edges(graph: u64, from: Out<u64>, to: Out<u64>, count: Out<usize>) -> Result<(), DriverError> {
    let edges = driver()?.graph_edges(graph)?;
    if from.is_null() || to.is_null() {
        return count.set(edges.len());
    }
    let most = count.value()?;
    from.set_all(edges.iter().map(|edge| edge[0]), most);
    to.set_all(edges.iter().map(|edge| edge[1]), most);
    count.set(edges.len().min(most))
}

/// The nodes that a node waits for, or that wait for it.
pub(crate) fn neighbours(node: u64, are_before: bool) -> Result<Vec<u64>, DriverError> {
    let driver = driver()?;
    let edges = driver.graph_edges(driver.graph_of_node(node)?)?;
    let [own, other] = if are_before { [1, 0] } else { [0, 1] };
    Ok(edges.iter().filter(|edge| edge[own] == node).map(|edge| edge[other]).collect())
}

functions! {
    fn cuGraphAddKernelNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, kernel: In<KernelOfNode>) {
        add(node, graph, after, count, kernel.get()?.work()?)
    }

    fn cuGraphAddKernelNode_v2(node: Out<u64>, graph: u64, after: In<u64>, count: usize, kernel: In<KernelOfNode>) {
        add(node, graph, after, count, kernel.get()?.work()?)
    }

    fn cuGraphAddMemcpyNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, volume: In<VolumeCopy>, _context: u64) {
        add(node, graph, after, count, copied(volume)?)
    }

    fn cuGraphAddMemsetNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, fill: In<FillOfNode>, _context: u64) {
        add(node, graph, after, count, fill.get()?.work()?)
    }

    fn cuGraphAddHostNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, call: In<CallOfNode>) {
        add(node, graph, after, count, call.get()?.work()?)
    }

    fn cuGraphAddEmptyNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize) {
        add(node, graph, after, count, driver()?.nothing())
    }

    fn cuGraphAddChildGraphNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, child: u64) {
        add(node, graph, after, count, driver()?.child(child)?)
    }

    fn cuGraphKernelNodeSetParams(node: u64, kernel: In<KernelOfNode>) {
        driver()?.set_node(node, kernel.get()?.work()?)
    }

    fn cuGraphKernelNodeSetParams_v2(node: u64, kernel: In<KernelOfNode>) {
        driver()?.set_node(node, kernel.get()?.work()?)
    }

    fn cuGraphMemcpyNodeSetParams(node: u64, volume: In<VolumeCopy>) {
        driver()?.set_node(node, copied(volume)?)
    }

    fn cuGraphMemsetNodeSetParams(node: u64, fill: In<FillOfNode>) {
        driver()?.set_node(node, fill.get()?.work()?)
    }

    fn cuGraphHostNodeSetParams(node: u64, call: In<CallOfNode>) {
        driver()?.set_node(node, call.get()?.work()?)
    }

    fn cuGraphExecKernelNodeSetParams(executable: u64, node: u64, kernel: In<KernelOfNode>) {
        driver()?.set_in_executable(executable, node, kernel.get()?.work()?)
    }

    fn cuGraphExecKernelNodeSetParams_v2(executable: u64, node: u64, kernel: In<KernelOfNode>) {
        driver()?.set_in_executable(executable, node, kernel.get()?.work()?)
    }

    fn cuGraphExecMemcpyNodeSetParams(executable: u64, node: u64, volume: In<VolumeCopy>, _context: u64) {
        driver()?.set_in_executable(executable, node, copied(volume)?)
    }

    fn cuGraphExecMemsetNodeSetParams(executable: u64, node: u64, fill: In<FillOfNode>, _context: u64) {
        driver()?.set_in_executable(executable, node, fill.get()?.work()?)
    }

    fn cuGraphExecHostNodeSetParams(executable: u64, node: u64, call: In<CallOfNode>) {
        driver()?.set_in_executable(executable, node, call.get()?.work()?)
    }

    fn cuGraphExecChildGraphNodeSetParams(executable: u64, node: u64, child: u64) {
        let driver = driver()?;
        driver.set_in_executable(executable, node, driver.child(child)?)
    }

    fn cuGraphExecUpdate(executable: u64, graph: u64, node: Out<u64>, answer: Out<u32>) {
        let updated = driver()?.update_executable(executable, graph);
        node.set_if_asked(0);
        answer.set_if_asked(update_result(updated));
        updated
    }

    fn cuGraphExecUpdate_v2(executable: u64, graph: u64, answer: Out<[u64; 3]>) {
        let updated = driver()?.update_executable(executable, graph);
        answer.set_if_asked([update_result(updated).into(), 0, 0]);
        updated
    }

    fn cuGraphGetNodes(graph: u64, nodes: Out<u64>, count: Out<usize>) {
        answer_nodes(driver()?.graph_nodes(graph)?, nodes, count)
    }

    fn cuGraphGetRootNodes(graph: u64, nodes: Out<u64>, count: Out<usize>) {
        answer_nodes(driver()?.graph_roots(graph)?, nodes, count)
    }

    fn cuGraphGetEdges(graph: u64, from: Out<u64>, to: Out<u64>, count: Out<usize>) {
        answer_edges(graph, from, to, count)
    }

    fn cuGraphNodeGetDependencies(node: u64, nodes: Out<u64>, count: Out<usize>) {
        answer_nodes(neighbours(node, true)?, nodes, count)
    }

    fn cuGraphNodeGetDependentNodes(node: u64, nodes: Out<u64>, count: Out<usize>) {
        answer_nodes(neighbours(node, false)?, nodes, count)
    }

    fn cuGraphAddDependencies(graph: u64, from: In<u64>, to: In<u64>, count: usize) {
        set_edges(graph, from, to, count, true)
    }

    fn cuGraphRemoveDependencies(graph: u64, from: In<u64>, to: In<u64>, count: usize) {
        set_edges(graph, from, to, count, false)
    }

    fn cuGraphNodeGetType(node: u64, kind: Out<u32>) {
        kind.set(driver()?.node_kind(node)? as u32)
    }

    fn cuGraphDestroyNode(node: u64) {
        driver()?.destroy_node(node)
    }

    fn cuGraphClone(copy: Out<u64>, graph: u64) {
        copy.check()?;
        copy.set(driver()?.copy_graph(graph)?)
    }

    fn cuGraphNodeFindInClone(copy: Out<u64>, node: u64, graph: u64) {
        copy.check()?;
        copy.set(driver()?.copy_of_node(node, graph)?)
    }
}
