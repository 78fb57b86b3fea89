//! Words for an address where no memory is.

use super::GlobalMemory;
use super::global::AllocationAt;

impl GlobalMemory {
    /// Describes where an address outside every allocation is.
    pub(crate) fn describe(&self, address: u64) -> String {
        if let Some((base, bytes)) = self.freed().of(address) {
            return format!("it is in the {bytes} bytes at {base:#x}, which were freed (use after free)");
        }
        let place = |at: &AllocationAt| (at.base, at.memory.bytes());
        match self.last_from(address).map(place) {
            Some((base, bytes)) if address - base < bytes + (1 << 20) => {
                let over = address - base;
                if over >= bytes {
                    format!("{} bytes after the end of the {bytes} bytes at {base:#x}", over - bytes)
                } else {
                    format!("it runs over the end of the {bytes} bytes at {base:#x}")
                }
            }
            _ => match self.allocations().iter().find(|at| at.base > address).map(place) {
                Some((base, bytes)) if base - address < 1 << 20 => {
                    format!("{} bytes before the {bytes} bytes at {base:#x}", base - address)
                }
                _ => "no allocation is near".to_owned(),
            },
        }
    }
}
