//! The lines of the file that a process leaves: an entry for each thing that happens in it.

use serde::{Deserialize, Serialize};
use smem_report::LaunchReport;

use super::run::RunReport;

/// An entry of a process's file. The first is the report so far, and the others come after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReportEntry {
    /// Everything before.
    Report(RunReport),
    /// Launches of these kernels wait in a stream.
    Queued(Vec<String>),
    /// They are done, or left out after an error.
    Done(Vec<String>),
    /// The counts and findings of a launch.
    Run(Box<LaunchReport>),
    /// A program called a function that is not there.
    Missing(String),
    /// A file has a runtime that does not start here.
    Refused(String),
    /// A sentence about what was not judged.
    Unjudged(String),
    /// A sentence about a panic.
    Defect(String),
}

impl RunReport {
    /// Adds an entry; returns true if it says something new.
    pub(crate) fn note(&mut self, entry: &ReportEntry) -> bool {
        match entry {
            ReportEntry::Report(report) => {
                self.merge(report);
                true
            }
            ReportEntry::Queued(kernels) => {
                for kernel in kernels {
                    let waiting = self.unfinished.entry(kernel.clone()).or_default();
                    *waiting = waiting.saturating_add(1);
                }
                true
            }
            ReportEntry::Done(kernels) => {
                for kernel in kernels {
                    if let Some(waiting) = self.unfinished.get_mut(kernel) {
                        *waiting = waiting.saturating_sub(1);
                    }
                }
                self.unfinished.retain(|_, waiting| *waiting > 0);
                true
            }
            ReportEntry::Run(run) => self.add(run),
            ReportEntry::Missing(function) => self.missing.insert(function.clone()),
            ReportEntry::Refused(file) => self.refused.insert(file.clone()),
            ReportEntry::Unjudged(sentence) => self.unjudged.insert(sentence.clone()),
            ReportEntry::Defect(sentence) => self.defects.insert(sentence.clone()),
        }
    }

    /// Reads the lines of a process's file; `None` where one is damaged, or there is none.
    pub(crate) fn from_lines(lines: &[u8]) -> Option<RunReport> {
        // A line that was cut off has no end.
        let mut lines = lines.strip_suffix(b"\n")?.split(|byte| *byte == b'\n');
        let read = |line: &[u8]| serde_json::from_slice::<ReportEntry>(line).ok();
        let ReportEntry::Report(mut report) = read(lines.next()?)? else { return None };
        for line in lines {
            report.note(&read(line)?);
        }
        (report.version == RunReport::VERSION).then(|| report.sorted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(entry: &ReportEntry) -> Vec<u8> {
        [serde_json::to_vec(entry).unwrap(), b"\n".to_vec()].concat()
    }

    #[test]
    fn a_runtime_that_does_not_start_is_named_by_its_file() {
        let begun = ReportEntry::Report(RunReport { version: RunReport::VERSION, ..RunReport::default() });
        let refused = ReportEntry::Refused("/lib/libcublas.so".to_owned());
        let mut report = RunReport::from_lines(&[&begun, &refused].map(line).concat()).unwrap();
        assert!(report.refused.contains("/lib/libcublas.so") && !report.note(&refused));
        let mut all = RunReport::default();
        all.merge(&report);
        assert_eq!(all.refused, report.refused);
    }

    #[test]
    fn a_launch_that_is_not_done_is_unfinished_and_what_was_cut_off_is_not_read() {
        let begun =
            ReportEntry::Report(RunReport { version: RunReport::VERSION, processes: 1, ..RunReport::default() });
        let queued = ReportEntry::Queued(vec!["k".to_owned(), "j".to_owned()]);
        let done = ReportEntry::Done(vec!["k".to_owned()]);
        let whole = [&begun, &queued, &done].map(line).concat();
        let report = RunReport::from_lines(&whole).unwrap();
        assert_eq!(report.unfinished.into_iter().collect::<Vec<_>>(), [("j".to_owned(), 1)]);
        let ends: Vec<usize> = (1..=whole.len()).filter(|end| whole[end - 1] == b'\n').collect();
        assert_eq!(ends.len(), 3);
        for end in (0..whole.len()).filter(|end| !ends.contains(end)) {
            assert_eq!(RunReport::from_lines(&whole[..end]), None, "the first {end} bytes");
        }
        assert_eq!(RunReport::from_lines(&line(&queued)), None);
    }
}
