//! A variable of the source in all instances of its function that were launched, and the ways to change it.

use smem_cuda::{CudaText, SharedDeclaration};
use smem_layout::{Arch, BankModel, Layout};

use super::composition::CuteVariable;
use super::instances::TileOfInstances;
use super::lines::{IndexedRows, RowLength};
use super::rows::{has_rows, longer_rows};
use super::tile::accesses_of_tile;
use super::values::InstanceValues;
use super::{Change, Way};
use crate::fix::arrays::SharedArray;
use crate::fix::kernels::{ArrayFix, KernelFix};
use crate::fix::names::function_of;
use crate::fix::run::RunOutcome;
use crate::fix::search::FoundLayout;
use crate::fix::shape::{ArrayShape, ShapeOrigin};
use crate::fix::tile_text::UnnamedTile;

/// The number of a kernel and of an array in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariablePlace {
    pub(crate) kernel: usize,
    pub(crate) array: usize,
}

/// A variable with excess wavefronts that a layout takes away.
#[derive(Debug)]
pub(crate) struct ChangedVariable {
    pub(crate) name: String,
    /// The arrays that it is: one in each instance.
    pub(crate) places: Vec<VariablePlace>,
    /// Excess wavefronts in all instances.
    pub(crate) excess: u64,
    /// In the order in which they are tried; none where only a person can change the source.
    pub(crate) changes: Vec<Change>,
    /// The layout of a CuTe tensor that the file does not write, and what to do.
    pub(crate) by_hand: Option<(Change, String)>,
}

impl ChangedVariable {
    /// Returns the array at one of its places.
    pub(crate) fn array(kernels: &[KernelFix], place: VariablePlace) -> &ArrayFix {
        &kernels[place.kernel].arrays[place.array]
    }

    /// Returns the tile that was proposed for its first array, `fix` at `place`, with the layout that this has now.
    pub(crate) fn proposed_tile(&self, place: VariablePlace, fix: &ArrayFix) -> Option<&UnnamedTile> {
        let is_first = self.places.first() == Some(&place);
        let (shape, layout) = fix.found.filter(|_| is_first).map(|found| (found.shape, found.layout))?;
        let has_it = |found: &FoundLayout| (found.shape, found.layout) == (shape, layout);
        let tiles = self.changes.iter().filter(|change| change.way == Way::Tile);
        tiles
            .filter(|change| change.layouts[0].as_ref().is_some_and(has_it))
            .find_map(|change| change.tiles[0].as_ref())
    }

    /// Returns the declaration that all its instances share.
    pub(crate) fn declaration<'a>(&self, kernels: &'a [KernelFix]) -> Option<&'a SharedDeclaration> {
        ChangedVariable::array(kernels, *self.places.first()?).array.declaration.as_ref()
    }
}

