//! Three requests from one counter: a launch's wavefronts in base 64.

use std::collections::BTreeMap;

use super::kernels::PER_GROUP;
use crate::nsight::csv::{cells, column, count};

/// The hardware counter: passes of the pipeline that serves shared memory.
pub(super) const WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";

/// Its parts, which are enough where an architecture has no sum of them.
const PARTS: [&str; 2] =
    ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"];

/// More than any request takes.
const BASE: u64 = 64;

/// The wavefronts of each of a launch's requests, of which request `d`, counted from 1, ran 64^d times; and the launch's
/// wavefronts that belong to no request.
pub(super) fn digits(total: u64, requests: usize) -> Result<(Vec<u32>, u64), String> {
    let mut left = total / BASE;
    let mut digits = Vec::new();
    for _ in 0..requests {
        digits.push((left % BASE) as u32);
        left /= BASE;
    }
    if left != 0 || digits.contains(&0) {
        return Err(format!(
            "{total} wavefronts are not those of {requests} requests: in base {BASE}, {digits:?} and {left}"
        ));
    }
    Ok((digits, total % BASE))
}

/// The counter of each launch on Nsight Compute's raw page, in the order of the launches.
pub(super) fn launches(page: &str) -> Result<Vec<u64>, String> {
    let mut head: Option<(usize, Vec<usize>)> = None;
    let mut launches: Vec<(u64, u64)> = Vec::new();
    for line in page.lines() {
        let row = cells(line);
        if let (Some(id), Some(wavefronts)) = (column(&row, &["ID"]), counters(&row)) {
            head = Some((id, wavefronts));
        } else if let Some((id, wavefronts)) = &head {
            // The line below the head gives units and has no number.
            let Some(id) = row.get(*id).and_then(|cell| count(cell)) else { continue };
            let total = wavefronts.iter().map(|at| row.get(*at).and_then(|cell| count(cell))).sum::<Option<u64>>();
            launches.push((id, total.ok_or_else(|| format!("no count of wavefronts in the line `{line}`"))?));
        }
    }
    if head.is_none() {
        return Err(format!("the raw page has no column `{WAVEFRONTS}`"));
    }
    launches.sort_unstable();
    Ok(launches.into_iter().map(|(_, total)| total).collect())
}

/// The columns whose sum is a launch's wavefronts.
fn counters(head: &[String]) -> Option<Vec<usize>> {
    match column(head, &[WAVEFRONTS]) {
        Some(whole) => Some(vec![whole]),
        None => PARTS.iter().map(|part| column(head, &[part])).collect(),
    }
}

/// What a raw page tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Totals {
    /// Wavefronts of each request. `None` where a launch's total makes no sense.
    pub(super) counts: Vec<Option<u32>>,
    /// Wavefronts of a launch that belong to no request, and in how many launches there were so many: on sm_90 one for
    /// each block.
    pub(super) unowned: BTreeMap<u64, usize>,
    /// What makes no sense, a sentence each.
    pub(super) problems: Vec<String>,
}

/// The wavefronts of `requests` requests, as [`PER_GROUP`] a launch.
pub(super) fn wavefronts(page: &str, requests: usize) -> Result<Totals, String> {
    let launches = launches(page)?;
    let wanted = requests.div_ceil(PER_GROUP);
    if launches.len() != wanted {
        return Err(format!("{} launches on the raw page instead of {wanted}", launches.len()));
    }
    let mut totals = Totals::default();
    for (group, total) in launches.into_iter().enumerate() {
        let places = PER_GROUP.min(requests - group * PER_GROUP);
        match digits(total, places) {
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
        assert_eq!(digits(16 + 64 * (32 + 64 * 7 + 64 * 64), 3), Ok((vec![32, 7, 1], 16)));
        assert_eq!(digits(64 * (5 + 64), 2), Ok((vec![5, 1], 0)));
        assert!(digits(63, 1).unwrap_err().contains("not those of 1 requests"), "no request takes nothing");
        assert!(digits(64 * (5 + 64 + 4096), 2).is_err());
    }

    #[test]
    fn launches_are_read_in_their_order_without_the_units() {
        let page = format!(
            "==PROF== Connected\n\"ID\",\"Kernel Name\",\"{WAVEFRONTS}\"\n\"\",\"\",\"\"\n\"1\",\"totals\",\"{}\"\n\
             \"0\",\"totals\",\"{}\"\n",
            16 + 64 * 3 + 4096,
            32 + 64 + 4096 * 2 + 262_144 * 32
        );
        let totals = wavefronts(&page, 5).unwrap();
        assert_eq!(totals.counts, [1, 2, 32, 3, 1].map(Some));
        assert_eq!(totals.unowned, BTreeMap::from([(16, 1), (32, 1)]));
        assert!(totals.problems.is_empty());
        assert!(wavefronts(&page, 7).unwrap_err().contains("2 launches on the raw page instead of 3"));
        assert!(wavefronts("", 1).unwrap_err().contains("no column"));
        let parts = format!("ID,{},{}\n0,3,0\n1,0,1\n", PARTS[0], PARTS[1]);
        assert_eq!(launches(&parts), Ok(vec![3, 1]));
        let totals = wavefronts(&page.replace("4304", "4096"), 5).unwrap();
        assert_eq!(totals.counts[3..], [None, None]);
        assert_eq!(totals.problems.len(), 1);
    }
}
