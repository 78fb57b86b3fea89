//! The fault that ended a launch, in the words of a report.

use smem_launch::UploadedLaunches;
use smem_sim::{Fault, FaultKind, shown_kernel};

/// The fault that ended a launch, and the sentence that says so.
pub(crate) struct TakenFault {
    /// It begins with the kernel; the instruction and the thread are those of the fault's site, where it has one.
    pub(crate) sentence: String,
    pub(crate) fault: Fault,
}

impl TakenFault {
    /// The fault with the place of its address beside the buffers of the launches.
    pub(crate) fn of(uploaded: &UploadedLaunches, mut fault: Fault) -> TakenFault {
        let place = fault.address().and_then(|address| uploaded.place_beside(address));
        if let (Some(place), FaultKind::OutOfBounds { space: "global", detail, .. }) = (place, &mut fault.kind) {
            *detail = place;
        }
        fault.kernel = fault.kernel.as_deref().map(|kernel| shown_kernel(kernel).into());
        let sentence = match (&fault.site, &fault.kernel) {
            (Some(_), Some(kernel)) => format!("`{kernel}`: {}", fault.kind),
            _ => fault.to_string(),
        };
        TakenFault { sentence, fault }
    }
}
