//! The choice among changes: each candidate source is compiled and run, and the one that takes the fewest wavefronts in all is written. Of
//! equals it is the smallest change, and the source as it is where none takes fewer.

use std::cmp::Ordering;

use super::source::{ChangedSource, SourceWriter};
use super::trial::{ChangedRun, wavefronts};
use super::variable::ChangedVariable;
use crate::error::Error;
use crate::fix::changed_time::ChangedTime;
use crate::fix::run::RunOutcome;
use smem_report::WORTH_IT;

/// The most sources that are compiled and run.
const MOST_TRIALS: usize = 16;

/// The number of the change of each variable; `None` where it stays as it is.
pub(crate) type Choice = Vec<Option<usize>>;

/// A candidate that was compiled and run.
#[derive(Debug)]
pub(crate) struct ChangeTrial {
    pub(crate) choice: Choice,
    pub(crate) source: ChangedSource,
    pub(crate) run: ChangedRun,
    /// The wavefronts of all launches, or why it cannot be used.
    pub(crate) wavefronts: Result<u64, String>,
}

/// The advice about a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChangeVerdict {
    /// This change is written.
    Written(usize),
    /// No change that was tried takes fewer wavefronts: the figures.
    Refused(String),
    /// No change that was tried compiles and has the same results: why the first does not.
    Failed(String),
    /// There is no change to try.
    ByHand,
}

/// The changes that were tried, and the ones to write.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) trials: Vec<ChangeTrial>,
    /// The number of the trial that is written.
    pub(crate) best: Option<usize>,
    /// One for each variable.
    pub(crate) verdicts: Vec<ChangeVerdict>,
}

impl Chosen {
    /// Returns the trial to show: the one that is written, else the first that failed for want of a change by hand.
    pub(crate) fn shown(&self) -> Option<&ChangeTrial> {
        let is_failed = |trial: &&ChangeTrial| {
            let mut changed = trial.choice.iter().zip(&self.verdicts).filter(|(change, _)| change.is_some());
            trial.wavefronts.is_err() && changed.all(|(_, verdict)| matches!(verdict, ChangeVerdict::Failed(_)))
        };
        let failed = || {
            let all = self.trials.iter().filter(is_failed);
            // The notes of a tile say what it takes by hand.
            all.clone().find(|trial| !trial.source.tiles.is_empty()).or_else(|| all.clone().next())
        };
        self.best.map(|best| &self.trials[best]).or_else(failed)
    }
}

/// Compiles and runs a source.
pub(crate) type Runner<'a> = dyn Fn(String) -> Result<ChangedRun, Error> + 'a;

/// The search among the changes of all variables.
struct ChangeSearch<'a> {
    variables: &'a [ChangedVariable],
    writer: &'a SourceWriter<'a>,
    before: &'a RunOutcome,
    run: &'a Runner<'a>,
    trials: Vec<ChangeTrial>,
}

/// Tries the changes of the variables, and chooses.
///
/// # Errors
/// Those of `run`.
pub(crate) fn choose(
    variables: &[ChangedVariable],
    writer: &SourceWriter<'_>,
    before: &RunOutcome,
    run: &Runner<'_>,
) -> Result<Chosen, Error> {
    let mut search = ChangeSearch { variables, writer, before, run, trials: Vec::new() };
    let best = search.best()?;
    let verdicts = (0..variables.len()).map(|number| search.verdict(number, best)).collect();
    Ok(Chosen { trials: search.trials, best, verdicts })
}

