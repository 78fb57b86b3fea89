//! The search for a change of the source for each finding of a report. Kernels are looked at side by side: one changed source has a candidate for
//! each.

use std::collections::BTreeMap;

use smem_report::{Finding, RemedyResults, SourceEdit, SourceRemedy};

use super::candidates::{CandidateSource, SourceCandidate};
use super::found::{FoundKey, targets};
use super::line_map::LineMap;
use super::state::{AcceptedChange, KernelTargets, SearchState};
use super::trial::TriedSource;
use crate::fix::change::edit::{TextEdit, edited};
use crate::job::{Input, PreparedJob};
use crate::report::ProfileReport;

/// The most changed sources that are run where remedies are what is asked for.
pub(crate) const MOST_OF_FIX: usize = 24;
/// The same beside a report, for which a user waits.
pub(crate) const MOST_OF_REPORT: usize = 16;
/// The thread instructions that all of them may take, as far as the launches of the source say.
const MOST_INSTRUCTIONS: u64 = 1 << 30;
/// Findings that show only when others are gone are looked at so deep.
const MOST_DEPTH: usize = 2;

/// A source with the remedies of its findings.
#[derive(Debug, Clone, Default)]
pub(crate) struct RemediedSource {
    /// The edits of the file.
    pub(crate) edits: Vec<TextEdit>,
    /// The run of the source with them; `None` without remedies.
    after: Option<TriedSource>,
}

impl RemediedSource {
    /// Whether a further change of it has no findings that it does not have. `lines` are those of the file in it.
    pub(crate) fn stays_clean(&self, job: &PreparedJob, text: &str, lines: LineMap) -> bool {
        let Some(after) = &self.after else { return true };
        let tried = after.run(job, text.to_owned(), lines);
        tried.and_then(|tried| tried.found.beyond(&after.found)).is_some_and(|new| new.is_empty())
    }
}

struct SourceRemedySearch<'a> {
    job: &'a PreparedJob,
    source: &'a str,
    candidates: CandidateSource<'a>,
    /// Changed sources that may still be run.
    left: usize,
    before: TriedSource,
}

/// Looks for a change of the source for each race and each barrier of a report, and gives it to the findings with which it is gone. What was
/// tried in the compiled code alone is taken away from the others. Does nothing for a file that is not CUDA C++. At most `most` changed sources
/// are run.
pub(crate) fn add_remedies(
    job: &PreparedJob,
    report: &mut ProfileReport,
    results: BTreeMap<String, u64>,
    most: usize,
) -> RemediedSource {
    if !job.job.spec.checks.tries_remedies() {
        return RemediedSource::default();
    }
    let (Input::Cuda(file), Some(text)) = (&job.input, job.text.as_deref()) else { return RemediedSource::default() };
    let targets = targets(report);
    if targets.is_empty() {
        return RemediedSource::default();
    }
    let functions = text.function_statements();
    let instructions: u64 = report.launches.iter().map(|launch| 32 * launch.tally.warp_instructions).sum();
    let left = usize::try_from(MOST_INSTRUCTIONS / instructions.max(1)).unwrap_or(most).min(most);
    let candidates = CandidateSource { text, functions: &functions, file: &report.file };
    let before = TriedSource::of(report, results);
    let mut search = SourceRemedySearch { job, source: &file.text, candidates, left, before: before.clone() };
    let mut state = SearchState::of(before.clone());
    let mut kernels = KernelTargets::of(&targets);
    search.solve_all(&mut state, &mut kernels);
    let results = search.settled(&mut state, &before);
    let remedied: Vec<(AcceptedChange, RemedyResults)> = results
        .map_or_else(Vec::new, |results| state.accepted.iter().map(|change| (change.clone(), results)).collect());
    give(report, &remedied, &before);
    let untried: usize = kernels.iter().map(|kernel| kernel.untried(&state.current.found)).sum();
    if untried > 0 {
        let findings = smem_report::counted(untried as u64, "finding");
        report.notes.push(format!(
            "changes of the source were not all tried for {findings}: more runs of these launches would take too long{}",
            if most < MOST_OF_FIX { "; `smem-tile fix` tries more" } else { "" }
        ));
    }
    let after = remedied.last().map(|_| state.current);
    RemediedSource { edits: remedied.into_iter().flat_map(|(change, ..)| change.edits).collect(), after }
}

/// Gives findings their remedies.
fn give(report: &mut ProfileReport, remedied: &[(AcceptedChange, RemedyResults)], before: &TriedSource) {
    let file = report.file.clone();
    let source = report.sources.file(&file).unwrap_or_default().to_owned();
    let edits = |change: &AcceptedChange| -> Vec<SourceEdit> {
        let of =
            |edit: &TextEdit| SourceEdit::of(&file[..], &source, [edit.range.start, edit.range.end], edit.new.clone());
        change.edits.iter().map(of).collect()
    };
    for launch in &mut report.launches {
        let kernel = launch.kernel.clone();
        let findings = std::mem::take(&mut launch.findings);
        for finding in findings {
            let keys = FoundKey::of(&kernel, &finding);
            let of_all = remedied.iter().find(|(change, _)| keys.iter().all(|key| change.gone.contains(key)));
            let parts = if of_all.is_some() { vec![finding] } else { finding.without_remedy() };
            for part in parts {
                let key = FoundKey::of(&kernel, &part);
                let found = remedied.iter().find(|(change, _)| key.iter().all(|key| change.gone.contains(key)));
                launch.findings.push(match found.filter(|_| part.is_failure()) {
                    Some((change, results)) => {
                        let percent = change.tried.percent_of(before, &kernel);
                        part.with_source_remedy(SourceRemedy::new(
                            &change.words[..],
                            edits(change),
                            *results,
                            change.alone,
                            percent,
                        ))
                    }
                    None => part,
                });
            }
        }
    }
}

