//! Findings with the change of the source that was verified, or without one.

use crate::finding::{Finding, FindingDetail, OTHER_ACCESS, RelatedPlace};
use crate::place::CallPlace;
use crate::race::RaceDetail;
use crate::source_remedy::SourceRemedy;

impl Finding {
    /// The finding of a race whose details are known.
    pub(crate) fn of_race_detail(detail: RaceDetail) -> Finding {
        let (place, message) = (detail.second.place.clone(), detail.sentence());
        let calls = |calls: &[CallPlace], role: &str| -> Vec<RelatedPlace> {
            calls.iter().map(|call| RelatedPlace::new(call.place(), role)).collect()
        };
        let mut related = vec![RelatedPlace::new(detail.first.place.clone(), OTHER_ACCESS)];
        related.extend(calls(&detail.first.calls, "a call around the other access"));
        related.extend(calls(&detail.second.calls, "a call around the access"));
        Finding::new(FindingDetail::Race(Box::new(detail)), message).at(place).related(related)
    }

    /// Gives it the change of the source with which it is gone.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding, RemedyResults, SourceRemedy};
    ///
    /// let remedy = SourceRemedy::new("`__syncthreads()` after line 4", Vec::new(), RemedyResults::Same, true, None);
    /// let fault = Finding::of_fault("a barrier is not reached", None, &CompilersNames).with_source_remedy(remedy);
    /// assert!(fault.source_remedy.is_some());
    /// ```
    #[must_use]
    pub fn with_source_remedy(self, remedy: SourceRemedy) -> Finding {
        let change = remedy.change.clone();
        let mut finding = self.with_race(|race| {
            // Only what was tried in the code as well is told about the code.
            race.remedy = race.remedy.take().filter(|own| own.steps.iter().all(|step| step.is_in(&change)));
            race.missing = Some(change);
        });
        finding.source_remedy = Some(Box::new(remedy));
        finding
    }

    /// Takes away what was tried in its code alone, where no change of the source was verified. Races that were gone with it are findings of their
    /// own then.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    ///
    /// let fault = Finding::of_fault("a barrier is not reached", None, &CompilersNames);
    /// assert_eq!(fault.clone().without_remedy(), [fault]);
    /// ```
    #[must_use]
    pub fn without_remedy(self) -> Vec<Finding> {
        let mut others = Vec::new();
        let own = self.with_race(|race| {
            (race.missing, race.remedy) = (None, None);
            others = std::mem::take(&mut race.same_cause);
        });
        let template = own.clone();
        let others =
            others.into_iter().map(|race| Finding { severity: template.severity, ..Finding::of_race_detail(race) });
        [own].into_iter().chain(others).collect()
    }

    /// Changes the details of a race, and the sentence of the finding with them.
    fn with_race(mut self, change: impl FnOnce(&mut RaceDetail)) -> Finding {
        if let FindingDetail::Race(race) = &mut self.detail {
            let before = race.sentence();
            change(race);
            self.message = self.message.replacen(&before, &race.sentence(), 1);
        }
        self
    }
}
