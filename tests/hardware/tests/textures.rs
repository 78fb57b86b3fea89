//! Reads of textures, as an H200 made them: random and dense ones, in both machines.

use std::fs;
use std::path::{Path, PathBuf};

use smem_examples::Error;
use smem_exhaustive::{count, part};
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{
    Arch, KernelArg, LaunchShape, Module, Simulator, Texture, TextureAddressing, TextureElement, TextureFilter,
    TextureShape,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("textures")
}

/// A line of the data.
#[derive(Debug)]
struct Case<'d>(&'d str);

impl Case<'_> {
    const COLUMNS: [&'static str; 16] = [
        "kernel", "resource", "width", "height", "depth", "format", "channels", "flags", "filter", "address", "border",
        "texels", "points", "reads", "seed", "hash",
    ];

    fn text(&self, column: &str) -> &str {
        let at = Case::COLUMNS.iter().position(|name| *name == column).unwrap();
        self.0.split('\t').nth(at).unwrap_or_else(|| panic!("`{column}` of {}", self.0))
    }

    fn number(&self, column: &str) -> u64 {
        self.text(column).parse().unwrap_or_else(|_| panic!("`{column}` of {}", self.0))
    }

    fn element(&self) -> TextureElement {
        use TextureElement::{F16, F32, I8, I16, I32, U8, U16, U32};
        match self.number("format") {
            1 => U8,
            2 => U16,
            3 => U32,
            8 => I8,
            9 => I16,
            10 => I32,
            16 => F16,
            _ => F32,
        }
    }

    fn shape(&self) -> TextureShape {
        let (width, height, depth) = (self.number("width"), self.number("height"), self.number("depth"));
        match self.text("resource") {
            "linear" => TextureShape::Linear { width },
            "1d" => TextureShape::Line { width },
            "2d" | "pitch" => TextureShape::Plane { width, height },
            "3d" => TextureShape::Volume { width, height, depth },
            "a1d" => TextureShape::Lines { width, layers: depth },
            _ => TextureShape::Planes { width, height, layers: depth },
        }
    }

    fn texture(&self, address: u64) -> Texture {
        let mut texture = Texture::new(address, self.element(), self.number("channels") as u32, self.shape());
        let flags = self.number("flags");
        let is_float = matches!(self.element(), TextureElement::F16 | TextureElement::F32);
        if flags & 1 == 0 && !is_float && self.element().bytes() < 4 {
            texture = texture.normalized_values();
        }
        if flags & 2 == 2 {
            texture = texture.normalized_coordinates();
        }
        if self.number("filter") == 1 {
            texture = texture.filter(TextureFilter::Linear);
        }
        let modes: Vec<TextureAddressing> = self
            .text("address")
            .split(',')
            .map(|mode| match mode {
                "0" => TextureAddressing::Wrap,
                "1" => TextureAddressing::Clamp,
                "2" => TextureAddressing::Mirror,
                _ => TextureAddressing::Border,
            })
            .collect();
        let border: Vec<f32> =
            self.text("border").split(',').map(|bits| f32::from_bits(u32::from_str_radix(bits, 16).unwrap())).collect();
        texture.addressing(modes.try_into().unwrap()).border(border.try_into().unwrap())
    }

    /// The bytes of all texels.
    fn texels(&self) -> Vec<u8> {
        let (element, channels) = (self.element(), self.number("channels"));
        let count = self.shape().texels() * channels;
        let floats = |value: fn(u64, u64) -> f32| {
            (0..count).flat_map(|i| value(i / channels, i % channels).to_le_bytes()).collect()
        };
        let size = element.bytes() as u64;
        match self.text("texels") {
            "count" => {
                return (0..count).flat_map(|i| (i / channels).to_le_bytes()[..size as usize].to_vec()).collect();
            }
            "alternate" => return floats(|texel, _| (texel & 1) as f32),
            "index" => return floats(|texel, _| texel as f32),
            "hot0" => return floats(|texel, channel| f32::from(u8::from(texel == channel))),
            "hot4" => return floats(|texel, channel| f32::from(u8::from(texel == channel + 4))),
            _ => {}
        }
        let random = words((count * size).div_ceil(8), self.number("seed"));
        let raw: Vec<u8> = random.flat_map(u64::to_le_bytes).take((count * size) as usize).collect();
        let tame = self.text("texels") == "tame";
        match element {
            _ if self.text("texels") == "raw" => raw,
            TextureElement::F32 => raw
                .chunks_exact(4)
                .flat_map(|bytes| {
                    let w = u32::from_le_bytes(bytes.try_into().unwrap());
                    let wide = if w >> 23 & 255 == 255 { w & !(1 << 30) } else { w };
                    let value = if tame { w & 0x807f_ffff | ((w >> 23 & 15) + 120) << 23 } else { wide };
                    value.to_le_bytes()
                })
                .collect(),
            TextureElement::F16 => raw
                .chunks_exact(2)
                .flat_map(|bytes| {
                    let w = u16::from_le_bytes(bytes.try_into().unwrap());
                    let wide = if w >> 10 & 31 == 31 { w & !(1 << 14) } else { w };
                    let value = if tame { w & 0x83ff | ((w >> 10 & 15) + 8) << 10 } else { wide };
                    value.to_le_bytes()
                })
                .collect(),
            _ => raw,
        }
    }

    /// Four words a point: x, y, z and the layer.
    fn points(&self) -> Vec<u32> {
        let (reads, kind) = (self.number("reads"), self.text("points"));
        let numbers: Vec<f64> = kind.split(':').skip(1).map(|number| number.parse().unwrap()).collect();
        let bits = |value: f64| (value as f32).to_bits();
        if kind == "whole" {
            return (0..reads).flat_map(|i| [i as u32, 0, 0, 0]).collect();
        }
        if kind.starts_with("line") {
            return (0..reads)
                .flat_map(|i| [bits(numbers[0] + numbers[1] * i as f64), bits(numbers[2]), bits(numbers[3]), 0])
                .collect();
        }
        if kind.starts_with("grid") {
            let at = |i: u64| {
                [
                    bits(numbers[0] + (i & 255) as f64 / 256.0),
                    bits(numbers[1] + (i >> 8) as f64 / 256.0),
                    bits(numbers[2]),
                    0,
                ]
            };
            return (0..reads).flat_map(at).collect();
        }
        let random: Vec<u64> = words(4 * reads, self.number("seed") + 1_000_000).collect();
        let integers = self.text("kernel").starts_with("fetch");
        let normalized = self.number("flags") & 2 == 2;
        let layered = matches!(self.text("resource"), "a1d" | "a2d");
        let extents = [self.number("width"), self.number("height"), self.number("depth")];
        random
            .chunks_exact(4)
            .flat_map(|four| {
                let coordinate = |i: usize| axis(four[i], extents[i], integers, normalized, kind == "inside");
                let layer = if layered && kind != "inside" { axis(four[3], extents[2], true, false, false) } else { 0 };
                [coordinate(0), coordinate(1), coordinate(2), layer]
            })
            .collect()
    }
}

