//! Counts the shared-memory bank conflicts of a CUDA kernel without a GPU.
//!
//! When the lanes of a warp access different words of one bank of shared memory, the access takes several passes through the
//! banks (wavefronts) where one would do, and the kernel waits. A profiler counts these passes on a GPU. This crate counts them on
//! any machine: it runs the kernel on the CPU, a warp at a time, and applies the bank model of [`smem_banks`] to every
//! access. It runs PTX, which `smem-ptx` reads without another tool, and machine code (SASS), which `smem-sass` reads and a GPU executes.
//!
//! In this kernel a warp writes a row of a 32 x 32 tile of `u32`, and then reads a column of it:
//!
//! ```
//! use smem_sim::{Arch, LaunchShape, Module, Simulator};
//!
//! # let ptx = ".version 8.8
//! #     .target sm_90
//! #     .address_size 64
//! #     .visible .entry transpose() {
//! #       .shared .align 4 .b8 tile[4096];
//! #       .reg .b32 %r<8>;
//! #       mov.u32 %r0, %tid.x;
//! #       mov.u32 %r1, %tid.y;
//! #       mov.u32 %r2, tile;
//! #       mad.lo.u32 %r3, %r1, 32, %r0;
//! #       mad.lo.u32 %r4, %r3, 4, %r2;        // tile[y][x]
//! #       st.shared.u32 [%r4], 7;
//! #       bar.sync 0;
//! #       mad.lo.u32 %r5, %r0, 32, %r1;
//! #       mad.lo.u32 %r6, %r5, 4, %r2;        // tile[x][y]
//! #       ld.shared.u32 %r7, [%r6];
//! #       ret;
//! #     }";
//! let module = smem_ptx::module(ptx)?; // as NVRTC or `nvcc -ptx` writes it
//! let sim = Simulator::new(Arch::SM_90);
//! let one_block = LaunchShape::of([1, 1, 1], [32, 32, 1]);
//! let profile = sim.launch(&module, "transpose", &one_block, &[])?;
//! let [store, load] = &profile.shared[..] else { panic!("one store and one load") };
//! assert_eq!((store.requests, store.wavefronts, store.ideal), (32, 32, 32));
//! // 32-way conflicts.
//! assert_eq!((load.requests, load.wavefronts, load.ideal), (32, 32 * 32, 32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! | --- | --- |
//! | Which kernels does this PTX contain, and can they run here? | [`Module`] |
//! | Which instructions does the GPU execute, and what do they take? | `smem_sass::module`, a launch of machine code |
//! | Which cubins does a library, a program or a fatbin hold? | `smem_sass::GpuImage` |
//! | How does a kernel take a tensor that bulk copies move? | [`TensorMap`] |
//! | How does a kernel take a texture? | [`Texture`], [`Simulator::create_texture`] |
//! | What does a kernel take: parameters, registers, memory, block sizes? | [`Module::kernel_info`], [`KernelInfo`] |
//! | How are memory, arguments and launches set up? | [`Simulator`], [`KernelArg`], [`LaunchShape`] |
//! | How many wavefronts does each instruction take, and on which source line? | [`Profile`], [`SharedCount`], [`SourceLoc`] |
//! | What ends a race, after it was tried? | [`Simulator::race_remedies`], [`Remedy`] |
//! | Which accesses race, on which lines, and why? Which reads are of uninitialized memory? | [`Simulator::race_check`], [`Race`], [`UnwrittenRead`] |
//! | How far is a launch, how is it stopped, and how are a few of its blocks run? | [`LaunchControl`], [`Simulator::sample_blocks`] |
//! | How do streams and threads share a device, and the host its memory with a kernel? | [`Simulator::clone`], [`HostMemory`] |
//! | What is `_Z4scanIiLj256EEvPT_` in C++? | [`readable_name`], [`is_called`] |
//! | What went wrong, in which thread and at which address? | [`Fault`], [`FaultKind`], [`FaultSite`], [`LaunchRefusal`] |
//! | Which addresses does each warp access, and in which order? | [`Observer`], [`SharedAccess`] |
//! | What would a request cost at other addresses, and the kernel with its arrays laid out otherwise? | [`CostRule`], [`AddressMap`] |
//! | Where in shared memory are a kernel's variables? | [`Module::shared_variables`], [`SharedVariable`] |
//! | Why does an access take so many wavefronts, and which layout avoids it? | the crate [`smem_banks`], and `smem-layout` |
//!
//! A launch has two results: memory, with what the kernel computed, and a [`Profile`]. Nothing is timed.
//!
//! # What is exact
//!
//! - Integers, conversions and the `.rn` forms of floating point. The `.approx` forms are computed in the host's
//!   precision. A NaN result is the canonical one.
//! - Divergence: lanes reconverge at the post-dominator of the branch that split them, as a GPU's compiler arranges it.
//! - Shared memory: bytes, and the requests that the PTX makes. The wavefronts of a request come from
//!   [`smem_banks::BankModel`]. A load without a state space in the PTX (`ld`) costs what a generic load does, and `ld.shared`
//!   what a load from the shared space does; if the assembler proves that a generic address is in shared memory, it emits
//!   the second, which is not modelled here. An atomic that the hardware executes as a loop (floating-point addition,
//!   most operations of 64 bits) counts as one round of compare-and-swap, without further rounds and the loop's loads.
//! - `mma` and `wmma`: fragments are those of NVIDIA's assembler for compute capability 8.0 and later, and sums are computed as
//!   machine code's are; in the repository's tests both give the same bits for every shape and type. A `wmma.load` counts as loads
//!   of 4 bytes a lane, each with the wavefronts of its addresses; the assembler may load the same by `ldmatrix`, and whether in as
//!   many wavefronts was not compared.
//! - `cp.async` counts as neither a load nor a store, see [`SharedOp::AsyncCopy`]: by its shared and its global addresses, with a source
//!   that misses L1.
//!
//! # Machine code
//!
//! PTX is not what a GPU executes: its assembler merges neighbouring loads into wide ones, hoists, predicates and drops others. A launch of
//! a module that `smem_sass::module` has read executes the assembler's output instead. It takes the cubin, and the listing that
//! NVIDIA's `nvdisasm` prints for it; this crate starts no program. Memory, warps, barriers, the bank model, the profile, faults and
//! observers are the same. What differs:
//!
//! - [`SharedCount::executed`] counts every execution, those that a predicate turns off for all lanes among them, as a GPU's
//!   `smsp__inst_executed` does; these take no wavefront.
//! - Lanes meet where the code says so (`BSSY`, `BSYNC`, `WARPSYNC`).
//! - A loop of `ATOMS.CAST.SPIN`, by which floating-point sums are made, is executed round by round. Together its rounds take what the loop
//!   was measured to take on an H200; under contention between warps that depends on timing, which
//!   [`SharedCount::depends_on_timing`] marks.
//! - Hoisted loads read words that the source does not access: [`Profile::unwritten`] has those, too, and only with a race check. A component
//!   of a wide load that no instruction goes on to read is not an access, of PTX neither; it is one where any path reads it.
//! - `MUFU` is computed in the host's precision, and is not equal to a GPU's bits; sines and cosines, exponentials, and everything made of
//!   them may differ in the last digits. Divisions and square roots, which the assembler makes of `MUFU` and Newton's steps, came
//!   out as the host rounds them in the tests; which lanes take their slow path (`FCHK`) is a rule of this crate's own.
//! - Source lines have no columns.
//!
//! Compared with a GPU: the executed loads and stores and their wavefronts, in 136 launches of this project's kernels whose counters an H200
//! had recorded; all are equal. (Its code was NVRTC 13.0's, and here it is NVRTC 12.9's.) And 151 launches of kernels that others
//! published, by the same code: executed instructions are equal in 150, wavefronts in 145, memory bit for bit in 110; the repository's
//! `tests/hardware/RESULTS.md` has the causes of the rest. And registers, bit by bit, in kernels that an H200 ran: random programs of
//! integers, f32, f64, halves, conversions, exchanges and branches, matrix products of every type that is here, barriers and bulk
//! copies. Of 168 drawn after the simulator was fixed, 157 left its words at once, all but some matrix products of random bits. Tensor maps and bulk
//! copies of tensors were compared in 360 cases, remote atomics of clusters in 12 launches. Bulk copies, asynchronous stores and barriers take
//! no wavefront, as no counter of a GPU's loads, stores and atomics sees one, and neither do loads and stores of another block's memory.
//!
//! # Architectures of machine code
//!
//! Counts and memory were compared with hardware for `sm_90` alone. Of the others it is known that kernels leave the memory that they
//! should:
//!
//! | architecture | compared with hardware | tested | refused by name |
//! | --- | --- | --- | --- |
//! | `sm_80`, `sm_86`, `sm_89` | never | every launch of this project; on `sm_80` and `sm_89` six kernels of the generations' own code against PTX, and on all three seven kernels of `mbarrier`s, whose words were inferred from ptxas's code | what `sm_90` refuses |
//! | `sm_90`, `sm_90a` | counters and memory of an H200, as above | | accesses of surfaces that convert, copies of tensors for convolutions (`im2col`), products of sparse matrices by four warps (`wgmma.sp`, `HGMMA.SP`) |
//! | `sm_100`, `sm_120` | never | every launch of this project's wavefront table; six kernels and fifteen of surfaces against PTX; reads of textures by their forms alone | loads and stores of 256 bits, exchanges of f32 (`CREDUX.F32`), products of 4-bit numbers and bits (`MOVM.U4TO8`), the fifth generation of tensor cores (`tcgen05`) |
//!
//! Where the driver puts what a kernel asks of its launch was read in the machine code that NVRTC 12.9 makes of each special register. From
//! `sm_100` on a grid may have clusters of two sizes: here the register that says which (`SR_CgaSize`) is zero, since there is one.
//! Clusters and copies of tensors are those of `sm_90`. Products of sparse matrices (`mma.sp` of f16, bf16, tf32 and bytes) add up as
//! dense ones of the elements that are there; all 40 that an H200 made are equal, bit by bit. Products of 8-bit floating-point numbers by
//! one warp (`QMMA`) are rounded as an H200 rounds those of four warps, and were compared with no hardware.
//!
//! # Textures
//!
//! Reads through texture objects, in PTX and in machine code, by one texture unit: `tex1Dfetch`, `tex1D`, `tex2D`, `tex3D`, layers of one and two
//! dimensions, `tex2Dgather`, offsets, and the extents that `txq` asks for. Its rules were read from an H200's results, of which
//! `tests/hardware` has 2975 random textures and ways to read them that no rule was fitted to: in 2963 all words are equal. The other 12 are
//! three-dimensional textures of floating-point numbers with a linear filter, whose last digits differ in a few of their words. There is one level of detail. Cube maps, mipmaps, gradients
//! and texture references are refused by name.
//!
//! Surfaces (`suld.b`, `sust.b`, `sured.b` of 32 bits) access the same memory byte by byte, through the handle of a texture: beyond an edge they
//! fault, clamp or do nothing, as the instruction says. They follow the PTX ISA and were compared with no hardware.
//!
//! # What is an error
//!
//! PTX as NVRTC 12.9 and 13.x write it is supported, and the driver's functions that it calls: `printf`, whose output
//! [`Simulator::take_printed`] returns, `malloc` and `free`, with 8 MiB for all kernels of a [`Simulator`], and a failed `assert`. An instruction or modifier that the simulator does not know is a
//! [`ParseError`] with its line when the kernel that contains it is launched ([`Module::refused`]); nothing is guessed.
//! So it is with opcodes, modifiers and forms of machine code.
//! In a launch, a [`Fault`] has the kernel, the line, the block, the thread and the address of: an access outside
//! memory or not aligned, a barrier or a shuffle that some lanes never
//! reach, `trap`. A barrier for all threads does not wait for those that have ended, as from compute capability 7.0 on; one that some
//! threads pass by is a finding of every launch ([`Profile::divergent_barriers`]): they do more after it and end, or leave its loop after fewer
//! rounds. A thread that ends without ever having been there counts as an early `return`. Where no thread can go on (each waits at a barrier, or is in a
//! loop that has come back to a state in which it was, and memory has not changed between), that is a fault at once, with who waits where
//! ([`FaultKind::Deadlock`]).
//!
//! # Races
//!
//! [`Simulator::race_check`] finds accesses of a block to the same bytes of shared memory that nothing orders, by what happens before what
//! and not by the order in which the simulator ran them: one run finds the races of its addresses, not only those that went wrong in it.
//!
//! | orders two threads' accesses | does not |
//! | --- | --- |
//! | a barrier of the block, all forms: of all threads, with a count, with votes, arrivals that do not wait | a shuffle, a vote, lanes that execute one instruction |
//! | a barrier of the warp, for the lanes that it names: in machine code `WARPSYNC`, or the `NOP` that the assembler leaves of it | lanes that meet after a branch |
//! | an arrival at an `mbarrier`, for who has found its phase complete | an arrival for who did not wait |
//! | a barrier of the cluster, from an arrival that releases to a wait | an arrival alone; for other blocks, a barrier of the block |
//! | a fence and an atomic, for who finds it by an atomic and a fence; for the atomics a `volatile` or relaxed store and load of a flag, for the fences what releases and acquires | atomics and `volatile` without fences |
//!
//! Two atomics do not race, and neither do an atomic and the load that its compare-and-swap loop begins with. The write of `cp.async` is
//! done for its own thread after its wait (`cp.async.wait_group`), and for others after a barrier after that; that of a bulk copy
//! after the wait for its `mbarrier`; and a bulk copy out of shared memory may read until the wait for its group. Accesses that are
//! meant to meet do not race: atomics, and in PTX what is relaxed or stronger, with one another and with `volatile` ones; two `volatile` ones
//! where the store is after a fence, as of a flag. Machine code does not distinguish such loads and stores from others, so there a load in a
//! loop that only asks, and a store after a fence, are taken for those of a flag; an ordinary store that opens a lock races in PTX only
//! ([`Profile::waits_for_shared`]). A load or an atomic that acquires leaves a `NOP` or a `CCTL.IVALL` after it there, as the assembler of
//! CUDA 12.9 writes it for `sm_75` to `sm_120`. A `__syncwarp()` leaves a `NOP` as well, and in its place a missing acquire is not seen. Writes of the same values, as of a flag that many threads set, are races that do no harm
//! ([`Race::same_values`]). Warp-synchronous code without `__syncwarp` races, `volatile` or not: since Volta lanes need not run in step. Of an
//! architecture before it (`sm_60`) two `volatile` accesses of one warp are in the order of the code.
//!
//! The elements of `ldmatrix` and `stmatrix` belong to the lanes that hold them, not to those that name their rows. Making an `mbarrier` is a
//! store to its word, and arrivals and waits are atomics there. A bulk copy out of shared memory needs a `fence.proxy.async` after the
//! stores, of the thread that stored, of the one that copies, or of one between them.
//!
//! Of several accesses of a warp to one word between two barriers the last is kept, so a race with an earlier one may be found when the
//! later one has its barrier. A product of four warps (`wgmma`) reads until its warp has waited for its group, and needs the same fence after
//! the stores as a bulk copy. Not seen: bulk copies of tensors. A flag that is asked once and not in a loop, or a relaxed access that needs no
//! order, is reported as a race in machine code and not in PTX. Machine code alone does not show that a plain store opens a lock or sets a flag:
//! its stores look alike, so one after a fence counts as meant for others ([`Profile::waits_for_shared`] says where PTX should judge).
//!
//! The blocks of a cluster are checked together. A barrier of one block orders its own threads. The barrier of the cluster orders all, with
//! `.relaxed` arrivals only what is before a fence; in machine code an arrival that releases has a `MEMBAR` in front of it. An access to the memory
//! of another block comes after a barrier of the cluster, which shows that the block has started, and a thread of that block waits for it before it
//! exits: else it is in [`Profile::cluster_accesses`]. After the exit it is a fault. The scopes of fences and of `mbarrier`s count as those of
//! the cluster.
//!
//! [`Simulator::global_race_check`] looks for races on global memory as well, between blocks and within one, by the memory model of PTX. Two
//! strong accesses (atomics, `volatile`, `relaxed` and what is stronger) may meet if the scope of each includes the other's thread:
//! `atomicAdd_block` on one word by two blocks is a race. A word orders what is before a release (a `.release`, or a fence and then a strong
//! write) and after an acquire (an `.acquire`, or a strong read and then a fence) that finds it, if the scopes of both include the other's
//! thread: `__threadfence_block()` orders nothing between blocks, an atomic that only releases does not acquire, and `relaxed` and `volatile`
//! order nothing without fences. Atomics keep what an earlier release left in a word, and a store takes its place. Beyond the model, an
//! atomic without a name for its order (`atomicAdd`) and a `volatile` load acquire at the next `__syncthreads()` as well, because the example
//! of the CUDA guide for the last block of a grid counts on it. Machine code has no names of orders, so there every strong read acquires.
//! The check keeps the last store, the last atomic and the last reads of three warps of each word, sees the order of the run alone (a block
//! that goes on after two of three counts is found only where the third comes later), and does not see what asynchronous copies read and
//! write there.
//!
//! The race check also finds accesses of PTX to one shared array through the address of another: [`Profile::overruns`]. Machine code has no
//! sign of the array that an address comes from.
//!
//! # What a launch may take
//!
//! Instructions, by [`Simulator::instruction_limit`], and memory of the host, by [`Simulator::memory_limit`]: 4 GiB for device memory, the
//! variables of modules, and the blocks that run, counted before they are taken. Beyond, a launch is a fault. Not counted are a module's
//! own instructions, the 8 MiB of `malloc`, up to 64 MiB that a launch prints, and what observers keep; what the race check keeps for each
//! byte of shared memory is counted by an estimate.
//!
//! # Several threads
//!
//! A [`Simulator`] may be used by several threads at once; its clones are handles on one device, each with settings and printed text of its own.
//! Up to 63 launches run side by side, and later ones wait. A launch works on the allocations and textures that there are when it begins:
//! it sees no later ones, and keeps those that are freed meanwhile. Copies and fills take effect word by word, so that a kernel that runs sees
//! a part of one. [`Simulator::map_host`] adds memory of the host's program, through the trait [`HostMemory`]; for its price, see there.
//!
//! # What is simpler than on a GPU
//!
//! Instructions of a block run one at a time and see all earlier ones, and `cp.async` copies at once. Blocks run in order, on
//! every core of the host; where none ends for long, later ones run beside them, because they may wait for one. A kernel with `grid.sync`
//! has all of its blocks at the same time. Kernels without races or floating-point atomics give the same results every time. Device functions of
//! PTX are expanded where they are called, but for those that call themselves or are called through a register: these have frames in local
//! memory, up to 512 KiB a thread. Integer division by zero gives all ones, as on a GPU. `%clock` counts a warp's instructions.

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: readers have no index and no `unwrap`, and the others say why theirs hold.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

