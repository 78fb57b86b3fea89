//! Compares the wavefronts of every kernel in every layout: predicted, simulated, and counted by a GPU.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Parser;
use smem_examples::{DeviceOptions, Error, exit_code, progress_bar, read_file, say, this_program, write_file};
use smem_hardware::wavefronts::{
    CaseOutcome, LaunchCounts, List, MeasuredLaunches, RecordedLaunch, WavefrontData, measure, table,
};
use smem_hardware::{Machine, NO_NSIGHT, Nsight, PageOptions};
use smem_launch::{Device, DeviceChoice, Isa};

/// Compares the wavefronts of every kernel in every layout: those of its shared loads and stores are predicted by
/// smem-layout, counted by the simulator, and on a GPU read from Nsight Compute's counters.
///
/// Every launch also checks its result. The kernels of `calibrate` are compared there, request by request. Without a GPU or
/// without Nsight Compute it compares prediction and simulator, and says what is left to do.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all that was compared agrees, 1 a difference, a wrong result or a fault, 2 bad input or a \
                  measurement that failed."
)]
struct Options {
    #[command(flatten)]
    run_on: DeviceOptions,
    /// The kernels in Rust as PTX; left out without it. `cargo test -p smem-tests device_rust` makes the file
    /// `target/tmp/device-rust/device-rust.ptx`
    #[arg(long, value_name = "FILE")]
    device_rust: Option<PathBuf>,
    /// Only kernels with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Run the kernels as machine code in the simulator as well, which takes NVIDIA's disassembler
    #[arg(long)]
    machine_code: bool,
    #[command(flatten)]
    pages: PageOptions,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Only make the launches and check their results: what the profiler runs, and what a sanitizer can
    #[arg(long, hide = true)]
    launch: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Returns whether all that was compared agrees, and every result is right.
fn run(options: &Options) -> Result<bool, Error> {
    let list = List::new(kernels_in_rust(options)?.as_deref())?.only(&options.only);
    if list.cases().next().is_none() {
        return Err(Error::Input(format!("no kernel has `{}` in its name", options.only)));
    }
    // Measured rows can be compared with the prediction alone.
    if list.runnable().next().is_none() && options.pages.from.is_none() {
        let only = &options.only;
        return Err(Error::Input(format!("only kernels in Rust have `{only}` in their names, and {HOW_TO_MAKE_PTX}")));
    }
    if options.launch {
        let device = options.run_on.open_for_profiler()?;
        return launch_all(&device, &list).map(|done| all_right(&device, &list, &done));
    }
    let from = options.pages.from.as_ref().map(|folder| MeasuredLaunches::read(folder, &list)).transpose()?;
    let simulator = Device::open(DeviceChoice::Simulator, options.run_on.install())?;
    let simulated = launch_all(&simulator, &list)?;
    let right = all_right(&simulator, &list, &simulated);
    if let Some(measured) = &from {
        return Ok(report(options, &list, &simulator, &simulated, Some(measured))? & right);
    }
    match gpu(options)? {
        Ok((gpu, nsight)) => {
            let right = right & all_right(&gpu, &list, &launch_all(&gpu, &list)?);
            match counted(options, &list, &gpu, &nsight) {
                Ok(measured) => Ok(report(options, &list, &simulator, &simulated, Some(&measured))? & right),
                Err(error) => {
                    // The comparison of what could be compared is printed all the same.
                    report(options, &list, &simulator, &simulated, None)?;
                    Err(error)
                }
            }
        }
        Err(unmeasured) => {
            let agrees = report(options, &list, &simulator, &simulated, None)?;
            say(&unmeasured)?;
            Ok(agrees & right)
        }
    }
}

/// Reads the PTX that the options name.
fn kernels_in_rust(options: &Options) -> Result<Option<String>, Error> {
    options.device_rust.as_deref().map(read_file).transpose()
}

/// Returns a GPU of a known architecture with a profiler, or the text that says why there is none, where `--device` does
/// not insist on one.
fn gpu(options: &Options) -> Result<Result<(Device, Nsight), String>, Error> {
    if options.run_on.device == DeviceChoice::Simulator {
        return Ok(Err("\nNo GPU was looked for (--device sim): nothing above is a measurement.\n".to_owned()));
    }
    let found = Device::open(DeviceChoice::Gpu, options.run_on.install()).and_then(|gpu| {
        let device = gpu.describe();
        if gpu.arch().number() == 0 {
            let unknown = format!("{device} is of no compute capability that smem-layout knows");
            return Err(smem_launch::Error::Gpu(unknown));
        }
        let nsight = Nsight::find().ok_or_else(|| smem_launch::Error::Gpu(format!("on {device}, {NO_NSIGHT}")))?;
        Ok((gpu, nsight))
    });
    match found {
        Err(error) if options.run_on.device != DeviceChoice::Gpu => {
            Ok(Err(format!("\nNot measured: {error}.\n{WHAT_IS_LEFT}")))
        }
        other => Ok(Ok(other?)),
    }
}

/// The text for a machine that cannot measure.
const WHAT_IS_LEFT: &str = "\
The comparison shows that the kernels make the loads and stores that were written down for them. Both columns count wavefronts by
one rule, so they are not evidence that a GPU counts the same. To measure, on a machine with a GPU and Nsight Compute:

