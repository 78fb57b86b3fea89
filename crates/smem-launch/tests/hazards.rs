//! The race check and faults, on both instruction sets, with the kernels of `hazards/`, and what compute-sanitizer reports of them.

mod accumulators;
mod clusters;
mod global;
mod local_arrays;
mod orders;
mod overruns;
mod products;
mod tensors;
mod trips;
mod waits;

use smem_launch::{Device, Install, Isa, LaunchShape, Profile, Program};
use smem_sim::{Race, RaceCause, RaceKind, RaceSide};

const TEXT: &str = include_str!("hazards/kernels.cu");
const FAULTS: &str = include_str!("hazards/faults.cu");
/// The reports of compute-sanitizer on the kernels, on an H200.
const RACECHECK: &str = include_str!("hazards/racecheck.tsv");

/// Names of the kernels.
fn kernels() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter_map(|line| line.strip_prefix("KERNEL ")?.split('(').next())
}

/// The numbers of a kernel's lines that have this mark, those of the functions in front of it among them.
fn marked(kernel: &str, mark: char) -> Vec<u32> {
    marked_in(TEXT, kernel, mark)
}

/// The same of the kernels of another text.
fn marked_in(text: &str, kernel: &str, mark: char) -> Vec<u32> {
    let start = text.lines().position(|line| line.starts_with(&format!("KERNEL {kernel}("))).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let length = lines[start..].iter().position(|line| *line == "}").unwrap();
    let functions = lines.iter().enumerate().filter(|(_, line)| line.starts_with("        :: "));
    let own = (start..start + length).map(|at| (at, &lines[at]));
    let has_mark = |line: &str| line.rsplit_once("//").is_some_and(|(_, marks)| marks.contains(mark));
    own.chain(functions).filter(|(_, line)| has_mark(line)).map(|(at, _)| at as u32 + 1).collect()
}

/// Whether a race is between a line of `a` and then one of `b`, or where neither comes first, between both.
fn is_pair(race: &Race, a: &[u32], b: &[u32]) -> bool {
    let is_beside = matches!(race.kind, RaceKind::ReadBesideWrite | RaceKind::WriteBesideWrite);
    is_at(&race.first, a) && is_at(&race.second, b) || is_beside && is_at(&race.first, b) && is_at(&race.second, a)
}

fn is_at(side: &RaceSide, lines: &[u32]) -> bool {
    let loc = side.loc.as_ref().expect("the kernels have source lines");
    // A statement of several lines is at its first one.
    lines.iter().any(|line| (loc.line..loc.line + 3).contains(line) && (loc.line == *line || loc.inlined_at.is_some()))
}

/// Runs a kernel. `None` where the instruction set lacks something.
fn run((device, program): &(Device, Program), kernel: &str) -> Option<Profile> {
    let kernel = program.kernel(kernel).ok()?;
    let data = device.upload(&(0..256).collect::<Vec<i32>>()).unwrap();
    let profile = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [64, 1, 1]), &[data.arg()]);
    Some(profile.unwrap_or_else(|error| panic!("{error}")))
}

fn devices() -> [(Isa, (Device, Program)); 2] {
    [Isa::Ptx, Isa::Sass].map(|isa| {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true).race_remedies(true));
        let program = device.load(TEXT, "kernels.cu").unwrap();
        (isa, (device, program))
    })
}

/// The races that do harm.
fn harmful(profile: &Profile) -> impl Iterator<Item = &Race> {
    profile.races.iter().filter(|race| !race.same_values)
}

/// Returns the remedy with which the race was gone, or the cause of the race.
fn advice(race: &Race) -> String {
    let Some(remedy) = &race.remedy else { return race.cause.to_string() };
    let syncs = remedy.steps.iter().flat_map(|step| &step.syncs).map(ToString::to_string);
    let next = if remedy.steps.iter().any(|step| step.in_next_round) { ", next round" } else { "" };
    syncs.collect::<Vec<_>>().join(" and ") + next
}

const BLOCK: &str = "`__syncthreads()`";
const BLOCK_LOOP: &str = "`__syncthreads()`, next round";
const WARP: &str = "`__syncwarp()`";
const WARP_LOOP: &str = "`__syncwarp()`, next round";
const FENCE: &str = "`__threadfence_block()`";
const FENCES: &str = "`__threadfence_block()` and `__threadfence_block()`";
const WAIT: &str = "`__pipeline_wait_prior(0)`";
const COMMIT_AND_WAIT: &str = "`__pipeline_commit()` and `__pipeline_wait_prior(0)`";
const UNORDERED: &str = "nothing orders the two accesses";
const PHASE: &str = "a wait for the `mbarrier` at byte 0x100 (`mbarrier.try_wait`)";
const ONE: &str = "one instruction writes different values to the same bytes for several threads";