impl ChangeSearch<'_> {
    /// Returns the number of the trial with the fewest wavefronts; `None` where the source is to stay as it is.
    fn best(&mut self) -> Result<Option<usize>, Error> {
        let firsts: Choice = self.variables.iter().map(|one| (!one.changes.is_empty()).then_some(0)).collect();
        if firsts.iter().all(Option::is_none) {
            return Ok(None);
        }
        let all = self.trial(&firsts)?;
        if self.cost(all).is_some_and(|cost| cost <= self.promised(&firsts)) {
            let Some(first) = all.filter(|all| self.gain(*all).is_some_and(|gain| gain < WORTH_IT)) else {
                return Ok(all);
            };
            return self.faster_by_a_step(first).map(Some);
        }
        let one_by_one = self.one_by_one()?;
        let now = wavefronts(self.before);
        let is_better = |number: &usize| self.cost(Some(*number)).is_some_and(|cost| cost < now);
        let tried = [one_by_one, all].into_iter().flatten().filter(is_better);
        Ok(tried.min_by(|one, other| self.order(*one, *other)))
    }

    /// Tries the later changes of all variables, where the first ones take away the conflicts and are predicted to gain nothing: an index may cost
    /// as much as the conflicts did. Returns the first one, or each later one that is predicted at least [`WORTH_IT`] times as fast as the one returned
    /// so far: smaller changes to the source come first, and less than that is not worth a larger one. So another may be faster by less.
    fn faster_by_a_step(&mut self, first: usize) -> Result<usize, Error> {
        let mut best = first;
        let most = self.variables.iter().map(|variable| variable.changes.len()).max().unwrap_or_default();
        for later in 1..most {
            let change = |variable: &ChangedVariable| Some(later.min(variable.changes.len().checked_sub(1)?));
            let choice: Choice = self.variables.iter().map(change).collect();
            let Some(trial) = self.trial(&choice)?.filter(|trial| self.cost(Some(*trial)).is_some()) else { continue };
            if self.gain(trial).zip(self.gain(best)).is_some_and(|(later, now)| later >= WORTH_IT * now) {
                best = trial;
            }
        }
        Ok(best)
    }

    /// Adds a change of one variable after the other, as long as each takes fewer wavefronts.
    fn one_by_one(&mut self) -> Result<Option<usize>, Error> {
        let mut best: Option<usize> = None;
        let mut choice: Choice = vec![None; self.variables.len()];
        let mut cost = wavefronts(self.before);
        let mut order: Vec<usize> = (0..self.variables.len()).collect();
        order.sort_by_key(|number| std::cmp::Reverse(self.variables[*number].excess));
        for number in order {
            let promised = |change: usize| {
                let variable = &self.variables[number];
                cost.saturating_sub(variable.excess - variable.changes[change].excess)
            };
            let promised: Vec<u64> = (0..self.variables[number].changes.len()).map(promised).collect();
            for (change, promised) in promised.into_iter().enumerate() {
                let mut next = choice.clone();
                next[number] = Some(change);
                let trial = self.trial(&next)?;
                let Some(taken) = self.cost(trial) else { continue };
                if taken < cost {
                    (best, cost) = (trial, taken);
                }
                if taken <= promised {
                    break;
                }
            }
            if let Some(best) = best {
                choice.clone_from(&self.trials[best].choice);
            }
        }
        Ok(best)
    }

    /// Compiles and runs the source with some changes, once; `None` where it cannot be written or enough was tried.
    fn trial(&mut self, choice: &Choice) -> Result<Option<usize>, Error> {
        if let Some(known) = self.trials.iter().position(|trial| trial.choice == *choice) {
            return Ok(Some(known));
        }
        if self.trials.len() >= MOST_TRIALS {
            return Ok(None);
        }
        let chosen: Vec<_> = self
            .variables
            .iter()
            .zip(choice)
            .filter_map(|(variable, change)| Some((variable, &variable.changes[(*change)?])))
            .collect();
        let Some(source) = self.writer.source(&chosen) else { return Ok(None) };
        let run = (self.run)(source.text.clone())?;
        let wavefronts = run.wavefronts(self.before);
        self.trials.push(ChangeTrial { choice: choice.clone(), source, run, wavefronts });
        Ok(Some(self.trials.len() - 1))
    }

    /// The order of two trials: the faster one by its predicted time first, and where that is not predicted the one with fewer wavefronts.
    fn order(&self, one: usize, other: usize) -> Ordering {
        let by_time = match (self.gain(one), self.gain(other)) {
            (Some(one), Some(other)) => other.total_cmp(&one),
            _ => Ordering::Equal,
        };
        by_time.then_with(|| self.cost(Some(one)).cmp(&self.cost(Some(other))))
    }

    /// How many times as fast a trial is than the source as it is.
    fn gain(&self, trial: usize) -> Option<f64> {
        match &self.trials[trial].run {
            ChangedRun::Ran(outcome) => ChangedTime::of(self.before, outcome).map(|time| time.gain),
            ChangedRun::Failed(_) => None,
        }
    }

    fn cost(&self, trial: Option<usize>) -> Option<u64> {
        self.trials[trial?].wavefronts.as_ref().ok().copied()
    }

    /// The wavefronts that the recorded requests take with some changes.
    fn promised(&self, choice: &Choice) -> u64 {
        let less = |(variable, change): (&ChangedVariable, &Option<usize>)| {
            change.map_or(0, |change| variable.excess - variable.changes[change].excess)
        };
        wavefronts(self.before).saturating_sub(self.variables.iter().zip(choice).map(less).sum())
    }

    fn verdict(&self, number: usize, best: Option<usize>) -> ChangeVerdict {
        let variable = &self.variables[number];
        if let Some(change) = best.and_then(|best| self.trials[best].choice[number]) {
            return ChangeVerdict::Written(change);
        }
        if variable.changes.is_empty() {
            return ChangeVerdict::ByHand;
        }
        // With one more change than the source that it was compared with.
        let tried: Vec<&ChangeTrial> = self.trials.iter().filter(|trial| trial.choice[number].is_some()).collect();
        let words =
            |trial: &&ChangeTrial| trial.choice[number].map_or("", |change| &variable.changes[change].words[..]);
        // A change that fails with fewer others fails by itself.
        let fewest = tried.iter().min_by_key(|trial| trial.choice.iter().flatten().count());
        if let Some(Err(why)) = fewest.map(|trial| &trial.wavefronts)
            && tried.iter().all(|trial| trial.wavefronts.is_err())
        {
            return ChangeVerdict::Failed(why.clone());
        }
        if tried.is_empty() {
            return ChangeVerdict::Refused(format!(
                "it stays as it is: {MOST_TRIALS} changed sources were tried before its own"
            ));
        }
        let mut figures: Vec<String> = Vec::new();
        for trial in &tried {
            let words = words(trial);
            let figure = match &trial.wavefronts {
                Ok(wavefronts) => format!("{words}: {wavefronts} wavefronts"),
                Err(why) => format!("{words}: {why}"),
            };
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        let now = best.and_then(|best| self.cost(Some(best))).unwrap_or_else(|| wavefronts(self.before));
        ChangeVerdict::Refused(format!(
            "it stays as it is, because no change that was compiled and run takes fewer wavefronts in all than the {now} without it ({})",
            figures.join("; ")
        ))
    }
}
