//! Compares the bank model with the simulator's counts and with a GPU's counters, request by request.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use smem_examples::{
    DeviceOptions, Error, exit_code, make_folder, progress_bar, read_file, say, this_program, write_file,
};
use smem_hardware::calibrate::{
    CalibrationData, Comparison, CountSource, MOST_REQUESTS, MeasuredRequest, ProfilerRun, Reading, Request,
    RequestSet, requests_of, simulate,
};
use smem_hardware::{Machine, NO_NSIGHT, Nsight, PageOptions};
use smem_launch::{Device, DeviceChoice};
use smem_layout::Arch;

/// Compares the bank model with the hardware, on random and adversarial warp-wide requests: their wavefronts are predicted by
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
    /// Number of requests, all different
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_REQUESTS)))]
    requests: u32,
    /// `stmatrix` and atomics instead of loads, stores and `ldmatrix` (sm_90 and later)
    #[arg(long, conflicts_with = "generic")]
    further: bool,
    /// Loads, stores and atomics through generic addresses instead
    #[arg(long)]
    generic: bool,
    /// Seed of the requests
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run_on: DeviceOptions,
    #[command(flatten)]
    pages: PageOptions,
    /// Data file to write [default: in the folder of --out, as `sm_90.txt`]
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Start no further profiler run after so many minutes
    #[arg(long, value_name = "N", default_value_t = 8)]
    minutes: u64,
    /// Only launch kernels: what the profiler runs
    #[arg(long, hide = true)]
    launch: Option<ProfilerRun>,
}

impl Options {
    fn drawn(&self, seed: u64) -> Vec<Request> {
        let set = match (self.further, self.generic) {
            (true, _) => RequestSet::Further,
            (_, true) => RequestSet::Generic,
            _ => RequestSet::Common,
        };
        requests_of(set, self.requests, seed)
    }

    /// Returns the option that names the set of requests.
    fn set(&self) -> Option<&'static str> {
        match (self.further, self.generic) {
            (true, _) => Some("--further"),
            (_, true) => Some("--generic"),
            _ => None,
        }
    }
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Returns whether all that was compared agrees.
fn run(options: &Options) -> Result<bool, Error> {
    if let Some(part) = options.launch {
        let device = Device::open(DeviceChoice::Gpu, options.run_on.install())?;
        return part.run(&device, &options.drawn(options.seed)).map(|()| true);
    }
    if let Some(folder) = &options.pages.from {
        return from(options, folder);
    }
    let all = options.drawn(options.seed);
    let agrees = simulated(options, &all)?;
    if options.run_on.device == DeviceChoice::Simulator {
        say("\nNo GPU was looked for (--device sim): nothing above is a measurement.\n")?;
        return Ok(agrees);
    }
    let gpu = match Device::open(DeviceChoice::Gpu, options.run_on.install()) {
        Ok(gpu) => gpu,
        Err(error) if options.run_on.device == DeviceChoice::Gpu => return Err(error.into()),
        Err(error) => {
            say(&format!("\nNot measured: {error}.\n{}", what_is_left(options)))?;
            return Ok(agrees);
        }
    };
    let Some(nsight) = Nsight::find() else {
        let device = gpu.describe();
        if options.run_on.device == DeviceChoice::Gpu {
            return Err(smem_launch::Error::Gpu(NO_NSIGHT.to_owned()).into());
        }
        say(&format!("\nNot measured on {device}: {NO_NSIGHT}.\n{}", what_is_left(options)))?;
        return Ok(agrees);
    };
    Ok(agrees & measured(options, &gpu, &nsight, &all)?)
}

