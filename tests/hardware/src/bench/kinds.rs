//! Every kind of scan that the single pass offers, each beside a kernel that moves the same bytes.

use std::fmt::Write;

use smem_examples::scan2d::difference;
use smem_examples::single_pass::{Batch, Described, Pixel, Plan, Power, SinglePass, View};
use smem_examples::{Error, Picture, integral, squared_integral};
use smem_launch::{Arg, Buffer, Call, Device, LaunchShape, Program, Timing};

const ROOF: &str = include_str!("../../kernels/roof_of_kind.cu");

/// Threads a block of the roofs.
const THREADS: u64 = 256;

/// Times of one kind of scan at one size.
#[derive(Debug, Clone, PartialEq)]
pub struct KindTiming {
    /// The kind's name in the table.
    pub name: String,
    /// Rows of the picture, and its columns but for an odd width.
    pub side: u32,
    /// The faster kernel that reads as many pixels and writes as many sums, all in one piece.
    pub roof: Timing,
    /// The scan.
    pub scan: Timing,
}

/// A kind of scan: what is summed, and where the pixels and the sums lie.
#[derive(Debug, Clone, Copy)]
struct Kind {
    name: &'static str,
    powers: &'static [Power],
    /// Columns that the picture has fewer than its side.
    narrower: u32,
    /// The source's first pixel, and what its pitch has more than the width, in pixels.
    source: (usize, usize),
    /// The destination's first sum.
    start: usize,
    /// Pictures of a batch, one after the other.
    pictures: u32,
}

impl Kind {
    const fn of(name: &'static str, powers: &'static [Power]) -> Kind {
        Kind { name, powers, narrower: 0, source: (0, 0), start: 0, pictures: 1 }
    }
}

const PIXELS: &[Power] = &[Power::One];
const SQUARES: &[Power] = &[Power::Two];
const BOTH: &[Power] = &[Power::One, Power::Two];

const BYTES: [Kind; 7] = [
    Kind::of("u8, squares", SQUARES),
    Kind::of("u8, pixels", PIXELS),
    Kind::of("u8, both", BOTH),
    Kind { narrower: 1, ..Kind::of("u8, squares, a column fewer", SQUARES) },
    Kind { source: (0, 64), ..Kind::of("u8, squares, 64 bytes between the source's rows", SQUARES) },
    Kind { source: (3, 5), ..Kind::of("u8, squares, source from byte 3, 5 bytes between rows", SQUARES) },
    Kind { start: 1, ..Kind::of("u8, squares, sums from element 1", SQUARES) },
];
const WORDS: [Kind; 3] = [
    Kind::of("u16, squares", SQUARES),
    Kind::of("u16, both", BOTH),
    Kind { narrower: 1, ..Kind::of("u16, squares, a column fewer", SQUARES) },
];
const FLOATS: [Kind; 3] = [
    Kind::of("f32, squares", SQUARES),
    Kind::of("f32, both", BOTH),
    Kind { narrower: 1, ..Kind::of("f32, squares, a column fewer", SQUARES) },
];

/// Batches of small pictures, and the side of each picture.
const BATCHES: [(Kind, u32); 2] = [
    (Kind { pictures: 64, ..Kind::of("squares, 64 pictures", SQUARES) }, 512),
    (Kind { pictures: 1000, ..Kind::of("squares, 1000 pictures", SQUARES) }, 64),
];

/// How bytes become pixels of another type, and the sums of bytes its sums.
struct PixelConversion<P: Pixel> {
    /// The type in which the roof squares a pixel, in CUDA C++.
    number: &'static str,
    pixel: fn(u8) -> P,
    /// The bits of the sum that represents a sum of bytes.
    expected: fn(u64, Power) -> u64,
    bits: fn(P::Sum) -> u64,
}

const AS_BYTES: PixelConversion<u8> =
    PixelConversion { number: "u32", pixel: |byte| byte, expected: |sum, _| sum, bits: |sum| sum };
