//! A program text and the launches that are made of its kernels, as data: what each does to shared memory, and how to run it.

use std::fmt::{self, Debug};

use smem_sim::Profile;

use super::traffic::RepeatedRequest;
use smem_examples::Error;
use smem_launch::{Device, Element, Isa, Kernel, LaunchShape, Program};

/// Kernels in one text.
#[derive(Debug)]
pub struct KernelSource {
    /// Its name in messages.
    pub name: String,
    /// The text that is compiled, or loaded.
    pub text: KernelText,
    /// The launches that are made of its kernels.
    pub launches: Vec<Case>,
}

/// The text of kernels.
#[derive(Debug)]
pub enum KernelText {
    /// CUDA C++ for NVRTC.
    Cuda(String),
    /// PTX that another compiler made.
    Ptx(String),
    /// PTX that is not there: its launches can be predicted but not run.
    Missing,
}

/// One launch of one kernel.
pub struct Case {
    /// The kernel.
    pub kernel: String,
    /// The layout of its tile, or `-`.
    pub layout: &'static str,
    /// The size of its input.
    pub size: String,
    /// Its loads and stores of shared memory.
    pub shared: Vec<RepeatedRequest>,
    run: Box<CaseRun>,
}

/// Makes one launch of the kernel, and of nothing else.
type CaseRun = dyn Fn(&Device, &Kernel) -> Result<LaunchRun, Error>;

/// The result of a launch.
#[derive(Debug)]
pub struct LaunchRun {
    /// The simulator's counts; a GPU gives none.
    pub profile: Option<Profile>,
    /// A sentence on what is wrong with its result.
    pub wrong: Option<String>,
}

impl KernelSource {
    /// Returns whether its launches can be made.
    pub fn is_at_hand(&self) -> bool {
        !matches!(self.text, KernelText::Missing)
    }

    /// Returns whether its launches can be made on this device: a simulator of machine code has no assembler for PTX.
    pub fn runs_on(&self, device: &Device) -> bool {
        match self.text {
            KernelText::Cuda(_) => true,
            KernelText::Ptx(_) => device.simulated_isa() != Some(Isa::Sass),
            KernelText::Missing => false,
        }
    }

    /// Compiles or loads the text.
    ///
    /// # Errors
    /// Where the device does not take it.
    pub fn load(&self, device: &Device) -> Result<Program, Error> {
        match &self.text {
            KernelText::Cuda(source) => Ok(device.load(source, &self.name)?),
            KernelText::Ptx(ptx) => Ok(device.load_ptx(ptx, &self.name)?),
            KernelText::Missing => Err(Error::Input(format!("the PTX of {} is missing", self.name))),
        }
    }
}

impl Case {
    /// Returns a launch that `run` makes, and its `shared` accesses.
    pub fn new(
        kernel: &str,
        layout: &'static str,
        size: String,
        shared: Vec<RepeatedRequest>,
        run: impl Fn(&Device, &Kernel) -> Result<LaunchRun, Error> + 'static,
    ) -> Case {
        Case { kernel: kernel.to_owned(), layout, size, shared, run: Box::new(run) }
    }

    /// Makes the launch.
    ///
    /// # Errors
    /// Where the kernel is not in `program`, or does not run.
    pub fn run(&self, device: &Device, program: &Program) -> Result<LaunchRun, Error> {
        (self.run)(device, &program.kernel(&self.kernel)?)
    }
}

impl LaunchRun {
    /// Compares what the launch left with what it should have.
    pub fn checked<T: Element + PartialEq + Debug>(profile: Option<Profile>, found: &[T], expected: &[T]) -> LaunchRun {
        let mut wrong = found.iter().zip(expected).enumerate().filter(|(_, (found, expected))| found != expected);
        let first = wrong.next().map(|(at, (found, expected))| {
            format!("{} elements are wrong, the first at {at}: {found:?} instead of {expected:?}", 1 + wrong.count())
        });
        let lengths =
            (found.len() != expected.len()).then(|| format!("{} elements, not {}", found.len(), expected.len()));
        LaunchRun { profile, wrong: first.or(lengths) }
    }
}

/// `scan_tiles, padded, 300 x 200`
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.kernel, self.layout, self.size)
    }
}

impl Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Case").field(&self.to_string()).finish_non_exhaustive()
    }
}

/// Returns a launch of `tiles` blocks of 32 x 32 threads.
pub(super) fn a_block_a_tile([across, down]: [u32; 2]) -> LaunchShape {
    LaunchShape::of([across, down, 1], [32, 32, 1])
}
