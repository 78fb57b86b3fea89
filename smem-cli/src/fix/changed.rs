//! The source with the changes that a report prints: made, compiled and run. A compiler may merge accesses that it sees are neighbours,
//! and does not see it through an XOR, so what it makes of the changed source may differ from what was promised.

use std::collections::BTreeMap;

use smem_launch::Error;

use super::declaration::Declaration;
use super::kernels::{ArrayFix, KernelFix};
use super::options::FixOptions;
use super::rewrite::{TextEdit, accesses_of_tile, as_declaration, edited, statement_of_tiles};
use super::run::{FreshRun, RunIsa, RunOutcome};
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
    /// Returns the wavefronts of all launches, if all were made.
    pub(crate) fn wavefronts(&self) -> Option<u64> {
        match self {
            ChangedRun::Ran(outcome) if outcome.fault.is_none() => Some(wavefronts(outcome)),
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
        if prefers_declarations && declaration.is_some() {
            fix.found = fix.padded;
        }
        let Some(found) = fix.found else { continue };
        fix.tile = tile(fix, job, text, &mut names);
        let declaration = declaration.filter(|_| fix.padded == Some(found));
        fix.is_declared = declaration.is_some();
        fix.edits = match (declaration, &fix.tile) {
            (Some(edit), _) => vec![edit],
            (None, Some(_)) => accesses_of_tile(text, &fix.array, &found),
            (None, None) => Vec::new(),
        };
    }
    declare(kernels, text);
}

/// Adds the declarations of tiles to the edits, those of one statement together.
fn declare(kernels: &mut [KernelFix], text: &str) {
    let mut statements: Vec<(Declaration, Vec<(String, String)>)> = Vec::new();
    let fixes =
        || kernels.iter().flat_map(|kernel| &kernel.arrays).filter(|fix| fix.found.is_some() && !fix.is_declared);
    for fix in fixes() {
        let (Some(declaration), Some(tile)) = (&fix.array.declaration, &fix.tile) else { continue };
        let variable = (fix.array.name.clone(), tile.name.clone());
        match statements.iter_mut().find(|(known, _)| known.statement == declaration.statement) {
            Some((_, tiles)) if tiles.contains(&variable) => {}
            Some((_, tiles)) => tiles.push(variable),
            None => statements.push((declaration.clone(), vec![variable])),
        }
    }
    for (declaration, tiles) in statements {
        let names: Vec<(&str, &str)> =
            tiles.iter().map(|(variable, tile)| (variable.as_str(), tile.as_str())).collect();
        let edit = statement_of_tiles(text, &declaration, &names);
        let fixes = kernels.iter_mut().flat_map(|kernel| &mut kernel.arrays);
        let is_of_it = |fix: &&mut ArrayFix| {
            let declared = fix.array.declaration.as_ref();
            fix.tile.is_some()
                && !fix.is_declared
                && declared.is_some_and(|known| known.statement == declaration.statement)
        };
        fixes.filter(is_of_it).for_each(|fix| fix.edits.insert(0, edit.clone()));
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

/// Returns all edits; instances of a template have one source, and the first instance decides.
pub(crate) fn edits(kernels: &[KernelFix]) -> Vec<TextEdit> {
    let mut known: Vec<&ArrayFix> = Vec::new();
    for fix in kernels.iter().flat_map(|kernel| &kernel.arrays).filter(|fix| fix.found.is_some()) {
        if !known.iter().any(|other| other.array.declaration == fix.array.declaration) {
            known.push(fix);
        }
    }
    known.into_iter().flat_map(|fix| fix.edits.iter().cloned()).collect()
}

/// Returns the source with all edits, behind the tiles; `None` where an array has no declaration to change.
fn source(kernels: &[KernelFix], job: &ProfileJob) -> Option<String> {
    let Input::Cuda(file) = &job.input else { return None };
    let fixes = || kernels.iter().flat_map(|kernel| &kernel.arrays).filter(|fix| fix.found.is_some());
    if fixes().any(|fix| fix.edits.is_empty()) {
        return None;
    }
    let tiles = header(fixes().filter(|fix| !fix.is_declared).filter_map(|fix| fix.tile.as_ref())).unwrap_or_default();
    // Behind the tiles lines count from 1.
    Some(format!("{tiles}\n#line 1\n{}", edited(&file.text, &edits(kernels))))
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