// All 16 bits are used.
const AS_WORDS: PixelConversion<u16> = PixelConversion {
    number: "u64",
    pixel: |byte| u16::from(byte) * 257,
    expected: |sum, power| sum * if power == Power::Two { 257 * 257 } else { 257 },
    bits: |sum| sum,
};
// Whole pixels have exact sums.
const AS_FLOATS: PixelConversion<f32> = PixelConversion {
    number: "double",
    pixel: f32::from,
    expected: |sum, _| (sum as f64).to_bits(),
    bits: f64::to_bits,
};

/// Times every kind on a random picture of `side` rows, scan and roofs a run of each in turn for `rounds` rounds, each after an untimed
/// roof, and after two scans with one workspace were compared with the CPU's at every pixel. Returns nothing in the simulator, where
/// they are only compared.
///
/// # Errors
/// Where a kernel does not compile or faults, the device does not have that much memory, or a pixel differs.
pub fn kinds(device: &Device, side: u32, rounds: u32) -> Result<Vec<KindTiming>, Error> {
    let mut times = Vec::new();
    for kind in &BYTES {
        times.extend(time(device, kind, side, rounds, &AS_BYTES)?);
    }
    for kind in &WORDS {
        times.extend(time(device, kind, side, rounds, &AS_WORDS)?);
    }
    for kind in &FLOATS {
        times.extend(time(device, kind, side, rounds, &AS_FLOATS)?);
    }
    Ok(times)
}

/// Times batches of pictures in the same way: 64 of 512 x 512 and 1000 of 64 x 64 pixels of each type.
///
/// # Errors
/// As [`kinds`].
pub fn batches(device: &Device, rounds: u32) -> Result<Vec<KindTiming>, Error> {
    let mut times = Vec::new();
    for (kind, side) in &BATCHES {
        let named = |pixel: &str, time: Option<KindTiming>| {
            time.map(|time| KindTiming { name: format!("{pixel}, {}", time.name), ..time })
        };
        times.extend(named("u8", time(device, kind, *side, rounds, &AS_BYTES)?));
        times.extend(named("u16", time(device, kind, *side, rounds, &AS_WORDS)?));
        times.extend(named("f32", time(device, kind, *side, rounds, &AS_FLOATS)?));
    }
    Ok(times)
}

fn time<P: Pixel>(
    device: &Device,
    kind: &Kind,
    side: u32,
    rounds: u32,
    conversion: &PixelConversion<P>,
) -> Result<Option<KindTiming>, Error> {
    let (width, height) = (side.saturating_sub(kind.narrower).max(1), side);
    let picture = Picture::random(width.into(), u64::from(height) * u64::from(kind.pictures), 1)?;
    let (start, more) = kind.source;
    let from = device.upload(&placed(&picture, start, more, conversion.pixel))?;
    let pixels = picture.pixels().len();
    let mut sums = Vec::new();
    for _ in kind.powers {
        sums.push(device.zeros::<P::Sum>(kind.start + pixels)?);
    }

    let plan = Plan::for_batch::<P>(width, height, kind.pictures, kind.powers.len());
    let pass = SinglePass::<P>::batch(device, &plan, kind.powers, (width, height), kind.pictures)?;
    let pitch = width as usize + more;
    let source = Batch { first: View { buffer: &from, start, pitch }, step: pitch * height as usize };
    let layout = (kind.start, width, height);
    // A second launch finds the words of the first.
    for _ in 0..2 {
        for buffer in &mut sums {
            device.clear(buffer)?;
        }
        pass.run_batch(&source, &destinations(&sums, layout))?;
        for (buffer, power) in sums.iter().zip(kind.powers) {
            let mut expected = reference(&picture, height, *power)?;
            expected.iter_mut().for_each(|sum| *sum = (conversion.expected)(*sum, *power));
            let found: Vec<u64> = device.download(buffer)?.into_iter().skip(kind.start).map(conversion.bits).collect();
            if let Some(found) = difference(&found, &expected, width as usize) {
                let name = kind.name;
                return Err(smem_launch::Error::Failed(format!("{name}, {width} x {height}: {found}")).into());
            }
        }
    }

    let roofs = roofs::<P>(device, kind.powers, conversion.number)?;
    let (pairs, sixteen) = (roofs.kernel("expand_pairs")?, roofs.kernel("expand_16")?);
    let second = || sums.get(1).map_or(Arg::NULL, Buffer::arg);
    let roof = |kernel, each| {
        let args = vec![from.arg(), sums[0].arg(), second(), (pixels as u64).into()];
        Call::new(kernel, roof_launch(pixels as u64, each), args)
    };
    let sequences = [
        vec![roof(&pairs, 2)],
        vec![roof(&sixteen, 16)],
        vec![pass.call_batch(&source, &destinations(&sums, layout))?],
    ];
    // SAFETY: the kernels compare their places with the number of pixels, which each of the buffers holds.
    let times = unsafe { device.time_after(Some(&roof(&sixteen, 16)), &sequences, rounds)? };
    let Some(times) = times else { return Ok(None) };
    let [pairs, sixteen, scan] = times[..] else { return Ok(None) };
    let roof = if pairs.median <= sixteen.median { pairs } else { sixteen };
    Ok(Some(KindTiming { name: kind.name.to_owned(), side, roof, scan }))
}

