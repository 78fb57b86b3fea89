//! The single-pass scan in the simulator: exact at every pixel, whatever the size, the pitch and the alignment.

use smem_examples::single_pass::{self, BlockShape, Plan, Power, SinglePass, View};
use smem_launch::{Device, Install, Isa};
use smem_sim::SharedOp;

use super::small_plans::{CHUNKS_F32, CHUNKS_U16, SMALL, SMALL_BY_16, SMALL_F32, SMALL_FLAT, SMALL_U16};
use super::test_pixels::{BOTH, InBuffer, TestPixel, TestSum, UNTOUCHED, random, simulator, sums_by_cpu};

/// A picture inside a buffer, in pixels.
#[derive(Debug, Clone, Copy)]
struct Placement {
    start: usize,
    gap: usize,
}

const DENSE: Placement = Placement { start: 0, gap: 0 };

/// Scans random pixels twice with one workspace, and compares all of each destination, the gaps between its rows included.
#[track_caller]
fn exact_for<P: TestPixel>(
    device: &Device,
    plan: &Plan,
    powers: &[Power],
    size: (u32, u32),
    from: Placement,
    to: Placement,
) {
    let (width, height) = (size.0 as usize, size.1 as usize);
    let pass = SinglePass::<P>::new(device, plan, powers, size).unwrap();
    for seed in 0..2 {
        let pixels = random::<P>(from.start + (height - 1) * (width + from.gap) + width, seed);
        let source = device.upload(&pixels).unwrap();
        let len = to.start + (height - 1) * (width + to.gap) + width;
        let untouched = vec![P::Sum::of_bits(UNTOUCHED); len];
        let sums: Vec<_> = powers.iter().map(|_| device.upload(&untouched).unwrap()).collect();
        let views: Vec<_> = sums.iter().map(|buffer| View { buffer, start: to.start, pitch: width + to.gap }).collect();
        pass.run(&View { buffer: &source, start: from.start, pitch: width + from.gap }, &views).unwrap();
        for (power, sums) in powers.iter().zip(&sums) {
            let mut expected = untouched.clone();
            let from = InBuffer { start: from.start, pitch: width + from.gap };
            let place = InBuffer { start: to.start, pitch: width + to.gap };
            sums_by_cpu((width, height), *power, (&pixels, from), (&mut expected, place));
            let found = device.download(sums).unwrap();
            if let Some(at) = (0..len).find(|at| found[*at].bits() != expected[*at].bits()) {
                let (name, pitch) = (plan.shape.name, width + to.gap);
                let inside = at.wrapping_sub(to.start);
                let (x, y, found, expected) = (inside % pitch, inside / pitch, found[at], expected[at]);
                panic!(
                    "{name}, {power:?}, {size:?}, run {seed}: {found:?} instead of {expected:?} at x = {x}, y = {y}"
                );
            }
        }
    }
}

#[track_caller]
fn exact(device: &Device, plan: &Plan, power: Power, size: (u32, u32), from: Placement, to: Placement) {
    exact_for::<u8>(device, plan, &[power], size, from, to);
}

#[test]
fn every_size_is_exact() {
    let device = simulator();
    for size in [(1, 1), (1, 200), (300, 1), (64, 16), (63, 15), (65, 17), (64, 200), (513, 33), (200, 131)] {
        for plan in [&SMALL, &SMALL_FLAT] {
            exact(&device, plan, Power::Two, size, DENSE, DENSE);
        }
    }
    // More tiles across or down than a warp looks at once.
    for size in [(2500, 20), (40, 600)] {
        exact(&device, &SMALL, Power::Two, size, DENSE, DENSE);
    }
}

#[test]
fn the_plans_that_pictures_get_are_exact() {
    let device = simulator();
    for size in [(5, 3), (200, 150)] {
        exact(&device, &Plan::for_size(size.0, size.1), Power::Two, size, DENSE, DENSE);
    }
    for shape in [BlockShape::MEDIUM, BlockShape::LARGE] {
        let plan = Plan { evict_first: true, ..Plan::of(shape) };
        exact_for::<u8>(&device, &plan, &BOTH, (550, 300), DENSE, DENSE);
    }
    let large = Plan { evict_first: true, prefetch: Some(0), ..Plan::of(BlockShape::HUGE) };
    exact(&device, &large, Power::Two, (600, 300), DENSE, DENSE);
    exact(&device, &large, Power::Two, (301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });
}

