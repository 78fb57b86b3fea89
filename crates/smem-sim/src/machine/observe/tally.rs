//! Adds up the counts of one host thread.

use super::contention::Contention;
use super::data_pipe::operands;
use super::footprint::Footprint;
use super::local::add_local_request;
use super::observer::{Observer, SharedAccess};
use super::open_barriers::OpenBarriers;
use super::paths::BlockPaths;
use super::questions::Questions;
use super::request_kind::RequestKind;
use super::sectors::SectorCounts;
use super::waits::WaitPlan;
use super::wavefronts::Wavefronts;
use crate::global_count::{GlobalCount, GlobalOp};
use crate::instruction_count::LocalCount;
use crate::lanes::Lanes;
use crate::machine::carried_reads::CarriedReads;
use crate::machine::context::LaunchContext;
use crate::machine::copied_loads::CopiedLoads;
use crate::machine::hazards::{Findings, GlobalHazards, Hazards};
use crate::machine::live_parts::LiveParts;
use crate::machine::passed_by::PassedBy;
use crate::machine::pattern::WarpPattern;
use crate::machine::site::WarpSite;
use crate::profile::{Profile, SharedCount};
use crate::shared_op::SharedOp;
use crate::source_loc::SourceLoc;
use crate::unawaited::unawaited_results;
use smem_banks::BankModel;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Properties of a kernel's code that are found before it runs.
#[derive(Debug, Clone)]
pub(in crate::machine) struct CodePlans {
    pub(in crate::machine) waits: Arc<WaitPlan>,
    pub(in crate::machine) live: Arc<LiveParts>,
    pub(in crate::machine) copied: Arc<CopiedLoads>,
    pub(in crate::machine) carried: Arc<CarriedReads>,
    pub(in crate::machine) of_lsu: Arc<[u32]>,
}

pub(in crate::machine) struct Tally {
    pub(in crate::machine) thread_instructions: u64,
    pub(in crate::machine) warp_instructions: u64,
    /// Executions by a warp, or a part of one, of each instruction.
    pub(in crate::machine) executed: Vec<u64>,
    pub(super) open_barriers: OpenBarriers,
    /// The requests on local memory of each instruction.
    pub(super) locals: Vec<LocalCount>,
    /// The chains of dependent instructions of the blocks that are followed.
    pub(in crate::machine) paths: BlockPaths,
    footprint: Footprint,
    pub(in crate::machine) barriers: u64,
    pub(in crate::machine) global_loaded: u64,
    pub(in crate::machine) global_stored: u64,
    pub(in crate::machine) global_atomic: u64,
    pub(in crate::machine) wavefronts: Wavefronts,
    /// By instruction.
    pub(super) sectors: Vec<SectorCounts>,
    /// The race check of the block that runs, if races are looked for.
    pub(in crate::machine) hazards: Option<Box<Hazards>>,
    pub(in crate::machine) findings: Findings,
    /// The race check of global memory, if races are looked for there.
    pub(in crate::machine) global: Option<Box<GlobalHazards>>,
    pub(in crate::machine) passed_by: PassedBy,
    pub(in crate::machine) waits: Arc<WaitPlan>,
    pub(in crate::machine) live: Arc<LiveParts>,
    pub(in crate::machine) copied: Arc<CopiedLoads>,
    pub(in crate::machine) carried: Arc<CarriedReads>,
    contention: Contention,
    /// The questions of the block, while it is looked at whether it asks for ever.
    pub(in crate::machine) questions: Option<Box<Questions>>,
    /// The user's observer, which receives every shared access.
    pub(in crate::machine) observer: Option<Box<dyn Observer>>,
    /// Whether that receives those as well that cost what the last one did.
    observes_all: bool,
}

