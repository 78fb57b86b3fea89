//! The launches of a report beside those of a page of Nsight Compute.

use serde::Serialize;

use super::counters::{COUNTERS, Counter};
use super::page::{NsightLaunch, NsightPage};
use smem_report::LaunchReport;

use crate::report::ProfileReport;
use smem_cuda::template_arguments;

/// A launch of a report, and the counts that a page has for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComparedLaunch {
    /// The kernel, as the report names it.
    pub kernel: String,
    /// Why the counts are not of the same work, where they are not.
    pub differs: Option<String>,
    /// The counters that both have; empty where the page has no such launch.
    #[serde(rename = "counters")]
    pub counts: Vec<ComparedCount>,
}

/// A counter of Nsight Compute beside the count of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComparedCount {
    /// The counter.
    pub counter: &'static str,
    /// As Nsight Compute has it.
    pub nsight: u64,
    /// As the report has it.
    pub own: u64,
    /// The counter above the report's count, in percent of that; `None` where that is 0.
    pub percent: Option<f64>,
    /// Why the two may differ, where they do.
    pub why: Option<&'static str>,
}

impl ComparedCount {
    fn of(counter: &Counter, nsight: u64, own: u64) -> ComparedCount {
        let percent = (own > 0).then(|| 100.0 * (nsight as f64 - own as f64) / own as f64);
        let why = (nsight != own).then_some(counter.why);
        ComparedCount { counter: counter.name, nsight, own, percent, why }
    }
}

/// Puts each launch of a report beside that of its kernel on a page: the first launches of a kernel belong together, then the second ones, and so on.
///
/// ```
/// use smem_profile::Job;
/// use smem_profile::nsight::{NsightPage, compare};
///
/// let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// let page = "ID,Kernel Name,Block Size,Grid Size,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\n\
///     0,k(float *),\"(32, 1, 1)\",\"(1, 1, 1)\",2\n";
/// let compared = compare(&report, &page.parse::<NsightPage>().unwrap());
/// assert_eq!((compared[0].counts[0].nsight, compared[0].counts[0].own), (2, 2));
/// assert_eq!(compared[0].differs, None);
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn compare(report: &ProfileReport, page: &NsightPage) -> Vec<ComparedLaunch> {
    let mut taken = vec![false; page.launches.len()];
    let of_launch = |launch: &LaunchReport| {
        let is_own = |(at, other): &(usize, &NsightLaunch)| !taken[*at] && is_same(&launch.kernel, &other.kernel);
        let found = page.launches.iter().enumerate().find(is_own);
        if let Some((at, _)) = found {
            taken[at] = true;
        }
        ComparedLaunch::of(launch, found.map(|(_, other)| other))
    };
    report.launches.iter().map(of_launch).collect()
}

impl ComparedLaunch {
    fn of(launch: &LaunchReport, other: Option<&NsightLaunch>) -> ComparedLaunch {
        let kernel = launch.kernel.clone();
        let Some(other) = other else {
            let differs = Some("the page has no launch of this kernel".to_owned());
            return ComparedLaunch { kernel, counts: Vec::new(), differs };
        };
        let compared = COUNTERS
            .iter()
            .filter_map(|counter| Some(ComparedCount::of(counter, other.count(counter.name)?, (counter.own)(launch))));
        ComparedLaunch { kernel, counts: compared.collect(), differs: difference(launch, other) }
    }
}

/// Why the counts of two launches are not of the same work.
fn difference(launch: &LaunchReport, other: &NsightLaunch) -> Option<String> {
    let shown = |[x, y, z]: [u32; 3]| format!("{x} x {y} x {z}");
    let (grid, block) = (launch.grid, launch.block);
    if other.grid.is_some_and(|own| own != grid) || other.block.is_some_and(|own| own != block) {
        let (own_grid, own_block) = (other.grid.unwrap_or(grid), other.block.unwrap_or(block));
        return Some(format!(
            "the page's launch has grid {} and block {}, this one {} and {}",
            shown(own_grid),
            shown(own_block),
            shown(grid),
            shown(block)
        ));
    }
    (launch.blocks.run < launch.blocks.grid)
        .then(|| format!("{} of {} blocks ran here", launch.blocks.run, launch.blocks.grid))
}

/// Whether two names are of one kernel: `void ns::k<int, (int)4>(int *)` is `k<int, 4>`, and without the arguments of a template any instance.
fn is_same(own: &str, other: &str) -> bool {
    let (own, other) = (NameParts::of(own), NameParts::of(other));
    own.base == other.base && (own.arguments == other.arguments || own.arguments.is_none() || other.arguments.is_none())
}

/// The name of a kernel without namespaces and parameters, and the arguments of its template without blanks and casts.
#[derive(PartialEq, Eq)]
struct NameParts {
    base: String,
    arguments: Option<Vec<String>>,
}

impl NameParts {
    fn of(name: &str) -> NameParts {
        let name = name.trim();
        let end = name.find(['<', '(']).unwrap_or(name.len());
        let base = name[..end].rsplit([' ', ':', '*', '&']).next().unwrap_or_default().to_owned();
        // After the arguments are the parameters.
        let list_end = name.rfind(">(").map_or(name.len(), |at| at + 1);
        let arguments = name[end..].starts_with('<').then(|| {
            let instance = format!("{base}{}", &name[end..list_end.max(end)]);
            template_arguments(&instance).iter().map(|argument| plain(argument)).collect()
        });
        NameParts { base, arguments }
    }
}

/// An argument of a template without blanks, casts and the suffix of an unsigned number.
fn plain(argument: &str) -> String {
    let mut plain: String = argument.split_whitespace().collect();
    for cast in ["(int)", "(unsignedint)", "(bool)", "(long)", "(unsignedlong)", "(char)"] {
        plain = plain.replace(cast, "");
    }
    plain.trim_end_matches(['u', 'U']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn names_of_the_profiler_are_those_of_the_source() {
        for (own, other) in [
            ("k", "k(float *, int)"),
            ("k", "k"),
            ("ops::scan<float, 256u>", "void ops::scan<float, (unsigned int)256>(T1 *, const T1 *)"),
            (
                "reduce6<int, 256, true>",
                "void reduce6<int, (unsigned int)256, (bool)1>(int *)".replace("(bool)1", "true").leak(),
            ),
            ("k<Pair<int, int>>", "void k<Pair<int, int>>(int)"),
            ("scan", "void scan<float>(float *)"),
        ] {
            assert!(is_same(own, other), "{own} and {other}");
        }
        for (own, other) in
            [("k", "j(int)"), ("k<4>", "void k<(int)8>(int)"), ("k", "kk"), ("k<Pair<int, 2>>", "k<Pair<int, 3>>")]
        {
            assert!(!is_same(own, other), "{own} and {other}");
        }
    }
}
