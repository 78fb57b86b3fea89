//! Architectures: compute capability to bank model and shared-memory limits, one table row each.

use core::fmt;

use crate::bank_model::{BankModel, Merging, Sharing};

/// An NVIDIA architecture, or the common ground of many ([`Arch::DEFAULT`]).
///
/// ```
/// use smem_banks::Arch;
///
/// let arch = Arch::from_name("sm_90").unwrap();
/// assert_eq!(arch, Arch::SM_90);
/// assert_eq!(arch.bank_model().banks(), 32);
/// assert_eq!(arch.static_limit(), 48 * 1024);
/// assert_eq!(arch.opt_in_limit(), 227 * 1024);
/// assert_eq!(Arch::from_name("sm_42"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arch {
    /// Ten times the major plus the minor compute capability; 0 for [`Arch::DEFAULT`].
    number: u32,
    /// Opt-in limit of shared memory a block, in KiB.
    opt_in_kib: u32,
    model: BankModel,
}

/// Compute capability 5.0 and later: 32 banks of 4 bytes; 32, 16 and 8 lanes a phase.
const MODERN: BankModel = BankModel {
    banks: 32,
    bank_bytes: 4,
    phase_lanes: [32, 32, 32, 16, 8],
    extra_passes: [0; 5],
    widest: 16,
    sharing: Sharing::Word,
    merging: Merging::Never,
};

/// cc 7.0, 7.2 and 7.5, by NVIDIA's forum staff ("Unexpected shared memory bank conflict", thread 77228), and 9.0, as
/// measured. What lies between and after is likely the same, and was not measured.
const PAIRED_LOADS: BankModel = BankModel { merging: Merging::EqualNeighbours, ..MODERN };

/// cc 3.x as it starts: words `i` and `i + 32` of a 64-word segment go together, so 8 bytes a lane are one phase.
const KEPLER_FOUR_BYTE: BankModel =
    BankModel { phase_lanes: [32, 32, 32, 32, 16], sharing: Sharing::PairedWords, ..MODERN };

/// cc 3.x after `cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte)`.
const KEPLER_EIGHT_BYTE: BankModel = BankModel { bank_bytes: 8, sharing: Sharing::Word, ..KEPLER_FOUR_BYTE };

/// cc 2.x: as later ones, but each quarter-warp of a 16-byte request takes one pass more.
const FERMI: BankModel = BankModel { extra_passes: [0, 0, 0, 0, 1], ..MODERN };

/// cc 1.x: 16 banks, half-warps, 32-bit requests, one broadcast word a pass.
const TESLA: BankModel = BankModel {
    banks: 16,
    bank_bytes: 4,
    phase_lanes: [16; 5],
    extra_passes: [0; 5],
    widest: 4,
    sharing: Sharing::BroadcastWord,
    merging: Merging::Never,
};

macro_rules! architectures {
    ($($name:ident = $number:literal, $opt_in:literal, $model:ident;)*) => {
        impl Arch {
            $(
                #[doc = concat!("`sm_", stringify!($number), "`: at most ", stringify!($opt_in), " KiB of shared memory a block.")]
                pub const $name: Arch = Arch { number: $number, opt_in_kib: $opt_in, model: $model };
            )*

            /// Every named architecture, oldest first.
            pub const ALL: &'static [Arch] = &[$(Arch::$name),*];
        }
    };
}

// Opt-in limits from the CUDA programming guide's table of compute capabilities; those of 8.7, 10.1, 11.0 and 12.x are
// inferred from their siblings.
architectures! {
    SM_10 = 10, 16, TESLA;
    SM_11 = 11, 16, TESLA;
    SM_12 = 12, 16, TESLA;
    SM_13 = 13, 16, TESLA;
    SM_20 = 20, 48, FERMI;
    SM_21 = 21, 48, FERMI;
    SM_30 = 30, 48, KEPLER_FOUR_BYTE;
    SM_32 = 32, 48, KEPLER_FOUR_BYTE;
    SM_35 = 35, 48, KEPLER_FOUR_BYTE;
    SM_37 = 37, 48, KEPLER_FOUR_BYTE;
    SM_50 = 50, 48, MODERN;
    SM_52 = 52, 48, MODERN;
    SM_53 = 53, 48, MODERN;
    SM_60 = 60, 48, MODERN;
    SM_61 = 61, 48, MODERN;
    SM_62 = 62, 48, MODERN;
    SM_70 = 70, 96, PAIRED_LOADS;
    SM_72 = 72, 96, PAIRED_LOADS;
    SM_75 = 75, 64, PAIRED_LOADS;
    SM_80 = 80, 163, MODERN;
    SM_86 = 86, 99, MODERN;
    SM_87 = 87, 163, MODERN;
    SM_89 = 89, 99, MODERN;
    SM_90 = 90, 227, PAIRED_LOADS;
    SM_100 = 100, 227, MODERN;
    SM_101 = 101, 227, MODERN;
    SM_103 = 103, 227, MODERN;
    SM_110 = 110, 227, MODERN;
    SM_120 = 120, 99, MODERN;
    SM_121 = 121, 99, MODERN;
}

impl Arch {
    /// The common ground of every GPU of compute capability 5.0 and later: their bank model, and 48 KiB a block.
    pub const DEFAULT: Arch = Arch { number: 0, opt_in_kib: 48, model: MODERN };

