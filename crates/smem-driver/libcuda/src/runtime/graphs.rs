//! Graphs: captured, made, launched.

use super::default_stream::stream;
use super::device_choice::ready;
use super::error::answer;
use crate::api::graphs as driver_api;
use crate::api::user_objects;
use crate::foreign::{CallerAddress, Data, HostFunction, Out};

runtime_functions! {
    fn cudaGraphCreate(graph: Out<u64>, flags: u32) in context {
        answer(driver_api::cuGraphCreate(graph, flags))
    }

    fn cudaGraphInstantiate(executable: Out<u64>, graph: u64, flags: u64) in context {
        answer(driver_api::cuGraphInstantiateWithFlags(executable, graph, flags))
    }

    fn cudaGraphInstantiateWithFlags(executable: Out<u64>, graph: u64, flags: u64) in context {
        answer(driver_api::cuGraphInstantiateWithFlags(executable, graph, flags))
    }

    fn cudaGraphInstantiateWithParams(executable: Out<u64>, graph: u64, parameters: Out<driver_api::InstantiateParameters>) in context {
        answer(driver_api::cuGraphInstantiateWithParams(executable, graph, parameters))
    }

    fn cudaGraphUpload(executable: u64, of_stream: u64) in context, per thread cudaGraphUpload_ptsz {
        ready()?;
        answer(driver_api::cuGraphUpload(executable, stream(of_stream)))
    }

    fn cudaGraphLaunch(executable: u64, of_stream: u64) in context, per thread cudaGraphLaunch_ptsz {
        answer(driver_api::cuGraphLaunch(executable, stream(of_stream)))
    }

    fn cudaGraphDestroy(graph: u64) in context {
        answer(driver_api::cuGraphDestroy(graph))
    }

    fn cudaGraphExecDestroy(executable: u64) in context {
        answer(driver_api::cuGraphExecDestroy(executable))
    }

    fn cudaUserObjectCreate(object: Out<u64>, data: Data, destroy: HostFunction, count: u32, flags: u32) in context {
        answer(user_objects::cuUserObjectCreate(object, data, destroy, count, flags))
    }

    fn cudaUserObjectRetain(object: u64, count: u32) in context {
        answer(user_objects::cuUserObjectRetain(object, count))
    }

    fn cudaUserObjectRelease(object: u64, count: u32) in context {
        answer(user_objects::cuUserObjectRelease(object, count))
    }

    fn cudaGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) in context {
        answer(user_objects::cuGraphRetainUserObject(graph, object, count, flags))
    }

    fn cudaGraphReleaseUserObject(graph: u64, object: u64, count: u32) in context {
        answer(user_objects::cuGraphReleaseUserObject(graph, object, count))
    }

    fn cudaDeviceGraphMemTrim(device: i32) {
        Ok(ready()?.device(device).map(|_| ())?)
    }

    // Memory that graphs hold: none beside that of the device.
    fn cudaDeviceGetGraphMemAttribute(device: i32, _attribute: u32, value: CallerAddress) {
        ready()?.device(device)?;
        Ok(value.out::<u64>().set(0)?)
    }
}
