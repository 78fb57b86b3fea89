//! The rule by which an instruction's requests are costed, for addresses that it did not have.

use super::request_kind::RequestKind;
use smem_banks::{BankModel, Cost, WarpRequest};

/// The rule by which requests of an instruction are costed: [`SharedAccess::rule`](crate::SharedAccess::rule).
///
/// ```
/// use smem_sim::*;
/// use smem_banks::WarpRequest;
///
/// /// The wavefronts that the requests would take if each lane accessed the word after the one before.
/// struct InARow(u32);
/// impl Observer for InARow {
///     fn shared(&mut self, access: &SharedAccess<'_>) {
///         let row = WarpRequest::from_fn(access.bytes(), |lane| Some(lane * access.bytes())).unwrap();
///         self.0 += access.rule().cost(&Arch::SM_90.bank_model(), &row).wavefronts;
///     }
/// }
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry k() {
///        .shared .align 4 .b8 a[4096]; .reg .b32 %r<3>;
///        mov.u32 %r0, a; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 128, %r0; st.shared.u32 [%r2], 7; ret;
///      }",
/// )?;
/// let sim = Simulator::new(Arch::SM_90);
/// let (profile, seen) = sim.launch_observed(&module, "k", &LaunchShape::new(1, 32), &[], || InARow(0))?;
/// assert_eq!((profile.wavefronts(), seen[0].0), (32, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostRule(pub(super) RequestKind);

impl CostRule {
    /// Returns the cost of a request. An asynchronous copy that took no wavefront takes none; of another it is that of a store to the same
    /// addresses: what its source costs, which the addresses in global memory decide, is left out.
    pub fn cost(self, banks: &BankModel, request: &WarpRequest) -> Cost {
        match self.0 {
            RequestKind::AsyncCopy(cost) if cost.wavefronts == 0 => cost,
            RequestKind::AsyncCopy(_) => banks.cost(request),
            kind => kind.cost(banks, request),
        }
    }

    /// Returns true if lanes that access one word take turns, as those of most atomics do.
    pub fn takes_turns(self) -> bool {
        use crate::isa::AtomicPasses::{Lanes, LanesTwice, LanesTwiceAndPhases, Retried};
        matches!(self.0, RequestKind::Atomic(Lanes | LanesTwice | LanesTwiceAndPhases | Retried { .. }))
    }
}
