//! Errors, each of them a sentence.

use smem_sim::Fault;
use smem_toolchain::ToolError;

use crate::LaunchProblem;

/// An error of this crate. Its [`Display`](std::fmt::Display) is for users: a lowercase sentence, and for a
/// kernel that does not compile the compiler's log and the source lines that it names.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Error, Install, ToolError};
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let error = device.load("__global__ void add(int* data) { *dato += 1; }", "add.cu").unwrap_err();
/// assert!(matches!(&error, Error::Tool(ToolError::Compile { name, .. }) if name == "add.cu"));
/// assert!(error.to_string().contains("add.cu(1): error: identifier \"dato\" is undefined"));
/// # Ok(())
/// # }
/// ```
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A compiler or another of NVIDIA's tools: it is missing or broken, came to a limit, or refuses its input.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The GPU or its driver refused, or there is none.
    #[error("{0}")]
    Gpu(String),
    /// The simulator cannot run the kernel's PTX, or has no memory at an address.
    #[error("{0}")]
    Simulator(String),
    /// A kernel did something invalid in the simulator, such as an access outside every buffer: the thread, the instruction and the source
    /// line, and what the launch had counted and found until then.
    #[error("{0}")]
    Fault(Box<Fault>),
    /// A kernel failed on a GPU, or its results are wrong.
    #[error("{0}")]
    Failed(String),
    /// A launch took more instructions than its limit in the simulator.
    #[error("{0}")]
    InstructionLimit(String),
    /// Buffers, variables or a launch need more memory than the simulator's budget has.
    #[error("{0}")]
    MemoryLimit(String),
    /// A kernel that the program does not have. The message lists those that it has.
    #[error("{0}")]
    NoKernel(String),
    /// A launch that cannot be made: arguments, blocks or shared memory that do not fit the kernel, or a description that is wrong.
    #[error(transparent)]
    Launch(#[from] LaunchProblem),
}

impl Error {
    /// Returns true if a budget of time, memory or instructions ended the work, which says nothing about the kernel.
    ///
    /// ```
    /// use smem_launch::Error;
    ///
    /// assert!(Error::InstructionLimit("more than 1000 thread instructions".into()).is_over_budget());
    /// assert!(!Error::Failed("`scan` reads past its buffer".into()).is_over_budget());
    /// ```
    pub fn is_over_budget(&self) -> bool {
        match self {
            Error::InstructionLimit(_) | Error::MemoryLimit(_) => true,
            Error::Tool(error) => error.is_over_budget(),
            _ => false,
        }
    }

    /// The exit code of a program that ends on this error: 1 if a kernel is at fault, 2 if the input or the machine is, 3 if a budget of time
    /// or memory ended the work.
    ///
    /// ```
    /// use smem_launch::Error;
    ///
    /// assert_eq!(Error::Gpu("no GPU to run on".into()).exit_code(), 2);
    /// assert_eq!(Error::Failed("`scan` reads past its buffer".into()).exit_code(), 1);
    /// ```
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Fault(_) | Error::Failed(_) => 1,
            error if error.is_over_budget() => 3,
            _ => 2,
        }
    }
}
