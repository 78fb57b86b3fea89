//! From the steps to the report.

use std::collections::{BTreeMap, BTreeSet};

use smem_layout::{Dialect, Swizzle, index_expression};
use smem_report::{Counts, KindTotals, Line, LinePlace, PlaceNames, op_name};

use super::change::Way;
use super::change::choose::{ChangeTrial, Chosen};
use super::change::edit::{TextEdit, changed_lines};
use super::change::trial::ChangedRun;
use super::change::variable::{ChangedVariable, VariablePlace};
use super::changed_time::ChangedTime;
use super::kernels::{ArrayFix, KernelFix};
use super::remedied::RemediedJob;
use super::report::{
    ArrayReport, ChangedReport, FixReport, KernelReport, LayoutReport, LineBeforeAfter, PaddedDeclaration, TriedChange,
    TriedReport,
};
use super::run::RunOutcome;
use super::search::FoundLayout;
use super::shape::ShapeOrigin;
use super::source_change::SourceChange;
use super::written::WrittenFix;
use crate::job::{Input, PreparedJob};
use crate::measure::Measured;
use crate::report::{Files, ReportedFault, lines};

impl FixReport {
    pub(super) fn of(written: &WrittenFix, job: &PreparedJob, files: &Files, remedied: &RemediedJob<'_>) -> FixReport {
        let text = match &job.input {
            Input::Cuda(file) => &file.text,
            Input::Ptx { .. } | Input::Binary { .. } => "",
        };
        let source = SourceOfReport { written, files, text };
        let original = remedied.text();
        let shown = written.chosen.as_ref().and_then(Chosen::shown);
        let joined = shown.and_then(|trial| joined(trial, written, remedied));
        let mut notes = job.plan.notes_without(None);
        if shown.is_some() && joined.is_none() {
            notes.push(NOT_TOGETHER.to_owned());
        }
        let shown = shown.filter(|_| joined.is_some());
        let (edits, place_of_header) = joined.unwrap_or_else(|| (remedied.source.edits.clone(), None));
        let changes = shown.is_some() || !edits.is_empty();
        let before = &written.before;
        let guess = job.plan.guess_at(before.launches.len()).filter(|_| before.fault.is_some());
        let mut report = FixReport {
            arch: job.target.to_string(),
            kernels: written.kernels.iter().filter_map(|kernel| source.kernel(kernel)).collect(),
            fault: [Some(&written.before), written.after.as_ref()].into_iter().flatten().find_map(|outcome| {
                Some(ReportedFault::of(outcome.fault.as_ref()?, outcome.fault_site.as_deref(), guess, files))
            }),
            file: files.main().to_string(),
            source: changes.then(|| SourceChange::new(original, &edits, place_of_header)),
            changes: if changes { changed_lines(original, edits) } else { Vec::new() },
            header_line: 1 + original[..place_of_header.unwrap_or(0)].matches('\n').count() as u32,
            findings: remedied.findings.clone(),
            has_remedies: !remedied.source.edits.is_empty(),
            changed: shown.map(|trial| changed_report(&trial.run, &written.before)),
            tried: written.chosen.iter().flat_map(|chosen| tried(chosen, written)).collect(),
            different: written.different.clone(),
            unusable: written.failures().map(|(variable, why)| (variable.name.clone(), why.to_string())).collect(),
            excess_left: excess_left(written),
            notes: notes
                .into_iter()
                .filter(|note| guess.is_none_or(|own| *note != own.note))
                .chain(remedied.notes.clone())
                .collect(),
            unread: Vec::new(),
        };
        // Known once every line was looked up.
        report.unread = files.notes();
        report
    }
}

/// Why a change of the layout is left out.
const NOT_TOGETHER: &str = "a change of the layout is left out, because it does not go together with the remedies: write these, and run `fix` again";

/// The edits of a changed layout and of the remedies, as edits of the file, and the place of the header; `None` where they do not go together. A
/// change that was not verified is shown alone.
fn joined(
    trial: &ChangeTrial,
    written: &WrittenFix,
    remedied: &RemediedJob<'_>,
) -> Option<(Vec<TextEdit>, Option<usize>)> {
    let is_written = written.chosen.as_ref().is_some_and(|chosen| chosen.best.is_some());
    let fits = remedied.source.edits.is_empty() || is_written && remedied.stays_clean(&trial.source.text);
    if !fits {
        return None;
    }
    Some((remedied.joined(&trial.source.edits)?, Some(remedied.place_in_file(trial.source.place_of_header)?)))
}

/// Excess wavefronts of the last run.
fn excess_left(written: &WrittenFix) -> u64 {
    let last = written.of_source().or(written.after.as_ref()).unwrap_or(&written.before);
    last.launches.iter().map(|measured| measured.profile.wavefronts().saturating_sub(measured.profile.ideal())).sum()
}

