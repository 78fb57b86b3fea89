//! The search for a change of the source for each finding of a report.

use std::collections::{BTreeMap, BTreeSet};

use smem_cuda::{CudaText, FunctionStatements};
use smem_report::{Finding, RemedyResults, SourceEdit, SourceRemedy};

use super::candidates::{Candidate, CandidateSource};
use super::found::{FoundKey, targets};
use super::line_map::LineMap;
use super::trial::TriedSource;
use crate::fix::change::edit::{TextEdit, edited};
use crate::job::{Input, PreparedJob};
use crate::report::ProfileReport;

/// The most changed sources that are run for one finding, and for a report.
const MOST_OF_FINDING: usize = 24;
const MOST: usize = 48;
/// The thread instructions that all of them may take, as far as the launches of the source say.
const MOST_INSTRUCTIONS: u64 = 1 << 30;
/// Findings that show only when others are gone are looked at so deep.
const MOST_DEPTH: usize = 2;

/// A source with the remedies of its findings.
#[derive(Debug, Clone, Default)]
pub(crate) struct RemediedSource {
    /// The edits of the file.
    pub(crate) edits: Vec<TextEdit>,
    /// What the source has with them; `None` without remedies.
    after: Option<TriedSource>,
}

impl RemediedSource {
    /// Whether a further change of it has no findings that it does not have. `lines` are those of the file in it.
    pub(crate) fn stays_clean(&self, job: &PreparedJob, text: &str, lines: LineMap) -> bool {
        let Some(after) = &self.after else { return true };
        let tried = TriedSource::run(job, text.to_owned(), lines);
        tried.and_then(|tried| tried.found.beyond(&after.found)).is_some_and(|new| new.is_empty())
    }
}

/// A change that was accepted, and the findings that are gone with it.
#[derive(Debug, Clone)]
struct AcceptedChange {
    words: String,
    edits: Vec<TextEdit>,
    gone: BTreeSet<FoundKey>,
    has_atomics: bool,
    alone: bool,
    tried: TriedSource,
}

/// The state of a search: the accepted changes, and what the source with them has.
#[derive(Debug, Clone)]
struct SearchState {
    accepted: Vec<AcceptedChange>,
    current: TriedSource,
}

struct RemedySearch<'a> {
    job: &'a PreparedJob,
    source: &'a str,
    candidates: CandidateSource<'a>,
    left: usize,
}

