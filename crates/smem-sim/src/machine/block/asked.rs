//! The sentences on what a block asks that is stuck: `mbarrier`s and words of memory, with what they hold.

use super::RunningBlock;
use crate::barrier::threads;
use crate::machine::context::LaunchContext;
use crate::machine::lockstep::LockstepWarp;
use crate::machine::observe::Question;
use crate::memory::{Mbarrier, MbarrierPast, PlainMbarrier, SharedMemory};
use crate::named_byte::NamedByte;

/// The most words of memory that a sentence names.
const MOST: usize = 3;
/// Bytes in front of the upper word of an `mbarrier`.
const UPPER: u32 = 4;

/// An `mbarrier` before its phase is complete.
struct OpenPhase {
    parity: u64,
    pending: u64,
    expected: u64,
    /// Bytes that copies are still to bring.
    bytes: i64,
}

impl OpenPhase {
    fn of(memory: &SharedMemory, at: u32, is_plain: bool) -> OpenPhase {
        let bits = memory.load(at as usize, 8);
        if is_plain {
            let barrier = PlainMbarrier(bits);
            let (pending, expected) = (barrier.pending().into(), barrier.expected().into());
            return OpenPhase { parity: barrier.parity(), pending, expected, bytes: 0 };
        }
        let barrier = Mbarrier(bits);
        let (parity, pending, expected) = (barrier.phase(), barrier.pending(), barrier.expected());
        OpenPhase { parity, pending, expected, bytes: barrier.bytes_pending() }
    }

    /// Says which phases are complete, and what the present one lacks.
    fn sentence(&self, past: &MbarrierPast) -> String {
        let OpenPhase { parity, pending, expected, bytes } = *self;
        if expected == 0 {
            return "it is not initialized".to_owned();
        }
        let last = parity ^ 1;
        let complete = match past.phases {
            0 => "no phase of it is complete".to_owned(),
            1 => format!("1 phase of it is complete, of parity {last}"),
            phases => format!("{phases} phases of it are complete, the last of parity {last}"),
        };
        let mut lacks =
            format!("{complete}, and the present one, of parity {parity}, lacks {pending} of {expected} arrivals");
        match bytes {
            0 => {}
            1.. => lacks += &format!(" and {bytes} bytes of transactions"),
            ..0 => lacks += &format!(", and has {} bytes of transactions more than were expected", -bytes),
        }
        let (arrived, missing) = (past.arrived(), past.missing());
        if !arrived.is_empty() {
            lacks += &format!("; threads {} have arrived in it", threads(&arrived));
        }
        if !missing.is_empty() && pending > 0 {
            lacks += &format!("; threads {} arrived in earlier phases, and not in this one", threads(&missing));
        }
        if arrived.is_empty() && missing.is_empty() && past.phases == 0 && pending == expected {
            lacks += "; no thread has arrived at it";
        }
        lacks
    }
}

impl<W: LockstepWarp> RunningBlock<W> {
    /// Says what the threads ask that ask for ever, each part after `; `, and which bytes of shared memory it names.
    pub(super) fn asked(&self, context: &LaunchContext<'_>) -> (String, Vec<NamedByte>) {
        let mut named = Vec::new();
        let (mut barriers, mut words) = (Vec::new(), Vec::new());
        let mut at_barriers: Vec<u32> = Vec::new();
        for (question, asking) in self.questions.iter().flat_map(|questions| questions.all()) {
            match self.barrier_of(question) {
                Some((block, at, parity)) => {
                    at_barriers.extend(asking.iter().map(|(warp, _)| *warp));
                    barriers.push(self.at_barrier(context, (block, at, parity), &threads(&asking), &mut named));
                }
                // A loop that asks an `mbarrier` may read other words beside it, which are not what it waits for.
                None if asking.iter().all(|(warp, _)| at_barriers.contains(warp)) => {}
                None => words.push((question, asking)),
            }
        }
        let left_out = words.len().saturating_sub(MOST);
        words.truncate(MOST);
        let mut parts = barriers;
        parts.extend(words.iter().filter_map(|(question, asking)| {
            let (place, value) = self.word(context, *question, &mut named)?;
            Some(format!("threads {} ask for {place}, which holds {value}", threads(asking)))
        }));
        if left_out > 0 {
            parts.push(format!("{left_out} other places are asked for as well"));
        }
        (parts.iter().map(|part| format!("; {part}")).collect(), named)
    }

    /// The block, the first byte and the parity asked for of the `mbarrier` that a question is for.
    fn barrier_of(&self, question: Question) -> Option<(usize, u32, Option<u64>)> {
        match question {
            Question::Phase { block, at, parity } => Some((block, at, Some(parity))),
            // Before `sm_90` the upper word is loaded.
            Question::Shared { block, at, bytes } => {
                let pasts = &self.memory_of(block).mbarriers;
                let is_one = |first: &u32| bytes >= UPPER && pasts.get(first).is_some_and(|past| past.is_plain);
                Some((block, [at, at.wrapping_sub(UPPER)].into_iter().find(is_one)?, None))
            }
            Question::Global { .. } => None,
        }
    }

    fn rank(&self) -> usize {
        self.shared.cluster.as_ref().map_or(0, |cluster| cluster.own)
    }

    fn memory_of(&self, block: usize) -> &SharedMemory {
        match &self.shared.cluster {
            Some(cluster) if cluster.own != block => cluster.blocks.get(block).unwrap_or(&self.shared),
            _ => &self.shared,
        }
    }

    fn elsewhere(&self, block: usize) -> String {
        if block == self.rank() { String::new() } else { format!(" of block {block} of the cluster") }
    }

    fn at_barrier(
        &self,
        context: &LaunchContext<'_>,
        (block, at, parity): (usize, u32, Option<u64>),
        waiting: &str,
        named: &mut Vec<NamedByte>,
    ) -> String {
        let memory = self.memory_of(block);
        let none = MbarrierPast::default();
        let past = memory.mbarriers.get(&at).unwrap_or(&none);
        let place = place_of(context, at, named);
        let elsewhere = self.elsewhere(block);
        let phase = parity.map_or("a phase".to_owned(), |parity| format!("a phase of parity {parity}"));
        let state = OpenPhase::of(memory, at, past.is_plain).sentence(past);
        format!("threads {waiting} wait for the end of {phase} of the mbarrier at {place}{elsewhere}: {state}")
    }

    /// The place that a question asks for, and what is there.
    fn word(
        &self,
        context: &LaunchContext<'_>,
        question: Question,
        named: &mut Vec<NamedByte>,
    ) -> Option<(String, u64)> {
        match question {
            Question::Phase { .. } => None,
            Question::Shared { block, at, bytes } => {
                let memory = self.memory_of(block);
                let value = memory.load(memory.check(at.into(), bytes)?, bytes.min(8));
                let place = place_of(context, at, named);
                Some((format!("the word at {place}{}", self.elsewhere(block)), value))
            }
            Question::Global { address, bytes } => {
                let memory = context.global.find(address, bytes.into())?;
                let value = memory.load(memory.offset(address, bytes.into())?, bytes.min(8));
                Some((format!("the word at address {address:#x} of global memory"), value))
            }
        }
    }
}

/// A byte of shared memory as a sentence has it, which is noted.
fn place_of(context: &LaunchContext<'_>, at: u32, named: &mut Vec<NamedByte>) -> String {
    let byte = NamedByte::of(&context.kernel.shared_variables, at);
    let place = byte.place();
    if !named.contains(&byte) {
        named.push(byte);
    }
    place
}
