//! Pieces of GPU code in a file: a cubin, a fatbin, or what a host compiler has put fatbins into.
//!
//! ```text
//! fatbin   a fatbin's entries
//! packed   entries that are compressed
//! ```

mod fatbin;
mod image;
mod packed;

use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use smem_banks::Arch;
use smem_sim::ParseError;

pub use image::{GpuImage, GpuImageKind, GpuImageNames};

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
        if let Some(capability) = crate::elf::capability(file)? {
            let packing = packed::Packing::None;
            return Ok(vec![Self { kind: GpuImageKind::MachineCode, capability, data: file, packing, part: None }]);
        }
        let mut images = Vec::new();
        for section in host_sections(file)? {
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
    /// let error = smem_sass::GpuImage::machine_code(b"#!/bin/sh", smem_sim::Arch::SM_90).unwrap_err();
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
}

/// The sections of a host's ELF file that hold fatbins: of whole programs, and of code that is to be linked.
const SECTIONS: [&[u8]; 2] = [b".nv_fatbin", b"__nv_relfatbin"];

/// Returns the fatbins of a library, a program or an object file.
fn host_sections(file: &[u8]) -> Result<Vec<&[u8]>, ParseError> {
    let broken = |error: object::Error| ParseError::cubin(format!("the ELF file is corrupt: {error}"));
    let header = FileHeader64::<LittleEndian>::parse(file).map_err(broken)?;
    let endian = header.endian().map_err(broken)?;
    let table = header.sections(endian, file).map_err(broken)?;
    let mut found = Vec::new();
    for section in table.iter() {
        if SECTIONS.contains(&table.section_name(endian, section).map_err(broken)?) {
            found.push(section.data(endian, file).map_err(broken)?);
        }
    }
    Ok(found)
}