#[expect(
    clippy::indexing_slicing,
    reason = "places and instructions are those of the lists beside them, which it made"
)]
mod advice;
#[expect(clippy::indexing_slicing, reason = "lanes are below 32, and tables are as long as their index")]
#[doc(hidden)]
pub mod alu;
#[expect(clippy::indexing_slicing, reason = "the parts are those that it split")]
mod barrier;
mod block_path;
mod cluster_access;
#[expect(clippy::indexing_slicing, reason = "blocks and instructions are numbered by the graph itself")]
mod control_flow;
#[expect(clippy::indexing_slicing, reason = "nodes are numbered by the graph itself")]
#[doc(hidden)]
pub mod dominators;
mod fault;
mod global_count;
mod global_race;
mod gpu;
#[expect(clippy::indexing_slicing, reason = "instructions are numbered by the code that is copied")]
mod inserted;
mod instruction_count;
mod instruction_set;
#[doc(hidden)]
pub mod isa;
#[doc(hidden)]
pub mod kernel_info;
#[doc(hidden)]
pub mod kernel_name;
#[expect(clippy::indexing_slicing, reason = "lanes are below 32")]
#[doc(hidden)]
pub mod lanes;
mod launch;
#[expect(clippy::indexing_slicing, reason = "parameters were placed inside the bytes of all when the kernel was read")]
mod launch_check;
mod launch_control;
mod launch_refusal;
#[doc(hidden)]
pub mod local_overrun;
#[expect(
    clippy::indexing_slicing,
    reason = "registers, predicates and labels were counted when the code was lowered or decoded, lanes are below 32, and addresses are checked before memory is touched"
)]
mod machine;
#[expect(clippy::indexing_slicing, reason = "`check`, `offset` and `find` have said that the bytes are inside")]
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod module;
mod named_byte;
mod overrun;
mod own_line;
#[doc(hidden)]
pub mod parse_error;
mod past_end;
mod patience;
mod pipe;
mod profile;
#[expect(clippy::indexing_slicing, reason = "the place was found in the list")]
mod profile_sum;
#[expect(clippy::indexing_slicing, reason = "instructions are numbered by the code")]
#[doc(hidden)]
pub mod program;
mod race;
mod race_side;
mod remedy;
mod shared_op;
#[expect(clippy::indexing_slicing, reason = "variables are numbered by their module")]
mod simulator;
#[doc(hidden)]
pub mod source_loc;
#[expect(clippy::indexing_slicing, reason = "dimensions are checked to be one to five")]
mod tensor_map;
#[expect(
    clippy::indexing_slicing,
    reason = "the reader of descriptions has checked the extents, and coordinates are clamped or left out"
)]
mod texture;
#[doc(hidden)]
pub mod unawaited;

