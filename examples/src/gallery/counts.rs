//! The cost of a kernel's accesses in a run, sorted by the names that its comments give them.

use smem_sim::Profile;

use super::exhibit::Exhibit;
use crate::Error;
use crate::access_count::{AccessCount, source_line};

/// The counts of each access, under its name, in the order in which the kernel declares them.
pub type AccessCounts = Vec<(&'static str, AccessCount)>;

/// Sorts the simulator's counts of one launch.
///
/// # Errors
/// [`Error::Launch`] where an access of shared memory comes from a line that does not name it: a count must not be left out
/// unnoticed.
pub fn counts(exhibit: &Exhibit, profile: &Profile) -> Result<AccessCounts, Error> {
    let mut counts: AccessCounts =
        (exhibit.accesses)().iter().map(|access| (access.label, AccessCount::default())).collect();
    for access in &profile.shared {
        let line = source_line(access, exhibit.file);
        let label = line.and_then(|line| exhibit.label(line));
        let found = counts.iter_mut().find(|(known, _)| Some(*known) == label);
        let Some((_, count)) = found else {
            let at = line.map_or("a line that is not known".to_owned(), |line| format!("line {line}"));
            let message = format!("{at} of `{}` accesses shared memory, and no comment says how", exhibit.file);
            return Err(smem_launch::Error::Simulator(message).into());
        };
        count.add(access);
    }
    Ok(counts)
}
