//! The cost of a request on each kind of banks, as the programming guides of their time describe it.
//!
//! Lanes are served together, in phases. In a phase a bank serves one *unit* a pass, so the phase takes as many passes as its
//! busiest bank has distinct units. What a unit is depends on the architecture; on compute capability 1.x it is the lane.

use std::collections::HashSet;

use smem_layout::Arch;

use super::{accesses::Declared, tile::Tile};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Banks {
    /// cc 1.x: 16 banks, half-warps, 4 bytes at a time; lanes share a pass only if all of them are on one word.
    HalfWarps,
    /// cc 2.0 and from 5.0 on: 32 banks of 4 bytes; a word is a unit.
    Words,
    /// cc 3.x as it starts: the same, and the two words of a bank in one aligned segment of 64 are one unit.
    PairedWords,
    /// cc 3.x with 8-byte banks.
    DoubleWords,
}

impl Banks {
    /// The bytes that storage is aligned to at least, so that its offsets are in the banks of their addresses.
    pub(crate) fn alignment(self) -> u32 {
        match self {
            Banks::HalfWarps | Banks::Words => 4,
            Banks::PairedWords => 256,
            Banks::DoubleWords => 8,
        }
    }
}

/// The architectures that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) arch: Arch,
    pub(crate) banks: Banks,
    /// Passes that a phase of 16 bytes a lane takes more.
    extra: u32,
}

pub(crate) fn targets() -> [Target; 6] {
    let double = Arch::SM_35.with_eight_byte_banks().unwrap();
    [
        (Arch::SM_90, Banks::Words, 0),
        (Arch::SM_13, Banks::HalfWarps, 0),
        (Arch::SM_35, Banks::PairedWords, 0),
        (double, Banks::DoubleWords, 0),
        (Arch::SM_20, Banks::Words, 1),
        (Arch::SM_50, Banks::Words, 0),
    ]
    .map(|(arch, banks, extra)| Target { arch, banks, extra })
}

impl Target {
    pub(crate) fn knows(self, declared: Declared) -> bool {
        declared.walk.since() <= self.arch.number()
    }
}

impl Banks {
    pub(crate) fn count(self) -> u32 {
        if self == Banks::HalfWarps { 16 } else { 32 }
    }

    /// Bytes of a bank's word.
    pub(crate) fn word(self) -> u32 {
        if self == Banks::DoubleWords { 8 } else { 4 }
    }

    /// Bytes that the banks hold side by side.
    pub(crate) fn span(self) -> u32 {
        self.count() * self.word()
    }

    /// Lanes that are served together where each touches `bytes`.
    fn together(self, bytes: u32) -> usize {
        match (self, bytes) {
            (Banks::HalfWarps, _) => 16,
            (_, 0..=4) => 32,
            (Banks::Words, 8) => 16,
            (Banks::Words, _) => 8,
            (_, 8) => 32,
            _ => 16,
        }
    }

    /// Bytes that a lane asks for at a time.
    fn at_a_time(self, bytes: u32) -> u32 {
        if self == Banks::HalfWarps { bytes.min(4) } else { bytes }
    }

    /// The unit for which lanes of one bank share a pass.
    pub(crate) fn unit(self, word: u32) -> u32 {
        if self == Banks::PairedWords { word / 64 } else { word }
    }
}

/// The elements of the lanes that are served together.
pub(crate) type Phase = Vec<u32>;

/// An access on a tile: the phases of each of its requests.
pub(crate) struct Demand {
    pub(crate) banks: Banks,
    pub(crate) elem: u32,
    /// Elements that a lane touches.
    pub(crate) wide: u32,
    pub(crate) max_ways: u32,
    /// Every request: lane by lane those that take part, in phases.
    pub(crate) requests: Vec<Vec<Phase>>,
    /// The phases that can conflict, each once.
    pub(crate) phases: Vec<Phase>,
}

impl Demand {
    pub(crate) fn new(declared: Declared, tile: Tile, banks: Banks) -> Demand {
        let wide = declared.lane_elements(tile);
        let together = banks.together(wide * tile.elem);
        let phase = |lanes: &[Option<u32>]| -> Phase { lanes.iter().flatten().copied().collect() };
        let request = |warp: Vec<_>| warp.chunks(together).map(phase).filter(|phase| !phase.is_empty()).collect();
        let requests: Vec<Vec<Phase>> = declared.warps(tile).into_iter().map(request).collect();
        let mut seen = HashSet::new();
        let mut phases = Vec::new();
        for phase in requests.iter().flatten() {
            let mut phase = phase.clone();
            phase.sort_unstable();
            let uniform = phase[0] == phase[phase.len() - 1];
            if banks != Banks::HalfWarps {
                phase.dedup();
            }
            if !uniform && seen.insert(phase.clone()) {
                phases.push(phase);
            }
        }
        Demand { banks, elem: tile.elem, wide, max_ways: declared.max_ways, requests, phases }
    }

