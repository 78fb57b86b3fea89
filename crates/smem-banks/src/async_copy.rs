//! Asynchronous copies from global to shared memory (`cp.async`, in machine code LDGSTS).
//!
//! A copy of 4 or 8 bytes a lane, and one of 16 with `.ca`, passes through L1. Each lane then has two banks: that of its shared
//! address, and that of its global address in L1's data, which has the same banks. Two lanes of a phase conflict when they agree in
//! either:
//!
//! ```text
//! lane          0    1    2    3
//! to bank       0    1    2    2      lanes 2 and 3 conflict here,
//! from bank     7    8    8    9      lanes 1 and 2 there: three passes, although no bank serves more than two lanes
//! pass          1    1    2    3
//! ```
//!
//! A copy of 16 bytes with `.cg` goes around L1 and takes no wavefront. It pays in sectors of L2 instead. Lanes whose source is shorter go
//! through L1 as those of `.ca`.

use crate::{
    bank_model::BankModel,
    cost::Cost,
    warp_request::{LANES, WarpRequest},
};

/// Whether L1 holds what an asynchronous copy reads.
///
/// Requests that find some of their lines in L1 and others not were not measured.
///
/// ```
/// use smem_banks::{Arch, CopySource, WarpRequest};
///
/// // Lanes copy from every eighth line of 128 bytes to neighbouring words. Such lines have one tag bank each, and lanes wait
/// // for one another's lookups.
/// let to = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
/// let from = std::array::from_fn(|lane| Some(1024 * lane as u64 + 4 * lane as u64));
/// let model = Arch::SM_90.bank_model();
/// let wavefronts = |source| model.async_copy_cost(&to, &from, source).wavefronts;
/// assert_eq!(wavefronts(CopySource::Cached), 1);
/// assert!(wavefronts(CopySource::Uncached) > 1);
/// # Ok::<(), smem_banks::WarpRequestError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CopySource {
    /// Every line is in L1.
    Cached,
    /// No line is in L1: the lookup of lines splits the request.
    Uncached,
}

/// Bytes of a line of L1.
const LINE: u64 = 128;

/// The tag bank of a line, by its number. The masks were fitted to address bits 7 to 18; higher bits were not measured.
const fn tag_bank(line: u64) -> usize {
    ((line & 0xab5).count_ones() % 2 + 2 * ((line & 0x5da).count_ones() % 2)) as usize
}