#[test]
fn any_pitch_and_any_start_is_exact_and_nothing_else_is_written() {
    let device = simulator();
    for start in 0..9 {
        let gap = [0, 1, 3, 6, 8][start % 5];
        let (from, to) = (Placement { start, gap }, Placement { start: start / 2, gap: (gap + start) % 3 });
        exact(&device, &SMALL, Power::Two, (150, 37), from, to);
        exact(&device, &SMALL_FLAT, Power::Two, (70 - start as u32, 20), from, to);
    }
}

#[test]
fn rows_of_sums_are_exact_wherever_they_start_in_a_line_of_memory() {
    let device = simulator();
    // An odd pitch: sixteen rows start at each element of a line.
    for (width, gap) in [(128, 1), (129, 0), (100, 3)] {
        exact(&device, &SMALL, Power::Two, (width, 37), DENSE, Placement { start: 0, gap });
    }
}

#[test]
fn vectors_that_reach_beyond_the_pixels_are_not_read() {
    let device = simulator();
    // The source is as long as its pixels, and starts and ends at any byte of a vector.
    for (width, start, gap) in [(1, 0, 0), (1, 3, 0), (5, 1, 2), (8, 8, 1), (33, 7, 0)] {
        exact(&device, &SMALL, Power::Two, (width, 3), Placement { start, gap }, DENSE);
    }
    for width in [1, 11] {
        let from = Placement { start: 3, gap: 1 };
        exact_for::<u16>(&device, &SMALL_U16, &[Power::One], (width, 3), from, DENSE);
        exact_for::<f32>(&device, &SMALL_F32, &[Power::One], (width, 3), from, DENSE);
    }
}

#[test]
fn rows_with_sums_before_their_chunks_are_exact() {
    let device = simulator();
    for (size, from, to) in
        [((200, 45), DENSE, DENSE), ((301, 40), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 })]
    {
        for (prefetch, tickets) in [(None, true), (Some(3), false)] {
            exact_for::<f32>(&device, &Plan { prefetch, tickets, ..CHUNKS_F32 }, &BOTH, size, from, to);
            exact_for::<u16>(&device, &Plan { prefetch, tickets, ..CHUNKS_U16 }, &BOTH, size, from, to);
        }
    }
}

#[test]
fn plain_sums_are_exact() {
    let device = simulator();
    for plan in [&SMALL, &SMALL_FLAT, &Plan::of(BlockShape::WORDS[2])] {
        exact(&device, plan, Power::One, (130, 90), DENSE, DENSE);
    }
}

#[test]
fn every_type_of_pixel_and_both_integrals_at_once_are_exact() {
    let device = simulator();
    for powers in [&BOTH[..1], &BOTH[1..], &BOTH[..]] {
        for (size, from, to) in [
            ((1, 1), DENSE, DENSE),
            ((64, 16), DENSE, DENSE),
            ((200, 131), DENSE, DENSE),
            ((151, 37), Placement { start: 3, gap: 0 }, Placement { start: 1, gap: 1 }),
            ((150, 37), Placement { start: 1, gap: 5 }, Placement { start: 2, gap: 3 }),
        ] {
            exact_for::<u8>(&device, &SMALL, powers, size, from, to);
            exact_for::<u8>(&device, &SMALL_FLAT, powers, size, from, to);
            exact_for::<u8>(&device, &SMALL_BY_16, powers, size, from, to);
            exact_for::<u16>(&device, &SMALL_U16, powers, size, from, to);
            exact_for::<f32>(&device, &SMALL_F32, powers, size, from, to);
        }
        // The tiles that pictures get.
        let (size, from, to) = ((301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });
        exact_for::<u8>(&device, &Plan::for_pixels::<u8>(size.0, size.1, powers.len()), powers, size, from, to);
        exact_for::<u16>(&device, &Plan::for_pixels::<u16>(size.0, size.1, powers.len()), powers, size, from, to);
        exact_for::<f32>(&device, &Plan::for_pixels::<f32>(size.0, size.1, powers.len()), powers, size, from, to);
    }
}

