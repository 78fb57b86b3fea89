//! Events.

use super::default_stream::stream;
use super::error::answer;
use crate::api::events as driver_api;
use crate::foreign::Out;

runtime_functions! {
    fn cudaEventCreate(event: Out<u64>) in context {
        answer(driver_api::cuEventCreate(event, 0))
    }

    fn cudaEventCreateWithFlags(event: Out<u64>, flags: u32) in context {
        answer(driver_api::cuEventCreate(event, flags))
    }

    fn cudaEventDestroy(event: u64) in context {
        answer(driver_api::cuEventDestroy_v2(event))
    }

    fn cudaEventRecord(event: u64, of_stream: u64) in context, per thread cudaEventRecord_ptsz {
        answer(driver_api::cuEventRecord(event, stream(of_stream)))
    }

    fn cudaEventRecordWithFlags(event: u64, of_stream: u64, flags: u32) in context, per thread cudaEventRecordWithFlags_ptsz {
        answer(driver_api::cuEventRecordWithFlags(event, stream(of_stream), flags))
    }

    fn cudaEventQuery(event: u64) in context {
        answer(driver_api::cuEventQuery(event))
    }

    fn cudaEventSynchronize(event: u64) in context {
        answer(driver_api::cuEventSynchronize(event))
    }

    fn cudaEventElapsedTime(milliseconds: Out<f32>, start: u64, end: u64) in context {
        answer(driver_api::cuEventElapsedTime(milliseconds, start, end))
    }

    fn cudaEventElapsedTime_v2(milliseconds: Out<f32>, start: u64, end: u64) in context {
        answer(driver_api::cuEventElapsedTime(milliseconds, start, end))
    }
}
