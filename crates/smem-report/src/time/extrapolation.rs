//! From the blocks of a launch that ran to its whole grid.

use smem_sim::Profile;

/// The factor from the blocks of a launch that ran to its whole grid; 1 where none ran to its end.
pub fn extrapolation(profile: &Profile) -> f64 {
    match profile.blocks_run {
        0 => 1.0,
        run => profile.grid_blocks as f64 / run as f64,
    }
}
