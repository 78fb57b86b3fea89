//! The memories that an access of a warp can reach, and the checks of its addresses.

use super::finder::Finder;
use super::shared_names::SharedNames;
use super::shared_place::SharedPlace;
use super::space::{check_aligned, outside};
use crate::fault::FaultKind;
use crate::isa::{CopyPath, MemoryOrder, MemoryScope, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::context::LaunchContext;
use crate::machine::copied_loads::CopyTarget;
use crate::machine::hazards::{CheckedCode, CheckedRequest, CheckedStore, GlobalKind, GlobalRequest, KnownFrom};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::live_parts::{all_parts, parts};
use crate::machine::observe::RequestKind;
use crate::machine::observe::SharedAccess;
use crate::machine::observe::Tally;
use crate::machine::site::WarpSite;
use crate::memory::{LocalMemory, SharedMemory};
use crate::program::KernelCode;
use smem_banks::{CopySource, Cost, WarpRequest};

/// The memories and counts that an access reads or changes.
pub(in crate::machine) struct Reach<'r> {
    pub(in crate::machine) context: &'r LaunchContext<'r>,
    pub(in crate::machine) shared: &'r mut SharedMemory,
    pub(in crate::machine) local: &'r mut LocalMemory,
    pub(in crate::machine) tally: &'r mut Tally,
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) site: &'r WarpSite,
    pub(in crate::machine) names: SharedNames,
}

impl<'r> Reach<'r> {
    /// The number of a lane's thread in its block.
    pub(in crate::machine) fn thread_of(&self, lane: usize) -> u32 {
        32 * self.site.warp + lane as u32
    }

