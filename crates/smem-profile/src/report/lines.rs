//! The counts of a launch by source line.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use smem_sim::SharedOp;

use super::estimate::estimate;
use super::files::Files;
use super::place::LinePlace;
use super::total::Total;
use crate::measure::{Measured, MeetingLanes, WorstSeen};
use crate::time::{LaunchTime, extrapolation};

/// The shared accesses of one kind on a source line.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Line {
    /// The line.
    pub place: LinePlace,
    /// The kind of the accesses.
    pub op: SharedOp,
    /// Their counts.
    pub total: Total,
    /// N of the worst N-way conflict; 1 without one.
    pub ways: u32,
    /// The instructions without their operands, each once: `LDS.128`.
    pub code: BTreeSet<String>,
    /// Chains of calls that the line was inlined through, each with its share of the counts.
    pub calls: BTreeMap<String, Total>,
    /// Why these counts are estimates, where those of the launch are not.
    pub estimate: Option<&'static str>,
    /// Predicted cycles of the launch that its excess wavefronts cost, or of a larger grid where the launch does not fill the GPU; `None` where
    /// no time is predicted.
    pub cycles_at_stake: Option<f64>,
    /// The conflict of the worst request; `None` without a conflict.
    pub meeting: Option<MeetingLanes>,
    /// The worst request itself.
    pub worst: Option<WorstSeen>,
}

impl Line {
    /// Returns the order of lines, those with the most time at stake first; then, and where no time is predicted, those with the most excess and
    /// the most wavefronts.
    pub(crate) fn worst_first(&self, other: &Line) -> Ordering {
        let [cycles, others] = [self, other].map(|line| line.cycles_at_stake.unwrap_or_default());
        let by_counts = || {
            let [counts, others] = [self, other].map(|line| (line.total.excess(), line.total.wavefronts));
            others.cmp(&counts)
        };
        others.total_cmp(&cycles).then_with(by_counts)
    }
}

/// Returns the lines of a launch, those with the most time at stake first.
pub(crate) fn lines(measured: &Measured, time: Option<&LaunchTime>, files: &Files) -> Vec<Line> {
    let mut lines: BTreeMap<(LinePlace, SharedOp), Line> = BTreeMap::new();
    for count in measured.profile.shared.iter().filter(|count| count.requests > 0) {
        let place = files.place(count.loc.as_deref(), count.line);
        let line = lines.entry((place.clone(), count.op)).or_insert_with(|| Line {
            place,
            op: count.op,
            total: Total::default(),
            ways: 1,
            code: BTreeSet::new(),
            calls: BTreeMap::new(),
            estimate: None,
            cycles_at_stake: None,
            meeting: None,
            worst: None,
        });
        line.total.add(count);
        line.ways = line.ways.max(count.ways);
        line.code.insert(opcode(&count.text));
        line.estimate = line.estimate.or(estimate(count));
        if let Some(chain) = count.loc.as_deref().and_then(|loc| files.calls(loc)) {
            line.calls.entry(chain).or_default().add(count);
        }
    }
    let banks = measured.arch.bank_model();
    let mut worst: Vec<&WorstSeen> = measured.worst.iter().collect();
    // The worst of a line's instructions comes first and stays.
    worst.sort_by_key(|worst| worst.rank());
    for worst in worst {
        let place = files.place(worst.loc.as_ref(), worst.line);
        if let Some(line) = lines.get_mut(&(place, worst.op)).filter(|line| line.meeting.is_none()) {
            line.meeting = worst.meeting(&banks);
            line.worst = Some(worst.clone());
        }
    }
    let mut lines: Vec<Line> = lines.into_values().collect();
    let times = extrapolation(&measured.profile);
    for line in &mut lines {
        line.cycles_at_stake = time.map(|time| time.cycles_of_excess(times * line.total.excess() as f64));
    }
    // The sort is stable: equal lines stay in the order of the files.
    lines.sort_by(Line::worst_first);
    lines
}

/// The instruction without its predicate and operands.
pub(super) fn opcode(text: &str) -> String {
    let mut words = text.split_whitespace().filter(|word| !word.starts_with('@') && *word != "{");
    words.next().unwrap_or_default().trim_end_matches(';').to_string()
}
