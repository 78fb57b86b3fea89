//! Faults: errors of launches and of host accesses, with kernel, instruction, thread and address.

use crate::ParseError;
use crate::instruction_set::Isa;
use crate::launch_refusal::LaunchRefusal;
use crate::named_byte::NamedByte;
use crate::profile::Profile;
use crate::program::SharedVariable;
use crate::race::Race;
use crate::source_loc::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// The kind of a [`Fault`].
///
/// ```
/// # use smem_sim::*;
/// let sim = Simulator::new(Arch::SM_90);
/// let fault = sim.write(12, &[1, 2, 3]).unwrap_err();
/// assert!(matches!(fault.kind, FaultKind::Host(_)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// An access outside the memory of the kernel.
    #[non_exhaustive]
    OutOfBounds {
        /// "global", "shared", "local" or "parameter".
        space: &'static str,
        /// Bytes of the access.
        bytes: u32,
        /// A description of the nearest memory.
        detail: String,
    },
    /// An access at an address that is not a multiple of its bytes.
    #[non_exhaustive]
    Misaligned {
        /// "global", "shared", "local" or "parameter".
        space: &'static str,
        /// Bytes of the access, a whole vector if it is one.
        bytes: u32,
    },
    /// An access whose bytes a launch with an [`AddressMap`](crate::AddressMap) keeps apart from one another, or misaligned.
    #[non_exhaustive]
    TornApart {
        /// Bytes of the access.
        bytes: u32,
    },
    /// A barrier that some threads never reach, or that threads use inconsistently.
    Barrier(String),
    /// No thread of the launch can go on: each waits for an event that no thread is left to cause.
    Deadlock(String),
    /// A warp-wide instruction without all the lanes that it needs, or a branch table without the index of a lane.
    Warp(String),
    /// A race on shared memory, in a launch that [denies](crate::Simulator::deny_races) them.
    Race(Box<Race>),
    /// `trap`, which `__trap()` executes.
    Trap,
    /// A failed `assert`.
    #[non_exhaustive]
    Assertion {
        /// The asserted expression.
        text: String,
        /// Its source file.
        file: String,
        /// Its line there.
        line: u32,
        /// The function that it is in.
        function: String,
    },
    /// A call through a register without the address of such a function.
    Call(String),
    /// A read of what is not a texture, or not one of that kind, or whose memory was freed.
    Texture(String),
    /// A `printf` with a string that does not end.
    Printf(String),
    /// A `free` of what `malloc` did not return.
    DeviceHeap(String),
    /// A launch that exceeded [`Simulator::instruction_limit`](crate::Simulator::instruction_limit).
    Limit(u64),
    /// A launch whose variables or blocks need more memory than its [budget](crate::MemoryBudget) has.
    Memory(String),
    /// A launch that cannot start.
    Launch(LaunchRefusal),
    /// A kernel with an instruction that the simulator does not support, see [`Module::refused`](crate::Module::refused).
    Refused(ParseError),
    /// A host read or write outside every allocation.
    Host(String),
}

/// The instruction, the thread and the address of a fault.
///
/// ```
/// # use smem_sim::*;
/// # fn show(fault: &Fault) {
/// if let Some(site) = &fault.site {
///     println!("{} line {}, block {:?}, thread {:?}", site.isa, site.line, site.block, site.thread);
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FaultSite {
    /// The instruction set that was executed.
    pub isa: Isa,
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub instruction: Arc<str>,
    /// The source line, if the PTX was compiled with `-lineinfo`.
    pub loc: Option<Arc<SourceLoc>>,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// The byte address in the instruction's own space: in shared memory, counted from the block's first byte.
    pub address: Option<u64>,
    /// The bytes of shared memory that the sentence of the fault names.
    pub named: Vec<NamedByte>,
    /// Of a deadlock: whether threads wait for global memory, which another launch or the host may write.
    pub asks_global: bool,
}

