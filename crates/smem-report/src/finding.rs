//! A finding: its kind, severity and sentence, its place, related places, and the details of its kind.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::barrier::BarrierDetail;
use crate::cluster_access::ClusterAccessDetail;
use crate::finding_kind::FindingKind;
use crate::global_race::GlobalRaceDetail;
use crate::local_overrun::LocalOverrunDetail;
use crate::overrun::OverrunDetail;
use crate::place::LinePlace;
use crate::race::RaceDetail;
use crate::source_remedy::SourceRemedy;
use crate::stream_misuse::StreamMisuseDetail;
use crate::unawaited::UnawaitedDetail;

/// The role that the other access of a race has among the related places.
pub(crate) const OTHER_ACCESS: &str = "the other access";

/// A finding of a launch, or of all launches of a kernel: each once, however often it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Finding {
    /// The details of its kind; in JSON with the `id` of the kind.
    #[serde(flatten)]
    pub detail: FindingDetail,
    /// How much it weighs.
    pub severity: Severity,
    /// A sentence about the first time, without the place.
    pub message: String,
    /// The condition that it depends on: other contents of synthetic buffers, or a guess of the launch, which makes a warning of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The line; of two accesses that of the later one. `None` for a fault without an instruction.
    #[serde(flatten)]
    pub place: Option<LinePlace>,
    /// Related lines: the other access of a race, and the calls that both were inlined through.
    pub related: Vec<RelatedPlace>,
    /// The change of the source with which it is gone; null where none was verified.
    pub source_remedy: Option<Box<SourceRemedy>>,
    /// How often it came.
    pub times: u64,
    /// The number of launches that have it.
    pub launches: u64,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// It may be intended.
    Warning,
    /// A run with it has failed.
    Error,
}

/// A line that is related to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RelatedPlace {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// Its role: `the other access`.
    pub role: String,
}

impl RelatedPlace {
    pub(crate) fn new(place: LinePlace, role: &str) -> RelatedPlace {
        RelatedPlace { place, role: role.to_owned() }
    }
}

/// The details of each kind of findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "id")]
pub enum FindingDetail {
    /// A kernel did something that a GPU ends it for, or that the simulator cannot run.
    #[serde(rename = "kernel-fault")]
    Fault(FaultDetail),
    /// Two threads access the same bytes of shared memory, one of them writes, and nothing orders them.
    #[serde(rename = "shared-memory-race")]
    Race(Box<RaceDetail>),
    /// The same on global memory.
    #[serde(rename = "global-memory-race")]
    GlobalRace(Box<GlobalRaceDetail>),
    /// A thread accesses the shared memory of another block of the cluster, which may not have started or may have exited.
    #[serde(rename = "cluster-memory-lifetime")]
    ClusterAccess(ClusterAccessDetail),
    /// The result of a matrix product of four warps is read before a `wgmma.wait_group` that waits for it.
    #[serde(rename = "wgmma-not-awaited")]
    UnawaitedResult(UnawaitedDetail),
    /// A kernel uses memory of `cudaMallocAsync` out of the order of streams; of `run` alone.
    #[serde(rename = "stream-ordered-memory")]
    StreamMisuse(StreamMisuseDetail),
    /// An access is outside of the shared array that its address comes from.
    #[serde(rename = "shared-array-overrun")]
    Overrun(OverrunDetail),
    /// An access is outside of the local array that its address comes from.
    #[serde(rename = "local-array-overrun")]
    LocalOverrun(LocalOverrunDetail),
    /// Some threads of a block wait at a barrier that others pass by.
    #[serde(rename = "divergent-barrier")]
    Barrier(BarrierDetail),
    /// A thread reads shared memory that no thread of its block has written.
    #[serde(rename = "unwritten-read")]
    UnwrittenRead(AccessDetail),
    /// An access is past the shared memory that the block asked for, inside what a GPU allocates for it.
    #[serde(rename = "past-end")]
    PastEnd(AccessDetail),
    /// Threads write one value to one place, and nothing orders them.
    #[serde(rename = "same-value-writes")]
    SameValueWrites(AccessDetail),
    /// Results in global memory differ in another order of warps and blocks.
    #[serde(rename = "order-dependent-result")]
    OrderDependence(OrderDetail),
}

/// The instruction and the thread of a fault, where it has them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FaultDetail {
    /// The instruction, as the PTX or the listing has it; null for a fault without one.
    pub instruction: Option<String>,
    /// `blockIdx`.
    pub block: Option<[u32; 3]>,
    /// `threadIdx`.
    pub thread: Option<[u32; 3]>,
    /// The byte address, in the instruction's own space.
    pub address: Option<u64>,
}