/// The pixels of a picture from element `start` on, `more` elements between its rows, which the scan must leave out.
fn placed<P: Pixel>(picture: &Picture, start: usize, more: usize, pixel: fn(u8) -> P) -> Vec<P> {
    let mut elements = vec![pixel(255); start];
    for row in picture.pixels().chunks(picture.width() as usize) {
        elements.extend(row.iter().map(|byte| pixel(*byte)));
        elements.extend(std::iter::repeat_n(pixel(255), more));
    }
    elements
}

/// The sums of pictures of `height` rows that lie one after the other.
fn reference(pictures: &Picture, height: u32, power: Power) -> Result<Vec<u64>, Error> {
    let width = pictures.width();
    let mut sums = Vec::new();
    for pixels in pictures.pixels().chunks(width as usize * height as usize) {
        let picture = Picture::from_pixels(width, height, pixels.to_vec())?;
        sums.extend(if power == Power::Two { squared_integral(&picture) } else { integral(&picture) });
    }
    Ok(sums)
}

/// The batch in each buffer, from the start, the width and the height.
fn destinations<S>(sums: &[Buffer<S>], (start, width, height): (usize, u32, u32)) -> Vec<Batch<'_, S>> {
    let (pitch, step) = (width as usize, width as usize * height as usize);
    sums.iter().map(|buffer| Batch { first: View { buffer, start, pitch }, step }).collect()
}

/// The roofs of a type of pixels and of one or two destinations.
fn roofs<P: Described>(device: &Device, powers: &[Power], number: &str) -> Result<Program, Error> {
    let power = |at: usize| match powers.get(at) {
        None => 0,
        Some(Power::One) => 1,
        Some(Power::Two) => 2,
    };
    let text = format!(
        "typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef unsigned int u32;\ntypedef unsigned long long u64;\n\
         typedef {} Pixel;\ntypedef {} Sum;\ntypedef {number} Number;\nenum : u32 {{ POWER_0 = {}, POWER_1 = {} }};\n\
         #line 1 \"roof_of_kind.cu\"\n{ROOF}",
        P::PIXEL,
        P::SUM,
        power(0),
        power(1),
    );
    Ok(device.load(&text, "roof_of_kind.cu")?)
}

fn roof_launch(pixels: u64, each: u64) -> LaunchShape {
    let blocks = pixels.div_ceil(each * THREADS);
    LaunchShape::of([u32::try_from(blocks).unwrap_or(u32::MAX), 1, 1], [THREADS as u32, 1, 1])
}

