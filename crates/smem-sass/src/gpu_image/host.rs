//! The sections of a host's ELF file that hold fatbins.

use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use smem_sim::ParseError;

/// Those of whole programs, and those of code that is to be linked.
const SECTIONS: [&[u8]; 2] = [b".nv_fatbin", b"__nv_relfatbin"];

pub(super) fn sections(file: &[u8]) -> Result<Vec<&[u8]>, ParseError> {
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
