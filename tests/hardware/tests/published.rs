//! Published kernels as machine code against the counters of an H200: what RESULTS claims of the data file, and the data file against
//! the simulator where the kernels are at hand.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use smem_hardware::published::{
    Explained, LaunchDifference, Pack, PublishedData, PublishedLaunch, PublishedList, launch_file, run_file,
};
use smem_launch::{Device, Install, Isa};

fn data() -> PublishedData {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("published/sm_90.tsv");
    PublishedData::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The launches that both the simulator and the GPU ran.
fn compared(data: &PublishedData) -> Vec<&PublishedLaunch> {
    data.launches.iter().filter(|launch| launch.machine_code.is_some() && launch.measured.is_some()).collect()
}

#[test]
fn at_least_sixty_launches_of_thirty_files_were_measured_four_times() {
    let data = data();
    let compared = compared(&data);
    let list = PublishedList::of_project().unwrap();
    let paths: BTreeSet<&String> = list
        .files
        .iter()
        .filter(|file| compared.iter().any(|launch| launch.file == file.name))
        .map(|file| &file.path)
        .collect();
    assert!(compared.len() >= 60 && paths.len() >= 30, "{} launches of {} files", compared.len(), paths.len());
    for launch in compared {
        assert!(launch.measured.as_ref().is_some_and(|counts| counts.wavefronts.len() >= 4), "{launch}");
    }
}

#[test]
fn executed_instructions_are_equal_wherever_the_gpu_repeats_them() {
    for launch in compared(&data()) {
        assert!(launch.depends_on_timing() || launch.executed_is_equal() == Some(true), "{launch}");
    }
}

#[test]
fn wavefronts_are_equal_in_95_percent_of_the_launches() {
    let data = data();
    let compared = compared(&data);
    let equal = compared.iter().filter(|launch| launch.wavefronts_are_equal() == Some(true)).count();
    assert!(100 * equal >= 95 * compared.len(), "{equal} of {}", compared.len());
}

#[test]
fn every_difference_has_its_cause_and_every_cause_its_difference() {
    let (data, explained) = (data(), Explained::all());
    let mut used = BTreeSet::new();
    for launch in &data.launches {
        for what in LaunchDifference::of(launch) {
            let causes: Vec<usize> = (0..explained.len()).filter(|at| explained[*at].explains(launch, what)).collect();
            assert!(!causes.is_empty(), "{what:?} of {launch}");
            used.extend(causes);
        }
    }
    assert_eq!(used.len(), explained.len(), "explanations of what does not differ");
}

#[test]
fn memory_that_rounding_explains_differs_in_last_digits_alone() {
    let data = data();
    for cause in Explained::all() {
        let most = match cause.cause {
            text if text.starts_with("MUFU") || text.contains("atomics") => 4e-7,
            text if text.starts_with("tensor cores") => 4e-4,
            // Sums of halves.
            text if text.contains("contracts") => 2e-3,
            _ => continue,
        };
        let launch = data.launches.iter().find(|launch| cause.explains(launch, cause.what)).unwrap();
        let memory = if cause.what == LaunchDifference::Memory { &launch.memory } else { &launch.ptx_memory };
        let (_, relative) = memory.as_ref().unwrap().rsplit_once(", ").unwrap();
        assert!(relative.parse::<f64>().unwrap() <= most, "{launch}");
    }
}

#[test]
fn every_file_of_the_table_has_launches_and_the_data_are_of_them() {
    let (list, data) = (PublishedList::of_project().unwrap(), data());
    let mut launches = 0;
    for file in &list.files {
        let described = launch_file(&list, file).unwrap_or_else(|error| panic!("{error}"));
        for (at, (kernel, _)) in described.launches().enumerate() {
            let same = |launch: &&PublishedLaunch| launch.file == file.name && launch.launch == at;
            let recorded = data.launches.iter().find(same).unwrap_or_else(|| panic!("{} {at}", file.name));
            assert_eq!(recorded.kernel, kernel, "{} {at}", file.name);
            launches += 1;
        }
    }
    assert_eq!(launches, data.launches.len());
}

/// Where the folder is named that `published --fetch-to` left: the simulator counts what the data file says that it counts.
#[test]
fn the_simulator_counts_again_what_the_data_file_says() {
    let Some(folder) = env::var_os("SMEM_PUBLISHED").map(PathBuf::from) else {
        eprintln!("SMEM_PUBLISHED does not name the folder of `published --fetch-to`: nothing is counted again");
        return;
    };
    let data = data();
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    for file in Pack::new(&folder.join("pack")).files("").unwrap() {
        let recorded: Vec<_> = data.launches.iter().filter(|launch| launch.file == file.name).collect();
        if recorded.iter().any(|launch| launch.machine_code.is_none()) {
            continue;
        }
        let run =
            // SAFETY: the device is the simulator.
            unsafe { run_file(&device, &file.compiled, &file.launches, &file.name) }.unwrap_or_else(|error| panic!("{error}"));
        let counts: Vec<_> = recorded.iter().map(|launch| launch.machine_code).collect();
        assert_eq!(run.counts, counts, "{}", file.name);
    }
}
