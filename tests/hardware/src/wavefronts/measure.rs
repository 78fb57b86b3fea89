//! The counters of every launch, read through Nsight Compute.
//!
//! Two files in a folder are the whole measurement: `launches.txt`, which says on what it was made and which launches there
//! were, and `counters.csv`, the profiler's raw page. A third, `instructions.csv`, its source page, is for whoever looks for
//! the reason of a difference; nothing here reads it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use smem_layout::Arch;

use super::list::List;
use super::traffic::{LoadsAndStores, Traffic};
use crate::Machine;
use crate::nsight::{Nsight, SHARED_INSTRUCTIONS, WAVEFRONTS, launches};
use smem_examples::{Error, make_folder, read_file, write_file};
use smem_launch::Device;

/// More metrics, for whoever looks for the reason of a difference: all passes of shared memory, and those of each
/// instruction.
const BESIDE: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,\
                      memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,inst_executed";

const FIRST_LINE: &str = "# smem wavefronts 1";

/// The counts of a GPU in every launch of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredLaunches {
    /// The architecture of the banks.
    pub arch: Arch,
    /// The machine, and the day.
    pub machine: Machine,
    /// The counts of each case of the list, none where it was not launched. Its requests are SASS instructions that were
    /// executed: the assembler makes one of several, and one whose lanes are all off counts as well.
    pub counts: Vec<Option<Traffic>>,
}

/// Runs `program`, which makes the launches of `list` that can be made, under the profiler, and leaves the files in `folder`.
///
/// # Errors
/// [`Error::Launch`] with the profiler's own words, [`Error::Input`] where a file cannot be written.
pub fn measure(nsight: &Nsight, gpu: &Device, list: &List, program: &Command, folder: &Path) -> Result<(), Error> {
    make_folder(folder)?;
    let counters = [WAVEFRONTS, SHARED_INSTRUCTIONS].concat().join(",");
    let with_reasons = format!("{counters},{BESIDE}");
    let mut names: Vec<&str> = list.runnable().map(|case| case.kernel.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let kernels = format!("regex:{}", names.join("|"));
    let report = folder.join("launches.ncu-rep");
    let mut refused = String::new();
    for metrics in [&with_reasons, &counters] {
        let measured = nsight.profile(&["--metrics", metrics], &kernels, program, &report);
        match measured.and_then(|()| nsight.page(&report, &["--page", "raw"], &WAVEFRONTS)) {
            Ok(page) => {
                let machine = Machine::this(gpu, Some(nsight));
                write_file(&head_file(folder), &head(gpu.arch(), &machine, list))?;
                write_file(&page_file(folder), &page)?;
                if let Ok(page) = nsight.page(&report, &["--page", "source", "--print-source", "sass"], &["Source"]) {
                    write_file(&folder.join("instructions.csv"), &page)?;
                }
                return Ok(());
            }
            Err(told) => refused = told,
        }
    }
    Err(smem_launch::Error::Gpu(format!("Nsight Compute measures nothing: {refused}")).into())
}

impl MeasuredLaunches {
    /// Reads what [`measure`] left in `folder`.
    ///
    /// # Errors
    /// [`Error::Input`] where a file cannot be read, has launches that are not in `list`, or has none of those in it.
    pub fn read(folder: &Path, list: &List) -> Result<MeasuredLaunches, Error> {
        let (head_file, page_file) = (head_file(folder), page_file(folder));
        let wrong = |file: &Path, told: String| Error::Input(format!("`{}`: {told}", file.display()));
        let head = LaunchesFile::parse(&read_file(&head_file)?).map_err(|told| wrong(&head_file, told))?;
        let launched = launches(&read_file(&page_file)?, &[WAVEFRONTS, SHARED_INSTRUCTIONS].concat())
            .map_err(|told| wrong(&page_file, told))?;
        if launched.len() != head.launches.len() {
            let (here, there) = (launched.len(), head.launches.len());
            return Err(wrong(&page_file, format!("{here} launches instead of {there}")));
        }
        let cases: Vec<_> = list.cases().collect();
        let mut counts = vec![None; cases.len()];
        for (name, launch) in head.launches.iter().zip(&launched) {
            let Some(at) = cases.iter().position(|case| case.to_string() == *name) else {
                if list.is_taken_out(name) {
                    continue;
                }
                return Err(wrong(&head_file, format!("`{name}` is not a launch that this program makes")));
            };
            if launch.kernel != cases[at].kernel {
                return Err(wrong(&page_file, format!("`{}` where `{name}` should be", launch.kernel)));
            }
            if counts[at].is_some() {
                return Err(wrong(&head_file, format!("`{name}` is there twice")));
            }
            let both = |at: usize| LoadsAndStores { loads: launch.counts[at], stores: launch.counts[at + 1] };
            counts[at] = Some(Traffic { wavefronts: both(0), requests: both(WAVEFRONTS.len()) });
        }
        if counts.iter().all(Option::is_none) {
            return Err(wrong(&head_file, "no launch that was asked for is there".to_owned()));
        }
        Ok(MeasuredLaunches { arch: head.arch, machine: head.machine, counts })
    }
}

/// `launches.txt`.
struct LaunchesFile {
    arch: Arch,
    machine: Machine,
    /// As a case shows itself.
    launches: Vec<String>,
}

fn head(arch: Arch, machine: &Machine, list: &List) -> String {
    let mut text = format!("{FIRST_LINE}\n# arch: {arch}\n{machine}");
    for case in list.runnable() {
        let _ = writeln!(text, "{case}");
    }
    text
}

impl LaunchesFile {
    fn parse(text: &str) -> Result<LaunchesFile, String> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(format!("the first line is not `{FIRST_LINE}`"));
        }
        let (fields, launches): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("# "));
        let field = |name: &str| {
            let value =
                |line: &&str| line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned);
            fields.iter().find_map(value).ok_or_else(|| format!("no line `# {name}: ..`"))
        };
        let arch = field("arch")?;
        Ok(LaunchesFile {
            arch: Arch::from_name(&arch).ok_or_else(|| format!("`{arch}` is not an architecture"))?,
            machine: Machine::from_fields(field)?,
            launches: launches.into_iter().map(str::to_owned).collect(),
        })
    }
}

