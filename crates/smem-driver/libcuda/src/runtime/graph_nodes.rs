//! Graphs that programs build node by node.

use smem_driver::{NodeKind, RecordedWork};

use super::arrays::BoxCopy;
use super::device_choice::ready;
use super::error::{RuntimeError, answer};
use super::launches::{LaunchExtent, request};
use super::symbols::place;
use crate::api::copies::copy;
use crate::api::graph_nodes::{
    self as driver_api, CallOfNode, FillOfNode, add, answer_edges, answer_nodes, kernel, list, neighbours, set_edges,
};
use crate::foreign::{CallerAddress, In, Out};
use crate::process::not_supported;

/// A kernel's node, `cudaKernelNodeParams` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
struct StubOfNode {
    stub: u64,
    grid: LaunchExtent,
    block: LaunchExtent,
    shared_bytes: u32,
    list: In<CallerAddress>,
    extra: In<CallerAddress>,
}

/// A node that allocates, `cudaMemAllocNodeParams`: a pool's properties, who may reach the memory, its bytes and its address.
#[repr(C)]
#[derive(Clone, Copy)]
struct AllocationOfNode {
    pool: [u64; 11],
    list: u64,
    count: usize,
    bytes: usize,
    address: u64,
}

/// Where a node of any kind has what is its own kind's, `cudaGraphNodeParams`.
const OF_KIND: u64 = 16;
/// Where a copy has its description after that.
const OF_COPY: u64 = 16;

impl StubOfNode {
    fn work(&self) -> Result<RecordedWork, RuntimeError> {
        let request = request(self.stub, self.grid, self.block, self.shared_bytes as usize, 0)?;
        Ok(kernel(request, self.list, self.extra)?)
    }
}

impl AllocationOfNode {
    /// Allocates now, since the program gets the address before the graph runs; the node itself does nothing.
    fn work(&mut self) -> Result<RecordedWork, RuntimeError> {
        self.address = ready()?.alloc_for_graph(self.bytes as u64)?;
        ready()?.record(NodeKind::Alloc, |_| Ok(()))
    }
}

/// A node that frees. The memory stays, since the graph may be launched again.
fn freed(address: u64) -> Result<RecordedWork, RuntimeError> {
    ready()?.address_range(address).map_err(|_| RuntimeError::INVALID_VALUE)?;
    ready()?.record(NodeKind::Free, |_| Ok(()))
}

fn copied(volume: In<BoxCopy>) -> Result<RecordedWork, RuntimeError> {
    let volume = volume.get()?;
    ready()?.record(NodeKind::Copy, |stream| volume.run(Some(stream)))
}

fn copied_bytes(to: CallerAddress, from: CallerAddress, bytes: usize) -> Result<RecordedWork, RuntimeError> {
    let driver = ready()?;
    Ok(driver.record(NodeKind::Copy, |stream| copy(driver, to, from, bytes as u64, Some(stream)))?)
}

/// The work of a node of any kind.
fn any(node: CallerAddress) -> Result<RecordedWork, RuntimeError> {
    let of_kind = node.plus(OF_KIND);
    match node.value::<u32>().get()? {
        0 => of_kind.value::<StubOfNode>().get()?.work(),
        1 => copied(of_kind.plus(OF_COPY).value()),
        2 => Ok(of_kind.value::<FillOfNode>().get()?.work()?),
        3 => Ok(of_kind.value::<CallOfNode>().get()?.work()?),
        4 => Ok(ready()?.child(of_kind.value::<u64>().get()?)?),
        5 => Ok(ready()?.nothing()),
        10 => {
            let mut allocation = of_kind.value::<AllocationOfNode>().get()?;
            let work = allocation.work()?;
            of_kind.out().set(allocation)?;
            Ok(work)
        }
        11 => freed(of_kind.value::<u64>().get()?),
        CONDITIONAL => Err(not_supported("a conditional node of a graph").into()),
        kind => Err(not_supported(&format!("a node of kind {kind} of a graph")).into()),
    }
}

/// The kind of a node whose graphs run while a value says so.
const CONDITIONAL: u32 = 13;

/// Numbers of nodes are below this, and addresses of descriptions above: by it the forms of a function of CUDA 12 and 13 differ.
const MOST_NODES: u64 = 1 << 20;

