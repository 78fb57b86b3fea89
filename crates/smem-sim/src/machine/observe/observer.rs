//! Observers of shared-memory accesses, and what they receive.

use super::cost_rule::CostRule;
use super::request_kind::RequestKind;
use crate::machine::site::{WarpSite, thread};
use crate::program::DecodedKernel;
use crate::shared_op::SharedOp;
use crate::source_loc::SourceLoc;
use smem_banks::Cost;
use std::any::Any;

/// Receives every warp-wide access to shared memory of a launch that
/// [`Simulator::launch_observed`](crate::Simulator::launch_observed) runs.
///
/// ```
/// use smem_sim::*;
///
/// /// The highest byte of shared memory that is accessed.
/// struct Highest(u32);
/// impl Observer for Highest {
///     fn shared(&mut self, access: &SharedAccess<'_>) {
///         for (_, address) in access.lanes() {
///             self.0 = self.0.max(address + access.bytes() - 1);
///         }
///     }
/// }
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry k() {
///        .shared .align 4 .b8 a[512]; .reg .b32 %r<3>;
///        mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 8, %r0; st.shared.u32 [%r2], 7; ret;
///      }",
/// )?;
/// let sim = Simulator::new(Arch::SM_90);
/// let (profile, seen) = sim.launch_observed(&module, "k", &LaunchShape::new(4, 64), &[], || Highest(0))?;
/// assert_eq!(seen.iter().map(|highest| highest.0).max(), Some(63 * 8 + 3));
/// assert_eq!(profile.requests(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Any + Send {
    /// Receives an access, after it is checked and executed. The accesses of one block come in the order in which the simulator
    /// executes them.
    fn shared(&mut self, access: &SharedAccess<'_>);

    /// Whether it receives accesses, too, that cost what the last one of their instruction cost on the same host thread and that come from the same
    /// block and warp or from later ones. A launch is faster with an observer that does without them.
    fn sees_repeats(&self) -> bool {
        true
    }
}

/// One warp-wide access to shared memory, which an [`Observer`] receives.
///
/// ```
/// use smem_sim::*;
///
/// /// Prints every access as `kernel.cu:12:5: store of 4 bytes by block [0, 0, 0], warp 1, epoch 0`, and its lanes.
/// struct Trace;
/// impl Observer for Trace {
///     fn shared(&mut self, access: &SharedAccess<'_>) {
///         match access.loc() {
///             Some(loc) => print!("{loc}: "),
///             None => print!("PTX line {}, `{}`: ", access.line(), access.text()),
///         }
///         print!("{} of {} bytes by block {:?}, ", access.op(), access.bytes(), access.block());
///         println!("warp {}, epoch {}", access.warp(), access.epoch());
///         for (lane, address) in access.lanes() {
///             println!("  thread {:?} at byte {address}", access.thread(lane));
///         }
///     }
/// }
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry k() { .shared .align 4 .b8 a[4]; st.shared.u32 [a], 7; ret; }",
/// )?;
/// Simulator::new(Arch::SM_90).launch_observed(&module, "k", &LaunchShape::new(1, 1), &[], || Trace)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedAccess<'a> {
    pub(in crate::machine) kernel: &'a DecodedKernel,
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) kind: RequestKind,
    pub(in crate::machine) site: &'a WarpSite,
    /// Threads of a block along x and y.
    pub(in crate::machine) extent: [u32; 2],
    pub(in crate::machine) addresses: &'a [u32; 32],
    pub(in crate::machine) active: u32,
    pub(in crate::machine) bytes: u32,
    /// Filled in for observers, once it is counted.
    pub(in crate::machine) cost: Cost,
}

impl SharedAccess<'_> {
    /// `blockIdx`.
    pub fn block(&self) -> [u32; 3] {
        self.site.block
    }

    /// `threadIdx` of a lane of the warp; lanes are 0 to 31.
    pub fn thread(&self, lane: u32) -> [u32; 3] {
        thread(self.site.warp, lane, self.extent[0], self.extent[1])
    }

    /// The warp's number in its block.
    pub fn warp(&self) -> u32 {
        self.site.warp
    }

    /// The number of barriers at which every thread of the block waited before this access. Accesses of one block in different
    /// epochs are ordered. Accesses in the same epoch are ordered only if one thread makes them, or by other barriers.
    pub fn epoch(&self) -> u32 {
        self.site.epoch
    }

    /// The lanes that take part, lowest first, each with its byte address from the block's first byte of shared memory.
    pub fn lanes(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(*self.addresses).filter(|(lane, _)| self.active >> lane & 1 == 1)
    }

    /// Bytes that each lane accesses.
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// The wavefronts that the request takes. More than 16 bytes a lane are the sum of pieces of 16, and the ways of the worst.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The rule by which such a request is costed, at these addresses or at others.
    pub fn rule(&self) -> CostRule {
        CostRule(self.kind)
    }

    /// The kind of instruction.
    pub fn op(&self) -> SharedOp {
        match self.kind {
            RequestKind::Load | RequestKind::GenericLoad => SharedOp::Load,
            RequestKind::Store => SharedOp::Store,
            RequestKind::LoadMatrix => SharedOp::LdMatrix,
            RequestKind::StoreMatrix => SharedOp::StMatrix,
            RequestKind::AsyncCopy(_) => SharedOp::AsyncCopy,
            RequestKind::Atomic(_) => SharedOp::Atomic,
        }
    }

    /// Line of the PTX text, counted from 1.
    pub fn line(&self) -> u32 {
        self.kernel.info[self.pc as usize].line
    }

    /// The instruction, as written in the PTX text.
    pub fn text(&self) -> &str {
        &self.kernel.info[self.pc as usize].text
    }

    /// The source line with its chain of calls, if the PTX was compiled with `-lineinfo`.
    pub fn loc(&self) -> Option<&SourceLoc> {
        self.kernel.info[self.pc as usize].loc.as_deref()
    }
}
