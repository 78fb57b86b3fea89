//! How far a search is: the changes that were accepted, and the findings of each kernel that are left.

use std::collections::{BTreeSet, VecDeque};

use smem_report::Finding;

use super::candidates::{CandidateSource, SourceCandidate};
use super::found::{FoundFindings, FoundKey};
use super::trial::TriedSource;
use crate::fix::change::edit::TextEdit;

/// The most changes that are tried for one finding.
const MOST_OF_FINDING: usize = 16;

/// A change that was accepted, and the findings that are gone with it.
#[derive(Debug, Clone)]
pub(super) struct AcceptedChange {
    pub(super) words: String,
    pub(super) edits: Vec<TextEdit>,
    pub(super) gone: BTreeSet<FoundKey>,
    pub(super) has_atomics: bool,
    pub(super) alone: bool,
    pub(super) tried: TriedSource,
    kernel: String,
}

/// The accepted changes, and what the source with them has.
#[derive(Debug, Clone)]
pub(super) struct SearchState {
    pub(super) before: TriedSource,
    pub(super) accepted: Vec<AcceptedChange>,
    pub(super) current: TriedSource,
    /// Whether the last run was of these changes and of no others.
    pub(super) is_run: bool,
}

impl SearchState {
    /// A state without changes.
    pub(super) fn of(before: TriedSource) -> SearchState {
        SearchState { current: before.clone(), before, accepted: Vec::new(), is_run: false }
    }

    /// Accepts a change of a kernel, which was run perhaps with changes of other kernels.
    pub(super) fn accept(&mut self, kernel: &str, candidate: SourceCandidate, tried: &TriedSource) {
        let now = tried.found.of_kernel(kernel);
        let gone = self.current.found.of_kernel(kernel).difference(&now).cloned().collect();
        self.accepted.push(AcceptedChange {
            words: candidate.words,
            edits: candidate.edits,
            gone,
            has_atomics: candidate.has_atomics,
            alone: !self.accepted.iter().any(|change| change.kernel == kernel),
            tried: tried.clone(),
            kernel: kernel.to_owned(),
        });
        self.current.found.take(kernel, &tried.found);
    }

    /// The accepted edits and others; `None` where two change the same text.
    pub(super) fn with(&self, edits: &[TextEdit]) -> Option<Vec<TextEdit>> {
        let known: Vec<TextEdit> = self.accepted.iter().flat_map(|change| change.edits.clone()).collect();
        let overlaps = |one: &TextEdit, other: &TextEdit| match other.range.is_empty() {
            true => one.range.start < other.range.start && other.range.start < one.range.end,
            false => one.range.start < other.range.end && other.range.start < one.range.end,
        };
        let meets = |one: &TextEdit| known.iter().any(|other| overlaps(one, other) || overlaps(other, one));
        if edits.iter().any(meets) {
            return None;
        }
        let mut all: Vec<TextEdit> = known.iter().chain(edits).cloned().collect();
        // A statement goes in front of the one that is replaced there.
        all.sort_by_key(|edit| (edit.range.start, !edit.range.is_empty()));
        Some(all)
    }
}

/// The findings of one kernel, and the changes that are left to try for the first of them.
#[derive(Debug)]
pub(super) struct KernelTargets {
    pub(super) kernel: String,
    left: VecDeque<(FoundKey, Finding)>,
    candidates: Option<VecDeque<SourceCandidate>>,
    tried: usize,
    /// How many changes were accepted that show other findings.
    pub(super) depth: usize,
    /// The state before such a change, to which the search returns where the others have no remedy.
    postponed: Vec<(SearchState, VecDeque<(FoundKey, Finding)>)>,
}

impl KernelTargets {
    /// Those of all kernels, from findings with their kernels.
    pub(super) fn of(targets: &[(String, Finding)]) -> Vec<KernelTargets> {
        let mut all: Vec<KernelTargets> = Vec::new();
        for (kernel, finding) in targets {
            let at = all.iter().position(|known| known.kernel == *kernel).unwrap_or_else(|| {
                all.push(KernelTargets::new(kernel));
                all.len() - 1
            });
            // The first part still has what was tried in the compiled code.
            let parts = finding.clone().without_remedy().into_iter().skip(1);
            for part in std::iter::once(finding.clone()).chain(parts) {
                all[at].left.push_back((FoundKey::of_one(kernel, &part), part));
            }
        }
        all
    }

    fn new(kernel: &str) -> KernelTargets {
        KernelTargets {
            kernel: kernel.to_owned(),
            left: VecDeque::new(),
            candidates: None,
            tried: 0,
            depth: 0,
            postponed: Vec::new(),
        }
    }

    /// The finding that is looked at.
    pub(super) fn key(&self) -> Option<&FoundKey> {
        self.left.front().map(|(key, _)| key)
    }

    /// Returns the next change to try; `None` where nothing is left.
    pub(super) fn next(&mut self, state: &mut SearchState, source: &CandidateSource<'_>) -> Option<SourceCandidate> {
        loop {
            let (key, finding) = self.left.front()?;
            if !state.current.found.keys.contains(key) {
                self.accepted();
                continue;
            }
            let candidates = self.candidates.get_or_insert_with(|| source.of(finding).into());
            match candidates.front().filter(|_| self.tried < MOST_OF_FINDING) {
                Some(candidate) => return Some(candidate.clone()),
                None => self.give_up(state),
            }
        }
    }

    /// Leaves the change that was tried.
    pub(super) fn reject(&mut self) {
        self.tried += 1;
        self.candidates.iter_mut().for_each(|candidates| drop(candidates.pop_front()));
    }

    /// Goes on to the next finding.
    pub(super) fn accepted(&mut self) {
        self.left.pop_front();
        (self.candidates, self.tried) = (None, 0);
    }

    /// Accepts a change that shows other findings, and looks at these first.
    pub(super) fn postpone(
        &mut self,
        state: &mut SearchState,
        candidate: SourceCandidate,
        tried: &TriedSource,
        shown: &[(String, Finding)],
    ) {
        let rest: VecDeque<(FoundKey, Finding)> = self.left.iter().skip(1).cloned().collect();
        self.postponed.push((state.clone(), rest));
        self.depth += 1;
        state.accept(&self.kernel, candidate, tried);
        self.accepted();
        for (kernel, finding) in shown {
            self.left.push_front((FoundKey::of_one(kernel, finding), finding.clone()));
        }
    }

    /// Gives up a finding: changes that had shown it are taken back.
    fn give_up(&mut self, state: &mut SearchState) {
        let key = self.key().cloned();
        let is_shown = key.is_some_and(|key| !state.before.found.keys.contains(&key));
        match self.postponed.pop().filter(|_| is_shown) {
            Some((before, rest)) => {
                // Other kernels keep what was accepted since.
                state.accepted.retain(|change| {
                    change.kernel != self.kernel || before.accepted.iter().any(|own| own.edits == change.edits)
                });
                state.current.found.take(&self.kernel, &before.current.found);
                self.left = rest;
                (self.candidates, self.tried) = (None, 0);
            }
            None => self.accepted(),
        }
    }

    /// The findings that are left, for which not all changes were tried.
    pub(super) fn untried(&self, found: &FoundFindings) -> usize {
        self.left.iter().filter(|(key, _)| found.keys.contains(key)).count()
    }
}