/// Returns a table in Markdown: a row a kind, and for each size the medians of roof and scan in microseconds with the 10th and 90th
/// percentile, and the scan's share of the roof's throughput.
///
/// ```
/// use smem_hardware::bench::{KindTiming, kinds_table};
/// use smem_launch::Timing;
///
/// let [roof, scan] = [8.0, 10.0].map(|us| Timing::of(vec![us]).unwrap());
/// let text = kinds_table(&[KindTiming { name: "u16, both".into(), side: 64, roof, scan }]);
/// assert!(text.contains("| u16, both | 8.00 (8.00 to 8.00) | 10.00 (10.00 to 10.00) | 0.80 |"), "{text}");
/// ```
pub fn kinds_table(times: &[KindTiming]) -> String {
    let mut sides: Vec<u32> = times.iter().map(|time| time.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut names: Vec<&str> = Vec::new();
    for time in times {
        if !names.contains(&time.name.as_str()) {
            names.push(&time.name);
        }
    }
    let mut text = String::from("| |");
    for side in &sides {
        let _ = write!(text, " {side} x {side}: roof, us | scan, us | of the roof |");
    }
    text.push_str("\n| --- |");
    text.push_str(&" ---: | ---: | ---: |".repeat(sides.len()));
    text.push('\n');
    let cell = |time: &Timing| format!(" {:.2} ({:.2} to {:.2}) |", time.median, time.low, time.high);
    for name in names {
        let _ = write!(text, "| {name} |");
        for side in &sides {
            match times.iter().find(|time| time.side == *side && time.name == name) {
                Some(KindTiming { roof, scan, .. }) => {
                    let _ = write!(text, "{}{} {:.2} |", cell(roof), cell(scan), roof.median / scan.median);
                }
                None => text.push_str(" - | - | - |"),
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_launch::{DeviceChoice, Install};

    fn roof_writes_every_power<P: Pixel>(conversion: &PixelConversion<P>) {
        let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
        // 2 blocks of 16 pixels a thread and more, and one pixel without a neighbour.
        let picture = Picture::random(4103, 1, 7).unwrap();
        let source = device.upload(&placed(&picture, 0, 0, conversion.pixel)).unwrap();
        let pixels = picture.pixels().len();
        for powers in [PIXELS, SQUARES, BOTH] {
            let roofs = roofs::<P>(&device, powers, conversion.number).unwrap();
            for (name, each) in [("expand_pairs", 2), ("expand_16", 16)] {
                let sums: Vec<_> = powers.iter().map(|_| device.zeros::<P::Sum>(pixels).unwrap()).collect();
                let second = sums.get(1).map_or(Arg::NULL, Buffer::arg);
                let args = vec![source.arg(), sums[0].arg(), second, (pixels as u64).into()];
                let kernel = roofs.kernel(name).unwrap();
                device.simulate(&kernel, roof_launch(pixels as u64, each), &args).unwrap();
                for (buffer, power) in sums.iter().zip(powers) {
                    let found = device.download(buffer).unwrap().into_iter().map(conversion.bits);
                    for (found, byte) in found.zip(picture.pixels()) {
                        let byte = u64::from(*byte);
                        let number = if *power == Power::Two { byte * byte } else { byte };
                        assert_eq!(found, (conversion.expected)(number, *power), "{name} {powers:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_roof_reads_every_pixel_and_writes_every_power_of_it() {
        roof_writes_every_power(&AS_BYTES);
        roof_writes_every_power(&AS_WORDS);
        roof_writes_every_power(&AS_FLOATS);
    }

    #[test]
    fn every_picture_of_a_batch_has_sums_of_its_own() {
        let two = Picture::from_pixels(2, 4, vec![1, 2, 3, 4, 5, 0, 0, 0]).unwrap();
        assert_eq!(reference(&two, 2, Power::One).unwrap(), [1, 3, 4, 10, 5, 5, 5, 5]);
        assert_eq!(reference(&two, 2, Power::Two).unwrap(), [1, 5, 10, 30, 25, 25, 25, 25]);
    }

    #[test]
    fn a_size_that_was_not_measured_has_no_number() {
        let [roof, scan] = [4.0, 5.0].map(|us| Timing::of(vec![us]).unwrap());
        let entry = |name: &str, side| KindTiming { name: name.to_owned(), side, roof, scan };
        let text = kinds_table(&[entry("a", 8), entry("b", 8), entry("a", 16)]);
        assert!(text.contains("| b | 4.00 (4.00 to 4.00) | 5.00 (5.00 to 5.00) | 0.80 | - | - | - |"), "{text}");
    }

    #[test]
    fn what_lies_around_a_picture_is_not_zero() {
        let picture = Picture::from_pixels(2, 2, vec![1, 2, 3, 4]).unwrap();
        assert_eq!(placed(&picture, 1, 2, |byte| byte), [255, 1, 2, 255, 255, 3, 4, 255, 255]);
    }
}
