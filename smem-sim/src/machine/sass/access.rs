//! Operations on memory.

use super::LaunchedSass;
use super::reach::{SassReach, SharedCopy};
use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::sass::{AddressOf, LongSource, SassOp};
use crate::isa::{Slot, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::Reach;
use crate::machine::context::LaunchContext;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::memory::{SharedMemory, resolve};

impl SassWarp {
    fn addresses(&self, address: &AddressOf) -> Lanes {
        let value = |slot: Slot, pair: bool| self.long(LongSource { slot, pair, and: u64::MAX, xor: 0 });
        let (register, uniform) = (value(address.register, address.pair), value(address.uniform, address.uniform_pair));
        std::array::from_fn(|lane| {
            let scaled = register[lane].wrapping_mul(address.scale.into());
            let sum = scaled.wrapping_add(uniform[lane]).wrapping_add(address.offset as u64);
            if address.short { sum & 0xffff_ffff } else { sum }
        })
    }

    /// Executes a memory operation or an exchange for the lanes `active`.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn access(
        &mut self,
        op: &SassOp,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let write = if launched.code.code[pc as usize].uniform { u32::MAX } else { active };
        if self.exchange(op, active, write)? {
            return Ok(());
        }
        let reserved = launched.code.reserved_shared;
        macro_rules! reach {
            () => {
                SassReach {
                    reach: Reach { context, shared, local: &mut self.core.local, tally, pc, site: &self.core.site },
                    regs: &mut self.regs,
                    reserved,
                }
            };
        }
        match op {
            SassOp::Load(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().load(transfer, &addresses, active)
            }
            SassOp::Store(transfer) => {
                let addresses = self.addresses(&transfer.address);
                reach!().store(transfer, &addresses, active)
            }
            SassOp::Atomic(atomic) => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                reach!().atomic(atomic, &addresses, values, active)
            }
            SassOp::AtomicIfGlobal { atomic, done } => {
                let addresses = self.addresses(&atomic.address);
                let values = [self.long(atomic.a), self.long(atomic.b)];
                let global = lanes(active).filter(|&lane| resolve(addresses[lane]).0 == Space::Global);
                let global = global.fold(0u32, |mask, lane| mask | 1 << lane);
                self.assign(*done, active, global);
                if global == 0 { Ok(()) } else { reach!().atomic(atomic, &addresses, values, global) }
            }
            SassOp::CompareAndStore { address, bytes, d, a, b } => {
                let addresses = self.addresses(address);
                let values = [self.long(*a), self.long(*b)];
                reach!().compare_and_store(&addresses, *bytes, *d, values, active)
            }
            SassOp::LoadMatrix { address, d, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().load_matrix(&addresses, *d, *count, *transposed)
            }
            SassOp::StoreMatrix { address, register, count, transposed } => {
                self.whole(active)?;
                let addresses = self.addresses(address);
                reach!().store_matrix(&addresses, *register, *count, *transposed)
            }
            SassOp::AsyncCopy { to, from, bytes, path, zeros, partial } => {
                let (to, from, zeros) = (self.addresses(to), self.addresses(from), self.pred(*zeros));
                let copy = SharedCopy { to, from, bytes: *bytes, path: *path, zeros, partial: *partial };
                reach!().copy(&copy, active)
            }
            SassOp::IsShared { p, address } => {
                let addresses = self.addresses(address);
                let inside = lanes(active).filter(|&lane| resolve(addresses[lane]).0 == Space::Shared);
                let inside = inside.fold(0u32, |m, lane| m | 1 << lane);
                self.assign(*p, active, inside);
                Ok(())
            }
            SassOp::MatrixProduct(product) => {
                self.whole(active)?;
                self.product(product);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Faults where not all lanes of the warp are there.
    fn whole(&self, active: u32) -> LaneResult<()> {
        if active == u32::MAX {
            return Ok(());
        }
        let message = format!("the whole warp must execute this, and only the lanes {active:#010x} do");
        Err(LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)))
    }
}
