//! Streams.

use super::default_stream::stream;
use super::device_choice::ready;
use super::error::{RuntimeError, answer};
use crate::api::streams as driver_api;
use crate::foreign::{Data, Out};

/// Flags of a stream that does not wait for the legacy default stream.
const BLOCKING: u32 = 0;

runtime_functions! {
    fn cudaStreamCreate(made: Out<u64>) in context {
        answer(driver_api::cuStreamCreate(made, BLOCKING))
    }

    fn cudaStreamCreateWithFlags(made: Out<u64>, flags: u32) in context {
        answer(driver_api::cuStreamCreate(made, flags))
    }

    fn cudaStreamCreateWithPriority(made: Out<u64>, flags: u32, priority: i32) in context {
        answer(driver_api::cuStreamCreateWithPriority(made, flags, priority))
    }

    fn cudaStreamDestroy(of_stream: u64) in context {
        answer(driver_api::cuStreamDestroy_v2(of_stream))
    }

    fn cudaStreamSynchronize(of_stream: u64) in context, per thread cudaStreamSynchronize_ptsz {
        answer(driver_api::cuStreamSynchronize(stream(of_stream)))
    }

    fn cudaStreamQuery(of_stream: u64) in context, per thread cudaStreamQuery_ptsz {
        answer(driver_api::cuStreamQuery(stream(of_stream)))
    }

    fn cudaStreamWaitEvent(of_stream: u64, event: u64, flags: u32) in context, per thread cudaStreamWaitEvent_ptsz {
        answer(driver_api::cuStreamWaitEvent(stream(of_stream), event, flags))
    }

    fn cudaStreamGetFlags(of_stream: u64, flags: Out<u32>) in context, per thread cudaStreamGetFlags_ptsz {
        answer(driver_api::cuStreamGetFlags(stream(of_stream), flags))
    }

    fn cudaStreamGetPriority(of_stream: u64, priority: Out<i32>) in context, per thread cudaStreamGetPriority_ptsz {
        answer(driver_api::cuStreamGetPriority(stream(of_stream), priority))
    }

    fn cudaStreamGetId(of_stream: u64, number: Out<u64>) in context, per thread cudaStreamGetId_ptsz {
        answer(driver_api::cuStreamGetId(stream(of_stream), number))
    }

    fn cudaStreamGetDevice(of_stream: u64, device: Out<i32>) in context, per thread cudaStreamGetDevice_ptsz {
        device.check()?;
        let driver = ready()?;
        driver.push_context(driver.stream_facts(stream(of_stream))?.2)?;
        let of = driver.current_device();
        driver.pop_context()?;
        Ok(device.set(of? as i32)?)
    }

    fn cudaStreamAddCallback(of_stream: u64, function: Option<extern "C" fn(u64, i32, Data)>, data: Data, flags: u32) in context, per thread cudaStreamAddCallback_ptsz {
        if flags != 0 {
            return Err(RuntimeError::INVALID_VALUE);
        }
        answer(driver_api::cuStreamAddCallback(stream(of_stream), function, data, flags))
    }

    fn cudaDeviceGetStreamPriorityRange(least: Out<i32>, greatest: Out<i32>) in context {
        answer(crate::api::contexts::cuCtxGetStreamPriorityRange(least, greatest))
    }

    // Attributes of streams are hints, but for what is written of them.
    fn cudaStreamSetAttribute(of_stream: u64, _attribute: u32) in context, per thread cudaStreamSetAttribute_ptsz {
        Ok(ready()?.stream_facts(stream(of_stream)).map(|_| ())?)
    }

    fn cudaStreamCopyAttributes(to: u64, from: u64) in context, per thread cudaStreamCopyAttributes_ptsz {
        let driver = ready()?;
        driver.stream_facts(stream(to))?;
        Ok(driver.stream_facts(stream(from)).map(|_| ())?)
    }

    fn cudaCtxResetPersistingL2Cache() in context {
        Ok(())
    }
}
