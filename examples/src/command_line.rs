//! The command line that the programs share: where to run, printing, and a progress bar.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::Error;
use smem_launch::{Device, DeviceChoice, Install};

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
        Ok(Device::open(self.device, self.install())?)
    }

    /// Returns whether a missing NVRTC may be installed.
    pub fn install(&self) -> Install {
        if self.offline { Install::Refused } else { Install::Allowed }
    }
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

/// Returns the file of the running program, to run it once more under a profiler.
///
/// # Errors
/// [`Error::Input`] where the system does not know.
pub fn this_program() -> Result<PathBuf, Error> {
    env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))
}
