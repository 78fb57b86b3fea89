//! The bank model: which bank an address falls in, and how many wavefronts one warp-wide request takes.
//!
//! Shared memory is a row of banks, each of which serves one word at a time:
//!
//! ```text
//! byte address   0    4    8        124   128  132
//! bank           0    1    2   ...  31    0    1    ...
//! ```
//!
//! A request is served in *phases*: all 32 lanes at once up to 4 bytes a lane, half-warps at 8 bytes, quarter-warps
//! at 16. In each phase the lanes that touch the same word share it, and the phase takes as many wavefronts as the
//! busiest bank has distinct words:
//!
//! | a warp reads (f32, compute capability 5.0 and later) | wavefronts | ideal | ways |
//! | --- | --- | --- | --- |
//! | 32 consecutive words | 1 | 1 | 1 |
//! | one word, all lanes (broadcast) | 1 | 1 | 1 |
//! | every second word | 2 | 1 | 2 |
//! | every 32nd word: a column of a 32 x 32 tile | 32 | 1 | 32 |
//! | every 33rd word: the same with a pitch of 33 | 1 | 1 | 1 |
//! | 32 consecutive `float4` | 4 | 4 | 1 |
//!
//! Some loads take fewer wavefronts, see [`BankModel::load_cost`]. Layouts are scored by the store cost, because the same
//! access is usually both loaded and stored.
//!
//! The model is data ([`BankModel`]), so that other hardware is another row of a table, see [`Arch`](crate::Arch).

use crate::{
    busiest_bank::{SameWord, busiest_bank},
    cost::Cost,
    half_warp,
    warp_request::{LANES, WarpRequest},
};

/// The rule by which lanes of one phase share a pass through a bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// All lanes on one word of the bank share a pass, in every bank at once (compute capability 2.0 and later).
    Word,
    /// As `Word`, and words `i` and `i + 32` of one aligned 64-word segment share it too (cc 3.x in 4-byte mode).
    PairedWords,
    /// One word a pass is broadcast, and the hardware chooses which; every other bank serves one lane (cc 1.x).
    BroadcastWord,
}

/// The loads from the shared address space that are served with twice the lanes a phase.
///
/// NVIDIA's forum staff explain it so ("Unexpected shared memory bank conflict", thread 77228): a pass returns one register
/// to each of 32 lanes, which is why loads of two and four registers take two and four phases; where neighbours read the
/// same address, the registers of two phases can be packed into one pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Merging {
    /// No load, as far as is known.
    Never,
    /// Loads of 8 and 16 bytes in which every active lane `i` has the address of lane `i ^ 1`, or every one that of lane
    /// `i ^ 2`; an inactive neighbour has any address. The rule is one of the whole warp: if one pair differs, no phase is
    /// merged. Two merged phases conflict as one phase of their lanes does.
    EqualNeighbours,
}

/// Whether the least number of passes is wanted, too; a search for a layout compares the most.
#[derive(Clone, Copy)]
enum AtLeast {
    Counted,
    Skipped,
}

