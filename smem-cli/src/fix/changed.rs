//! The source with the changes that a report prints: made, compiled and run. A compiler may merge accesses that it sees are neighbours,
//! and does not see it through an XOR, so what it makes of the changed source may differ from what was promised.

use std::collections::BTreeMap;

use smem_launch::Error;

use super::declaration::Declaration;
use super::kernels::{ArrayFix, KernelFix};
use super::options::FixOptions;
use super::rewrite::{TextEdit, accesses_of_tile, as_declaration, edited, statement_of_tiles};
use super::run::{FreshRun, RunIsa, RunOutcome};
use super::search::FoundLayout;
use super::tile_text::{TileText, header, tile_names};
use crate::failure::EarlyEnd;
use crate::profile::lines::KindTotals;
use crate::profile::{Input, ProfileJob};

/// What became of the changed source.
#[derive(Debug)]
pub(crate) enum ChangedRun {
    /// It ran.
    Ran(RunOutcome),
    /// It did not compile, or could not be launched: the first line of the reason.
    Failed(String),
}

impl ChangedRun {
    /// Returns the wavefronts of all launches, if all were made
    /// and the results are those of the run `before`.
    pub(crate) fn wavefronts(&self, before: &RunOutcome) -> Option<u64> {
        match self {
            ChangedRun::Ran(outcome) if outcome.fault.is_none() && outcome.buffers == before.buffers => {
                Some(wavefronts(outcome))
            }
            _ => None,
        }
    }
}

/// Returns the wavefronts of all launches.
pub(crate) fn wavefronts(outcome: &RunOutcome) -> u64 {
    outcome.launches.iter().map(|measured| KindTotals::of(measured).all.wavefronts).sum()
}

/// Writes the tiles and the edits of all arrays that have a layout: the declaration where that is all the layout takes, or where
/// `prefers_declarations` and one helps.
pub(crate) fn write(kernels: &mut [KernelFix], job: &ProfileJob, prefers_declarations: bool) {
    let text = match &job.input {
        Input::Cuda(file) => &file.text,
        Input::Ptx { .. } | Input::Binary { .. } => "",
    };
    let mut names = BTreeMap::new();
    for fix in kernels.iter_mut().flat_map(|kernel| &mut kernel.arrays) {
        let declaration = fix.padded.and_then(|padded| as_declaration(text, &fix.array, &padded));
        if declaration.is_some() && (prefers_declarations || is_for_declaration(fix)) {
            fix.found = fix.padded;
        }
        let Some(found) = fix.found else { continue };
        fix.tile = tile(fix, job, text, &mut names);
        let declaration = declaration.filter(|_| fix.padded == Some(found));
        fix.is_declared = declaration.is_some();
        fix.edits = match (declaration, &fix.tile) {
            (Some(edits), _) => Some(edits),
            (None, Some(_)) => accesses_of_tile(text, &fix.array, &found),
            (None, None) => None,
        };
    }
    declare(kernels, text);
}

/// Whether longer rows are better than a tile: where the extents are those of one instance of a template, which a tile would fix for all, and
/// where a tile would take `volatile` away.
fn is_for_declaration(fix: &ArrayFix) -> bool {
    let excess = |layout: Option<FoundLayout>| layout.map_or(u64::MAX, |layout| layout.excess);
    let is_better = |declared: &Declaration| declared.is_volatile || declared.depends_on_template();
    excess(fix.padded) <= excess(fix.found) && fix.array.declaration.as_ref().is_some_and(is_better)
}

/// Adds the declarations of tiles to the edits, those of one statement together.
fn declare(kernels: &mut [KernelFix], text: &str) {
    let is_tile = |fix: &&ArrayFix| fix.found.is_some() && !fix.is_declared;
    // Without accesses that can be rewritten the declaration stays too.
    let is_written = |fix: &&ArrayFix| fix.edits.is_some();
    let mut statements: Vec<Vec<(Declaration, String)>> = Vec::new();
    for fix in kernels.iter().flat_map(|kernel| &kernel.arrays).filter(is_tile).filter(is_written) {
        let (Some(declaration), Some(tile)) = (&fix.array.declaration, &fix.tile) else { continue };
        let variable = (declaration.clone(), tile.name.clone());
        match statements.iter_mut().find(|known| known[0].0.statement == declaration.statement) {
            Some(known) if known.iter().any(|(other, _)| other == declaration) => {}
            Some(known) => known.push(variable),
            None => statements.push(vec![variable]),
        }
    }
    for tiles in statements {
        let statement = tiles[0].0.statement.clone();
        let tiles: Vec<(&Declaration, &str)> = tiles.iter().map(|(declared, tile)| (declared, tile.as_str())).collect();
        let edits = statement_of_tiles(text, &tiles);
        for fix in kernels.iter_mut().flat_map(|kernel| &mut kernel.arrays) {
            let declared = fix.array.declaration.as_ref();
            let is_of_it = declared.is_some_and(|known| known.statement == statement);
            if let Some(own) = fix.edits.as_mut().filter(|_| is_of_it && fix.tile.is_some() && !fix.is_declared) {
                own.splice(0..0, edits.iter().cloned());
            }
        }
    }
}

