//! Sums over the lanes of a warp.

/// Lanes of a warp.
const LANES: u32 = 32;

unsafe extern "C" {
    /// Returns the value of the lane `distance` below, or the lane's own if there is none.
    ///
    /// The intrinsic, because LLVM knows that it is convergent: it may copy inline assembly into both sides of a branch.
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    fn shuffle_up(mask: u32, value: u32, distance: u32, clamp: u32) -> u32;
}

/// Returns the inclusive sum over the lanes up to this one.
///
/// # Safety
///
/// All lanes of the warp come here together, and `lane` is the lane's own number.
#[inline(always)]
pub(crate) unsafe fn inclusive_sum(mut sum: u64, lane: u32) -> u64 {
    let mut distance = 1;
    while distance < LANES {
        // SAFETY: all lanes are here.
        let (low, high) =
            unsafe { (shuffle_up(!0, sum as u32, distance, 0), shuffle_up(!0, (sum >> 32) as u32, distance, 0)) };
        if lane >= distance {
            sum += u64::from(high) << 32 | u64::from(low);
        }
        distance *= 2;
    }
    sum
}
