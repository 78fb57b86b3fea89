//! The single-pass scan in the simulator: exact at every pixel, whatever the size, the pitch and the alignment.

use smem_examples::Picture;
use smem_examples::single_pass::{BlockShape, CarryScheme, Plan, Power, SinglePass, View};
use smem_launch::{Device, DeviceChoice, Install, Isa};

mod small {
    //! Tiles small enough for a small picture to have many.
    use smem_tile::smem_tile;

    #[smem_tile(16, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
    pub struct Pixels(u8);
    #[smem_tile(2, 64, layout = plain, access(row, row(vec = 2), row(vec = 4)), cuda = "ColumnSums")]
    pub struct Sums(u32);
}

const SMALL: Plan = Plan::of(BlockShape::of::<small::Pixels, small::Sums>("16 x 64", 4, CarryScheme::LookBack));
const SMALL_FLAT: Plan = Plan::of(BlockShape::of::<small::Pixels, small::Sums>("16 x 64, flat", 4, CarryScheme::Flat));

/// A picture inside a buffer, in pixels.
#[derive(Debug, Clone, Copy)]
struct Placement {
    start: usize,
    gap: usize,
}

const DENSE: Placement = Placement { start: 0, gap: 0 };

/// The destination's contents where nothing may be written.
const UNTOUCHED: u64 = 0xdead_beef_dead_beef;

/// Scans random pixels twice with one workspace, and compares all of the destination, the gaps between its rows included.
#[track_caller]
fn exact(device: &Device, plan: &Plan, power: Power, size: (u32, u32), from: Placement, to: Placement) {
    let (width, height) = (size.0 as usize, size.1 as usize);
    let pass = SinglePass::new(device, plan, power, size).unwrap();
    for seed in 0..2 {
        let picture = Picture::random(size.0.into(), size.1.into(), seed).unwrap();
        let mut pixels = vec![201_u8; from.start + (height - 1) * (width + from.gap) + width];
        let mut expected = vec![UNTOUCHED; to.start + (height - 1) * (width + to.gap) + width];
        let mut above = vec![0; width];
        for y in 0..height {
            let row = &picture.pixels()[y * width..][..width];
            pixels[from.start + y * (width + from.gap)..][..width].copy_from_slice(row);
            let mut sum = 0;
            for (x, pixel) in row.iter().enumerate() {
                sum += u64::from(*pixel).pow(if power == Power::Two { 2 } else { 1 });
                above[x] += sum;
                expected[to.start + y * (width + to.gap) + x] = above[x];
            }
        }
        let (source, sums) =
            (device.upload(&pixels).unwrap(), device.upload(&vec![UNTOUCHED; expected.len()]).unwrap());
        let from = View { buffer: &source, start: from.start, pitch: width + from.gap };
        let view = View { buffer: &sums, start: to.start, pitch: width + to.gap };
        pass.run(&from, &view).unwrap();
        let found = device.download(&sums).unwrap();
        if let Some(at) = (0..found.len()).find(|at| found[*at] != expected[*at]) {
            let (name, pitch) = (plan.shape.name, width + to.gap);
            let inside = at.wrapping_sub(to.start);
            let (x, y) = (inside % pitch, inside / pitch);
            panic!("{name}, {size:?}, run {seed}: {} instead of {} at x = {x}, y = {y}", found[at], expected[at]);
        }
    }
}

fn simulator() -> Device {
    Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap()
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
    let large = Plan { evict_first: true, ..Plan::of(BlockShape::LARGE) };
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
fn plain_sums_are_exact() {
    let device = simulator();
    for plan in [&SMALL, &SMALL_FLAT, &Plan::of(BlockShape::WORDS[2])] {
        exact(&device, plan, Power::One, (130, 90), DENSE, DENSE);
    }
}

#[test]
fn machine_code_is_exact() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    for size in [(1, 1), (65, 17), (64, 200), (200, 131)] {
        for plan in [&SMALL, &SMALL_FLAT] {
            exact(&device, plan, Power::Two, size, DENSE, DENSE);
        }
    }
    let large = Plan { evict_first: true, ..Plan::of(BlockShape::LARGE) };
    exact(&device, &large, Power::Two, (301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });
    for shape in BlockShape::WORDS {
        exact(&device, &Plan::of(shape), Power::One, (130, 90), DENSE, DENSE);
    }
}

#[test]
fn what_cannot_be_scanned_is_refused_in_a_sentence() {
    let device = simulator();
    let refused = |plan: &Plan, size| SinglePass::new(&device, plan, Power::Two, size).unwrap_err().to_string();
    assert_eq!(refused(&SMALL, (0, 5)), "a picture of 0 x 5 has no pixels");
    assert!(refused(&SMALL, (1 << 20, 1 << 20)).contains("is too large: a sum has 46 bits"));
    assert!(refused(&SMALL_FLAT, (64 * 17, 1)).contains("17 tiles of 16 x 64, flat across or down: 16 are the most"));

    let pass = SinglePass::new(&device, &SMALL, Power::Two, (10, 3)).unwrap();
    let (source, sums) = (device.zeros::<u8>(30).unwrap(), device.zeros::<u64>(30).unwrap());
    let refused = |start, pitch, to_pitch| {
        let to = View { buffer: &sums, start: 0, pitch: to_pitch };
        pass.run(&View { buffer: &source, start, pitch }, &to).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(refused(0, 10, 10), Ok(()));
    assert_eq!(refused(0, 9, 10).unwrap_err(), "the source has a pitch of 9 elements, and its rows have 10");
    assert_eq!(refused(1, 10, 10).unwrap_err(), "the source is too small for a picture of 10 x 3");
    assert_eq!(refused(0, 10, 11).unwrap_err(), "the destination is too small for a picture of 10 x 3");
}

#[test]
fn nothing_conflicts_in_the_plan_for_large_pictures() {
    let device = simulator();
    let pass = SinglePass::new(&device, &Plan::of(BlockShape::LARGE), Power::Two, (600, 300)).unwrap();
    let (source, sums) = (device.zeros::<u8>(600 * 300).unwrap(), device.zeros::<u64>(600 * 300).unwrap());
    let from = View { buffer: &source, start: 0, pitch: 600 };
    let profile = pass.run(&from, &View { buffer: &sums, start: 0, pitch: 600 }).unwrap().unwrap();
    assert!(!profile.shared.is_empty());
    for count in &profile.shared {
        assert_eq!(count.wavefronts, count.ideal, "{count:?}");
    }
}

#[test]
fn tiles_of_sums_are_exact_in_every_layout_and_only_the_dense_one_conflicts() {
    let device = simulator();
    for shape in BlockShape::WORDS {
        let plan = Plan::of(shape);
        exact(&device, &plan, Power::Two, (301, 140), Placement { start: 3, gap: 2 }, Placement { start: 1, gap: 1 });

        let pass = SinglePass::new(&device, &plan, Power::Two, (256, 128)).unwrap();
        let (source, sums) = (device.zeros::<u8>(256 * 128).unwrap(), device.zeros::<u64>(256 * 128).unwrap());
        let from = View { buffer: &source, start: 0, pitch: 256 };
        let profile = pass.run(&from, &View { buffer: &sums, start: 0, pitch: 256 }).unwrap().unwrap();
        let words = profile.shared.iter().filter(|count| count.bytes == 4 && count.requests > 1);
        let worst = words.map(|count| count.worst).max().unwrap();
        assert_eq!(worst, if shape.name == "dense" { 32 } else { 1 }, "{}", shape.name);
    }
}
