//! Accesses past the shared memory that a block asks for.

use crate::race_side::RaceSide;
use std::fmt;

/// The accesses of one instruction past the end of the shared memory that a block asks for, but inside what a GPU allocates for it.
///
/// A GPU allocates shared memory in [granules](crate::Arch::shared_granule), and an access past the declared end faults only past the last
/// granule. Machine code makes such accesses in correct kernels: the assembler reads three words with one `LDS.128`. In this simulator
/// those bytes read as zero until something writes them; on a GPU they are undefined. An access past the last granule is a fault.
///
/// ```
/// # use smem_sim::*;
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry k() { .shared .align 16 .b8 a[12]; .reg .b32 %r<5>; st.shared.u32 [a], 1; st.shared.v2.u32 [a+8], {2, 3};
///       ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [a]; ret; }").unwrap();
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[]).unwrap();
/// let [store, load] = &profile.past_end[..] else { panic!("a store and a load") };
/// assert_eq!((store.side.access, load.side.access), (RaceAccess::Write, RaceAccess::Read));
/// assert_eq!((load.address, load.declared, load.allocated), (12, 12, 128));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PastEnd {
    /// The access that was found first.
    pub side: RaceSide,
    /// Its block: `blockIdx`.
    pub block: [u32; 3],
    /// The first byte past the end that it accesses, from the block's first byte of shared memory.
    pub address: u32,
    /// Bytes of shared memory that the block asks for, static and dynamic.
    pub declared: u32,
    /// Bytes that a GPU allocates for them.
    pub allocated: u32,
    /// How many threads' accesses there were.
    pub times: u64,
}

impl fmt::Display for PastEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [bx, by, bz]) = (self.side.thread, self.block);
        let Self { address, declared, allocated, .. } = self;
        write!(f, "{} of byte {address:#x} of shared memory, past the block's {declared} bytes", self.side.access)?;
        write!(
            f,
            " but inside the {allocated} that a GPU allocates; block ({bx}, {by}, {bz}), thread ({x}, {y}, {z})"
        )?;
        match &self.side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", self.side.line, self.side.text),
        }
    }
}
