//! Accesses beyond arrays in local memory, with the kernels of `local_arrays.cu`.

use smem_launch::{Device, Install, Isa, LaunchShape};

const TEXT: &str = include_str!("local_arrays.cu");

/// The kernels, each with the lines of its marks.
fn kernels() -> Vec<(&'static str, Vec<u32>)> {
    let mut kernels: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, line) in (1..).zip(TEXT.lines()) {
        if let Some(name) = line.strip_prefix("KERNEL(").and_then(|rest| rest.split(')').next()) {
            kernels.push((name, Vec::new()));
        } else if line.ends_with("// A")
            && let Some((_, lines)) = kernels.last_mut()
        {
            lines.push(number);
        }
    }
    kernels
}

#[test]
fn an_access_beyond_a_local_array_is_found_in_ptx() {
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let device = device.with_simulator(|simulator| simulator.race_check(true));
    let program = device.load(TEXT, "local_arrays.cu").unwrap();
    let mut wrong = Vec::new();
    for (name, marked) in kernels() {
        let data = device.upload(&[0_i32; 64]).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
        let args = [data.arg(), 4_i32.into()];
        let profile = device.simulate(&program.kernel(name).unwrap(), launch, &args).unwrap();
        let overruns = &profile.local_overruns;
        let found: Vec<u32> = overruns.iter().map(|overrun| overrun.side.loc.as_ref().unwrap().line).collect();
        // Writes to more than one line of a loop that was written out are one mark.
        if found.iter().any(|line| !marked.contains(line)) || found.is_empty() != marked.is_empty() {
            wrong.push(format!("{name}: {found:?}, and not {marked:?}"));
        }
        if overruns.iter().any(|overrun| (overrun.array.first..overrun.array.end).contains(&overrun.address.into())) {
            wrong.push(format!("{name}: {overruns:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
