//! The fault that ended a launch, taken from the device.

use smem_launch::{Device, Error as LaunchError, UploadedLaunches};
use smem_sim::{Fault, FaultKind, shown_kernel};

/// The fault that ended a launch, and the sentence that says so.
pub(crate) struct TakenFault {
    /// It begins with the kernel; the instruction and the thread are those of the fault's site, where it has one.
    pub(crate) sentence: String,
    pub(crate) fault: Option<Fault>,
}

impl TakenFault {
    /// Takes the fault of an error, with the place of its address beside the buffers of the launches.
    pub(crate) fn of(device: &Device, uploaded: &UploadedLaunches, error: &LaunchError) -> TakenFault {
        let mut sentence = error.to_string();
        let mut fault = device.take_fault();
        if let Some(fault) = &mut fault {
            let place = fault.address().and_then(|address| uploaded.place_beside(address));
            if let (Some(place), FaultKind::OutOfBounds { space: "global", detail, .. }) = (place, &mut fault.kind) {
                *detail = place;
            }
            if let Some(kernel) = &fault.kernel {
                let (mangled, shown) = (format!("`{kernel}`"), format!("`{}`", shown_kernel(kernel)));
                sentence = match fault.site {
                    Some(_) => format!("{shown}: {}", fault.kind),
                    None => sentence.replacen(&mangled, &shown, 1),
                };
            }
        }
        TakenFault { sentence, fault }
    }
}
