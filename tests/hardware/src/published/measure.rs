//! The counters of packed launches on a GPU, each launch several times.

use std::path::Path;
use std::process::Command;

use super::counts::{CounterValues, Executed, WavefrontCounts};
use super::pack::PackedFile;
use crate::Nsight;
use crate::nsight::launches;
use smem_examples::{Error, make_folder, read_file, write_file};

/// The counters of one launch, an entry a measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredCounts {
    /// Executed instructions.
    pub executed: Vec<Executed>,
    /// Wavefronts.
    pub wavefronts: Vec<WavefrontCounts>,
    /// All wavefronts of shared memory, and those of `op_misc`: neither loads nor stores nor atomics.
    pub all: Vec<CounterValues<2>>,
}

const COUNTERS: [&str; 9] = [
    "smsp__inst_executed_op_shared_ld.sum",
    "smsp__inst_executed_op_ldsm.sum",
    "smsp__inst_executed_op_shared_st.sum",
    "smsp__inst_executed_op_shared_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum",
];

/// Runs `program`, which makes every launch of a pack in its order, `times` times, under the profiler, and leaves its raw page in
/// `folder`.
///
/// # Errors
/// [`Error::Launch`] with the profiler's own words, [`Error::Input`] where a file cannot be written.
pub fn measure(nsight: &Nsight, program: &Command, folder: &Path) -> Result<(), Error> {
    make_folder(folder)?;
    let report = folder.join("published.ncu-rep");
    let refused =
        |told: String| Error::from(smem_launch::Error::Gpu(format!("Nsight Compute measures nothing: {told}")));
    nsight.profile(&["--metrics", &COUNTERS.join(",")], "regex:.", program, &report).map_err(refused)?;
    let page = nsight.page(&report, &["--page", "raw"], &COUNTERS).map_err(refused)?;
    write_file(&folder.join("counters.csv"), &page)
}

/// Reads what [`measure`] left in `folder`: for each of `files` its launches in order.
///
/// # Errors
/// [`Error::Input`] where the page has other launches than `files`, `times` times.
pub fn measured(folder: &Path, files: &[PackedFile], times: usize) -> Result<Vec<Vec<MeasuredCounts>>, Error> {
    let path = folder.join("counters.csv");
    let wrong = |told: String| Error::Input(format!("`{}`: {told}", path.display()));
    let found = launches(&read_file(&path)?, &COUNTERS).map_err(wrong)?;
    let expected = times * files.iter().map(|file| file.launches.launches().len()).sum::<usize>();
    if found.len() != expected {
        return Err(wrong(format!("{} launches instead of {expected}", found.len())));
    }
    let mut found = found.into_iter();
    let mut all = Vec::new();
    for file in files {
        let empty = MeasuredCounts { executed: Vec::new(), wavefronts: Vec::new(), all: Vec::new() };
        let mut of_file = vec![empty; file.launches.launches().len()];
        for _ in 0..times {
            for ((kernel, _), own) in file.launches.launches().zip(&mut of_file) {
                let Some(launch) = found.next() else { return Err(wrong("launches are missing".to_owned())) };
                if base(&launch.kernel) != base(kernel) {
                    return Err(wrong(format!("`{}` where `{kernel}` of {} should be", launch.kernel, file.name)));
                }
                let [ld, ldsm, st, atom, of_ld, of_st, of_atom, all, misc] = launch.counts[..] else {
                    return Err(wrong("counters are missing".to_owned()));
                };
                own.executed.push(CounterValues([ld, ldsm, st, atom]));
                own.wavefronts.push(CounterValues([of_ld, of_st, of_atom]));
                own.all.push(CounterValues([all, misc]));
            }
        }
        all.push(of_file);
    }
    Ok(all)
}

/// A kernel's name alone: the page has its return type and arguments as well, where it is a template.
fn base(name: &str) -> &str {
    let name = name.split(['<', '(']).next().unwrap_or_default().trim();
    name.rsplit([':', ' ', '*']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_known_by_its_name_alone() {
        for name in ["k", "k<1, a::b>", "void k<1>(int *)", "a::b::k", "unsigned int a::k<(int)3>"] {
            assert_eq!(base(name), "k", "{name}");
        }
    }
}