impl BankModel {
    /// Returns the cost of `cp.async` that passes through L1: copies of 4 and 8 bytes a lane, and `cp.async.ca` of 16.
    ///
    /// `to` has the shared addresses, and `from` each active lane's byte address in global memory; `None` for a lane whose source
    /// size is 0, which fills with zeros. A source size from 1 to the width costs what the width does.
    ///
    /// Lanes of a phase conflict if they agree in the bank of their shared address or in that of their global address, at one
    /// and the same address too. Each lane is served in the pass after the last earlier lane that it conflicts with. If
    /// the lines are not in L1, the tag lookup splits the request first: a lookup takes one line of each of four tag banks.
    ///
    /// Measured on `sm_90` only. With all lines in L1: 423 of 423 launches that the rule was fitted to, 570 of 570 others. With none:
    /// 423 of 423 and 363 of 363 within 32 KB. All lanes with a source size of 0: 27 of 27; some with and some without were not
    /// measured.
    ///
    /// ```
    /// use smem_banks::{Arch, CopySource, WarpRequest};
    ///
    /// // A warp copies 32 neighbouring words to neighbouring words, and then to a column of a 32 x 32 tile.
    /// let from = std::array::from_fn(|lane| Some(4 * lane as u64));
    /// let row = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
    /// let column = WarpRequest::from_fn(4, |lane| Some(128 * lane))?;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!(model.async_copy_cost(&row, &from, CopySource::Uncached).wavefronts, 1);
    /// assert_eq!(model.async_copy_cost(&column, &from, CopySource::Uncached).wavefronts, 32);
    /// // All lanes copy one word: they do not share it.
    /// assert_eq!(model.async_copy_cost(&row, &[Some(0); 32], CopySource::Cached).wavefronts, 32);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn async_copy_cost(&self, to: &WarpRequest, from: &[Option<u64>; LANES], source: CopySource) -> Cost {
        let lookups = match source {
            CopySource::Cached => [0; LANES],
            CopySource::Uncached => lookups(to.active, from),
        };
        let lanes = self.lanes_per_phase(to.bytes);
        let mut cost = Cost { wavefronts: 0, ideal: 0, ways: 0, at_least: 0 };
        let mut first = 0;
        while first < LANES as u32 {
            let phase = to.active & (if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 }) << first;
            first += lanes;
            if phase == 0 {
                continue;
            }
            let (mut ways, mut lookup, mut left) = (0, 0, phase);
            while left != 0 {
                let (mut served, mut rest) = (0, left);
                while rest != 0 {
                    let lane = rest.trailing_zeros();
                    rest &= rest - 1;
                    if lookups[lane as usize] == lookup {
                        served |= 1 << lane;
                    }
                }
                ways += self.copy_passes(to, from, served);
                left &= !served;
                lookup += 1;
            }
            cost.wavefronts += ways;
            cost.ideal += 1;
            if ways > cost.ways {
                cost.ways = ways;
            }
        }
        cost.at_least = cost.wavefronts;
        cost
    }

    /// The passes of lanes that one lookup serves in one phase.
    const fn copy_passes(&self, to: &WarpRequest, from: &[Option<u64>; LANES], lanes: u32) -> u32 {
        let unit = if to.bytes > self.bank_bytes { to.bytes } else { self.bank_bytes };
        let banks = self.span() / unit;
        // The last pass in which a bank of either side was used.
        let (mut to_used, mut from_used) = ([0; LANES], [0; LANES]);
        let (mut most, mut left) = (0, lanes);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let to_bank = (to.addresses[lane] / unit % banks) as usize;
            let mut pass = to_used[to_bank];
            if let Some(address) = from[lane] {
                let from_bank = (address / unit as u64 % banks as u64) as usize;
                if from_used[from_bank] > pass {
                    pass = from_used[from_bank];
                }
                from_used[from_bank] = pass + 1;
            }
            to_used[to_bank] = pass + 1;
            if pass + 1 > most {
                most = pass + 1;
            }
        }
        most
    }

    /// Returns the cost of `cp.async.cg`, which copies 16 bytes a lane around L1: no wavefront and no bank conflict, whatever
    /// the addresses, for lanes that copy all 16. Lanes of `short` (bit `i` for lane `i`) have a source size below 16 and fill up with
    /// zeros: these cost what [`async_copy_cost`](Self::async_copy_cost) says of them, but that of the lanes of a phase with one
    /// destination only the first copies. Where every active lane has a source size of 0, it is a store of zeros and costs what [`cost`](Self::cost) says.
    ///
    /// Measured on `sm_90` only: 386 of 386 launches of whole copies, 24 of 27 with a source size from 1 to 15 in all lanes, and 9 of 9 of
    /// zeros; the other three, one permutation of the lanes, take 11 wavefronts where this says 9. Short lanes beside whole ones were
    /// compared in eight kernels whose counts are not kept.
    ///
    /// ```
    /// use smem_banks::{Arch, CopySource, WarpRequest};
    ///
    /// let column = WarpRequest::from_fn(16, |lane| Some(128 * lane))?;
    /// let model = Arch::SM_90.bank_model();
    /// let from = std::array::from_fn(|lane| Some(16 * lane as u64));
    /// let wavefronts = |from, short| model.bypass_copy_cost(&column, from, short, CopySource::Cached).wavefronts;
    /// assert_eq!(wavefronts(&from, 0), 0);
    /// assert_eq!(wavefronts(&from, 0xf), 4); // the first four lanes copy less than 16 bytes
    /// assert_eq!(wavefronts(&[None; 32], u32::MAX), 32);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn bypass_copy_cost(
        &self,
        to: &WarpRequest,
        from: &[Option<u64>; LANES],
        short: u32,
        source: CopySource,
    ) -> Cost {
        let (mut lane, mut reads) = (0, false);
        while lane < LANES {
            reads |= to.is_active(lane as u32) && from[lane].is_some();
            lane += 1;
        }
        if !reads {
            return self.cost(to);
        }
        let short = to.of_lanes(short);
        self.async_copy_cost(&short.of_lanes(first_writers(&short, self.lanes_per_phase(to.bytes))), from, source)
    }

    /// Returns the sectors of L2 that `cp.async.cg` of 16 bytes a lane asks for: what it pays with instead of wavefronts.
    ///
    /// Each 32-byte sector of shared memory that is written takes one sector if only one half of it is written, or if its halves
    /// come from the two halves of one global sector; else two. Of lanes with one destination, one copies: the lowest, as far
    /// as two launches show. Fitted to 95 launches on `sm_90`, and not checked on others.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// let from = std::array::from_fn(|lane| Some(16 * lane as u64));
    /// let dense = WarpRequest::from_fn(16, |lane| Some(16 * lane))?;
    /// // Off by half a sector: every sector of shared memory has its halves from two sectors.
    /// let shifted = WarpRequest::from_fn(16, |lane| Some(16 * lane + 16))?;
    /// let model = Arch::SM_90.bank_model();
    /// assert_eq!(model.bypass_copy_sectors(&dense, &from), 16);
    /// assert_eq!(model.bypass_copy_sectors(&shifted, &from), 32);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn bypass_copy_sectors(&self, to: &WarpRequest, from: &[Option<u64>; LANES]) -> u32 {
        let (mut sectors, mut lane) = (0, 0);
        while lane < LANES {
            let Some(source) = copied(to, from, lane) else {
                lane += 1;
                continue;
            };
            // The lane that fills the other half. A sector that one global sector fills is counted at its lower half.
            let other = match writer(to, to.addresses[lane] ^ 16) {
                Some(other) => copied(to, from, other),
                None => None,
            };
            let whole = match other {
                Some(other) => (other / 16) ^ 1 == source / 16,
                None => false,
            };
            sectors += if whole && to.addresses[lane] & 16 != 0 { 0 } else { 1 };
            lane += 1;
        }
        sectors
    }
}

