//! Counts what loads a GPU in many launches, and times them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{DeviceOptions, Error, exit_code, read_file, say, write_file};
use smem_hardware::published::{FetchFrom, GITHUB, Pack, PackedFile, PublishedList};
use smem_hardware::worth::{
    COLUMNS, COUNTERS, PackedLaunch, WorthRow, WorthTable, launch_all, measured_counters, pack_own, pack_published,
    simulate_all, simulated, time_all,
};
use smem_launch::{Device, DeviceChoice, Isa};

/// Counts what loads a GPU in the launches of the project's kernels and of published ones: instructions by pipe, wavefronts, sectors, bytes,
/// resources and the chain of dependent instructions, as the simulated columns of `worth/h200.tsv` have them.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 all right, 1 a launch faults, 2 bad input or a missing library.")]
struct Options {
    #[command(flatten)]
    run_on: DeviceOptions,
    /// Compile the kernels, and leave machine code and launches in this folder
    #[arg(long, value_name = "DIR", required_unless_present = "packed")]
    pack: Option<PathBuf>,
    /// Pack published files as well, which are fetched into this folder
    #[arg(long, value_name = "DIR", requires = "pack")]
    fetch_to: Option<PathBuf>,
    /// Fetch from clones in this folder, OWNER/NAME below it, instead of from GitHub
    #[arg(long, value_name = "DIR", requires = "fetch_to")]
    clones: Option<PathBuf>,
    /// Take machine code and launches from this folder, which `--pack` made
    #[arg(long, value_name = "DIR", conflicts_with = "pack")]
    packed: Option<PathBuf>,
    /// Only files with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Blocks of each launch that run in the simulator, at least; 0 runs all
    #[arg(long, value_name = "N", default_value_t = 64)]
    blocks: u64,
    /// Run as many more blocks as make so many instructions of warps, by the counters
    #[arg(long, value_name = "N", requires = "counters", default_value_t = 0, hide_default_value = true)]
    instructions: u64,
    /// Run all blocks of files with this in their names: of launches whose blocks wait for others
    #[arg(long, value_name = "TEXT")]
    whole: Option<String>,
    /// Make each launch once on a GPU: for Nsight Compute
    #[arg(long)]
    launch: bool,
    /// Time each launch so often on a GPU, by events
    #[arg(long, value_name = "N", conflicts_with = "launch")]
    times: Option<u32>,
    /// The raw page of `ncu` of the launches that `--launch` made
    #[arg(long, value_name = "FILE", requires = "data")]
    counters: Option<PathBuf>,
    /// The times that `--times` printed
    #[arg(long, value_name = "FILE", requires = "data")]
    timed: Option<PathBuf>,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A line about the machine, for the data file
    #[arg(long, value_name = "TEXT", requires = "data")]
    about: Vec<String>,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    if let Some(folder) = &options.pack {
        return compile(options, &Pack::new(folder)).map(|()| true);
    }
    let pack = Pack::new(options.packed.as_deref().unwrap_or(Path::new(".")));
    let files = pack.files(&options.only)?;
    if options.launch {
        return launch_all(&options.run_on.open_for_profiler()?, &files).map(|()| true);
    }
    if let Some(rounds) = options.times {
        let device = Device::open(DeviceChoice::Gpu, options.run_on.install())?;
        return time_all(&device, &files, rounds, &mut |line| say(&line)).map(|()| true);
    }
    simulate(options, &pack, &files)
}

/// Compiles the kernels into a pack.
fn compile(options: &Options, pack: &Pack) -> Result<(), Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("worth");
    let device = Device::simulator(Isa::Sass, options.run_on.install())?;
    let (major, minor) = device.nvrtc().version();
    pack.set_compiler(&format!("NVRTC {major}.{minor}, for {}", device.arch()))?;
    if let Some(fetched) = &options.fetch_to {
        let from = options.clones.clone().map_or_else(|| FetchFrom::Host(GITHUB.to_owned()), FetchFrom::Clones);
        pack_published(&PublishedList::read(&folder)?.only(&options.only), &from, fetched, &device, pack)?;
    }
    pack_own(&folder, &options.only, &device, pack)
}