impl Tally {
    pub(in crate::machine) fn new(
        instructions: usize,
        banks: BankModel,
        CodePlans { waits, live, copied, carried, of_lsu }: CodePlans,
        observer: Option<Box<dyn Observer>>,
    ) -> Self {
        Self {
            thread_instructions: 0,
            warp_instructions: 0,
            executed: vec![0; instructions],
            open_barriers: OpenBarriers::new(instructions, of_lsu),
            locals: vec![LocalCount::default(); instructions],
            paths: BlockPaths::default(),
            footprint: Footprint::default(),
            barriers: 0,
            global_loaded: 0,
            global_stored: 0,
            global_atomic: 0,
            wavefronts: Wavefronts::new(instructions, banks),
            sectors: vec![SectorCounts::default(); instructions],
            hazards: None,
            findings: Findings::default(),
            global: None,
            passed_by: PassedBy::default(),
            waits,
            live,
            copied,
            carried,
            contention: Contention::default(),
            questions: None,
            observes_all: observer.as_ref().is_some_and(|observer| observer.sees_repeats()),
            observer,
        }
    }

    /// Counts an access to shared memory by all lanes that is the last one of its instruction again, if no observer has to receive it. Returns false
    /// where it is another.
    #[inline(always)]
    pub(in crate::machine) fn repeats(
        &mut self,
        (pc, site): (u32, &WarpSite),
        kind: RequestKind,
        places: &[u32; 32],
        bytes: u32,
    ) -> bool {
        self.waits.is_empty() && !self.observes_all && self.wavefronts.repeats((pc, site), kind, places, bytes)
    }

    /// Lanes of a warp take part in an exchange.
    pub(in crate::machine) fn exchange(&mut self, pc: u32, warp: u32, lanes: u32) {
        if let Some(hazards) = &mut self.hazards {
            hazards.exchange(warp, lanes, self.carried.of(pc));
        }
    }

    /// A barrier opens, at which the last warp arrives by an instruction. The block keeps `in_lsu`.
    pub(in crate::machine) fn open_barrier(&mut self, pc: u32, in_lsu: &mut u64) {
        self.open_barriers.open(pc, in_lsu, &self.executed);
    }

    /// The executions so far that a barrier of the LSU waits for.
    pub(in crate::machine) fn in_lsu(&self) -> u64 {
        self.open_barriers.in_lsu(&self.executed)
    }

    /// Counts an access to shared memory and passes it to the user's observer.
    pub(in crate::machine) fn shared(&mut self, access: &SharedAccess<'_>) {
        let cost = self.wavefronts.count(access);
        if !self.waits.is_empty() {
            self.contention.note(access, &self.waits);
        }
        if let Some(observer) = &mut self.observer {
            observer.shared(&SharedAccess { cost, ..*access });
        }
    }

    /// Counts an execution of an instruction on shared memory that a predicate turns off for every lane.
    pub(in crate::machine) fn predicated_off(&mut self, pc: u32, op: (SharedOp, u32)) {
        let count = &mut self.wavefronts.counts[pc as usize];
        count.op = Some(op);
        count.executed += 1;
    }

    /// Counts an atomic in the memory of another block, which takes one wavefront here.
    pub(in crate::machine) fn elsewhere(&mut self, pc: u32, op: (SharedOp, u32)) {
        let count = &mut self.wavefronts.counts[pc as usize];
        count.op = Some(op);
        count.executed += 1;
        count.requests += 1;
        count.wavefronts += 1;
        count.ideal += 1;
        count.worst = count.worst.max(1);
        count.ways = count.ways.max(1);
    }

    /// Counts an execution of an instruction that reads so many bytes of shared memory without conflicts, at `line` bytes a wavefront.
    pub(in crate::machine) fn read_in_lines(&mut self, pc: u32, op: (SharedOp, u32), bytes: u64, line: u64) {
        let count = &mut self.wavefronts.counts[pc as usize];
        count.op = Some(op);
        count.executed += 1;
        if bytes > 0 {
            let wavefronts = bytes.div_ceil(line);
            count.requests += 1;
            count.wavefronts += wavefronts;
            count.ideal += wavefronts;
            count.worst = count.worst.max(wavefronts as u32);
        }
    }

