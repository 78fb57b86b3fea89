//! The contents of reports: each kernel before and after, each array with the tile to write and the lines to change.

use std::collections::{BTreeMap, BTreeSet};

use smem_layout::{Dialect, index_expression};

use super::Fixed;
use super::change::Way;
use super::change::choose::{ChangeTrial, Chosen};
use super::change::edit::{LineChange, changed_lines};
use super::change::trial::ChangedRun;
use super::change::variable::VariablePlace;
use super::kernels::{ArrayFix, KernelFix};
use super::run::RunOutcome;
use super::search::FoundLayout;
use super::shape::ShapeOrigin;
use super::tile_text::{TileText, header};
use smem_profile::program::{Files, Input, Measured, PreparedJob, lines};
use smem_profile::{KindTotals, Line, LinePlace, Total};

/// All of the report.
#[derive(Debug)]
pub(crate) struct FixReport {
    /// The architecture as the compiler names it: `sm_90a`.
    pub(crate) arch: String,
    pub(crate) kernels: Vec<KernelReport>,
    pub(crate) fault: Option<String>,
    /// The file that is changed.
    pub(crate) file: String,
    /// Its lines to change, in their order.
    pub(crate) changes: Vec<LineChange>,
    /// The line in front of which the header with the tiles is to be included; 1 unless the tiles name types of the source.
    pub(crate) header_line: u32,
    /// The changed source, compiled and run; `None` where there is none.
    pub(crate) changed: Option<ChangedReport>,
    /// The changed sources that were compiled and run.
    pub(crate) tried: Vec<TriedReport>,
}

/// A candidate: changes that were compiled and run together.
#[derive(Debug)]
pub(crate) struct TriedReport {
    /// The variables, and what each was changed to.
    pub(crate) changes: Vec<(String, String)>,
    pub(crate) wavefronts: Option<u64>,
    /// Why it cannot be used.
    pub(crate) failure: Option<String>,
    pub(crate) is_written: bool,
}

/// The run of the changed source.
#[derive(Debug)]
pub(crate) struct ChangedReport {
    /// Of all launches; `None` where it failed.
    pub(crate) total: Option<Total>,
    /// Why it could not be run to its end.
    pub(crate) failure: Option<String>,
    /// Whether the buffers have the same bytes.
    pub(crate) same_results: bool,
    /// Whether each buffer holds one value only, so that equal results show little.
    pub(crate) has_one_value: bool,
}

/// A kernel, with the sums of its launches.
#[derive(Debug)]
pub(crate) struct KernelReport {
    /// As the user names it.
    pub(crate) kernel: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) cluster: Option<[u32; 3]>,
    pub(crate) launches: usize,
    pub(crate) shared_bytes: u32,
    pub(crate) isa: smem_sim::Isa,
    /// Why its counts are estimates, if they are.
    pub(crate) estimate: Option<String>,
    pub(crate) arrays: Vec<ArrayReport>,
    /// Those with the most excess first.
    pub(crate) lines: Vec<LineBeforeAfter>,
    pub(crate) notes: Vec<String>,
    /// Whether all buffers have the same bytes with the new layouts; `None` where there are none.
    pub(crate) same_results: Option<bool>,
    /// How many buffers were compared.
    pub(crate) buffers: usize,
}

/// The accesses of one kind on a line, before and after.
#[derive(Debug)]
pub(crate) struct LineBeforeAfter {
    pub(crate) place: LinePlace,
    pub(crate) op: smem_sim::SharedOp,
    pub(crate) before: Total,
    /// `None` without a second run.
    pub(crate) after: Option<Total>,
    pub(crate) source: Option<String>,
    pub(crate) is_estimate: bool,
}

/// An array with excess wavefronts, or one without.
#[derive(Debug)]
pub(crate) struct ArrayReport {
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) place: Option<LinePlace>,
    /// `float`, if it is known.
    pub(crate) element: Option<String>,
    pub(crate) dims: Vec<u32>,
    pub(crate) bytes: u32,
    pub(crate) is_dynamic: bool,
    /// Of those that the user names.
    pub(crate) is_named: bool,
    /// Bytes from the start of the block's shared memory.
    pub(crate) offset: u32,
    pub(crate) excess: u64,
    pub(crate) excess_after: u64,
    pub(crate) layout: Option<LayoutReport>,
    pub(crate) reason: Option<String>,
    /// The lines whose accesses to it have to be changed by hand; empty where the changed source does what it should.
    pub(crate) by_hand: Vec<LinePlace>,
}

