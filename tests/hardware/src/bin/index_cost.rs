//! Measures what the index of each class of layouts costs, in a kernel that does nothing but shared accesses.

use std::process::{Command, ExitCode};

use clap::Parser;
use smem_examples::{DeviceOptions, Error, RepeatOption, columns, exit_code, or_dash, say, this_program};
use smem_hardware::index_cost::{LOADS, MeasuredClass, THREADS, expected, instructions};
use smem_hardware::{NO_NSIGHT, Nsight, ReportFolder};
use smem_launch::{Buffer, Call, Device, DeviceChoice, Kernel, LaunchShape, Timing};
use smem_layout::{Dialect, index_expression};

/// Measures what the index of a layout costs, in a kernel of shared loads alone, by rows and by columns, through tiles of
/// each class.
///
/// On a GPU it prints times (medians of interleaved runs, by events) and, with --instructions, the instructions that were
/// executed; in the simulator, PTX instructions, which are not times.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 done, 1 a wrong sum or a fault, 2 bad input or a missing library.")]
struct Options {
    #[command(flatten)]
    run_on: DeviceOptions,
    #[command(flatten)]
    runs: RepeatOption<100>,
    /// Also count the machine instructions that a GPU executes, through Nsight Compute
    #[arg(long)]
    instructions: bool,
    #[command(flatten)]
    report: ReportFolder,
    /// Only launch kernels: what the profiler runs
    #[arg(long, hide = true)]
    launch: bool,
}

/// The figures of one class.
struct ClassCost {
    /// PTX instructions a load, from the simulator.
    ptx: Option<f64>,
    /// SASS instructions a load, from the hardware's counters.
    sass: Option<f64>,
    timing: Option<Timing>,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Runs and prints. False when a kernel read something wrong.
fn run(options: &Options) -> Result<bool, Error> {
    let device = if options.launch { options.run_on.open_for_profiler()? } else { options.run_on.open()? };
    // Enough blocks and rounds to drown a launch on a GPU; in the simulator one block says it all.
    let (blocks, rounds) = if device.is_gpu() { (264, 4096) } else { (1, 64) };
    let sums = device.zeros::<f32>((blocks * THREADS) as usize)?;
    let launch = LaunchShape::of([blocks, 1, 1], [32, 32, 1]);
    let load = |class: &MeasuredClass| device.load(&class.source(), "index_cost.cu")?.kernel("index_cost");
    let kernels = MeasuredClass::ALL.iter().map(load).collect::<Result<Vec<Kernel>, smem_launch::Error>>()?;
    let call = |kernel| Call::new(kernel, launch, vec![sums.arg(), rounds.into()]);

    let mut rows: Vec<ClassCost> = Vec::new();
    for (class, kernel) in MeasuredClass::ALL.iter().zip(&kernels) {
        // SAFETY: the kernel writes a sum for each thread, as many as the buffer has.
        let profile = unsafe { device.run(&call(kernel))? };
        if !is_right(&device, &sums, rounds)? {
            eprintln!("error: {}: the kernel read something else than it wrote", class.name);
            return Ok(false);
        }
        let loads = f64::from(blocks * THREADS) * f64::from(rounds * LOADS);
        let ptx = profile.map(|profile| profile.thread_instructions as f64 / loads);
        rows.push(ClassCost { ptx, sass: None, timing: None });
    }
    if options.launch {
        return Ok(true);
    }

    let counted = if options.instructions { count(options, &device, &mut rows) } else { Ok(()) };
    // A run of each in turn, so that a change of clocks meets all alike.
    let calls: Vec<Vec<Call<'_>>> = kernels.iter().map(|kernel| vec![call(kernel)]).collect();
    // SAFETY: as above.
    let timings = unsafe { device.time_in_turn(&calls, options.runs.repeat)? };
    for (row, timing) in rows.iter_mut().zip(timings.unwrap_or_default()) {
        row.timing = Some(timing);
    }
    let device = device.describe();
    say(&format!(
        "index cost, 32 x 32 tile of f32, a row and a column load a round, {rounds} rounds, blocks: {blocks}\non {device}\n\n{}",
        table(&rows)
    ))?;
    match counted {
        Err(error) if options.run_on.device != DeviceChoice::Gpu => {
            say(&format!("\nSASS instructions are not counted: {error}\n"))?;
        }
        other => other?,
    }
    Ok(true)
}

/// Returns whether every thread has the sum it should have.
fn is_right(device: &Device, sums: &Buffer<f32>, rounds: u32) -> Result<bool, Error> {
    // Sums repeat from block to block.
    let expected: Vec<f32> = (0..THREADS).map(|at| expected(at, rounds)).collect();
    Ok(device.download(sums)?.chunks(expected.len()).all(|block| block == expected))
}

/// Fills in the SASS instructions a load, from this program's own launches under Nsight Compute.
fn count(options: &Options, device: &Device, rows: &mut [ClassCost]) -> Result<(), Error> {
    if !device.is_gpu() {
        return Err(smem_launch::Error::Gpu(format!("they are a GPU's, and this is {}", device.describe())).into());
    }
    let nsight = Nsight::find().ok_or_else(|| smem_launch::Error::Gpu(NO_NSIGHT.to_owned()))?;
    let counted = instructions(&nsight, &launches()?, &options.report.folder(env!("CARGO_BIN_NAME")))?;
    for (row, sass) in rows.iter_mut().zip(counted) {
        row.sass = Some(sass);
    }
    Ok(())
}

/// Returns the command that runs this program, to launch each kernel once.
fn launches() -> Result<Command, Error> {
    let mut command = this_program()?;
    // Its needs are installed by now.
    command.args(["--launch", "--offline"]);
    Ok(command)
}

fn table(rows: &[ClassCost]) -> String {
    let padded = MeasuredClass::ALL.iter().zip(rows).find(|(class, _)| class.name == "padded");
    let padded = padded.and_then(|(_, row)| row.timing);
    let figure = |count: Option<f64>| or_dash(count.map(|count| format!("{count:.2}")));
    let cells = |(class, row): (&MeasuredClass, &ClassCost)| {
        let ratio = row.timing.zip(padded).map(|(this, padded)| format!("{:.3}", this.median / padded.median));
        [
            class.name.to_owned(),
            figure(row.ptx),
            figure(row.sass),
            or_dash(row.timing),
            or_dash(ratio),
            index_expression(&class.layout, Dialect::Cuda),
        ]
    };
    let lines: Vec<_> = MeasuredClass::ALL.iter().zip(rows).map(cells).collect();
    let head = ["layout", "PTX instr. a load, sim.", "SASS instr. a load", "time on a GPU", "to padded", "index"];
    columns(&[head], &lines, [false, true, true, true, true, false])
}