/// The first byte of global memory that differs in another order of warps and blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OrderDetail {
    /// The address.
    pub address: u64,
    /// The buffer that it is in, and the byte there, where buffers have names.
    pub buffer: Option<(String, u64)>,
    /// The seed of the order.
    pub seed: u64,
}

/// The access to shared memory that a finding is about, as it was seen first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AccessDetail {
    /// The byte, from the start of the block's shared memory.
    pub address: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
}

impl FindingDetail {
    /// Returns the kind.
    pub fn kind(&self) -> FindingKind {
        match self {
            Self::Fault(_) => FindingKind::Fault,
            Self::Race(_) => FindingKind::Race,
            Self::GlobalRace(_) => FindingKind::GlobalRace,
            Self::ClusterAccess(_) => FindingKind::ClusterAccess,
            Self::UnawaitedResult(_) => FindingKind::UnawaitedResult,
            Self::StreamMisuse(_) => FindingKind::StreamMisuse,
            Self::Overrun(_) => FindingKind::Overrun,
            Self::LocalOverrun(_) => FindingKind::LocalOverrun,
            Self::Barrier(_) => FindingKind::Barrier,
            Self::UnwrittenRead(_) => FindingKind::UnwrittenRead,
            Self::PastEnd(_) => FindingKind::PastEnd,
            Self::SameValueWrites(_) => FindingKind::SameValueWrites,
            Self::OrderDependence(_) => FindingKind::OrderDependence,
        }
    }

    /// Whether two of one kind and on the same lines are the same.
    fn is_same(&self, other: &FindingDetail) -> bool {
        match (self, other) {
            (Self::Race(one), Self::Race(other)) => one.is_same(other),
            (Self::GlobalRace(one), Self::GlobalRace(other)) => one.is_same(other),
            (Self::ClusterAccess(one), Self::ClusterAccess(other)) => one.may_have_exited == other.may_have_exited,
            (Self::UnawaitedResult(one), Self::UnawaitedResult(other)) => one == other,
            (Self::StreamMisuse(one), Self::StreamMisuse(other)) => one.misuse == other.misuse,
            (Self::LocalOverrun(one), Self::LocalOverrun(other)) => {
                (&one.array, one.bytes) == (&other.array, other.bytes)
            }
            (Self::Overrun(one), Self::Overrun(other)) => one.array == other.array && one.access.is_same(&other.access),
            _ => true,
        }
    }

    /// Whether two of one kind and on the same lines may be the same in two launches, of which one was not looked at for remedies, or has no names
    /// of arrays.
    fn may_be(&self, other: &FindingDetail) -> bool {
        match (self, other) {
            (Self::Race(one), Self::Race(other)) => one.may_be(other),
            (Self::Overrun(one), Self::Overrun(other)) => one.array == other.array,
            _ => self.is_same(other),
        }
    }

    /// Adds the pairs of threads of the same race of one launch.
    fn add_pairs(&mut self, other: &FindingDetail) {
        if let (Self::Race(own), Self::Race(race)) = (self, other) {
            own.pairs = own.pairs.zip(race.pairs).map(|(one, other)| one.saturating_add(other));
        }
    }
}

impl Finding {
    pub(crate) fn new(detail: FindingDetail, message: String) -> Finding {
        let severity = if detail.kind().is_failure() { Severity::Error } else { Severity::Warning };
        Finding {
            detail,
            severity,
            message,
            condition: None,
            place: None,
            related: Vec::new(),
            source_remedy: None,
            times: 1,
            launches: 1,
        }
    }

    /// Makes it a warning: `doubt` is the part of a sentence that names the guess or the synthetic contents that it depends on.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    ///
    /// let fault = Finding::of_fault("a barrier is not reached", None, &CompilersNames).doubted("not found with 32 threads");
    /// assert!(!fault.is_failure() && fault.message == "a barrier is not reached: not found with 32 threads");
    /// ```
    #[must_use]
    pub fn doubted(self, doubt: impl Into<String>) -> Finding {
        let doubt = doubt.into();
        let message = format!("{}: {doubt}", self.message);
        Finding { severity: Severity::Warning, message, condition: Some(doubt), ..self }
    }

    /// Adds what it depends on to its sentence: `with random(0, 3) in `a``.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    ///
    /// let fault = Finding::of_fault("a barrier is not reached", None, &CompilersNames).found("with iota in `a`");
    /// assert!(fault.is_failure() && fault.message == "a barrier is not reached, with iota in `a`");
    /// ```
    #[must_use]
    pub fn found(self, condition: impl Into<String>) -> Finding {
        let condition = condition.into();
        let message = format!("{}, {condition}", self.message);
        Finding { message, condition: Some(condition), ..self }
    }