#[test]
fn the_largest_pixels_do_not_overflow() {
    let device = simulator();
    let pass = SinglePass::<u16>::new(&device, &SMALL_U16, &[Power::Two], (300, 100)).unwrap();
    let (source, sums) = (device.upload(&[u16::MAX; 30_000]).unwrap(), device.zeros::<u64>(30_000).unwrap());
    let view = View { buffer: &sums, start: 0, pitch: 300 };
    pass.run(&View { buffer: &source, start: 0, pitch: 300 }, &[view]).unwrap();
    let found = device.download(&sums).unwrap();
    for (at, sum) in found.iter().enumerate() {
        assert_eq!(*sum, (at as u64 / 300 + 1) * (at as u64 % 300 + 1) * 65_535 * 65_535);
    }
}

#[test]
fn sums_of_f32_are_close_whatever_the_pixels_and_infinities_do_not_reach_sums_before_them() {
    let device = simulator();
    let (width, height) = (150, 70);
    let pass = SinglePass::<f32>::new(&device, &SMALL_F32, &[Power::Two], (width, height)).unwrap();
    let mut pixels: Vec<f32> =
        random::<u16>((width * height) as usize, 5).iter().map(|n| (f32::from(*n)).sqrt()).collect();
    let scan = |pixels: &[f32]| {
        let (source, sums) = (device.upload(pixels).unwrap(), device.zeros::<f64>(pixels.len()).unwrap());
        let pitch = width as usize;
        pass.run(&View { buffer: &source, start: 0, pitch }, &[View { buffer: &sums, start: 0, pitch }]).unwrap();
        device.download(&sums).unwrap()
    };
    let expected = |pixels: &[f32]| {
        let mut sums = vec![0.0; pixels.len()];
        for y in 0..height as usize {
            let mut row = 0.0;
            for x in 0..width as usize {
                let at = y * width as usize + x;
                row += f64::from(pixels[at]) * f64::from(pixels[at]);
                sums[at] = row + if y > 0 { sums[at - width as usize] } else { 0.0 };
            }
        }
        sums
    };
    let close = |found: Vec<f64>, expected: Vec<f64>| {
        for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let bound = expected.abs() * (at + 1) as f64 * f64::EPSILON;
            assert!((found - expected).abs() <= bound || found == expected, "{found} instead of {expected} at {at}");
        }
    };
    close(scan(&pixels), expected(&pixels));
    pixels[33 * width as usize + 77] = f32::INFINITY;
    close(scan(&pixels), expected(&pixels));
}

#[test]
fn machine_code_is_exact() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    for size in [(1, 1), (65, 17), (64, 200), (200, 131)] {
        for plan in [&SMALL, &SMALL_FLAT] {
            exact(&device, plan, Power::Two, size, DENSE, DENSE);
        }
    }
    let large = Plan { evict_first: true, prefetch: Some(0), ..Plan::of(BlockShape::HUGE) };
    exact(&device, &large, Power::Two, (301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });
    for shape in BlockShape::WORDS {
        exact(&device, &Plan::of(shape), Power::One, (130, 90), DENSE, DENSE);
    }
}

