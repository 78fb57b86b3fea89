//! The functions of the CUDA driver that device code calls and that no module defines.

/// A function that the driver has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DriverFunction {
    /// What `printf` is compiled to: the format, and a buffer with the arguments.
    Vprintf,
    Malloc,
    Free,
    /// A failed `assert`: its text, its file, its line, its function and the bytes of a character.
    AssertFail,
}

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
