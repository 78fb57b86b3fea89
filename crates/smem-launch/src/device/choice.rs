//! Which device a program runs on.

use std::str::FromStr;

use crate::LaunchProblem;

/// The device that a program's user asks for.
///
/// ```
/// use smem_launch::{DeviceChoice, LaunchProblem};
///
/// assert_eq!("sim".parse(), Ok(DeviceChoice::Simulator));
/// let error = "tpu".parse::<DeviceChoice>().unwrap_err();
/// assert!(matches!(error, LaunchProblem::UnknownDevice));
/// assert_eq!(error.to_string(), "expected `auto`, `gpu` or `sim`");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DeviceChoice {
    /// The GPU where there is one, else the simulator.
    #[default]
    Auto,
    /// The GPU, or an error.
    Gpu,
    /// The simulator, even where there is a GPU.
    Simulator,
}

impl FromStr for DeviceChoice {
    type Err = LaunchProblem;

    fn from_str(text: &str) -> Result<Self, LaunchProblem> {
        match text {
            "auto" => Ok(DeviceChoice::Auto),
            "gpu" => Ok(DeviceChoice::Gpu),
            "sim" => Ok(DeviceChoice::Simulator),
            _ => Err(LaunchProblem::UnknownDevice),
        }
    }
}
