//! Races in places of the user's files: one for each cause, with what was tried against it.

use serde::{Deserialize, Serialize};
use smem_sim::{CodePlace, Race, RaceCause, RaceKind, Remedy, RemedyPosition, RemedyStep};

use crate::place::{ArrayElement, LinePlace, PlaceNames};
use crate::side::PlacedSide;

/// A race on shared memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RaceDetail {
    /// The order of the two accesses: `read-after-write`, or `read-beside-write` where neither comes after the other.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::named::<RaceKind>"))]
    pub hazard: RaceKind,
    /// The access that came first.
    pub first: PlacedSide,
    /// The access that was found to race with it.
    pub second: PlacedSide,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The byte, from the start of the block's shared memory.
    pub address: u32,
    /// The array that the byte is in, and its element.
    #[serde(flatten)]
    pub element: Option<ArrayElement>,
    /// Both threads are of one warp.
    pub in_warp: bool,
    /// The second access is in a later round of a loop.
    pub in_next_round: bool,
    /// Why nothing orders them.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub cause: RaceCause,
    /// The addition with which the race was gone; null where nothing that was tried helps.
    pub missing: Option<String>,
    /// The additions that were tried, and in how many blocks.
    pub remedy: Option<PlacedRemedy>,
    /// The pairs of threads of the block.
    pub pairs: Option<u64>,
    /// Races that are gone with the same remedy.
    pub same_cause: Vec<RaceDetail>,
}

/// The remedy that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlacedRemedy {
    /// The additions.
    pub steps: Vec<PlacedStep>,
    /// The blocks that were run with it.
    pub blocks: u64,
    /// Whether it does without the remedies of other races.
    pub alone: bool,
}

/// The addition at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlacedStep {
    /// The calls that are added: `__syncthreads()`.
    pub add: Vec<String>,
    /// The line of the first access, or of its call.
    pub after: LinePlace,
    /// That of the second.
    pub before: LinePlace,
    /// Whether that comes in a later round of a loop.
    pub in_next_round: bool,
    /// The branch that it is outside of.
    pub outside: Option<LinePlace>,
    /// Whether it goes directly after the first access, and not in front of the second.
    #[serde(skip)]
    pub is_behind_first: bool,
}

impl PlacedStep {
    /// Whether a change of the source, in words, adds the same.
    pub(crate) fn is_in(&self, change: &str) -> bool {
        self.add.iter().all(|call| change.contains(&format!("`{call}`")))
    }

    fn of(step: &RemedyStep, places: &dyn PlaceNames) -> PlacedStep {
        let place = |code: &CodePlace| places.place(code.loc.as_deref(), code.line);
        PlacedStep {
            add: step.syncs.iter().map(|sync| sync.to_string().trim_matches('`').to_string()).collect(),
            after: place(&step.first),
            before: place(&step.second),
            in_next_round: step.in_next_round,
            outside: step.outside.as_ref().map(place),
            is_behind_first: matches!(step.position, RemedyPosition::BehindFirst | RemedyPosition::BehindFirstLine),
        }
    }
}

impl RaceDetail {
    pub(crate) fn of(race: &Race, places: &dyn PlaceNames) -> RaceDetail {
        let elsewhere = |block: [u32; 3]| (block != race.block).then_some(block);
        RaceDetail {
            hazard: race.kind,
            first: PlacedSide::of(&race.first, places).of_block(elsewhere(race.blocks[0])),
            second: PlacedSide::of(&race.second, places).of_block(elsewhere(race.blocks[1])),
            block: race.block,
            address: race.address,
            element: race.array.as_ref().map(|array| places.element(array, race.address)),
            in_warp: race.in_warp,
            in_next_round: race.in_next_round,
            cause: race.cause,
            missing: race.remedy.as_ref().map(|remedy| missing(remedy, places)),
            remedy: race.remedy.as_ref().map(|Remedy { steps, blocks, alone, .. }| PlacedRemedy {
                steps: steps.iter().map(|step| PlacedStep::of(step, places)).collect(),
                blocks: *blocks,
                alone: *alone,
            }),
            pairs: race.pairs,
            same_cause: race.same_cause.iter().map(|race| RaceDetail::of(race, places)).collect(),
        }
    }

    /// Whether both are one finding: the same accesses of one array, in the same calls, with the same remedy.
    pub(crate) fn is_same(&self, other: &RaceDetail) -> bool {
        let array = |race: &RaceDetail| race.element.as_ref().map(|element| element.array.clone());
        (self.hazard, &self.missing, self.cause) == (other.hazard, &other.missing, other.cause)
            && self.first.is_same(&other.first)
            && self.second.is_same(&other.second)
            && array(self) == array(other)
    }

    /// Whether both may be one race of two launches, where only one was looked at for remedies, or has names of arrays.
    pub(crate) fn may_be(&self, other: &RaceDetail) -> bool {
        let arrays = self.element.as_ref().zip(other.element.as_ref());
        self.hazard == other.hazard && arrays.is_none_or(|(one, other)| one.array == other.array)
    }

    /// `` `tile[3][7]` (byte 0xdc of shared memory) ``
    pub(crate) fn bytes(&self) -> String {
        match &self.element {
            Some(element) => format!("`{}` (byte {:#x} of shared memory)", element.element, self.address),
            None => format!("byte {:#x} of shared memory", self.address),
        }
    }

    /// Returns the remedy, or the cause of the race.
    pub(crate) fn advice(&self) -> String {
        match &self.missing {
            Some(missing) => format!("missing: {missing}"),
            None if self.pairs.is_some() => format!("cause: {}; nothing that was tried orders them", self.cause),
            None => format!("cause: {}; nothing was tried against it", self.cause),
        }
    }

    pub(crate) fn sentence(&self) -> String {
        let also: String = self.same_cause.iter().map(|race| format!("; gone with it: {}", race.short())).collect();
        format!(
            "{} race on {}: {}, {}; {}{also}",
            self.hazard,
            self.bytes(),
            self.first.phrase(),
            self.second.phrase(),
            self.advice()
        )
    }

    /// The race without threads: `` write-after-read race on `b[0][1]`, a.cu:5 and a.cu:4 ``.
    pub(crate) fn short(&self) -> String {
        let element = self.element.as_ref().map_or(String::new(), |element| format!(" on `{}`", element.element));
        let [first, second] = [&self.first, &self.second].map(|side| side.place.to_string());
        let lines = if first == second { first } else { format!("{first} and {second}") };
        format!("{} race{element}, {lines}", self.hazard)
    }
}

/// Returns the missing synchronisation, and its place in the file.
fn missing(remedy: &Remedy, places: &dyn PlaceNames) -> String {
    let place = |place: &CodePlace| places.place(place.loc.as_deref(), place.line);
    let step = |step: &RemedyStep| {
        let is_one_file = place(&step.first).file == place(&step.second).file;
        step.named(|code| {
            let place = place(code);
            if is_one_file && place.line > 0 { format!("line {}", place.line) } else { place.to_string() }
        })
    };
    remedy.steps.iter().map(step).collect::<Vec<_>>().join(", and ")
}
