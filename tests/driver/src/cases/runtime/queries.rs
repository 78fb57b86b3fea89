//! Questions about devices, streams and kernels.

use super::program::{RegisteredProgram, stream};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[("runtime_queries", queries)];

fn queries(steps: &mut Steps<'_>) {
    let (mut low, mut high, mut number) = (9_i32, 9_i32, 0_u64);
    steps.noted("priorities", "cudaDeviceGetStreamPriorityRange", &[out(&mut low), out(&mut high)]);
    steps.value("are", format!("{low} {high}"));
    steps.noted("cache", "cudaDeviceGetCacheConfig", &[out(&mut number)]);
    steps.noted("set the cache", "cudaDeviceSetCacheConfig", &[1]);
    steps.noted("set the cache to 9", "cudaDeviceSetCacheConfig", &[9]);
    let mut name = [0_u8; 64];
    steps.noted("bus", "cudaDeviceGetPCIBusId", &[out(&mut name), 64, 0]);
    steps.noted("bus in 4 bytes", "cudaDeviceGetPCIBusId", &[out(&mut name), 4, 0]);
    steps.noted("by a bus that is none", "cudaDeviceGetByPCIBusId", &[out(&mut low), from(&b"ffff:ff:1f.0\0"[..])]);
    steps.noted("peers", "cudaDeviceGetP2PAttribute", &[out(&mut low), 1, 0, 0]);
    steps.noted("version of the driver", "cudaDriverGetVersion", &[out(&mut low)]);
    steps.noted("to null", "cudaDriverGetVersion", &[0]);
    steps.noted("version", "cudaRuntimeGetVersion", &[out(&mut low)]);
    let (mut free, mut total) = (0_u64, 0_u64);
    steps.noted("memory", "cudaMemGetInfo", &[out(&mut free), out(&mut total)]);
    steps.value("not more than all", free <= total);
    let (stream, mut of) = (stream(steps), 9_u32);
    steps.noted("device of a stream", "cudaStreamGetDevice", &[stream, out(&mut of)]);
    steps.value("is", of);
    steps.noted("number of a stream", "cudaStreamGetId", &[stream, out(&mut number)]);
    let program = RegisteredProgram::register(steps);
    let (mut offset, mut bytes, shared) = (0_u64, 0_u64, program.stub("dynamic_shared"));
    steps.noted("parameter 0", "cudaFuncGetParamInfo", &[shared, 0, out(&mut offset), out(&mut bytes)]);
    steps.value("offset, bytes", format!("{offset}, {bytes}"));
    steps.noted("parameter 1", "cudaFuncGetParamInfo", &[shared, 1, out(&mut offset), out(&mut bytes)]);
    steps.noted("shared bytes left", "cudaOccupancyAvailableDynamicSMemPerBlock", &[out(&mut bytes), shared, 2, 256]);
    steps.value("are", bytes);
    let fits = "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags";
    steps.noted("blocks", fits, &[out(&mut low), shared, 256, 0, 0]);
    steps.value("are", low);
    steps.noted("blocks, flags 9", fits, &[out(&mut low), shared, 256, 0, 9]);
    steps.noted("profiler", "cudaProfilerStart", &[]);
    steps.noted("profiler", "cudaProfilerStop", &[]);
}
