//! Which device a program runs on.

use std::str::FromStr;

/// The device that a program's user asks for.
///
/// ```
/// use smem_launch::DeviceChoice;
///
/// assert_eq!("sim".parse(), Ok(DeviceChoice::Simulator));
/// assert_eq!("tpu".parse::<DeviceChoice>(), Err("expected `auto`, `gpu` or `sim`".to_owned()));
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(DeviceChoice::Auto),
            "gpu" => Ok(DeviceChoice::Gpu),
            "sim" => Ok(DeviceChoice::Simulator),
            _ => Err("expected `auto`, `gpu` or `sim`".to_owned()),
        }
    }
}
