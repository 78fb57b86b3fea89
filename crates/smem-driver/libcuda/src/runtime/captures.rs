//! Streams that are captured.

use super::default_stream::stream;
use super::error::answer;
use crate::api::captures as driver_api;
use crate::foreign::{CallerAddress, In, Out};

/// Numbers of nodes are below this, and addresses of edges' data are null or above: by it the forms of a function of CUDA 12 and 13 differ.
const MOST_NODES: u64 = 1 << 20;

runtime_functions! {
    fn cudaStreamBeginCapture(of_stream: u64, mode: u32) in context, per thread cudaStreamBeginCapture_ptsz {
        answer(driver_api::cuStreamBeginCapture_v2(stream(of_stream), mode))
    }

    fn cudaStreamBeginCaptureToGraph(of_stream: u64, graph: u64, after: In<u64>, edges: CallerAddress, count: usize, mode: u32)
        in context, per thread cudaStreamBeginCaptureToGraph_ptsz
    {
        answer(driver_api::cuStreamBeginCaptureToGraph(stream(of_stream), graph, after, edges, count, mode))
    }

    fn cudaStreamEndCapture(of_stream: u64, graph: Out<u64>) in context, per thread cudaStreamEndCapture_ptsz {
        answer(driver_api::cuStreamEndCapture(stream(of_stream), graph))
    }

    fn cudaStreamIsCapturing(of_stream: u64, status: Out<u32>) in context, per thread cudaStreamIsCapturing_ptsz {
        answer(driver_api::cuStreamIsCapturing(stream(of_stream), status))
    }

    fn cudaStreamGetCaptureInfo_v2(of_stream: u64, status: Out<u32>, number: Out<u64>, graph: Out<u64>, nodes: Out<u64>, count: Out<usize>)
        in context, per thread cudaStreamGetCaptureInfo_v2_ptsz
    {
        answer(driver_api::cuStreamGetCaptureInfo_v2(stream(of_stream), status, number, graph, nodes, count))
    }

    // Headers of CUDA 13 name it without a version; those of CUDA 12 name the one before.
    fn cudaStreamGetCaptureInfo_v3(
        of_stream: u64,
        status: Out<u32>,
        number: Out<u64>,
        graph: Out<u64>,
        nodes: Out<u64>,
        edges: Out<u64>,
        count: Out<usize>,
    ) in context, per thread cudaStreamGetCaptureInfo_v3_ptsz,
        also cudaStreamGetCaptureInfo per thread cudaStreamGetCaptureInfo_ptsz
    {
        answer(driver_api::cuStreamGetCaptureInfo_v3(stream(of_stream), status, number, graph, nodes, edges, count))
    }

    // CUDA 13 has a list of the edges' data before the count, CUDA 12 has not.
    fn cudaStreamUpdateCaptureDependencies(of_stream: u64, nodes: In<u64>, third: u64, fourth: u64, fifth: u32)
        in context, per thread cudaStreamUpdateCaptureDependencies_ptsz
    {
        let has_edges = third == 0 || third >= MOST_NODES;
        let (count, flags) = if has_edges { (fourth, fifth) } else { (third, fourth as u32) };
        answer(driver_api::cuStreamUpdateCaptureDependencies(stream(of_stream), nodes, count as usize, flags))
    }

    fn cudaStreamUpdateCaptureDependencies_v2(of_stream: u64, nodes: In<u64>, edges: CallerAddress, count: usize, flags: u32)
        in context, per thread cudaStreamUpdateCaptureDependencies_v2_ptsz
    {
        answer(driver_api::cuStreamUpdateCaptureDependencies_v2(stream(of_stream), nodes, edges, count, flags))
    }

    fn cudaThreadExchangeStreamCaptureMode(mode: Out<u32>) {
        answer(driver_api::cuThreadExchangeStreamCaptureMode(mode))
    }
}