/// Each kernel with a race, the race's kind if both instruction sets have one, and what is missing, or the cause if nothing helps.
const RACES: [(&str, &str, &[&str]); 20] = [
    ("no_barrier", "read-after-write", &[BLOCK]),
    ("no_barrier_at_the_end_of_a_loop", "write-after-read", &[BLOCK_LOOP]),
    ("a_reduction_without_a_barrier", "read-after-write", &[WARP_LOOP]),
    ("a_warp_without_a_barrier", "read-after-write", &[WARP]),
    ("a_warp_of_volatile_accesses", "read-after-write", &[WARP]),
    ("a_shuffle_is_not_a_barrier", "read-after-write", &[WARP]),
    ("lanes_that_write_one_word", "write-after-write", &[ONE]),
    ("bytes_that_overlap", "read-after-write", &[BLOCK]),
    ("atomics_before_a_barrier_is_missing", "write-after-write", &[BLOCK]),
    ("atomics_after_which_a_barrier_is_missing", "read-after-write", &[BLOCK]),
    // Machine code does not say that the flag's reader lacks one as well.
    ("a_lock_without_fences", "write-after-read", &[FENCES, FENCE]),
    // The compiler may make a loop of each branch, and then there is no place in both.
    ("a_producer_that_does_not_wait", "", &[BLOCK_LOOP, UNORDERED]),
    ("a_barrier_of_another_warp", "read-after-write", &[BLOCK]),
    ("a_copy_without_a_wait", "read-after-write", &[WAIT]),
    // The assembler puts the end of the group after the read.
    ("a_copy_without_a_wait_of_its_own_thread", "read-after-write", &[WAIT, COMMIT_AND_WAIT]),
    ("a_copy_without_a_barrier", "read-after-write", &[BLOCK]),
    ("a_pipeline_that_waits_for_one_copy_too_few", "read-after-write", &[WAIT]),
    ("a_matrix_of_another_warp", "read-after-write", &[BLOCK]),
    ("a_counter_without_fences", "read-after-write", &[FENCES, FENCE]),
    ("a_bulk_copy_that_is_not_waited_for", "read-after-write", &[PHASE]),
];

/// Further kernels with a race, whose remedy the check does not know.
const OTHERS: [&str; 2] = ["an_mbarrier_that_nobody_waits_for", "an_mbarrier_at_which_one_lane_arrives"];

#[test]
fn races_are_found_on_both_lines_with_what_is_missing() {
    for (isa, device) in devices() {
        for (kernel, kind, missing) in RACES {
            let Some(profile) = run(&device, kernel) else { continue };
            let [a, b] = ['A', 'B'].map(|mark| marked(kernel, mark));
            let expected = |race: &Race| {
                (kind.is_empty() || race.kind.to_string() == kind)
                    && missing.contains(&advice(race).as_str())
                    && is_pair(race, &a, &b)
            };
            let found = profile.races.iter().chain(profile.races.iter().flat_map(|race| &race.same_cause));
            assert!(found.clone().any(expected), "{isa} {kernel}: {:#?}", profile.races);
            for race in &profile.races {
                for side in [&race.first, &race.second] {
                    assert!(is_at(side, &a) || is_at(side, &b), "{isa} {kernel}: {race}");
                }
            }
        }
        for kernel in OTHERS {
            let Some(profile) = run(&device, kernel) else { continue };
            let [a, b] = ['A', 'B'].map(|mark| marked(kernel, mark));
            // Each is in a branch of its own, so neither comes first.
            let is_pair = |race: &Race| {
                is_at(&race.first, &a) && is_at(&race.second, &b) || is_at(&race.first, &b) && is_at(&race.second, &a)
            };
            assert!(
                !profile.races.is_empty() && profile.races.iter().all(is_pair),
                "{isa} {kernel}: {:#?}",
                profile.races
            );
        }
    }
}

#[test]
fn kernels_in_order_are_clean() {
    let mut clean = 0;
    for (isa, device) in devices() {
        for kernel in kernels().filter(|name| !RACES.iter().any(|race| race.0 == *name) && !OTHERS.contains(name)) {
            let Some(profile) = run(&device, kernel) else { continue };
            let found: Vec<String> = harmful(&profile).map(ToString::to_string).collect();
            assert!(found.is_empty(), "{isa} {kernel}: {found:#?}");
            clean += 1;
        }
    }
    assert!(clean > 30, "{clean}");
}

#[test]
fn writes_of_one_value_do_no_harm() {
    for (isa, device) in devices() {
        let profile = run(&device, "lanes_that_write_one_value").unwrap();
        let [race] = &profile.races[..] else { panic!("{isa}: {:#?}", profile.races) };
        assert!(race.same_values && race.cause == RaceCause::OneInstruction, "{isa} {race}");
    }
}

