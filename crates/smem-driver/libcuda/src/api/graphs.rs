//! Graphs: captured, made, launched.

use smem_driver::DriverError;

use super::user_objects::{release_all, share};
use crate::foreign::{CallerAddress, Out};
use crate::process::driver;

/// The flags of a graph and what else `cuGraphInstantiateWithParams` takes, in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct InstantiateParameters {
    flags: u64,
    upload_stream: u64,
    /// The node that could not be instantiated.
    failed_node: u64,
    /// 0 where all went well.
    result: u32,
}

fn instantiate(executable: Out<u64>, graph: u64, flags: u64) -> Result<(), DriverError> {
    executable.check()?;
    let made = driver()?.instantiate(graph, flags)?;
    share(graph, made);
    executable.set(made)
}

functions! {
    fn cuGraphCreate(graph: Out<u64>, flags: u32) {
        graph.check()?;
        graph.set(driver()?.create_graph(flags)?)
    }

    fn cuGraphInstantiate_v2(executable: Out<u64>, graph: u64, _node: CallerAddress, _log: CallerAddress, _bytes: usize) {
        instantiate(executable, graph, 0)
    }

    fn cuGraphInstantiateWithFlags(executable: Out<u64>, graph: u64, flags: u64) {
        instantiate(executable, graph, flags)
    }

    fn cuGraphInstantiateWithParams(executable: Out<u64>, graph: u64, parameters: Out<InstantiateParameters>) {
        let given = parameters.value()?;
        let made = instantiate(executable, graph, given.flags);
        parameters.set(InstantiateParameters { failed_node: 0, result: made.is_err().into(), ..given })?;
        made
    }

    fn cuGraphUpload(executable: u64, stream: u64) {
        driver()?.stream_facts(stream)?;
        if executable == 0 { Err(DriverError::InvalidValue) } else { Ok(()) }
    }

    fn cuGraphLaunch(executable: u64, stream: u64) {
        driver()?.launch_graph(executable, stream)
    }

    fn cuGraphDestroy(graph: u64) {
        driver()?.destroy_graph(graph)?;
        release_all(graph);
        Ok(())
    }

    fn cuGraphExecDestroy(executable: u64) {
        driver()?.destroy_executable(executable)?;
        release_all(executable);
        Ok(())
    }
}
