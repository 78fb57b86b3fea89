//! The pages of all profiler runs, put together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{ProfilerRun, Request, kernels, source_page, totals};

/// Returns the file in which [`Nsight::measure`](crate::Nsight::measure) leaves a part's page.
pub(super) fn page_file(folder: &Path, part: ProfilerRun) -> PathBuf {
    folder.join(format!("{part}.csv"))
}

/// The counts of each request; `None` where it was not measured.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    pub(super) source: Vec<Option<u32>>,
    pub(super) counter: Vec<Option<u32>>,
    /// Wavefronts of a launch that belong to no request, and in how many launches there were so many.
    pub(super) unowned: BTreeMap<u64, usize>,
    /// Problems of the pages, a sentence each.
    pub(super) problems: Vec<String>,
}

impl Pages {
    /// Reads all the pages of `requests` that are in `folder`.
    pub(super) fn read(folder: &Path, requests: &[Request]) -> Pages {
        let nothing = vec![None; requests.len()];
        let mut pages = Pages { source: nothing.clone(), counter: nothing, ..Pages::default() };
        for part in ProfilerRun::all(requests.len()) {
            let file = page_file(folder, part);
            if let Err(problem) = pages.read_part(part, &file, requests) {
                pages.problems.push(format!("`{}`: {problem}", file.display()));
            }
        }
        pages
    }

    fn read_part(&mut self, part: ProfilerRun, file: &Path, requests: &[Request]) -> Result<(), String> {
        let page = fs::read_to_string(file).map_err(|error| format!("cannot be read: {error}"))?;
        let range = part.range(requests.len());
        match part {
            ProfilerRun::Source => {
                let counts = source_page::wavefronts(&page, requests)?;
                self.source = counts.into_iter().map(Some).collect();
            }
            ProfilerRun::Totals(_) => {
                let totals = totals::wavefronts(&page, range.len(), kernels::log_base(requests))?;
                self.counter[range].copy_from_slice(&totals.counts);
                for (unowned, launches) in totals.unowned {
                    *self.unowned.entry(unowned).or_default() += launches;
                }
                self.problems.extend(totals.problems.into_iter().map(|told| format!("`{}`, {told}", file.display())));
            }
        }
        Ok(())
    }
}