    /// Returns the architecture that the compiler calls `name`: `sm_90`, and `sm_90a` or `sm_100f` for its special
    /// features.
    pub fn from_name(name: &str) -> Option<Arch> {
        let number = name.strip_prefix("sm_")?;
        let digits = number.strip_suffix(['a', 'f']).unwrap_or(number);
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let arch = Arch::from_number(digits.parse().ok()?)?;
        // Only these have feature sets of their own: sm_90a, sm_100a, sm_100f ..
        let suffix_from = match number.as_bytes().last() {
            Some(b'a') => 90,
            Some(b'f') => 100,
            _ => 0,
        };
        (arch.number >= suffix_from).then_some(arch)
    }

    /// Returns the architecture of a compute capability: `(9, 0)` is `sm_90`.
    pub const fn from_compute_capability(major: u32, minor: u32) -> Option<Arch> {
        if minor > 9 || major > 99 { None } else { Arch::from_number(10 * major + minor) }
    }

    const fn from_number(number: u32) -> Option<Arch> {
        let mut row = 0;
        while row < Arch::ALL.len() {
            if Arch::ALL[row].number == number {
                return Some(Arch::ALL[row]);
            }
            row += 1;
        }
        None
    }

    /// Returns compute capability 3.x with its banks set to eight bytes; `None` on any other architecture, which has no
    /// such mode.
    pub const fn with_eight_byte_banks(self) -> Option<Arch> {
        if self.number / 10 == 3 { Some(Arch { model: KEPLER_EIGHT_BYTE, ..self }) } else { None }
    }

    /// Returns ten times the major plus the minor compute capability: 90 for `sm_90`, 0 for [`Arch::DEFAULT`].
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Returns true for the architectures that load 8 x 8 matrices with `ldmatrix` (7.5 and later), and for
    /// [`Arch::DEFAULT`].
    pub const fn has_ldmatrix(&self) -> bool {
        self.number == 0 || self.number >= 75
    }

    /// Returns true if the architecture is older than that of a number: false for [`Arch::DEFAULT`].
    #[doc(hidden)]
    #[inline]
    pub const fn is_before(&self, number: u32) -> bool {
        self.number != 0 && self.number < number
    }

    /// Returns true for the architectures with the bulk tensor copy (TMA), 9.0 and later, and for [`Arch::DEFAULT`]: a
    /// kernel with such a copy compiles only for 9.0 and later, whose banks are the default ones.
    ///
    /// ```
    /// use smem_banks::Arch;
    ///
    /// assert!(Arch::SM_90.has_bulk_tensor_copy() && Arch::DEFAULT.has_bulk_tensor_copy());
    /// assert!(!Arch::SM_89.has_bulk_tensor_copy());
    /// ```
    pub const fn has_bulk_tensor_copy(&self) -> bool {
        self.number == 0 || self.number >= 90
    }

    /// Returns the bank model of the architecture.
    pub const fn bank_model(&self) -> BankModel {
        self.model
    }

    /// Returns the number of bytes of shared memory that a block may declare statically: 48 KiB (16 KiB on compute
    /// capability 1.x).
    pub const fn static_limit(&self) -> u32 {
        let kib = if self.opt_in_kib < 48 { self.opt_in_kib } else { 48 };
        kib * 1024
    }

    /// Returns the granule in bytes in which a multiprocessor allocates shared memory: a block gets the next multiple of
    /// it, and an access past the block's declared bytes but inside that multiple is not a fault.
    ///
    /// From CUDA's `cuda_occupancy.h`: 256 bytes on compute capability 3.x to 7.x and 128 from 8.0 on, and 128 on 2.x by
    /// earlier versions of it. For 1.x, which it never had, this is 128 as well; [`Arch::DEFAULT`] has the smallest of its
    /// GPUs, 128.
    ///
    /// ```
    /// use smem_banks::Arch;
    ///
    /// assert_eq!((Arch::SM_75.shared_granule(), Arch::SM_90.shared_granule()), (256, 128));
    /// ```
    pub const fn shared_granule(&self) -> u32 {
        match self.number / 10 {
            3..=7 => 256,
            _ => 128,
        }
    }

    /// Returns the number of bytes of dynamic shared memory that a block may opt in to.
    pub const fn opt_in_limit(&self) -> u32 {
        self.opt_in_kib * 1024
    }
}

impl Default for Arch {
    fn default() -> Self {
        Arch::DEFAULT
    }
}

/// Writes `sm_90`, and for [`Arch::DEFAULT`] `compute capability 5.0 and later`.
impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number == 0 {
            return f.write_str("compute capability 5.0 and later");
        }
        write!(f, "sm_{}", self.number)?;
        if self.model.bank_bytes == 8 { f.write_str(" with 8-byte banks") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_architecture_features_are_known_and_others_are_not() {
        assert_eq!(Arch::from_name("sm_90a"), Some(Arch::SM_90));
        assert_eq!(Arch::from_name("sm_100f"), Some(Arch::SM_100));
        assert_eq!(Arch::from_name("sm_121"), Some(Arch::SM_121));
        for wrong in ["sm_80a", "sm_", "sm_a", "sm_09", "sm_+90", "SM_90", "sm_95", "90", "compute_90", ""] {
            assert_eq!(Arch::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_kepler_has_a_mode_of_eight_byte_banks() {
        assert_eq!(Arch::SM_35.with_eight_byte_banks().unwrap().bank_model().span(), 256);
        assert_eq!(Arch::SM_50.with_eight_byte_banks(), None);
        assert_eq!(Arch::SM_13.with_eight_byte_banks(), None);
    }
}
