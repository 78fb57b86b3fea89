//! Parts of a [`LaunchProblem`](super::LaunchProblem): the item, the task or the place.

use std::fmt;

/// An item of another device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceItem {
    /// A buffer.
    Buffer,
    /// A program or a kernel, by its name.
    Loaded(String),
}

/// A task of the simulator that a GPU does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulatorTask {
    /// A launch that checks every access.
    Simulate,
    /// Observers of shared accesses.
    Observe,
    /// Shared memory in another layout.
    Relay,
    /// Textures.
    Texture,
}

/// A place in the description of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaunchPlace {
    /// In a file.
    #[non_exhaustive]
    File {
        /// The file's name.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// In an argument of a command line, by its text.
    Argument(String),
}

impl fmt::Display for DeviceItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceItem::Buffer => f.write_str("the buffer is another device's"),
            DeviceItem::Loaded(name) => write!(f, "`{name}` is loaded on another device"),
        }
    }
}

impl fmt::Display for SimulatorTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SimulatorTask::Simulate => {
                "this device is a GPU, which does not simulate: use the unsafe `launch`, or open the simulator"
            }
            SimulatorTask::Observe => "shared accesses can only be observed in the simulator",
            SimulatorTask::Relay => "shared memory is laid out otherwise in the simulator only",
            SimulatorTask::Texture => "textures are made in the simulator only",
        })
    }
}

impl fmt::Display for LaunchPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchPlace::File { name, line, column } => write!(f, "{name}:{line}:{column}"),
            LaunchPlace::Argument(text) => write!(f, "argument `{text}`"),
        }
    }
}
