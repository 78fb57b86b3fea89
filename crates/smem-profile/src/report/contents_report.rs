//! The counts and findings of a launch with other contents of its synthetic buffers.

use std::collections::BTreeSet;

use smem_driver::findings;
use smem_report::{
    DependentContents, Finding, FindingDetail, FindingKind, KindTotals, Line, LinePlace, PlaceNames, TriedContents,
};
use smem_sim::{RaceKind, SharedOp};

use super::files::Files;
use crate::measure::{Measured, OtherRuns};

/// Findings that hang on the range of the values.
const OF_VALUES: [FindingKind; 4] =
    [FindingKind::UnwrittenRead, FindingKind::PastEnd, FindingKind::Overrun, FindingKind::LocalOverrun];

/// A launch, and the same with other contents.
pub(super) struct ContentsReport<'a> {
    pub(super) measured: &'a Measured,
    pub(super) others: &'a OtherRuns,
    pub(super) files: &'a Files,
}

impl ContentsReport<'_> {
    /// The counts with each of the contents.
    pub(super) fn contents(&self) -> DependentContents {
        let own = (&self.others.own, self.others.sample.as_deref().unwrap_or(self.measured));
        let all = || [own].into_iter().chain(self.others.runs.iter().map(|(name, run)| (name, run)));
        let tried = all().map(|(name, run)| TriedContents {
            contents: name.clone(),
            counts: KindTotals::of(&run.profile.shared, false).all().counts,
            sectors: run.profile.global.iter().map(|count| count.sectors).sum(),
        });
        let mut lines: Vec<BTreeSet<(LinePlace, SharedOp, u64)>> = Vec::new();
        for (_, run) in all() {
            let counted = Line::all(&run.profile.shared, None, self.files);
            lines.push(counted.into_iter().map(|line| (line.place, line.op, line.counts.wavefronts)).collect());
        }
        let is_of_all = |line: &&(LinePlace, SharedOp, u64)| lines.iter().all(|own| own.contains(*line));
        let differing: BTreeSet<LinePlace> =
            lines.iter().flatten().filter(|line| !is_of_all(line)).map(|(place, ..)| place.clone()).collect();
        DependentContents {
            buffers: self.others.buffers.clone(),
            tried: tried.collect(),
            faulted: self.others.faulted.clone(),
            blocks: self.others.sample.as_ref().map(|own| own.profile.blocks_run),
            lines: differing.into_iter().collect(),
        }
    }

    /// The findings of the launch with those that only other contents show. A write after a write whose address is computed of the contents, a read
    /// of what no thread has written and an access past an array are warnings where some contents do not show them: such indices may be all different, and
    /// inside, by contract.
    pub(super) fn findings(&self, own: Vec<Finding>) -> Vec<Finding> {
        let found = |run: &Measured| findings(&run.hazards, &run.profile, self.files);
        let runs: Vec<(&str, Vec<Finding>)> =
            self.others.runs.iter().map(|(name, run)| (&name[..], found(run))).collect();
        let addressed = self.addressed();
        let has = |all: &[Finding], finding: &Finding| all.iter().any(|other| other.is_near(finding));
        let names =
            self.others.buffers.iter().map(|buffer| format!("`{}`", buffer.name)).collect::<Vec<_>>().join(" and ");
        let of_indices = |finding: &Finding, all: &[Finding]| {
            let places = finding.places();
            let is_read = |other: &Finding| {
                hazard(other).is_some_and(|hazard| hazard != RaceKind::WriteAfterWrite)
                    && other.places().iter().any(|place| places.contains(place))
            };
            // Which words are written may hang on such indices as well, and whether they are inside of an array.
            OF_VALUES.contains(&finding.kind())
                || hazard(finding) == Some(RaceKind::WriteAfterWrite)
                    && places.iter().any(|place| addressed.contains(place))
                    && !all.iter().any(is_read)
        };
        // Other blocks may have what those of a sample do not.
        let is_sample = self.others.sample.is_some();
        let mut all: Vec<Finding> = Vec::new();
        for finding in &own {
            let without = runs.iter().find(|(_, others)| !has(others, finding));
            all.push(match without {
                Some((name, _)) if !is_sample && finding.is_failure() && of_indices(finding, &own) => finding.clone().doubted(format!(
                    "it depends on the contents of {names}, which are synthetic: found with {}, and not with {name}",
                    self.others.own
                )),
                _ => finding.clone(),
            });
        }
        for (name, others) in &runs {
            for finding in
                others.iter().filter(|finding| finding.is_failure() && !has(&all, finding)).collect::<Vec<_>>()
            {
                let condition = format!("with {name} in {names}");
                let is_of_indices = of_indices(finding, others);
                let finding = finding.clone();
                all.push(if is_of_indices {
                    finding.doubted(format!(
                        "{condition}, whose contents are synthetic; not found with {}",
                        self.others.own
                    ))
                } else {
                    finding.found(condition)
                });
            }
        }
        all.sort_by_key(|finding| !finding.is_failure());
        all
    }

    /// The lines of accesses to shared memory whose addresses are computed of the contents.
    fn addressed(&self) -> BTreeSet<LinePlace> {
        let names = self.others.names();
        let uses = self.measured.data.iter().flat_map(|data| data.addressed(&names));
        uses.map(|own| self.files.place(own.loc.as_deref(), own.line)).collect()
    }
}

/// The hazard of a race on shared memory.
fn hazard(finding: &Finding) -> Option<RaceKind> {
    match &finding.detail {
        FindingDetail::Race(race) if finding.kind() == FindingKind::Race => Some(race.hazard),
        _ => None,
    }
}
