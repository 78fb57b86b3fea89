//! Batches of pictures in one launch, in the simulator: every picture is exact, and others are refused.

use smem_examples::single_pass::{Batch, Plan, Power, SinglePass, View};
use smem_launch::Device;

use super::small_plans::{SMALL, SMALL_F32, SMALL_FLAT, SMALL_U16};
use super::test_pixels::{BOTH, InBuffer, TestPixel, TestSum, UNTOUCHED, random, simulator, sums_by_cpu};

/// Scans a batch with one workspace twice, and compares all of its destination with scans of each picture by the CPU.
#[track_caller]
fn exact_batch<P: TestPixel>(
    device: &Device,
    plan: &Plan,
    size: (u32, u32),
    pictures: usize,
    from: (usize, usize),
    to: (usize, usize),
) {
    let (width, height) = (size.0 as usize, size.1 as usize);
    let pass = SinglePass::<P>::batch(device, plan, &BOTH, size, pictures as u32).unwrap();
    for seed in 0..2 {
        let pixels = random::<P>((pictures - 1) * from.1 + (height - 1) * from.0 + width, seed);
        let source = device.upload(&pixels).unwrap();
        let untouched = vec![P::Sum::of_bits(UNTOUCHED); (pictures - 1) * to.1 + (height - 1) * to.0 + width];
        let sums = BOTH.map(|_| device.upload(&untouched).unwrap());
        let batches = [0, 1].map(|at| Batch { first: View { buffer: &sums[at], start: 0, pitch: to.0 }, step: to.1 });
        pass.run_batch(&Batch { first: View { buffer: &source, start: 0, pitch: from.0 }, step: from.1 }, &batches)
            .unwrap();
        for (power, sums) in BOTH.iter().zip(&sums) {
            let mut expected = untouched.clone();
            for picture in 0..pictures {
                let from = InBuffer { start: picture * from.1, pitch: from.0 };
                let to = InBuffer { start: picture * to.1, pitch: to.0 };
                sums_by_cpu((width, height), *power, (&pixels, from), (&mut expected, to));
            }
            let found = device.download(sums).unwrap();
            let different = (0..found.len()).find(|at| found[*at].bits() != expected[*at].bits());
            assert_eq!(different, None, "{}, {power:?}, {pictures} of {size:?}, run {seed}", plan.shape.name);
        }
    }
}

#[test]
fn every_picture_of_a_batch_is_exact() {
    let device = simulator();
    // A tile a picture, or many; one after the other, with gaps, or side by side.
    for (size, from, to) in [
        ((28, 13), (28, 28 * 13), (28, 28 * 13)),
        ((64, 16), (64, 64 * 16), (64 * 5, 64)),
        ((61, 15), (63, 1001), (62, 62 * 15 + 3)),
        ((130, 33), (130 * 5 + 1, 130), (131, 131 * 33)),
    ] {
        exact_batch::<u8>(&device, &SMALL, size, 5, from, to);
    }
    let (size, from, to) = ((130, 33), (130 * 5 + 1, 130), (131, 131 * 33));
    exact_batch::<u8>(&device, &SMALL_FLAT, size, 5, from, to);
    exact_batch::<u16>(&device, &SMALL_U16, size, 5, from, to);
    exact_batch::<f32>(&device, &SMALL_F32, size, 5, from, to);
    let (size, pitch) = ((64, 16), (64, 64 * 16));
    exact_batch::<u8>(&device, &Plan::for_batch::<u8>(size.0, size.1, 5, 2), size, 5, pitch, pitch);
    exact_batch::<u16>(&device, &Plan::for_batch::<u16>(size.0, size.1, 5, 2), size, 5, pitch, pitch);
    exact_batch::<f32>(&device, &Plan::for_batch::<f32>(size.0, size.1, 5, 2), size, 5, pitch, pitch);
    // Pixels that several pictures share.
    exact_batch::<u8>(&device, &SMALL, (40, 20), 4, (50, 3), (40, 800));
}

#[test]
fn a_batch_that_cannot_be_scanned_is_refused_in_a_sentence() {
    let device = simulator();
    let refused = |size, pictures| {
        SinglePass::<u8>::batch(&device, &SMALL, &[Power::Two], size, pictures).unwrap_err().to_string()
    };
    assert_eq!(refused((9, 9), 0), "a batch has at least one picture");
    assert_eq!(
        refused((100, 100), 1 << 30),
        "a batch of 1073741824 pictures of 100 x 100 is too large: 15032385536 tiles are more than a grid has"
    );

    let pass = SinglePass::<u8>::batch(&device, &SMALL, &[Power::Two], (10, 3), 4).unwrap();
    let (source, sums) = (device.zeros::<u8>(120).unwrap(), device.zeros::<u64>(120).unwrap());
    let refused = |from_step, to_pitch, to_step| {
        let from = Batch { first: View { buffer: &source, start: 0, pitch: 10 }, step: from_step };
        let to = Batch { first: View { buffer: &sums, start: 0, pitch: to_pitch }, step: to_step };
        pass.run_batch(&from, &[to]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(refused(30, 10, 30), Ok(()));
    assert_eq!(refused(1, 40, 10), Ok(()));
    assert_eq!(refused(31, 10, 30).unwrap_err(), "the source is too small for 4 pictures of 10 x 3");
    assert_eq!(refused(30, 10, usize::MAX).unwrap_err(), "the destination is too small for 4 pictures of 10 x 3");
    let overlap = "pictures of 10 x 3 overlap in a destination with";
    assert!(refused(30, 10, 29).unwrap_err().starts_with(overlap));
    assert!(refused(30, 39, 10).unwrap_err().starts_with(overlap));
    let view = View { buffer: &sums, start: 0, pitch: 10 };
    let error = pass.run(&View { buffer: &source, start: 0, pitch: 10 }, &[view]).unwrap_err();
    assert!(error.to_string().starts_with(overlap), "{error}");
}
