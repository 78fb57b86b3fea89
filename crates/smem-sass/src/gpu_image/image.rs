//! One piece of GPU code.

use super::packed;
use smem_sim::ParseError;
use std::borrow::Cow;
use std::fmt;

/// The language of a [`GpuImage`].
///
/// ```
/// assert_eq!(smem_sass::GpuImageKind::MachineCode.to_string(), "machine code");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GpuImageKind {
    /// A cubin.
    MachineCode,
    /// PTX text, for the architecture and later ones.
    Ptx,
    /// An image that only other tools read, such as code for a linker; the number is that of the fatbin.
    Other(u16),
}

impl fmt::Display for GpuImageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MachineCode => f.write_str("machine code"),
            Self::Ptx => f.write_str("PTX"),
            Self::Other(kind) => write!(f, "code of kind {kind}"),
        }
    }
}

/// The names that a [`GpuImage`] defines, as [`GpuImage::names`] returns them.
///
/// ```
/// # fn show(image: &smem_sass::GpuImage<'_>) -> Result<(), smem_sim::ParseError> {
/// println!("kernels: {}", image.names()?.kernels.join(", "));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GpuImageNames {
    /// Kernels.
    pub kernels: Vec<String>,
    /// `__device__` and `__constant__` variables.
    pub variables: Vec<String>,
}

/// A piece of GPU code in a file, with its architecture.
///
/// ```no_run
/// use smem_sass::{GpuImage, GpuImageKind};
/// use smem_sim::Arch;
///
/// let file = std::fs::read("libkernels.so")?;
/// for image in GpuImage::all(&file)? {
///     println!("{image}"); // "machine code for sm_90"
/// }
/// let of_sm_90 = GpuImage::machine_code(&file, Arch::SM_90)?;
/// std::fs::write("first.cubin", of_sm_90[0].bytes()?)?; // as `nvdisasm` and `smem_sass::module` take it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GpuImage<'f> {
    pub(super) kind: GpuImageKind,
    pub(super) capability: u32,
    pub(super) data: &'f [u8],
    pub(super) packing: packed::Packing,
    /// Where it is among the bytes of an entry that holds several pieces.
    pub(super) part: Option<(usize, usize)>,
}

impl<'f> GpuImage<'f> {
    /// Returns its language.
    pub fn kind(&self) -> GpuImageKind {
        self.kind
    }

    /// The compute capability that it is for, as 90 for 9.0. Of PTX it is the least.
    pub fn capability(&self) -> u32 {
        self.capability
    }

    /// Returns the linker names of the kernels and of the variables in a cubin; none of PTX.
    ///
    /// # Errors
    /// As [`bytes`](Self::bytes), and if the cubin is corrupt.
    pub fn names(&self) -> Result<GpuImageNames, ParseError> {
        if self.kind != GpuImageKind::MachineCode {
            return Ok(GpuImageNames::default());
        }
        let [kernels, variables] = crate::cubin::names(&self.bytes()?)?;
        Ok(GpuImageNames { kernels, variables })
    }

    /// The bytes of the cubin or of the PTX text, decompressed.
    ///
    /// # Errors
    /// If they are compressed and corrupt, in a way that is unknown, or more than 256 MiB.
    pub fn bytes(&self) -> Result<Cow<'f, [u8]>, ParseError> {
        let bytes = packed::unpack(self.data, self.packing)?;
        let Some((start, length)) = self.part else { return Ok(bytes) };
        let part = match bytes {
            Cow::Borrowed(bytes) => bytes.get(start..).and_then(|rest| rest.get(..length)).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                bytes.get(start..).and_then(|rest| rest.get(..length)).map(|part| part.to_vec().into())
            }
        };
        part.ok_or_else(|| {
            ParseError::cubin("the fatbin is corrupt: a piece is outside those that are compressed with it")
        })
    }
}

impl fmt::Display for GpuImage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = if self.kind == GpuImageKind::Ptx { "compute" } else { "sm" };
        write!(f, "{} for {target}_{}", self.kind, self.capability)
    }
}