    /// Counts a request on global memory.
    pub(in crate::machine) fn global_request(
        &mut self,
        pc: u32,
        op: GlobalOp,
        addresses: &Lanes,
        mask: u32,
        bytes: u32,
    ) {
        self.count_bytes(op, u64::from(bytes) * u64::from(mask.count_ones()));
        self.ask_global(op, addresses, mask, bytes);
        self.footprint.request(op, addresses, mask);
        self.sectors[pc as usize].request(op, addresses, mask, bytes);
    }

    /// Counts a load or a store of all lanes, whose addresses have a pattern.
    #[inline]
    pub(in crate::machine) fn whole_global_request(
        &mut self,
        pc: u32,
        op: GlobalOp,
        pattern: WarpPattern,
        addresses: &Lanes,
        bytes: u32,
    ) {
        if pattern == WarpPattern::Other {
            return self.global_request(pc, op, addresses, u32::MAX, bytes);
        }
        self.count_bytes(op, 32 * u64::from(bytes));
        self.ask_global(op, addresses, u32::MAX, bytes);
        let length = if pattern == WarpPattern::Alike { bytes } else { 32 * bytes };
        self.footprint.range(op, addresses[0], length);
        self.sectors[pc as usize].patterned(op, pattern, addresses, bytes);
    }

    /// Notes what a request asks of global memory, while it is looked at whether the block asks for ever.
    #[inline]
    fn ask_global(&mut self, op: GlobalOp, addresses: &Lanes, mask: u32, bytes: u32) {
        if let Some(questions) = &mut self.questions
            && op != GlobalOp::Store
        {
            questions.note_global(addresses, mask, bytes);
        }
    }

    fn count_bytes(&mut self, op: GlobalOp, all: u64) {
        match op {
            GlobalOp::Load => self.global_loaded += all,
            // A lane may copy fewer bytes than it has room for, and the copy counts them.
            GlobalOp::AsyncCopy => {}
            GlobalOp::Store => self.global_stored += all,
            GlobalOp::Atomic | GlobalOp::Reduction => self.global_atomic += all,
        }
    }

    /// Counts a request on local memory.
    pub(in crate::machine) fn local_request(
        &mut self,
        pc: u32,
        stores: bool,
        addresses: &Lanes,
        mask: u32,
        bytes: u32,
    ) {
        add_local_request(&mut self.locals[pc as usize], stores, addresses, mask, bytes);
    }

    /// Takes an execution of an instruction back: the warp waits for others before it.
    pub(in crate::machine) fn uncount_warp(&mut self, pc: u32) {
        self.warp_instructions -= 1;
        self.executed[pc as usize] -= 1;
    }

    /// A block is finished.
    pub(in crate::machine) fn finish(&mut self, block: [u32; 3]) {
        self.contention.finish(block);
    }

    /// Adds what another host thread has counted.
    pub(in crate::machine) fn merge(&mut self, other: &Self) {
        self.thread_instructions += other.thread_instructions;
        self.warp_instructions += other.warp_instructions;
        self.executed.iter_mut().zip(&other.executed).for_each(|(mine, theirs)| *mine += theirs);
        self.open_barriers.merge(&other.open_barriers);
        self.barriers += other.barriers;
        self.global_loaded += other.global_loaded;
        self.global_stored += other.global_stored;
        self.global_atomic += other.global_atomic;
        self.wavefronts.merge(&other.wavefronts);
        self.paths.merge(&other.paths);
        self.footprint.merge(&other.footprint);
        self.locals.iter_mut().zip(&other.locals).for_each(|(mine, theirs)| mine.add(theirs));
        self.sectors.iter_mut().zip(&other.sectors).for_each(|(mine, theirs)| mine.add(theirs));
        self.findings.merge(&other.findings);
        self.contention.merge(&other.contention);
    }