/// Returns the variables whose layout is to be changed, with the ways to write that into `text`.
pub(crate) fn variables(
    kernels: &[KernelFix],
    before: &RunOutcome,
    text: &CudaText,
    arch: Arch,
) -> Vec<ChangedVariable> {
    let mut groups: Vec<Vec<VariablePlace>> = Vec::new();
    for (kernel, fix) in kernels.iter().enumerate() {
        for array in 0..fix.arrays.len() {
            let declared = |place: VariablePlace| ChangedVariable::array(kernels, place).array.declaration.as_ref();
            let place = VariablePlace { kernel, array };
            let same =
                |group: &&mut Vec<VariablePlace>| declared(place).is_some() && declared(group[0]) == declared(place);
            match groups.iter_mut().find(same) {
                Some(group) => group.push(place),
                None => groups.push(vec![place]),
            }
        }
    }
    let first_kernel = |places: &[VariablePlace]| {
        let launch = places.first().and_then(|place| kernels[place.kernel].launches.first())?;
        Some(&before.launches[*launch].profile.kernel[..])
    };
    let cute = |places: &Vec<VariablePlace>| {
        let fix = ChangedVariable::array(kernels, *places.first()?);
        CuteVariable::of(text, fix, &function_of(first_kernel(places)?))
    };
    let cute: Vec<Option<CuteVariable>> = groups.iter().map(cute).collect();
    let mut found: Vec<ChangedVariable> = Vec::new();
    for (number, places) in groups.iter().cloned().enumerate() {
        let fixes: Vec<&ArrayFix> = places.iter().map(|place| ChangedVariable::array(kernels, *place)).collect();
        let has_layout = fixes.iter().any(|fix| fix.found.is_some());
        if !has_layout || fixes.iter().any(|fix| fix.stays) {
            continue;
        }
        let block = |place: &VariablePlace| {
            let first = kernels[place.kernel].launches.first();
            first.map_or([1; 3], |first| before.launches[*first].launch.block)
        };
        let instances: Vec<(&SharedArray, InstanceValues<'_>)> = places
            .iter()
            .zip(&fixes)
            .map(|(place, fix)| (&fix.array, InstanceValues::of(text, &fix.array, block(place))))
            .collect();
        let ways = Ways { text, fixes: &fixes, instances: &instances, banks: arch.bank_model(), arch };
        let (name, excess) = (fixes[0].array.name.clone(), fixes.iter().map(|fix| fix.excess).sum());
        let (mut changes, mut by_hand) = (Vec::new(), None);
        if let Some(own) = &cute[number] {
            let others = groups.iter().zip(&cute).enumerate().filter(|(other, _)| *other != number);
            let sharing: Vec<(&CuteVariable, &ArrayFix)> = others
                .filter_map(|(_, (places, other))| Some((places, other.as_ref().filter(|it| it.shares_layout(own))?)))
                .flat_map(|(places, other)| {
                    places.iter().map(move |place| (other, ChangedVariable::array(kernels, *place)))
                })
                .collect();
            changes = own.changes(text, &fixes, &sharing, &arch.bank_model());
            let advice = |change: &Change| Some((change.clone(), own.by_hand(change, excess)?));
            by_hand = changes.first().and_then(advice);
            if by_hand.is_some() {
                changes.clear();
            }
        } else if !text.source().is_empty() {
            changes = ways.all(excess);
        }
        found.push(ChangedVariable { name, places, excess, changes, by_hand });
    }
    found
}

/// The most bytes of padding after a row.
const MOST_PADDING: u32 = 128;

/// The most lengths of rows that no index names which are tried.
const MOST_SUGGESTED: usize = 4;

/// The values that the ways to change a variable are made of.
struct Ways<'a> {
    text: &'a CudaText,
    fixes: &'a [&'a ArrayFix],
    instances: &'a [(&'a SharedArray, InstanceValues<'a>)],
    banks: BankModel,
    arch: Arch,
}

/// The layouts of the instances, and their excess wavefronts.
type Judged = (Vec<Option<FoundLayout>>, u64);

