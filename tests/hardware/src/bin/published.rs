//! Runs published kernels as PTX, as machine code and on a GPU, and compares counts and memory.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use smem_examples::{DeviceOptions, Error, exit_code, progress_bar, read_file, say, this_program, write_file};
use smem_hardware::published::{
    Explained, FetchFrom, GITHUB, LaunchDifference, Pack, PackedFile, PublishedData, PublishedList, compare, compile,
    fetch, launch_file, measure, measured, read_memory, run_file, table, write_memory,
};
use smem_hardware::{Machine, NO_NSIGHT, Nsight};
use smem_launch::{Device, DeviceChoice, Install, Isa};

/// Runs kernels that other people published, as PTX and as machine code in the simulator and, where there is a GPU, on that, each on
/// the same input; compares memory after every launch, executed shared instructions and wavefronts.
///
/// The files are fetched at known commits (`published/files.tsv`) and are not part of this project.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all that was compared agrees as RESULTS.md says, 1 a difference that it does not know, or a fault, 2 bad \
                  input or a measurement that failed."
)]
struct Options {
    #[command(flatten)]
    run_on: DeviceOptions,
    /// Fetch the files into this folder, unless they are there, and compile them
    #[arg(long, value_name = "DIR", required_unless_present = "packed")]
    fetch_to: Option<PathBuf>,
    /// Fetch from clones in this folder, OWNER/NAME below it, instead of from GitHub
    #[arg(long, value_name = "DIR", requires = "fetch_to")]
    clones: Option<PathBuf>,
    /// Folder for the machine code and the launches, for `--packed` on another machine [default: `pack` in the folder of --fetch-to]
    #[arg(long, value_name = "DIR", requires = "fetch_to")]
    pack: Option<PathBuf>,
    /// Take machine code and launches from this folder, which `--pack` made, instead of files
    #[arg(long, value_name = "DIR", conflicts_with = "fetch_to")]
    packed: Option<PathBuf>,
    /// Only files with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Only measure, on a GPU: leave counters and memory in this folder, for `--from` on another machine
    #[arg(long, value_name = "DIR")]
    measure: Option<PathBuf>,
    /// Compare with what `--measure` left in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "measure")]
    from: Option<PathBuf>,
    /// How often each launch is measured
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    times: u32,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Only make the launches: what the profiler runs
    #[arg(long, hide = true)]
    launch: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Returns whether all that was compared agrees.
fn run(options: &Options) -> Result<bool, Error> {
    let (folder, list) = match &options.packed {
        Some(folder) => (folder.clone(), None),
        None => packed_from_files(options)?,
    };
    let files = Pack::new(&folder).files(&options.only)?;
    if options.launch {
        return launch_all(&options.run_on.open_for_profiler()?, &files, options.times).map(|()| true);
    }
    let left_out = list.as_ref().map_or(&[][..], |(_, left_out)| left_out);
    if let Some(out) = &options.measure {
        measure_all(options, &folder, &files, out)?;
        return Ok(left_out.is_empty());
    }
    let mut from = options.from.clone();
    if from.is_none() && options.run_on.device != DeviceChoice::Simulator {
        let out = folder.join("measured");
        match measure_all(options, &folder, &files, &out) {
            Ok(()) => from = Some(out),
            Err(error) if options.run_on.device == DeviceChoice::Gpu => return Err(error),
            Err(error) => say(&format!("Not measured: {error}.\n\n"))?,
        }
    }
    report(options, &files, &Pack::new(&folder).compiler(), from.as_deref()).map(|agrees| agrees && left_out.is_empty())
}

/// The list and the files of it that do not compile.
type FromFiles = (PublishedList, Vec<String>);

/// Fetches and compiles the files. Returns the pack's folder, and the names of files that do not compile, which are printed.
fn packed_from_files(options: &Options) -> Result<(PathBuf, Option<FromFiles>), Error> {
    let list = PublishedList::of_project()?.only(&options.only);
    let fetched = options.fetch_to.clone().unwrap_or_default();
    let from = options.clones.clone().map_or_else(|| FetchFrom::Host(GITHUB.to_owned()), FetchFrom::Clones);
    let bar = progress_bar(list.files.len() as u64);
    bar.set_message("files fetched");
    fetch(&list, &from, &fetched, &mut |done| bar.set_position(done as u64))?;
    bar.set_message("files compiled");
    let device = Device::simulator(Isa::Sass, options.run_on.install())?;
    let folder = options.pack.clone().unwrap_or_else(|| fetched.join("pack"));
    let (pack, cut) = (Pack::new(&folder), fetched.join("cut"));
    let (major, minor) = device.nvrtc().version();
    pack.set_compiler(&format!("NVRTC {major}.{minor}, for {}", device.arch()))?;
    let mut left_out = Vec::new();
    for (at, file) in list.files.iter().enumerate() {
        let launches = launch_file(&list, file)?;
        match compile(file, &launches, &device, &fetched, &cut) {
            Ok(compiled) => pack.add(&file.name, &compiled, &read_file(&list.launch_file(file))?)?,
            Err(error) => {
                eprintln!("error: {}: {error}", file.name);
                left_out.push(file.name.clone());
            }
        }
        bar.set_position(at as u64 + 1);
    }
    bar.finish_and_clear();
    Ok((folder, Some((list, left_out))))
}

/// Makes every launch so often.
fn launch_all(device: &Device, files: &[PackedFile], times: u32) -> Result<(), Error> {
    for file in files {
        let program = device.load_compiled(&file.compiled, &file.name)?;
        for _ in 0..times {
            let uploaded = file.launches.upload(device, &program, Path::new("."))?;
            for at in 0..uploaded.len() {
                // SAFETY: each file is listed with its commit, at which its launches were read, and run in the simulator, which checks accesses.
                unsafe { uploaded.launch(device, at)? };
            }
        }
    }
    Ok(())
}

/// Leaves the counters of every launch on a GPU, and the memory after it, in `out`.
fn measure_all(options: &Options, pack: &Path, files: &[PackedFile], out: &Path) -> Result<(), Error> {
    let gpu = Device::open(DeviceChoice::Gpu, options.run_on.install())?;
    let nsight = Nsight::find().ok_or_else(|| smem_launch::Error::Gpu(NO_NSIGHT.to_owned()))?;
    for file in files {
        // SAFETY: as in `launch_all`.
        let run = unsafe { run_file(&gpu, &file.compiled, &file.launches, &file.name) }
            .map_err(|error| Error::Input(format!("{}: {error}", file.name)))?;
        write_memory(out, &file.name, &run.memory)?;
    }
    write_file(&out.join("machine.txt"), &Machine::this(&gpu, Some(&nsight)).to_string())?;
    let mut program: Command = this_program()?;
    program.args(["--launch", "--offline", "--times", &options.times.to_string(), "--only", &options.only]);
    program.arg("--packed").arg(pack);
    measure(&nsight, &program, out)
}

/// Runs the launches in both simulators, prints the table, and returns whether all agrees.
fn report(options: &Options, files: &[PackedFile], compiler: &str, from: Option<&Path>) -> Result<bool, Error> {
    let install = if options.run_on.offline { Install::Refused } else { Install::Allowed };
    let (sass, ptx) = (Device::simulator(Isa::Sass, install.clone())?, Device::simulator(Isa::Ptx, install)?);
    let counters = from.map(|folder| measured(folder, files, options.times as usize)).transpose()?;
    let machine = from.map(|folder| read_file(&folder.join("machine.txt"))).transpose()?.unwrap_or_default();
    let bar = progress_bar(files.len() as u64);
    bar.set_message("files in the simulator");
    let mut rows = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let one = |device: &Device, of: &str| {
            // SAFETY: these devices are simulators.
            unsafe { run_file(device, &file.compiled, &file.launches, &file.name) }.map_err(|error| {
                eprintln!("note: {} as {of}: {error}", file.name);
            })
        };
        let (as_sass, as_ptx) = (one(&sass, "machine code").ok(), one(&ptx, "PTX").ok());
        // Memory is large, and not always brought along.
        let memory = from.filter(|folder| folder.join("memory").is_dir());
        let memory = memory.map(|folder| read_memory(folder, &file.name, &file.launches)).transpose()?;
        let own = counters.as_ref().map(|counters| &counters[at][..]);
        rows.extend(compare(file, as_sass.as_ref(), as_ptx.as_ref(), own, memory.as_deref()));
        bar.set_position(at as u64 + 1);
    }
    bar.finish_and_clear();
    // The measuring machine's own NVRTC compiled nothing.
    let fields =
        machine.lines().filter_map(|line| line.strip_prefix("# ")).filter(|field| !field.starts_with("nvrtc: "));
    let machine = fields.map(str::to_owned).chain([format!("code: {compiler}")]).collect();
    let data = PublishedData { machine, launches: rows };
    say(&table(&data))?;
    if let Some(file) = &options.data {
        write_file(file, &data.to_string())?;
        say(&format!("written to `{}`\n", file.display()))?;
    }
    let (explained, mut agrees) = (Explained::all(), true);
    for launch in &data.launches {
        for what in LaunchDifference::of(launch) {
            if !explained.iter().any(|cause| cause.explains(launch, what)) {
                eprintln!(
                    "error: {} {}: {what:?} differs, and `explained.tsv` has no cause",
                    launch.file, launch.kernel
                );
                agrees = false;
            }
        }
    }
    Ok(agrees)
}
