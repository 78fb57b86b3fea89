//! Accesses to local memory outside of the array that their address comes from.

use crate::race_side::RaceSide;
use std::fmt;

/// An array of a thread in local memory, as PTX has it.
///
/// Compilers place the arrays of a function one after the other in one variable, and compute the address of each from that. A structure is one
/// array, and so is an array of several dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalArray {
    /// Its name, if the PTX has one: compilers leave it out.
    pub name: Option<String>,
    /// The first byte, in the thread's local memory.
    pub first: u64,
    /// One past the last byte. Bytes of padding after the array belong to it.
    pub end: u64,
}

/// The accesses of one PTX instruction that leave the local array from which their address was computed, and stay inside the thread's local
/// memory. [`Simulator::race_check`](crate::Simulator::race_check) looks for them; an access outside of local memory is a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocalOverrun {
    /// The access that was found first.
    pub side: RaceSide,
    /// Its block: `blockIdx`.
    pub block: [u32; 3],
    /// The first byte outside of the array, in the thread's local memory.
    pub address: u32,
    /// The array that the address comes from. Where it may come from several, the first of them; the access is inside none.
    pub array: LocalArray,
    /// How many threads' accesses there were.
    pub times: u64,
}

impl LocalArray {
    /// Whether all of these bytes are inside.
    pub fn holds(&self, address: u64, bytes: u32) -> bool {
        self.first <= address && address.saturating_add(bytes.into()) <= self.end
    }
}

impl fmt::Display for LocalOverrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [bx, by, bz]) = (self.side.thread, self.block);
        let LocalArray { name, first, end } = &self.array;
        let name = name.as_ref().map_or("a local array".to_owned(), |name| format!("`{name}`"));
        write!(
            f,
            "{} of byte {:#x} of local memory through {name}, which has the bytes ",
            self.side.access, self.address
        )?;
        write!(f, "{first:#x} to {end:#x}; block ({bx}, {by}, {bz}), thread ({x}, {y}, {z})")?;
        match &self.side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", self.side.line, self.side.text),
        }
    }
}