#[test]
fn what_cannot_be_scanned_is_refused_in_a_sentence() {
    let device = simulator();
    let refused =
        |plan: &Plan, size| SinglePass::<u8>::new(&device, plan, &[Power::Two], size).unwrap_err().to_string();
    assert_eq!(refused(&SMALL, (0, 5)), "a picture of 0 x 5 has no pixels");
    assert!(refused(&SMALL, (1 << 20, 1 << 20)).contains("is too large: a sum has 46 bits"));
    assert!(refused(&SMALL_FLAT, (64 * 17, 1)).contains("17 tiles of 16 x 64, flat across or down: 16 are the most"));
    let refused =
        |plan: &Plan, powers: &[Power]| SinglePass::<u16>::new(&device, plan, powers, (9, 9)).unwrap_err().to_string();
    assert_eq!(refused(&SMALL, &BOTH), "tiles of 16 x 64 have pixels of u8, and the picture has u16");
    assert_eq!(refused(&SMALL_U16, &[]), "0 integrals at once: tiles of 16 x 64 are for 1 to 2");
    let error = SinglePass::<u8>::new(&device, &Plan::of(BlockShape::WORDS[0]), &BOTH, (9, 9)).unwrap_err();
    assert_eq!(error.to_string(), "2 integrals at once: tiles of dense are for 1 to 1");

    let pass = SinglePass::<u8>::new(&device, &SMALL, &[Power::Two], (10, 3)).unwrap();
    let (source, sums) = (device.zeros::<u8>(30).unwrap(), device.zeros::<u64>(30).unwrap());
    let refused = |start, pitch, to_pitch| {
        let to = View { buffer: &sums, start: 0, pitch: to_pitch };
        pass.run(&View { buffer: &source, start, pitch }, &[to]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(refused(0, 10, 10), Ok(()));
    assert_eq!(refused(0, 9, 10).unwrap_err(), "the source has a pitch of 9 elements, and its rows have 10");
    assert_eq!(refused(1, 10, 10).unwrap_err(), "the source is too small for a picture of 10 x 3");
    assert_eq!(refused(0, 10, 11).unwrap_err(), "the destination is too small for a picture of 10 x 3");
    let to = View { buffer: &sums, start: 0, pitch: 10 };
    let error = pass.run(&View { buffer: &source, start: 0, pitch: 10 }, &[to, to]).unwrap_err();
    assert_eq!(error.to_string(), "2 destinations for 1 integrals");
}

#[test]
fn only_the_stores_of_column_sums_conflict_and_two_ways_at_most() {
    let device = simulator();
    let pass = SinglePass::<u8>::new(&device, &Plan::of(BlockShape::HUGE), &[Power::Two], (600, 300)).unwrap();
    let (source, sums) = (device.zeros::<u8>(600 * 300).unwrap(), device.zeros::<u64>(600 * 300).unwrap());
    let from = View { buffer: &source, start: 0, pitch: 600 };
    let profile = pass.run(&from, &[View { buffer: &sums, start: 0, pitch: 600 }]).unwrap().unwrap();
    assert!(!profile.shared.is_empty());
    for count in &profile.shared {
        let of_column_sums = count.bytes == 16 && count.op == SharedOp::Store;
        assert!(count.wavefronts == count.ideal || of_column_sums && count.wavefronts == 2 * count.ideal, "{count:?}");
    }
}

#[test]
fn tiles_of_sums_are_exact_in_every_layout_and_only_the_dense_one_conflicts() {
    let device = simulator();
    for shape in BlockShape::WORDS {
        let plan = Plan::of(shape);
        exact(&device, &plan, Power::Two, (301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });

        // Such tiles are always dealt out.
        let text = |tickets| single_pass::source::<u8>(&Plan { tickets, ..plan }, &[Power::Two], false);
        assert_eq!(text(false), text(true));

        let pass = SinglePass::<u8>::new(&device, &plan, &[Power::Two], (256, 128)).unwrap();
        let (source, sums) = (device.zeros::<u8>(256 * 128).unwrap(), device.zeros::<u64>(256 * 128).unwrap());
        let from = View { buffer: &source, start: 0, pitch: 256 };
        let profile = pass.run(&from, &[View { buffer: &sums, start: 0, pitch: 256 }]).unwrap().unwrap();
        let words = profile.shared.iter().filter(|count| count.bytes == 4 && count.requests > 1);
        let worst = words.map(|count| count.worst).max().unwrap();
        assert_eq!(worst, if shape.name == "dense" { 32 } else { 1 }, "{}", shape.name);
    }
}