fn head_file(folder: &Path) -> PathBuf {
    folder.join("launches.txt")
}

fn page_file(folder: &Path) -> PathBuf {
    folder.join("counters.csv")
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::nsight::fake;
    use smem_launch::{DeviceChoice, Install};

    /// A profiler in shell, which counted nothing: its page is made up. It does not know `memory_l1_wavefronts_shared`.
    const PROFILER: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit
echo "$*" >>"$0.calls"
case "$*" in
*memory_l1*) echo "==ERROR== Failed to find metric"; exit 1 ;;
*"--page raw"*) cat "$0.page" ;;
esac
"#;

    /// A page on which every launch of `list` takes what is predicted.
    fn page(list: &List, arch: Arch) -> String {
        let columns = [WAVEFRONTS, SHARED_INSTRUCTIONS].concat();
        let mut page = format!("==PROF== made up\n\"ID\",\"Kernel Name\",\"{}\"\n", columns.join("\",\""));
        for (id, case) in list.runnable().enumerate() {
            let Traffic { requests, wavefronts } = Traffic::predicted(&case.shared, &arch.bank_model());
            let (kernel, [ld, st]) = (&case.kernel, [requests.loads, requests.stores]);
            page += &format!("{id},{kernel}(int),{},{},{ld},{st}\n", wavefronts.loads, wavefronts.stores);
        }
        page
    }

    #[test]
    fn what_the_profiler_counts_comes_back_launch_by_launch() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let nsight = fake(folder.path(), PROFILER);
        let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
        let list = List::new(None).unwrap().only("tiles");
        let page = page(&list, device.arch());
        fs::write(folder.path().join("ncu.page"), &page).unwrap();
        let mut program = Command::new("wavefronts");
        program.args(["--launch", "--offline"]);
        measure(&nsight, &device, &list, &program, &out).unwrap();

        let calls = fs::read_to_string(folder.path().join("ncu.calls")).unwrap();
        let calls: Vec<&str> = calls.lines().collect();
        let kernels = "--kernel-name regex:scan_over_tiles|scan_tiles wavefronts --launch";
        assert!(calls[1].ends_with(&format!("{kernels} --offline")), "{calls:?}");
        assert!(calls[1].contains("--metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,"), "{calls:?}");

        let measured = MeasuredLaunches::read(&out, &list).unwrap();
        assert_eq!(measured.arch, device.arch());
        for (case, counts) in list.cases().zip(&measured.counts) {
            let predicted = Traffic::predicted(&case.shared, &device.arch().bank_model());
            let runs = list.runnable().any(|runs| runs.to_string() == case.to_string());
            assert_eq!(*counts, runs.then_some(predicted), "{case}");
        }

        let told = |page: &str| {
            fs::write(page_file(&out), page).unwrap();
            MeasuredLaunches::read(&out, &list).unwrap_err().to_string()
        };
        let shorter = page.trim_end().rsplit_once('\n').unwrap().0;
        assert!(told(shorter).contains("launches instead of"), "{}", told(shorter));
        let renamed = page.replace("over_tiles", "over_tile");
        assert!(
            told(&renamed).contains("`scan_over_tile` where `scan_over_tiles, -, 256 x 6` should be"),
            "{}",
            told(&renamed)
        );
        let named = fs::read_to_string(head_file(&out)).unwrap().replace("256 x 192", "255 x 192");
        fs::write(head_file(&out), named).unwrap();
        assert!(told(&page).contains("is not a launch that this program makes"), "{}", told(&page));
        let named = fs::read_to_string(head_file(&out)).unwrap().replace("255 x 192", "300 x 200");
        fs::write(head_file(&out), named).unwrap();
        assert!(told(&page).contains("is there twice"), "{}", told(&page));
        let no_launches = head(device.arch(), &measured.machine, &List::new(None).unwrap().only("no such kernel"));
        fs::write(head_file(&out), no_launches).unwrap();
        let columns_alone = page.lines().take(2).collect::<Vec<_>>().join("\n");
        assert!(told(&columns_alone).contains("no launch that was asked for"), "{}", told(&columns_alone));
        fs::write(head_file(&out), "anything").unwrap();
        assert!(told(&page).contains("the first line is not"), "{}", told(&page));
    }
}
