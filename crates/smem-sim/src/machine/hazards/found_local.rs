//! Accesses to local memory outside of their array.

use super::findings::{Findings, FoundAccess, access_of, add_access, side};
use super::found_side::FoundSide;
use crate::local_overrun::LocalOverrun;
use crate::machine::context::LaunchContext;
use crate::program::KernelCode;

impl Findings {
    /// Adds an access to another local array than that of its address.
    pub(in crate::machine) fn add_local_overrun(
        &mut self,
        pc: u32,
        number: u64,
        block: [u32; 3],
        thread: u32,
        address: u32,
    ) {
        add_access(&mut self.local_overruns, pc, FoundAccess { number, block, thread, address, times: 1 });
    }

    /// The accesses to other local arrays than those of their addresses, by instruction.
    pub(in crate::machine) fn local_overruns(&self, context: &LaunchContext<'_>) -> Vec<LocalOverrun> {
        let KernelCode::Ptx(code) = &context.kernel.code else { return Vec::new() };
        let overrun = |(pc, found): (&u32, &FoundAccess)| {
            let array = *code.local_accesses.of(*pc)?.first()?;
            Some(LocalOverrun {
                side: side(context, FoundSide { pc: *pc, access: access_of(&context.kernel.code, *pc) }, found.thread),
                block: found.block,
                address: found.address,
                array: code.local_arrays.get(array)?.clone(),
                times: found.times,
            })
        };
        self.local_overruns.iter().filter_map(overrun).collect()
    }
}
