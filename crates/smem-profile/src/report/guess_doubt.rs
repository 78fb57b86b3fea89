//! Findings of a guessed launch that other guesses do not have: warnings.

use smem_driver::findings;
use smem_report::{Finding, FindingKind, Line, LinePlace};

use super::files::Files;
use crate::measure::Measured;

/// A guessed launch, and the launches of other guesses that ran to their end.
pub(super) struct GuessDoubt<'a> {
    pub(super) measured: &'a Measured,
    pub(super) others: &'a [Measured],
    pub(super) files: &'a Files,
}

impl GuessDoubt<'_> {
    /// Makes warnings of the errors that another guess does not have.
    pub(super) fn of(&self, all: Vec<Finding>) -> Vec<Finding> {
        let others: Vec<_> = self.others.iter().map(|other| (other, self.findings(other))).collect();
        let doubted = |finding: Finding| {
            if !finding.is_failure() {
                return finding;
            }
            let own = format!("the launch is a guess, block {}", block(self.measured));
            let mut fitting = others.iter().filter(|(other, _)| self.executes(other, &finding)).peekable();
            if fitting.peek().is_none() {
                return finding.doubted(format!("{own}, and no other guess runs these lines to compare"));
            }
            let without = fitting.find(|(_, found)| !found.iter().any(|other| other.is_near(&finding)));
            match without {
                Some((other, _)) => {
                    finding.doubted(format!("{own}; a guess of block {} does not have it", block(other)))
                }
                None => finding,
            }
        };
        all.into_iter().map(doubted).collect()
    }

    fn findings(&self, of: &Measured) -> Vec<Finding> {
        let launched = of.launched.iter().flat_map(|own| findings(&own.hazards, &own.profile, self.files));
        findings(&of.hazards, &of.profile, self.files).into_iter().chain(launched).collect()
    }

    /// Whether a launch executes the accesses of a finding on shared memory; for other kinds it is not known, and taken for granted.
    fn executes(&self, launch: &Measured, finding: &Finding) -> bool {
        if !matches!(finding.kind(), FindingKind::Race | FindingKind::Overrun) {
            return true;
        }
        let accessed = |of: &Measured| -> Vec<LinePlace> {
            let lines = Line::all(&of.profile.shared, None, self.files);
            lines.into_iter().filter(|line| line.counts.requests > 0).map(|line| line.place).collect()
        };
        let (own, other) = (accessed(self.measured), accessed(launch));
        finding.places().iter().filter(|place| own.contains(place)).all(|place| other.contains(place))
    }
}

/// A block's extents, and the grid where a size differs alone.
fn block(of: &Measured) -> String {
    let [[x, y, z], [gx, gy, gz]] = [of.launch.block, of.launch.grid];
    format!("{x} x {y} x {z} in a grid of {gx} x {gy} x {gz}")
}
