//! The changes that are tried for a finding, the cheapest first.

use smem_cuda::{CudaText, FunctionStatements, StatementPlace};
use smem_report::{Finding, FindingDetail, LinePlace, PlacedSide, RaceDetail};
use smem_sim::RaceCause;

use super::insertion::OpenFunction;
use super::missing_sync::{MissingSync, SyncPlace};
use super::phase_wait::phase_waits;
use super::places::{PairPlaces, function_of};
use super::rewriting::{COUNTED, Rewriting};
use crate::fix::change::edit::TextEdit;

/// As many barriers on the way to the second access are tried together with one on the way back.
const MOST_AROUND: usize = 2;
/// As many statements around an access are tried.
const MOST_LEVELS: usize = 3;

/// The barrier of the block as a statement.
const BLOCK_BARRIER: &str = "__syncthreads();";

/// A change to try.
#[derive(Debug, Clone)]
pub(super) struct SourceCandidate {
    /// The number of the function that it changes.
    pub(super) function: usize,
    /// In words: `` `__syncthreads()` between line 4 and line 5 ``.
    pub(super) words: String,
    pub(super) edits: Vec<TextEdit>,
    /// Edits of a text that has to compile and run as well.
    pub(super) check: Option<Vec<TextEdit>>,
    pub(super) has_atomics: bool,
}

/// The text in which changes are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct CandidateSource<'a> {
    pub(super) text: &'a CudaText,
    pub(super) functions: &'a [FunctionStatements],
    /// The name of the file.
    pub(super) file: &'a str,
}

impl CandidateSource<'_> {
    /// Returns the changes for a finding.
    pub(super) fn of(&self, finding: &Finding) -> Vec<SourceCandidate> {
        match &finding.detail {
            FindingDetail::Race(race) => self.of_race(race),
            FindingDetail::Barrier(_) => finding.place.as_ref().map_or_else(Vec::new, |place| self.of_barrier(place)),
            _ => Vec::new(),
        }
    }

    fn of_barrier(&self, place: &LinePlace) -> Vec<SourceCandidate> {
        if place.file != self.file {
            return Vec::new();
        }
        let Some(number) = function_of(self.functions, [place.line; 2]) else { return Vec::new() };
        let open = OpenFunction { text: self.text, function: &self.functions[number] };
        // Threads that skip one barrier are out of step at those after it.
        let lines = std::iter::once(place.line).chain(open.barriers_in_branches(place.line));
        let outside = lines.filter_map(|line| open.barrier_outside(line));
        outside.map(|rewriting| SourceCandidate { function: number, ..candidate(rewriting, false) }).collect()
    }

    fn of_race(&self, race: &RaceDetail) -> Vec<SourceCandidate> {
        let mut all: Vec<SourceCandidate> = Vec::new();
        for lines in self.levels(race) {
            let Some(number) = function_of(self.functions, lines) else { continue };
            let open = OpenFunction { text: self.text, function: &self.functions[number] };
            for candidate in race_candidates(open, race, lines) {
                if !all.iter().any(|known| known.edits == candidate.edits) {
                    all.push(SourceCandidate { function: number, ..candidate });
                }
            }
        }
        all
    }

    /// The lines of the two accesses at each level of calls that is in the file: those of the innermost common function first.
    fn levels(&self, race: &RaceDetail) -> Vec<[u32; 2]> {
        let [one, other] = [&race.first, &race.second].map(|side| lines_of(side, self.file));
        let same = one.iter().zip(&other).take_while(|(one, other)| one == other && one.is_some()).count();
        let deepest = same.min(one.len().min(other.len()).saturating_sub(1));
        let level = |at: usize| {
            let [one, other] = [one.get(at)?.as_ref().copied(), other.get(at)?.as_ref().copied()];
            // The line of one of them may be unknown.
            let known = one.or(other)?;
            Some([one.unwrap_or(known), other.unwrap_or(known)])
        };
        let levels: Vec<[u32; 2]> = (0..=deepest).rev().filter_map(level).take(MOST_LEVELS).collect();
        // Neither of two accesses beside one another comes first, and the text may have them in the other order.
        let has_order = race.hazard.has_order();
        let both = |[one, other]: [u32; 2]| match (has_order, one > other) {
            (true, _) => vec![[one, other]],
            (false, true) => vec![[other, one], [one, other]],
            (false, false) => vec![[one, other], [other, one]],
        };
        levels.into_iter().flat_map(both).collect()
    }
}

/// The lines of an access from the kernel down to it; `None` for those in other files.
fn lines_of(side: &PlacedSide, file: &str) -> Vec<Option<u32>> {
    let own = std::iter::once(side.place.clone()).chain(side.calls.iter().map(|call| call.place()));
    let mut lines: Vec<Option<u32>> =
        own.map(|place| Some(place.line).filter(|line| place.file == file && *line > 0)).collect();
    lines.reverse();
    lines
}

fn candidate(rewriting: Rewriting, has_atomics: bool) -> SourceCandidate {
    let Rewriting { edits, words, check } = rewriting;
    SourceCandidate { function: 0, words, edits, check, has_atomics }
}

