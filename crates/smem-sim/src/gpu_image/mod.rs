//! Pieces of GPU code in a file: a cubin, a fatbin, or what a host compiler has put fatbins into.
//!
//! ```text
//! host     the sections of a library, a program or an object file that hold fatbins
//! fatbin   a fatbin's entries
//! packed   entries that are compressed
//! ```

mod fatbin;
mod host;
mod packed;

use crate::ParseError;
use crate::sass;
use smem_layout::Arch;
use std::borrow::Cow;
use std::fmt;

/// The language of a [`GpuImage`].
///
/// ```
/// assert_eq!(smem_sim::GpuImageKind::MachineCode.to_string(), "machine code");
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
/// # fn show(image: &smem_sim::GpuImage<'_>) -> Result<(), smem_sim::ParseError> {
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
/// use smem_sim::*;
///
/// let file = std::fs::read("libkernels.so")?;
/// for image in GpuImage::all(&file)? {
///     println!("{image}"); // "machine code for sm_90"
/// }
/// let of_sm_90 = GpuImage::machine_code(&file, Arch::SM_90)?;
/// std::fs::write("first.cubin", of_sm_90[0].bytes()?)?; // as `nvdisasm` and `Module::from_cubin` take it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GpuImage<'f> {
    kind: GpuImageKind,
    capability: u32,
    data: &'f [u8],
    packing: packed::Packing,
    /// Where it is among the bytes of an entry that holds several pieces.
    part: Option<(usize, usize)>,
}

impl<'f> GpuImage<'f> {
    /// Returns the pieces of GPU code in a file, in its order: of a cubin, of a fatbin, or of an ELF file that a host compiler made, a library,
    /// a program or an object file. Several fatbins may be in one, and pieces may be compressed.
    ///
    /// # Errors
    /// If the file is none of these, holds no GPU code, or is corrupt.
    pub fn all(file: &'f [u8]) -> Result<Vec<Self>, ParseError> {
        if fatbin::begins(file) {
            return fatbin::containers(file);
        }
        if !file.starts_with(b"\x7fELF") {
            return Err(ParseError::cubin("this is neither an ELF file nor a fatbin"));
        }
        if let Some(capability) = sass::capability(file)? {
            let packing = packed::Packing::None;
            return Ok(vec![Self { kind: GpuImageKind::MachineCode, capability, data: file, packing, part: None }]);
        }
        let mut images = Vec::new();
        for section in host::sections(file)? {
            images.extend(fatbin::containers(section)?);
        }
        if images.is_empty() {
            return Err(ParseError::cubin("this ELF file holds no code for NVIDIA GPUs"));
        }
        Ok(images)
    }

    /// Returns the pieces of machine code for exactly this architecture; an object file of the host has one for each file of CUDA C++.
    ///
    /// ```
    /// let error = smem_sim::GpuImage::machine_code(b"#!/bin/sh", smem_sim::Arch::SM_90).unwrap_err();
    /// assert_eq!(error.to_string(), "cubin: this is neither an ELF file nor a fatbin");
    /// ```
    ///
    /// # Errors
    /// As [`all`](Self::all), and if there is none: the message lists what there is.
    pub fn machine_code(file: &'f [u8], arch: Arch) -> Result<Vec<Self>, ParseError> {
        let images = Self::all(file)?;
        let fits = |image: &&Self| image.kind == GpuImageKind::MachineCode && image.capability == arch.number();
        let found: Vec<Self> = images.iter().filter(fits).cloned().collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let mut there: Vec<String> = Vec::new();
        for image in images.iter().map(ToString::to_string) {
            if !there.contains(&image) {
                there.push(image);
            }
        }
        Err(ParseError::cubin(format!("it has no machine code for {arch}, but {}", there.join(", "))))
    }

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
        let [kernels, variables] = sass::names(&self.bytes()?)?;
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