/// The layout to write.
#[derive(Debug)]
pub(crate) struct LayoutReport {
    /// In words: `32 x 32, pitch 33`.
    pub(crate) description: String,
    /// The offset of element (row, col), in elements.
    pub(crate) index: String,
    pub(crate) bytes: u32,
    /// One row.
    pub(crate) is_line: bool,
    /// The length of rows was inferred, in elements.
    pub(crate) inferred_cols: Option<u32>,
    /// Columns at the end of each row without an access, which are left out.
    pub(crate) unused_cols: u32,
    /// The tile to write; `None` where the attribute has no spelling.
    pub(crate) tile: Option<TileText>,
    /// A declaration with longer or shorter rows, which takes no other change.
    pub(crate) declaration: Option<PaddedDeclaration>,
    /// How it is written into the source; `None` where it is not.
    pub(crate) way: Option<Way>,
}

impl LayoutReport {
    /// Returns whether only numbers of the source change, and no type.
    pub(crate) fn is_declared(&self) -> bool {
        self.way.is_some_and(Way::is_declared)
    }
}

/// A declaration with longer or shorter rows.
#[derive(Debug)]
pub(crate) struct PaddedDeclaration {
    pub(crate) text: String,
    pub(crate) bytes: u32,
    /// Excess wavefronts of the recorded requests on it.
    pub(crate) excess: u64,
}

impl FixReport {
    /// Returns the header with all tiles to write; `None` without tiles.
    pub(crate) fn header(&self) -> Option<String> {
        let layouts = self.kernels.iter().flat_map(|kernel| &kernel.arrays).filter_map(|array| array.layout.as_ref());
        header(layouts.filter(|layout| !layout.is_declared()).filter_map(|layout| layout.tile.as_ref()))
    }

    pub(super) fn of(fixed: &Fixed, job: &PreparedJob, files: &Files) -> FixReport {
        let text = match &job.input {
            Input::Cuda(file) => &file.text,
            Input::Ptx { .. } | Input::Binary { .. } => "",
        };
        let source = SourceOfReport { fixed, files, text };
        let shown = fixed.chosen.as_ref().and_then(Chosen::shown);
        FixReport {
            arch: job.target.to_string(),
            kernels: fixed.kernels.iter().filter_map(|kernel| source.kernel(kernel)).collect(),
            fault: fixed.before.fault.clone().or(fixed.after.as_ref().and_then(|after| after.fault.clone())),
            file: files.main().to_string(),
            changes: shown.map(|trial| changed_lines(text, trial.source.edits.clone())).unwrap_or_default(),
            header_line: 1 + text[..shown.map_or(0, |trial| trial.source.place_of_header)].matches('\n').count() as u32,
            changed: shown.map(|trial| changed_report(&trial.run, &fixed.before)),
            tried: fixed.chosen.iter().flat_map(|chosen| tried(chosen, fixed)).collect(),
        }
    }
}

/// The values that reports are made of.
struct SourceOfReport<'a> {
    fixed: &'a Fixed,
    files: &'a Files,
    text: &'a str,
}

