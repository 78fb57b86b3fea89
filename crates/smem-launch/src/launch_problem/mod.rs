//! Why a launch cannot be made, or what is described of it.

use std::fmt;
use std::path::PathBuf;

use smem_sim::{AddressMapError, LaunchRefusal};

mod details;

pub use details::{DeviceItem, LaunchPlace, SimulatorTask};

/// Why a launch cannot be made. Its [`Display`](fmt::Display) is a lowercase sentence for users. Sizes and offsets are in bytes, and
/// arguments are counted from 0.
///
/// ```
/// use smem_launch::{Arg, Device, DeviceChoice, Error, Install, LaunchProblem, LaunchRefusal, LaunchShape};
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let kernel = device.load("__global__ void add(int* data, int by) { *data += by; }", "add.cu")?.kernel("add")?;
/// let error = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[Arg::NULL]).unwrap_err();
/// let Error::Launch(LaunchProblem::Refused { refusal, .. }) = error else { panic!("{error}") };
/// assert!(matches!(*refusal, LaunchRefusal::ArgumentCount { takes: 2, given: 1, .. }));
/// # Ok(())
/// # }
/// ```
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaunchProblem {
    /// A [`DeviceChoice`](crate::DeviceChoice) that there is not.
    UnknownDevice,
    /// A number is passed to a GPU for a parameter that is a pointer.
    #[non_exhaustive]
    NotAPointer {
        /// The kernel's name.
        kernel: String,
        /// The argument's number.
        at: usize,
    },
    /// An alignment that is not a power of two.
    #[non_exhaustive]
    Alignment {
        /// The alignment.
        align: usize,
    },
    /// A struct whose size is not a multiple of its alignment.
    #[non_exhaustive]
    StructAlignment {
        /// The struct's size.
        size: usize,
        /// The alignment.
        align: usize,
    },
    /// A pointer of a struct at an offset that 8 does not divide, or past the struct's end.
    #[non_exhaustive]
    StructPointer {
        /// The struct's size.
        size: usize,
        /// The pointer's offset.
        offset: usize,
    },
    /// An address past the end of its buffer.
    #[non_exhaustive]
    PastEnd {
        /// The offset from the pointer.
        offset: u64,
        /// The size of the buffer from the pointer on.
        left: u64,
    },
    /// A buffer, kernel or program of another device.
    #[non_exhaustive]
    OtherDevice {
        /// The item.
        item: DeviceItem,
    },
    /// A GPU cannot do what the simulator can.
    #[non_exhaustive]
    SimulatorOnly {
        /// The task.
        task: SimulatorTask,
    },
    /// A file of machine code that cannot be read.
    #[non_exhaustive]
    MachineCode {
        /// The file's name.
        program: String,
        /// The mistake in it, in a few words.
        why: String,
    },
    /// A program has several kernels of a name.
    #[non_exhaustive]
    Ambiguous {
        /// The program's name.
        program: String,
        /// The kernel's name.
        kernel: String,
        /// The kernels of that name, with their parameters.
        kernels: Vec<String>,
    },
    /// An instance of a template that would have a copy of a variable that is in use.
    #[non_exhaustive]
    SharedVariable {
        /// The program's name.
        program: String,
        /// The instance's name.
        kernel: String,
        /// The variable's name in C++.
        variable: String,
    },
    /// A program does not have a variable.
    #[non_exhaustive]
    NoVariable {
        /// The program's name.
        program: String,
        /// The variable's name.
        variable: String,
        /// The variables that it has, as PTX names them.
        known: Vec<String>,
    },
    /// The values of a variable have another size.
    #[non_exhaustive]
    VariableSize {
        /// The variable's name.
        variable: String,
        /// The variable's size.
        takes: usize,
        /// The size of the values.
        given: usize,
    },
    /// The size of a variable is not a multiple of an element's.
    #[non_exhaustive]
    VariableElements {
        /// The variable's name.
        variable: String,
        /// The variable's size.
        size: usize,
        /// The element's size.
        element: usize,
    },
    /// The launch cannot start: its arguments, its blocks or its shared memory do not fit the kernel.
    #[non_exhaustive]
    Refused {
        /// The kernel's name.
        kernel: String,
        /// The reason.
        refusal: Box<LaunchRefusal>,
    },
    /// The driver refuses an amount of dynamic shared memory.
    #[non_exhaustive]
    SharedMemory {
        /// The kernel's name.
        kernel: String,
        /// The size of the dynamic shared memory.
        bytes: u32,
        /// The driver's words.
        why: String,
    },
    /// The driver refuses the launch.
    #[non_exhaustive]
    Driver {
        /// The kernel's name.
        kernel: String,
        /// Grid, block and shared memory, in words.
        launch: String,
        /// The driver's words.
        why: String,
    },
    /// Shared memory cannot be laid out so.
    Map(AddressMapError),
    /// A description of a launch, as a file or an argument, is wrong.
    #[non_exhaustive]
    Described {
        /// Where.
        place: LaunchPlace,
        /// The mistake, in a few words.
        why: String,
    },
    /// A launch file without launches.
    #[non_exhaustive]
    NoLaunches {
        /// The file's name.
        file: String,
    },
    /// Launches of another number than there are.
    #[non_exhaustive]
    NoSuchLaunch {
        /// The launch, counted from 0.
        at: usize,
        /// The number of launches.
        count: usize,
    },
    /// Buffers that point to one another.
    Circle,
    /// A file that a launch file names cannot be read.
    #[non_exhaustive]
    File {
        /// The file.
        path: PathBuf,
        /// Why not, in a few words.
        why: String,
    },
    /// A file does not have the size of what it fills.
    #[non_exhaustive]
    FileSize {
        /// The file.
        path: PathBuf,
        /// The file's size.
        found: u64,
        /// The size of what it fills.
        wanted: u64,
    },
    /// Contents are much larger than the variable that they fill.
    #[non_exhaustive]
    ContentsSize {
        /// The size of the contents.
        found: u64,
        /// The variable's size.
        wanted: u64,
    },
}

