//! Memory pools.

use super::default_stream::stream;
use super::device_choice::ready;
use super::error::answer;
use crate::api::pools::{self as driver_api, PlaceAccess, PoolProperties};
use crate::foreign::{CallerAddress, In, Out};

runtime_functions! {
    fn cudaDeviceGetDefaultMemPool(pool: Out<u64>, device: i32) {
        ready()?;
        answer(driver_api::cuDeviceGetDefaultMemPool(pool, device))
    }

    fn cudaDeviceGetMemPool(pool: Out<u64>, device: i32) {
        ready()?;
        answer(driver_api::cuDeviceGetMemPool(pool, device))
    }

    fn cudaDeviceSetMemPool(device: i32, pool: u64) {
        ready()?;
        answer(driver_api::cuDeviceSetMemPool(device, pool))
    }

    fn cudaMemPoolCreate(pool: Out<u64>, properties: In<PoolProperties>) {
        ready()?;
        answer(driver_api::cuMemPoolCreate(pool, properties))
    }

    fn cudaMemPoolDestroy(pool: u64) {
        answer(driver_api::cuMemPoolDestroy(pool))
    }

    fn cudaMemPoolTrimTo(pool: u64, bytes: usize) {
        answer(driver_api::cuMemPoolTrimTo(pool, bytes))
    }

    fn cudaMemPoolGetAttribute(pool: u64, attribute: u32, value: CallerAddress) in context {
        answer(driver_api::cuMemPoolGetAttribute(pool, attribute, value))
    }

    fn cudaMemPoolSetAttribute(pool: u64, attribute: u32, value: CallerAddress) in context {
        answer(driver_api::cuMemPoolSetAttribute(pool, attribute, value))
    }

    fn cudaMemPoolSetAccess(pool: u64, list: In<PlaceAccess>, count: usize) {
        ready()?;
        answer(driver_api::cuMemPoolSetAccess(pool, list, count))
    }

    fn cudaMemPoolGetAccess(flags: Out<u32>, pool: u64, place: In<[u32; 2]>) {
        ready()?;
        answer(driver_api::cuMemPoolGetAccess(flags, pool, place))
    }

    fn cudaMallocFromPoolAsync(address: Out<u64>, bytes: usize, pool: u64, of_stream: u64) in context, per thread cudaMallocFromPoolAsync_ptsz {
        answer(driver_api::cuMemAllocFromPoolAsync(address, bytes, pool, stream(of_stream)))
    }
}