impl Ways<'_> {
    /// Returns the ways whose layouts have less excess than `now`, in the order in which they are tried.
    fn all(&self, now: u64) -> Vec<Change> {
        let mut all: Vec<Change> = self.rows(now).into_iter().chain(self.lines(now)).chain(self.tiles()).collect();
        all.retain(|change| change.excess < now);
        all.sort_by_key(|change| change.order(self.text.source()));
        all
    }

    /// Longer or shorter rows in the declaration.
    fn rows(&self, now: u64) -> Option<Change> {
        let array = self.fixes.first()?;
        array.array.declaration.as_ref().filter(|declared| has_rows(declared))?;
        let shapes: Vec<Vec<ArrayShape>> = self
            .fixes
            .iter()
            .map(|fix| {
                let all = ArrayShape::candidates(&fix.array, &fix.requests).into_iter();
                all.filter(|shape| fix.array.elem_bytes == Some(shape.elem_bytes)).collect()
            })
            .collect();
        let elem_bytes = shapes.first()?.first()?.elem_bytes;
        let most = i64::from((MOST_PADDING / elem_bytes).max(1));
        let fewest =
            shapes.iter().map(|all| all.last().map_or(0, |shape| i64::from(shape.cols) - i64::from(shape.cols_now)));
        let fewest = fewest.max().unwrap_or(0);
        // A layout that leaves out columns comes last: another input may access them.
        let lengths = (1..=most).chain((fewest..0).rev());
        let mut best: Option<(i64, Judged)> = None;
        for more in lengths {
            let most = best.as_ref().map_or(now, |(_, (_, excess))| *excess);
            let Some(judged) = self.judged(most, |at| Self::of_rows(shapes.get(at)?, more)) else { continue };
            if best.as_ref().is_none_or(|(_, (_, excess))| judged.1 < *excess) {
                best = Some((more, judged));
            }
        }
        let (more, (layouts, excess)) = best?;
        let (array, values) = self.instances.first()?;
        let edits = longer_rows(self.text, array, values, more)?;
        let words = format!("rows of `{}` elements", edits.first()?.new);
        Some(Change { way: Way::Rows, layouts, tiles: Vec::new(), edits, excess, words })
    }

    /// The layout of an array whose rows have so many elements more.
    fn of_rows(shapes: &[ArrayShape], more: i64) -> Option<(ArrayShape, Layout)> {
        let [declared, ..] = shapes else { return None };
        let shape = if more > 0 { *declared } else { *shapes.last()? };
        let pitch = u32::try_from(i64::from(shape.cols_now) + more).ok()?;
        Some((shape, Layout::padded(shape.all_rows(), shape.cols, pitch.checked_sub(shape.cols)?).ok()?))
    }

    /// The layouts of all instances with their excess, at most `most`; `None` where one cannot be.
    fn judged(&self, most: u64, layout: impl Fn(usize) -> Option<(ArrayShape, Layout)>) -> Option<Judged> {
        let (mut layouts, mut sum) = (Vec::new(), 0);
        for (at, fix) in self.fixes.iter().enumerate() {
            let (shape, layout) = layout(at)?;
            let bytes = layout.pitch().checked_mul(shape.all_rows())?.checked_mul(shape.elem_bytes)?;
            let unit = (fix.requests.widest() / shape.elem_bytes).max(1);
            if bytes > fix.most_bytes || !layout.pitch().is_multiple_of(unit) {
                return None;
            }
            let requests = shape.requests(&fix.requests)?;
            let excess = requests.excess_on(&layout, shape.elem_bytes, &self.banks, most.checked_sub(sum)?)?;
            sum += excess;
            layouts.push(Some(FoundLayout::of(shape, layout, excess, bytes)));
        }
        Some((layouts, sum))
    }

    /// Longer rows in an array of one dimension.
    fn lines(&self, now: u64) -> Option<Change> {
        let rows = IndexedRows::of(self.text, self.instances)?;
        let shapes = self.fixes.iter().flat_map(|fix| ArrayShape::candidates(&fix.array, &fix.requests));
        let inferred = shapes.filter(|shape| shape.origin == ShapeOrigin::Inferred);
        let suggested: Vec<u32> = inferred.map(|shape| shape.cols_now).take(MOST_SUGGESTED).collect();
        let mut best: Option<(RowLength, u32, Judged)> = None;
        for length in rows.lengths().into_iter().chain(rows.unnamed_lengths(&suggested)) {
            let elem_bytes = self.fixes.first()?.array.elem_bytes?;
            for more in 1..=(MOST_PADDING / elem_bytes).max(1) {
                let most = best.as_ref().map_or(now, |(_, _, (_, excess))| *excess);
                let Some(judged) = self.judged(most, |at| self.of_line(at, length.cols[at], more)) else { continue };
                let is_better =
                    |(_, before, (_, excess)): &(RowLength, u32, Judged)| (judged.1, more) < (*excess, *before);
                if best.as_ref().is_none_or(is_better) {
                    best = Some((length.clone(), more, judged));
                }
            }
        }
        let (length, more, (layouts, excess)) = best?;
        let edits = rows.longer(&length, more)?;
        let words = format!("rows of `{}` elements", super::length::longer(&length.written, more.into()));
        Some(Change { way: Way::Lines, layouts, tiles: Vec::new(), edits, excess, words })
    }

    /// The layout of an array of one dimension with longer rows.
    fn of_line(&self, at: usize, cols: u32, more: u32) -> Option<(ArrayShape, Layout)> {
        let fix = self.fixes.get(at)?;
        let elem_bytes = fix.array.elem_bytes.filter(|bytes| bytes.is_power_of_two() && *bytes <= 32)?;
        let rows = (fix.array.bytes / elem_bytes).div_ceil(cols);
        let shape = ArrayShape { origin: ShapeOrigin::Inferred, planes: None, rows, cols, cols_now: cols, elem_bytes };
        Some((shape, Layout::padded(rows, cols, more).ok()?))
    }

    /// A tile, or one for each instance where the declaration depends on parameters of a template.
    fn tiles(&self) -> Vec<Change> {
        let Some(declaration) = self.fixes.first().and_then(|fix| fix.array.declaration.as_ref()) else {
            return Vec::new();
        };
        if self.text.depends_on_template(declaration) {
            return self.tile_of_instances(declaration).into_iter().collect();
        }
        let mut proposed: Vec<FoundLayout> = Vec::new();
        for found in self.fixes.iter().flat_map(|fix| [fix.found, fix.layouts.line, fix.layouts.padded]).flatten() {
            if !proposed.iter().any(|other| (other.shape, other.layout) == (found.shape, found.layout)) {
                proposed.push(found);
            }
        }
        proposed.iter().filter_map(|found| self.tile(found)).collect()
    }

    /// One tile for all instances.
    fn tile(&self, found: &FoundLayout) -> Option<Change> {
        let mut layouts = Vec::new();
        for fix in self.fixes {
            let shapes = ArrayShape::candidates(&fix.array, &fix.requests);
            let shape = *shapes.iter().find(|shape| {
                let same = |one: &ArrayShape| (one.planes, one.rows, one.cols_now, one.elem_bytes);
                same(shape) == same(&found.shape) && shape.cols <= found.shape.cols
            })?;
            let shape = ArrayShape { cols: found.shape.cols, ..shape };
            let requests = shape.requests(&fix.requests)?;
            let excess = requests.excess_on(&found.layout, shape.elem_bytes, &self.banks, u64::MAX)?;
            if found.bytes > fix.most_bytes {
                return None;
            }
            layouts.push(Some(found.with(shape, excess)));
        }
        let first = self.fixes.first()?;
        let tiles = vec![Some(UnnamedTile::of(&first.array, found, &first.requests, self.arch)?)];
        let edits = accesses_of_tile(self.text, &first.array, found)?;
        let excess = layouts.iter().flatten().map(|found| found.excess).sum();
        let words = format!("a tile of {}", found.layout);
        Some(Change { way: Way::Tile, layouts, tiles, edits, excess, words })
    }

    /// A tile for each instance, whose accesses stay as they are.
    fn tile_of_instances(&self, declaration: &SharedDeclaration) -> Option<Change> {
        let arguments: Vec<Vec<String>> = self.fixes.iter().map(|fix| fix.array.arguments.clone()).collect();
        if !TileOfInstances::is_possible(declaration, &arguments) {
            return None;
        }
        let as_indexed = |fix: &&ArrayFix| {
            let found = if fix.array.source_dims() == 1 { fix.layouts.line } else { fix.found };
            let found = found.filter(|found| fix.array.elem_bytes == Some(found.shape.elem_bytes))?;
            Some((found, UnnamedTile::of(&fix.array, &found, &fix.requests, self.arch)?))
        };
        let (layouts, tiles): (Vec<Option<FoundLayout>>, Vec<Option<UnnamedTile>>) =
            self.fixes.iter().map(|fix| as_indexed(fix).unzip()).unzip();
        let of_instance =
            |(fix, found): (&&ArrayFix, &Option<FoundLayout>)| found.map_or(fix.excess, |found| found.excess);
        let excess = self.fixes.iter().zip(&layouts).map(of_instance).sum();
        let words = "a tile for each instance of the template".to_string();
        layouts.iter().any(Option::is_some).then(|| Change {
            way: Way::TileOfInstances,
            layouts: layouts.clone(),
            tiles,
            edits: Vec::new(),
            excess,
            words,
        })
    }
}