runtime_functions! {
    // CUDA 13 has a list of the edges' data before the count, CUDA 12 has not.
    fn cudaGraphAddNode(node: Out<u64>, graph: u64, after: In<u64>, third: u64, fourth: u64, fifth: CallerAddress) in context {
        let (count, described) = if fourth < MOST_NODES { (fourth, fifth) } else { (third, CallerAddress::at(fourth)) };
        Ok(add(node, graph, after, count as usize, any(described)?)?)
    }

    fn cudaGraphAddNode_v2(node: Out<u64>, graph: u64, after: In<u64>, _edges: u64, count: usize, described: CallerAddress) in context {
        Ok(add(node, graph, after, count, any(described)?)?)
    }

    fn cudaGraphNodeSetParams(node: u64, described: CallerAddress) in context {
        Ok(ready()?.set_node(node, any(described)?)?)
    }

    fn cudaGraphExecNodeSetParams(executable: u64, node: u64, described: CallerAddress) in context {
        Ok(ready()?.set_in_executable(executable, node, any(described)?)?)
    }

    fn cudaGraphAddKernelNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, kernel: In<StubOfNode>) in context {
        Ok(add(node, graph, after, count, kernel.get()?.work()?)?)
    }

    fn cudaGraphAddMemcpyNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, volume: In<BoxCopy>) in context {
        Ok(add(node, graph, after, count, copied(volume)?)?)
    }

    fn cudaGraphAddMemcpyNode1D(
        node: Out<u64>,
        graph: u64,
        after: In<u64>,
        count: usize,
        to: CallerAddress,
        from: CallerAddress,
        bytes: usize,
        _direction: u32,
    ) in context {
        Ok(add(node, graph, after, count, copied_bytes(to, from, bytes)?)?)
    }

    fn cudaGraphAddMemcpyNodeToSymbol(
        node: Out<u64>,
        graph: u64,
        after: In<u64>,
        count: usize,
        shadow: u64,
        from: CallerAddress,
        bytes: usize,
        offset: usize,
        _direction: u32,
    ) in context {
        Ok(add(node, graph, after, count, copied_bytes(place(shadow, bytes, offset)?, from, bytes)?)?)
    }

    fn cudaGraphAddMemcpyNodeFromSymbol(
        node: Out<u64>,
        graph: u64,
        after: In<u64>,
        count: usize,
        to: CallerAddress,
        shadow: u64,
        bytes: usize,
        offset: usize,
        _direction: u32,
    ) in context {
        Ok(add(node, graph, after, count, copied_bytes(to, place(shadow, bytes, offset)?, bytes)?)?)
    }

    fn cudaGraphAddMemsetNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, fill: In<FillOfNode>) in context {
        Ok(add(node, graph, after, count, fill.get()?.work()?)?)
    }

    fn cudaGraphAddHostNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, call: In<CallOfNode>) in context {
        Ok(add(node, graph, after, count, call.get()?.work()?)?)
    }

    fn cudaGraphAddEmptyNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize) in context {
        Ok(add(node, graph, after, count, ready()?.nothing())?)
    }

    fn cudaGraphAddChildGraphNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, child: u64) in context {
        Ok(add(node, graph, after, count, ready()?.child(child)?)?)
    }

    fn cudaGraphAddMemAllocNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, described: CallerAddress) in context {
        // Checked before memory is taken.
        list(after, count)?;
        let mut allocation = described.value::<AllocationOfNode>().get()?;
        let work = allocation.work()?;
        described.out().set(allocation)?;
        Ok(add(node, graph, after, count, work)?)
    }

    fn cudaGraphAddMemFreeNode(node: Out<u64>, graph: u64, after: In<u64>, count: usize, address: u64) in context {
        Ok(add(node, graph, after, count, freed(address)?)?)
    }

    fn cudaGraphKernelNodeSetParams(node: u64, kernel: In<StubOfNode>) in context {
        Ok(ready()?.set_node(node, kernel.get()?.work()?)?)
    }

    fn cudaGraphMemcpyNodeSetParams(node: u64, volume: In<BoxCopy>) in context {
        Ok(ready()?.set_node(node, copied(volume)?)?)
    }

    fn cudaGraphMemcpyNodeSetParams1D(node: u64, to: CallerAddress, from: CallerAddress, bytes: usize, _direction: u32) in context {
        Ok(ready()?.set_node(node, copied_bytes(to, from, bytes)?)?)
    }

    fn cudaGraphMemsetNodeSetParams(node: u64, fill: In<FillOfNode>) in context {
        Ok(ready()?.set_node(node, fill.get()?.work()?)?)
    }

    fn cudaGraphHostNodeSetParams(node: u64, call: In<CallOfNode>) in context {
        Ok(ready()?.set_node(node, call.get()?.work()?)?)
    }

    fn cudaGraphExecKernelNodeSetParams(executable: u64, node: u64, kernel: In<StubOfNode>) in context {
        Ok(ready()?.set_in_executable(executable, node, kernel.get()?.work()?)?)
    }

    fn cudaGraphExecMemcpyNodeSetParams(executable: u64, node: u64, volume: In<BoxCopy>) in context {
        Ok(ready()?.set_in_executable(executable, node, copied(volume)?)?)
    }

    fn cudaGraphExecMemcpyNodeSetParams1D(
        executable: u64,
        node: u64,
        to: CallerAddress,
        from: CallerAddress,
        bytes: usize,
        _direction: u32,
    ) in context {
        Ok(ready()?.set_in_executable(executable, node, copied_bytes(to, from, bytes)?)?)
    }

    fn cudaGraphExecMemsetNodeSetParams(executable: u64, node: u64, fill: In<FillOfNode>) in context {
        Ok(ready()?.set_in_executable(executable, node, fill.get()?.work()?)?)
    }

    fn cudaGraphExecHostNodeSetParams(executable: u64, node: u64, call: In<CallOfNode>) in context {
        Ok(ready()?.set_in_executable(executable, node, call.get()?.work()?)?)
    }

    fn cudaGraphExecChildGraphNodeSetParams(executable: u64, node: u64, child: u64) in context {
        let driver = ready()?;
        Ok(driver.set_in_executable(executable, node, driver.child(child)?)?)
    }

    fn cudaGraphExecUpdate(executable: u64, graph: u64, result: Out<[u64; 3]>) in context {
        answer(driver_api::cuGraphExecUpdate_v2(executable, graph, result))
    }

    fn cudaGraphGetNodes(graph: u64, nodes: Out<u64>, count: Out<usize>) in context {
        answer(driver_api::cuGraphGetNodes(graph, nodes, count))
    }

    fn cudaGraphGetRootNodes(graph: u64, nodes: Out<u64>, count: Out<usize>) in context {
        answer(driver_api::cuGraphGetRootNodes(graph, nodes, count))
    }

    // CUDA 13 has a place for the edges' data before that of the count, which is null as a rule; in CUDA 12 the count's comes there.
    fn cudaGraphGetEdges(graph: u64, from: Out<u64>, to: Out<u64>, third: Out<usize>, fourth: Out<usize>) in context {
        Ok(answer_edges(graph, from, to, if third.is_null() { fourth } else { third })?)
    }

    fn cudaGraphNodeGetDependencies(node: u64, nodes: Out<u64>, third: Out<usize>, fourth: Out<usize>) in context {
        Ok(answer_nodes(neighbours(node, true)?, nodes, if third.is_null() { fourth } else { third })?)
    }

    fn cudaGraphNodeGetDependentNodes(node: u64, nodes: Out<u64>, third: Out<usize>, fourth: Out<usize>) in context {
        Ok(answer_nodes(neighbours(node, false)?, nodes, if third.is_null() { fourth } else { third })?)
    }

    fn cudaGraphAddDependencies(graph: u64, from: In<u64>, to: In<u64>, third: u64, fourth: u64) in context {
        Ok(set_edges(graph, from, to, edge_count(third, fourth), true)?)
    }

    fn cudaGraphRemoveDependencies(graph: u64, from: In<u64>, to: In<u64>, third: u64, fourth: u64) in context {
        Ok(set_edges(graph, from, to, edge_count(third, fourth), false)?)
    }

    fn cudaGraphNodeGetType(node: u64, kind: Out<u32>) in context {
        answer(driver_api::cuGraphNodeGetType(node, kind))
    }

    fn cudaGraphDestroyNode(node: u64) in context {
        answer(driver_api::cuGraphDestroyNode(node))
    }

    fn cudaGraphClone(copy: Out<u64>, graph: u64) in context {
        answer(driver_api::cuGraphClone(copy, graph))
    }

    fn cudaGraphNodeFindInClone(copy: Out<u64>, node: u64, graph: u64) in context {
        answer(driver_api::cuGraphNodeFindInClone(copy, node, graph))
    }
}

/// The number of edges, which is the third number in CUDA 12 and after a list of data, or none, in CUDA 13.
fn edge_count(third: u64, fourth: u64) -> usize {
    [third, fourth].into_iter().find(|number| (1..MOST_NODES).contains(number)).unwrap_or(0) as usize
}
