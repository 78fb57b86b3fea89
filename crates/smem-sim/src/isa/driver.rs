//! The functions of the CUDA driver that device code calls and that no module defines.

/// A function that the driver has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DriverFunction {
    /// The call that `printf` is compiled to: the format, and a buffer with the arguments.
    Vprintf,
    Malloc,
    Free,
    /// A failed `assert`: its text, its file, its line, its function and the bytes of a character.
    AssertFail,
}

const ALL: [DriverFunction; 4] =
    [DriverFunction::Vprintf, DriverFunction::Malloc, DriverFunction::Free, DriverFunction::AssertFail];
/// The first of their addresses, and the distance to the next.
const CODE: u64 = 0x7c00_0000_0000;
const STEP: u64 = 16;

impl DriverFunction {
    /// The function of this linker name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "vprintf" => Self::Vprintf,
            "malloc" => Self::Malloc,
            "free" => Self::Free,
            "__assertfail" => Self::AssertFail,
            _ => return None,
        })
    }

    /// Where machine code finds it: an address beyond all code, which constant bank 4 has.
    pub(crate) fn code_address(self) -> u64 {
        CODE + self as u64 * STEP
    }

    /// The function at such an address.
    pub(crate) fn at(address: u64) -> Option<Self> {
        ALL.into_iter().find(|function| function.code_address() == address)
    }

    /// Bytes of each parameter.
    pub(crate) fn params(self) -> &'static [u32] {
        match self {
            Self::Vprintf => &[8, 8],
            Self::Malloc | Self::Free => &[8],
            Self::AssertFail => &[8, 8, 4, 8, 8],
        }
    }

    /// Bytes of the result; 0 without one.
    pub(crate) fn result(self) -> u32 {
        match self {
            Self::Vprintf => 4,
            Self::Malloc => 8,
            Self::Free | Self::AssertFail => 0,
        }
    }
}
