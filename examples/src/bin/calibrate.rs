//! Compares the bank model with the simulator's counts and with a GPU's counters, request by request.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::{Parser, builder::PossibleValuesParser, builder::TypedValueParser};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use smem_examples::calibrate::{
    Comparison, Counts, Data, MOST_REQUESTS, Machine, Measured, Nsight, Part, Request, requests, simulate,
};
use smem_examples::{Choice, Device, Error, Install, exit_code};
use smem_layout::Arch;

/// Is the bank model what the hardware does? Random and adversarial warp-wide requests: their wavefronts predicted by
/// smem-layout, counted by the simulator, and on a GPU read from Nsight Compute's counters.
///
/// On a GPU the measured counts are written to a data file, which a test replays without one. Without a GPU or without
/// Nsight Compute it compares model and simulator, and says what is left to do.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all that was compared agrees, 1 a disagreement, 2 bad input or a measurement that failed."
)]
struct Options {
    /// How many requests, each another one
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_REQUESTS)))]
    requests: u32,
    /// Seed of the requests
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// `auto` measures on the GPU where there is one, `gpu` insists on it, `sim` does not look for one
    #[arg(long, default_value = "auto", value_parser = choices())]
    device: Choice,
    /// Folder for the profiler's reports and pages
    #[arg(long, value_name = "DIR", default_value = "target/calibrate")]
    out: PathBuf,
    /// Data file to write [default: in the folder of --out, as `sm_90.txt`]
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Start no further profiler run after so many minutes
    #[arg(long, value_name = "N", default_value_t = 8)]
    minutes: u64,
    /// Measure nothing: read the pages that an earlier run with the same --requests left in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "device"])]
    from: Option<PathBuf>,
    /// Do not install NVRTC where it is missing
    #[arg(long)]
    offline: bool,
    /// Only launch kernels: what the profiler runs
    #[arg(long, hide = true)]
    launch: Option<Part>,
}

fn choices() -> impl TypedValueParser<Value = Choice> {
    PossibleValuesParser::new(["auto", "gpu", "sim"]).try_map(|text| text.parse::<Choice>())
}

impl Options {
    fn install(&self) -> Install {
        if self.offline { Install::Refused } else { Install::Allowed }
    }
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Whether all that was compared agrees.
fn run(options: &Options) -> Result<bool, Error> {
    if let Some(part) = options.launch {
        let device = Device::open(Choice::Gpu, options.install())?;
        return part.run(&device, &requests(options.requests, options.seed)).map(|()| true);
    }
    if let Some(folder) = &options.from {
        return from(options, folder);
    }
    let all = requests(options.requests, options.seed);
    let agrees = simulated(options, &all)?;
    if options.device == Choice::Sim {
        say("\nNo GPU was looked for (--device sim): nothing above is a measurement.\n")?;
        return Ok(agrees);
    }
    let gpu = match Device::open(Choice::Gpu, options.install()) {
        Ok(gpu) => gpu,
        Err(error) if options.device == Choice::Gpu => return Err(error),
        Err(error) => {
            say(&format!("\nNot measured: {error}.\n{}", what_is_left(options)))?;
            return Ok(agrees);
        }
    };
    let Some(nsight) = Nsight::find() else {
        let device = gpu.describe();
        let none = "Nsight Compute (`ncu`) is neither on PATH, nor in CUDA_PATH, /usr/local/cuda or /opt/nvidia";
        if options.device == Choice::Gpu {
            return Err(Error::Gpu(none.to_owned()));
        }
        say(&format!("\nNot measured on {device}: {none}.\n{}", what_is_left(options)))?;
        return Ok(agrees);
    };
    Ok(agrees & measured(options, &gpu, &nsight, &all)?)
}

/// Model against simulator.
fn simulated(options: &Options, all: &[Request]) -> Result<bool, Error> {
    let device = Device::open(Choice::Sim, options.install())?;
    let bar = bar(all.len() as u64);
    bar.set_message("requests in the simulator");
    let counts = simulate(&device, all, &mut |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let (predicted, counts) = (predicted(all, device.arch()), counts.into_iter().map(Some).collect::<Vec<_>>());
    let comparison = Comparison::new(&device.describe(), all, &predicted, &counts);
    let (number, seed) = (all.len(), options.seed);
    say(&format!(
        "{number} requests, seed {seed}: agreeing of all, by class, operation and bytes a lane\n\n{comparison}"
    ))?;
    Ok(comparison.is_exact())
}

/// Model against the GPU's counters.
fn measured(options: &Options, gpu: &Device, nsight: &Nsight, all: &[Request]) -> Result<bool, Error> {
    let arch = gpu.arch();
    if arch.number() == 0 || !arch.has_ldmatrix() {
        let device = gpu.describe();
        return Err(Error::Gpu(format!(
            "{device} is not one of compute capability 7.5 and later that smem-layout knows"
        )));
    }
    let folder = &options.out;
    let machine = Machine::this(gpu, Some(nsight));
    let counts = Counts::Measured;
    let nothing = Data { arch, counts, machine: machine.clone(), seed: options.seed, rows: Vec::new() };
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    write(&machine_file(folder), &nothing.to_string())?;

    let this = env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))?;
    let started = Instant::now();
    let parts = Part::all(all.len());
    let bar = bar(parts.len() as u64);
    let mut failures = Vec::new();
    for (done, part) in parts.iter().enumerate() {
        if started.elapsed() > Duration::from_secs(60 * options.minutes) {
            failures.push(format!("`{part}` and what follows were not started within {} minutes", options.minutes));
            break;
        }
        bar.set_message(format!("{part} under Nsight Compute"));
        let mut launches = Command::new(&this);
        launches.args(["--launch", &part.to_string(), "--offline", "--requests", &options.requests.to_string()]);
        launches.args(["--seed", &options.seed.to_string()]);
        let before = Instant::now();
        match nsight.measure(*part, &mut launches, folder) {
            Ok(()) => eprintln!("{part}: measured in {:.0} s", before.elapsed().as_secs_f64()),
            Err(error) => {
                eprintln!("{part}: {error}");
                failures.push(error.to_string());
            }
        }
        bar.set_position(done as u64 + 1);
        // What fails twice is not going to work.
        if failures.len() > 1 {
            break;
        }
    }
    bar.finish_and_clear();
    let (data, mut problems) = Data::measured(arch, machine, options.seed, all, folder);
    problems.extend(failures);
    report(options, &data, folder, &problems)
}

