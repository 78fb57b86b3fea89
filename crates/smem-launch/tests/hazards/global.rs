//! Races on global memory, with the kernels of `global.cu`.

use smem_launch::{Device, Install, Isa, LaunchShape};
use smem_sim::RaceKind;

const TEXT: &str = include_str!("global.cu");

/// The kernels, with the numbers of their lines that have a mark.
fn kernels() -> Vec<(&'static str, Vec<u32>)> {
    let mut kernels: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, line) in (1..).zip(TEXT.lines()) {
        if let Some(rest) = line.strip_prefix("KERNEL ") {
            kernels.push((rest.split('(').next().unwrap(), Vec::new()));
        }
        let marks = line.rsplit_once("// ").map(|(_, marks)| marks);
        if let (Some("A" | "B" | "A B"), Some((_, lines))) = (marks, kernels.last_mut()) {
            lines.push(number);
        }
    }
    kernels
}

#[test]
fn races_on_global_memory_are_those_that_no_fence_and_no_barrier_orders() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.global_race_check(true).instruction_limit(1 << 28));
        let program = device.load(TEXT, "global.cu").unwrap();
        for (name, marked) in kernels() {
            let data = device.upload(&(0..1024).collect::<Vec<i32>>()).unwrap();
            let flags = device.zeros::<i32>(64).unwrap();
            let kernel = program.kernel(name).unwrap();
            let launch = LaunchShape::of([8, 1, 1], [64, 1, 1]);
            let profile = match device.simulate(&kernel, launch, &[data.arg(), flags.arg()]) {
                Ok(profile) => profile,
                Err(error) => {
                    wrong.push(format!("{isa} {name}: {error}"));
                    continue;
                }
            };
            let harmful: Vec<_> = profile.global_races.iter().filter(|race| !race.same_values).collect();
            if harmful.is_empty() == name.ends_with("_races") {
                wrong.push(format!("{isa} {name}: {} races", harmful.len()));
            }
            if name.ends_with("_harmless") && profile.global_races.is_empty() {
                wrong.push(format!("{isa} {name}: nothing"));
            }
            let is_marked = |race: &&&smem_sim::GlobalRace| {
                let lines = [&race.first, &race.second].map(|side| side.side.loc.as_ref().map_or(0, |loc| loc.line));
                lines.iter().all(|line| marked.contains(line))
            };
            wrong.extend(harmful.iter().filter(|race| !is_marked(race)).map(|race| format!("{isa} {name}: {race}")));
            if !profile.races.is_empty() {
                wrong.push(format!("{isa} {name}: races on shared memory"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_read_behind_a_write_of_one_block_is_one_race_whichever_thread_comes_first() {
    // The first warp reads what the second one has not written yet, and the second reads what the first one has.
    let text = "extern \"C\" __global__ void exchange(int* data) {
        data[threadIdx.x] = 1;
        data[threadIdx.x + 64] = data[63 - threadIdx.x];
    }";
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.global_race_check(true));
        let program = device.load(text, "exchange.cu").unwrap();
        let data = device.zeros::<i32>(128).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
        let profile = device.simulate(&program.kernel("exchange").unwrap(), launch, &[data.arg()]).unwrap();
        let [race] = &profile.global_races[..] else { panic!("{isa}: {:#?}", profile.global_races) };
        let lines = [&race.first, &race.second].map(|side| side.side.loc.as_ref().unwrap().line);
        assert_eq!((race.kind, lines), (RaceKind::ReadAfterWrite, [2, 3]), "{isa}: {race}");
    }
}
