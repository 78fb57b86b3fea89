//! Events.

use smem_driver::{CaptureStatus, DriverError};

use crate::foreign::Out;
use crate::process::{driver, not_supported};

functions! {
    fn cuEventCreate(event: Out<u64>, flags: u32) {
        let driver = driver()?;
        driver.context_flags()?;
        event.check()?;
        event.set(driver.create_event(flags)?)
    }

    fn cuEventDestroy_v2(event: u64) {
        driver()?.destroy_event(event)
    }

    fn cuEventRecord(event: u64, stream: u64) {
        driver()?.record_event(event, stream)
    }

    fn cuEventRecordWithFlags(event: u64, stream: u64, flags: u32) {
        if flags > 1 {
            return Err(DriverError::InvalidValue);
        }
        // Flag 1 is for an event that a captured stream shares with work outside of its capture.
        if flags == 1 {
            let driver = driver()?;
            return match driver.capture_status(stream)?.0 {
                CaptureStatus::None => Err(DriverError::IllegalState),
                _ => Err(not_supported("an external event of a captured stream")),
            };
        }
        driver()?.record_event(event, stream)
    }

    fn cuEventQuery(event: u64) {
        driver()?.query_event(event)
    }

    fn cuEventSynchronize(event: u64) {
        driver()?.wait_for_event(event)
    }

    fn cuEventElapsedTime(milliseconds: Out<f32>, start: u64, end: u64) {
        milliseconds.check()?;
        milliseconds.set(driver()?.elapsed(start, end)?)
    }

    fn cuEventElapsedTime_v2(milliseconds: Out<f32>, start: u64, end: u64) {
        milliseconds.check()?;
        milliseconds.set(driver()?.elapsed(start, end)?)
    }
}