/// Reads what an earlier run has measured.
fn from(options: &Options, folder: &Path) -> Result<bool, Error> {
    let file = machine_file(folder);
    let text = fs::read_to_string(&file)
        .map_err(|error| Error::Input(format!("cannot read `{}`: {error}", file.display())))?;
    let Data { arch, machine, seed, .. } = Data::parse(&text)?;
    let all = requests(options.requests, seed);
    let (data, problems) = Data::measured(arch, machine, seed, &all, folder);
    report(options, &data, folder, &problems)
}

/// Writes the data file and prints the tables. What was not measured is an error, once everything else is told.
fn report(options: &Options, data: &Data, folder: &Path, problems: &[String]) -> Result<bool, Error> {
    let all: Vec<Request> = data.rows.iter().map(|row| row.request.clone()).collect();
    let predicted = predicted(&all, data.arch);
    let count = |of: fn(&Measured) -> Option<u32>| data.rows.iter().map(of).collect::<Vec<_>>();
    let device = &data.machine.device;
    let counter = format!("hardware counter on {device}");
    let counter = Comparison::new(&counter, &all, &predicted, &count(|row| row.counter));
    let source = format!("Nsight Compute's source page on {device}");
    let source = Comparison::new(&source, &all, &predicted, &count(|row| row.source));
    if counter.counted() + source.counted() > 0 {
        let file = options.data.clone().unwrap_or_else(|| folder.join(format!("{}.txt", data.arch)));
        write(&file, &data.to_string())?;
        say(&format!("\n{counter}\n{source}\nwritten to `{}`\n", file.display()))?;
    }
    let agrees = counter.disagreeing() == 0 && source.disagreeing() == 0;
    if agrees && counter.counted().min(source.counted()) < all.len() {
        let told = if problems.is_empty() { "no reason is known".to_owned() } else { problems.join("\n  ") };
        let (both, all) = (counter.counted().min(source.counted()), all.len());
        return Err(Error::Gpu(format!("only {both} of {all} requests are measured in both ways:\n  {told}")));
    }
    for problem in problems {
        eprintln!("note: {problem}");
    }
    Ok(agrees)
}

/// For a machine that cannot measure.
fn what_is_left(options: &Options) -> String {
    let Options { requests, seed, .. } = options;
    format!(
        "Model and simulator agree by one rule, which is written down once: the table above shows that the instructions \
         do\nwhat was asked, and is no evidence that a GPU counts the same. To measure, on a machine with a GPU and Nsight \
         Compute:\n\n    cargo run --release -p smem-examples --bin calibrate -- --device gpu --requests {requests} \
         --seed {seed}\n"
    )
}

fn predicted(all: &[Request], arch: Arch) -> Vec<u32> {
    all.iter().map(|request| request.predicted(&arch.bank_model())).collect()
}

/// A data file without rows, which tells what the pages beside it were measured on.
fn machine_file(folder: &Path) -> PathBuf {
    folder.join("machine.txt")
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    fs::write(file, text).map_err(|error| cannot_write(file, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::Input(format!("cannot write `{}`: {error}", path.display()))
}

fn say(text: &str) -> Result<(), Error> {
    // A reader that closes early (`| head`) is no error.
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Input(format!("cannot write the table: {error}")))
        }
        _ => Ok(()),
    }
}

/// On standard error, and only where that is a terminal.
fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:12} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
