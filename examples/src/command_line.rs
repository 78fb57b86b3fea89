//! What the programs share on the command line: where to run, what they print, and a bar while one waits.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::Error;
use smem_launch::{Choice, Device, Install};

/// The options that say where kernels run: `--device` and `--offline`.
///
/// ```
/// use clap::Parser;
/// use smem_examples::Place;
/// use smem_launch::Choice;
///
/// #[derive(Parser)]
/// struct Options {
///     #[command(flatten)]
///     place: Place,
/// }
///
/// let Options { place } = Options::parse_from(["program", "--device", "sim"]);
/// assert_eq!(place.device, Choice::Sim);
/// ```
#[derive(Debug, Clone, Args)]
pub struct Place {
    /// Where to run: `auto` takes the GPU where there is one, else the simulator; `gpu` insists on it; `sim` does not look
    /// for one
    #[arg(long, default_value = "auto", value_parser = choices())]
    pub device: Choice,
    /// Do not install NVRTC where it is missing
    #[arg(long)]
    pub offline: bool,
}

impl Place {
    /// Opens the device that was chosen.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn open(&self) -> Result<Device, Error> {
        Ok(Device::open(self.device, self.install())?)
    }

    /// Whether a missing NVRTC may be installed.
    pub fn install(&self) -> Install {
        if self.offline { Install::Refused } else { Install::Allowed }
    }
}

fn choices() -> impl TypedValueParser<Value = Choice> {
    PossibleValuesParser::new(["auto", "gpu", "sim"]).try_map(|text| text.parse::<Choice>())
}

/// Prints on standard output. A reader that closes early (`| head`) is no error.
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

/// A bar of so many steps, on standard error, and only where that is a terminal.
pub fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:12} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The running program's own file, to be run once more under a profiler.
///
/// # Errors
/// [`Error::Input`] where the system does not tell.
pub fn this_program() -> Result<PathBuf, Error> {
    env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))
}