/// SplitMix64.
fn words(count: u64, seed: u64) -> impl Iterator<Item = u64> {
    (1..=count).map(move |i| {
        let z = seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i));
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

const SPECIAL: [u32; 16] = [
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x8000_0000,
    0x0001_16c2,
    0x8001_16c2,
    0x7f61_b1e6,
    0xff61_b1e6,
    0x4f00_0000,
    0xcf00_0000,
    0x4b80_0000,
    0x4780_0000,
    0xbf00_0000,
    0x3f00_0000,
    0x5015_02f9,
    0xffff_ffff,
];

/// A coordinate from a random number, as `inputs.py` makes it.
fn axis(number: u64, extent: u64, integers: bool, normalized: bool, inside: bool) -> u32 {
    let n = extent.max(1);
    let (kind, r) = (number & 15, number >> 32);
    let (signed, q) = (r as u32 as i32, number >> 4 & 0xfff);
    if inside {
        return ((((q % (n - 1).max(1)) as f64) + 0.5 + (r % 256) as f64 / 256.0) as f32).to_bits();
    }
    let q = (q % (n + 4)) as i64 - 2;
    if integers {
        return match kind {
            0..=10 => q as i32 as u32,
            11 | 12 => (signed >> 20) as u32,
            _ => signed as u32,
        };
    }
    let (q, n) = (q as f64, n as f64);
    let x = match kind {
        6 | 7 | 9 | 10 => q + (r % 512) as f64 / 512.0,
        8 => q + (r % 2) as f64 / 2.0,
        11 => f64::from(signed) * n / f64::from(1 << 29),
        12 => f64::from(signed) / 1024.0,
        13 => return SPECIAL[(r % 16) as usize],
        _ => q + r as f64 / 2.0_f64.powi(32),
    };
    let bits = (if normalized { x / n } else { x } as f32).to_bits();
    match kind {
        9 => bits.wrapping_add(1),
        10 if bits << 1 != 0 => bits - 1,
        _ => bits,
    }
}

/// FNV-1a of the words.
fn hash(words: impl Iterator<Item = u32>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ u64::from(word)).wrapping_mul(0x100_0000_01b3))
}

