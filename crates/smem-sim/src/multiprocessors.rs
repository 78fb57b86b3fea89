//! The multiprocessors of a device.

use smem_banks::Arch;

/// Compute capability and the multiprocessors of one product that was sold.
const MULTIPROCESSORS: [(u32, u32); 17] = [
    (50, 5),
    (52, 24),
    (53, 2),
    (60, 56),
    (61, 28),
    (62, 2),
    (70, 80),
    (72, 8),
    (75, 40),
    (80, 108),
    (86, 84),
    (87, 16),
    (89, 128),
    (90, 132),
    (100, 148),
    (103, 148),
    (120, 170),
];

/// Returns the multiprocessors of the simulated device of an architecture: `%nsmid`. Block `n` runs on number `n % multiprocessors(arch)`.
///
/// ```
/// use smem_banks::Arch;
///
/// assert_eq!(smem_sim::multiprocessors(Arch::SM_90), 132);
/// ```
pub fn multiprocessors(arch: Arch) -> u32 {
    let fits = MULTIPROCESSORS.iter().rfind(|row| row.0 <= arch.number());
    fits.unwrap_or(&MULTIPROCESSORS[0]).1
}