/// The banks of one architecture, from [`Arch::bank_model`](crate::Arch::bank_model).
///
/// ```
/// use smem_banks::{Arch, WarpRequest};
///
/// let model = Arch::SM_90.bank_model();
/// let strided = WarpRequest::from_fn(4, |lane| Some(8 * lane))?;
/// assert_eq!(model.cost(&strided).wavefronts, 2); // every second word: two of them in each of 16 banks
/// # Ok::<(), smem_banks::WarpRequestError>(())
/// ```
///
/// Sources: the CUDA programming guide for banks, words and the older architectures; the phases of 8- and 16-byte
/// accesses are those that NVIDIA's forum staff and the code of nvFuser and Triton agree on. On `sm_90` it has been measured for
/// loads, stores, `ldmatrix`, `stmatrix` and atomics: `tests/hardware/calibration` in the repository holds over 30,000 requests and
/// the wavefronts that the hardware counter gave for them, and a test holds the model to each.
///
/// Which question to ask of an instruction:
///
/// | instruction | question |
/// | --- | --- |
/// | `ld.shared` | [`load_cost`](Self::load_cost) |
/// | `ld` through a generic address | [`generic_load_cost`](Self::generic_load_cost) |
/// | `st`, `st.shared`, `ldmatrix`, `stmatrix` | [`cost`](Self::cost) |
/// | `atom`, `red` that the hardware has as one instruction | [`atomic_cost`](Self::atomic_cost) |
/// | `atom.cas` | [`compare_and_swap_cost`](Self::compare_and_swap_cost) |
/// | `red.shared.add.u32` of the constant 1 | [`cost`](Self::cost): the compiler makes it a population count |
/// | `atom.add` of `f16` and `bf16` | [`half_add_cost`](Self::half_add_cost), its loop's compare-and-swaps |
/// | `atom.add` of `f32` and `f64` | [`compare_and_swap_cost`](Self::compare_and_swap_cost) for its loop, [`generic_float_add_cost`](Self::generic_float_add_cost) through a generic address |
/// | `cp.async.ca` | [`async_copy_cost`](Self::async_copy_cost) |
/// | `cp.async.cg` | [`bypass_copy_cost`](Self::bypass_copy_cost), [`bypass_copy_sectors`](Self::bypass_copy_sectors) |
/// | `cp.async.bulk`, `st.async` | nothing: none of the shared-memory counters sees them (177 of 177 launches on `sm_90`) |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BankModel {
    /// Number of banks, a power of two of at most 32.
    pub(crate) banks: u32,
    /// Bytes of one bank's word.
    pub(crate) bank_bytes: u32,
    /// Lanes served together for accesses of 1, 2, 4, 8 and 16 bytes a lane.
    pub(crate) phase_lanes: [u32; 5],
    /// Passes that a phase takes on top of its busiest bank's, for accesses of 1, 2, 4, 8 and 16 bytes a lane.
    pub(crate) extra_passes: [u32; 5],
    /// Bytes a lane of the widest request; wider ones are split into several.
    pub(crate) widest: u32,
    /// The lanes that share a pass.
    pub(crate) sharing: Sharing,
    /// The loads that are served with twice the lanes a phase.
    pub(crate) merging: Merging,
}

impl BankModel {
    /// Returns the number of banks.
    ///
    /// ```
    /// use smem_banks::Arch;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!((model.banks(), model.bank_bytes(), model.span()), (32, 4, 128));
    /// ```
    pub const fn banks(&self) -> u32 {
        self.banks
    }

    /// Returns the width of a bank: the bytes of one of its words.
    pub const fn bank_bytes(&self) -> u32 {
        self.bank_bytes
    }

    /// Returns the bank of the byte at `address`.
    ///
    /// ```
    /// use smem_banks::Arch;
    /// assert_eq!(Arch::SM_90.bank_model().bank(4 * 33), 1);
    /// ```
    pub const fn bank(&self, address: u32) -> u32 {
        address / self.bank_bytes % self.banks
    }

    /// Returns the number of bytes from one word of a bank to its next: addresses a multiple of this apart share a
    /// bank.
    pub const fn span(&self) -> u32 {
        self.banks * self.bank_bytes
    }

    /// Returns the number of lanes served together when each touches `bytes` bytes.
    pub const fn lanes_per_phase(&self, bytes: u32) -> u32 {
        self.phase_lanes[self.width_class(bytes)]
    }

    /// Returns the cost of a store, of `ldmatrix` or of `stmatrix`, and the most that a load takes.
    ///
    /// Stores cost the same through a generic address (measured on `sm_90`: 468 of 468 requests of every width).
    pub const fn cost(&self, request: &WarpRequest) -> Cost {
        self.cost_in_phases(request, self.lanes_per_phase(request.bytes), SameWord::Shared, AtLeast::Counted)
    }

