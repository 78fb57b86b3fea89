//! Streams.

use smem_driver::DriverError;

use crate::foreign::{Data, HostFunction, Out};
use crate::process::driver;

/// A function that a stream calls with itself, an error and data.
type StreamFunction = Option<extern "C" fn(u64, i32, Data)>;

functions! {
    fn cuStreamCreate(stream: Out<u64>, flags: u32) {
        let driver = driver()?;
        driver.context_flags()?;
        stream.check()?;
        stream.set(driver.create_stream(flags, 0)?)
    }

    fn cuStreamCreateWithPriority(stream: Out<u64>, flags: u32, priority: i32) {
        stream.check()?;
        stream.set(driver()?.create_stream(flags, priority)?)
    }

    fn cuStreamDestroy_v2(stream: u64) {
        driver()?.destroy_stream(stream)
    }

    fn cuStreamSynchronize(stream: u64) {
        driver()?.synchronize_stream(stream)
    }

    fn cuStreamQuery(stream: u64) {
        driver()?.query_stream(stream)
    }

    fn cuStreamWaitEvent(stream: u64, event: u64, flags: u32) {
        driver()?.stream_waits(stream, event, flags)
    }

    fn cuStreamGetFlags(stream: u64, flags: Out<u32>) {
        flags.set(driver()?.stream_facts(stream)?.0)
    }

    fn cuStreamGetPriority(stream: u64, priority: Out<i32>) {
        priority.set(driver()?.stream_facts(stream)?.1)
    }

    fn cuStreamGetCtx(stream: u64, context: Out<u64>) {
        context.set(driver()?.stream_facts(stream)?.2)
    }

    fn cuStreamGetCtx_v2(stream: u64, context: Out<u64>, green: Out<u64>) {
        context.set_if_asked(driver()?.stream_facts(stream)?.2);
        green.set_if_asked(0);
        Ok(())
    }

    fn cuStreamGetId(stream: u64, number: Out<u64>) {
        driver()?.stream_facts(stream)?;
        number.set(stream)
    }

    fn cuLaunchHostFunc(stream: u64, function: HostFunction, data: Data) {
        let function = function.ok_or(DriverError::InvalidValue)?;
        driver()?.call_in(stream, move || function(data))
    }

    fn cuStreamAddCallback(stream: u64, function: StreamFunction, data: Data, flags: u32) {
        let function = function.filter(|_| flags == 0).ok_or(DriverError::InvalidValue)?;
        driver()?.call_back_in(stream, move |error| function(stream, error.map_or(0, DriverError::code), data))
    }
}
