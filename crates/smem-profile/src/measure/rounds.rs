//! Races of one source line that seem to be of different rounds of a loop.
//!
//! The line table of a loop that the compiler has written out, and of statements that are written on one line, is the same. The source says which
//! it is.

use std::path::Path;

use smem_cuda::CudaText;
use smem_sim::{Race, SourceLoc};

use super::measurement::Measurement;

/// Takes back that races are of different rounds of a loop, where the source has no loop around their line.
pub(super) fn judge(outcome: &mut Measurement, file: &Path, text: &CudaText) {
    let races = || outcome.all().flat_map(|launch| &launch.hazards.races);
    if !races().flat_map(|race| race.same_cause.iter().chain([race])).any(is_of_one_line) {
        return;
    }
    let is_in_loop = |loc: &SourceLoc| {
        let is_own = Path::new(&loc.file).file_name() == file.file_name();
        !is_own || text.may_repeat(loc.line as usize)
    };
    let may_repeat = |loc: &SourceLoc| loc.chain().any(is_in_loop);
    let is_wrong = |race: &Race| is_of_one_line(race) && !race.first.loc.as_deref().is_none_or(may_repeat);
    let of_this_round = |race: &mut Race| {
        for race in race.same_cause.iter_mut().filter(|race| is_wrong(race)) {
            race.in_next_round = false;
        }
        if is_wrong(race) {
            race.in_next_round = false;
            race.remedy.iter_mut().flat_map(|remedy| &mut remedy.steps).for_each(|step| step.in_next_round = false);
        }
    };
    outcome.change_all(|launch| launch.hazards.races.iter_mut().for_each(of_this_round));
}

/// Whether a race is of two rounds of a loop, and both of its sides are on one line in the same calls.
fn is_of_one_line(race: &Race) -> bool {
    let lines = [&race.first, &race.second].map(|side| {
        let chain = side.loc.iter().flat_map(|loc| loc.chain());
        chain.map(|loc| (&loc.file, loc.line)).collect::<Vec<_>>()
    });
    race.in_next_round && lines[0] == lines[1]
}