/// The words that a case's reads give.
fn read(module: &Module, case: &Case<'_>) -> Vec<u32> {
    let sim = Simulator::new(Arch::SM_90).host_threads(2);
    let (texels, points, reads) = (case.texels(), case.points(), case.number("reads"));
    let bytes: Vec<u8> = points.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (memory, at, out) = (sim.alloc(texels.len()), sim.alloc(bytes.len()), sim.alloc(16 * reads as usize));
    sim.write(memory, &texels).unwrap();
    sim.write(at, &bytes).unwrap();
    let handle = sim.create_texture(case.texture(memory)).unwrap_or_else(|fault| panic!("{fault}: {}", case.0));
    let threads = reads.min(256) as u32;
    let args = [KernelArg::U64(handle), KernelArg::Ptr(at), KernelArg::Ptr(out)];
    let shape = LaunchShape::new(reads as u32 / threads, threads);
    sim.launch(module, case.text("kernel"), &shape, &args).unwrap_or_else(|fault| panic!("{fault}: {}", case.0));
    let mut words = vec![0; 16 * reads as usize];
    sim.read(out, &mut words).unwrap();
    words.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn modules() -> Result<[Module; 2], Error> {
    let text = fs::read_to_string(folder().join("reads.cu")).unwrap();
    let nvrtc = Nvrtc::find(Install::Allowed)?;
    let cubin = nvrtc.compile_cubin(&text, "reads.cu", &["-arch=sm_90"])?;
    let machine_code = smem_sass::module(&cubin, &Disassembler::find(Install::Allowed)?.listing(&cubin)?).unwrap();
    let ptx = nvrtc.compile_ptx(&text, "reads.cu", &["-arch=compute_90"])?;
    Ok([machine_code, smem_ptx::module(&ptx).unwrap()])
}

/// Cases whose words differ: sums of eight floating-point texels, whose last digit is not always the GPU's.
const KNOWN: usize = 171;

fn is_known(case: &Case<'_>) -> bool {
    let is_float = matches!(case.element(), TextureElement::F16 | TextureElement::F32);
    case.text("kernel") == "read_3d" && is_float && case.number("filter") == 1
}

/// `tex1Dfetch` of an array, which is not linear memory: a GPU reads zeros, and the simulator faults.
fn is_invalid(case: &Case<'_>) -> bool {
    case.text("kernel") == "fetch_1d" && case.text("resource") == "1d"
}

#[test]
fn every_read_gives_what_a_gpu_gave() -> Result<(), Error> {
    let data = fs::read_to_string(folder().join("sm_90_h200.tsv")).unwrap();
    let [machine_code, ptx] = modules()?;
    let (mut compared, mut differ) = (0, 0);
    let lines = data.lines().filter(|line| !line.starts_with('#')).skip(1);
    for (at, line) in part(lines, 9).enumerate() {
        let case = Case(line);
        if is_invalid(&case) {
            continue;
        }
        let words = read(&ptx, &case);
        // Both machines share the texture unit.
        if at % 8 == 0 {
            assert_eq!(read(&machine_code, &case), words, "{line}");
        }
        compared += 1;
        if format!("{:016x}", hash(words.into_iter())) != case.text("hash") {
            assert!(is_known(&case), "{line}");
            differ += 1;
        }
    }
    assert_eq!((compared, differ), count((4658, KNOWN), (521, 42)));
    Ok(())
}