/// The values that reports are made of.
struct SourceOfReport<'a> {
    written: &'a WrittenFix,
    files: &'a Files,
    text: &'a str,
}

impl SourceOfReport<'_> {
    fn kernel(&self, kernel: &KernelFix) -> Option<KernelReport> {
        let WrittenFix { before, after, different, .. } = self.written;
        let measured = &before.launches[*kernel.launches.first()?];
        let has_layout = kernel.arrays.iter().any(|fix| fix.found.is_some());
        // A launch that the second run did not come to has no counts.
        let ran = |number: &usize| after.as_ref().is_some_and(|after| after.launches.len() > *number);
        let has_after = has_layout && kernel.launches.iter().all(ran);
        let compared = after.as_ref().is_some_and(|after| after.fault.is_none()) && has_layout;
        let lines = self.lines(&kernel.launches, has_after, measured.estimate.is_some());
        Some(KernelReport {
            kernel: measured.kernel.clone(),
            grid: measured.launch.grid,
            block: measured.launch.block,
            launches: kernel.launches.len(),
            shared_bytes: kernel.shared_bytes,
            isa: measured.profile.isa,
            is_exact: measured.estimate.is_none() && lines.iter().all(|line| line.is_exact),
            estimate: measured.estimate.clone(),
            arrays: (0..kernel.arrays.len()).map(|number| self.array(kernel, number)).collect(),
            lines,
            notes: kernel.notes.clone(),
            cluster: measured.launch.cluster,
            same_results: compared.then_some(different.is_empty()),
            buffers: before.buffers.len(),
        })
    }

    fn lines(&self, launches: &[usize], has_after: bool, is_estimate: bool) -> Vec<LineBeforeAfter> {
        let before = self.totals(&self.written.before.launches, launches);
        let after = self.written.after.as_ref().filter(|_| has_after);
        let after = after.map(|after| self.totals(&after.launches, launches)).unwrap_or_default();
        let mut result: Vec<LineBeforeAfter> = before
            .into_iter()
            .map(|(key, (total, line))| LineBeforeAfter {
                source: self.files.text(&line.place),
                place: line.place,
                op: line.op,
                before: total,
                after: after.get(&key).map(|(total, _)| *total),
                is_exact: !is_estimate && line.exactness.is_exact(),
            })
            .collect();
        result.sort_by_key(|line| std::cmp::Reverse((line.before.excess(), line.before.wavefronts)));
        result
    }

    /// The counts of launches by line and kind of access.
    fn totals(&self, measured: &[Measured], launches: &[usize]) -> BTreeMap<(LinePlace, &'static str), (Counts, Line)> {
        let mut totals: BTreeMap<(LinePlace, &'static str), (Counts, Line)> = BTreeMap::new();
        for line in launches.iter().filter_map(|number| measured.get(*number)).flat_map(|one| lines(one, self.files)) {
            let key = (line.place.clone(), op_name(line.op));
            let added = line.counts;
            let (total, _) = totals.entry(key).or_insert_with(|| (Counts::default(), line));
            *total = total.plus(added);
        }
        totals
    }

    fn array(&self, kernel: &KernelFix, number: usize) -> ArrayReport {
        let fix = &kernel.arrays[number];
        let ArrayFix { array, found, excess, reason, .. } = fix;
        let place = array
            .declaration
            .as_ref()
            .map(|declared| LinePlace { file: self.files.main().to_string(), line: declared.line });
        ArrayReport {
            name: array.name.clone(),
            place,
            element: array.element.clone(),
            dims: array.dims.clone(),
            bytes: array.bytes,
            is_dynamic: array.is_dynamic,
            is_named: array.is_named,
            offset: array.offset,
            excess: *excess,
            excess_after: found.map_or(*excess, |found| found.excess),
            layout: found.as_ref().map(|found| self.layout(fix, found)),
            reason: reason.clone(),
            by_hand: self.by_hand(kernel, number),
        }
    }

    /// The lines that access an array, but for those that are changed, where no changed source runs with the same results.
    fn by_hand(&self, kernel: &KernelFix, number: usize) -> Vec<LinePlace> {
        let (WrittenFix { before, chosen, .. }, fix) = (self.written, &kernel.arrays[number]);
        // PTX has no source to change.
        if fix.found.is_none() || fix.way.is_some() || self.text.is_empty() {
            return Vec::new();
        }
        let place = self.place(kernel, number);
        let is_here = |trial: &&ChangeTrial| trial.source.tiles.contains_key(&place);
        let shown = chosen.as_ref().and_then(Chosen::shown).filter(|trial| is_here(trial));
        let edits = shown.map(|trial| &trial.source.edits[..]).unwrap_or_default();
        let edited: BTreeSet<u32> =
            edits.iter().filter(|edit| edit.is_enough).map(|edit| edit.line(self.text)).collect();
        let passed: BTreeSet<u32> =
            edits.iter().filter(|edit| !edit.is_enough).map(|edit| edit.line(self.text)).collect();
        let is_edited = |place: &LinePlace| {
            place.file == self.files.main() && edited.contains(&place.line) && !passed.contains(&place.line)
        };
        let counts = kernel.launches.iter().flat_map(|number| &before.launches[*number].profile.shared);
        let places = counts
            .filter(|count| fix.requests.lines.contains(&count.line))
            .map(|count| self.files.place(count.loc.as_deref(), count.line));
        let places: BTreeSet<LinePlace> = places.filter(|place| !is_edited(place)).collect();
        places.into_iter().collect()
    }

    fn place(&self, kernel: &KernelFix, array: usize) -> VariablePlace {
        let number = self.written.kernels.iter().position(|other| std::ptr::eq(other, kernel));
        VariablePlace { kernel: number.unwrap_or_default(), array }
    }

    fn layout(&self, fix: &ArrayFix, found: &FoundLayout) -> LayoutReport {
        let FoundLayout { shape, layout, bytes, .. } = found;
        let is_tile = !fix.way.is_some_and(Way::is_declared);
        LayoutReport {
            description: match layout.swizzle() {
                Swizzle::Cute(cute) if fix.way == Some(Way::Composition) => {
                    format!("composition({cute}{{}}, layout)")
                }
                _ => layout.to_string(),
            },
            index: index_expression(layout, Dialect::Cuda),
            bytes: fix.tile.as_ref().filter(|_| is_tile).map_or(*bytes, |tile| tile.bytes),
            is_line: layout.rows() == 1,
            inferred_cols: (shape.origin == ShapeOrigin::Inferred).then_some(shape.cols),
            unused_cols: shape.cols_now - shape.cols,
            declaration: self.declaration(fix),
            way: fix.way,
            tile: fix.tile.clone(),
        }
    }

    /// The declaration with longer rows, where one helps.
    fn declaration(&self, fix: &ArrayFix) -> Option<PaddedDeclaration> {
        let is_same =
            |place: &VariablePlace| std::ptr::eq(&self.written.kernels[place.kernel].arrays[place.array], fix);
        let of = |variable: &'_ ChangedVariable| variable.places.iter().position(is_same);
        let (variable, number) = self.written.variables.iter().find_map(|variable| Some((variable, of(variable)?)))?;
        let change = variable.changes.iter().find(|change| change.way == Way::Rows)?;
        let found = change.layouts[number]?;
        let line = changed_lines(self.text, change.edits.clone()).into_iter().next()?;
        Some(PaddedDeclaration { text: line.after.trim().to_string(), bytes: found.bytes, excess: found.excess })
    }
}