    /// True when the phase is accepted, with `offsets` the place of each element.
    pub(crate) fn accepts(&self, phase: &[u32], offsets: &[u32]) -> bool {
        if self.max_ways > 1 {
            return self.ways(phase, offsets) <= self.max_ways;
        }
        let (word, banks) = (self.banks.word(), self.banks.count());
        let bytes = self.wide * self.elem;
        let at_a_time = self.banks.at_a_time(bytes);
        // As a half-warp's second four bytes are the word after the first in every lane, they conflict as the first do.
        let words = at_a_time.div_ceil(word);
        let (mut taken, mut units) = (0u32, [0u32; 32]);
        for id in phase {
            let first = offsets[*id as usize] * self.elem / word;
            for word in first..first + words {
                let bank = word % banks;
                let unit = self.banks.unit(word);
                if taken >> bank & 1 == 1 && (self.banks == Banks::HalfWarps || units[bank as usize] != unit) {
                    return false;
                }
                taken |= 1 << bank;
                units[bank as usize] = unit;
            }
        }
        true
    }

    /// Passes of the phase; on compute capability 1.x the most that they can be, of each four bytes.
    pub(crate) fn ways(&self, phase: &[u32], offsets: &[u32]) -> u32 {
        let word = self.banks.word();
        let bytes = self.banks.at_a_time(self.wide * self.elem);
        if self.banks == Banks::HalfWarps && phase.iter().all(|id| *id == phase[0]) {
            return 1;
        }
        // Bank and unit of every word asked for: sorted, those of one bank stand together.
        let mut asked = [u64::MAX; 128];
        let mut count = 0;
        for id in phase {
            let first = offsets[*id as usize] * self.elem / word;
            for word in first..first + bytes.div_ceil(word) {
                asked[count] = u64::from(word % self.banks.count()) << 32 | u64::from(self.banks.unit(word));
                count += 1;
            }
        }
        let asked = &mut asked[..count];
        asked.sort_unstable();
        let (mut most, mut here, mut before) = (0, 0, None);
        for &one in asked.iter() {
            here = match before {
                Some(before) if before == one && self.banks != Banks::HalfWarps => here,
                Some(before) if before >> 32 == one >> 32 => here + 1,
                _ => 1,
            };
            most = most.max(here);
            before = Some(one);
        }
        most
    }

    /// Returns the passes of a request.
    pub(crate) fn cost(&self, request: &[Phase], offsets: &[u32], target: Target) -> Passes {
        let bytes = self.wide * self.elem;
        let times = bytes / self.banks.at_a_time(bytes);
        let extra = if bytes == 16 { target.extra } else { 0 };
        let ways: Vec<u32> = request.iter().map(|phase| self.ways(phase, offsets)).collect();
        let wavefronts = ways.iter().map(|ways| times * (ways + extra)).sum();
        let ideal = times * ways.len() as u32 * (1 + extra);
        Passes { wavefronts, ideal, excess: wavefronts - ideal, ways: ways.into_iter().max().unwrap_or(0) }
    }

    /// The most of each that any request takes; the ideal of one with the most wavefronts.
    pub(crate) fn worst(&self, offsets: &[u32], target: Target) -> Passes {
        let mut worst = Passes::default();
        for request in &self.requests {
            let passes = self.cost(request, offsets, target);
            if passes.wavefronts > worst.wavefronts {
                (worst.wavefronts, worst.ideal) = (passes.wavefronts, passes.ideal);
            }
            worst.excess = worst.excess.max(passes.excess);
            worst.ways = worst.ways.max(passes.ways);
        }
        worst
    }
}

/// Passes through the banks; on compute capability 1.x the most that they can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passes {
    pub(crate) wavefronts: u32,
    /// A pass for each phase.
    pub(crate) ideal: u32,
    pub(crate) excess: u32,
    /// Of the worst phase.
    pub(crate) ways: u32,
}

/// True when all phases are accepted; the first that is not moves to the front, where it ends the next look early.
pub(crate) fn all_accepted(demand: &Demand, phases: &mut [Phase], offsets: &[u32]) -> bool {
    match phases.iter().position(|phase| !demand.accepts(phase, offsets)) {
        None => true,
        Some(place) => {
            phases.swap(0, place);
            false
        }
    }
}

/// The same with the place of each element from `at`, which is asked for the elements of a phase at a time: on a large tile the first
/// phases rule most layouts out.
pub(crate) fn all_accepted_at(
    demand: &Demand,
    phases: &mut [Phase],
    offsets: &mut [u32],
    at: impl Fn(u32) -> u32,
) -> bool {
    let refused = phases.iter().position(|phase| {
        phase.iter().for_each(|id| offsets[*id as usize] = at(*id));
        !demand.accepts(phase, offsets)
    });
    if let Some(place) = refused {
        phases.swap(0, place);
    }
    refused.is_none()
}