/// Simulates the launches, and prints their numbers, or writes them beside those of a GPU. Returns whether none faulted.
fn simulate(options: &Options, pack: &Pack, files: &[PackedFile]) -> Result<bool, Error> {
    let device = Device::simulator(Isa::Sass, options.run_on.install())?;
    let measured = match &options.counters {
        None => None,
        Some(page) => Some(
            measured_counters(&read_file(page)?, files)
                .map_err(|error| Error::Input(format!("`{}`: {error}", page.display())))?,
        ),
    };
    let times = options.timed.as_deref().map(times).transpose()?.unwrap_or_default();
    let mut names: Vec<String> = measured.iter().flat_map(|_| COUNTERS).map(str::to_owned).collect();
    names.extend(options.timed.iter().map(|_| "time_us".to_owned()));
    names.push("buffer_bytes".to_owned());
    names.extend(COLUMNS.map(str::to_owned));
    let about = options.about.iter().cloned().chain([format!("code: {}", pack.compiler())]).collect();
    let mut table = WorthTable { about, names, rows: Vec::new() };
    if options.data.is_none() {
        say(&format!("file\tlaunch\tkernel\t{}\n", COLUMNS.join("\t")))?;
    }
    let numbers = numbers(files);
    let counted = |launch: PackedLaunch<'_>, name: &str| {
        let at = COUNTERS.iter().position(|counter| *counter == name)?;
        measured.as_ref().map(|all| all[numbers[&(launch.file.name.as_str(), launch.at)]][at])
    };
    let blocks = |launch: PackedLaunch<'_>| {
        let instructions = counted(launch, "smsp__inst_executed.sum").unwrap_or_default();
        let wanted = (options.instructions * launch.grid).checked_div(instructions).unwrap_or_default();
        let is_whole = options.whole.as_ref().is_some_and(|text| launch.file.name.contains(text));
        if options.blocks == 0 || is_whole { 0 } else { options.blocks.max(wanted) }
    };
    let mut is_right = true;
    simulate_all(device, files, &blocks, &mut |launch, profile| {
        let PackedLaunch { file, at, kernel, .. } = launch;
        let values = match profile {
            Ok(profile) => simulated(&profile),
            Err(error) => {
                eprintln!("error: {} {kernel}: {error}", file.name);
                is_right = false;
                return Ok(());
            }
        };
        if options.data.is_none() {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            return say(&format!("{}\t{at}\t{kernel}\t{}\n", file.name, values.join("\t")));
        }
        let number = numbers[&(file.name.as_str(), at)];
        let counted = measured.iter().flat_map(|all| COUNTERS.iter().zip(&all[number]));
        let pairs = counted.chain(COLUMNS.iter().zip(&values)).map(|(name, value)| ((*name).to_owned(), *value as f64));
        let time = options.timed.as_ref().map(|path| {
            let missing = || Error::Input(format!("`{}` has no time of launch {at} of {}", path.display(), file.name));
            times.get(&(file.name.clone(), at)).map(|time| ("time_us".to_owned(), *time)).ok_or_else(missing)
        });
        let time = time.transpose()?;
        let bytes = file.launches.launch_bytes(at).map(|bytes| ("buffer_bytes".to_owned(), bytes as f64));
        let numbers = pairs.chain(time).chain(bytes).collect();
        table.rows.push(WorthRow { file: file.name.clone(), launch: at, kernel: kernel.to_owned(), numbers });
        Ok(())
    })?;
    if let Some(path) = &options.data {
        write_file(path, &table.to_string())?;
    }
    Ok(is_right)
}

/// The number of each launch among all, by file and number in the file.
fn numbers(files: &[PackedFile]) -> BTreeMap<(&str, usize), usize> {
    let launches = files.iter().flat_map(|file| (0..file.launches.launches().len()).map(|at| (file.name.as_str(), at)));
    launches.zip(0..).collect()
}

/// The medians that `--times` printed, by file and number in the file.
fn times(path: &Path) -> Result<BTreeMap<(String, usize), f64>, Error> {
    let text = read_file(path)?;
    let of = |line: &str| {
        let [file, at, _, median, ..] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        Some(((file.to_owned(), at.parse().ok()?), median.parse().ok()?))
    };
    let read = |line: &str| {
        of(line).ok_or_else(|| {
            Error::Input(format!("`{}` has a line without a launch and its time: {line}", path.display()))
        })
    };
    text.lines().map(read).collect()
}
