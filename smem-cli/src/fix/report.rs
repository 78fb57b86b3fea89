//! What the reports say: each kernel before and after, each array with the tile to write and the lines to change.

use std::collections::{BTreeMap, BTreeSet};

use smem_layout::{Dialect, index_expression};

use super::Fixed;
use super::changed::{ChangedRun, decided_elsewhere, edits, place_of_header};
use super::kernels::{ArrayFix, KernelFix};
use super::rewrite::{LineChange, as_declaration, changed_lines};
use super::run::RunOutcome;
use super::search::FoundLayout;
use super::shape::ShapeOrigin;
use super::tile_text::{TileText, header};
use crate::profile::files::{Files, LinePlace};
use crate::profile::lines::{KindTotals, Line, Total, lines};
use crate::profile::{Input, Measured, ProfileJob};

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
    /// Whether instances of a template have different layouts, and one declaration.
    pub(crate) shares_declarations: bool,
}

/// What the changed source does.
#[derive(Debug)]
pub(crate) struct ChangedReport {
    /// Of all launches; `None` where it failed.
    pub(crate) total: Option<Total>,
    /// Why it could not be run to its end.
    pub(crate) failure: Option<String>,
    /// Whether the buffers have the same bytes.
    pub(crate) same_results: bool,
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
    /// Columns at the end of each row that nobody accesses, and that are left out.
    pub(crate) unused_cols: u32,
    /// The tile to write; `None` where the attribute has no spelling.
    pub(crate) tile: Option<TileText>,
    /// A declaration with longer or shorter rows, which takes no other change.
    pub(crate) declaration: Option<PaddedDeclaration>,
    /// Only the declaration is to be changed.
    pub(crate) is_declared: bool,
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
        header(layouts.filter(|layout| !layout.is_declared).filter_map(|layout| layout.tile.as_ref()))
    }

    pub(super) fn of(fixed: &Fixed, job: &ProfileJob, files: &Files) -> FixReport {
        let text = match &job.input {
            Input::Cuda(file) => &file.text,
            Input::Ptx { .. } | Input::Binary { .. } => "",
        };
        let source = SourceOfReport { fixed, files, text };
        FixReport {
            arch: format!("sm_{}", job.target.name),
            kernels: fixed.kernels.iter().filter_map(|kernel| source.kernel(kernel)).collect(),
            fault: fixed.before.fault.clone().or(fixed.after.as_ref().and_then(|after| after.fault.clone())),
            file: files.main().to_string(),
            changes: changed_lines(text, edits(&fixed.kernels)),
            header_line: 1 + text[..place_of_header(&fixed.kernels)].matches('\n').count() as u32,
            changed: fixed.changed.as_ref().map(|changed| changed_report(changed, &fixed.before)),
            shares_declarations: {
                let kernels = &fixed.kernels;
                kernels.iter().any(|kernel| !decided_elsewhere(kernels, kernel).is_empty())
            },
        }
    }
}

/// What reports are made of.
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
            arrays: kernel.arrays.iter().map(|fix| self.array(fix, &kernel.launches)).collect(),
            lines: self.lines(&kernel.launches, has_after),
            notes: kernel.notes.iter().cloned().chain(self.shared_declarations(kernel)).collect(),
            cluster: measured.launch.cluster,
            same_results: compared.then_some(different.is_empty()),
            buffers: before.buffers.len(),
        })
    }

    /// The arrays whose layout is not the one that is written, because another instance of the template decides.
    fn shared_declarations(&self, kernel: &KernelFix) -> Vec<String> {
        let note = |(array, other): (&ArrayFix, &KernelFix)| {
            let measured = &self.fixed.before.launches[*other.launches.first()?];
            Some(format!(
                "`{}` has one declaration for all instances of the template: what is written below is the layout for `{}`",
                array.array.name, measured.kernel
            ))
        };
        decided_elsewhere(&self.fixed.kernels, kernel).into_iter().filter_map(note).collect()
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

    fn array(&self, fix: &ArrayFix, launches: &[usize]) -> ArrayReport {
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
            by_hand: self.by_hand(fix, launches),
        }
    }

    /// The lines that access an array, but for those that are changed, where the changed source does not run with the same results.
    fn by_hand(&self, fix: &ArrayFix, launches: &[usize]) -> Vec<LinePlace> {
        let Fixed { before, changed, .. } = self.fixed;
        // PTX has no source to change.
        if fix.found.is_none()
            || self.text.is_empty()
            || changed.as_ref().is_some_and(|changed| changed.wavefronts(before).is_some())
        {
            return Vec::new();
        }
        let edits = fix.edits.as_deref().unwrap_or_default();
        let edited: BTreeSet<u32> =
            edits.iter().filter(|edit| edit.is_enough()).map(|edit| edit.line(self.text)).collect();
        let passed: BTreeSet<u32> =
            edits.iter().filter(|edit| !edit.is_enough()).map(|edit| edit.line(self.text)).collect();
        let is_edited = |place: &LinePlace| {
            place.file == self.files.main() && edited.contains(&place.line) && !passed.contains(&place.line)
        };
        let counts = launches.iter().flat_map(|number| &before.launches[*number].profile.shared);
        let places = counts
            .filter(|count| fix.requests.lines.contains(&count.line))
            .map(|count| self.files.place(count.loc.as_deref(), count.line));
        let places: BTreeSet<LinePlace> = places.filter(|place| !is_edited(place)).collect();
        places.into_iter().collect()
    }

    fn layout(&self, fix: &ArrayFix, found: &FoundLayout) -> LayoutReport {
        let FoundLayout { shape, layout, bytes, .. } = found;
        LayoutReport {
            description: layout.to_string(),
            index: index_expression(layout, Dialect::Cuda),
            bytes: if fix.is_declared { *bytes } else { fix.tile.as_ref().map_or(*bytes, |tile| tile.bytes) },
            is_line: layout.rows() == 1,
            inferred_cols: (shape.origin == ShapeOrigin::Inferred).then_some(shape.cols),
            unused_cols: shape.cols_now - shape.cols,
            declaration: self.declaration(fix),
            is_declared: fix.is_declared,
            tile: fix.tile.clone(),
        }
    }

    /// The declaration with longer rows, where the layout to write is another one and this helps as well.
    fn declaration(&self, fix: &ArrayFix) -> Option<PaddedDeclaration> {
        let padded = fix.padded.filter(|_| !fix.is_declared)?;
        let edits = as_declaration(self.text, &fix.array, &padded)?;
        let line = changed_lines(self.text, edits).into_iter().next()?;
        Some(PaddedDeclaration { text: line.after.trim().to_string(), bytes: padded.bytes, excess: padded.excess })
    }
}

fn changed_report(changed: &ChangedRun, before: &RunOutcome) -> ChangedReport {
    match changed {
        ChangedRun::Failed(why) => ChangedReport { total: None, failure: Some(why.clone()), same_results: false },
        ChangedRun::Ran(outcome) => {
            let totals = outcome.launches.iter().map(|measured| KindTotals::of(measured).all);
            ChangedReport {
                total: outcome.fault.is_none().then(|| totals.fold(Total::default(), Total::plus)),
                failure: outcome.fault.clone(),
                same_results: outcome.buffers == before.buffers,
            }
        }
    }
}
