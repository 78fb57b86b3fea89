//! The scans of this project and the roofs.

use super::{ProgramKind, ProgramTiming};
use smem_examples::scan2d::{Kernels, Scan, TILES, difference};
use smem_examples::single_pass::{BlockShape, Plan, Power, SinglePass, View};
use smem_examples::{Error, Picture, squared_integral};
use smem_launch::{Call, Device, LaunchShape};

const ROOFS: &str = include_str!("../../kernels/roofs.cu");

/// Threads a block of the roofs.
const THREADS: u64 = 256;

/// Times roofs and scans on a random picture of `side` x `side` pixels, a run of each in turn for `rounds` rounds, each
/// after an untimed `expand`, and after every scan was compared with the CPU's at every pixel. Returns nothing in the
/// simulator, where they are only compared.
///
/// # Errors
/// Where a kernel does not compile or faults, the device does not have that much memory, or a pixel differs.
pub fn own(device: &Device, side: u32, rounds: u32) -> Result<Vec<ProgramTiming>, Error> {
    let picture = Picture::random(side.into(), side.into(), 1)?;
    let expected = squared_integral(&picture);
    let (source, mut sums) = (device.upload(picture.pixels())?, device.zeros::<u64>(expected.len())?);
    let pitch = side as usize;

    let mut plans = vec![("single pass".to_owned(), Plan::for_size(side, side))];
    plans.extend(BlockShape::WORDS.map(|shape| (format!("single pass, u32 tile, {}", shape.name), Plan::of(shape))));
    let mut passes = Vec::new();
    for (name, plan) in plans {
        let pass = SinglePass::new(device, &plan, &[Power::Two], (side, side))?;
        // A second launch finds the words of the first.
        for _ in 0..2 {
            device.clear(&mut sums)?;
            let from = View { buffer: &source, start: 0, pitch };
            pass.run(&from, &[View { buffer: &sums, start: 0, pitch }])?;
            check(&name, side, &device.download(&sums)?, &expected)?;
        }
        passes.push((name, pass));
    }
    let [_, padded, _] = &TILES;
    let kernels = Kernels::compile(device, padded)?;
    let mut tiles = Scan::new(device, &picture)?;
    check("five launches", side, &tiles.run(&kernels, &mut |_| ())?.sums, &expected)?;

    let roofs = device.load(ROOFS, "roofs.cu")?;
    let (expand, expand_pairs, copy) = (roofs.kernel("expand")?, roofs.kernel("expand_pairs")?, roofs.kernel("copy")?);
    let pixels = u64::from(side) * u64::from(side);
    let launch = |each: u64| {
        let blocks = pixels.div_ceil(each * THREADS);
        LaunchShape::of([u32::try_from(blocks).unwrap_or(u32::MAX), 1, 1], [THREADS as u32, 1, 1])
    };
    let args = || vec![source.arg(), sums.arg(), pixels.into()];
    // As many bytes as a scan moves, half of them read, in units of 16.
    let quads = pixels * 9 / 32;
    let copy_args = vec![tiles.sums().arg(), sums.arg(), quads.into()];
    let copied =
        LaunchShape::of([u32::try_from(quads.div_ceil(4 * THREADS)).unwrap_or(u32::MAX), 1, 1], [THREADS as u32, 1, 1]);

    let from = View { buffer: &source, start: 0, pitch };
    let to = View { buffer: &sums, start: 0, pitch };
    let mut timed = vec![
        ("expand, 16 pixels a thread".to_owned(), ProgramKind::Roof, vec![Call::new(&expand, launch(16), args())]),
        ("expand, 2 pixels a thread".to_owned(), ProgramKind::Roof, vec![Call::new(&expand_pairs, launch(2), args())]),
        ("copy of as many bytes".to_owned(), ProgramKind::Roof, vec![Call::new(&copy, copied, copy_args)]),
    ];
    for (name, pass) in &passes {
        timed.push((name.clone(), ProgramKind::Own, vec![pass.call(&from, &[to])?]));
    }
    timed.push(("five launches, padded u64 tile".to_owned(), ProgramKind::Own, tiles.calls(&kernels)));
    let sequences: Vec<_> = timed.iter().map(|(_, _, calls)| calls.clone()).collect();
    let before = Call::new(&expand, launch(16), args());
    // SAFETY: the kernels compare their places with the size of the picture, which each of the buffers holds.
    let times = unsafe { device.time_after(Some(&before), &sequences, rounds)? };
    let Some(times) = times else { return Ok(Vec::new()) };
    let entries = timed.into_iter().zip(times);
    Ok(entries.map(|((name, kind, _), timing)| ProgramTiming { name, kind, side, timing }).collect())
}

fn check(name: &str, side: u32, found: &[u64], expected: &[u64]) -> Result<(), Error> {
    match difference(found, expected, side as usize) {
        None => Ok(()),
        Some(found) => Err(smem_launch::Error::Failed(format!("{name}, {side} x {side}: {found}")).into()),
    }
}
