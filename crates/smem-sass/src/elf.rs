//! The ELF file: its sections, symbols and relocations, checked.

use object::LittleEndian;
use object::elf::{ET_REL, FileHeader64, SHT_NOBITS, SHT_SYMTAB, STT_FUNC, STT_SECTION};
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, Sym};
use smem_banks::Arch;
use smem_sim::ParseError;

const CUDA: u16 = 190;
/// The bit of a symbol's `st_other` that says it is a kernel.
const ENTRY: u8 = 0x10;
/// The bit that says it is in shared memory.
const SHARED: u8 = 0x40;
/// The type of a section of shared memory in a relocatable object: it has no bytes in the file.
const SHT_CUDA_SHARED: u32 = 0x7000_000a;

/// Kinds of relocations: the address of a function, and the target of a call in two encodings.
const FUNCTION: u32 = 35;
const CALL_TARGET_47: u32 = 58;
const CALL_TARGET_55: u32 = 75;

/// Bytes of the addend that is in a place itself.
fn addend_bytes(kind: u32, bytes: usize) -> usize {
    if kind >= 55 { 4 } else { bytes }
}

type ElfHeader = FileHeader64<LittleEndian>;

#[derive(Debug)]
pub(super) struct Section<'d> {
    pub(super) name: &'d str,
    /// Bytes in memory; `data` has none of them where they are zeros.
    pub(super) bytes: u64,
    pub(super) data: &'d [u8],
}

#[derive(Debug, Clone)]
pub(super) struct Symbol<'d> {
    pub(super) name: &'d str,
    /// Index of its section.
    pub(super) section: Option<usize>,
    pub(super) value: u64,
    pub(super) bytes: u64,
    pub(super) function: bool,
    pub(super) kernel: bool,
    /// An array in shared memory.
    pub(super) shared: bool,
    /// The symbol is the section itself.
    pub(super) is_section: bool,
}

/// A place to be filled with a symbol's value plus bytes.
#[derive(Debug)]
pub(super) struct Relocation {
    pub(super) offset: u64,
    /// Bytes to fill.
    pub(super) bytes: u32,
    pub(super) symbol: usize,
    pub(super) plus: u64,
    /// It names a function by its handle, which for a kernel is not the address of its code.
    pub(super) is_handle: bool,
}

#[derive(Debug)]
pub(super) struct Elf<'d> {
    pub(super) arch: Arch,
    /// It is not linked yet: a linker decides where its shared arrays lie.
    pub(super) is_relocatable: bool,
    pub(super) sections: Vec<Section<'d>>,
    pub(super) symbols: Vec<Symbol<'d>>,
    /// By the index of the section that they fill.
    relocations: Vec<(usize, Result<Relocation, u32>)>,
}

impl<'d> Elf<'d> {
    pub(super) fn read(data: &'d [u8]) -> Result<Self, ParseError> {
        let broken = |error: object::Error| ParseError::cubin(format!("the ELF file is corrupt: {error}"));
        if !data.starts_with(b"\x7fELF") {
            return Err(ParseError::cubin("this is not an ELF file"));
        }
        let header = ElfHeader::parse(data).map_err(broken)?;
        let endian = header.endian().map_err(broken)?;
        if header.e_machine(endian) != CUDA {
            return Err(ParseError::cubin("this ELF file does not hold machine code for NVIDIA GPUs"));
        }
        let arch = arch(header.e_ident().abi_version, header.e_flags(endian))?;
        let table = header.sections(endian, data).map_err(broken)?;
        let mut sections = Vec::new();
        for section in table.iter() {
            let name = table.section_name(endian, section).map_err(broken)?;
            let nothing = matches!(section.sh_type(endian), SHT_NOBITS | SHT_CUDA_SHARED);
            sections.push(Section {
                name: text(name)?,
                bytes: section.sh_size(endian),
                data: if nothing { &[] } else { section.data(endian, data).map_err(broken)? },
            });
        }
        let symbol_table = table.symbols(endian, data, SHT_SYMTAB).map_err(broken)?;
        let mut symbols = Vec::new();
        for symbol in symbol_table.iter() {
            let section = usize::from(symbol.st_shndx(endian));
            symbols.push(Symbol {
                name: text(symbol.name(endian, symbol_table.strings()).map_err(broken)?)?,
                section: Some(section).filter(|&at| at != 0 && at < sections.len()),
                value: symbol.st_value(endian),
                bytes: symbol.st_size(endian),
                function: symbol.st_type() == STT_FUNC,
                kernel: symbol.st_type() == STT_FUNC && symbol.st_other() & ENTRY != 0,
                shared: symbol.st_other() & SHARED != 0 && symbol.st_type() != STT_SECTION,
                is_section: symbol.st_type() == STT_SECTION,
            });
        }
        let mut relocations = Vec::new();
        let mut add = |target: usize, offset: u64, kind: u32, symbol: usize, plus: Option<i64>| {
            if symbol >= symbols.len() {
                return Err(ParseError::cubin("the ELF file is corrupt: a relocation names no symbol"));
            }
            let place = match kind {
                // Absolute and generic addresses, of 32 and of 64 bits, and the address of a function.
                1 | 3 => Ok((4, Some(offset))),
                2 | 4 | FUNCTION => Ok((8, Some(offset))),
                // In the upper half of an instruction's lower word: an address or its lower or upper half, of anything or of a function.
                55..=57 | 61..=63 => Ok((8, Some(offset.wrapping_add(4)))),
                // The target of a call, in the middle of an instruction.
                CALL_TARGET_47 | CALL_TARGET_55 => Ok((8, None)),
                other => Err(other),
            };
            let relocation = place.map(|(bytes, addend_at)| {
                // The addend may be in the place itself.
                let in_place = || addend_at.map_or(0, |at| in_place(&sections, target, at, addend_bytes(kind, bytes)));
                let plus = plus.map_or_else(in_place, |plus| plus as u64);
                Relocation { offset, bytes: bytes as u32, symbol, plus, is_handle: matches!(kind, FUNCTION | 61..=63) }
            });
            relocations.push((target, relocation));
            Ok(())
        };
        for section in table.iter() {
            let target = section.sh_info(endian) as usize;
            if let Some((entries, _)) = section.rela(endian, data).map_err(broken)? {
                for entry in entries {
                    let (kind, symbol) = (entry.r_type(endian, false), entry.r_sym(endian, false) as usize);
                    add(target, entry.r_offset(endian), kind, symbol, Some(entry.r_addend(endian)))?;
                }
            }
            if let Some((entries, _)) = section.rel(endian, data).map_err(broken)? {
                for entry in entries {
                    let (kind, symbol) = (entry.r_type(endian), entry.r_sym(endian) as usize);
                    add(target, entry.r_offset(endian), kind, symbol, None)?;
                }
            }
        }
        let is_relocatable = header.e_type(endian) == ET_REL;
        Ok(Self { arch, is_relocatable, sections, symbols, relocations })
    }