    /// Returns true for a finding of the same kind that shares a line, as one of another launch of the same code may be.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    ///
    /// let fault = Finding::of_fault("an access is outside global memory", None, &CompilersNames);
    /// assert!(fault.is_near(&fault));
    /// ```
    pub fn is_near(&self, other: &Finding) -> bool {
        let lines = self.places();
        self.kind() == other.kind()
            && (self.place == other.place || other.places().iter().any(|place| lines.contains(place)))
    }

    pub(crate) fn at(self, place: LinePlace) -> Finding {
        Finding { place: Some(place), ..self }
    }

    pub(crate) fn related(self, related: Vec<RelatedPlace>) -> Finding {
        Finding { related, ..self }
    }

    pub(crate) fn times(self, times: u64) -> Finding {
        Finding { times, ..self }
    }

    /// Returns its kind.
    pub fn kind(&self) -> FindingKind {
        self.detail.kind()
    }

    /// Returns true if a run with it has failed.
    pub fn is_failure(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the other access of a race, where it is on a line of its own.
    pub fn other_access(&self) -> Option<&LinePlace> {
        self.related.iter().find(|related| related.role == OTHER_ACCESS).map(|related| &related.place)
    }

    /// Returns all lines that it names.
    pub fn places(&self) -> Vec<LinePlace> {
        let calls = match &self.detail {
            FindingDetail::Overrun(overrun) => &overrun.access.calls[..],
            _ => &[],
        };
        let related = self.related.iter().map(|related| related.place.clone());
        self.place.iter().cloned().chain(related).chain(calls.iter().map(crate::CallPlace::place)).collect()
    }

    /// Whether two are of one kind and on the same lines.
    fn is_of_same_lines(&self, other: &Finding) -> bool {
        self.kind() == other.kind() && self.place == other.place && self.other_access() == other.other_access()
    }

    /// Whether two are the same finding of one launch.
    fn is_same(&self, other: &Finding) -> bool {
        self.is_of_same_lines(other) && self.detail.is_same(&other.detail)
    }

    /// Adds another of the same finding.
    fn add(&mut self, other: &Finding) {
        self.times = self.times.saturating_add(other.times);
        self.severity = self.severity.max(other.severity);
        if self.is_failure() {
            self.condition = None;
        }
    }

    /// Adds the findings of further launches to those of a kernel, whose details stay those of the first time. Returns whether one is new.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    ///
    /// let fault = Finding::of_fault("an access is outside global memory", None, &CompilersNames);
    /// let mut all = Vec::new();
    /// assert!(Finding::join(&mut all, &[fault.clone()]) && !Finding::join(&mut all, &[fault]));
    /// assert_eq!((all.len(), all[0].launches), (1, 2));
    /// ```
    pub fn join(all: &mut Vec<Finding>, of_launches: &[Finding]) -> bool {
        // Those of one launch differ, however much they look alike.
        let mut left: Vec<usize> = (0..all.len()).collect();
        let known = all.len();
        for finding in of_launches {
            let is = |at: &usize| all.get(*at).is_some_and(|own| own.is_same(finding));
            let may_be = |at: &usize| {
                all.get(*at).is_some_and(|own| own.is_of_same_lines(finding) && own.detail.may_be(&finding.detail))
            };
            let found = left.iter().position(is).or_else(|| left.iter().position(may_be));
            match found.map(|found| left.remove(found)).and_then(|at| all.get_mut(at)) {
                Some(own) => {
                    own.add(finding);
                    own.launches = own.launches.saturating_add(finding.launches);
                }
                None => all.push(finding.clone()),
            }
        }
        all.len() > known
    }

    /// Returns findings of one launch, each once, in their order.
    pub fn distinct(findings: impl IntoIterator<Item = Finding>) -> Vec<Finding> {
        let mut distinct: Vec<Finding> = Vec::new();
        // There may be thousands.
        let mut of_lines: HashMap<(FindingKind, Option<u32>, Option<u32>), Vec<usize>> = HashMap::new();
        for finding in findings {
            let lines = [finding.place.as_ref(), finding.other_access()].map(|place| place.map(|place| place.line));
            let of_line = of_lines.entry((finding.kind(), lines[0], lines[1])).or_default();
            let known =
                of_line.iter().copied().find(|at| distinct.get(*at).is_some_and(|known| known.is_same(&finding)));
            match known.and_then(|at| distinct.get_mut(at)) {
                Some(known) => {
                    known.add(&finding);
                    known.detail.add_pairs(&finding.detail);
                }
                None => {
                    of_line.push(distinct.len());
                    distinct.push(finding);
                }
            }
        }
        distinct
    }
}

#[cfg(test)]
mod tests;