impl SourceRemedySearch<'_> {
    /// Runs the source with some edits.
    fn tried(&mut self, edits: &[TextEdit]) -> Option<TriedSource> {
        self.left = self.left.checked_sub(1)?;
        self.before.run(self.job, edited(self.source, edits), LineMap::of(self.source, edits))
    }

    /// Looks for changes for all kernels, a candidate of each in one source.
    fn solve_all(&mut self, state: &mut SearchState, kernels: &mut [KernelTargets]) {
        while self.left > 0 {
            let mut proposed: Vec<(usize, SourceCandidate)> = Vec::new();
            for (number, kernel) in kernels.iter_mut().enumerate() {
                let candidate = kernel.next(state, &self.candidates);
                let meets = |candidate: &SourceCandidate| {
                    let known = proposed.iter().any(|(_, other)| other.function == candidate.function);
                    known || state.with(&candidate.edits).is_none()
                };
                match candidate {
                    Some(candidate) if state.with(&candidate.edits).is_none() => kernel.reject(),
                    Some(candidate) if !meets(&candidate) => proposed.push((number, candidate)),
                    _ => {}
                }
            }
            if proposed.is_empty() {
                if kernels.iter_mut().all(|kernel| kernel.next(state, &self.candidates).is_none()) {
                    break;
                }
                continue;
            }
            let all: Vec<TextEdit> = proposed.iter().flat_map(|(_, candidate)| candidate.edits.clone()).collect();
            let tried = state.with(&all).and_then(|edits| self.tried(&edits));
            let is_of_each = tried.as_ref().is_some_and(|tried| {
                let new = tried.found.keys.difference(&state.current.found.keys);
                new.into_iter().all(|key| proposed.iter().any(|(number, _)| kernels[*number].kernel == key.kernel()))
            });
            match tried {
                Some(tried) if is_of_each || proposed.len() == 1 => {
                    for (number, candidate) in proposed {
                        self.judge(state, &mut kernels[number], candidate, &tried);
                    }
                }
                // One of them does not compile, or another kernel has more findings.
                _ => {
                    for (number, candidate) in proposed {
                        let alone = state.with(&candidate.edits).and_then(|edits| self.tried(&edits));
                        match alone
                            .filter(|tried| tried.found.is_only_beyond(&state.current.found, &kernels[number].kernel))
                        {
                            Some(tried) => self.judge(state, &mut kernels[number], candidate, &tried),
                            None => kernels[number].reject(),
                        }
                    }
                }
            }
        }
    }

    /// Accepts the candidate of a kernel with which its finding is gone and none has come, or rejects it.
    fn judge(
        &mut self,
        state: &mut SearchState,
        kernel: &mut KernelTargets,
        candidate: SourceCandidate,
        tried: &TriedSource,
    ) {
        let Some(is_as_good) = tried.found.is_as_good(&state.before.found, &kernel.kernel) else { return };
        let now = tried.found.of_kernel(&kernel.kernel);
        let Some(key) = kernel.key().cloned() else { return };
        if !is_as_good || now.contains(&key) {
            return kernel.reject();
        }
        let new: Vec<&FoundKey> = now.iter().filter(|key| !state.current.found.keys.contains(*key)).collect();
        let shown = || {
            tried
                .shown
                .iter()
                .filter(|(name, finding)| *name == kernel.kernel && new.contains(&&FoundKey::of_one(name, finding)))
        };
        match &new[..] {
            [] if self.is_checked(state, &candidate) => {
                state.accept(&kernel.kernel, candidate, tried);
                kernel.accepted();
            }
            // Findings that show only now need a change as well.
            [_, ..]
                if new.iter().all(|key| key.is_race())
                    && kernel.depth < MOST_DEPTH
                    && self.is_checked(state, &candidate) =>
            {
                let shown: Vec<(String, Finding)> = shown().cloned().collect();
                kernel.postpone(state, candidate, tried, &shown);
            }
            _ => kernel.reject(),
        }
    }

    /// Whether the text that shows more about a change compiles, and runs as well as the source does.
    fn is_checked(&mut self, state: &SearchState, candidate: &SourceCandidate) -> bool {
        let Some(check) = &candidate.check else { return true };
        let tried = state.with(check).and_then(|edits| self.tried(&edits));
        tried.is_some_and(|tried| tried.found.beyond(&state.before.found).is_some())
    }

    /// Runs the source with all accepted changes once more, where they were not run together, and compares its results; `None` where the changes
    /// do not go together.
    fn settled(&mut self, state: &mut SearchState, before: &TriedSource) -> Option<RemedyResults> {
        if state.accepted.is_empty() {
            return None;
        }
        let edits = state.with(&[])?;
        let changed = || (edited(self.source, &edits), LineMap::of(self.source, &edits));
        if !state.is_run {
            let (text, lines) = changed();
            let tried = before.run(self.job, text, lines)?;
            if !tried.found.beyond(&state.current.found)?.is_empty() {
                return None;
            }
            state.current = tried;
        }
        let has_atomics = state.accepted.iter().any(|change| change.has_atomics);
        state.current.results_beside(before, self.job, changed, has_atomics)
    }
}
