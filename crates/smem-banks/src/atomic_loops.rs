//! Atomic operations that the compiler makes a loop of, because shared memory has no single instruction for them.

use crate::{
    bank_model::BankModel,
    cost::Cost,
    warp_request::{LANES, WarpRequest},
};

impl BankModel {
    /// Returns the atomic part of `atom.shared.add` of `f16` or `bf16`, which is a loop of compare-and-swap on 4-byte words: in
    /// each round one lane of each word succeeds, the lowest. The loop's loads are not counted here.
    ///
    /// `request` has 2 bytes a lane. Measured on `sm_90`: 32 of 32 launches on which the rule was found, 58 of 58 others.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// let model = Arch::SM_90.bank_model();
    /// let one_word = WarpRequest::from_fn(2, |_| Some(0))?;
    /// assert_eq!(model.half_add_cost(&one_word).wavefronts, 1056); // 2 * (32 + 31 + .. + 1)
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn half_add_cost(&self, request: &WarpRequest) -> Cost {
        let mut words = WarpRequest { bytes: self.bank_bytes, ..*request };
        let mut lane = 0;
        while lane < LANES {
            words.addresses[lane] = request.addresses[lane] / self.bank_bytes * self.bank_bytes;
            lane += 1;
        }
        let mut sum = Cost { wavefronts: 0, ideal: 0, ways: 0, at_least: 0 };
        while words.active != 0 {
            let Cost { wavefronts, ideal, ways, at_least } = self.compare_and_swap_cost(&words);
            sum.wavefronts += wavefronts;
            sum.ideal += ideal;
            sum.at_least += at_least;
            if ways > sum.ways {
                sum.ways = ways;
            }
            words.active &= !lowest_of_each(&words);
        }
        sum
    }

    /// Returns the atomic part of an addition of `f32` or `f64` to shared memory through a generic address: the loop of
    /// compare-and-swap, and before it one pass for each phase with lanes, in which the instruction for global memory finds that it
    /// cannot do it. The loop's loads are not counted here.
    ///
    /// Measured on `sm_90`: `f32` and `f64` in 23 of 23 launches, on which it was found. With one address in both half-warps `f64` takes
    /// more: 1 of 9.
    ///
    /// ```
    /// use smem_banks::{Arch, WarpRequest};
    ///
    /// let model = Arch::SM_90.bank_model();
    /// let words = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
    /// assert_eq!(model.generic_float_add_cost(&words).wavefronts, 3);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn generic_float_add_cost(&self, request: &WarpRequest) -> Cost {
        let loop_cost = self.compare_and_swap_cost(request);
        let phases = self.phases(request);
        Cost {
            wavefronts: loop_cost.wavefronts + phases,
            ideal: loop_cost.ideal + phases,
            at_least: loop_cost.at_least + phases,
            ..loop_cost
        }
    }

    /// Returns the number of phases of a request that have active lanes: the passes of an atomic instruction that finds it cannot
    /// do its work in shared memory. The first example of [`generic_float_add_cost`](Self::generic_float_add_cost) counts one.
    pub const fn phases(&self, request: &WarpRequest) -> u32 {
        self.atomic_cost(request).ideal
    }
}

/// The lowest active lane of each word.
const fn lowest_of_each(words: &WarpRequest) -> u32 {
    let (mut lowest, mut lane) = (0, 0);
    while lane < LANES {
        let mut earlier = 0;
        let mut first = words.active >> lane & 1 == 1;
        while earlier < lane && first {
            first = !(words.active >> earlier & 1 == 1 && words.addresses[earlier] == words.addresses[lane]);
            earlier += 1;
        }
        if first {
            lowest |= 1 << lane;
        }
        lane += 1;
    }
    lowest
}
