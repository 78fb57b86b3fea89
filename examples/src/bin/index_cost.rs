//! What the index of each class of layout costs on the device, on a kernel that does nothing but shared accesses.

use std::process::ExitCode;
use std::str::FromStr;

use clap::{Parser, builder::PossibleValuesParser, builder::TypedValueParser};
use smem_derive::smem_tile;
use smem_examples::{Choice, Device, Error, Install, Kernel, Launch, Timing, exit_code};
use smem_layout::{Dialect, Layout, SmemTile, translation_unit};

/// What the index of a layout costs: a kernel of shared loads alone, by rows and by columns, through tiles of each class.
///
/// On a GPU it prints times (medians of interleaved runs, by events); in the simulator, PTX instructions, which are no
/// times.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 done, 1 a wrong sum or a fault, 2 bad input or a missing library.")]
struct Options {
    /// Where to run: `auto` takes the GPU where there is one, else the simulator
    #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(["auto", "gpu", "sim"])
        .try_map(|text| Choice::from_str(&text)))]
    device: Choice,
    /// Do not install NVRTC where it is missing
    #[arg(long)]
    offline: bool,
    /// Timed runs of each layout, on a GPU
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    repeat: u32,
}

/// Conflicts on purpose: what they cost beside any index.
#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "Tile")]
struct Dense(f32);

#[smem_tile(32, 32, pad = auto, cuda = "Tile")]
struct Padded(f32);

#[smem_tile(32, 32, swizzle = auto, cuda = "Tile")]
struct Identity(f32);

/// Every aligned block of 32 lanes at once is free of conflict: that takes the bit-reversed XOR.
#[smem_tile(32, 32, access(row, col, block(2, 16), block(4, 8), block(8, 4), block(16, 2)), cuda = "Tile")]
struct Reversed(f32);

/// Both diagonals as well: that takes a general matrix.
#[smem_tile(32, 32, access(row, col, lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane))), cuda = "Tile")]
struct General(f32);

struct Class {
    name: &'static str,
    layout: Layout,
    cuda: &'static str,
}

impl Class {
    const fn of<T: SmemTile>(name: &'static str) -> Class {
        Class { name, layout: T::LAYOUT, cuda: T::CUDA }
    }
}

const CLASSES: [Class; 5] = [
    Class::of::<Dense>("dense"),
    Class::of::<Padded>("padded"),
    Class::of::<Identity>("identity XOR"),
    Class::of::<Reversed>("bit-reversed XOR"),
    Class::of::<General>("general XOR"),
];

const KERNEL: &str = include_str!("../../kernels/index_cost.cu");
const THREADS: u32 = 32 * 32;
/// Loads that each thread makes in a round: one along a row, one down a column.
const LOADS: u32 = 2;

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// False when a kernel read something wrong.
fn run(options: &Options) -> Result<bool, Error> {
    let device = Device::open(options.device, if options.offline { Install::Refused } else { Install::Allowed })?;
    // Enough blocks and rounds to drown a launch on a GPU; in the simulator one block says it all.
    let (blocks, rounds) = if device.is_gpu() { (264, 4096) } else { (1, 64) };
    let sums = device.zeros::<f32>((blocks * THREADS) as usize)?;
    let arguments = [sums.arg(), rounds.into()];
    let launch = Launch::new([blocks, 1, 1], [32, 32, 1]);
    let mut kernels: Vec<Kernel> = Vec::new();
    let mut instructions = Vec::new();
    for class in &CLASSES {
        let program = device.load(&translation_unit(&[class.cuda], "index_cost.cu", KERNEL), "index_cost.cu")?;
        let kernel = program.kernel("index_cost")?;
        instructions.push(device.launch(&kernel, launch, &arguments)?.map(|profile| profile.thread_instructions));
        if device.download(&sums)?.iter().enumerate().any(|(at, sum)| *sum != expected(at as u32, rounds)) {
            eprintln!("error: {}: the kernel read something else than it wrote", class.name);
            return Ok(false);
        }
        kernels.push(kernel);
    }
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); CLASSES.len()];
    // A run of each in turn, so that a change of clocks meets all alike.
    for _ in 0..options.repeat {
        for (kernel, times) in kernels.iter().zip(&mut times) {
            times.extend(device.time(kernel, launch, &arguments, 1)?.map(|timing| timing.median));
        }
    }
    let timings: Vec<Option<Timing>> = times.into_iter().map(Timing::of).collect();
    println!("index cost, 32 x 32 tile of f32, a row and a column load a round, {rounds} rounds, {blocks} blocks");
    println!("on {}\n", device.describe());
    println!("{:<18}{:>24}{:>34}{:>12}  index", "layout", "PTX instr. a load, sim.", "time on a GPU", "to padded");
    for (at, class) in CLASSES.iter().enumerate() {
        let loads = f64::from(blocks) * f64::from(THREADS) * f64::from(rounds * LOADS);
        let count = instructions[at].map_or("-".to_owned(), |count| format!("{:.2}", count as f64 / loads));
        let time = timings[at].map_or("-".to_owned(), |timing| timing.to_string());
        let ratio = timings[at]
            .zip(timings[1])
            .map_or("-".to_owned(), |(one, padded)| format!("{:.3}", one.median / padded.median));
        let index = class.layout.index_expression(Dialect::Cuda);
        println!("{:<18}{count:>24}{time:>34}{ratio:>12}  {index}", class.name);
    }
    Ok(true)
}

/// What thread `at` sums up: column `tx` of its rows, and column `row` of row `tx`. Exact in f32.
fn expected(at: u32, rounds: u32) -> f32 {
    let (tx, ty) = (at % 32, at % THREADS / 32);
    let mut row = ty;
    let mut sum = 0;
    for _ in 0..rounds {
        sum += tx + row;
        row = (row + 7) % 32;
    }
    sum as f32
}