/// The tile under the first name that nothing else has.
fn tile(fix: &ArrayFix, job: &ProfileJob, text: &str, names: &mut BTreeMap<String, String>) -> Option<TileText> {
    let found = fix.found.as_ref()?;
    let made = |name: String| TileText::of(name, &fix.array, found, &fix.requests, job.target.arch);
    let is_own = |tile: &TileText| names.get(&tile.name).is_none_or(|line| *line == tile.line);
    let tile = tile_names(&fix.array.name, text).find_map(|name| made(name).filter(is_own))?;
    names.insert(tile.name.clone(), tile.line.clone());
    Some(tile)
}

/// Returns the arrays that have a layout, each declaration once: of the instances of a template, which have one source, the largest decides.
fn written(kernels: &[KernelFix]) -> Vec<&ArrayFix> {
    let mut known: Vec<&ArrayFix> = Vec::new();
    for fix in kernels.iter().flat_map(|kernel| &kernel.arrays).filter(|fix| fix.found.is_some()) {
        let same = |other: &&mut &ArrayFix| {
            other.array.declaration.is_some() && other.array.declaration == fix.array.declaration
        };
        match known.iter_mut().find(same) {
            Some(other) if other.array.bytes < fix.array.bytes => *other = fix,
            Some(_) => {}
            None => known.push(fix),
        }
    }
    known
}

/// Returns the arrays of a kernel whose declaration another kernel's array decides on, with that kernel.
pub(crate) fn decided_elsewhere<'a>(
    kernels: &'a [KernelFix],
    kernel: &'a KernelFix,
) -> Vec<(&'a ArrayFix, &'a KernelFix)> {
    let written = written(kernels);
    let decides = |fix: &'a ArrayFix| {
        fix.array.declaration.as_ref()?;
        let one = written.iter().find(|one| one.array.declaration == fix.array.declaration)?;
        let of = kernels.iter().find(|other| other.arrays.iter().any(|fix| std::ptr::eq(fix, *one)))?;
        let differs = one.found.map(|found| found.layout) != fix.found.map(|found| found.layout);
        (!std::ptr::eq(*one, fix) && differs).then_some((fix, of))
    };
    kernel.arrays.iter().filter(|fix| fix.found.is_some()).filter_map(decides).collect()
}

/// Returns all edits.
pub(crate) fn edits(kernels: &[KernelFix]) -> Vec<TextEdit> {
    written(kernels).into_iter().filter_map(|fix| fix.edits.as_deref()).flatten().cloned().collect()
}

/// Returns the first byte in front of which the header with the tiles has to be included, behind the types of the source that they name.
pub(crate) fn place_of_header(kernels: &[KernelFix]) -> usize {
    let needs = |fix: &&&ArrayFix| !fix.is_declared && fix.tile.as_ref().is_some_and(|tile| tile.needs_types);
    let written = written(kernels);
    let outer = written.iter().filter(needs).filter_map(|fix| Some(fix.array.declaration.as_ref()?.outer));
    outer.min().unwrap_or(0)
}

/// Returns the source with all edits and the tiles; `None` where an array has no declaration to change.
fn source(kernels: &[KernelFix], job: &ProfileJob) -> Option<String> {
    let Input::Cuda(file) = &job.input else { return None };
    let written = written(kernels);
    if written.iter().any(|fix| fix.edits.is_none()) {
        return None;
    }
    let tiles = written.iter().filter(|fix| !fix.is_declared).filter_map(|fix| fix.tile.as_ref());
    let place = place_of_header(kernels);
    let line = 1 + file.text[..place].matches('\n').count();
    // Behind the tiles lines count as before.
    let tiles = format!("{}\n#line {line}\n", header(tiles).unwrap_or_default());
    let tiles = if place > 0 { format!("\n{tiles}") } else { tiles };
    let all: Vec<TextEdit> = std::iter::once(TextEdit::insert(place, tiles)).chain(edits(kernels)).collect();
    Some(edited(&file.text, &all))
}

/// Compiles and runs the changed source; `None` where there is none.
///
/// # Errors
/// A temporary file that cannot be written.
pub(crate) fn run(
    kernels: &[KernelFix],
    options: &FixOptions,
    job: &ProfileJob,
    isa: &RunIsa,
) -> Result<Option<ChangedRun>, EarlyEnd> {
    let Some(text) = source(kernels, job) else { return Ok(None) };
    let job = job.of_text(&options.launched, text)?;
    let made = FreshRun::load(options, &job, isa.clone()).and_then(|run| run.run(&[], false));
    Ok(Some(match made {
        Ok(outcome) => ChangedRun::Ran(outcome),
        Err(error) => ChangedRun::Failed(first_line(&error)),
    }))
}

/// The first error of a compiler, or the first line of another message.
fn first_line(error: &Error) -> String {
    let text = match error {
        Error::Compile { log, .. } => log.clone(),
        other => other.to_string(),
    };
    let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
    line.unwrap_or_default().trim().to_string()
}