/// The changes of one function.
fn race_candidates(open: OpenFunction<'_>, race: &RaceDetail, lines: [u32; 2]) -> Vec<SourceCandidate> {
    let Some(places) = PairPlaces::of(open.function, lines) else { return Vec::new() };
    let mut all: Vec<SourceCandidate> = fences(open, race).into_iter().collect();
    let own: Vec<StatementPlace> = places.own.iter().flatten().copied().collect();
    let is = |cause: RaceCause| race.cause == cause;
    if is(RaceCause::OneInstruction) || lines[0] == lines[1] {
        all.extend(own.iter().filter_map(|place| open.atomic(*place)).map(|rewriting| candidate(rewriting, true)));
    }
    let missing = MissingSync::of_race(race, open.text.source());
    let is_committed = own.first().is_some_and(|first| open.is_committed(*first));
    let is_of_one = is(RaceCause::OneInstruction);
    for sync in missing.iter().filter(|sync| !is_of_one && (!is_committed || !sync.is_commit())) {
        let at = match sync.place {
            SyncPlace::Barrier => places.of_barrier(race.in_next_round),
            SyncPlace::BehindFirst => places.behind.clone(),
            SyncPlace::Wait => places.of_wait(),
        };
        all.extend(at.into_iter().take(sync.most).filter_map(|place| inserted(open, sync, &[place])));
    }
    if is(RaceCause::CopyNotAwaited) {
        for place in places.of_barrier(race.in_next_round) {
            for wait in phase_waits(open.text, open.function, place) {
                let edits = open.inserted(place, &[wait.statement]);
                let words = open.words(place).map(|at| format!("{} {at}", wait.words));
                all.extend(edits.zip(words).map(|(edits, words)| SourceCandidate {
                    function: 0,
                    words,
                    edits,
                    check: None,
                    has_atomics: false,
                }));
            }
        }
    }
    all.extend(open.released_later(lines).into_iter().map(|rewriting| candidate(rewriting, false)));
    if lines[0] == lines[1] && !is(RaceCause::OneInstruction) {
        let barrier = if race.in_warp { "__syncwarp()" } else { "__syncthreads()" };
        let later = |waits_after| own.first().and_then(|place| open.stored_later(*place, barrier, waits_after));
        all.extend([false, true].into_iter().filter_map(later).map(|rewriting| candidate(rewriting, false)));
        // Several statements of the line.
        let of_line = own.first().map_or_else(Vec::new, |place| open.beside_on_line(*place));
        let each: Option<Vec<Rewriting>> =
            of_line.iter().map(|place| open.stored_later(*place, barrier, true)).collect();
        if let Some(each) = each.filter(|each| each.len() > 1) {
            let words = format!("`{barrier}` between the reads and the writes of line {} and after them", lines[0]);
            let check = each.iter().map(|one| one.check.clone()).collect::<Option<Vec<_>>>().map(|all| all.concat());
            let edits = each.into_iter().flat_map(|one| one.edits).collect();
            all.push(SourceCandidate { function: 0, words, edits, check, has_atomics: false });
        }
    }
    for barrier in missing.iter().filter(|sync| sync.place == SyncPlace::Barrier) {
        for there in places.between.iter().take(MOST_AROUND) {
            let back = places.back.iter().take(MOST_AROUND);
            all.extend(back.filter_map(|back| inserted(open, barrier, &[*there, *back])));
        }
    }
    all
}

/// The fences beside accesses that a flag orders, as they were tried in the compiled code: where they are not tried there, the order of the accesses
/// is missing, which no fence makes.
fn fences(open: OpenFunction<'_>, race: &RaceDetail) -> Option<SourceCandidate> {
    let steps = race.remedy.as_ref().map(|remedy| &remedy.steps[..]).filter(|steps| !steps.is_empty())?;
    let (mut edits, mut words) = (Vec::new(), Vec::new());
    for step in steps {
        if step.add != ["__threadfence_block()"] {
            return None;
        }
        let line = if step.is_behind_first { step.after.line } else { step.before.line };
        let own = *open.function.path(line, step.is_behind_first).last()?;
        let place = StatementPlace { index: own.index + usize::from(step.is_behind_first), ..own };
        edits.extend(open.inserted(place, &["__threadfence_block();".to_owned()])?);
        words.push(format!("`__threadfence_block()` {}", open.words(place)?));
    }
    Some(SourceCandidate { function: 0, words: words.join(", and "), edits, check: None, has_atomics: false })
}

/// The same synchronization at one place or at several.
fn inserted(open: OpenFunction<'_>, sync: &MissingSync, places: &[StatementPlace]) -> Option<SourceCandidate> {
    let (mut edits, mut counted, mut words) = (Vec::new(), Vec::new(), Vec::new());
    let statements: Vec<String> = sync.statements.iter().map(|one| one.replace(BLOCK_BARRIER, COUNTED)).collect();
    for place in places {
        edits.extend(open.inserted(*place, &sync.statements)?);
        counted.extend(open.inserted(*place, &statements)?);
        words.push(format!("{} {}", sync.words(), open.words(*place)?));
    }
    let is_in_branch = places.iter().any(|place| open.is_in_branch(*place));
    let check = (is_in_branch && statements != sync.statements).then_some(counted);
    Some(SourceCandidate { function: 0, words: words.join(", and "), edits, check, has_atomics: false })
}