/// The changed sources that were compiled and run.
fn tried(chosen: &Chosen, written: &WrittenFix) -> Vec<TriedReport> {
    let of_trial = |(number, trial): (usize, &ChangeTrial)| {
        let changes = written.variables.iter().zip(&trial.choice);
        let changes = changes.filter_map(|(variable, change)| {
            Some(TriedChange::new(&variable.name, &variable.changes[(*change)?].words))
        });
        TriedReport {
            changes: changes.collect(),
            wavefronts: trial.wavefronts.as_ref().ok().copied(),
            failure: trial.wavefronts.as_ref().err().cloned(),
            is_written: chosen.best == Some(number),
        }
    };
    chosen.trials.iter().enumerate().map(of_trial).collect()
}

fn changed_report(changed: &ChangedRun, before: &RunOutcome) -> ChangedReport {
    // Elements have at most 16 bytes.
    let has_one_value =
        before.buffers.values().all(|bytes| bytes.iter().skip(16).zip(bytes).all(|(one, other)| one == other));
    let report = ChangedReport { total: None, failure: None, same_results: false, has_one_value, time: None };
    match changed {
        ChangedRun::Failed(why) => ChangedReport { failure: Some(why.clone()), ..report },
        ChangedRun::Ran(outcome) => {
            let totals =
                outcome.launches.iter().map(|measured| KindTotals::of(&measured.profile.shared, false).all().counts);
            ChangedReport {
                total: outcome.fault.is_none().then(|| totals.fold(Counts::default(), Counts::plus)),
                failure: outcome.fault.clone(),
                same_results: outcome.buffers == before.buffers,
                time: outcome.fault.is_none().then(|| ChangedTime::of(before, outcome)).flatten(),
                ..report
            }
        }
    }
}