    cargo run --release -p smem-hardware --features gpu --bin wavefronts -- --device gpu --machine-code --device-rust target/tmp/device-rust/device-rust.ptx
";

/// Makes every launch that can be made.
fn launch_all(device: &Device, list: &List) -> Result<Vec<Option<CaseOutcome>>, Error> {
    let bar = progress_bar(list.runnable().count() as u64);
    bar.set_message(if device.is_gpu() { "launches on the GPU" } else { "launches in the simulator" });
    let done = list.run(device, &mut |made| bar.set_position(made as u64));
    bar.finish_and_clear();
    done
}

/// Returns whether every result is right, and prints those that are not.
fn all_right(device: &Device, list: &List, done: &[Option<CaseOutcome>]) -> bool {
    let mut right = true;
    for (case, done) in list.cases().zip(done) {
        if let Some(wrong) = done.as_ref().and_then(|done| done.wrong.as_ref()) {
            eprintln!("error: {case} on {}: {wrong}", device.describe());
            right = false;
        }
    }
    right
}

/// Returns the counts of the GPU's counters.
fn counted(options: &Options, list: &List, gpu: &Device, nsight: &Nsight) -> Result<MeasuredLaunches, Error> {
    let bar = progress_bar(0);
    bar.set_message("the launches under Nsight Compute");
    let folder = options.pages.report.folder(env!("CARGO_BIN_NAME"));
    measure(nsight, gpu, list, &launches(options)?, &folder)?;
    bar.finish_and_clear();
    MeasuredLaunches::read(&folder, list)
}

/// Returns the command that runs this program, to make the same launches.
fn launches(options: &Options) -> Result<Command, Error> {
    let mut command = this_program()?;
    command.args(["--launch", "--offline"]);
    if !options.only.is_empty() {
        command.args(["--only", &options.only]);
    }
    if let Some(file) = &options.device_rust {
        command.arg("--device-rust").arg(file);
    }
    Ok(command)
}

/// Prints the table, and returns whether all in it agrees.
fn report(
    options: &Options,
    list: &List,
    simulator: &Device,
    simulated: &[Option<CaseOutcome>],
    measured: Option<&MeasuredLaunches>,
) -> Result<bool, Error> {
    let mut lines = vec![format!("simulator: {}", simulator.describe())];
    let arch = measured.map_or(simulator.arch(), |measured| measured.arch);
    // Counts by other banks cannot be compared.
    let same_banks = arch.bank_model() == simulator.arch().bank_model();
    if !same_banks {
        lines.push(format!("simulator: left out, its banks are those of {} and not of {arch}", simulator.arch()));
    }
    lines.push(match measured {
        Some(MeasuredLaunches { machine: Machine { device, driver, nvrtc, nsight, date }, .. }) => {
            format!("counter: {device}, driver {driver}, NVRTC {nvrtc}, Nsight Compute {nsight}, {date}")
        }
        None => "counter: not measured".to_owned(),
    });
    let counted: &[_] = measured.map_or(&[], |measured| &measured.counts);
    let mut rows = LaunchCounts::all(list, arch, if same_banks { simulated } else { &[] }, counted);
    let mut right = true;
    if options.machine_code && same_banks {
        let machine_code = Device::simulator(Isa::Sass, options.run_on.install())?;
        lines.push(format!("SASS, sim.: {}", machine_code.describe()));
        let executed = launch_all(&machine_code, list)?;
        right = all_right(&machine_code, list, &executed);
        rows = LaunchCounts::with_machine_code(rows, &executed);
    }
    let shown: Vec<LaunchCounts> =
        rows.into_iter().filter(|row| row.simulated.is_some() || row.counted.is_some()).collect();
    let differing = shown.iter().filter(|row| row.differs()).count();
    let (all, counted) = (shown.len(), shown.iter().filter(|row| row.counted.is_some()).count());
    let left_out = list.cases().count() - all;
    say(&format!(
        "wavefronts of shared loads and stores, predicted for the banks of {arch}\n{}\n\n{}\n{all} launches, {counted} of them measured: \
         {differing} differ\n",
        lines.join("\n"),
        table(&shown)
    ))?;
    if let Some(file) = &options.data {
        let machine = measured.map(|measured| measured.machine.clone());
        let launches = shown.iter().map(RecordedLaunch::from).collect();
        write_file(file, &WavefrontData { arch, machine, launches }.to_string())?;
        say(&format!("written to `{}`\n", file.display()))?;
    }
    // Without pages, all that is left out is what cannot run.
    if left_out > 0 && measured.is_none() {
        say(&format!("{left_out} launches of the kernels in Rust are left out: {HOW_TO_MAKE_PTX}\n"))?;
    } else if left_out > 0 {
        say(&format!("{left_out} launches are left out: neither the simulator nor the pages count them\n"))?;
    }
    Ok(differing == 0 && right)
}

const HOW_TO_MAKE_PTX: &str = "there is no --device-rust FILE. To make one:

    cargo test -p smem-tests device_rust      leaves target/tmp/device-rust/device-rust.ptx";
