//! Streams that are captured.

use parking_lot::Mutex;
use std::collections::BTreeMap;

use smem_driver::DriverError;

use super::graph_nodes::list;
use crate::foreign::{CallerAddress, In, Out};
use crate::process::driver;

/// The nodes that streams wait for, as they were last handed out: programs read them until their next call for that stream.
static HANDED_OUT: Mutex<BTreeMap<u64, Vec<u64>>> = Mutex::new(BTreeMap::new());

/// Flags by which nodes come to those that a stream waits for, or take their place.
const BESIDES: u32 = 0;
const INSTEAD: u32 = 1;

/// Returns the state of a stream's capture through pointers, with the nodes that its next work waits for.
fn answer_capture(
    stream: u64,
    status: Out<u32>,
    number: Out<u64>,
    graph: Out<u64>,
    nodes: Out<u64>,
    count: Out<usize>,
) -> Result<(), DriverError> {
    let driver = driver()?;
    let (state, id) = driver.capture_status(stream)?;
    status.set(state as u32)?;
    number.set_if_asked(id);
    graph.set_if_asked(id);
    let last = driver.capture_dependencies(stream)?;
    count.set_if_asked(last.len());
    if !nodes.is_null() {
        let mut handed_out = HANDED_OUT.lock();
        nodes.set_if_asked(last.as_ptr() as u64);
        handed_out.insert(stream, last);
    }
    Ok(())
}

fn update(stream: u64, nodes: In<u64>, count: usize, flags: u32) -> Result<(), DriverError> {
    match flags {
        BESIDES | INSTEAD => driver()?.set_capture_dependencies(stream, &list(nodes, count)?, flags == BESIDES),
        _ => Err(DriverError::InvalidValue),
    }
}

functions! {
    fn cuStreamBeginCapture_v2(stream: u64, mode: u32) {
        driver()?.begin_capture(stream, mode)
    }

    fn cuStreamBeginCaptureToGraph(stream: u64, graph: u64, after: In<u64>, _edges: CallerAddress, count: usize, mode: u32) {
        driver()?.begin_capture_to(stream, graph, &list(after, count)?, mode)
    }

    fn cuStreamEndCapture(stream: u64, graph: Out<u64>) {
        graph.check()?;
        graph.set_if_asked(0);
        graph.set(driver()?.end_capture(stream)?)
    }

    fn cuStreamIsCapturing(stream: u64, status: Out<u32>) {
        status.set(driver()?.capture_status(stream)?.0 as u32)
    }

    fn cuStreamGetCaptureInfo_v2(
        stream: u64,
        status: Out<u32>,
        number: Out<u64>,
        graph: Out<u64>,
        nodes: Out<u64>,
        count: Out<usize>,
    ) {
        answer_capture(stream, status, number, graph, nodes, count)
    }

    fn cuStreamGetCaptureInfo_v3(
        stream: u64,
        status: Out<u32>,
        number: Out<u64>,
        graph: Out<u64>,
        nodes: Out<u64>,
        edges: Out<u64>,
        count: Out<usize>,
    ) {
        // All edges are plain ones, which have no data.
        edges.set_if_asked(0);
        answer_capture(stream, status, number, graph, nodes, count)
    }

    fn cuStreamUpdateCaptureDependencies(stream: u64, nodes: In<u64>, count: usize, flags: u32) {
        update(stream, nodes, count, flags)
    }

    fn cuStreamUpdateCaptureDependencies_v2(stream: u64, nodes: In<u64>, _edges: CallerAddress, count: usize, flags: u32) {
        update(stream, nodes, count, flags)
    }

    fn cuThreadExchangeStreamCaptureMode(mode: Out<u32>) {
        mode.set(driver()?.exchange_capture_mode(mode.value()?)?)
    }
}
