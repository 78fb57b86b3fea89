//! Each way to order accesses, and each without it, with the kernels of `orders.cu`: their marks say what is to be found.

use smem_launch::{Arch, Device, Install, Isa, LaunchShape, Program};
use smem_sim::RaceSide;

const TEXT: &str = include_str!("orders.cu");

/// The kernels with the numbers of their lines that have one of the marks, those of the functions that all kernels share among them.
fn kernels() -> Vec<(&'static str, Vec<u32>)> {
    let is_marked =
        |line: &str| line.rsplit_once("//").is_some_and(|(_, marks)| ["A", "B", "A B"].contains(&marks.trim()));
    let numbered = || (1u32..).zip(TEXT.lines());
    let shared: Vec<u32> = numbered()
        .filter(|(_, line)| {
            is_marked(line)
                && (line.starts_with("        :: ") || line.starts_with("    asm") && line.contains("      // "))
        })
        .map(|(number, _)| number)
        .collect();
    let mut kernels: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, line) in numbered() {
        if let Some(name) = line
            .strip_prefix("CLUSTER_")
            .unwrap_or(line)
            .strip_prefix("KERNEL ")
            .and_then(|rest| rest.split('(').next())
        {
            kernels.push((name, Vec::new()));
        } else if is_marked(line)
            && !shared.contains(&number)
            && let Some((_, lines)) = kernels.last_mut()
        {
            lines.push(number);
        }
    }
    for (_, lines) in kernels.iter_mut().filter(|(_, lines)| !lines.is_empty()) {
        lines.extend(&shared);
    }
    kernels
}

fn is_at(side: &RaceSide, lines: &[u32]) -> bool {
    let loc = side.loc.as_ref().expect("the kernels have source lines");
    // A statement of several lines is at its first one.
    lines.iter().any(|line| (loc.line..loc.line + 3).contains(line) && (loc.line == *line || loc.inlined_at.is_some()))
}

fn devices() -> [(Isa, Device, Program); 2] {
    [Isa::Ptx, Isa::Sass].map(|isa| {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true).instruction_limit(100_000_000));
        let program = device.load(TEXT, "orders.cu").unwrap();
        (isa, device, program)
    })
}

/// Kernels of which an instruction set says something else, and why.
const OTHERWISE: [(Isa, &str, &str); 2] = [
    (Isa::Sass, "relaxed_accesses_of_one_word", "a relaxed access is an ordinary one there"),
    (Isa::Sass, "halves_of_words", "a half that nothing reads is in the register of one that is read"),
];

#[test]
fn each_way_to_order_accesses_is_known_and_its_absence_is_found() {
    let mut wrong = Vec::new();
    for (isa, device, program) in devices() {
        for (name, marked) in kernels() {
            let kernel = match program.kernel(name) {
                Ok(kernel) => kernel,
                Err(error) => {
                    wrong.push(format!("{isa} {name}: {error}"));
                    continue;
                }
            };
            let data = device.upload(&(0..512).collect::<Vec<i32>>()).unwrap();
            // Several blocks, because what one has left behind says nothing about the next.
            let profile = match device.simulate(&kernel, LaunchShape::of([5, 1, 1], [128, 1, 1]), &[data.arg()]) {
                Ok(profile) => profile,
                Err(error) => {
                    wrong.push(format!("{isa} {name}: {error}"));
                    continue;
                }
            };
            let found: Vec<_> = profile.races.iter().filter(|race| !race.same_values).collect();
            if OTHERWISE.iter().any(|(set, other, _)| *set == isa && *other == name) {
                if found.is_empty() == marked.is_empty() {
                    wrong.push(format!("{isa} {name}: as the model has it, which was not so"));
                }
                continue;
            }
            if found.is_empty() != marked.is_empty() {
                wrong.push(format!("{isa} {name}: {} races", found.len()));
            }
            // The kernels read only what was written, but for words that a race is about.
            if marked.is_empty() && !profile.unwritten.is_empty() {
                wrong.push(format!("{isa} {name}: {:?}", profile.unwritten));
            }
            for race in found.iter().filter(|race| !is_at(&race.first, &marked) || !is_at(&race.second, &marked)) {
                wrong.push(format!("{isa} {name}: {race}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Before compute capability 7.0 the lanes of a warp went in step, and code that counted on it said so with `volatile`.
#[test]
fn volatile_accesses_of_a_warp_are_in_order_where_its_lanes_go_in_step() {
    let races = |arch: Arch, name: &str| {
        let device = Device::simulator_of(arch, Isa::Ptx, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true));
        // The kernels below take later architectures.
        let text = TEXT.split("KERNEL a_match_is").next().unwrap();
        let step = "KERNEL a_reduction_in_lockstep";
        let lockstep = TEXT.split(step).nth(1).unwrap().split("KERNEL").next().unwrap();
        let program = device.load(&format!("{text}{step}{lockstep}"), "orders.cu").unwrap();
        let data = device.upload(&(0..512).collect::<Vec<i32>>()).unwrap();
        let kernel = program.kernel(name).unwrap();
        device.simulate(&kernel, LaunchShape::of([1, 1, 1], [128, 1, 1]), &[data.arg()]).unwrap().races.len()
    };
    assert_eq!(races(Arch::SM_60, "a_reduction_in_lockstep"), 0);
    assert!(races(Arch::SM_80, "a_reduction_in_lockstep") > 0);
    // Without `volatile` the compiler may keep a value in a register.
    assert!(races(Arch::SM_60, "the_other_half_of_a_warp") > 0);
}
