//! Three requests from one counter: a launch's wavefronts in base 64 or 128.

use std::collections::BTreeMap;

use super::kernels::PER_GROUP;
use crate::nsight::launches;

/// The hardware counter: passes of the pipeline that serves shared memory.
pub(super) const WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";

/// Its parts, which are enough for loads and stores where an architecture has no sum of them.
pub(super) const PARTS: [&str; 2] = crate::nsight::WAVEFRONTS;

/// Returns the wavefronts of each of a launch's requests, of which request `d`, counted from 1, ran base^d times, the base
/// being 2 to the power of `log_base`; and the launch's wavefronts that belong to no request.
pub(super) fn digits(total: u64, requests: usize, log_base: u32) -> Result<(Vec<u32>, u64), String> {
    let base = 1 << log_base;
    let mut left = total / base;
    let mut digits = Vec::new();
    for _ in 0..requests {
        digits.push((left % base) as u32);
        left /= base;
    }
    if left != 0 || digits.contains(&0) {
        return Err(format!(
            "{total} wavefronts are not those of {requests} requests: in base {base}, {digits:?} and {left}"
        ));
    }
    Ok((digits, total % base))
}

/// Returns the counter of each launch on Nsight Compute's raw page, in the order of the launches.
fn totals(page: &str) -> Result<Vec<u64>, String> {
    let of = |counters: &[&str]| launches(page, counters);
    let launches = of(&[WAVEFRONTS]).or_else(|told| of(&PARTS).map_err(|_| told))?;
    Ok(launches.into_iter().map(|launch| launch.counts.iter().sum()).collect())
}

/// The counts on a raw page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Totals {
    /// Wavefronts of each request. `None` where a launch's total makes no sense.
    pub(super) counts: Vec<Option<u32>>,
    /// Wavefronts of a launch that belong to no request, and in how many launches there were so many: on sm_90 one for
    /// each block.
    pub(super) unowned: BTreeMap<u64, usize>,
    /// Totals that make no sense, a sentence each.
    pub(super) problems: Vec<String>,
}

/// Returns the wavefronts of `requests` requests, as [`PER_GROUP`] a launch.
pub(super) fn wavefronts(page: &str, requests: usize, log_base: u32) -> Result<Totals, String> {
    let launches = totals(page)?;
    let wanted = requests.div_ceil(PER_GROUP);
    if launches.len() != wanted {
        return Err(format!("{} launches on the raw page instead of {wanted}", launches.len()));
    }
    let mut totals = Totals::default();
    for (group, total) in launches.into_iter().enumerate() {
        let places = PER_GROUP.min(requests - group * PER_GROUP);
        match digits(total, places, log_base) {
            Ok((digits, unowned)) => {
                totals.counts.extend(digits.into_iter().map(Some));
                *totals.unowned.entry(unowned).or_default() += 1;
            }
            Err(problem) => {
                totals.problems.push(format!("launch {group}: {problem}"));
                totals.counts.extend(vec![None; places]);
            }
        }
    }
    Ok(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_its_requests_digits() {
        assert_eq!(digits(16 + 64 * (32 + 64 * 7 + 64 * 64), 3, 6), Ok((vec![32, 7, 1], 16)));
        assert_eq!(digits(64 * (5 + 64), 2, 6), Ok((vec![5, 1], 0)));
        assert_eq!(digits(16 + 128 * (64 + 128), 2, 7), Ok((vec![64, 1], 16)));
        assert!(digits(63, 1, 6).unwrap_err().contains("not those of 1 requests"), "no request takes nothing");
        assert!(digits(64 * (5 + 64 + 4096), 2, 6).is_err());
    }

    #[test]
    fn launches_are_read_in_their_order_without_the_units() {
        let page = format!(
            "==PROF== Connected\n\"ID\",\"Kernel Name\",\"{WAVEFRONTS}\"\n\"\",\"\",\"\"\n\"1\",\"totals\",\"{}\"\n\
             \"0\",\"totals\",\"{}\"\n",
            16 + 64 * 3 + 4096,
            32 + 64 + 4096 * 2 + 262_144 * 32
        );
        let read = wavefronts(&page, 5, 6).unwrap();
        assert_eq!(read.counts, [1, 2, 32, 3, 1].map(Some));
        assert_eq!(read.unowned, BTreeMap::from([(16, 1), (32, 1)]));
        assert!(read.problems.is_empty());
        assert!(wavefronts(&page, 7, 6).unwrap_err().contains("2 launches on the raw page instead of 3"));
        assert!(wavefronts("", 1, 6).unwrap_err().contains("no column"));
        let parts = format!("ID,Kernel Name,{},{}\n0,totals,3,0\n1,totals,0,1\n", PARTS[0], PARTS[1]);
        assert_eq!(totals(&parts), Ok(vec![3, 1]));
        let read = wavefronts(&page.replace("4304", "4096"), 5, 6).unwrap();
        assert_eq!(read.counts[3..], [None, None]);
        assert_eq!(read.problems.len(), 1);
    }
}
