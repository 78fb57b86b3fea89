//! Runs PTX on the CPU, a warp at a time, and counts the wavefronts of shared memory.
//!
//! For kernels as NVRTC 12.9 and 13.x compile them, where there is no GPU, or where a GPU does not report what
//! went wrong. A launch has two results: what the kernel computed, exactly, and a [`Profile`] with the wavefronts of every
//! shared-memory instruction, from the same bank model that chose the layout. Nothing is timed.
//!
//! A kernel that reads a column of a dense 32 x 32 tile of 64-bit elements takes 32 wavefronts where 2 would do:
//!
//! ```
//! use smem_sim::{Arch, LaunchShape, Module, Simulator};
//!
//! let module = Module::parse(
//!     ".version 8.8
//!      .target sm_90
//!      .address_size 64
//!      .visible .entry transpose() {
//!        .shared .align 8 .b8 tile[8192];
//!        .reg .b32 %r<8>;
//!        .reg .b64 %rd<2>;
//!        mov.u32 %r0, %tid.x;
//!        mov.u32 %r1, %tid.y;
//!        mov.u32 %r2, tile;
//!        mad.lo.u32 %r3, %r1, 32, %r0;
//!        mad.lo.u32 %r4, %r3, 8, %r2;        // tile[y][x]
//!        mov.u64 %rd0, 7;
//!        st.shared.u64 [%r4], %rd0;
//!        bar.sync 0;
//!        mad.lo.u32 %r5, %r0, 32, %r1;
//!        mad.lo.u32 %r6, %r5, 8, %r2;        // tile[x][y]
//!        ld.shared.u64 %rd1, [%r6];
//!        ret;
//!      }",
//! )?;
//! let mut sim = Simulator::new(Arch::SM_90);
//! let launch = LaunchShape { grid: [1, 1, 1], block: [32, 32, 1], shared_bytes: 0 };
//! let profile = sim.launch(&module, "transpose", &launch, &[])?;
//! let [store, load] = &profile.shared[..] else { unreachable!() };
//! assert_eq!((store.requests, store.wavefronts, store.ideal), (32, 64, 64));
//! assert_eq!((load.requests, load.wavefronts, load.ideal, load.worst), (32, 32 * 32, 64, 32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is exact
//!
//! - Integers, conversions and the `.rn` forms of floating point. The `.approx` forms are computed in the host's
//!   precision. A NaN result is the canonical one.
//! - Divergence: lanes meet again at the post-dominator of the branch that parted them, as a GPU's compiler arranges it.
//! - Shared memory: bytes, and the requests that the PTX makes. The wavefronts of a request come from
//!   [`smem_layout::BankModel`]. A load without a state space in the PTX (`ld`) costs what a generic load does, and `ld.shared`
//!   what a load from the shared space does; where the assembler proves that a generic address is in shared memory, it emits
//!   the second, which is not modelled here. An atomic that the machine has to make a loop of (floating-point addition,
//!   most operations of 64 bits) counts as one round of compare-and-swap, without further rounds and the loop's loads.
//! - `cp.async` is a class of its own, neither load nor store, see [`SharedOp::AsyncCopy`].
//!
//! # What is an error
//!
//! An instruction or modifier that the simulator does not know is a [`ParseError`] with its line, for the kernel that contains it
//! and when that one is launched ([`Module::refused`]); nothing is guessed.
//! In a launch, a [`Fault`] names the kernel, the PTX line, the block, the thread and the address of: an access outside
//! memory or not aligned, a read of shared memory that nothing wrote, a barrier or a shuffle that some lanes never
//! reach, `trap`. Integer division by zero gives all ones, as on a GPU.
//!
//! # What is simpler than on a GPU
//!
//! Instructions of a block run one at a time and see all earlier ones, and `cp.async` copies at once.
//! Blocks run in order, on every core of the host; results of kernels without races are the same every time. Device
//! functions are expanded where they are called, so there is no recursion and there are no function pointers.
//! `%clock` counts a warp's instructions.

#![forbid(unsafe_code)]

mod alu;
mod fault;
mod isa;
mod lanes;
mod launch;
mod machine;
mod memory;
mod module;
mod parse_error;
mod profile;
mod program;
mod ptx;
mod sass;
mod simulator;

pub use fault::{Fault, FaultKind, FaultSite};
pub use launch::{KernelArg, LaunchShape};
pub use machine::{Observer, SharedAccess};
pub use module::Module;
pub use parse_error::ParseError;
pub use profile::{Isa, Profile, SharedCount, SharedOp, SourceLoc};
pub use simulator::Simulator;
pub use smem_layout::Arch;