pub use barrier::DivergentBarrier;
pub use block_path::{BlockPath, GlobalFootprint};
pub use cluster_access::{BlockLifetime, ClusterAccess};
pub use fault::{Fault, FaultKind, FaultSite};
pub use global_count::{GlobalCount, GlobalOp};
pub use global_race::{GlobalRace, GlobalRaceSide};
pub use gpu::{Gpu, MultiprocessorLimits};
pub use instruction_count::{InstructionCount, LocalCount};
pub use instruction_set::Isa;
pub use kernel_info::{KernelInfo, ParameterPlace};
pub use kernel_name::{is_called, readable_name, shown_kernel, without_parameters, without_template_arguments};
pub use launch::{KernelArg, LaunchShape};
pub use launch_check::LaunchArguments;
pub use launch_control::LaunchControl;
pub use launch_refusal::LaunchRefusal;
pub use local_overrun::{LocalArray, LocalOverrun};
pub use machine::{CostRule, DataDependence, DependentKind, DependentUse, Observer, SharedAccess};
pub use memory::{AddressMap, AddressMapError, HostMemory, MemoryBudget};
pub use module::Module;
pub use named_byte::NamedByte;
pub use overrun::Overrun;
pub use parse_error::ParseError;
pub use past_end::PastEnd;
pub use patience::Patience;
pub use pipe::Pipe;
pub use profile::{Profile, SharedCount};
pub use program::SharedVariable;
pub use race::{Race, UnwrittenRead};
pub use race_side::{RaceAccess, RaceKind, RaceSide};
pub use remedy::{CodePlace, RaceCause, Remedy, RemedyPosition, RemedyStep, Sync};
pub use shared_op::SharedOp;
pub use simulator::{NoSnapshot, Simulator};
pub use smem_banks::Arch;
pub use source_loc::SourceLoc;
pub use tensor_map::{TensorElement, TensorMap};
pub use texture::{Texture, TextureAddressing, TextureElement, TextureFilter, TextureShape};
pub use unawaited::UnawaitedResult;