    /// Returns the cost of a load from the shared address space (`ld.shared`), which may take fewer wavefronts than a
    /// store to the same addresses.
    ///
    /// On compute capability 7.x and 9.0 a load of 8 or 16 bytes is served with twice the lanes a phase if every active lane
    /// `i` has the address of lane `i ^ 1`, or every one that of lane `i ^ 2`.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// // All lanes load one `float4`: its four registers come in two passes, not in four.
    /// let broadcast = WarpRequest::from_fn(16, |_| Some(0))?;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!(model.cost(&broadcast).wavefronts, 4);
    /// assert_eq!(model.load_cost(&broadcast).wavefronts, 2);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn load_cost(&self, request: &WarpRequest) -> Cost {
        let cost = self.cost(request);
        if !self.merges(request) {
            return cost;
        }
        let Cost { wavefronts, .. } =
            self.cost_in_phases(request, 2 * self.lanes_per_phase(request.bytes), SameWord::Shared, AtLeast::Counted);
        let ideal = if cost.ideal < wavefronts { cost.ideal } else { wavefronts };
        Cost { wavefronts, at_least: wavefronts, ideal, ..cost }
    }

    /// Returns the cost of a load of shared memory through a generic address (PTX's `ld` without a state space), whose
    /// phases never merge as those of [`load_cost`](Self::load_cost) do.
    ///
    /// A pointer in CUDA C++ is generic until the compiler proves that it points into shared memory; pointers of GPU Rust are
    /// generic always. Measured on `sm_90`: 600 of 600 loads of 1, 2, 4, 8 and 16 bytes took what this says, 32 of which would
    /// have merged as `ld.shared`. Other architectures that merge were not measured.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// // Neighbouring lanes load the same `float4`.
    /// let pairs = WarpRequest::from_fn(16, |lane| Some(16 * (lane / 2)))?;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!(model.load_cost(&pairs).wavefronts, 2);
    /// assert_eq!(model.generic_load_cost(&pairs).wavefronts, 4);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn generic_load_cost(&self, request: &WarpRequest) -> Cost {
        self.cost(request)
    }

    /// Returns the cost of an atomic operation that the hardware has as one instruction: lanes on one word do not share
    /// it, but go one after the other.
    ///
    /// Of 4 bytes a lane these are `add`, `min`, `max`, `and`, `or`, `xor`, `inc`, `dec` and `exch` of integers; of 8 and 16
    /// bytes, `exch`. Through a generic address `add.u64` is one as well. Source: the CUDA programming guide, by which accesses
    /// of one location are all serialised; measured on `sm_90`, and nowhere else.
    ///
    /// One exception, also measured on `sm_90`: a 4-byte addition of the constant 1 whose old value is not read, as a histogram
    /// makes it (`atomicAdd(&bins[b], 1)`), becomes a population count in the shared address space. Lanes on one word share it,
    /// and it takes [`cost`](Self::cost). Through a generic address it is an ordinary addition.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// // Every lane adds a value of its own to one sum: `atomicAdd(&sum, value)`.
    /// let one_sum = WarpRequest::from_fn(4, |_| Some(0))?;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!(model.atomic_cost(&one_sum).wavefronts, 32);
    /// // `atomicAdd(&count, 1)` is a population count.
    /// assert_eq!(model.cost(&one_sum).wavefronts, 1);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn atomic_cost(&self, request: &WarpRequest) -> Cost {
        self.cost_in_phases(request, self.lanes_per_phase(request.bytes), SameWord::Serialized, AtLeast::Counted)
    }

    /// Returns the cost of compare-and-swap, which takes every pass of another atomic operation twice, through a
    /// generic address too.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// let words = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
    /// let cost = Arch::SM_90.bank_model().compare_and_swap_cost(&words);
    /// assert_eq!((cost.wavefronts, cost.ideal, cost.ways), (2, 2, 1));
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn compare_and_swap_cost(&self, request: &WarpRequest) -> Cost {
        let Cost { wavefronts, ideal, ways, at_least } = self.atomic_cost(request);
        Cost { wavefronts: 2 * wavefronts, ideal: 2 * ideal, ways, at_least: 2 * at_least }
    }

    /// Returns whether a load of these addresses is served with twice the lanes a phase.
    #[doc(hidden)]
    #[inline]
    pub const fn merges(&self, request: &WarpRequest) -> bool {
        match self.merging {
            Merging::Never => false,
            Merging::EqualNeighbours => {
                self.lanes_per_phase(request.bytes) < LANES as u32
                    && (request.neighbours_agree(1) || request.neighbours_agree(2))
            }
        }
    }

    const fn cost_in_phases(&self, request: &WarpRequest, lanes: u32, same_word: SameWord, at_least: AtLeast) -> Cost {
        let bytes = if request.bytes < self.widest { request.bytes } else { self.widest };
        let extra = self.extra_passes[self.width_class(bytes)];
        let phase_mask = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mut cost = Cost { wavefronts: 0, ideal: 0, ways: 0, at_least: 0 };
        let mut offset = 0;
        while offset < request.bytes {
            let mut first = 0;
            while first < LANES as u32 {
                let active = request.active & phase_mask << first;
                if active != 0 {
                    let banks = (self.banks, self.bank_bytes);
                    let (least, most) = match self.sharing {
                        Sharing::BroadcastWord if matches!(same_word, SameWord::Shared) => {
                            let addresses = &request.addresses;
                            let most = half_warp::most_passes(banks, addresses, active, offset, bytes);
                            // One pass is one at least, too.
                            let of_fewest = most > 1 && matches!(at_least, AtLeast::Counted);
                            let least = if of_fewest {
                                half_warp::fewest_passes(banks, addresses, active, offset, bytes)
                            } else {
                                1
                            };
                            (least, most)
                        }
                        _ => {
                            let paired = matches!(self.sharing, Sharing::PairedWords);
                            let ways =
                                busiest_bank(banks, paired, &request.addresses, active, offset, bytes, same_word);
                            (ways, ways)
                        }
                    };
                    cost.wavefronts += most + extra;
                    cost.at_least += least + extra;
                    cost.ideal += 1 + extra;
                    if most > cost.ways {
                        cost.ways = most;
                    }
                }
                first += lanes;
            }
            offset += bytes;
        }
        cost
    }

    const fn width_class(&self, bytes: u32) -> usize {
        let bytes = if bytes < self.widest { bytes } else { self.widest };
        let class = bytes.trailing_zeros() as usize;
        if class < 5 { class } else { 4 }
    }
}

