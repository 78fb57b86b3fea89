//! Blocks of a cluster that access the shared memory of one another, with the kernels of `clusters.cu`: their marks say what is to be found.

use smem_launch::{Device, Install, Isa, LaunchShape, Profile};
use smem_sim::BlockLifetime;

const TEXT: &str = include_str!("clusters.cu");

/// The kernels, each with the findings that its mark names, sorted.
fn kernels() -> Vec<(&'static str, Vec<&'static str>)> {
    let kernel = |line: &'static str| {
        let name = line.strip_prefix("KERNEL(").or_else(|| line.strip_prefix("KERNEL_OF_FOUR("))?.split(')').next()?;
        let mark = line.rsplit_once("//").map_or("", |(_, mark)| mark);
        let mut marks: Vec<&str> = mark.split_whitespace().collect();
        marks.sort_unstable();
        Some((name, marks))
    };
    TEXT.lines().filter_map(kernel).collect()
}

fn found(profile: &Profile) -> Vec<&'static str> {
    let lifetime = |lifetime| profile.cluster_accesses.iter().any(|access| access.lifetime == lifetime);
    let found = [
        (lifetime(BlockLifetime::MayNotHaveBegun), "early"),
        (lifetime(BlockLifetime::MayHaveEnded), "late"),
        (profile.races.iter().any(|race| !race.same_values), "race"),
        // These kernels read nothing uninitialized without a race.
        (!profile.unwritten.is_empty(), "unwritten"),
    ];
    found.into_iter().filter(|(is_found, _)| *is_found).map(|(_, name)| name).collect()
}

/// Kernels of which an instruction set says something else, and why.
const OTHERWISE: [(Isa, &str, &str); 0] = [];

#[test]
fn what_blocks_of_a_cluster_do_to_one_another_is_found_and_right_kernels_are_clean() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true).instruction_limit(10_000_000));
        let program = device.load(TEXT, "clusters.cu").unwrap();
        for (name, marks) in kernels() {
            let kernel = program.kernel(name).unwrap();
            let data = device.upload(&[0_u32; 1024]).unwrap();
            // Two clusters, because what one has left is none of the other's.
            let blocks = if name.ends_with("of_four") { 8 } else { 4 };
            let found = match device.simulate(&kernel, LaunchShape::of([blocks, 1, 1], [64, 1, 1]), &[data.arg()]) {
                Ok(profile) => found(&profile),
                // The simulator's order has the access after the exit.
                Err(error) if error.to_string().contains("of the cluster has exited") => vec!["late"],
                Err(_) => vec!["fault"],
            };
            let is_known = OTHERWISE.iter().any(|(set, other, _)| *set == isa && *other == name);
            if (found == marks) == is_known {
                wrong.push(format!("{isa} {name}: {found:?}, and not {marks:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