impl SourceOfReport<'_> {
    fn kernel(&self, kernel: &KernelFix) -> Option<KernelReport> {
        let Fixed { before, after, different, .. } = self.fixed;
        let measured = &before.launches[*kernel.launches.first()?];
        let has_layout = kernel.arrays.iter().any(|fix| fix.found.is_some());
        // A launch that the second run did not come to has no counts.
        let ran = |number: &usize| after.as_ref().is_some_and(|after| after.launches.len() > *number);
        let has_after = has_layout && kernel.launches.iter().all(ran);
        let compared = after.as_ref().is_some_and(|after| after.fault.is_none()) && has_layout;
        Some(KernelReport {
            kernel: measured.kernel.clone(),
            grid: measured.launch.grid,
            block: measured.launch.block,
            launches: kernel.launches.len(),
            shared_bytes: kernel.shared_bytes,
            isa: measured.profile.isa,
            estimate: measured.estimate.clone(),
            arrays: (0..kernel.arrays.len()).map(|number| self.array(kernel, number)).collect(),
            lines: self.lines(&kernel.launches, has_after),
            notes: kernel.notes.clone(),
            cluster: measured.launch.cluster,
            same_results: compared.then_some(different.is_empty()),
            buffers: before.buffers.len(),
        })
    }

    fn lines(&self, launches: &[usize], has_after: bool) -> Vec<LineBeforeAfter> {
        let before = self.totals(&self.fixed.before.launches, launches);
        let after = self.fixed.after.as_ref().filter(|_| has_after);
        let after = after.map(|after| self.totals(&after.launches, launches)).unwrap_or_default();
        let mut result: Vec<LineBeforeAfter> = before
            .into_iter()
            .map(|(key, (total, line))| LineBeforeAfter {
                source: self.files.text(&line.place),
                place: line.place,
                op: line.op,
                before: total,
                after: after.get(&key).map(|(total, _)| *total),
                is_estimate: line.estimate.is_some(),
            })
            .collect();
        result.sort_by_key(|line| std::cmp::Reverse((line.before.excess(), line.before.wavefronts)));
        result
    }

    /// The counts of launches by line and kind of access.
    fn totals(&self, measured: &[Measured], launches: &[usize]) -> BTreeMap<(LinePlace, &'static str), (Total, Line)> {
        let mut totals: BTreeMap<(LinePlace, &'static str), (Total, Line)> = BTreeMap::new();
        for line in launches.iter().filter_map(|number| measured.get(*number)).flat_map(|one| lines(one, self.files)) {
            let key = (line.place.clone(), super::judge::name(line.op));
            let added = line.total;
            let (total, _) = totals.entry(key).or_insert_with(|| (Total::default(), line));
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
        let (Fixed { before, chosen, .. }, fix) = (self.fixed, &kernel.arrays[number]);
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
        let number = self.fixed.kernels.iter().position(|other| std::ptr::eq(other, kernel));
        VariablePlace { kernel: number.unwrap_or_default(), array }
    }

    fn layout(&self, fix: &ArrayFix, found: &FoundLayout) -> LayoutReport {
        let FoundLayout { shape, layout, bytes, .. } = found;
        let is_tile = !fix.way.is_some_and(Way::is_declared);
        LayoutReport {
            description: layout.to_string(),
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
        let is_same = |place: &VariablePlace| std::ptr::eq(&self.fixed.kernels[place.kernel].arrays[place.array], fix);
        let of = |variable: &'_ super::change::variable::ChangedVariable| variable.places.iter().position(is_same);
        let (variable, number) = self.fixed.variables.iter().find_map(|variable| Some((variable, of(variable)?)))?;
        let change = variable.changes.iter().find(|change| change.way == Way::Rows)?;
        let found = change.layouts[number]?;
        let line = changed_lines(self.text, change.edits.clone()).into_iter().next()?;
        Some(PaddedDeclaration { text: line.after.trim().to_string(), bytes: found.bytes, excess: found.excess })
    }
}

/// The changed sources that were compiled and run.
fn tried(chosen: &Chosen, fixed: &Fixed) -> Vec<TriedReport> {
    let of_trial = |(number, trial): (usize, &ChangeTrial)| {
        let changes = fixed.variables.iter().zip(&trial.choice);
        let changes = changes
            .filter_map(|(variable, change)| Some((variable.name.clone(), variable.changes[(*change)?].words.clone())));
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
    let report = ChangedReport { total: None, failure: None, same_results: false, has_one_value };
    match changed {
        ChangedRun::Failed(why) => ChangedReport { failure: Some(why.clone()), ..report },
        ChangedRun::Ran(outcome) => {
            let totals = outcome.launches.iter().map(|measured| KindTotals::of(measured).all);
            ChangedReport {
                total: outcome.fault.is_none().then(|| totals.fold(Total::default(), Total::plus)),
                failure: outcome.fault.clone(),
                same_results: outcome.buffers == before.buffers,
                ..report
            }
        }
    }
}