/// The error of a launch, or of a read, write or free by the host.
///
/// ```
/// # use smem_sim::*;
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry poke(.param .u64 p) { .reg .b64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p], 1; ret; }",
/// )
/// .unwrap();
/// let fault = Simulator::new(Arch::SM_90).launch(&module, "poke", &LaunchShape::new(1, 1), &[KernelArg::Ptr(64)]).unwrap_err();
/// assert_eq!(fault.kernel.as_deref(), Some("poke"));
/// assert_eq!(fault.address(), Some(64));
/// println!("{fault}");
/// ```
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of error.
    pub kind: FaultKind,
    /// The kernel; `None` for the host's accesses.
    pub kernel: Option<Arc<str>>,
    /// The instruction and the thread, if the fault has them.
    pub site: Option<Box<FaultSite>>,
    /// The counts and findings of the launch up to the fault; `None` where it did not begin.
    pub so_far: Option<Box<Profile>>,
}

impl Fault {
    pub(crate) fn launch(kernel: &str, refusal: LaunchRefusal) -> Self {
        Self { kind: FaultKind::Launch(refusal), kernel: Some(kernel.into()), site: None, so_far: None }
    }

    /// The byte address of a faulting access, as [`FaultSite::address`].
    ///
    /// ```
    /// # fn show(fault: &smem_sim::Fault) {
    /// if let Some(address) = fault.address() {
    ///     println!("at {address:#x}");
    /// }
    /// # }
    /// ```
    pub fn address(&self) -> Option<u64> {
        self.site.as_ref()?.address
    }

    /// The line of the PTX text, as [`FaultSite::line`].
    ///
    /// ```
    /// # fn show(fault: &smem_sim::Fault) {
    /// println!("line {:?}", fault.line());
    /// # }
    /// ```
    pub fn line(&self) -> Option<u32> {
        self.site.as_ref().map(|p| p.line)
    }
}

impl Fault {
    /// Names the bytes of shared memory in the sentence of a deadlock that have no name yet: machine code has none, and its PTX has the variables.
    ///
    /// ```
    /// # fn named(fault: smem_sim::Fault, ptx: &smem_sim::Module) -> smem_sim::Fault {
    /// fault.with_names(ptx.shared_variables("k"))
    /// # }
    /// ```
    #[must_use]
    pub fn with_names(mut self, variables: &[SharedVariable]) -> Fault {
        if let (FaultKind::Deadlock(sentence), Some(site)) = (&mut self.kind, &mut self.site) {
            for byte in site.named.iter_mut().filter(|byte| byte.array.is_none()) {
                let named = NamedByte::of(variables, byte.address);
                *sentence = sentence.replace(&byte.place(), &named.place());
                *byte = named;
            }
        }
        self
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds { space, bytes, detail } => {
                write!(f, "an access of {bytes} bytes is outside {space} memory: {detail}")
            }
            Self::Misaligned { space, bytes } => {
                write!(f, "an access of {bytes} bytes in {space} memory is not aligned to {bytes}")
            }
            Self::TornApart { bytes } => {
                write!(f, "an access of {bytes} bytes, which the layout of shared memory takes apart or misaligns")
            }
            Self::Barrier(message)
            | Self::Deadlock(message)
            | Self::Warp(message)
            | Self::Call(message)
            | Self::Texture(message)
            | Self::Printf(message)
            | Self::DeviceHeap(message) => f.write_str(message),
            Self::Assertion { text, file, line, function } => {
                write!(f, "the assertion `{text}` failed in `{function}`, {file}:{line}")
            }
            Self::Race(race) => race.fmt(f),
            Self::Trap => f.write_str("the kernel trapped"),
            Self::Limit(limit) => write!(
                f,
                "more than {limit} thread instructions, the limit of a launch: a loop never ends, a block waits \
                 for what no other does, or the kernel needs a higher limit"
            ),
            Self::Refused(error) => write!(f, "the simulator cannot run it: {error}"),
            Self::Launch(refusal) => refusal.fmt(f),
            Self::Memory(message) | Self::Host(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (FaultKind::Launch(refusal), Some(kernel)) = (&self.kind, &self.kernel) {
            return f.write_str(&refusal.of(kernel));
        }
        if let Some(kernel) = &self.kernel {
            write!(f, "`{kernel}`: ")?;
        }
        write!(f, "{}", self.kind)?;
        let Some(site) = &self.site else { return Ok(()) };
        let ([bx, by, bz], [tx, ty, tz]) = (site.block, site.thread);
        if let Some(address) = site.address {
            write!(f, "; address {address:#x}")?;
        }
        write!(f, "; block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz})")?;
        write!(f, "; {} line {}: `{}`", site.isa, site.line, site.instruction)?;
        match &site.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => Ok(()),
        }
    }
}