impl fmt::Display for LaunchProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchProblem::UnknownDevice => f.write_str("expected `auto`, `gpu` or `sim`"),
            LaunchProblem::NotAPointer { kernel, at } => write!(
                f,
                "argument {at} of `{kernel}` is a pointer, and a number is not one: pass `Buffer::arg`, `Buffer::address_of` or `Arg::NULL`"
            ),
            LaunchProblem::Alignment { align } => write!(f, "an alignment of {align} bytes is not a power of two"),
            LaunchProblem::StructAlignment { size, align } => {
                write!(f, "a struct of {size} bytes cannot be aligned to {align} bytes")
            }
            LaunchProblem::StructPointer { size, offset } => {
                let is_divided = offset.is_multiple_of(8);
                let why = if is_divided { "it ends before the pointer does" } else { "8 does not divide that" };
                write!(f, "a struct of {size} bytes cannot have a pointer at byte {offset}: {why}")
            }
            LaunchProblem::PastEnd { offset, left } => {
                write!(f, "an offset of {offset} bytes is past the end of a buffer with {left} bytes past the pointer")
            }
            LaunchProblem::OtherDevice { item } => item.fmt(f),
            LaunchProblem::SimulatorOnly { task } => task.fmt(f),
            LaunchProblem::MachineCode { program, why } => write!(f, "`{program}`: {why}"),
            LaunchProblem::Ambiguous { program, kernel, kernels } => write!(
                f,
                "`{program}` has {} kernels `{kernel}`: give the parameters as well, as one of {}",
                kernels.len(),
                crate::kernels::list(kernels.iter().map(String::as_str))
            ),
            LaunchProblem::SharedVariable { program, kernel, variable } => write!(
                f,
                "`{kernel}` of `{program}` shares the variable `{variable}` with another kernel or the host, so it cannot be instantiated in a \
                 module of its own: name it with `CudaSource::kernel` before loading"
            ),
            LaunchProblem::NoVariable { program, variable, known } => {
                let known = crate::kernels::list(known.iter().map(String::as_str));
                write!(f, "`{program}` has no variable `{variable}`; it has {known}")
            }
            LaunchProblem::VariableSize { variable, takes, given } => {
                write!(f, "`{variable}` takes {takes} bytes, not {given}")
            }
            LaunchProblem::VariableElements { variable, size, element } => {
                write!(f, "`{variable}` has {size} bytes, which elements of {element} do not divide")
            }
            LaunchProblem::Refused { kernel, refusal } => f.write_str(&refusal.of(kernel)),
            LaunchProblem::SharedMemory { kernel, bytes, why } => {
                write!(f, "`{kernel}` cannot have {bytes} bytes of dynamic shared memory: {why}")
            }
            LaunchProblem::Driver { kernel, launch, why } => {
                write!(f, "`{kernel}` cannot be launched with {launch}: {why}")
            }
            LaunchProblem::Map(error) => error.fmt(f),
            LaunchProblem::Described { place, why } => write!(f, "{place}: {why}"),
            LaunchProblem::NoLaunches { file } => write!(f, "{file}: there is no `[[launch]]`"),
            LaunchProblem::NoSuchLaunch { at, count } => write!(f, "there is no launch {at}: there are {count}"),
            LaunchProblem::Circle => f.write_str("buffers point to one another in a circle"),
            LaunchProblem::File { path, why } => write!(f, "cannot read `{}`: {why}", path.display()),
            LaunchProblem::FileSize { path, found, wanted } => {
                write!(f, "`{}` has {found} bytes instead of {wanted}", path.display())
            }
            LaunchProblem::ContentsSize { found, wanted } => {
                write!(f, "contents of {found} bytes are for a variable of {wanted}")
            }
        }
    }
}

impl From<AddressMapError> for LaunchProblem {
    fn from(error: AddressMapError) -> LaunchProblem {
        LaunchProblem::Map(error)
    }
}

impl LaunchProblem {
    /// A program or a kernel of another device.
    pub(crate) fn loaded_elsewhere(name: &str) -> LaunchProblem {
        LaunchProblem::OtherDevice { item: DeviceItem::Loaded(name.to_owned()) }
    }
}