#[test]
fn a_read_of_what_nothing_wrote_has_its_thread_and_its_line() {
    for (isa, device) in devices() {
        let profile = run(&device, "a_read_of_what_nothing_wrote").unwrap();
        let [read] = &profile.unwritten[..] else { panic!("{isa}: {:#?}", profile.unwritten) };
        assert_eq!((read.address, read.side.thread, read.times), (36, [54, 0, 0], 1), "{isa}");
        assert!(is_at(&read.side, &marked("a_read_of_what_nothing_wrote", 'A')), "{isa}");
    }
}

/// Kernels of which compute-sanitizer reports something else, and why.
const DIFFERENT: [(&str, &str); 6] = [
    ("atomics_before_a_barrier_is_missing", "it does not watch atomics"),
    ("atomics_after_which_a_barrier_is_missing", "it does not watch atomics"),
    ("a_lock", "it does not see the order that fences and atomics make"),
    ("the_last_warp_by_a_counter", "it does not see the order that fences and atomics make"),
    ("a_barrier_of_another_warp", "it takes a barrier of some threads for one of all"),
    ("an_mbarrier_at_which_one_lane_arrives_for_all", "it does not see that the warp waited before its lane arrived"),
];

#[test]
fn races_are_those_that_compute_sanitizer_reports_but_for_six_kernels() {
    let (_, device) = &devices()[1];
    for kernel in kernels() {
        let rows: Vec<Vec<&str>> = RACECHECK.lines().map(|row| row.split('\t').collect()).collect();
        let of_kernel: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] == kernel).collect();
        assert!(!of_kernel.is_empty(), "{kernel} is not in the table");
        let reported = of_kernel.iter().any(|row| row[1] != "-");
        let profile = run(device, kernel).unwrap();
        let found = harmful(&profile).next().is_some();
        let is_different = DIFFERENT.iter().any(|(name, _)| *name == kernel);
        assert_eq!(reported != found, is_different, "{kernel}: {reported} there, {:#?}", profile.races);
        if is_different || !found {
            continue;
        }
        // Lanes of one warp are its warnings, other threads its errors.
        let between_warps = of_kernel.iter().any(|row| row[1] == "Error");
        assert_eq!(harmful(&profile).any(|race| !race.in_warp), between_warps, "{kernel}: {:#?}", profile.races);
        // The same two lines; which comes first depends on its run.
        let lines = |one: u32, other: u32| (one.min(other), one.max(other));
        let line = |side: &RaceSide| {
            let loc = side.loc.as_ref().unwrap();
            loc.line
        };
        let number = |text: &str| text.rsplit_once(' ').unwrap().1.parse::<u32>().unwrap();
        let theirs: Vec<(u32, u32)> = of_kernel.iter().map(|row| lines(number(row[3]), number(row[4]))).collect();
        let mut ours = harmful(&profile).map(|race| lines(line(&race.first), line(&race.second)));
        assert!(ours.any(|pair| theirs.contains(&pair)), "{kernel}: {theirs:?}, {:#?}", profile.races);
    }
}

#[test]
fn what_is_invalid_is_a_fault_that_names_the_thread() {
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let program = device.load(FAULTS, "faults.cu").unwrap();
        for (kernel, parts) in [
            ("out_of_shared_memory", ["outside shared memory", "thread (63, 0, 0)"]),
            ("out_of_global_memory", ["outside global memory", "thread (0, 0, 0)"]),
            ("misaligned", ["in shared memory is not aligned to 8", "faults.cu:18"]),
            ("a_barrier_in_a_branch", ["barrier not reached by every thread", "faults.cu:"]),
            ("a_barrier_that_a_warp_does_not_reach", ["barrier not reached by every thread", "faults.cu:"]),
            ("a_shuffle_from_a_lane_that_is_not_there", ["from", "which is not active in the shuffle"]),
            ("a_trap", ["the kernel trapped", "thread (40, 0, 0)"]),
        ] {
            // Machine code counts the threads at a barrier, wherever in the code they are.
            if isa == Isa::Sass && kernel == "a_barrier_in_a_branch" {
                continue;
            }
            let data = device.upload(&(0..256).collect::<Vec<i32>>()).unwrap();
            let launched = device.simulate(
                &program.kernel(kernel).unwrap(),
                LaunchShape::of([1, 1, 1], [64, 1, 1]),
                &[data.arg()],
            );
            let Err(fault) = launched else { panic!("{isa} {kernel} is no fault") };
            for part in parts {
                assert!(fault.to_string().contains(part), "{isa} {kernel}: {fault}");
            }
        }
    }
}