    /// Makes the profile, in which an instruction that was expanded several times is one entry.
    pub(in crate::machine) fn profile(&self, context: &LaunchContext<'_>) -> Profile {
        let kernel = context.kernel;
        let mut by_line: BTreeMap<(u32, Arc<str>), SharedCount> = BTreeMap::new();
        let loops: Vec<(u32, u32)> = self.contention.met.iter().filter_map(|&pc| self.waits.of(pc)).collect();
        for ((pc, info), count) in (0u32..).zip(&kernel.info).zip(&self.wavefronts.counts) {
            let Some((op, bytes)) = count.op else { continue };
            let entry = by_line.entry((info.line, info.text.clone())).or_insert_with(|| SharedCount {
                line: info.line,
                text: info.text.clone(),
                loc: info.loc.clone(),
                op,
                bytes,
                executed: 0,
                requests: 0,
                wavefronts: 0,
                ideal: 0,
                worst: 0,
                ways: 0,
                depends_on_timing: false,
            });
            entry.loc = common(entry.loc.take(), info.loc.as_ref());
            entry.executed += count.executed;
            entry.requests += count.requests;
            entry.wavefronts += count.wavefronts;
            entry.ideal += count.ideal;
            entry.worst = entry.worst.max(count.worst);
            entry.ways = entry.ways.max(count.ways);
            entry.depends_on_timing |= loops.iter().any(|&(first, last)| (first..=last).contains(&pc));
        }
        let races = self.findings.races(context);
        Profile {
            global: self.global_counts(context),
            instructions: self.instruction_counts(context),
            paths: self.paths.all(),
            footprint: self.footprint.total(|address| context.global.allocation_of(address)),
            kernel: kernel.name.to_string(),
            isa: kernel.code.isa(),
            thread_instructions: self.thread_instructions,
            warp_instructions: self.warp_instructions,
            barriers: self.barriers,
            global_loaded: self.global_loaded,
            global_stored: self.global_stored,
            global_atomic: self.global_atomic,
            shared_bytes: context.shared_bytes,
            grid: context.grid,
            block: context.block,
            block_threads: context.threads,
            registers: kernel.registers,
            local_bytes: kernel.local_bytes,
            grid_blocks: 0,
            blocks_run: 0,
            stopped: false,
            repeated: false,
            shared: by_line.into_values().collect(),
            races_checked: context.race_check,
            races: races.races,
            races_left_out: races.left_out,
            unwritten: self.findings.unwritten(context),
            overruns: self.findings.overruns(context),
            global_races_checked: context.global_races,
            global_races: self.global.as_ref().map_or(Vec::new(), |global| global.findings.races(context)),
            unawaited_results: if context.race_check { unawaited_results(kernel, &self.executed) } else { Vec::new() },
            cluster_accesses: self.findings.cluster_accesses(context),
            local_overruns: self.findings.local_overruns(context),
            past_end: self.findings.past_end(context),
            divergent_barriers: self.findings.barriers(context),
            waits_for_shared: self.waits.waits_for_others(),
        }
    }
}

impl Tally {
    fn global_counts(&self, context: &LaunchContext<'_>) -> Vec<GlobalCount> {
        let mut by_line: BTreeMap<(u32, Arc<str>), GlobalCount> = BTreeMap::new();
        for (info, count) in context.kernel.info.iter().zip(&self.sectors) {
            let Some((op, bytes)) = count.op else { continue };
            let entry = by_line.entry((info.line, info.text.clone())).or_insert_with(|| GlobalCount {
                line: info.line,
                text: info.text.clone(),
                loc: info.loc.clone(),
                op,
                bytes,
                requests: 0,
                sectors: 0,
                ideal: 0,
                wavefronts: 0,
                lowest_address: count.lowest_address,
            });
            entry.loc = common(entry.loc.take(), info.loc.as_ref());
            entry.requests += count.requests;
            entry.lowest_address = entry.lowest_address.min(count.lowest_address);
            entry.sectors += count.sectors;
            entry.wavefronts += operands(&info.text) * count.wavefronts;
            entry.ideal += count.ideal;
        }
        by_line.into_values().collect()
    }
}

/// Returns the part that the source lines of two expansions of an instruction have in common.
pub(super) fn common(one: Option<Arc<SourceLoc>>, other: Option<&Arc<SourceLoc>>) -> Option<Arc<SourceLoc>> {
    let (one, other) = (one?, other?);
    if Arc::ptr_eq(&one, other) { Some(one) } else { one.common(other).map(Arc::new) }
}