    /// Checks an address in shared memory: it must be inside and aligned. Returns it as an index.
    pub(in crate::machine) fn shared_at(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<usize> {
        check_aligned(Space::Shared, lane, address, bytes)?;
        let place = self.kept_at(lane, address, bytes)?;
        self.shared.check(place, bytes).ok_or_else(|| self.outside_shared(lane, address, bytes))
    }

    /// Checks an address in shared memory of a read, which is noted where memory is uninitialized. Returns it as an index.
    pub(in crate::machine) fn read_at(&mut self, lane: usize, address: u64, bytes: u32) -> LaneResult<usize> {
        let at = self.shared_at(lane, address, bytes)?;
        self.note_unwritten(lane, at, bytes);
        Ok(at)
    }

    /// Notes a read of these bytes if they are uninitialized. Merged and hoisted loads of machine code read words that the program never
    /// asked for, so there the race check notes them only.
    #[inline]
    pub(in crate::machine) fn note_unwritten(&mut self, lane: usize, at: usize, bytes: u32) {
        if self.notes_unwritten() && !self.shared.is_written(at, bytes) {
            self.note_unwritten_parts(lane, SharedPlace { block: self.rank(), at }, bytes);
        }
    }

    /// The same of a place in the memory of any block of the cluster.
    pub(super) fn note_unwritten_at(&mut self, lane: usize, place: SharedPlace, bytes: u32) {
        if self.notes_unwritten() && !self.memory(place.block).is_written(place.at, bytes) {
            self.note_unwritten_parts(lane, place, bytes);
        }
    }

    /// Whether reads of uninitialized memory are noted.
    #[inline(always)]
    pub(super) fn notes_unwritten(&self) -> bool {
        self.names == SharedNames::Own || self.tally.hazards.is_some()
    }

    /// Whether one of these bytes has been written.
    fn has_written(&self, block: usize, from: usize, end: usize) -> bool {
        (from..end).any(|byte| self.memory(block).is_written(byte, 1))
    }

    #[cold]
    fn note_unwritten_parts(&mut self, lane: usize, SharedPlace { block, at }: SharedPlace, bytes: u32) {
        let (mut first, mut words) = (None, 0);
        let copied = self.tally.copied.of(&self.context.kernel.code, self.pc);
        for (from, bytes) in parts(self.tally.live.of(self.pc).unwrap_or_else(|| all_parts(bytes))) {
            let (from, end) = (at + from as usize, at + (from + bytes) as usize);
            // A copy takes along what lies beside written bytes: those of the word, and on the chip those of the whole load.
            let is_padding = |word: usize| match copied {
                None => false,
                Some(CopyTarget::OnChip) => self.has_written(block, at, at + bytes as usize),
                Some(CopyTarget::Global) => self.has_written(block, 4 * word, 4 * word + 4),
            };
            for word in from / 4..end.div_ceil(4) {
                let (from, end) = (from.max(4 * word), end.min(4 * word + 4));
                let unwritten = self.memory(block).first_unwritten(from, (end - from) as u32);
                if let Some(byte) = unwritten.filter(|_| !is_padding(word)) {
                    first = first.or(Some(byte));
                    words |= 1 << (word - at / 4);
                }
            }
        }
        let Some(first) = first else { return };
        let thread = self.thread_of(lane);
        match &mut self.tally.hazards {
            Some(hazards) => hazards.in_memory_of(block, |hazards| {
                hazards.note_unwritten(self.pc, thread, at as u32, first as u32, words);
            }),
            None => {
                let (block, number) = (self.site.block, self.context.number_of(self.site.block));
                self.tally.findings.add_unwritten(self.pc, number, block, thread, first as u32);
            }
        }
    }

    /// Lets the race check see a request on global memory before it is made. `value` is a byte of what a lane stores.
    ///
    /// # Errors
    /// The fault of an address: the race check sees only requests that will be made.
    pub(in crate::machine) fn check_global(
        &mut self,
        (kind, order, scope): (GlobalKind, MemoryOrder, MemoryScope),
        addresses: &Lanes,
        mask: u32,
        bytes: u32,
        value: &dyn Fn(usize, usize) -> u8,
    ) -> LaneResult<()> {
        if self.tally.hazards.is_some() && self.tally.global.is_some() {
            let mut finder = Finder::new(self.context.global);
            for lane in lanes(mask) {
                check_aligned(Space::Global, lane, addresses[lane], bytes)?;
                if let Err(fault) = finder.find(lane, addresses[lane], bytes)
                    && !(kind == GlobalKind::Load && self.reads_inside(&mut finder, lane, addresses[lane]))
                {
                    return Err(fault);
                }
            }
            let (pc, warp) = (self.pc, self.site.warp);
            let scope = (kind == GlobalKind::Atomic || order.is_strong()).then_some(scope);
            let is_ptx = matches!(self.context.kernel.code, KernelCode::Ptx(_));
            let (known_from, releases) = (KnownFrom::of(order, is_ptx), order.releases());
            let request = GlobalRequest { pc, warp, mask, addresses, bytes, kind, scope, known_from, releases };
            if let Tally { hazards: Some(hazards), global: Some(global), .. } = &mut *self.tally {
                global.request(hazards, &request, value, self.context.global);
            }
        }
        Ok(())
    }

    /// Whether the bytes of a load from global memory that the kernel goes on to read are all inside. The others are in the same aligned unit, and
    /// compilers load them along: on a GPU no allocation ends inside one.
    #[cold]
    pub(super) fn reads_inside(&self, finder: &mut Finder<'_>, lane: usize, address: u64) -> bool {
        let read = self.tally.live.of_global(&self.context.kernel.code, self.pc);
        read.is_some_and(|read| {
            parts(read).all(|(from, bytes)| finder.find(lane, address + u64::from(from), bytes).is_ok())
        })
    }

    /// Notes an access of one lane to bytes past those that the block asked for, which a GPU has allocated all the same.
    #[cold]
    pub(in crate::machine) fn note_past_end(&mut self, lane: usize, address: u64, bytes: u32) {
        let LaunchContext { shared_bytes, allocated_shared, .. } = *self.context;
        let (declared, allocated) = (u64::from(shared_bytes), u64::from(allocated_shared));
        // Bytes past the allocation are the system's, or were a fault.
        if address + u64::from(bytes) > declared && address < allocated {
            let block = self.site.block;
            let number = self.context.number_of(block);
            let thread = 32 * self.site.warp + lane as u32;
            self.tally.findings.add_past_end(self.pc, number, block, thread, address.max(declared) as u32);
        }
    }

    /// Lets the race check see a store before it is made, to addresses that are inside and aligned. `value` is a byte of what a lane stores.
    pub(in crate::machine) fn check_store(
        &mut self,
        addresses: &Lanes,
        mask: u32,
        bytes: u32,
        value: &dyn Fn(usize, usize) -> u8,
    ) {
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            let store = CheckedStore { addresses, mask, bytes, value, memory: self.shared };
            hazards.store(code, self.pc, self.site.warp, &store);
        }
    }