    /// A file of these parts, for tests.
    #[cfg(test)]
    pub(super) fn of_parts(
        sections: Vec<Section<'d>>,
        symbols: Vec<Symbol<'d>>,
        relocations: Vec<(usize, Result<Relocation, u32>)>,
    ) -> Self {
        Self { arch: Arch::SM_90, is_relocatable: false, sections, symbols, relocations }
    }

    /// The symbol that a relocation names.
    pub(super) fn symbol(&self, relocation: &Relocation) -> Result<&Symbol<'d>, ParseError> {
        let named = self.symbols.get(relocation.symbol);
        named.ok_or_else(|| ParseError::cubin("the ELF file is corrupt: a relocation names no symbol"))
    }

    pub(super) fn section(&self, name: &str) -> Option<(usize, &Section<'d>)> {
        self.sections.iter().enumerate().find(|(_, section)| section.name == name)
    }

    /// Returns the bytes of a section.
    ///
    /// # Errors
    /// A relocation of a kind that is unknown.
    pub(super) fn relocations(&self, section: usize) -> Result<Vec<&Relocation>, ParseError> {
        let here = self.relocations.iter().filter(|(target, _)| *target == section);
        here.map(|(_, relocation)| {
            relocation.as_ref().map_err(|kind| {
                let name = self.sections.get(section).map_or("", |section| section.name);
                ParseError::cubin(format!("section `{name}` has a relocation of the unknown kind {kind}"))
            })
        })
        .collect()
    }
}

/// The number at a place of a section.
fn in_place(sections: &[Section<'_>], section: usize, offset: u64, bytes: usize) -> u64 {
    let data = sections.get(section).map_or(&[][..], |section| section.data);
    let there = usize::try_from(offset).ok().and_then(|offset| data.get(offset..)?.get(..bytes));
    there.unwrap_or(&[]).iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn text(name: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(name).map_err(|_| ParseError::cubin("the ELF file is corrupt: a name is not text"))
}

/// The compute capability of a cubin, as 90 for 9.0; `None` for the ELF file of another machine.
pub(crate) fn capability(data: &[u8]) -> Result<Option<u32>, ParseError> {
    let broken = |error: object::Error| ParseError::cubin(format!("the ELF file is corrupt: {error}"));
    let header = ElfHeader::parse(data).map_err(broken)?;
    let endian = header.endian().map_err(broken)?;
    let number = || named_capability(header.e_ident().abi_version, header.e_flags(endian));
    Ok((header.e_machine(endian) == CUDA).then(number))
}

fn named_capability(abi_version: u8, flags: u32) -> u32 {
    if abi_version >= 8 { flags >> 8 & 0xff } else { flags & 0xff }
}

fn arch(abi_version: u8, flags: u32) -> Result<Arch, ParseError> {
    let capability = named_capability(abi_version, flags);
    Arch::from_compute_capability(capability / 10, capability % 10)
        .ok_or_else(|| ParseError::cubin(format!("it is for compute capability {capability}, which is unknown")))
}
