//! The first change of a source: with the remedies of its findings.

use smem_report::Finding;

use super::change::edit::{TextEdit, edited};
use crate::error::Error;
use crate::job::{Input, Job, PreparedJob};
use crate::measure::{measure, try_contents};
use crate::remedy::line_map::LineMap;
use crate::remedy::{MOST_OF_FIX, RemediedSource, add_remedies};
use crate::report::{Files, ProfileReport};

/// A job whose findings were looked at.
pub(super) struct RemediedJob<'a> {
    job: &'a PreparedJob,
    /// The findings that are errors, each once, with their remedies.
    pub(super) findings: Vec<Finding>,
    pub(super) source: RemediedSource,
    /// Sentences on findings that were not looked at.
    pub(super) notes: Vec<String>,
}

impl<'a> RemediedJob<'a> {
    /// Runs a job as it is, and looks for remedies. A job that is not of CUDA C++ has none.
    ///
    /// # Errors
    /// Those of compiling and launching, but for faults of kernels; [`Error::Stopped`].
    pub(super) fn of(job: &'a PreparedJob, asked: &Job) -> Result<Self, Error> {
        let nothing = RemediedJob { job, findings: Vec::new(), source: RemediedSource::default(), notes: Vec::new() };
        if !matches!(job.input, Input::Cuda(_)) || !job.job.spec.checks.tries_remedies() {
            return Ok(nothing);
        }
        let mut measurement = measure(job)?;
        if measurement.is_stopped() {
            return Err(Error::Stopped);
        }
        try_contents(job, &mut measurement);
        let mut report = ProfileReport::of(&measurement, &Files::of(asked, job.text.clone()), &job.plan);
        let known = report.notes.len();
        let source = add_remedies(job, &mut report, measurement.results, MOST_OF_FIX);
        let all = report.launches.iter().flat_map(|launch| &launch.findings).filter(|finding| finding.is_failure());
        let mut findings: Vec<Finding> = Vec::new();
        for finding in all {
            if !findings.iter().any(|known| known.is_near(finding) && known.message == finding.message) {
                findings.push(finding.clone());
            }
        }
        Ok(RemediedJob { findings, source, notes: report.notes.split_off(known), ..nothing })
    }

    /// The file as it is.
    pub(super) fn text(&self) -> &'a str {
        match &self.job.input {
            Input::Cuda(file) => &file.text,
            Input::Ptx { .. } | Input::Binary { .. } => "",
        }
    }

    /// The job with the changed source; `None` where nothing changes.
    ///
    /// # Errors
    /// A temporary file that cannot be written.
    pub(super) fn changed(&self) -> Result<Option<PreparedJob>, Error> {
        if self.source.edits.is_empty() {
            return Ok(None);
        }
        self.job.of_changed(edited(self.text(), &self.source.edits)).map(Some)
    }

    /// The lines of the file in the changed source.
    pub(super) fn lines(&self) -> LineMap {
        LineMap::of(self.text(), &self.source.edits)
    }

    /// Whether a further change of the changed source has no findings that the changed source does not have.
    pub(super) fn stays_clean(&self, text: &str) -> bool {
        self.source.edits.is_empty() || self.source.stays_clean(self.job, text, self.lines())
    }

    /// The edits of a file that are edits of the changed source and those of its remedies; `None` where both change the same text.
    pub(super) fn joined(&self, edits: &[TextEdit]) -> Option<Vec<TextEdit>> {
        let own = self.source.edits.iter().cloned().map(Some);
        own.chain(edits.iter().map(|edit| self.in_file(edit))).collect()
    }

    fn in_file(&self, edit: &TextEdit) -> Option<TextEdit> {
        let [start, end] = [edit.range.start, edit.range.end].map(|at| self.place_in_file(at));
        Some(TextEdit { range: start?..end?, ..edit.clone() })
    }

    /// The byte of the file that a byte of the changed source is; `None` for one that is new.
    pub(super) fn place_in_file(&self, at: usize) -> Option<usize> {
        let mut edits: Vec<&TextEdit> = self.source.edits.iter().collect();
        edits.sort_by_key(|edit| edit.range.start);
        let (mut added, mut removed) = (0, 0);
        for edit in edits {
            let start = edit.range.start + added - removed;
            if at <= start {
                break;
            }
            if at < start + edit.new.len() {
                return None;
            }
            added += edit.new.len();
            removed += edit.range.len();
        }
        Some(at + removed - added)
    }
}
