//! The options that several programs share, printing, and a progress bar.

use std::env;
use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::Error;
use smem_launch::{Device, DeviceChoice, Install, watch_installs};

/// The exit codes of a program that scans a picture, for its help.
pub const SCAN_EXIT_CODES: &str =
    "Exit codes: 0 exact, 1 a pixel differs or a kernel faults, 2 bad input or a missing library.";

/// The options that say where kernels run: `--device` and `--offline`.
///
/// ```
/// use clap::Parser;
/// use smem_examples::DeviceOptions;
/// use smem_launch::DeviceChoice;
///
/// #[derive(Parser)]
/// struct Options {
///     #[command(flatten)]
///     run_on: DeviceOptions,
/// }
///
/// let Options { run_on } = Options::parse_from(["program", "--device", "sim"]);
/// assert_eq!(run_on.device, DeviceChoice::Simulator);
/// ```
#[derive(Debug, Clone, Args)]
pub struct DeviceOptions {
    /// Where to run: `auto` takes the GPU where there is one, else the simulator; `gpu` insists on it; `sim` does not look
    /// for one
    #[arg(long, default_value = "auto", value_parser = choices())]
    pub device: DeviceChoice,
    /// Do not install NVRTC where it is missing
    #[arg(long)]
    pub offline: bool,
}

impl DeviceOptions {
    /// Opens the device that was chosen.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open(&self) -> Result<Device, Error> {
        show_installs();
        Ok(Device::open(self.device, self.install())?)
    }

    /// Opens the device for launches under a profiler or a sanitizer: the GPU, unless the simulator was asked for.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open_for_profiler(&self) -> Result<Device, Error> {
        show_installs();
        let choice = if self.device == DeviceChoice::Auto { DeviceChoice::Gpu } else { self.device };
        Ok(Device::open(choice, self.install())?)
    }

    /// Returns whether a missing NVRTC may be installed.
    pub fn install(&self) -> Install {
        if self.offline { Install::Refused } else { Install::Allowed }
    }
}

/// The option that says how often each kernel is timed, `--repeat`: `DEFAULT` times without it.
#[derive(Debug, Clone, Args)]
pub struct RepeatOption<const DEFAULT: u32> {
    /// Timed runs of each kernel, on a GPU, those that are compared in turn
    #[arg(long, value_name = "N", alias = "rounds", default_value_t = DEFAULT,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeat: u32,
}

/// The options of programs that can leave the timing out: `--repeat` and `--once`.
///
/// ```
/// use clap::Parser;
/// use smem_examples::TimingOptions;
///
/// #[derive(Parser)]
/// struct Options {
///     #[command(flatten)]
///     timing: TimingOptions<200>,
/// }
///
/// let Options { timing } = Options::parse_from(["program"]);
/// assert_eq!((timing.runs.repeat, timing.once), (200, false));
/// assert!(Options::try_parse_from(["program", "--once", "--repeat", "5"]).is_err());
/// ```
#[derive(Debug, Clone, Args)]
pub struct TimingOptions<const DEFAULT: u32> {
    /// The option `--repeat`.
    #[command(flatten)]
    pub runs: RepeatOption<DEFAULT>,
    /// Time nothing: each kernel runs once, in the table's order, as a profiler wants it
    #[arg(long, conflicts_with = "repeat")]
    pub once: bool,
}

/// Returns the lines that say on what a program ran: the device, and NVRTC with its version and its file.
pub fn device_lines(device: &Device) -> String {
    let (major, minor) = device.nvrtc().version();
    format!("on {}\nwith NVRTC {major}.{minor}, {}\n", device.describe(), device.nvrtc().location())
}

fn choices() -> impl TypedValueParser<Value = DeviceChoice> {
    PossibleValuesParser::new(["auto", "gpu", "sim"]).try_map(|text| text.parse::<DeviceChoice>())
}

/// Prints on standard output. A reader that closes early (`| head`) is not an error.
///
/// # Errors
/// [`Error::Input`] where standard output cannot be written.
pub fn say(text: &str) -> Result<(), Error> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Input(format!("cannot write the table: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns a progress bar of this many steps, on standard error, shown only where that is a terminal.
pub fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:12} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Returns the command that runs this program once more, as a profiler does, without arguments.
///
/// # Errors
/// [`Error::Input`] where the system does not say which file this program is.
pub fn this_program() -> Result<Command, Error> {
    let file = env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))?;
    Ok(Command::new(file))
}

/// Writes a line to the standard error for each step of an installation, such as that of NVRTC at the first run.
fn show_installs() {
    watch_installs(|step| eprintln!("{step}"), |_| ());
}