    /// Checks the addresses of a store before the race check sees it: that compares bytes of the store with those that are there.
    pub(super) fn check_shared_addresses(&self, addresses: &Lanes, mask: u32, bytes: u32) -> LaneResult<()> {
        if self.tally.hazards.is_none() {
            return Ok(());
        }
        lanes(mask).try_for_each(|lane| self.shared_at(lane, addresses[lane], bytes).map(|_| ()))
    }

    fn outside_shared(&self, lane: usize, address: u64, bytes: u32) -> Box<LaneFault> {
        outside(Space::Shared, lane, address, bytes, self.context.shared_extent())
    }

    /// Returns where the bytes at an address in shared memory are kept: there, or where the launch's map has them.
    fn kept_at(&self, lane: usize, address: u64, bytes: u32) -> LaneResult<u64> {
        let Some(map) = self.context.map else { return Ok(address) };
        if address.checked_add(bytes.into()).is_none_or(|end| end > self.context.allocated_shared.into()) {
            return Err(self.outside_shared(lane, address, bytes));
        }
        let place = map.place(address, bytes.into()).filter(|place| place.is_multiple_of(bytes.into()));
        place.ok_or_else(|| LaneFault::boxed(lane, address, FaultKind::TornApart { bytes }))
    }

    /// Returns the addresses at which the banks see a request.
    fn places(&self, addresses: &Lanes) -> Lanes {
        match self.context.map {
            Some(map) => addresses.map(|address| map.place_of_byte(address)),
            None => *addresses,
        }
    }

    /// Checks that the bytes of a copy without lanes stay together, because no layout can take them apart.
    pub(in crate::machine) fn check_whole(&self, lane: usize, address: u64, bytes: u64) -> LaneResult<()> {
        match self.context.map {
            Some(map) if map.place(address, bytes).is_none() => {
                let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
                Err(LaneFault::boxed(lane, address, FaultKind::TornApart { bytes }))
            }
            _ => Ok(()),
        }
    }

    pub(in crate::machine) fn outside_local(&self, lane: usize, address: u64, bytes: u32) -> Box<LaneFault> {
        let detail = format!("the thread has {} bytes", self.context.kernel.local_bytes);
        outside(Space::Local, lane, address, bytes, detail)
    }

    /// Passes a finished asynchronous copy to the observers. `from` has the global address of each lane that reads anything.
    ///
    /// Its source counts as missing L1: a launch brings its data through such copies once. The lanes of `short` fill up with zeros.
    pub(in crate::machine) fn observe_copy(
        &mut self,
        to: &Lanes,
        from: &[Option<u64>; 32],
        [mask, short]: [u32; 2],
        bytes: u32,
        path: CopyPath,
    ) {
        let banks = self.context.banks;
        let places = self.places(to);
        let cost = match WarpRequest::new(bytes, places.map(|address| address as u32), mask) {
            Ok(to) if path == CopyPath::AroundL1 => banks.bypass_copy_cost(&to, from, short, CopySource::Uncached),
            Ok(to) => banks.async_copy_cost(&to, from, CopySource::Uncached),
            // The addresses have been checked.
            Err(_) => Cost::default(),
        };
        self.observe(RequestKind::AsyncCopy(cost), to, mask, bytes);
    }

