//! Calls of the driver's functions: where machine code has their arguments.

use super::LaunchedSass;
use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::{DriverFunction, Slot};
use crate::lanes::lanes;
use crate::machine::access::Reach;
use crate::machine::context::LaunchContext;
use crate::machine::driver::DriverCall;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;
use crate::memory::SharedMemory;

/// The register that arguments begin at, and the result.
const FIRST: u32 = 4;

impl SassWarp {
    /// Calls the function at the address in two registers, a lane at a time.
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn call_driver(
        &mut self,
        function: Slot,
        registers: Slot,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<()> {
        let (low, high) = (self.regs[function as usize], self.regs[function as usize + 1]);
        for lane in lanes(active) {
            let address = u64::from(high[lane]) << 32 | u64::from(low[lane]);
            let Some(function) = DriverFunction::at(address) else {
                let message = format!("a call of {address:#x}, which is not a function of the driver");
                return Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)));
            };
            let mut next = FIRST;
            let mut args = Vec::new();
            for &bytes in function.params() {
                let register = |at: u32| u64::from(self.regs[(registers + at) as usize][lane]);
                if bytes == 8 {
                    next = next.next_multiple_of(2);
                    args.push(register(next) | register(next + 1) << 32);
                } else {
                    args.push(register(next));
                }
                next += bytes / 4;
            }
            let names = launched.shared_names();
            let (local, site) = (&mut self.core.local, &self.core.site);
            let reach = &mut Reach { context, shared, local, tally, pc, site, names };
            let result = DriverCall { reach, lane }.call(function, &args)?;
            let result = [result as u32, (result >> 32) as u32];
            for (at, word) in (registers + FIRST..).zip(&result[..function.result() as usize / 4]) {
                self.regs[at as usize][lane] = *word;
            }
        }
        Ok(())
    }
}