/// Compares the model with the simulator.
fn simulated(options: &Options, all: &[Request]) -> Result<bool, Error> {
    let device = Device::open(DeviceChoice::Simulator, options.run_on.install())?;
    let bar = progress_bar(all.len() as u64);
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

/// Compares the model with the GPU's counters.
fn measured(options: &Options, gpu: &Device, nsight: &Nsight, all: &[Request]) -> Result<bool, Error> {
    let arch = gpu.arch();
    if arch.number() == 0 || !arch.has_ldmatrix() {
        let device = gpu.describe();
        return Err(smem_launch::Error::Gpu(format!(
            "{device} is not one of compute capability 7.5 and later that smem-layout knows"
        ))
        .into());
    }
    let folder = &options.pages.report.folder(env!("CARGO_BIN_NAME"));
    let machine = Machine::this(gpu, Some(nsight));
    let counts = CountSource::Measured;
    let nothing = CalibrationData {
        arch,
        counts,
        machine: machine.clone(),
        seed: Some(options.seed),
        notes: Vec::new(),
        rows: Vec::new(),
    };
    make_folder(folder)?;
    write_file(&machine_file(folder), &nothing.to_string())?;

    let started = Instant::now();
    let parts = ProfilerRun::all(all.len());
    let bar = progress_bar(parts.len() as u64);
    let mut failures = Vec::new();
    for (done, part) in parts.iter().enumerate() {
        if started.elapsed() > Duration::from_secs(60 * options.minutes) {
            failures.push(format!("`{part}` and what follows were not started within {} minutes", options.minutes));
            break;
        }
        bar.set_message(format!("{part} under Nsight Compute"));
        let mut launches = this_program()?;
        launches.args(["--launch", &part.to_string(), "--offline", "--requests", &options.requests.to_string()]);
        launches.args(["--seed", &options.seed.to_string()]).args(options.set());
        let before = Instant::now();
        match nsight.measure(*part, &mut launches, folder) {
            Ok(()) => eprintln!("{part}: measured in {:.0} s", before.elapsed().as_secs_f64()),
            Err(error) => {
                eprintln!("{part}: {error}");
                failures.push(error.to_string());
            }
        }
        bar.set_position(done as u64 + 1);
        // A launch that fails twice is not going to work.
        if failures.len() > 1 {
            break;
        }
    }
    bar.finish_and_clear();
    let mut reading = CalibrationData::measured(arch, machine, options.seed, all, folder);
    reading.problems.extend(failures);
    report(options, &reading, folder)
}

/// Reads what an earlier run has measured.
fn from(options: &Options, folder: &Path) -> Result<bool, Error> {
    let file = machine_file(folder);
    let text = read_file(&file)?;
    let CalibrationData { arch, machine, seed, .. } = CalibrationData::parse(&text)?;
    let Some(seed) = seed else {
        return Err(Error::Input(format!("`{}` does not say the seed of the requests", file.display())));
    };
    let all = options.drawn(seed);
    report(options, &CalibrationData::measured(arch, machine, seed, &all, folder), folder)
}

/// Writes the data file and prints the tables. The hardware counter decides; what it did not count is an error, once
/// everything else is told.
fn report(options: &Options, reading: &Reading, folder: &Path) -> Result<bool, Error> {
    let Reading { data, unowned, problems } = reading;
    let all: Vec<Request> = data.rows.iter().map(|row| row.request.clone()).collect();
    let predicted = predicted(&all, data.arch);
    let count = |of: fn(&MeasuredRequest) -> Option<u32>| data.rows.iter().map(of).collect::<Vec<_>>();
    let device = &data.machine.device;
    let counter = format!("hardware counter on {device}");
    let counter = Comparison::new(&counter, &all, &predicted, &count(|row| row.counter));
    let source = format!("for comparison, Nsight Compute's source page on {device}");
    let source = Comparison::new(&source, &all, &predicted, &count(|row| row.source));
    if counter.counted() + source.counted() > 0 {
        let file = options.data.clone().unwrap_or_else(|| folder.join(format!("{}.txt", data.arch)));
        write_file(&file, &data.to_string())?;
        let unowned: Vec<String> =
            unowned.iter().map(|(wavefronts, launches)| format!("{wavefronts} in {launches} launches")).collect();
        say(&format!(
            "\n{source}\n{counter}\nwavefronts that belong to no request: {}\nwritten to `{}`\n",
            unowned.join(", "),
            file.display()
        ))?;
    }
    if counter.disagreeing() == 0 && counter.counted() < all.len() {
        let told = if problems.is_empty() { "no reason is known".to_owned() } else { problems.join("\n  ") };
        let (counted, all) = (counter.counted(), all.len());
        return Err(smem_launch::Error::Gpu(format!(
            "only {counted} of {all} requests have a count of the hardware:\n  {told}"
        ))
        .into());
    }
    for problem in problems {
        eprintln!("note: {problem}");
    }
    Ok(counter.is_exact())
}

/// Returns the text for a machine that cannot measure.
fn what_is_left(options: &Options) -> String {
    let Options { requests, seed, .. } = options;
    let set = options.set().map(|set| format!(" {set}")).unwrap_or_default();
    format!(
        "Model and simulator count by one rule, so the table above shows that the instructions do what was asked. It is\nnot \
         evidence that a GPU counts the same. To measure, on a machine with a GPU and Nsight Compute:\n\n    \
         cargo run --release -p smem-hardware --features gpu --bin calibrate -- --device gpu --requests {requests} \
         --seed {seed}{set}\n"
    )
}

fn predicted(all: &[Request], arch: Arch) -> Vec<u32> {
    all.iter().map(|request| request.predicted(&arch.bank_model())).collect()
}

/// Returns a data file without rows, which says what the pages beside it were measured on.
fn machine_file(folder: &Path) -> PathBuf {
    folder.join("machine.txt")
}
