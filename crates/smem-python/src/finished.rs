//! The report of a job, in the forms that the Python half shows.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smem_profile::render::{self, FixedReport};
use smem_profile::{Accepted, ProfileReport};

/// The report of a job.
#[pyclass(frozen, module = "smem_tile._native")]
pub(crate) struct FinishedJob {
    report: ProfileReport,
}

impl FinishedJob {
    /// Of a report.
    pub(crate) fn of(report: ProfileReport) -> FinishedJob {
        FinishedJob { report }
    }
}

#[pymethods]
impl FinishedJob {
    /// Returns the report as the program's `--json` has it.
    fn json(&self) -> String {
        render::json(&self.report)
    }

    /// Returns the report as the program prints it.
    fn text(&self) -> String {
        render::text(&self.report)
    }

    /// Returns one page of HTML.
    fn html(&self) -> String {
        render::html(&[FixedReport { report: &self.report, fix: None }])
    }

    /// Returns a picture of the worst requests; `None` where none has conflicts.
    fn svg(&self) -> Option<String> {
        render::svg(&self.report)
    }

    /// Returns a picture of the worst request of a line, by the numbers of launch and line from 0.
    fn svg_of_line(&self, launch: usize, line: usize) -> Option<String> {
        render::svg_of_line(&self.report, launch, line)
    }

    /// Returns the findings that are errors: for each the number of its launch, the id of its kind, its file and line, and a sentence.
    fn findings(&self) -> Vec<(usize, &'static str, String, u32, String)> {
        let launches = self.report.launches.iter().enumerate();
        let all = launches.flat_map(|(at, launch)| launch.findings.iter().map(move |finding| (at, finding)));
        all.filter(|(_, finding)| finding.is_failure())
            .map(|(at, finding)| {
                let (file, line) = finding.place.clone().map_or((String::new(), 0), |place| (place.file, place.line));
                (at, finding.kind().id(), file, line, finding.message.clone())
            })
            .collect()
    }

    /// Returns the sentences of the checks that fail, and the exit code that the program ends with.
    #[pyo3(signature = (max_excess, strict))]
    fn verdict(&self, max_excess: Option<u64>, strict: bool) -> (Vec<String>, u8) {
        let accepted = Accepted::default().strict(strict);
        let accepted = max_excess.map_or(accepted, |most| accepted.max_excess(most));
        let verdict = self.report.verdict(&accepted);
        (verdict.failed.iter().map(ToString::to_string).collect(), verdict.exit_code())
    }

    /// Returns the bytes that buffers hold at the end, by their names.
    fn buffers<'p>(&self, python: Python<'p>) -> Vec<(String, Bound<'p, PyBytes>)> {
        let buffers = self.report.buffers.iter();
        buffers.map(|(name, bytes)| (name.clone(), PyBytes::new(python, bytes))).collect()
    }
}
