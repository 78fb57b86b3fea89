//! Accesses beyond local arrays in places of the user's files.

use serde::{Deserialize, Serialize};
use smem_sim::LocalOverrun;

use crate::side::shown;

/// Accesses of a source line beyond the local array that it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LocalOverrunDetail {
    /// The name of the array, if the PTX has one.
    pub array: Option<String>,
    /// The bytes of the array in the thread's local memory, end exclusive.
    pub bytes: [u64; 2],
    /// The first byte outside.
    pub address: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
}

impl LocalOverrunDetail {
    pub(crate) fn of(overrun: &LocalOverrun) -> LocalOverrunDetail {
        LocalOverrunDetail {
            array: overrun.array.name.clone(),
            bytes: [overrun.array.first, overrun.array.end],
            address: overrun.address,
            block: overrun.block,
            thread: overrun.side.thread,
        }
    }

    pub(crate) fn sentence(&self, overrun: &LocalOverrun) -> String {
        let array = self.array.as_ref().map_or("a local array".to_owned(), |name| format!("the local array `{name}`"));
        let [first, end] = self.bytes;
        format!(
            "{} beyond {array} of {} bytes, {} bytes from its start, by thread {} of block {}",
            overrun.side.access,
            end - first,
            i64::from(self.address) - first as i64,
            shown(self.thread),
            shown(self.block)
        )
    }
}