    /// The arrays, by number, that PTX says the addresses of the instruction come from, where accesses are compared with them.
    #[inline]
    pub(super) fn checked_arrays(&self) -> Option<&'r [usize]> {
        let context = self.context;
        match &context.kernel.code {
            KernelCode::Ptx(code) if self.tally.hazards.is_some() => code.accesses.of(self.pc),
            _ => None,
        }
    }

    /// Notes the lanes whose accesses are in none of the arrays that their addresses come from.
    pub(super) fn note_overruns(&mut self, arrays: &[usize], addresses: &Lanes, mask: u32, bytes: u32) {
        let variables = &self.context.kernel.shared_variables;
        for lane in lanes(mask) {
            let address = addresses[lane];
            if !arrays.iter().any(|&array| variables[array].holds(address, bytes)) {
                let (block, thread) = (self.site.block, 32 * self.site.warp + lane as u32);
                let number = self.context.number_of(block);
                // The first byte outside: an access may begin inside.
                let outside = (address..address + u64::from(bytes))
                    .find(|byte| !arrays.iter().any(|&array| variables[array].holds(*byte, 1)));
                let outside = outside.unwrap_or(address) as u32;
                self.tally.findings.add_overrun(self.pc, number, block, thread, outside);
            }
        }
    }

    /// Passes a finished shared access to the observers.
    #[inline(never)]
    pub(in crate::machine) fn observe(&mut self, kind: RequestKind, requested: &Lanes, mask: u32, bytes: u32) {
        let mut narrow = [0; 32];
        let addresses = &self.places(requested);
        for lane in 0..32 {
            narrow[lane] = addresses[lane] as u32;
        }
        if let Some(arrays) = self.checked_arrays() {
            self.note_overruns(arrays, requested, mask, bytes);
        }
        let declared = u64::from(self.context.shared_bytes);
        if lanes(mask).any(|lane| requested[lane] + u64::from(bytes) > declared) {
            lanes(mask).for_each(|lane| self.note_past_end(lane, requested[lane], bytes));
        }
        self.pass_on(kind, &narrow, mask, bytes);
    }

    /// Notes what lanes ask of shared memory, while it is looked at whether the block asks for ever.
    #[cold]
    fn note_asked(&mut self, places: &[u32; 32], mask: u32, bytes: u32) {
        let block = self.rank();
        if let Some(questions) = &mut self.tally.questions {
            questions.note_shared(block, places, mask, bytes);
        }
    }

    /// Passes a finished shared access at these places to the race check and to the observers.
    #[inline]
    pub(super) fn pass_on(&mut self, kind: RequestKind, places: &[u32; 32], mask: u32, bytes: u32) {
        let (kernel, [x, y, _]) = (self.context.kernel, self.context.block);
        if self.tally.questions.is_some() && kind.asks() {
            self.note_asked(places, mask, bytes);
        }
        let Tally { hazards, waits, live, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &kernel.code, waits };
            let (pc, warp) = (self.pc, self.site.warp);
            let is_of_rows = matches!(kind, RequestKind::LoadMatrix | RequestKind::StoreMatrix);
            let request = CheckedRequest { pc, warp, mask, addresses: places, bytes, is_of_rows };
            match live.of(pc) {
                None => hazards.request(kind, code, &request),
                Some(read) => {
                    parts(read).for_each(|part| hazards.request(kind, code, &request.part(part, &mut [0; 32])))
                }
            }
        }
        if mask == u32::MAX && self.tally.repeats((self.pc, self.site), kind, places, bytes) {
            return;
        }
        self.tally.shared(&SharedAccess {
            kernel,
            pc: self.pc,
            kind,
            site: self.site,
            extent: [x, y],
            addresses: places,
            active: mask,
            bytes,
            cost: Cost::default(),
        });
    }
}