/// The lookup of each lane's line. In the order of each line's first lane, the k-th line of a tag bank goes into lookup k.
const fn lookups(active: u32, from: &[Option<u64>; LANES]) -> [u32; LANES] {
    let mut lookups = [0; LANES];
    let mut lines = [0; 4];
    let mut lane = 0;
    while lane < LANES {
        if let Some(address) = from[lane]
            && active >> lane & 1 == 1
        {
            let line = address / LINE;
            let mut earlier = 0;
            let mut found = false;
            while earlier < lane {
                if let Some(other) = from[earlier]
                    && active >> earlier & 1 == 1
                    && other / LINE == line
                {
                    lookups[lane] = lookups[earlier];
                    found = true;
                    break;
                }
                earlier += 1;
            }
            if !found {
                lookups[lane] = lines[tag_bank(line)];
                lines[tag_bank(line)] += 1;
            }
        }
        lane += 1;
    }
    lookups
}

/// The active lanes whose address no earlier one of the same phase, of so many lanes, has.
const fn first_writers(to: &WarpRequest, lanes: u32) -> u32 {
    let (mut first, mut left) = (0u32, to.active);
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let mut earlier = lane - lane % lanes;
        while earlier < lane
            && !(to.is_active(earlier) && to.addresses[earlier as usize] == to.addresses[lane as usize])
        {
            earlier += 1;
        }
        if earlier == lane {
            first |= 1 << lane;
        }
    }
    first
}

/// The first active lane that writes this address.
const fn writer(to: &WarpRequest, address: u32) -> Option<usize> {
    let mut lane = 0;
    while lane < LANES {
        if to.is_active(lane as u32) && to.addresses[lane] == address {
            return Some(lane);
        }
        lane += 1;
    }
    None
}

/// The global address that a lane copies from, if it is the first with its destination.
const fn copied(to: &WarpRequest, from: &[Option<u64>; LANES], lane: usize) -> Option<u64> {
    if !to.is_active(lane as u32) {
        return None;
    }
    match writer(to, to.addresses[lane]) {
        Some(first) if first == lane => from[lane],
        _ => None,
    }
}
