//! The third step: the layouts are written into the source, and each way to do so is compiled, run and ranked.

use smem_cuda::CudaText;

use super::change::Way;
use super::change::choose::{ChangeVerdict, Chosen, choose};
use super::change::source::SourceWriter;
use super::change::trial::ChangedRun;
use super::change::unseen::unseen_instances;
use super::change::variable::{ChangedVariable, VariablePlace, variables};
use super::kernels::{ArrayFix, KernelFix};
use super::run::{RunIsa, RunOutcome};
use super::searched::SearchedFix;
use super::verified::VerifiedFix;
use crate::error::Error;
use crate::job::{Input, PreparedJob};

/// The changes to the source that were compiled and run, and the layouts that are left.
pub(super) struct WrittenFix {
    pub(super) before: RunOutcome,
    pub(super) kernels: Vec<KernelFix>,
    /// The kernels as they are compiled, with the layouts of `kernels`; `None` where there was nothing to lay out otherwise.
    pub(super) after: Option<RunOutcome>,
    /// The names of buffers whose bytes differ after the two runs.
    pub(super) different: Vec<String>,
    pub(super) variables: Vec<ChangedVariable>,
    /// The changes to the source; `None` where there is no source.
    pub(super) chosen: Option<Chosen>,
}

/// The changes to a source while they are tried.
struct SourceChanges<'a> {
    before: &'a RunOutcome,
    kernels: &'a mut Vec<KernelFix>,
    variables: Vec<ChangedVariable>,
}

impl WrittenFix {
    /// Tries the ways to write the layouts. Those that are written otherwise than they were found run once more.
    ///
    /// # Errors
    /// A temporary file that cannot be written, and those of launches, but for faults.
    pub(super) fn of(verified: VerifiedFix<'_>) -> Result<WrittenFix, Error> {
        let VerifiedFix { mut searched, mut after } = verified;
        let (mut variables, mut chosen) = (Vec::new(), None);
        if after.is_some() {
            let proposed = searched.layouts();
            if matches!(searched.job.input, Input::Cuda(_)) {
                let SearchedFix { job, text, isa, before, kernels } = &mut searched;
                let mut changes = SourceChanges { before, kernels, variables: Vec::new() };
                chosen = Some(changes.choose(job, text, isa)?);
                variables = changes.variables;
            }
            if searched.layouts() != proposed {
                after = searched.run_with_layouts()?;
            }
        }
        let SearchedFix { before, kernels, .. } = searched;
        let different = after.as_ref().map_or(Vec::new(), |after| different_buffers(&before, after));
        Ok(WrittenFix { before, kernels, after, different, variables, chosen })
    }

    /// Returns the variables whose changed source does not compile or has other results, and which it is.
    pub(super) fn failures(&self) -> impl Iterator<Item = (&ChangedVariable, &str)> {
        let verdicts = self.chosen.iter().flat_map(|chosen| &chosen.verdicts);
        self.variables.iter().zip(verdicts).filter_map(|(variable, verdict)| match verdict {
            ChangeVerdict::Failed(why) => Some((variable, &why[..])),
            _ => None,
        })
    }

    /// Returns the run of the changed source, if one is written.
    pub(super) fn of_source(&self) -> Option<&RunOutcome> {
        let chosen = self.chosen.as_ref()?;
        match &chosen.trials[chosen.best?].run {
            ChangedRun::Ran(outcome) => Some(outcome),
            ChangedRun::Failed(_) => None,
        }
    }
}

/// The names of buffers whose bytes differ after two runs.
fn different_buffers(before: &RunOutcome, after: &RunOutcome) -> Vec<String> {
    let names = before.buffers.iter().filter(|(name, bytes)| after.buffers.get(*name) != Some(bytes));
    names.map(|(name, _)| name.clone()).collect()
}

impl SourceChanges<'_> {
    /// Tries the ways to write the layouts into the source, and takes the layouts of those that are chosen.
    fn choose(&mut self, job: &PreparedJob, text: &CudaText, isa: &RunIsa) -> Result<Chosen, Error> {
        let arch = job.target.arch();
        self.variables = variables(self.kernels, self.before, text, arch);
        let writer = SourceWriter { text, kernels: self.kernels, arch };
        let run = |text: String| ChangedRun::of(text, job, isa);
        let chosen = choose(&self.variables, &writer, self.before, &run)?;
        for (variable, verdict) in self.variables.iter().zip(&chosen.verdicts) {
            for (number, place) in variable.places.iter().enumerate() {
                let fix = &mut self.kernels[place.kernel].arrays[place.array];
                match verdict {
                    ChangeVerdict::Written(change) => {
                        let change = &variable.changes[*change];
                        (fix.found, fix.way) = (change.layouts[number], Some(change.way));
                    }
                    ChangeVerdict::Refused(why) => {
                        (fix.found, fix.reason) = (None, Some(why.clone()));
                    }
                    ChangeVerdict::Failed(_) => {
                        let composed = variable.changes.first().filter(|change| change.way == Way::Composition);
                        if let Some(change) = composed {
                            fix.found = change.layouts[number];
                        }
                    }
                    ChangeVerdict::ByHand => {
                        if let Some((change, why)) = &variable.by_hand {
                            (fix.found, fix.way) = (change.layouts[number], Some(change.way));
                            fix.reason = Some(why.clone());
                        }
                    }
                }
            }
        }
        self.note_unseen(text);
        let writer = SourceWriter { text, kernels: self.kernels, arch };
        let mut tiles = Vec::new();
        let written = chosen.shown().map(|trial| trial.source.tiles.clone()).unwrap_or_default();
        let needs_tile = |one: &ArrayFix| one.found.is_some() && one.way != Some(Way::Composition);
        for (kernel, fix) in self.kernels.iter().enumerate() {
            for (array, one) in fix.arrays.iter().enumerate().filter(|(_, one)| needs_tile(one)) {
                let place = VariablePlace { kernel, array };
                let proposed = self.variables.iter().find_map(|variable| variable.proposed_tile(place, one));
                let tile = written.get(&place).cloned().or_else(|| writer.tile_of(one, proposed, &written));
                tiles.push((place, tile));
            }
        }
        for (place, tile) in tiles {
            self.kernels[place.kernel].arrays[place.array].tile = tile;
        }
        Ok(chosen)
    }

    /// Names the instances of the changed kernels that the source launches and that were not run.
    fn note_unseen(&mut self, text: &CudaText) {
        let run: Vec<&str> = self.before.launches.iter().map(|measured| &measured.kernel[..]).collect();
        for kernel in self.kernels.iter_mut().filter(|kernel| kernel.arrays.iter().any(|fix| fix.way.is_some())) {
            let name =
                kernel.launches.first().map(|first| &self.before.launches[*first].kernel[..]).unwrap_or_default();
            let unseen = unseen_instances(text, name, &run);
            if !unseen.is_empty() {
                let names: Vec<String> = unseen.iter().map(|name| format!("`{name}`")).collect();
                let names = smem_layout::listed(&names, "and");
                kernel.notes.push(format!(
                    "the file launches {names} as well, which was not run with the changed source: give all launches in a file (`--launch`)"
                ));
            }
        }
    }
}