/// Looks for a change of the source for each race and each barrier of a report, and gives it to the findings with which it is gone. What was
/// tried in the compiled code alone is taken away from the others. Does nothing for a file that is not CUDA C++.
pub(crate) fn add_remedies(
    job: &PreparedJob,
    report: &mut ProfileReport,
    results: BTreeMap<String, u64>,
) -> RemediedSource {
    let (Input::Cuda(file), Some(text)) = (&job.input, job.text.as_deref()) else { return RemediedSource::default() };
    let targets = targets(report);
    if targets.is_empty() {
        return RemediedSource::default();
    }
    let functions = text.function_statements();
    let instructions: u64 = report.launches.iter().map(|launch| 32 * launch.tally.warp_instructions).sum();
    let affordable = usize::try_from(MOST_INSTRUCTIONS / instructions.max(1)).unwrap_or(MOST);
    let mut search = RemedySearch::of(job, &file.text, text, &functions, &report.file, affordable.min(MOST));
    let before = TriedSource::of(report, results);
    let mut state = SearchState { accepted: Vec::new(), current: before.clone() };
    let mut untried = 0;
    for (kernel, finding) in &targets {
        if search.left == 0 {
            untried += 1;
            continue;
        }
        // The first part still has what was tried in the compiled code.
        let parts = finding.clone().without_remedy().into_iter().skip(1);
        for part in std::iter::once(finding.clone()).chain(parts) {
            let key = FoundKey::of_one(kernel, &part);
            search.solve(&mut state, &key, &part, 0);
        }
    }
    let remedied = search.settled(&state, &before);
    give(report, &remedied, &before);
    if untried > 0 {
        let findings = smem_report::counted(untried, "finding");
        report.notes.push(format!(
            "changes of the source were not tried for {findings}: the runs for all of them would take too long"
        ));
    }
    let after = remedied.last().map(|(change, ..)| change.tried.clone());
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
                        let percent = change.tried.percent_of(before);
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

impl<'a> RemedySearch<'a> {
    fn of(
        job: &'a PreparedJob,
        source: &'a str,
        text: &'a CudaText,
        functions: &'a [FunctionStatements],
        file: &'a str,
        left: usize,
    ) -> Self {
        RemedySearch { job, source, candidates: CandidateSource { text, functions, file }, left }
    }

    /// Runs the source with some edits.
    fn tried(&mut self, edits: &[TextEdit]) -> Option<TriedSource> {
        self.left = self.left.checked_sub(1)?;
        TriedSource::run(self.job, edited(self.source, edits), LineMap::of(self.source, edits))
    }

    /// Looks for a change with which a finding is gone, and adds it to the state. Findings that show only then need one as well.
    fn solve(&mut self, state: &mut SearchState, key: &FoundKey, finding: &Finding, depth: usize) -> bool {
        if !state.current.found.keys.contains(key) {
            return true;
        }
        let before = self.left;
        let mut others: Vec<(Candidate, TriedSource)> = Vec::new();
        for candidate in self.candidates.of(finding) {
            if before - self.left >= MOST_OF_FINDING || self.left == 0 {
                break;
            }
            let edits = with(state, &candidate.edits);
            let Some(tried) = edits.and_then(|edits| self.tried(&edits)) else { continue };
            if tried.found.keys.contains(key) {
                continue;
            }
            match tried.found.beyond(&state.current.found) {
                Some(new) if new.is_empty() => {
                    if self.is_checked(state, &candidate) {
                        state.accept(candidate, tried);
                        return true;
                    }
                }
                Some(new) if new.iter().all(FoundKey::is_race) => others.push((candidate, tried)),
                _ => {}
            }
        }
        if depth < MOST_DEPTH {
            others.into_iter().take(1).any(|(candidate, tried)| self.solve_others(state, candidate, tried, depth))
        } else {
            false
        }
    }

    /// Whether the text that shows more about a change compiles, and runs as well as the source does.
    fn is_checked(&mut self, state: &SearchState, candidate: &Candidate) -> bool {
        let Some(check) = &candidate.check else { return true };
        let tried = with(state, check).and_then(|edits| self.tried(&edits));
        tried.is_some_and(|tried| tried.found.beyond(&state.current.found).is_some())
    }

    /// Accepts a change that shows other races, if these have remedies as well.
    fn solve_others(
        &mut self,
        state: &mut SearchState,
        candidate: Candidate,
        tried: TriedSource,
        depth: usize,
    ) -> bool {
        let mut trial = state.clone();
        let shown: Vec<(String, Finding)> = tried.shown.clone();
        if !self.is_checked(state, &candidate) {
            return false;
        }
        trial.accept(candidate, tried);
        for (kernel, finding) in &shown {
            let key = FoundKey::of_one(kernel, finding);
            if !state.current.found.keys.contains(&key) && !self.solve(&mut trial, &key, finding, depth + 1) {
                return false;
            }
        }
        let is_clean = trial.current.found.beyond(&state.current.found).is_some_and(|new| new.is_empty());
        if is_clean {
            *state = trial;
        }
        is_clean
    }

    /// The accepted changes, each with what is known of its results. Where all findings are gone the results are compared.
    fn settled(&mut self, state: &SearchState, before: &TriedSource) -> Vec<(AcceptedChange, RemedyResults)> {
        let edits: Vec<TextEdit> = state.accepted.iter().flat_map(|change| change.edits.clone()).collect();
        let has_atomics = state.accepted.iter().any(|change| change.has_atomics);
        if state.accepted.is_empty() {
            return Vec::new();
        }
        let changed = || (edited(self.source, &edits), LineMap::of(self.source, &edits));
        let results = state.current.results_beside(before, self.job, changed, has_atomics);
        let Some(results) = results else { return Vec::new() };
        state.accepted.iter().map(|change| (change.clone(), results)).collect()
    }
}

impl SearchState {
    fn accept(&mut self, candidate: Candidate, tried: TriedSource) {
        let gone = self.current.found.keys.difference(&tried.found.keys).cloned().collect();
        self.accepted.push(AcceptedChange {
            words: candidate.words,
            edits: candidate.edits,
            gone,
            has_atomics: candidate.has_atomics,
            alone: self.accepted.is_empty(),
            tried: tried.clone(),
        });
        self.current = tried;
    }
}

/// The accepted edits and others; `None` where two change the same text.
fn with(state: &SearchState, edits: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let known: Vec<TextEdit> = state.accepted.iter().flat_map(|change| change.edits.clone()).collect();
    let overlaps = |one: &TextEdit, other: &TextEdit| {
        !one.range.is_empty()
            && one.range.start < other.range.end.max(other.range.start + 1)
            && other.range.start < one.range.end
    };
    let meets = edits.iter().any(|one| known.iter().any(|other| overlaps(one, other) || overlaps(other, one)));
    (!meets).then(|| known.into_iter().chain(edits.iter().cloned()).collect())
}
