//! Accesses to one shared array through the address of another, with the kernels of `overruns.cu`: their marks say where.

use smem_launch::{Device, Install, Isa, LaunchShape};

const TEXT: &str = include_str!("overruns.cu");

/// The kernels with the numbers of their marked lines.
fn kernels() -> Vec<(&'static str, Vec<u32>)> {
    let mut kernels: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, line) in (1u32..).zip(TEXT.lines()) {
        if let Some(name) = line.strip_prefix("KERNEL ").and_then(|rest| rest.split('(').next()) {
            kernels.push((name, Vec::new()));
        } else if line.ends_with("// O")
            && let Some((_, lines)) = kernels.last_mut()
        {
            lines.push(number);
        }
    }
    kernels
}

#[test]
fn an_access_beyond_its_array_has_its_line_and_its_arrays() {
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let device = device.with_simulator(|simulator| simulator.race_check(true));
    let program = device.load(TEXT, "overruns.cu").unwrap();
    let (mut wrong, mut marked) = (Vec::new(), 0);
    for (name, lines) in kernels() {
        let data = device.upload(&(0..256).collect::<Vec<i32>>()).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]).shared_bytes(1024);
        let profile = device.simulate(&program.kernel(name).unwrap(), launch, &[data.arg()]).unwrap();
        marked += lines.len();
        let found: Vec<u32> =
            profile.overruns.iter().map(|overrun| overrun.side.loc.as_ref().map_or(0, |loc| loc.line)).collect();
        if lines.iter().any(|line| !found.contains(line)) || found.iter().any(|line| !lines.contains(line)) {
            wrong.push(format!("{name}: {lines:?}, {:#?}", profile.overruns));
        }
        for overrun in &profile.overruns {
            let [array, into] = [Some(&overrun.array), overrun.into.as_ref()]
                .map(|array| array.map_or("", |array| array.name.as_str()).to_owned());
            if array == into || array.ends_with("6before") || array.ends_with("6behind") {
                wrong.push(format!("{name}: {overrun}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(marked, 9);
}

#[test]
fn the_first_access_beyond_is_described() {
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let device = device.with_simulator(|simulator| simulator.race_check(true));
    let program = device.load(TEXT, "overruns.cu").unwrap();
    let data = device.upload(&(0..256).collect::<Vec<i32>>()).unwrap();
    let kernel = program.kernel("a_halo_that_is_not_there").unwrap();
    let profile = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [64, 1, 1]), &[data.arg()]).unwrap();
    let [overrun] = &profile.overruns[..] else { panic!("{:#?}", profile.overruns) };
    let (offset, bytes) = (overrun.array.offset, overrun.array.bytes.unwrap());
    assert_eq!((overrun.address, bytes, overrun.block), (offset + 256, 256, [0; 3]));
    assert_eq!((overrun.side.thread, overrun.times), ([63, 0, 0], 1));
    assert!(overrun.to_string().starts_with("read of byte "), "{overrun}");
}
