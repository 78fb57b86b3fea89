//! Accesses to one shared array through the address of another.

use crate::program::SharedVariable;
use crate::race_side::RaceSide;
use std::fmt;

/// The accesses of one PTX instruction that leave the array in shared memory from which their address was computed, and stay inside the
/// block's shared memory. An access that leaves that as well is a fault. [`Simulator::race_check`](crate::Simulator::race_check) looks for
/// them.
///
/// A compiler does not know which array follows which, so the address of each access comes from the array that the source names. It is
/// followed through registers: copies, sums, choices and conversions. What went through memory, a product or a call that is not
/// expanded is not followed. An array is what is declared as one variable: an index beyond a row of a two-dimensional array or beyond
/// a field of a struct stays inside, and all dynamic shared memory is one array.
///
/// ```
/// # use smem_sim::*;
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry k() { .shared .align 4 .b8 a[8]; .shared .align 4 .b8 b[8];
///       .reg .b32 %r<3>; mov.u32 %r0, a; mov.u32 %r1, b; st.shared.u32 [%r1], 1; ld.shared.u32 %r2, [%r0+8]; ret; }").unwrap();
/// let sim = Simulator::new(Arch::SM_90).race_check(true);
/// let profile = sim.launch(&module, "k", &LaunchShape::new(1, 1), &[]).unwrap();
/// let [overrun] = &profile.overruns[..] else { panic!("one overrun") };
/// assert_eq!((overrun.array.name.as_str(), overrun.address, overrun.times), ("a", 8, 1));
/// assert_eq!(overrun.into.as_ref().map(|array| array.name.as_str()), Some("b"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overrun {
    /// The access that was found first.
    pub side: RaceSide,
    /// Its block: `blockIdx`.
    pub block: [u32; 3],
    /// The first byte outside the array, from the block's first byte of shared memory.
    pub address: u32,
    /// The array that the address comes from. Where it may come from several, the first of them; the access is inside none.
    pub array: SharedVariable,
    /// The array that the byte is in; `None` for a gap between arrays.
    pub into: Option<SharedVariable>,
    /// How many threads' accesses there were.
    pub times: u64,
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [bx, by, bz]) = (self.side.thread, self.block);
        let SharedVariable { name, offset, bytes } = &self.array;
        write!(f, "{} of byte {:#x} of shared memory through `{name}`, which ", self.side.access, self.address)?;
        match bytes {
            Some(bytes) => write!(f, "has the bytes {offset:#x} to {:#x}", offset + bytes)?,
            None => write!(f, "begins at byte {offset:#x}")?,
        }
        if let Some(into) = &self.into {
            write!(f, ": it is in `{}`", into.name)?;
        }
        write!(f, "; block ({bx}, {by}, {bz}), thread ({x}, {y}, {z})")?;
        match &self.side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", self.side.line, self.side.text),
        }
    }
}