/// Questions that the solver asks, so that nothing else has to know how banks share passes.
impl BankModel {
    /// Returns the ways and the excess wavefronts of [`cost`](Self::cost). A search asks for those of thousands of requests.
    #[doc(hidden)]
    #[inline]
    pub const fn ways_and_excess(&self, request: &WarpRequest) -> (u32, u32) {
        let lanes = self.lanes_per_phase(request.bytes);
        let cost = self.cost_in_phases(request, lanes, SameWord::Shared, AtLeast::Skipped);
        (cost.ways, cost.excess())
    }

    /// Returns the bytes a lane of the widest request; wider ones are split into several.
    #[doc(hidden)]
    #[inline]
    pub const fn widest_bytes(&self) -> u32 {
        self.widest
    }

    /// Returns the period of the banks in bytes: all addresses of a request can move by a multiple of it without a
    /// change of its cost. It is a word, or the segment in which words are paired.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// let model = Arch::SM_90.bank_model();
    /// let cost = |first| model.cost(&WarpRequest::from_fn(4, |lane| Some(first + 8 * lane)).unwrap());
    /// assert_eq!(cost(0), cost(5 * model.translation_bytes()));
    /// ```
    pub const fn translation_bytes(&self) -> u32 {
        match self.sharing {
            Sharing::PairedWords => 2 * self.span(),
            Sharing::Word | Sharing::BroadcastWord => self.bank_bytes,
        }
    }

    /// Returns [`translation_bytes`](Self::translation_bytes) in elements of `elem_bytes` bytes (a power of two), at
    /// least one.
    #[doc(hidden)]
    #[inline]
    pub const fn translation_period(&self, elem_bytes: u32) -> u32 {
        let elements = self.translation_bytes() / elem_bytes;
        if elements > 1 { elements } else { 1 }
    }

    /// Returns the period of pitches in bytes: pitches that differ by it meet the banks in the same way.
    #[doc(hidden)]
    #[inline]
    pub const fn pitch_period(&self) -> u32 {
        self.words_a_pass() * self.span()
    }

    /// Returns the alignment in bytes that storage needs for offsets in it to cost what addresses cost.
    #[doc(hidden)]
    #[inline]
    pub const fn storage_alignment(&self) -> u32 {
        self.translation_bytes()
    }

    /// Returns true if only the bank and the word of each lane decide a cost: lanes on one word share a pass, and words of
    /// one bank never do. Changing all addresses by XOR with a constant then keeps the cost.
    #[doc(hidden)]
    #[inline]
    pub const fn is_xor_invariant(&self) -> bool {
        matches!(self.sharing, Sharing::Word)
    }
}

#[cfg(test)]
mod tests;
